"""Tiles named by the players that pictures go on showing as another letter, under piles."""

from __future__ import annotations

import pytest
from shown import board, shown

from engine.squares import Square
from engine.variants import load_variant
from vision.game.follow import Followed, as_named, follow, settle_square
from vision.game.reconstruct import Change
from vision.reading import LABELS

TOPWORD = load_variant("topword", "fr")
E5, F5 = Square.parse("E5"), Square.parse("F5")


def rows(word: str) -> tuple[str, ...]:
    return tuple(row[:10] for row in board(across_E5=word)[:10])


def named() -> Followed:
    """FAN, whose F all pictures show as an E."""
    state, _ = follow(Followed.start(10), shown(rows("EAN")), TOPWORD)
    return settle_square(state, E5, "F")


def test_a_named_tile_that_reads_as_before_is_no_tile_laid_on_it() -> None:
    state, seen = follow(named(), shown(rows("EAN")), TOPWORD)
    assert seen.change is Change.NONE
    assert state.position.height(E5) == 1


@pytest.mark.rule("TOP-PLA-04", "TOP-SCO-02")
def test_what_is_laid_next_to_it_counts_without_it_in_picture_after_picture() -> None:
    state = named()
    for word, square, tile in (("EIN", F5, "I"), ("EON", F5, "O"), ("EONS", Square(7, 4), "S")):
        state, _ = follow(state, shown(rows(word)), TOPWORD)
        assert (state.position.at(E5), state.position.height(E5)) == ("F", 1)
        assert state.position.at(square) == tile


def test_another_letter_than_either_is_laid_on_top() -> None:
    state, seen = follow(named(), shown(rows("PAN")), TOPWORD)
    assert (seen.change, dict(seen.tiles)) == (Change.PLAY, {E5: "P"})
    assert state.position.height(E5) == 2


def test_squares_that_were_not_named_stay_as_they_read() -> None:
    state, _ = follow(Followed.start(10), shown(rows("EAN")), TOPWORD)
    reading = shown(rows("EIN"))
    same = as_named(state, reading)
    assert (same.probabilities == reading.probabilities).all()
    swapped = as_named(settle_square(state, E5, "F"), reading)
    assert LABELS[int(swapped.probabilities[4, 4].argmax())] == "F"
