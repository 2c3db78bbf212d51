"""What lies there when the clock stops: a word, none, a fault, a doubt, or nothing to be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, take
from party_nights import EAT, EMPTY, NEXT, OK, A, B, PartyNight
from standins import board

from device.session.inputs import CameraFound, CameraLost, Tick
from device.session.setup import Extras
from device.session.step import step
from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Passed
from engine.squares import Square
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button, Press
from vision.reading import Refusal

UNDO, PAUSE = Button.UNDO, Button.PAUSE
INSTEAD = ["Pass", "Stopped too early", "Pressed by mistake"]
BY_HAND = "Enter the word by hand …"


def running(letter: str = "E", *, night: PartyNight | None = None) -> PartyNight:
    """Ann rolled this letter, and Ben has started her clock."""
    night = (night or PartyNight()).roll(letter)
    night.press(B)
    return night


@pytest.mark.rule("PAR-DIE-02", "PAR-DIE-03")
def test_a_word_without_the_rolled_letter_is_asked_about_in_one_press() -> None:
    night = running("S")
    night.laid(EAT).press(A)
    assert labels(night) == ["Look again", BY_HAND, *INSTEAD]
    events = night.events
    night.laid((7, 7, "across", "SEAT")).press(OK)
    assert night.events[: len(events)] == events
    assert night.where == "Counted"
    assert night.totals["Ann"] == 32


@pytest.mark.rule("PAR-DIE-04")
def test_a_joker_cannot_stand_for_the_rolled_letter() -> None:
    night = running("E")
    night.put(CameraLost("unplugged", night.now))
    night.press(A)
    take(night, BY_HAND, "Row 8", "H8", "Across")
    take(night, "E", "A", "T", "A blank …", "E", "Done")
    assert "A joker can't stand for E" in night.told
    assert night.where == "Asking"


@pytest.mark.rule("PAR-CLK-11")
def test_what_is_no_word_can_be_a_stop_too_early() -> None:
    night = running("S")
    night.wait(12).laid(EAT).press(A)
    take(night, "Stopped too early")
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.where == "Running"
    night.wait(10).laid((7, 7, "across", "SEAT")).press(A)
    assert night.last == ClockStopped("Ann", Zone.X2)
    assert night.totals["Ann"] == 16
    assert night.state.game.state.owes == {"Ann": 1}


def test_what_is_no_word_can_be_a_pass_or_a_mistake() -> None:
    night = running("S")
    night.wait(44).laid(EAT).press(A)
    take(night, "Pressed by mistake")
    assert (night.where, night.told) == ("Ready", "Ben: start the clock again.")
    night.press(B, A)
    take(night, "Pass")
    assert night.last == Passed("Ann", Zone.MINUS_1)
    assert night.told == ("Ann passes: -1. Take the letters up again. Ben: roll the letter die.")


def test_a_question_that_is_left_lets_the_clock_run_on() -> None:
    for button in (UNDO, PAUSE, Button.END):
        night = running("S")
        night.laid(EAT).press(A, button)
        assert night.where == "Running"
        assert night.told.startswith("The clock runs on.")


def test_a_doubtful_tile_is_asked_and_counts_in_the_zone_of_the_stop() -> None:
    night = running()
    night.wait(12)
    night.lay(board(EAT), {(7, 9): {"T": 0.6, "I": 0.39}}).press(A)
    assert night.asked == "What lies on {square}?"
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
    assert night.told == "Looking at the board …"
    night.wait(8)
    assert labels(night) == ["Look again", BY_HAND, *INSTEAD]
    night.lay(board(EAT))
    take(night, "Look again")
    assert night.where == "Counted"


def test_a_camera_that_comes_back_sees_what_was_laid() -> None:
    night = running()
    night.put(CameraLost("unplugged", night.now))
    night.press(A)
    assert night.where == "Asking"
    night.put(CameraFound(night.now))
    night.laid(EAT)
    take(night, "Pressed by mistake")
    night.press(B, A)
    assert night.totals["Ann"] == 24


def test_a_table_without_a_camera_plays_a_turn() -> None:
    night = PartyNight(camera=False).roll("E")
    night.press(B)
    night.wait(12).press(A)
    assert night.asked == "{side}: does your word lie there?"
    take(night, BY_HAND, "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert (night.where, night.totals["Ann"]) == ("Counted", 18)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.wait(61)
    assert labels(night) == [BY_HAND, "No word in time"]
    take(night, "No word in time")
    assert night.totals["Ben"] == -5


def test_a_word_that_the_camera_overlooks_is_entered_from_the_menu() -> None:
    night = running()
    night.wait(12).press(NEXT)
    take(night, BY_HAND)
    left = night.left
    night.wait(20)
    take(night, "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert night.left == left
    assert isinstance(night.last, ClockStopped)
    assert night.where == "Counted"


def test_a_word_that_the_camera_overlooks_at_the_stop_is_entered_at_once() -> None:
    night = running()
    night.wait(12).press(A)
    take(night, BY_HAND, "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.totals["Ann"] == 18
    assert night.state.game.state.owes == {}


def test_a_stop_that_was_judged_too_early_is_undone_and_entered() -> None:
    night = running()
    night.wait(12).press(A)
    take(night, "Stopped too early")
    night.press(UNDO, NEXT)
    take(night, BY_HAND, "Row 8", "H8", "Across", "E", "A", "T", "Done")
    assert night.last == ClockStopped("Ann", Zone.X3)
    assert night.state.game.state.owes == {}


@pytest.mark.rule("PAR-CLK-12")
def test_half_a_word_at_the_ding_goes_back() -> None:
    night = running("S")
    night.laid(EAT)
    night.wait(62)
    assert labels(night) == ["Look again", BY_HAND, "No word in time"]
    take(night, "No word in time")
    assert night.last == Dinged()
    assert night.told == (
        "Ann laid no word in time: -5. Take the letters up again. Ben: roll the letter die."
    )
    night.roll("E")
    night.press(A, B)
    assert night.asked.startswith("The letters that were not counted")
    assert labels(night) == ["Look again", *INSTEAD, "Yes, count them"]
    night.laid((7, 7, "across", "TEA"))
    if night.where == "Asking":
        take(night, "Look again")
    assert night.where == "Counted"
    assert night.totals == {"Ann": -5, "Ben": 24}


def test_tiles_of_earlier_words_that_are_gone_are_put_back() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(B)
    night.comes_up("S")
    night.press(A)
    night.lay(EMPTY).press(B)
    assert night.asked == "Tiles of an earlier play are gone: put them back, please."
    night.laid(EAT, (8, 8, "down", "S"))
    take(night, "Look again")
    assert night.where == "Counted"


def test_two_words_at_once_are_asked_about() -> None:
    night = running()
    night.laid(EAT, (8, 9, "down", "EA"), (9, 8, "across", "ND")).press(A)
    assert night.asked.startswith("More than one play lies there")
    night.laid(EAT)
    take(night, "Look again")
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
    take(night, "Look again")
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
    assert night.told.endswith("Ben or OK goes on.")


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
        take(night, "Look again")
    assert night.last == ClockStopped("Ann", Zone.X4)
