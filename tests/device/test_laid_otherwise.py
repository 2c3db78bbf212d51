"""Tiles that are no play as they lie: laid wrong, or one too many; asked about, never guessed."""

from __future__ import annotations

import pytest
from answering import in_english, labels, question_of, take
from standins import CLASSIC, Evening, board

from device.language.texts import Texts
from device.session.core.state import Thinking
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Played, Replaced
from engine.squares import Square
from hardware.panel.port import Button

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
ANN, BEN = Button.SIDE_1, Button.SIDE_2
LOOK_AGAIN, TAKE_OFF = named_text("look-again"), "We’ll take it off"


def quiz() -> Evening:
    """Ann's QUIZ counts; it is Ben's turn."""
    return Evening().lay(EMPTY).lay(ONE).press(ANN)


def asked(evening: Evening) -> str:
    return in_english(question_of(evening).text)


def squares(evening: Evening) -> list[str]:
    return [square.name for square in question_of(evening).squares]


# Laid wrong


@pytest.mark.rule("CLA-PLA-01", "CLA-PLA-03")
@pytest.mark.parametrize(
    ("words", "said", "where"),
    [
        ([(2, 2, "across", "TEA")], "The first word must cover H8.", ["C3", "D3", "E3"]),
        (
            [(7, 6, "across", "QU"), (7, 9, "across", "IZ")],
            "Gap at I8: is a tile missing?",
            ["G8", "H8", "J8", "K8"],
        ),
    ],
)
def test_a_first_word_laid_wrong_is_told_in_a_sentence(
    words: list[tuple[int, int, str, str]], said: str, where: list[str]
) -> None:
    evening = Evening().lay(EMPTY).lay(board(*words)).press(ANN)
    assert asked(evening) == said
    assert squares(evening) == where
    assert labels(evening) == [LOOK_AGAIN, named_text("enter-play")]


@pytest.mark.rule("CLA-PLA-02", "CLA-PLA-03", "CLA-PLA-04")
@pytest.mark.parametrize(
    ("words", "said", "where"),
    [
        (
            [(2, 2, "across", "TEA")],
            "C3, D3, E3: a word must touch one that is already there.",
            ["C3", "D3", "E3"],
        ),
        (
            [(8, 9, "down", "O"), (10, 9, "down", "NE")],
            "Gap at J10: is a tile missing?",
            ["J9", "J11", "J12"],
        ),
        (
            [(6, 6, "across", "A"), (8, 9, "down", "O")],
            "G7, J9 aren’t in one line, as a play must be.",
            ["G7", "J9"],
        ),
        (
            [(6, 9, "down", "OZONE"), (9, 10, "across", "X"), (8, 8, "across", "B")],
            "I9, K10 aren’t in the play’s line: are they too many?",
            ["I9", "K10"],
        ),
        (
            [(8, 9, "down", "OO"), (2, 2, "across", "TEA")],
            "C3, D3, E3: a word must touch one that is already there.",
            ["C3", "D3", "E3"],
        ),
    ],
)
def test_a_later_word_laid_wrong_is_told_in_a_sentence(
    words: list[tuple[int, int, str, str]], said: str, where: list[str]
) -> None:
    evening = quiz().lay(board(QUIZ, *words)).press(BEN)
    assert asked(evening) == said
    assert squares(evening) == where
    assert labels(evening)[0] == LOOK_AGAIN
    assert len(evening.events) == 1
    assert view(evening.state, Texts("en")).text.trouble == ""
    shown = view(evening.state, Texts("en")).board
    assert {square.name for square in shown.asked} == set(where)
    assert all(shown.rows[s.row][s.column] != "." for s in shown.asked)


def test_a_word_that_is_moved_meanwhile_ends_the_question() -> None:
    evening = quiz().lay(board(QUIZ, (2, 2, "across", "TEA"))).press(BEN)
    evening.lay(board(QUIZ, (8, 9, "down", "OO")))
    assert isinstance(evening.state.phase, Thinking)
    evening.press(BEN)
    assert evening.totals == {"Ann": 44, "Ben": 14}


