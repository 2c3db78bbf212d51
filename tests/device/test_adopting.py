"""Beginning from tiles that lie there already: what they are, the points so far, who plays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lobby_presses import answer, shown
from standins import NHL, Evening, board

from device.session.core.effects import CloseGame, LookNow, OpenGame, Record
from device.session.core.state import Asking, Thinking
from device.session.lobby import beginning
from device.simulator.named_texts import named_text
from engine.events import BeginnerNamed, Played
from engine.game import Game
from engine.squares import Square
from engine.state import EntryKind
from hardware.panel.port import Button
from vision.reading import Refusal

QUIZ, OZONE, EIGHT = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"), (10, 9, "across", "EIGHT")
THREE = board(QUIZ, OZONE, EIGHT)
QUESTION = "There are tiles on the board. Continue from here?"
POINTS = "How many points does {side} have so far?"
AFTER_THREE = board(QUIZ, OZONE, EIGHT, (10, 13, "down", "TEA"))


def adopting_from(rows: tuple[str, ...] = THREE) -> Evening:
    evening = Evening().lay(rows)
    assert evening.asked == QUESTION
    return answer(evening, "Yes")


def points(evening: Evening, *labels: str) -> Evening:
    for label in labels:
        assert evening.asked == POINTS
        answer(evening, label)
    return evening


def finished(evening: Evening) -> Evening:
    """Ann has 234 points, Ben -7, and Ben is to play."""
    points(evening, "200 to", "230 to", "234")
    points(evening, named_text("less-than-nothing"), "0 to -99", "0 to -9", "-7")
    assert evening.asked == "Whose turn is it?"
    return evening.press(Button.SIDE_2)


def test_a_game_goes_on_from_what_lies_there() -> None:
    evening = finished(adopting_from())
    state = evening.state
    assert isinstance(state.phase, Thinking)
    assert state.game.start.position.rows() == THREE
    assert state.board.followed.position == state.game.state.position
    assert evening.totals == {"Ann": 234, "Ben": -7}
    assert state.side == "Ben"
    assert state.game.state.bag == 100 - 12 - 14
    kinds = [entry.kind for entry in state.game.state.entries]
    assert kinds == [EntryKind.START, EntryKind.START]
    opened = evening.effects.index(OpenGame())
    assert evening.effects.index(Record(0, BeginnerNamed("Ben"))) > opened
    assert LookNow() in evening.effects[opened:]
    assert CloseGame() not in evening.effects


def test_the_next_play_counts_on_it() -> None:
    evening = finished(adopting_from())
    evening.lay(THREE).lay(AFTER_THREE).press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert evening.totals["Ben"] > -7
    assert evening.state.side == "Ann"


def test_the_first_side_and_no_points_need_no_events() -> None:
    evening = adopting_from()
    points(evening, *["0 to 99", "0 to 9", "0"] * 2)
    evening.press(Button.SIDE_1)
    assert evening.events == ()
    assert evening.state.game.state.entries == ()
    assert evening.state.game.state.position.rows() == THREE


def test_players_who_say_no_are_not_asked_again_about_the_same_tiles() -> None:
    evening = Evening().lay(THREE).press(Button.NEXT, Button.OK)
    assert evening.message == "Please clear the board."
    evening.lay(THREE)
    assert evening.asked == ""
    evening.lay(board(QUIZ, EIGHT))
    assert evening.asked == ""
    evening.lay(AFTER_THREE)
    assert evening.asked == QUESTION


def test_what_was_not_clear_at_first_is_asked_about_once_it_is() -> None:
    evening = Evening().lay(THREE, {(r, 9): {".": 0.5, "O": 0.5} for r in (6, 8, 9)})
    assert evening.asked == ""
    assert evening.lay(THREE).asked == QUESTION


def test_a_cleared_board_is_played_on_as_ever() -> None:
    evening = Evening().lay(THREE).press(Button.NEXT, Button.OK)
    evening.lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    assert evening.totals == {"Ann": 44, "Ben": 0}


@pytest.mark.parametrize(
    "rows",
    [
        board(),
        board(QUIZ),
        board(QUIZ, OZONE),
        board((7, 7, "across", "Q")),
        board((0, 0, "across", "QU")),
        board((7, 4, "across", "QUIZZES")),
    ],
    ids=["nothing", "a play", "two plays", "a tile", "off the start", "seven tiles"],
)
def test_what_first_turns_can_lay_is_not_asked_about(rows: tuple[str, ...]) -> None:
    evening = Evening().lay(rows)
    assert evening.asked == ""
    assert isinstance(evening.state.phase, Thinking)


def test_more_tiles_than_a_rack_in_one_line_are_a_game() -> None:
    assert Evening().lay(board((7, 3, "across", "QUIZZICAL"))).asked == QUESTION
    peewee = board((7, 3, "across", "EXCELLING"))
    assert Evening(variant=NHL).lay(peewee).asked == QUESTION


def test_nothing_is_asked_once_something_has_happened() -> None:
    evening = Evening().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    evening.lay(AFTER_THREE)
    assert evening.asked != QUESTION
    assert not beginning.may_adopt(evening.state)
    reported, effects = beginning.adopt(evening.state)
    assert reported.message is not None
    assert reported.message.text == "The game has started: it can’t start from another position."
    assert effects == ()


def test_no_name_given_before_stands_in_the_way() -> None:
    evening = Evening()
    game = evening.state.game.added(BeginnerNamed("Ben"))
    assert isinstance(game, Game)
    evening.state = replace(evening.state, game=game)
    evening.lay(THREE)
    assert evening.asked == QUESTION
    finished(answer(evening, "Yes"))
    assert CloseGame() in evening.effects
    assert evening.effects.index(CloseGame()) < evening.effects.index(OpenGame())


def test_nothing_is_asked_while_something_else_is() -> None:
    evening = Evening().press(Button.END)
    question = evening.asked
    assert evening.lay(THREE).asked == question != QUESTION


def test_what_was_seen_before_is_judged_again() -> None:
    evening = adopting_from()
    assert evening.state.board.sight is not None
    evening.reading = None  # no picture comes any more
    state = finished(evening).state
    assert state.board.sight is None
    assert state.board.followed.bare is not None


# What can't be read


def test_every_doubt_is_asked_one_after_the_other() -> None:
    doubts = {(7, 6): {"Q": 0.6, "O": 0.4}, (10, 11): {"G": 0.6, "C": 0.4}}
    evening = Evening().lay(THREE, doubts)
    evening.state, _ = beginning.adopt(evening.state)
    assert evening.asked == "What’s on {square}?"
    answer(evening, "O")
    assert evening.asked == "What’s on {square}?"
    answer(evening, "C")
    finished(evening)
    tiles = evening.state.game.start.position.tiles
    assert tiles[Square(6, 7)] == "O"
    assert tiles[Square(11, 10)] == "C"


def test_a_blank_is_asked_by_letter_or_left_nameless() -> None:
    rows = board((7, 6, "across", "QUIz"), (8, 9, "down", "ONE"), (10, 9, "across", "EIGHt"))
    evening = answer(Evening().lay(rows), "Yes")
    assert evening.asked == "Which letter is the blank on {square}?"
    assert shown(evening)[-1] == named_text("not-now")
    answer(evening, "Z")
    assert evening.asked == "Which letter is the blank on {square}?"
    answer(evening, named_text("not-now"))
    finished(evening)
    tiles = evening.state.game.start.position.tiles
    assert (tiles[Square(9, 7)], tiles[Square(13, 10)]) == ("z", "?")


def test_a_square_that_turns_out_a_blank_is_asked_by_letter() -> None:
    doubts = {(7, 6): {"Q": 0.6, "?": 0.4}}
    evening = Evening().lay(THREE, doubts)
    evening.state, _ = beginning.adopt(evening.state)
    answer(evening, named_text("a-blank"))
    assert evening.asked == "Which letter is the blank on {square}?"
    answer(evening, "Q")
    finished(evening)
    assert evening.state.game.start.position.tiles[Square(6, 7)] == "q"


def test_what_is_not_clear_at_all_can_be_named_square_by_square() -> None:
    rows = board((7, 6, "across", "QUIz"), (8, 9, "down", "ONE"), (10, 9, "across", "EIGHT"))
    unclear = {(r, 9): {".": 0.5, "O": 0.5} for r in (8, 9)}
    evening = Evening().lay(rows, unclear)
    assert evening.asked == ""
    evening.state, _ = beginning.adopt(evening.state)
    asked = []
    while evening.asked not in ("", POINTS):
        assert isinstance(evening.state.phase, Asking)
        (square,) = evening.state.phase.question.squares
        asked.append(square.name)
        answer(evening, {"J8": "Z", "J9": "O", "J10": "Nothing"}[square.name])
    assert sorted(asked) == ["J10", "J8", "J9"]
    finished(evening)
    tiles = evening.state.game.start.position.tiles
    assert (tiles[Square(9, 7)], tiles[Square(9, 8)], Square(9, 9) in tiles) == ("z", "O", False)


def test_a_blank_that_is_in_doubt_is_not_asked_twice() -> None:
    rows = board((7, 6, "across", "QUIz"), (8, 9, "down", "ONE"), (10, 9, "across", "EIGHT"))
    unclear = {(r, 9): {".": 0.5, "O": 0.5} for r in (8, 9)}
    evening = Evening().lay(rows, {**unclear, (7, 9): {"?": 0.6, "O": 0.4}})
    evening.state, _ = beginning.adopt(evening.state)
    asked = []
    while evening.asked not in ("", POINTS):
        assert isinstance(evening.state.phase, Asking)
        asked += [square.name for square in evening.state.phase.question.squares]
        answer(evening, {"J8": "O"}.get(asked[-1], "O"))
    assert asked.count("J8") == 1


def test_what_turns_out_to_be_nothing_is_not_there() -> None:
    doubts = {(10, 13): {"T": 0.5, ".": 0.5}}
    evening = Evening().lay(THREE, doubts)
    evening.state, _ = beginning.adopt(evening.state)
    answer(evening, "Nothing")
    while evening.asked == "What’s on {square}?":
        evening.press(Button.OK)
    finished(evening)
    assert Square(13, 10) not in evening.state.game.start.position.tiles


def test_leaving_any_question_changes_nothing() -> None:
    evening = adopting_from()
    for so_far in ((), ("200 to",), ("200 to", "230 to", "234")):
        points(evening, *so_far)
        before = evening.state.game
        evening.press(Button.END)
        assert evening.state.game is before
        assert isinstance(evening.state.phase, Thinking)
        evening.state, _ = beginning.adopt(evening.state)
    answer(evening, named_text("not-now"))
    assert isinstance(evening.state.phase, Thinking)
    assert evening.events == ()
    assert OpenGame() not in evening.effects


# From the menu


def test_the_menu_begins_from_two_plays_as_well() -> None:
    evening = Evening().lay(board(QUIZ, OZONE))
    evening.state, _ = beginning.adopt(evening.state)
    finished(evening)
    assert evening.state.game.start.position.rows() == board(QUIZ, OZONE)


@pytest.mark.parametrize(
    ("lies", "expected"),
    [
        (None, named_text("the-board-hasnt-been-seen")),
        (Refusal.TOO_DARK, named_text("the-board-hasnt-been-seen")),
        (board(), "The board is empty."),
    ],
)
def test_the_menu_says_where_there_is_nothing_to_go_on_from(
    lies: tuple[str, ...] | Refusal | None, expected: str
) -> None:
    evening = Evening()
    if lies is not None:
        evening.lay(lies)
    evening.state, _ = beginning.adopt(evening.state)
    assert evening.message == expected
    assert not isinstance(evening.state.phase, Asking)


def test_points_can_be_anything_with_three_digits() -> None:
    evening = adopting_from()
    answer(evening, named_text("less-than-nothing"))
    answer(evening, "Above 0")
    points(evening, "900 to 999", "990 to 999", "999", "0 to 99", "0 to 9", "0")
    evening.press(Button.SIDE_1)
    assert evening.totals == {"Ann": 999, "Ben": 0}
