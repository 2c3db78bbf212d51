"""Two plays first seen together: how they may have been laid, and what the table does about it."""

from __future__ import annotations

from standins import CLASSIC, Evening, board

from device.session.turn.questions import two_plays
from engine.events import Played
from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel.port import Button

QUIZ = (7, 6, "across", "QUIZ")
OZONE = (6, 9, "down", "OZONE")
EIGHT = (10, 9, "across", "EIGHT")


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


def test_more_than_two_plays_are_refused_in_words() -> None:
    evening = Evening().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    third = (11, 13, "down", "EA")
    evening.lay(board(QUIZ, OZONE, EIGHT, third, (12, 11, "across", "ABA"))).press(Button.SIDE_2)
    assert "There’s more than one play" in evening.message
