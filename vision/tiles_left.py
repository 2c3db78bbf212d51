"""Which letters there are still to lay: of a letter that the set has once and that lies there
already, no second can be seen.

Weighs what a picture shows of the letters by how many of each are left; knows no plays, and whether
a game counts its tiles is said by whoever calls. Tests: tests/vision/test_tiles_left.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.position import Position
from engine.tiles import TileSet, piece_of
from vision.doubt import INDEX
from vision.evidence import Evidence, probabilities
from vision.reading import LABELS, Reading

ONE_MORE = 0.5
"""Added to what is left of every letter (half a tile, as Jeffreys has it for counts that may be
none): a tile was misread before, or a household mixed two sets."""

_FIRST_LETTER = 2


def weigh_letters(
    reading: Reading, position: Position, known: Evidence, tile_set: TileSet
) -> Reading:
    """The reading with its letters weighed by how many of each the set has left, in the face of
    what is believed of the tiles on the board and of how sure that is. Whether a letter lies on a
    square at all isn't touched: the network was trained on all letters alike, so their shares are
    left to whoever knows the set."""
    size = position.size
    lying = np.zeros((size, size, len(LABELS)))
    summed = probabilities(known)
    for square, tile in position.tiles.items():
        at = (square.row, square.column)
        if known[at].any():
            lying[at] = summed[at]
        else:
            lying[at][INDEX[piece_of(tile)]] = 1.0
    has = np.array([float(tile_set.counts.get(label, 0)) for label in LABELS])
    # Each square is judged without what was believed of itself.
    left = has - lying.sum(axis=(0, 1)) + lying
    weights = np.maximum(left, 0.0)[..., _FIRST_LETTER:] + ONE_MORE
    letters = reading.probabilities[..., _FIRST_LETTER:].astype(np.float64)
    after = letters * weights
    share = letters.sum(axis=-1, keepdims=True) / np.maximum(
        after.sum(axis=-1, keepdims=True), 1e-12
    )
    seen = reading.probabilities.copy()
    seen[..., _FIRST_LETTER:] = after * share
    return replace(reading, probabilities=seen)
