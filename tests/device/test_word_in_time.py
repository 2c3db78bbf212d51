"""What lies there when the clock stops: a word, none, a fault, a doubt, or nothing to be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, take
from party_nights import EAT, NEXT, OK, A, B, PartyNight
from standins import board

from device.session.core.inputs import CameraFound, CameraLost, Tick
from device.session.core.setup import Extras
from device.session.core.state import Running
from device.session.step import step
from device.simulator.named_texts import named_text
from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Passed
from engine.squares import Square
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button, Press
from vision.reading import Refusal

UNDO, PAUSE = Button.UNDO, Button.PAUSE
MISTAKE = named_text("was-pressed-by-mistake")
INSTEAD = [
    MISTAKE,
    named_text("answer-pass-ends-turn"),
    named_text("was-stopped-too-early"),
]
BY_HAND = named_text("enter-word")


def slow() -> PartyNight:
    """The same, with a minute to each zone: arrows take their time."""
    return running(night=PartyNight(options={"clock_seconds": [60] * 6}))


def running(letter: str = "E", *, night: PartyNight | None = None) -> PartyNight:
    """Ann rolled this letter, and Ben has started her clock."""
    night = (night or PartyNight()).roll(letter)
    night.press(B)
    return night


@pytest.mark.rule("PAR-DIE-02", "PAR-DIE-03")
def test_a_word_without_the_rolled_letter_is_asked_about_in_one_press() -> None:
    night = running("S")
    night.laid(EAT).press(A)
    assert labels(night) == [named_text("look-again"), BY_HAND, *INSTEAD]
    night.wait(9)
    events, left = night.events, night.left
    night.laid((7, 7, "across", "SEAT")).press(OK)
    # It came after the press, and the nine seconds of thinking are gone too.
    assert (night.events, night.where) == (events, "Running")
    assert night.message.startswith("That came after the press: the clock keeps running.")
    assert night.left < left - 9
    night.press(A)
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.totals["Ann"] == 24


@pytest.mark.rule("PAR-DIE-04")
def test_a_joker_cannot_stand_for_the_rolled_letter() -> None:
    night = running("E")
    night.put(CameraLost("unplugged", night.now))
    night.press(A)
    take(night, BY_HAND, "Row 8", "H8", "Across")
    take(night, "E", "A", "T", named_text("a-blank-more"), "E", "Done")
    assert "A blank can’t stand for E" in night.message
    assert night.where == "Asking"


@pytest.mark.rule("PAR-CLK-11")
def test_what_is_no_word_can_be_a_stop_too_early() -> None:
    night = running("S")
    night.wait(12).laid(EAT).press(A)
    take(night, named_text("was-stopped-too-early"))
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.where == "Running"
    night.wait(10).laid((7, 7, "across", "SEAT")).press(A)
    assert night.last == ClockStopped("Ann", Zone.X2)
    assert night.totals["Ann"] == 16
    assert night.state.game.state.owes == {"Ann": 1}


def test_a_word_that_may_not_be_played_can_be_a_pass_and_undo_buys_no_time() -> None:
    night = running("S")
    night.wait(36).laid(EAT)
    left = night.left
    night.press(A).wait(3).press(UNDO)
    assert night.where == "Running"
    assert night.left < left - 3
    night.press(A)
    take(night, named_text("answer-pass-ends-turn-worth", points="−1"))
    assert night.last == Passed("Ann", Zone.MINUS_1)
    assert night.message == ("Ann passes: −1. Pick up the letters again. Ben: roll the letter die.")


def test_looking_again_does_not_stop_a_clock_that_has_run_on() -> None:
    night = running(night=PartyNight(options={"clock_seconds": [60] * 6}))
    night.laid().press(A).wait(12)
    for _ in range(3):
        left = night.left
        take(night, named_text("look-again"))
        assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"
        assert night.wait(5).left < left - 4


def test_a_question_that_is_left_lets_the_clock_run_on() -> None:
    for button in (UNDO, PAUSE, Button.END):
        night = running("S")
        night.laid(EAT).press(A, button)
        assert night.where == "Running"
        assert night.message.startswith(named_text("the-clock-runs-on"))


def test_a_doubtful_tile_is_asked_and_counts_in_the_zone_of_the_stop() -> None:
    night = running()
    night.wait(12)
    night.lay(board(EAT), {(7, 9): {"T": 0.6, "I": 0.39}}).press(A)
    assert night.asked == "What’s on {square}?"
    night.wait(30)
    take(night, "T")
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.totals["Ann"] == 18


def test_a_doubt_that_a_new_picture_settles_asks_no_more() -> None:
    night = running()
    night.lay(board(EAT), {(7, 9): {"T": 0.6, "I": 0.39}}).press(A)
    assert night.where == "Asking"
    night.laid((7, 7, "across", "EAR"))
    assert night.where == "Counted"


def test_a_board_that_cannot_be_read_is_asked_about_after_a_while() -> None:
    night = running()
    night.lay(Refusal.COVERED).press(A)
    assert night.where == "Stopping"
    night.press(B)
    assert night.message == named_text("looking-at-the-board")
    night.wait(8)
    assert labels(night) == [named_text("look-again"), BY_HAND, *INSTEAD]
    night.lay(board(EAT))
    take(night, named_text("look-again"))
    assert night.where == "Counted"


def test_a_camera_that_comes_back_sees_what_was_laid() -> None:
    night = running()
    night.put(CameraLost("unplugged", night.now))
    night.press(A)
    assert night.where == "Asking"
    night.put(CameraFound(night.now))
    night.laid(EAT)
    night.press(UNDO, A)
    assert night.totals["Ann"] == 24


def test_a_table_without_a_camera_plays_a_turn() -> None:
    night = PartyNight(camera=False).roll("E")
    night.press(B)
    night.wait(12).press(A)
    assert night.asked == "{side}: is your word on the board?"
    take(night, BY_HAND, "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert (night.where, night.totals["Ann"]) == ("Counted", 18)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.wait(61)
    assert labels(night) == [BY_HAND, named_text("no-word-in-time")]
    take(night, named_text("no-word-in-time"))
    assert night.totals["Ben"] == -5


ENTERED = (BY_HAND, "Row 8", "H8", "Across", "E", "A", "T", "Done")


@pytest.mark.rule("PAR-CLK-02", "PAR-CLK-11")
def test_a_word_that_is_not_seen_is_entered_from_the_menu_while_the_clock_runs() -> None:
    night = slow()
    night.wait(40).press(NEXT)
    take(night, BY_HAND)
    take(night, *ENTERED[1:])
    assert night.where == "Counted"
    assert night.last == ClockStopped("Ann", Zone.X3)  # not the x4 in which it was begun
    assert night.state.game.state.owes == {}


def test_a_word_that_is_seen_is_entered_while_the_clock_stands() -> None:
    night = running()
    night.wait(12).laid(EAT).press(NEXT)
    take(night, BY_HAND)
    left = night.left
    night.wait(60)
    take(night, *ENTERED[1:])
    assert night.left == left
    assert night.last == ClockStopped("Ann", Zone.X3)


LEFT: dict[str, tuple[str | Button, ...]] = {
    "Cancel": ("Cancel",),
    "in the middle": ("Row 8", "H8", "Across", "E", "Cancel"),
    "END": (Button.END,),
    "UNDO": (UNDO,),
}


@pytest.mark.parametrize("leave", LEFT.values(), ids=LEFT)
@pytest.mark.parametrize("camera", [True, False])
def test_an_entry_that_is_left_lets_the_clock_run_on_from_where_it_stood(
    leave: tuple[str | Button, ...], camera: bool
) -> None:
    night = running(night=PartyNight(camera=camera))
    if camera:
        night.laid(EAT)
    take(night.wait(12).press(NEXT), BY_HAND)
    left = night.left
    night.wait(30)
    for each in leave:
        night.press(each) if isinstance(each, Button) else take(night, each)
    looked = 1 if camera else 0  # at the table, which takes a second here
    assert night.left == left - looked, "it stood meanwhile"
    assert night.message.startswith("Clock running again from where it stood.")
    night.wait(3)
    assert night.left == left - looked - 3
    assert isinstance(night.state.where, Running)
    assert (night.asked != "") == (leave == (UNDO,)), "UNDO leads back to the menu"


def test_an_entry_in_which_the_clock_ran_on_says_so_when_it_is_left() -> None:
    night = running()
    take(night.wait(5).press(NEXT), BY_HAND)
    left = night.left
    take(night.wait(4), "Cancel")
    assert night.left <= left - 4
    assert night.message.startswith(named_text("the-clock-runs-on"))


@pytest.mark.rule("PAR-CLK-01", "PAR-CLK-11")
@pytest.mark.parametrize("answers", [(named_text("look-again"),), ENTERED], ids=["seen", "by hand"])
def test_after_an_empty_stop_no_answer_buys_time(answers: tuple[str, ...]) -> None:
    night = slow()
    night.wait(2).press(A)
    assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"
    night.wait(80)  # ten of them the clock stands
    night.laid(EAT)
    take(night, *answers)
    assert night.where == "Running"
    assert night.message.startswith(
        "Ann stopped the clock before the word was laid, and misses the next turn."
    )
    assert night.state.game.state.owes == {"Ann": 1}
    assert night.totals["Ann"] == 0
    night.press(A)
    assert night.last == ClockStopped("Ann", Zone.X3 if answers != ENTERED else Zone.X2)
    assert night.totals["Ann"] == (18 if answers != ENTERED else 12)


@pytest.mark.parametrize("pondered", [2, 30])
def test_the_clock_stands_as_at_the_press_while_a_word_is_entered_and_cancel_asks_again(
    pondered: int,
) -> None:
    night = slow()
    night.press(A)
    left = night.left
    take(night.wait(pondered), BY_HAND)
    night.wait(40)
    assert night.left == left
    take(night, "Row 8", "H8")
    assert night.left == left
    take(night, "Cancel")
    assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"
    assert labels(night)[:3] == INSTEAD
    night.wait(1)
    assert night.left <= left - 30 - pondered + 1  # no answer buys time
    take(night, MISTAKE)
    assert night.where == "Running"


@pytest.mark.rule("PAR-CLK-11")
@pytest.mark.parametrize("words", [(), ((7, 7, "across", "E"),)], ids=["nothing", "half a word"])
def test_a_press_by_mistake_costs_nothing_and_buys_no_time(
    words: tuple[tuple[int, int, str, str], ...],
) -> None:
    night = running()
    night.laid(*words).press(A)
    left = night.left
    take(night.wait(8), MISTAKE)
    assert night.where == "Running"
    assert night.message.startswith(named_text("the-clock-runs-on"))
    assert night.state.game.state.owes == {}
    assert night.left <= left - 8
    night.laid(EAT).press(A)
    assert isinstance(night.last, ClockStopped)
    assert night.totals["Ann"] > 0


@pytest.mark.rule("PAR-CLK-11")
def test_half_a_word_is_no_mistake_and_made_whole_it_came_too_early() -> None:
    night = running()
    night.laid((7, 7, "across", "E")).press(A)
    assert labels(night) == [named_text("look-again"), BY_HAND, *INSTEAD]
    night.laid(EAT)
    take(night, named_text("look-again"))
    assert night.where == "Running"
    assert night.state.game.state.owes == {"Ann": 1}


@pytest.mark.rule("PAR-CLK-11", "PAR-CLK-12")
@pytest.mark.parametrize(("words", "owes"), [((), {}), ((EAT,), {"Ann": 1})])
def test_the_clock_that_runs_on_behind_the_question_runs_out(
    words: tuple[tuple[int, int, str, str], ...], owes: dict[str, int]
) -> None:
    night = running()
    night.wait(42).press(A).wait(5)
    night.laid(*words)
    night.wait(40)
    assert night.state.game.state.owes == owes
    assert night.totals["Ann"] == (1 if words else -5)  # 6 in the zone of -5


@pytest.mark.rule("PAR-EXC-01", "PAR-EXC-02")
def test_a_pass_stays_in_the_zone_of_the_press_while_the_clock_runs_on() -> None:
    night = running()
    night.wait(36).press(A).wait(18)
    take(night, named_text("answer-pass-ends-turn"))
    assert night.last == Passed("Ann", Zone.X1)
    assert night.totals["Ann"] == 0


def test_a_word_under_an_arm_waits_for_the_answer_though_the_clock_has_run_out() -> None:
    night = running()
    night.put(CameraLost("unplugged", night.now))
    night.wait(38).press(A).wait(60)
    assert night.asked == "{side}: is your word on the board?"
    take(night, *ENTERED)
    assert night.last == ClockStopped("Ann", Zone.X1)
    assert night.totals["Ann"] == 6


@pytest.mark.rule("PAR-CLK-12")
def test_half_a_word_at_the_ding_goes_back() -> None:
    night = running("S")
    night.laid(EAT)
    night.wait(62)
    assert labels(night) == [named_text("look-again"), BY_HAND, named_text("no-word-in-time")]
    take(night, named_text("no-word-in-time"))
    assert night.last == Dinged()
    assert night.message == (
        " ".join(
            (
                named_text("laid-no-word-worth", side="Ann", points="−5"),
                named_text("take-the-letters-up-again"),
                named_text("roll-the-letter-die", side="Ben"),
            )
        )
    )
    night.roll("E")
    night.press(A, B)
    assert night.asked.startswith("The uncounted letters are still there. Are you playing them now")
    assert labels(night) == [
        named_text("look-again"),
        *INSTEAD[:-1],
        named_text("was-stopped-too-early"),
        named_text("yes-count-them"),
    ]
    night.laid((7, 7, "across", "TEA"))
    if night.where == "Asking":
        take(night, named_text("look-again"))
    assert night.where == "Counted"
    assert night.totals == {"Ann": -5, "Ben": 24}


def test_tiles_of_earlier_words_that_are_gone_are_put_back() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.lay(board((8, 8, "down", "S"))).press(B)
    assert night.asked == "Tiles from an earlier play are gone: please put them back."
    night.laid(EAT, (8, 8, "down", "S"))
    take(night, named_text("look-again"))
    assert night.where == "Counted"


def test_two_words_at_once_are_asked_about() -> None:
    night = running()
    night.laid(EAT, (8, 9, "down", "EA"), (9, 8, "across", "ND")).press(A)
    assert night.asked.startswith("There’s more than one play")
    night.laid(EAT)
    take(night, named_text("look-again"))
    assert night.where == "Counted"


def test_a_referee_lets_no_bad_word_count() -> None:
    night = PartyNight(words=shipped_lexicon("en"))
    night.state = replace(
        night.state, agreed=replace(night.state.agreed, extras=Extras(referee=True))
    )
    night = running(night=night)
    night.laid((7, 7, "across", "EAX")).press(A)
    assert night.asked == "Not in the word list: {words}."
    night.laid(EAT)
    take(night, named_text("look-again"))
    assert night.where == "Running"
    night.press(A)
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CHN-01")
def test_a_blank_is_named_after_the_word_counts_or_later() -> None:
    night = running()
    night.lay(board((7, 7, "across", "EAt"))).press(A)
    assert night.asked == "Which letter is the blank on {square}?"
    assert night.totals["Ann"] == 16
    night.press(B)
    assert night.state.side == "Ben"
    night = running()
    night.lay(board((7, 7, "across", "EAt"))).press(A)
    take(night, "T")
    assert night.state.game.state.position.tiles[Square(9, 7)] == "t"
    assert night.message.endswith(named_text("or-ok-goes-on", others="Ben"))


def test_the_table_that_comes_to_rest_late_is_still_looked_at() -> None:
    night = running()
    night.now += 3
    night.state, _ = step(night.state, Press(A, night.now))
    for _ in range(10):
        night.now += 0.5
        night.state, _ = step(night.state, Tick(night.now))
    assert night.where == "Stopping"
    night.laid(EAT)
    night.wait(8)
    if night.where == "Asking":
        take(night, named_text("look-again"))
    assert night.last == ClockStopped("Ann", Zone.X4)