def test_a_tile_that_touches_nothing_may_stay_without_counting() -> None:
    evening = quiz().lay(board(QUIZ, (8, 9, "down", "OO"), (2, 2, "across", "A"))).press(BEN)
    assert asked(evening) == "C3: a word must touch one that is already there."
    take(evening, "Just count ZOO at J8")
    assert evening.totals == {"Ann": 44, "Ben": 14}
    assert evening.state.side == "Ann"


def test_more_loose_tiles_than_a_rack_holds_are_no_silence() -> None:
    row = (1, 2, "across", "CATER")
    evening = Evening().lay(EMPTY).lay(board(QUIZ, row)).press(ANN)
    assert asked(evening).endswith("aren’t in one line, as a play must be.")
    assert evening.events == ()
    evening = quiz().lay(board(QUIZ, (8, 9, "down", "OO"), row, (3, 2, "across", "A"))).press(BEN)
    assert asked(evening).endswith("a word must touch one that is already there.")
    assert evening.totals == {"Ann": 44, "Ben": 0}


# More tiles than a play has, or fewer than there were


@pytest.mark.rule("CLA-PLA-01")
@pytest.mark.parametrize(
    ("word", "count", "counts"),
    [
        ((3, 9, "down", "STANZAED"), 7, None),
        (
            (3, 9, "down", "STANZAEDS"),
            8,
            ["Just count TANZAEDS at J5", "Just count STANZAED at J4"],
        ),
        ((2, 9, "down", "ISTANZAEDS"), 9, []),
    ],
)
def test_more_tiles_than_a_rack_holds_are_counted(
    word: tuple[int, int, str, str], count: int, counts: list[str] | None
) -> None:
    evening = quiz().lay(board(QUIZ, word)).press(BEN)
    if counts is None:
        assert evening.state.side == "Ann", "a whole rack is a play"
        return
    assert asked(evening) == f"{count} new tiles are more than one play: a rack holds 7."
    assert labels(evening) == [LOOK_AGAIN, *counts, named_text("enter-play")]
    assert len(squares(evening)) == count


def test_an_eighth_tile_out_of_line_is_the_one_too_many() -> None:
    evening = quiz().lay(board(QUIZ, (3, 9, "down", "STANZAED"), (8, 6, "across", "K"))).press(BEN)
    assert asked(evening) == "One tile more, on G9: whose is it?"


def test_tiles_out_of_the_plays_line_may_stay_without_counting() -> None:
    tiles = (6, 9, "down", "OZONE"), (9, 10, "across", "X"), (8, 8, "across", "B")
    evening = quiz().lay(board(QUIZ, *tiles)).press(BEN)
    take(evening, "Just count OZONE at J7")
    assert evening.totals == {"Ann": 44, "Ben": 16}


@pytest.mark.rule("CLA-PLA-03")
def test_a_gap_may_be_a_tile_missing_or_one_too_many() -> None:
    evening = quiz().lay(board(QUIZ, (6, 9, "down", "OZO"), (10, 9, "down", "E"))).press(BEN)
    assert asked(evening) == "Gap at J10: is a tile missing, or is J11 one too many?"
    take(evening, "Just count OZO at J7")
    assert evening.state.side == "Ann"


def test_a_tile_that_is_gone_is_named_by_its_square() -> None:
    evening = quiz().lay(board((7, 6, "across", "QUI"), (8, 6, "down", "UAY"))).press(BEN)
    assert asked(evening) == "The tile on J8 is gone. What did you lay?"
    evening.press(Button.UNDO).lay(board(QUIZ, (8, 6, "down", "UAY"))).press(BEN)
    assert evening.state.side == "Ann", "it was put back, and the play counts"


# A tile too many


