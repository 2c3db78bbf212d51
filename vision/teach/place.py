"""Where an empty board lies in a picture, when its premium squares aren't known yet.

The variant's layout is tried first; where it doesn't fit, lines alone decide, and they must end at
the grid's edges: a larger board is refused, never cut down. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from engine.layouts import Layout
from vision.find import PLENTY, find_grid
from vision.reading import Grid, Picture, Refusal


def place_board(picture: Picture, variant: Layout, size: int) -> Grid | Refusal:
    """The grid of an empty board of this many squares a side, or why it can't be found."""
    if variant.size == size:
        found = find_grid(picture, variant)
        if not isinstance(found, Refusal) and found.certainty >= PLENTY:
            return found.grid
    found = find_grid(picture, Layout.plain(size))
    return found if isinstance(found, Refusal) else found.grid
