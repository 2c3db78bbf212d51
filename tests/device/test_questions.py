"""Questions: the likeliest answer first, and every one with a way out."""

from __future__ import annotations

import pytest
from standins import CLASSIC, TOPWORD, Evening, board

from device.language.texts import Message
from device.session.core import commit
from device.session.core.commit import go_on, option
from device.session.core.state import Question, Step, TableState
from device.session.turn import end_turn, ending, pass_exchange, questions
from device.session.turn.challenge import whether_words_are_good
from device.simulator.named_texts import named_text
from engine.position import Position
from engine.squares import Square
from vision.game.doubt import Doubt
from vision.game.reconstruct import Candidate, Change

H8 = Square(7, 7)
DOUBT = Doubt(H8, (("N", 0.6), ("M", 0.3), (".", 0.1)))
QUIZ = {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")}


class Named:
    """What an answer says of a square, written down in place of what it does."""

    def __init__(self) -> None:
        self.answers: list[object] = []

    def __call__(self, state: TableState, *what: object) -> Step:
        self.answers += what
        return state, ()


STATE = Evening().state
LAID = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ"))).state


def labels(question: Question) -> list[str]:
    return [option.label.text.format(**option.label.values) for option in question.options]


def test_a_doubtful_square_offers_what_was_seen_likeliest_first() -> None:
    named = Named()
    question = questions.which_tile(DOUBT, named)
    assert labels(question) == ["N", "M", "Nothing", named_text("look-again")]
    question.options[0].act(STATE)
    assert named.answers == ["N"]


def test_an_earlier_tile_cannot_be_answered_away() -> None:
    named = Named()
    question = questions.which_tile(DOUBT, named, older=True)
    assert labels(question) == ["N", "M", named_text("look-again")]
    question.options[0].act(STATE)
    assert named.answers == ["N"]


def test_explanations_are_reported_as_plays() -> None:
    candidates = (
        Candidate(Change.PLAY, QUIZ),
        Candidate(Change.GAP, QUIZ),
        Candidate(Change.PLAY, {Square(0, 0): "Q"}),
        Candidate(Change.NONE),
    )
    named = Named()
    question = questions.what_happened(candidates, (DOUBT,), Position(15), CLASSIC, named)
    assert labels(question) == [
        "QUIZ at 8G",
        named_text("nothing-new-read"),
        named_text("look-again"),
    ]
    question.options[0].act(STATE)
    assert named.answers == [candidates[0]]


def test_a_play_on_what_a_pile_covered_can_be_the_explanation() -> None:
    fan = Position(10).laid({Square(4 + i, 4): letter for i, letter in enumerate("FAN")})
    fin = fan.laid({Square(5, 4): "I"})
    fans = Candidate(Change.PLAY, {Square(7, 4): "S"}, {Square(5, 4): "I"})
    question = questions.what_happened((fans,), (DOUBT,), fin, TOPWORD, Named())
    assert labels(question) == ["FANS at 5E", named_text("look-again")]


def test_the_same_letters_on_a_pile_or_below_what_was_taken_back_are_two_answers() -> None:
    fan = Position(10).laid({Square(4 + i, 4): letter for i, letter in enumerate("FAN")})
    fin = fan.laid({Square(5, 4): "I"})
    laid, under = {Square(7, 4): "S"}, {Square(5, 4): "I"}
    covered = Candidate(Change.PLAY, {**laid, Square(5, 4): "A"})
    taken_back = Candidate(Change.PLAY, laid, under)
    named = Named()
    question = questions.what_happened((taken_back, covered), (DOUBT,), fin, TOPWORD, named)
    assert labels(question)[0] == "FANS at 5E", "the simpler of the two comes first"
    assert len(set(labels(question))) == 3
    question.options[0].act(STATE)
    assert named.answers == [covered]


@pytest.mark.parametrize(
    "question",
    [
        pass_exchange.nothing_laid(STATE.game.state, "Ann"),
        pass_exchange.nothing_laid(Evening(variant=TOPWORD).state.game.state, "Ann"),
        pass_exchange.how_many_exchanged("Ann", 7),
        questions.which_tile(DOUBT, Named()),
        questions.what_happened((), (DOUBT,), Position(15), CLASSIC, Named()),
        commit.whether_taken_back("Ann"),
        end_turn.is_out("Ann", STATE.game, frozenset()),
        end_turn.not_seen(STATE, "Ann", go_on),
        end_turn.not_seen(LAID, "Ann", go_on),
        whether_words_are_good("Ann", ["QUIZ"]),
        ending.end_of_game(),
        ending.all_passed(),
    ],
    ids=lambda question: question.text.text,
)
def test_every_question_has_a_way_out(question: Question) -> None:
    assert any(option.act is go_on for option in question.options)


@pytest.mark.parametrize(("count", "row"), [(7, 7), (8, 8), (26, questions.ACROSS)])
def test_a_racks_numbers_stand_in_one_row_also_with_none(count: int, row: int) -> None:
    numbers = tuple(option("{n}", go_on, n=n) for n in range(count))
    asked = Question(Message("How many?"), (*numbers, option("Not now", go_on)), abreast=True)
    assert questions.across(asked) == row
