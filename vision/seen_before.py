"""What empty squares looked like in earlier pictures, and when they are remembered: the memory that
later pictures of the same board are compared with.

Remembers colours alone; what is believed to lie where comes in as an argument, and what a change
of look means is vision/change_odds.py's business. Tests: tests/vision/test_seen_before.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, Premium
from engine.position import Position
from engine.squares import Square
from vision.board_colours import BLACK, SURE_LETTER, light_surface
from vision.doubt import in_company
from vision.reading import EMPTY_LABEL, LABELS, Reading, SquareColours

Field: TypeAlias = NDArray[np.float64]
"""float64 [size, size] or [size, size, 3]: logarithms of colours or of likelihoods, a square."""

Marks: TypeAlias = NDArray[np.bool_]
"""bool [size, size]: some of the squares."""

STILL_EMPTY = 0.97
"""A square beside tiles is remembered from here on; with less it may be a blank nobody has seen."""

FIRST_LETTER = 2
"""Among LABELS: before it come the empty square and the blank."""

_EMPTY = LABELS.index(EMPTY_LABEL)


@dataclass(frozen=True, eq=False)
class Bare:
    """What the squares looked like when they were last seen empty.

    `colours`: as they were then, NaN where that is unknown. `light`: float64 [size, size, 3], how
    light it was then, as a logarithm, and `light_now` in the last picture: both against the first.
    """

    colours: SquareColours
    light: Field
    light_now: Field

    @classmethod
    def unknown(cls, size: int) -> Bare:
        """Before the first picture."""
        dark = np.zeros((size, size, 3))
        nothing = np.full((size, size, 2, 3), np.nan, dtype=np.float32)
        return cls(nothing, dark, dark)

    @property
    def known(self) -> Marks:
        return np.asarray(~np.isnan(self.colours).any(axis=(2, 3)))


def remember(
    bare: Bare, reading: Reading, position: Position, prints: Iterable[Square] = ()
) -> Bare:
    """The bare colours after a reading that is believed to show a position: newer ones of the
    squares that are empty for sure, and of those where a letter can only be print."""
    if reading.colours is None:
        return bare
    there = occupied(position)
    light_now = bare.light_now
    if (bare.known & ~there).any():
        light_now = light_now + change_of_light(reading, bare, ~there)
    seen = in_company(reading.probabilities)[..., _EMPTY]
    # A blank lies beside other tiles, and the first of all is plainly seen on an empty board.
    least = np.where(_beside(there), STILL_EMPTY, 0.5 if there.any() else 1 - SURE_LETTER)
    for square in prints:
        least[square.row, square.column] = 0.0
    free = (seen >= least) & ~_beside(reading.covered >= 0.5) & ~there
    return _with(bare, reading, free, light_now)


def remember_squares(bare: Bare, reading: Reading, squares: Iterable[Square]) -> Bare:
    """The same with squares as a reading shows them that were asked about and taken for empty."""
    marked = np.zeros((reading.size, reading.size), dtype=bool)
    for square in squares:
        marked[square.row, square.column] = True
    return _with(bare, reading, marked, bare.light_now)


def _with(bare: Bare, reading: Reading, free: Marks, light_now: Field) -> Bare:
    if reading.colours is None:
        return bare
    colours = np.where(free[..., None, None], reading.colours, bare.colours)
    light = np.where(free[..., None], light_now, bare.light)
    return Bare(colours, light, light_now)


def only_print(layout: Layout, position: Position) -> frozenset[Square]:
    """The squares where a letter with nothing beside it can only be print: on an empty board the
    printed ones which no first word covers that begins there, and the start itself (which a first
    word has to cover, so that a tile taken for print there is missed at once)."""
    if position.tiles or not layout.starts:
        return frozenset()
    lines = {s.row for s in layout.starts}, {s.column for s in layout.starts}
    every = (Square(c, r) for r in range(layout.size) for c in range(layout.size))
    return frozenset(
        s
        for s in every
        if s in layout.starts
        or (
            layout.premium(s) is not Premium.NONE
            and s.row not in lines[0]
            and s.column not in lines[1]
        )
    )


def change_of_light(reading: Reading, bare: Bare, free: Marks) -> Field:
    """How much lighter every square is than in the last picture, as a logarithm."""
    size = reading.size
    assert reading.colours is not None
    ground = bare.known & free & no_letter(reading)
    then = np.where(ground[..., None, None], bare.colours, 1.0)
    change = (log_colours(reading.colours) - log_colours(then)).mean(axis=2) - (
        bare.light_now - bare.light
    )
    surface = light_surface(change.reshape(-1, 3), ground.ravel(), size)
    return surface.reshape(size, size, 3)


def no_letter(reading: Reading) -> Marks:
    """The squares that read as empty or as a blank."""
    return np.asarray(reading.probabilities[..., :FIRST_LETTER].sum(axis=-1) > 0.5)


def log_colours(colours: NDArray[np.floating]) -> Field:
    """Logarithms of colours from 0 to 1; black has one too."""
    return np.asarray(np.log(colours.astype(np.float64) + BLACK))


def occupied(position: Position) -> Marks:
    """The squares where a tile lies."""
    there = np.zeros((position.size, position.size), dtype=bool)
    for square in position.tiles:
        there[square.row, square.column] = True
    return there


def _beside(marked: Marks) -> Marks:
    """The marked squares and those beside them, corner to corner too."""
    return np.asarray(neighbours(marked).any(axis=0))


def neighbours(field: NDArray[np.generic]) -> Field:
    """The field itself and as every square's eight neighbours have it, [9, size, size]; 0 beyond
    the edge."""
    size = len(field)
    wider = np.pad(field.astype(np.float64), 1)
    return np.stack([wider[r : r + size, c : c + size] for r in range(3) for c in range(3)])
