"""How evenly a board is lit: a lamp at one side leaves the other in the dark, and letters with it.

Measured on the flattened board, never on the table round it. Knows no letter.
Tests: tests/vision/test_evenness.py.
"""

from __future__ import annotations

import numpy as np

from vision.reading import Grid, Picture
from vision.warp import flatten

PARTS = 3
"""The board is compared in so many parts each way."""

PIXELS = 6
"""A square: brightness needs no more."""

BRIGHT = 75
"""Percentile that counts as a part's brightness: neither its dark letters nor a reflection."""


def evenness(picture: Picture, grid: Grid) -> float:
    """The brightness of the darkest part of the board against the brightest: 0 to 1. Photographs
    of evenings at home have 0.6 to 0.95, one with a lamp close to the board 0.45."""
    light = flatten(picture, grid, PIXELS, 0.0).max(axis=2)
    parts = [
        float(np.percentile(part, BRIGHT))
        for row in np.array_split(light, PARTS, axis=0)
        for part in np.array_split(row, PARTS, axis=1)
    ]
    return min(parts) / max(1.0, *parts)
