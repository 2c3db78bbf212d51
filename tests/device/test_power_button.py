"""The long press that switches the device off: asked anywhere, left to where it was, done."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest
from answering import take
from beginnings import BEGINNINGS
from gallery import SIZES
from lobby_presses import go_to, opened
from party_nights import PartyNight
from standins import Evening, board, picture_of
from touching import targets_on
from walking import Looks, anything, in_lobby
from walking import Walk as RandomWalk

from device.language.texts import Texts
from device.screen.scoreboard import Scoreboard
from device.session.care.device import (
    CHECK_DEVICE,
    CHECK_UP,
    READ_FIRST,
    check_device,
    lamps,
)
from device.session.core.effects import (
    ExitAction,
    Finish,
    FollowAgain,
    KeepClock,
    LookNow,
)
from device.session.core.inputs import (
    CameraLost,
    JobDone,
    JournalFailed,
    PictureSettled,
    Tick,
    Touched,
)
from device.session.core.setup import Extras
from device.session.core.state import (
    Asking,
    Checking,
    Lobby,
    Looking,
    Over,
    Phase,
    Ready,
    Running,
    Shaking,
    Stopping,
    SwitchingOff,
    TableState,
    Thinking,
)
from device.session.lobby.lobby import LineKind
from device.session.step import step
from device.simulator.named_texts import named_text
from device.views.table import view
from hardware.panel.port import Button, Press

ONE = board((7, 6, "across", "QUIZ"))
TEXTS = Texts("en")


def may(evening: Evening) -> Evening:
    evening.state = replace(
        evening.state, device=replace(evening.state.device, may_switch_off=True)
    )
    return evening


def at_a_table() -> Evening:
    return may(Evening().lay(board()).lay(ONE))


def screen(state: TableState) -> str:
    power = view(state, TEXTS).page.power
    assert power is not None
    return " / ".join((power.title, power.game, power.how))


def test_a_long_press_and_ok_switch_the_device_off() -> None:
    evening = at_a_table().press(Button.SIDE_1, Button.POWER)
    assert screen(evening.state) == (
        "Switch off the device? / You can continue the game next time."
        " / OK: switch off. Any other button: back."
    )
    evening.press(Button.OK)
    assert evening.effects[-1] == Finish(ExitAction.SWITCH_OFF)
    assert screen(evening.state).startswith("Good night / ")
    assert "then unplug" in screen(evening.state)
    assert lamps(evening.state) == (frozenset(), frozenset())


def test_an_ok_that_nobody_can_have_meant_for_it_switches_nothing_off() -> None:
    asked = at_a_table().press(Button.POWER)
    at = asked.now
    for early in (-0.2, 0.0, 0.3, READ_FIRST - 0.01):
        after, effects = step(asked.state, Press(Button.OK, at + early))
        assert effects == ()
        assert after.message is not None
        assert after.message.text == named_text("ok-switches-off-any-other")
    _, effects = step(after, Press(Button.OK, at + READ_FIRST))
    assert effects[-1] == Finish(ExitAction.SWITCH_OFF)


def test_nothing_but_what_to_wait_for_is_on_the_last_picture() -> None:
    evening = at_a_table().press(Button.POWER, Button.POWER, Button.OK)
    assert evening.effects[-1] == Finish(ExitAction.SWITCH_OFF)
    assert view(evening.state, TEXTS).text.message == ""


@pytest.mark.parametrize("button", [b for b in Button if b not in (Button.OK, Button.POWER)])
def test_any_other_button_goes_back_and_nothing_has_happened(button: Button) -> None:
    evening = at_a_table()
    before = evening.state
    evening.press(Button.POWER)
    assert lamps(evening.state)[1]
    evening.press(button)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.game is before.game
    assert evening.state.seen is not None
    assert not any(isinstance(effect, Finish) for effect in evening.effects)


def test_another_long_press_says_how() -> None:
    evening = at_a_table().press(Button.POWER, Button.POWER)
    assert evening.message == named_text("ok-switches-off-any-other")
    assert isinstance(evening.state.phase, SwitchingOff)


def test_a_game_that_is_not_written_down_would_be_lost_and_is_reported_to_be() -> None:
    evening = at_a_table().press(Button.SIDE_1).put(JournalFailed("the disk is full", 9.0))
    evening.press(Button.POWER)
    assert "it will be lost" in screen(evening.state)
    assert "continue" not in screen(evening.state)


def test_nothing_is_promised_of_a_game_in_which_nothing_has_happened() -> None:
    assert "game" not in screen(at_a_table().press(Button.POWER).state)


# Where it was


@pytest.mark.parametrize("place", range(len(BEGINNINGS)), ids=[b.name for b in BEGINNINGS])
def test_from_anywhere_it_leads_back_to_just_there(place: int) -> None:
    looks = Looks()
    for number in range(6):
        chance = random.Random(1000 * number + place)
        walk = RandomWalk.begun(BEGINNINGS[place], looks)
        for _ in range(number * 2):
            if not walk.over:
                walk.do(anything(walk, chance))
        before, at = walk.state, walk.now + 30.0
        if walk.over or isinstance(before.phase, SwitchingOff):
            continue
        asked, _ = step(before, Press(Button.POWER, at))
        if not isinstance(asked.phase, SwitchingOff):
            assert asked.message is not None
            assert asked.message.text == named_text("still-rolling")
            continue
        left, _ = step(asked, Press(Button.SIDE_2, at + 60.0))
        assert left.game is before.game
        assert in_lobby(left.phase) == in_lobby(before.phase)
        expected: type[Phase] = type(before.phase)
        if isinstance(before.where, Running):
            expected = Ready  # and it is to be started again
        assert type(left.phase) is expected
        if isinstance(before.phase, Asking) and expected is Asking:
            assert isinstance(left.phase, Asking)
            assert left.phase.question is before.phase.question
            assert left.phase.selected == before.phase.selected


def test_a_question_stays_open_and_its_clock_is_the_same_sides() -> None:
    evening = may(Evening())
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(side_clock=25))
    )
    evening.lay(board()).put(Tick(3.0)).press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Asking)
    question, clocks = evening.state.phase, evening.state.clocks.sides
    assert clocks is not None
    evening.press(Button.POWER)
    assert evening.state.clocks.sides is not None
    assert evening.state.clocks.sides.runs is None
    assert any(isinstance(effect, KeepClock) for effect in evening.effects)
    stood = [evening.state.clocks.sides.left_of(side, evening.now) for side in ("Ann", "Ben")]
    evening.now += 600.0
    left_at = evening.now + 1.0
    # The button of a side: it only leaves, and neither closes a turn nor changes whose clock runs.
    evening.press(Button.SIDE_2)
    assert evening.state.phase is question
    assert evening.state.clocks.sides is not None
    assert evening.state.clocks.sides.runs == clocks.runs
    assert [evening.state.clocks.sides.left_of(side, left_at) for side in ("Ann", "Ben")] == stood


def test_a_turn_that_was_being_closed_is_closed_on_what_lies_there_afterwards() -> None:
    evening = may(Evening().lay(board()))
    evening.state = replace(
        evening.state, phase=Looking(10.0), frames=replace(evening.state.frames, still_at=0.0)
    )
    evening.now = 10.0
    state, _ = step(evening.state, Press(Button.POWER, 11.0))
    # A reading comes in meanwhile: it is of no turn, and forgets nothing.
    state, _ = step(state, PictureSettled(picture_of(0), 12.0))
    state, _ = step(state, Tick(60.0))
    assert isinstance(state.phase, SwitchingOff)
    state, effects = step(state, Press(Button.UNDO, 61.0))
    assert state.phase == Looking(61.0)
    assert {FollowAgain(), LookNow()} <= set(effects)
    state, _ = step(state, Tick(62.0))
    assert isinstance(state.phase, Looking)


def test_without_a_camera_a_turn_that_was_being_closed_goes_on() -> None:
    evening = may(Evening().lay(board()))
    evening.state = replace(evening.state, phase=Looking(10.0))
    state, _ = step(evening.state, Press(Button.POWER, 11.0))
    state, _ = step(state, CameraLost("It was unplugged.", 12.0))
    state, _ = step(state, Press(Button.UNDO, 13.0))
    assert isinstance(state.phase, Thinking)


def test_a_turns_clock_stands_and_is_started_again() -> None:
    night = PartyNight()
    night.roll("E").press(Button.SIDE_2)
    assert isinstance(night.state.phase, Running)
    night.state = replace(night.state, device=replace(night.state.device, may_switch_off=True))
    night.press(Button.POWER)
    assert night.state.clocks.turn is not None
    assert not night.state.clocks.turn.runs
    night.press(Button.UNDO)
    assert isinstance(night.state.phase, Ready)
    assert night.message


def test_what_was_looked_at_for_so_long_is_looked_at_again() -> None:
    evening = at_a_table()
    for phase, then in (
        (Stopping(5.0, until=6.0), Stopping(5.0)),
        (Shaking(5.0, until=6.0), Shaking(5.0)),
    ):
        asked = replace(evening.state, phase=SwitchingOff(phase))
        state, _ = step(asked, Press(Button.UNDO, 70.0))
        assert state.phase == then


def test_a_check_that_was_under_way_is_made_again() -> None:
    evening = at_a_table()
    evening.state, _ = check_device(evening.state)
    asked = evening.press(Button.POWER).put(JobDone(CHECK_DEVICE, (), 9.0)).state.phase
    assert isinstance(asked, SwitchingOff)
    evening.effects.clear()
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Checking)
    assert evening.effects == [CHECK_UP]


# Where else it is found


def test_the_menu_has_it_where_the_table_may() -> None:
    evening = at_a_table().press(Button.NEXT)
    take(evening, named_text("stop-for-tonight"))
    assert isinstance(evening.state.phase, SwitchingOff)
    evening = take(Evening().lay(board()).press(Button.NEXT), named_text("stop-for-tonight"))
    assert evening.asked == named_text("stop-for-tonight-the-game")


def test_the_lobby_switches_off_in_place_of_leaving() -> None:
    evening = go_to(opened(), LineKind.LEAVE)
    assert named_text("stop-tilekeeper") in evening.press(Button.OK).asked
    evening = may(opened())
    go_to(evening, LineKind.LEAVE).press(Button.OK)
    assert isinstance(evening.state.phase, SwitchingOff)
    assert isinstance(evening.state.where, Lobby)
    assert "continue" not in screen(evening.state)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Lobby)
    evening.press(Button.END)
    assert isinstance(evening.state.phase, SwitchingOff)


@pytest.mark.parametrize("size", SIZES)
def test_fingers_have_a_place_for_each_answer(size: tuple[int, int]) -> None:
    evening = at_a_table()
    evening.put(Touched(None, evening.now)).press(Button.POWER)
    drawn = Scoreboard(pygame.Surface(size), motion=False)
    drawn.draw(view(evening.state, TEXTS))
    found = targets_on(drawn, size)
    assert {*found} == {Button.OK, Button.BACK}
    for button in (Button.OK, Button.BACK):
        lowest = max(y for _, y in found[button])
        assert {lowest - 40, lowest} <= {y for _, y in found[button]}
        assert (
            max(x for x, y in found[button] if y == lowest)
            - min(x for x, y in found[button] if y == lowest)
            > size[0] // 3
        )


# Where the device isn't the table's own


def test_elsewhere_it_is_reported_and_what_end_asks_is_asked() -> None:
    evening = Evening().lay(board()).press(Button.POWER)
    assert evening.message == named_text("the-device-cant-be-switched")
    assert evening.asked == named_text("stop-or-end")


def test_elsewhere_nothing_ends_that_end_would_end_unasked() -> None:
    evening = Evening().lay(board())
    evening.state = replace(evening.state, phase=Over())
    evening.effects.clear()
    evening.press(Button.POWER)
    assert evening.message == named_text("the-device-cant-be-switched")
    assert isinstance(evening.state.phase, Over)
    assert evening.effects == []
