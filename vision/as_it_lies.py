"""A game's next picture read the way up in which its board lies now: players turn it towards each
other between turns, and the letters of a few tiles alone may not tell.

Knows what is believed to lie there and compares; what is new is judged elsewhere.
Tests: tests/vision/test_as_it_lies.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.position import Position
from engine.tiles import piece_of
from vision.reading import BLANK_LABEL, LABELS, Grid, Picture, Reading, Refusal

ReadAgain: TypeAlias = Callable[[Picture, Grid | None], Reading | Refusal]
"""Reads a picture; the grid is where, and which way up, the board is thought to lie."""

FEWEST_ALIKE = 2
"""Of fewer letters one may be at its place by chance, another way up."""

MOST_ALIKE = 0.5
"""Share of the letters believed to lie there that must be seen, so that a board counts as lying as
it is read. Where it lies right even a reader that is wrong in one letter of ten has far more, the
wrong way up it has hardly any: the squares are others."""

TOWARDS_THE_NEXT = (1, 3, 2)
"""Quarter turns in the order in which they are tried: to the neighbours first, then across."""


def read_as_it_lies(
    read: ReadAgain, picture: Picture, last: Grid | None, believed: Position
) -> Reading | Refusal:
    """What a picture shows, and if that contradicts what is believed and another way up doesn't,
    what it shows that way up."""
    reading = read(picture, last)
    letters = _letters(believed)
    if isinstance(reading, Refusal) or letters < FEWEST_ALIKE:
        return reading
    enough = max(FEWEST_ALIKE, MOST_ALIKE * letters)
    if letters_alike(reading, believed) >= enough:
        return reading
    for quarters in TOWARDS_THE_NEXT:
        other = read(picture, reading.grid.turned(quarters))
        # No two ways up can both show half of the letters where they are believed to lie.
        if isinstance(other, Reading) and letters_alike(other, believed) >= enough:
            return other
    return reading


def letters_alike(reading: Reading, believed: Position) -> int:
    """How many of the letters that are believed to lie there are what is most likely seen."""
    best = reading.probabilities.argmax(axis=-1)
    return sum(
        LABELS[int(best[square.row, square.column])] == piece_of(tile)
        for square, tile in believed.tiles.items()
        if piece_of(tile) != BLANK_LABEL
    )


def _letters(believed: Position) -> int:
    return sum(piece_of(tile) != BLANK_LABEL for tile in believed.tiles.values())