def test_one_tile_more_before_the_press_is_asked_about_and_counts_for_nobody_by_itself() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(board(QUIZ, (8, 9, "down", "O")))
    assert evening.events == ()
    shown = view(evening.state, Texts("en"))
    assert "".join(shown.board.rows[7][6:10]) == "QUIZ"
    evening.press(ANN)
    assert asked(evening) == "One tile more, on J9: whose is it?"
    assert labels(evening) == [TAKE_OFF, "Ben’s: ZO"]
    assert squares(evening) == ["J9"]
    evening.press(Button.OK).lay(ONE).press(ANN)
    assert evening.totals == {"Ann": 44, "Ben": 0}


def test_one_tile_more_may_be_the_next_sides_that_has_begun() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(board(QUIZ, (8, 9, "down", "O"))).press(ANN)
    take(evening, "Ben’s: ZO")
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert evening.state.side == "Ben"
    assert evening.state.seen is not None
    assert evening.state.seen.observed.tiles == {Square(9, 8): "O"}
    evening.press(BEN)
    assert evening.totals == {"Ann": 44, "Ben": 11}


def test_a_play_of_one_tile_is_never_asked_about_on_its_own_button() -> None:
    evening = quiz().lay(board((7, 6, "across", "QUIZS"))).press(BEN)
    assert evening.totals == {"Ann": 44, "Ben": 23}


@pytest.mark.parametrize(
    ("answer", "totals", "side"),
    [
        (TAKE_OFF, {"Ann": 44, "Ben": 0}, "Ben"),
        ("Ann’s: QUIZS", {"Ann": 46, "Ben": 0}, "Ben"),
        ("Ben’s: QUIZS", {"Ann": 44, "Ben": 23}, "Ann"),
    ],
)
def test_a_tile_added_after_the_press_is_asked_about_when_the_same_side_presses_again(
    answer: str, totals: dict[str, int], side: str
) -> None:
    evening = quiz().lay(board((7, 6, "across", "QUIZS"))).press(ANN)
    assert asked(evening) == "One tile more, on K8: whose is it?"
    assert labels(evening) == [TAKE_OFF, "Ann’s: QUIZS", "Ben’s: QUIZS"]
    take(evening, answer)
    assert evening.totals == totals
    assert evening.state.side == side


def test_several_tiles_that_lengthen_the_last_word_are_asked_about_too() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "CAT"))).press(ANN)
    evening.lay(board((7, 6, "across", "CATER"))).press(ANN)
    assert asked(evening) == "J8, K8: whose tiles are these?"
    assert labels(evening) == ["We’ll take them off", "Ann’s: CATER", "Ben’s: CATER"]


@pytest.mark.parametrize(
    ("answer", "totals"),
    [
        ("Ann’s: QUIZS", {"Ann": 46, "Ben": 3}),
        ("Ben’s: QUIZS", {"Ann": 44, "Ben": 23}),
    ],
)
def test_a_tile_too_many_next_to_the_next_word_is_asked_about(
    answer: str, totals: dict[str, int]
) -> None:
    evening = quiz().lay(board((7, 6, "across", "QUIZS")))
    evening.lay(board((7, 6, "across", "QUIZS"), (8, 7, "down", "SE")))
    assert len(evening.events) == 1
    evening.press(BEN)
    assert asked(evening) == "One tile more, on K8: whose is it?"
    assert labels(evening) == [TAKE_OFF, "Ann’s: QUIZS", "Ben’s: QUIZS"]
    take(evening, answer)
    assert evening.totals == totals
    assert isinstance(evening.events[-1], Played)
    assert any(isinstance(event, Replaced) for event in evening.events) == (answer[:3] == "Ann")


def test_the_board_that_has_changed_is_looked_at_again() -> None:
    evening = quiz().lay(board((7, 6, "across", "QUIZS"), (8, 7, "down", "SE"))).press(BEN)
    evening.lay(board(QUIZ, (8, 7, "down", "SE")))
    assert isinstance(evening.state.phase, Thinking)
    evening.press(BEN)
    assert evening.totals == {"Ann": 44, "Ben": 3}
    assert evening.state.game.state.variant is CLASSIC
