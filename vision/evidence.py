"""Evidence: what the pictures since a tile was laid have said about it, summed up.

Every picture speaks for or against every label of a tile's square; the sum can show a tile to
have been misread. Knows no plays and decides nothing beyond one square.
Tests: tests/vision/test_evidence.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import Tile, piece_of
from vision.doubt import INDEX
from vision.reading import EMPTY_LABEL, LABELS, Probabilities

Evidence: TypeAlias = NDArray[np.float32]
"""float32 [size, size, len(LABELS)]: sums of log-likelihoods; 0 all over where nothing is known."""

FORGETTING = 0.8
"""A tile that is misread once tends to be misread again, so pictures are no independent
witnesses: all of them together never weigh more than five."""

CORRECT_MARGIN = math.log(99.0)
"""A tile of an earlier turn is replaced without asking only where it is misread for 99 of 100."""


def nothing(size: int) -> Evidence:
    """No evidence about any square."""
    return np.zeros((size, size, len(LABELS)), dtype=np.float32)


def added(
    known: Evidence, logs: NDArray[np.float32], kept: Iterable[Square], fresh: Iterable[Square]
) -> Evidence:
    """The evidence after one more picture, for tiles that lay there and for tiles newly laid;
    nothing is kept about any other square."""
    after = np.zeros_like(known)
    for square in kept:
        at = (square.row, square.column)
        after[at] = FORGETTING * known[at] + logs[at]
    for square in fresh:
        at = (square.row, square.column)
        after[at] = logs[at]
    return after


def probabilities(known: Evidence) -> Probabilities:
    """What the evidence makes of every square; sums to 1 along the last axis."""
    raised = np.exp(known - known.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


def margin(known: Evidence, square: Square, tile: Tile) -> float:
    """How much more speaks for a tile than for anything else; infinite where nothing is known."""
    row = known[square.row, square.column]
    if not row.any():
        return math.inf
    mine = INDEX[piece_of(tile)]
    return float(row[mine] - np.delete(row, mine).max())


def correction(known: Evidence, square: Square, tile: Tile) -> Tile | None:
    """The tile that surely lies on a square instead of the one believed, if there is one.

    That a tile was never there is no correction: it would have to be a play taken back.
    """
    row = known[square.row, square.column]
    best = int(row.argmax())
    better = LABELS[best]
    if better in (EMPTY_LABEL, piece_of(tile)) or not row.any():
        return None
    return better if -margin(known, square, tile) >= CORRECT_MARGIN else None
