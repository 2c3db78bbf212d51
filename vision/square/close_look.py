"""A second witness: squares on which something may lie are looked at once more, from closer by.

The first look takes a whole board at 27 pixels a square: enough for most letters, too little for
the number next to them. The close look is a network of its own that sees the same square half as
fine again, says which letter it is by itself and which value is printed there. Both looks are
weighed together, then the value with them: where they are sure of different things nothing is
promised. What looks as it did is not looked at again. Tests: tests/vision/test_close_look.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import TileSet
from vision.reading import FIRST_LETTER, LABELS, VALUES, Crops, Grid, Picture, Probabilities
from vision.square.classify import CLOSE_LOOK, TileNet, mask_letters
from vision.square.memory import Blocks, block_means, relit, unchanged
from vision.square.printed_values import PrintedValues
from vision.square.warp import Fineness, cut_squares

CLOSE = Fineness(pixels_per_square=40, margin=0.2)
"""How the close look sees a square: crops of 56 pixels a side."""

SURELY_BARE = 0.98
"""What is empty as surely as this needs no closer look: with 0.999 three of four bare squares get
one, for nothing."""

FIRST_COUNTS, CLOSE_COUNTS = 0.65, 0.65
"""Exponents of the two looks' probabilities where they are multiplied: were they independent, 1.
Of 0.5, 0.6 and 0.65 the first with which rendered boards that neither was trained on are asked
about no oftener than by the first look alone: of 3 980 squares 690 (736), and 19 are read wrongly
without a question (23)."""

OWN_COUNTS = 1.0
"""The first look's where it has been taught a household's own tiles: the close look knows them no
better than any."""

_SURELY = 1e-9


@dataclass(frozen=True, eq=False)
class _Looked:
    """How the squares looked when they were looked at closely, [n, ...], which of them were, [n],
    and what was read there."""

    blocks: Blocks
    done: NDArray[np.bool_]
    probabilities: Probabilities
    values: Probabilities


class CloseLook:
    """The close look at one board's squares, with one tile set. One thread owns it."""

    def __init__(
        self, tile_set: TileSet, net: TileNet | None = None, own_tiles: bool = False
    ) -> None:
        """`own_tiles`: whether the first look has been taught this very set of tiles."""
        self._net = net or TileNet(name=CLOSE_LOOK)
        self._first_counts = OWN_COUNTS if own_tiles else FIRST_COUNTS
        self._tile_set = tile_set
        self._values = PrintedValues(tile_set, np.array(self._net.description.value_shares))
        self._looked: _Looked | None = None

    def forget(self) -> None:
        self._looked = None

    def weighed(
        self, picture: Picture, grid: Grid, crops: Crops, probabilities: Probabilities
    ) -> Probabilities:
        """What lies on the squares [n*n, len(LABELS)] in the light of both looks.

        `crops`: the squares as the first look saw them, by `grid`; `probabilities`: what it says.
        """
        squares = np.flatnonzero(probabilities[:, 0] < SURELY_BARE)
        if not len(squares):
            return probabilities
        looked = self._look(picture, grid, crops, squares)
        letters = mask_letters(looked.probabilities[squares], self._tile_set)
        weighed = probabilities.copy()
        both = weighed_together(probabilities[squares], letters, self._first_counts)
        weighed[squares] = self._values.weighed(both, looked.values[squares])
        return weighed

    def in_all_turns(
        self, picture: Picture, grid: Grid, squares: NDArray[np.intp], first: Probabilities
    ) -> tuple[Probabilities, NDArray[np.float64], NDArray[np.float64], Crops]:
        """How some squares look with the board turned by each number of quarters: `first`
        [4, squares, len(LABELS)] weighed with the close look; how well the values fit, log odds
        [4, squares]; how likely any is printed, [squares]; and the crops, as they lie."""
        places = [Square(int(i) % grid.size, int(i) // grid.size) for i in squares]
        crops = cut_squares(picture, grid, squares=places, fineness=CLOSE)
        turned = np.concatenate([np.rot90(crops, quarters, axes=(1, 2)) for quarters in range(4)])
        seen = self._net.classify(np.ascontiguousarray(turned))
        letters = mask_letters(seen.probabilities, self._tile_set)
        both = weighed_together(first.reshape(letters.shape), letters, self._first_counts)
        both = both.reshape(first.shape)
        if seen.values is None:
            nothing = np.zeros(first.shape[:2])
            return both, nothing, nothing[0], crops
        values = seen.values.reshape(*first.shape[:2], -1)
        printed = 1 - values[..., -1].min(axis=0)
        return both, self._values.fit(both, values), np.asarray(printed, np.float64), crops

    def _look(
        self, picture: Picture, grid: Grid, crops: Crops, squares: NDArray[np.int64]
    ) -> _Looked:
        blocks, known = block_means(crops), self._looked
        n = len(blocks)
        if known is None or len(known.done) != n:
            done = np.zeros(n, dtype=np.bool_)
            probabilities = np.zeros((n, len(LABELS)), np.float32)
            values = np.zeros((n, len(VALUES)), np.float32)
            seen = blocks
        else:
            letters = known.done & (known.probabilities.argmax(axis=1) >= FIRST_LETTER)
            done = known.done & unchanged(known.blocks, blocks, letters)
            probabilities, values = known.probabilities.copy(), known.values.copy()
            # A slow change adds up: compared is with how a square looked when it was looked at, in
            # the light of now.
            seen = np.where(done[:, None, None, None], relit(known.blocks, blocks), blocks)
        again = squares[~done[squares]]
        if len(again):
            places = [Square(int(i) % grid.size, int(i) // grid.size) for i in again]
            close = self._net.classify(cut_squares(picture, grid, squares=places, fineness=CLOSE))
            probabilities[again] = close.probabilities
            if close.values is not None:
                values[again] = close.values
            done[again] = True
        self._looked = _Looked(seen, done, probabilities, values)
        return self._looked


def weighed_together(
    first: Probabilities, close: Probabilities, first_counts: float = FIRST_COUNTS
) -> Probabilities:
    """What both looks [n, len(LABELS)] say together; `first_counts`: the first one's exponent."""
    logs = first_counts * np.log(np.maximum(first, _SURELY)) + CLOSE_COUNTS * np.log(
        np.maximum(close, _SURELY)
    )
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)
