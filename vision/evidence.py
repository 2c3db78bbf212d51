"""Evidence: what a picture says about every square, and what all pictures since a tile was laid
have said about it.

A picture speaks for or against every label of a square; together they can show a tile to have
been misread. Knows no plays and decides nothing beyond one square.
Tests: tests/vision/test_evidence.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import Tile, TileSet, piece_of
from vision.doubt import INDEX, possible
from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Probabilities, Reading

Evidence: TypeAlias = NDArray[np.float32]
"""float32 [size, size, len(LABELS)]: log-likelihoods of one picture, or of several, averaged;
0 all over where nothing is known."""

FLOOR = 2e-4
"""No square speaks louder than one misread square in 5 000: about what is left in the best
networks, and low enough that no single square can outvote the rest of a line."""

HALF_A_HAND = 0.5
"""How likely a square without a letter is covered too if one beside it is."""

NEWEST = 0.6
"""Weight of the newest picture against all before it together. A tile that is misread once tends
to be misread again in every picture, so pictures are no independent witnesses: seeing it again
doesn't settle a doubt, seeing it better does."""

CORRECT_MARGIN = math.log(99.0)
"""A tile of an earlier turn is replaced without asking only where it is misread for 99 of 100."""


def log_likelihoods(reading: Reading, tile_set: TileSet) -> Evidence:
    """What one picture says for every label of every square.

    A covered square says the same for all of them, that is, nothing.
    """
    seen = possible(reading.probabilities, tile_set)
    covered = _in_the_way(reading.covered, seen)[..., None]
    logs = np.log(np.maximum((1 - covered) * seen + covered, FLOOR))
    return np.asarray(logs, dtype=np.float32)


def _in_the_way(covered: NDArray[np.float32], seen: Probabilities) -> NDArray[np.float32]:
    """How likely something lies over each square: as the reader said, and beside a square that is
    covered half as much, unless a letter is seen there. Only about half of a hand's squares are
    known for a hand; the others look empty."""
    sure = np.clip(covered, 0, 1)
    around = np.pad(sure, 1)
    size = len(sure)
    beside = np.max(
        [around[r : r + size, c : c + size] for r in range(3) for c in range(3)], axis=0
    )
    no_letter = seen[..., [INDEX[EMPTY_LABEL], INDEX[BLANK_LABEL]]].sum(axis=-1)
    return np.asarray(np.maximum(sure, HALF_A_HAND * beside * no_letter), dtype=np.float32)


def nothing(size: int) -> Evidence:
    """No evidence about any square."""
    return np.zeros((size, size, len(LABELS)), dtype=np.float32)


def added(
    known: Evidence, logs: Evidence, kept: Iterable[Square], fresh: Iterable[Square]
) -> Evidence:
    """The evidence after one more picture, for tiles that lay there and for tiles newly laid;
    nothing is kept about any other square."""
    after = np.zeros_like(known)
    for square in kept:
        at = (square.row, square.column)
        after[at] = (1 - NEWEST) * known[at] + NEWEST * logs[at] if known[at].any() else logs[at]
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
