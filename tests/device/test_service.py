"""The two states that look after the device: the ways there and back, and what each press does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lobby_presses import ENGLISH, answer, go_to, opened, shown
from party_nights import PartyNight
from service_moments import report
from standins import Evening, board
from table_moments import timed
from touching import TouchScreen

from device.session.care.device import CHECK_DEVICE, CHECK_UP, aim_camera, check_device, lamps
from device.session.core.effects import FollowAgain, LookCloser, LookNow, SetUpBoard
from device.session.core.inputs import CameraFound, CameraLost, JobDone
from device.session.core.state import (
    Aiming,
    Asking,
    Checking,
    Lobby,
    Over,
    Ready,
    Running,
    TableState,
    Thinking,
)
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_BUTTONS, Button, Lamp
from vision.reading import Refusal

CAMERA, CHECK = named_text("what-camera-sees"), named_text("check-device")
ONE = board((7, 6, "across", "QUIZ"))
OTHERS = (*SIDE_BUTTONS, Button.CHALLENGE, Button.PAUSE)


def in_a_game(wanted: str) -> Evening:
    """A game in which a word was seen, and then its menu led to one of the screens."""
    evening = Evening().lay(board()).lay(ONE).press(Button.NEXT)
    answer(evening, named_text("camera-and-device"))
    evening.effects.clear()
    return answer(evening, wanted)


def in_a_lobby(wanted: str) -> Evening:
    evening = go_to(opened(), LineKind.DEVICE).press(Button.OK)
    return answer(evening, wanted)


def line_of(state: TableState) -> int:
    assert isinstance(state.phase, Checking)
    return state.phase.line


# The ways there


def test_the_lobby_has_one_line_for_all_of_them_before_leaving() -> None:
    evening = go_to(opened(), LineKind.DEVICE).press(Button.OK)
    assert shown(evening) == [
        CAMERA,
        CHECK,
        named_text("network-only"),
        named_text("usb-stick"),
        "Back",
    ]
    answer(evening, "Back")
    assert isinstance(evening.state.phase, Lobby)


def test_in_the_lobby_the_board_of_the_game_that_is_chosen_is_sought() -> None:
    evening = in_a_lobby(CAMERA)
    assert isinstance(evening.state.phase, Aiming)
    assert evening.effects[-2:] == [SetUpBoard(), LookCloser()]


def test_in_a_game_its_own_board_is_looked_at() -> None:
    evening = in_a_game(CAMERA)
    assert isinstance(evening.state.phase, Aiming)
    assert evening.state.phase.back is None
    assert SetUpBoard() not in evening.effects
    assert LookCloser() in evening.effects


def test_without_a_camera_nothing_is_asked_of_it() -> None:
    state = opened().state.with_camera(CameraStatus.NONE)
    assert aim_camera(state)[1] == ()


def test_a_camera_that_is_lost_in_the_lobby_comes_back_to_the_board_that_was_chosen() -> None:
    state = opened().state.with_camera(CameraStatus.LOST)
    assert aim_camera(state)[1] == (SetUpBoard(),)


def test_the_checks_are_asked_for_once() -> None:
    evening = in_a_lobby(CHECK)
    assert evening.effects.count(CHECK_UP) == 1
    assert isinstance(evening.state.phase, Checking)
    assert evening.state.phase.report is None


def test_a_game_that_is_over_leads_there_too() -> None:
    evening = Evening().lay(ONE).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK)
    while not isinstance(evening.state.phase, Over):
        evening.press(Button.END, Button.NEXT, Button.OK)
    evening.press(Button.NEXT)
    answer(answer(evening, named_text("camera-and-device")), CHECK).press(Button.END)
    assert isinstance(evening.state.phase, Over)


# The ways back


@pytest.mark.parametrize("button", [Button.OK, Button.UNDO])
@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
@pytest.mark.parametrize("enter", [in_a_lobby, in_a_game])
def test_both_screens_lead_back_to_the_menu_that_they_were_chosen_from(
    enter: Callable[[str], Evening], wanted: str, button: Button
) -> None:
    evening = enter(wanted).press(button)
    assert isinstance(evening.state.phase, Asking)
    chosen = evening.state.phase.question.options[evening.state.phase.selected]
    assert ENGLISH.say(chosen.label) == wanted
    evening.press(Button.NEXT, Button.OK if wanted == CAMERA else Button.UNDO)
    assert isinstance(evening.state.phase, Checking if wanted == CAMERA else Asking | Lobby)


@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
def test_from_both_screens_one_press_leads_back_to_the_lobby(wanted: str) -> None:
    evening = in_a_lobby(wanted)
    line = evening.state.where
    evening.press(Button.END)
    assert evening.state.phase is line


@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
def test_from_both_screens_one_press_leads_back_to_the_turn(wanted: str) -> None:
    evening = in_a_game(wanted)
    evening.press(Button.END)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.message == named_text("game-goes-on")
    assert {FollowAgain(), LookNow()} <= set(evening.effects)
    assert evening.state.seen is not None, "what lies there is seen again"
    evening.press(Button.SIDE_1)
    assert evening.totals == {"Ann": 44, "Ben": 0}


@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
def test_a_turns_clock_stands_and_who_starts_it_again_is_reported_once(wanted: str) -> None:
    night = PartyNight()
    night.roll("E").press(Button.SIDE_2, Button.NEXT)
    assert isinstance(night.state.where, Running)
    answer(answer(night, named_text("camera-and-device")), wanted)
    clock = night.state.clocks.turn
    assert clock is not None
    assert not clock.runs
    assert night.wait(300).press(Button.END).state.clocks.turn == clock
    assert isinstance(night.state.phase, Ready)
    assert night.message == " ".join(
        (named_text("game-goes-on"), named_text("start-the-clock-again", others="Ben"))
    )


def test_the_arrow_back_leaves_the_camera_too() -> None:
    assert isinstance(in_a_lobby(CAMERA).press(Button.BACK).state.phase, Asking)


# What is pressed there


@pytest.mark.parametrize("button", OTHERS)
@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
def test_every_other_press_says_how_to_go_on(wanted: str, button: Button) -> None:
    evening = in_a_lobby(wanted)
    phase = evening.state.phase
    evening.press(button)
    assert evening.state.phase is phase
    assert evening.message.endswith("OK: back.")


def test_the_board_is_looked_for_once_more() -> None:
    evening = in_a_lobby(CAMERA)
    evening.effects.clear()
    assert evening.press(Button.NEXT).effects == [LookCloser()]
    assert evening.message == "Looking again…"
    evening.put(CameraLost("gone", 1.0))
    evening.effects.clear()
    assert evening.press(Button.NEXT).effects == []
    assert evening.message.startswith("No camera found.")


def test_the_arrows_go_round_the_checks() -> None:
    evening = in_a_lobby(CHECK)
    evening.press(Button.NEXT)
    assert line_of(evening.state) == 0, "nothing has been found yet"
    assert evening.message.endswith("OK: back.")
    checks = report(well=True)
    evening.put(JobDone(CHECK_DEVICE, checks, 5.0)).press(Button.NEXT, Button.NEXT)
    assert line_of(evening.state) == 2
    evening.press(Button.BACK, Button.BACK, Button.BACK)
    assert line_of(evening.state) == len(checks) - 1
    assert line_of(evening.press(Button.NEXT).state) == 0


def test_a_report_that_comes_too_late_changes_nothing() -> None:
    evening = in_a_lobby(CHECK).press(Button.OK)
    state = evening.state
    assert evening.put(JobDone(CHECK_DEVICE, report(well=True), 5.0)).state is state


# While they are shown


def test_what_the_camera_sees_meanwhile_is_no_play() -> None:
    evening = in_a_game(CAMERA)
    seen = evening.state.seen
    evening.lay(board()).lay(Refusal.TOO_DARK)
    assert isinstance(evening.state.phase, Aiming)
    assert evening.state.seen is seen
    assert evening.message == "", "the screen itself says what is wrong"


def test_a_reading_in_a_lobby_means_nothing_either() -> None:
    evening = in_a_lobby(CAMERA).lay(ONE)
    assert isinstance(evening.state.phase, Aiming)
    assert evening.state.board.sight is None


def test_the_sides_clocks_stand() -> None:
    evening = Evening().lay(board())
    evening.state = timed(evening, 600.0, 600.0)
    clocks = evening.press(Button.NEXT).state.clocks.sides
    assert clocks is not None
    assert clocks.runs == "Ann"
    answer(answer(evening, named_text("camera-and-device")), CAMERA)
    assert evening.state.clocks.sides is not None
    assert evening.state.clocks.sides.runs is None
    evening.press(Button.OK)
    assert evening.state.clocks.sides is not None
    assert evening.state.clocks.sides.runs == "Ann"


def test_nothing_can_be_challenged_from_there() -> None:
    evening = Evening().lay(board()).lay(ONE).press(Button.SIDE_1)
    assert Lamp.CHALLENGE in lamps(evening.state)[0]
    assert Lamp.CHALLENGE not in lamps(aim_camera(evening.state)[0])[0]
    assert Lamp.CHALLENGE not in lamps(check_device(evening.state)[0])[0]


def test_a_camera_that_goes_and_comes_is_reported_there_too() -> None:
    evening = in_a_game(CAMERA).put(CameraLost("It was unplugged.", 1.0))
    assert isinstance(evening.state.phase, Aiming)
    evening.put(CameraFound(2.0))
    assert evening.message == named_text("camera-back")
    assert isinstance(evening.state.phase, Aiming)


@pytest.mark.parametrize("wanted", [CAMERA, CHECK])
def test_what_is_said_there_leaves_the_way_out_to_be_touched(wanted: str) -> None:
    evening = in_a_game(wanted).put(CameraLost("It was unplugged.", 1.0))
    assert Button.OK in TouchScreen().targets(evening.state, evening.now)
    evening.press(Button.PAUSE)  # says how to go on, and names the way out
    assert Button.OK in TouchScreen().targets(evening.state, evening.now)
