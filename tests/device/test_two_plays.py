"""Two plays first seen together: how they may have been laid, and what the table does about it."""

from __future__ import annotations

import pytest
from answering import in_english, labels, question_of, take
from standins import CLASSIC, Evening, board
from topword_evenings import ANN, BEN, rows, topword

from device.session.turn.questions import two_plays
from device.simulator.named_texts import named_text
from engine.events import Played
from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel.port import Button

QUIZ = (7, 6, "across", "QUIZ")
OZONE = (6, 9, "down", "OZONE")
EIGHT = (10, 9, "across", "EIGHT")
BY_HAND, LOOK_AGAIN = named_text("enter-play"), named_text("look-again")


def asked(evening: Evening) -> str:
    return in_english(question_of(evening).text)


def new(before: tuple[str, ...], after: tuple[str, ...]) -> dict[Square, Tile]:
    old, now = Position.from_rows(before), Position.from_rows(after)
    return {s: tile for s, tile in now.tiles.items() if s not in old.tiles}


def test_two_words_that_touch_have_one_order() -> None:
    before, after = board(QUIZ), board(QUIZ, OZONE, EIGHT)
    ways = two_plays(Position.from_rows(before), new(before, after), CLASSIC)
    pairs = {(way.first.words[0].text, way.second.words[0].text) for way in ways}
    # The E where they cross may be of either; EIGHT alone would hang together with nothing.
    assert pairs == {("OZONE", "EIGHT"), ("OZON", "EIGHT")}


def test_two_words_apart_may_have_come_in_either_order() -> None:
    before = board(QUIZ)
    after = board(QUIZ, (8, 6, "down", "UAY"), (6, 9, "down", "O"), (8, 9, "down", "O"))
    ways = two_plays(Position.from_rows(before), new(before, after), CLASSIC)
    assert len(ways) == 2


def test_what_no_two_plays_can_be_is_none() -> None:
    before = board(QUIZ)
    assert two_plays(Position.from_rows(before), {Square(0, 0): "A"}, CLASSIC) == ()
    loose = {Square(0, 0): "A", Square(14, 14): "B", Square(3, 9): "C"}
    assert two_plays(Position.from_rows(before), loose, CLASSIC) == ()


def test_players_are_asked_which_came_first_and_both_count() -> None:
    evening = Evening().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    evening.lay(board(QUIZ, OZONE, EIGHT)).press(Button.SIDE_1)
    assert "Which came first" in evening.asked
    evening.press(Button.OK)
    assert [type(event) for event in evening.events] == [Played] * 3
    assert [event.by for event in evening.events if isinstance(event, Played)] == [
        "Ann",
        "Ben",
        "Ann",
    ]
    assert evening.state.side == "Ben"
    evening.lay(board(QUIZ, OZONE, EIGHT)).press(Button.SIDE_2)
    assert "no new tile" in evening.asked


@pytest.mark.rule("CLA-PLA-02")
def test_more_than_two_plays_are_entered_by_hand_one_after_the_other() -> None:
    evening = Evening().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    third = (11, 13, "down", "EA")
    there = board(QUIZ, OZONE, EIGHT, third, (12, 11, "across", "ABA"))
    evening.lay(there).press(Button.SIDE_2)
    assert asked(evening) == "12 new tiles are more than one play: a rack holds 7."
    assert labels(evening) == [LOOK_AGAIN, BY_HAND]
    take(evening, BY_HAND, "Row 7", "J7", "Down", *"OONE", "Done")
    assert evening.totals == {"Ann": 44, "Ben": 16}
    assert evening.state.side == "Ann"


@pytest.mark.rule("TOP-PLA-04")
def test_topwords_several_plays_are_entered_by_hand_too() -> None:
    evening = topword().lay(rows("SAC")).press(ANN)
    there = rows("SEC", (4, 6, "down", "CLOU"), (7, 6, "across", "UNE"))
    evening.lay(there).press(BEN)
    assert asked(evening).startswith("There’s more than one play: F5, G6, G7, G8")
    take(evening, BY_HAND, "Row 5", "E5", "Across", named_text("nothing-on-this-one"), "E", "Done")
    assert evening.totals == {"Ann": 6, "Ben": 4}
    take(evening.lay(there).press(ANN), "CLOU at G5, then UNE at 8G")
    assert evening.totals == {"Ann": 14, "Ben": 10}


@pytest.mark.rule("TOP-PLA-04")
def test_of_two_that_explain_topwords_plays_equally_well_the_simpler_is_asked_about() -> None:
    evening = topword().lay(rows("SAC")).press(ANN)
    evening.lay(rows("BEC", (4, 6, "down", "COL"), (6, 6, "across", "LIT"))).press(BEN)
    # Taking SAC back and laying its C again would look the same.
    assert asked(evening) == "There’s more than one play: E5, F5, G6, G7 and 2 more."
    assert labels(evening) == [LOOK_AGAIN, BY_HAND]
    take(evening, BY_HAND)
    assert "which row" in asked(evening)


def test_neither_order_of_two_plays_may_be_right() -> None:
    evening = Evening().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    evening.lay(board(QUIZ, OZONE, EIGHT)).press(Button.SIDE_1)
    take(evening, BY_HAND)
    assert "which row" in asked(evening)
