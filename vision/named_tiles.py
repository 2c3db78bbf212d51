"""Tiles that the players named and that pictures show as another letter: in a game of piles that
other letter would pass for a tile laid on top of them.

Knows what the pictures have said of each square so far; which tiles were named is told by whoever
follows the game. Tests: tests/vision/test_named_tiles.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.tiles import piece_of
from vision.doubt import INDEX
from vision.evidence import probabilities
from vision.followed import Followed
from vision.reading import EMPTY_LABEL, Reading


def as_named(state: Followed, reading: Reading) -> Reading:
    """The reading with each named tile showing as what it was named, also where pictures show it as
    the other letter that they have shown it as so far."""
    seen = np.array(reading.probabilities)
    known = probabilities(state.evidence)
    for square in state.settled & state.position.tiles.keys():
        at = (square.row, square.column)
        named = INDEX[piece_of(state.position.tiles[square])]
        shown = int(known[at].argmax())
        if state.evidence[at].any() and shown not in (named, INDEX[EMPTY_LABEL]):
            seen[*at, named] += seen[*at, shown]
            seen[*at, shown] = 0.0
    return replace(reading, probabilities=seen)
