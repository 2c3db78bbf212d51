"""Questions: the likeliest answer first, and every one with a way out."""

from __future__ import annotations

import pytest
from standins import CLASSIC, TOPWORD

from device import questions
from device.states import Choose, GoOn, NameOlder, NameTile, Question
from engine.position import Position
from engine.squares import Square
from vision.doubt import Doubt, DoubtKind
from vision.reconstruct import Candidate, Change

H8 = Square(7, 7)
DOUBT = Doubt(H8, (("N", 0.6), ("M", 0.3), (".", 0.1)))
BLANK = Doubt(H8, (("?", 1.0),), DoubtKind.BLANK_LETTER)
QUIZ = {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")}


def labels(question: Question) -> list[str]:
    return [option.label.text.format(**option.label.values) for option in question.options]


def test_a_doubtful_square_offers_what_was_seen_likeliest_first() -> None:
    question = questions.which_tile(DOUBT, CLASSIC.tile_set)
    assert labels(question) == ["N", "M", "nothing", "Look again"]
    assert question.options[0].answer == NameTile(H8, "N")


def test_an_earlier_tile_cannot_be_answered_away() -> None:
    question = questions.which_tile(DOUBT, CLASSIC.tile_set, older=True)
    assert labels(question) == ["N", "M", "Look again"]
    assert question.options[0].answer == NameOlder(H8, "N")


def test_a_blank_offers_every_letter_and_to_wait() -> None:
    question = questions.which_tile(BLANK, CLASSIC.tile_set)
    assert labels(question) == ["Not now", *CLASSIC.tile_set.letters]
    assert question.options[1].answer == NameTile(H8, "a")


def test_explanations_are_told_as_plays() -> None:
    candidates = (
        Candidate(Change.PLAY, QUIZ),
        Candidate(Change.GAP, QUIZ),
        Candidate(Change.PLAY, {Square(0, 0): "Q"}),
        Candidate(Change.NONE),
    )
    question = questions.what_happened(candidates, (DOUBT,), Position(15), CLASSIC)
    assert labels(question) == ["QUIZ at 8G", "nothing new", "Look again"]
    first = question.options[0].answer
    assert isinstance(first, Choose)
    assert first.candidate is candidates[0]


def test_a_play_on_what_a_pile_covered_can_be_the_explanation() -> None:
    fan = Position(10).laid({Square(4 + i, 4): letter for i, letter in enumerate("FAN")})
    fin = fan.laid({Square(5, 4): "I"})
    fans = Candidate(Change.PLAY, {Square(7, 4): "S"}, {Square(5, 4): "I"})
    question = questions.what_happened((fans,), (DOUBT,), fin, TOPWORD)
    assert labels(question) == ["FANS at 5E", "Look again"]


@pytest.mark.parametrize(
    "question",
    [
        questions.nothing_laid("Ann", may_exchange=True),
        questions.nothing_laid("Ann", may_exchange=False),
        questions.how_many("Ann", 7),
        questions.which_tile(DOUBT, CLASSIC.tile_set),
        questions.what_happened((), (DOUBT,), Position(15), CLASSIC),
        questions.taken_up("Ann"),
        questions.is_out("Ann"),
        questions.not_seen("Ann"),
        questions.challenged("Ann", ["QUIZ"]),
        questions.end_of_game(),
        questions.all_passed(),
    ],
    ids=lambda question: question.text.text,
)
def test_every_question_has_a_way_out(question: Question) -> None:
    assert any(isinstance(option.answer, GoOn) for option in question.options)
