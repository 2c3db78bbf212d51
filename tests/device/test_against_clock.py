"""Who starts and stops the clock, and in which zone; pauses, questions and undo meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, point_at, take
from party_nights import EAT, EMPTY, NEXT, OK, A, B, PartyNight

from device.language.numbers import plain
from device.session.care.device import lamps_at
from device.session.core.effects import LookNow, PlayTone
from device.session.core.inputs import CameraLost, NothingMoves, Tick
from device.session.core.state import LOOK_FOR, READ_FOR, Stopping
from device.session.step import step
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace, Zone
from engine.events import (
    Adjusted,
    ClockStarted,
    ClockStopped,
    Dinged,
    Offence,
    Passed,
    Penalised,
)
from hardware.panel.port import Button, Lamp, Press, Tone

UNDO, PAUSE, CHALLENGE, END = Button.UNDO, Button.PAUSE, Button.CHALLENGE, Button.END


def running(night: PartyNight | None = None) -> PartyNight:
    """Ann has rolled E, and Ben has started her clock."""
    night = (night or PartyNight()).roll("E")
    night.press(B)
    assert night.where == "Running"
    return night


@pytest.mark.rule("PAR-CLK-08")
def test_the_others_start_the_clock() -> None:
    night = PartyNight().roll("E")
    for button in (A, OK):
        night.press(button)
        assert night.where == "Ready"
        assert night.message == named_text("find-letter-then-start", others="Ben", letter="E")
    night.press(B)
    assert night.last == ClockStarted("Ben")
    assert night.message == "Clock running. Ann: lay your word, then press your button."
    night.press(B)
    assert night.message == named_text("stops-the-clock", side="Ann")


@pytest.mark.rule("PAR-CLK-09", "PAR-CLK-01", "PAR-CLK-02", "PAR-CLK-03", "PAR-CLK-04")
@pytest.mark.rule("PAR-CLK-05", "PAR-CLK-06")
@pytest.mark.parametrize(
    ("seconds", "zone", "points"),
    [
        (3, Zone.X4, 24),
        (13, Zone.X3, 18),
        (23, Zone.X2, 12),
        (33, Zone.X1, 6),
        (43, Zone.MINUS_1, 5),
        (53, Zone.MINUS_5, 1),
    ],
)
def test_the_word_counts_in_the_zone_of_the_press(seconds: float, zone: Zone, points: int) -> None:
    night = running()
    night.wait(seconds).laid(EAT).press(A)
    assert night.last == ClockStopped("Ann", zone)
    assert night.totals["Ann"] == points
    counted = named_text("play-counts", side="Ann", word="EAT", points=f"{points:+}")
    assert night.message == f"{counted} {named_text('or-ok-goes-on', others='Ben')}"


@pytest.mark.rule("PAR-CLK-08")
def test_the_lamp_of_those_who_start_the_clock_blinks_until_they_have() -> None:
    night = PartyNight().roll("E")
    assert lamps_at(night.state, night.now - 2.9)[1] == set(), "the die still tumbles"
    lit, blinking = lamps_at(night.state, night.now)
    assert (Lamp.SIDE_1 in lit, blinking) == (True, {Lamp.SIDE_2})
    night.press(B)
    lit, blinking = lamps_at(night.state, night.now)
    assert (Lamp.SIDE_1 in lit, blinking) == (True, set())


def test_the_picture_may_come_later_than_the_zone() -> None:
    night = running()
    night.wait(8)
    pressed = night.now + 0.5
    night.state, effects = step(night.state, Press(A, pressed))
    assert LookNow() in effects
    assert night.where == "Stopping"
    night.now += 5.0
    night.laid(EAT)
    night.put(NothingMoves(night.now + 1.0))
    assert night.last == ClockStopped("Ann", Zone.X4)


@pytest.mark.parametrize(
    ("reads", "doubts", "waits"),
    [(False, False, LOOK_FOR), (True, False, READ_FOR), (False, True, READ_FOR)],
)
def test_a_slow_machine_is_given_its_time_to_read_what_lies_still(
    reads: bool, doubts: bool, waits: float
) -> None:
    night = running()
    night.now += 5.0
    night.state, _ = step(night.state, Press(A, night.now))
    frames = replace(night.state.frames, doubted=doubts)
    if reads:
        frames = replace(frames, settled_at=night.now)
    night.state = replace(night.state, frames=frames)
    night.state, _ = step(night.state, Tick(night.now))
    night.state, _ = step(night.state, Tick(night.now + waits - 0.1))
    assert night.where == "Stopping"
    night.state, _ = step(night.state, Tick(night.now + waits + 0.1))
    assert night.where == "Asking"


@pytest.mark.rule("PAR-CLK-07")
def test_the_clock_is_wound_up_for_every_turn() -> None:
    night = PartyNight().turn("E", EAT, seconds=30)
    assert night.left == 28
    night.press(B)
    night.comes_up("S")
    assert night.left == 60


@pytest.mark.rule("PAR-CHN-06", "PAR-CHN-07")
@pytest.mark.parametrize(
    ("face", "left"), [(ChanceFace.ADVERSARY_X1, 30), (ChanceFace.ADVERSARY_X2, 40)]
)
def test_the_adversarys_clock_is_kept_over_a_turn_that_is_lost(
    face: ChanceFace, left: float
) -> None:
    night = running()
    night.press(CHALLENGE)
    take(night, named_text("yes-too-early"))  # Ben's next turn is lost
    night.press(B)
    night.wait(2).laid((7, 3, "across", "LEAVE")).press(A)
    assert night.message.endswith(named_text("roll-the-chance-die", side="Ann"))
    night.roll(face)
    assert "Ben: clock from ×" in night.message
    night.press(B)
    night.comes_up("S")
    assert (night.state.side, night.left) == ("Ann", 60)
    night.press(B)
    night.press(NEXT)
    take(night, "Pass")
    night.roll("S")
    assert (night.state.side, night.left) == ("Ben", left)


# Too early


def test_challenge_says_what_to_do_while_it_is_asked_whether_it_was_too_early() -> None:
    night = running()
    night.press(CHALLENGE, CHALLENGE)
    assert labels(night) == [named_text("no-the-clock-runs-on"), named_text("yes-too-early")]
    assert night.message == "Please answer first: choose with the arrows, then OK."


@pytest.mark.rule("PAR-CLK-10")
def test_an_early_start_that_is_called_gives_a_full_clock_and_the_turn_goes_on() -> None:
    night = running()
    night.wait(4).press(CHALLENGE)
    assert labels(night) == [named_text("no-the-clock-runs-on"), named_text("yes-too-early")]
    night.wait(2)
    take(night, named_text("yes-too-early"))
    assert night.last == Penalised("Ann", "Ben", Offence.EARLY_START)
    assert (night.where, night.left) == ("Ready", 60)
    assert night.message == (
        "Ben started too early and misses a turn. The clock is reset. Ben: "
        "find the E, then start the clock."
    )
    night.press(B)
    night.wait(1).press(CHALLENGE)  # and once more
    take(night, named_text("no-the-clock-runs-on"))
    assert night.where == "Running"
    night.laid(EAT).press(A)
    night.press(B)
    assert night.state.side == "Ann"


def test_undone_the_call_leaves_the_clock_as_it_was() -> None:
    night = running()
    night.wait(4).press(CHALLENGE, NEXT, OK)
    left = 60 - 4 - 3
    night.press(UNDO)
    assert (night.where, night.left) == ("Ready", left)
    assert night.message == " ".join(
        (
            named_text("taken-back", what="the penalty call"),
            named_text("start-the-clock-again", others="Ben"),
        )
    )


def test_the_call_can_be_left_unanswered_by_stopping_the_clock() -> None:
    night = running()
    night.wait(4).laid(EAT).press(CHALLENGE, A)
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CLK-11", "PAR-EXC-01")
def test_a_stop_with_nothing_new_asks_whether_it_is_a_pass_and_the_clock_stands_ten_seconds() -> (
    None
):
    night = running()
    night.wait(22).press(A)
    assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"
    assert labels(night)[:3] == [
        named_text("was-pressed-by-mistake"),
        named_text("answer-pass-ends-turn"),
        named_text("was-stopped-too-early"),
    ]
    left = night.left
    night.wait(10)
    assert night.left == left
    night.wait(12)
    assert left - 12.5 <= night.left <= left - 11.5
    assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"
    take(night, named_text("answer-pass-ends-turn"))
    assert night.last == Passed("Ann", Zone.X2)
    assert night.state.game.state.owes == {}
    assert night.message == "Ann passes. Ben: roll the letter die."


@pytest.mark.rule("PAR-EXC-02")
def test_a_pass_by_the_button_costs_what_the_zone_of_the_press_costs() -> None:
    night = running()
    night.wait(38).press(A).wait(30)
    take(night, named_text("answer-pass-ends-turn"))
    assert night.totals["Ann"] == 0
    night = running()
    night.wait(42).press(A)
    take(night, named_text("answer-pass-ends-turn-worth", points="−1"))
    assert night.totals["Ann"] == -1


@pytest.mark.rule("PAR-CLK-11")
def test_a_stop_too_early_costs_a_turn_and_the_clock_runs_on() -> None:
    night = running()
    night.wait(22).press(A)
    left = night.left
    night.wait(9)
    take(night, named_text("was-stopped-too-early"))
    assert night.recorded[-1] == ClockStopped("Ann", Zone.X2)
    assert PlayTone(Tone.WHISTLE) in night.effects
    assert (night.where, night.left) == ("Running", left)
    assert night.message == (
        " ".join(
            (
                named_text("stopped-too-early", side="Ann"),
                named_text("lay-your-word-then-press", side="Ann"),
            )
        )
    )
    night.wait(10).laid(EAT).press(A)
    assert night.last == ClockStopped("Ann", Zone.X1)
    assert night.totals["Ann"] == 6
    night.press(B)
    night.comes_up("S")
    night.press(A, NEXT)
    take(night, "Pass")
    assert night.message == "Ben passes. Ann misses this turn. Ben: roll the letter die."


@pytest.mark.rule("PAR-CLK-11", "PAR-CLK-12")
def test_after_a_stop_too_early_the_clock_can_run_out() -> None:
    night = running()
    night.wait(22).press(A)
    take(night, named_text("was-stopped-too-early"))
    night.wait(40)
    assert night.last == Dinged()
    assert (night.totals["Ann"], night.state.game.state.owes) == (-5, {"Ann": 1})


def test_a_stop_too_early_is_undone() -> None:
    night = running()
    night.wait(42).press(A)
    left = night.left
    take(night, named_text("was-stopped-too-early"))
    night.wait(5).press(UNDO)
    assert (night.where, night.left, night.state.game.state.owes) == ("Ready", left, {})


@pytest.mark.rule("PAR-EXC-01", "PAR-EXC-02")
def test_opening_the_menu_to_pass_costs_no_zone() -> None:
    night = running()
    night.wait(38).press(NEXT)
    night.wait(5)
    assert night.left < 20  # the zone of -1 has begun
    take(night, "Pass")
    assert night.last == Passed("Ann", Zone.X1)
    assert night.totals["Ann"] == 0


# The ding


@pytest.mark.rule("PAR-CLK-12")
def test_the_ding_without_a_word_costs_five() -> None:
    night = running()
    night.wait(61)
    night.put(Tick(night.now + 1))
    assert PlayTone(Tone.DING) in night.effects
    assert night.last == Dinged()
    assert night.totals["Ann"] == -5
    assert night.message == " ".join(
        (
            named_text("laid-no-word-worth", side="Ann", points="−5"),
            named_text("roll-the-letter-die", side="Ben"),
        )
    )


@pytest.mark.rule("PAR-CLK-12")
def test_the_ding_with_a_word_counts_it_in_the_last_zone() -> None:
    night = running()
    night.laid(EAT)
    night.wait(61)
    assert night.totals["Ann"] == 1
    assert night.where == "Counted"
    night.press(UNDO)
    assert (night.where, night.left) == ("Ready", 10)
    left = named_text("left-on-the-clock-starts", side="Ann", left="0:10", others="Ben")
    assert night.message == " ".join((named_text("taken-back", what="EAT counts no longer"), left))
    night.press(B)
    night.wait(11)
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CLK-06", "PAR-CLK-12")
@pytest.mark.parametrize(("zone", "left"), [(15, "0:10"), (4, "0:04")])
def test_undo_of_a_time_out_gives_seconds_to_play_in_and_no_better_zone(
    zone: int, left: str
) -> None:
    night = running(PartyNight(options={"clock_seconds": [zone] * 6}))
    night.wait(6 * zone + 1)
    assert night.last == Dinged()
    night.press(UNDO)
    assert night.where == "Ready"
    said = named_text("left-on-the-clock-starts", side="Ann", left=left, others="Ben")
    assert night.message == f"Undone: the time-out. {said}"
    night.laid(EAT).press(B)
    night.wait(1).press(A)
    assert night.last == ClockStopped("Ann", Zone.MINUS_5)


@pytest.mark.parametrize("early", [0.0, 0.001, 0.4])
def test_a_press_that_comes_in_after_the_ding_counts_from_when_it_was_pressed(
    early: float,
) -> None:
    night = running()
    started = night.now
    night.state, _ = step(night.state, Tick(started + 60.05))
    assert night.message == named_text("time-is-up", side="Ann")
    for button in (B, A):
        night.state, _ = step(night.state, Press(button, started + 60 - early))
    assert isinstance(night.state.phase, Stopping)
    assert night.state.phase.dinged is (early == 0)
    assert night.state.phase.zone is Zone.MINUS_5


def test_a_press_in_the_very_moment_of_the_ding_is_too_late() -> None:
    night = running()
    night.now += 59.0
    night.state, effects = step(night.state, Press(A, night.now + 1.0))
    assert isinstance(night.state.phase, Stopping)
    assert night.state.phase.dinged
    assert PlayTone(Tone.DING) in effects


@pytest.mark.parametrize("what", ["menu", "call", "end"])
def test_the_ding_comes_while_something_is_asked(what: str) -> None:
    night = running()
    night.wait(55)
    night.press({"menu": NEXT, "call": CHALLENGE, "end": END}[what])
    assert night.where == "Asking"
    night.wait(10)
    assert night.totals["Ann"] == -5
    assert night.state.side == "Ben"


# What stops it, and how it goes on


def test_a_pause_stops_it_and_the_others_start_it_again() -> None:
    night = running()
    night.wait(7).press(PAUSE)
    night.wait(500)
    assert (night.where, night.left) == ("Paused", 52)
    night.press(OK)
    assert night.message == " ".join(
        (named_text("game-goes-on"), named_text("start-the-clock-again", others="Ben"))
    )
    night.press(B)
    left = night.left
    night.wait(3)
    assert 50 < left < 52 + 1
    assert night.left == left - 3
    assert [type(e).__name__ for e in night.events] == ["Rolled", "ClockStarted"]


@pytest.mark.parametrize("dinged", [False, True])
def test_a_pause_while_the_table_is_looked_at(dinged: bool) -> None:
    night = running()
    night.now += 60 if dinged else 5
    night.state, _ = step(night.state, Tick(night.now) if dinged else Press(A, night.now))
    assert night.where == "Stopping"
    night.state, _ = step(night.state, Press(PAUSE, night.now + 0.1))
    assert night.where == "Paused"
    night.press(OK)
    assert (night.where, night.left) == ("Ready", 0 if dinged else 55)


def test_undo_while_the_table_is_looked_at_lets_it_run_on() -> None:
    night = running()
    night.now += 5
    night.state, _ = step(night.state, Press(A, night.now))
    night.now += 2
    night.state, _ = step(night.state, Press(UNDO, night.now))
    assert night.message == " ".join(
        (named_text("the-clock-runs-on"), named_text("lay-your-word-then-press", side="Ann"))
    )
    assert (night.where, night.left) == ("Running", 53)


def test_points_by_hand_stop_the_clock_and_it_is_reported_how_it_goes_on() -> None:
    night = running()
    night.wait(5).press(NEXT)
    take(night, named_text("change-points"))
    left = night.left
    take(night, "Ann", named_text("add-points"), "5", "Done", named_text("own-rule"))
    assert night.last == Adjusted("Ann", 5, "own rule")
    assert (night.where, night.left) == ("Ready", left)
    assert night.message == "Ann: +5, house rule. Ben: start the clock again."
    night.press(B)
    night.wait(10).press(UNDO)
    assert night.totals["Ann"] == 0
    assert night.state.clocks.turn is not None


def test_leaving_a_menu_lets_the_clock_run_and_leaving_its_questions_says_that_it_stands() -> None:
    night = running()
    night.press(NEXT)
    take(night, named_text("back-to-the-game"))
    assert night.where == "Running"
    night.press(NEXT)
    take(night, named_text("change-points"), named_text("dont-enter-a-play"))
    assert night.where == "Ready"
    assert night.message == named_text("start-the-clock-again", others="Ben")


def test_pointing_at_a_tile_stops_the_clock() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.wait(5).press(NEXT)
    take(night, named_text("correct-a-tile"))
    left = night.left
    night.wait(5)
    assert (night.where, night.left) == ("Pointing", left)
    point_at(night, "H8")
    take(night, "B")
    assert "no longer work" not in night.message
    assert named_text("was-rolled", letter="E") in night.message  # BAT has no E
    assert (night.where, night.left) == ("Ready", left)


def test_undo_of_a_start_winds_the_clock_up_again() -> None:
    night = running()
    night.wait(20).press(UNDO)
    assert (night.where, night.left) == ("Ready", 60)
    assert night.message == " ".join(
        (
            named_text("taken-back", what="the start of the clock"),
            named_text("find-letter-then-start", others="Ben", letter="E"),
        )
    )


def test_undo_of_a_word_goes_on_from_where_the_clock_stood() -> None:
    night = running()
    night.wait(15).laid(EAT).press(A)
    left = night.left
    night.press(UNDO)
    assert (night.where, night.left) == ("Ready", left)
    night.wait(100).press(B)
    assert left - 2 < night.left <= left
    night.press(A)
    assert night.last == ClockStopped("Ann", Zone.X3)


def test_undo_of_a_pass_gives_the_clock_back() -> None:
    night = running()
    take(night.wait(25).press(NEXT), "Pass")
    assert night.last == Passed("Ann", Zone.X2)
    night.press(UNDO)
    assert (night.where, night.left) == ("Ready", 32)


@pytest.mark.rule("PAR-EXC-01", "PAR-EXC-02")
@pytest.mark.parametrize(("seconds", "cost"), [(2, 0), (35, 0), (44, -1), (54, -5)])
def test_a_pass_costs_what_its_zone_costs(seconds: float, cost: int) -> None:
    night = running()
    take(night.wait(seconds).press(NEXT), "Pass")
    assert isinstance(night.last, Passed)
    assert night.totals["Ann"] == cost
    end = f"Ann passes: {plain(cost)}." if cost else "Ann passes."
    assert night.message == f"{end} Ben: roll the letter die."


def test_letters_left_lying_by_a_pass_are_taken_up() -> None:
    night = running()
    take(night.laid((7, 7, "across", "EA")).press(NEXT), "Pass")
    assert named_text("take-the-letters-up-again") in night.message
    night.roll("A")
    night.press(A)
    night.wait(3).press(B)
    assert night.asked == (named_text("not-counted-there-still"))
    night.lay(EMPTY)
    take(night, named_text("look-again"))
    assert labels(night)[0] == named_text("was-pressed-by-mistake")


def test_a_camera_that_is_lost_while_it_runs_is_asked_by_hand() -> None:
    night = running()
    night.put(CameraLost("unplugged", night.now))
    night.wait(12).press(A)
    assert night.asked == "{side}: is your word on the board?"
    assert labels(night) == [
        named_text("enter-word"),
        named_text("was-pressed-by-mistake"),
        named_text("answer-pass-ends-turn"),
        named_text("was-stopped-too-early"),
    ]
    take(night, named_text("enter-word"), "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.totals["Ann"] == 18


def test_a_camera_that_is_lost_while_the_table_is_looked_at_is_asked_at_once() -> None:
    night = running()
    night.now += 5
    pressed = night.now
    night.state, _ = step(night.state, Press(A, night.now))
    night.put(CameraLost("unplugged", night.now))
    night.wait(1)
    assert night.where == "Asking"
    night.press(UNDO)
    assert (night.where, night.left) == ("Running", 55 - (night.now - pressed))
    assert night.message.startswith(named_text("the-clock-runs-on"))


def test_the_game_can_end_while_the_clock_runs() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.wait(3).press(END)
    take(night, named_text("end-the-game"))
    assert night.where == "Over"
    assert night.message == named_text("the-game-is-over-won", side="Ann")
    assert night.totals == {"Ann": 24, "Ben": 0}
    night.press(UNDO)
    assert night.where == "Ready"
