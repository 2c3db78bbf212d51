"""A word list breaks ties between letters, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shown import board, named, shown

from engine.position import Position
from engine.variants import load_variant
from vision.game.contradictions import better_words
from vision.game.doubt import DoubtKind
from vision.game.follow import Followed, follow
from vision.game.reconstruct import Change

RULES = load_variant("classic", "en")
WORDS = frozenset({"COAT", "GOAT", "QUIZ", "MOON", "NOON", "MOOD", "C?AT"})
EMPTY = Position(15)


def better(
    word: str, unsure: dict[str, dict[str, float]], words: frozenset[str] = WORDS
) -> dict[str, str]:
    rows = board(across_G8=word)
    reading = shown(rows, unsure)
    tiles = Position.from_rows(rows).tiles
    return named(better_words(RULES, EMPTY, tiles, reading.probabilities, words.__contains__))


def test_the_letter_that_alone_makes_a_word_is_the_better_guess() -> None:
    assert better("CQAT", {"H8": {"Q": 0.5, "O": 0.45}}) == {"H8": "O"}


def test_a_letter_much_less_likely_isnt_taken_for_a_word() -> None:
    assert better("CQAT", {"H8": {"Q": 0.94, "O": 0.05}}) == {}


def test_where_several_letters_make_words_or_the_word_is_good_already_nothing_is_changed() -> None:
    assert better("XOAT", {"G8": {"X": 0.4, "C": 0.3, "G": 0.3}}) == {}
    assert better("GOAT", {"G8": {"G": 0.5, "C": 0.45}}) == {}
    assert better("CQAT", {"H8": {"Q": 0.5, "O": 0.45}}, frozenset()) == {}


def test_two_letters_of_a_word_and_a_blank_in_it() -> None:
    unsure = {"G8": {"N": 0.5, "M": 0.45}, "J8": {"O": 0.5, "D": 0.45}}
    assert better("NOOO", unsure) == {"G8": "M", "J8": "D"}
    assert better("G?AT", {"G8": {"G": 0.5, "C": 0.45}}) == {"G8": "C"}


def test_what_the_list_decided_is_shown_as_a_doubt() -> None:
    reading = shown(board(across_G8="COAT"), {"H8": {"A": 0.48, "O": 0.45}})
    _, seen = follow(Followed.start(15), reading, RULES, WORDS.__contains__)
    assert seen.change is Change.PLAY
    assert [word for word, _ in seen.words] == ["COAT"]
    assert {d.square.name for d in seen.doubts if d.kind is DoubtKind.LETTER} == {"H8"}
    assert not seen.sure
    without = follow(Followed.start(15), reading, RULES)[1]
    assert [word for word, _ in without.words] == ["CAAT"]


AGREED = replace(RULES, judge_word=WORDS.__contains__)


def test_a_tile_on_its_head_is_asked_about_where_only_that_makes_an_agreed_word() -> None:
    _, seen = follow(Followed.start(15), shown(board(across_G8="WOON")), AGREED)
    assert named(seen.tiles)["G8"] == "W"
    (doubt,) = seen.doubts
    assert doubt.square.name == "G8"
    assert [label for label, _ in doubt.candidates] == ["W", "M"]
    good = follow(Followed.start(15), shown(board(across_G8="MOON")), AGREED)[1]
    assert not good.doubts
    merely_known = follow(
        Followed.start(15), shown(board(across_G8="WOON")), RULES, WORDS.__contains__
    )[1]
    assert not merely_known.doubts


def asked(word: str, unsure: dict[str, dict[str, float]], words: frozenset[str]) -> set[str]:
    """The squares of a first word that are asked about."""
    reading = shown(board(across_G8=word), unsure)
    seen = follow(Followed.start(15), reading, RULES, words.__contains__)[1]
    assert [text for text, _ in seen.words] == [word]
    return {doubt.square.name for doubt in seen.doubts}


def test_a_letter_that_spoils_a_word_is_asked_about_where_another_may_well_be_seen() -> None:
    unsure = {"G8": {"E": 0.84, "B": 0.15}}  # before it is weighed by twelve E and two B
    assert asked("EREAK", unsure, frozenset({"BREAK"})) == {"G8"}
    assert not asked("EREAK", unsure, frozenset({"EREAK"}))
    assert not asked("EREAK", unsure, frozenset({"TREAK"}))
    assert not asked("EREAK", {"G8": {"E": 0.94, "B": 0.05}}, frozenset({"BREAK"}))
    assert not asked("EREAK", unsure, frozenset())


def test_a_mistake_that_may_be_made_once_may_be_made_on_every_tile_of_that_letter() -> None:
    unsure = {"J8": {"T": 0.95, "I": 0.04}}
    assert asked("TNTTAL", unsure, frozenset({"INIIAL"})) == {"G8", "I8", "J8"}
    assert asked("TNTTAL", unsure, frozenset({"TNTIAL"})) == {"J8"}
    assert not asked("TNTTAL", {}, frozenset({"INIIAL"}))


def test_two_mistakes_that_may_well_be_made_are_asked_about_together() -> None:
    unsure = {"G8": {"V": 0.95, "Y": 0.04}, "J8": {"D": 0.96, "O": 0.03}}
    assert asked("VEND", unsure, frozenset({"YENO"})) == {"G8", "J8"}
    assert not asked("VEND", {}, frozenset({"YENO"}))
    assert not asked("VEND", unsure, frozenset({"YEND", "YENO", "VEND"}))


def test_a_letter_at_the_end_may_be_the_one_next_to_it_seen_again() -> None:
    rows, good = board(across_G8="NIVELL"), frozenset({"NIVEL"}).__contains__
    seen = follow(Followed.start(15), shown(rows), RULES, good)[1]
    (doubt,) = seen.doubts
    assert (doubt.square.name, doubt.kind) == ("L8", DoubtKind.OCCUPIED)
    assert [label for label, _ in doubt.candidates] == ["L", "."]
    assert not asked("NIVELL", {}, frozenset({"NIVELL"}))
    assert not asked("NIVELS", {}, frozenset({"NIVEL"}))


@pytest.mark.parametrize(
    ("chances", "words", "squares"),
    [
        ({"O": 0.85, "Q": 0.14}, {"COAT"}, set()),
        ({"O": 0.85, "Q": 0.14}, {"COAT", "CQAT"}, {"H8"}),
        ({"O": 0.85, "?": 0.14}, {"COAT"}, {"H8"}),  # a blank may be an O
        ({"O": 0.85, "Q": 0.14}, set(), {"H8"}),
        ({"O": 0.7, "A": 0.29}, {"COAT"}, {"H8"}),
    ],
)
def test_good_words_settle_a_letter_that_is_nearly_sure(
    chances: dict[str, float], words: set[str], squares: set[str]
) -> None:
    uncounted = replace(RULES, counted=False)
    reading = shown(board(across_G8="COAT"), {"H8": chances})
    good = (words | {"C?AT"}).__contains__
    seen = follow(Followed.start(15), reading, uncounted, good)[1]
    assert {doubt.square.name for doubt in seen.doubts} == squares


def test_where_a_set_is_hard_to_read_a_blank_may_be_a_letter_with_faded_ink() -> None:
    unsure = {name: {letter: 0.6, "E": 0.3} for name, letter in (("G8", "H"), ("I8", "U"))}
    rows = board(across_G8="HOUS?N")
    for doubts, kind in (({}, DoubtKind.BLANK_LETTER), (unsure, DoubtKind.LETTER)):
        seen = follow(Followed.start(15), shown(rows, doubts), RULES)[1]
        asked = {doubt.square.name: doubt for doubt in seen.doubts}
        assert asked["K8"].kind is kind
        assert asked["K8"].candidates[0][0] == "?"
    assert len(asked["K8"].candidates) == 3
