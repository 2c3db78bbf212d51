"""Which of a lattice's lines is the first: a walk over whole squares.

Lines look alike from one square to the next, so a proposal may lie some whole squares off. The
premium squares tell; on a board without any, where the lines end. Grids that reach out of the
picture take part, so that a board that is cut off is seen to be so.
Tests: tests/vision/test_find_shifts.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from vision.find.judge import square_colours, standing_out, visible_squares
from vision.find.layout_fit import Colours, Weights, layout_shares
from vision.find.snap import PIXELS
from vision.reading import Grid, Picture
from vision.warp import flatten

_PIXELS = 6  # a square: its mean colour is all that counts


@dataclass(frozen=True)
class Shifted:
    """A grid some whole squares beside another; `share`: how well it fits, and `margin`: how much
    better than any other grid whole squares away."""

    grid: Grid
    share: float
    margin: float


def best_shift(picture: Picture, grid: Grid, layout: Layout, most: int) -> Shifted | None:
    """The grid at most so many squares away across and down that fits the layout best; None if the
    layout can't tell. `picture` may be small: mean colours of squares are all that is looked at."""
    colours = square_colours(flatten(picture, grid, _PIXELS, float(most)), grid.size + 2 * most)
    best = best_place(colours, visible_squares(picture, grid, most), layout)
    if best is None:
        return None
    return Shifted(shifted(grid, best.columns - most, best.rows - most), best.share, best.margin)


@dataclass(frozen=True)
class Place:
    """Where in a field of squares a board fits best, in squares from the field's top left."""

    columns: int
    rows: int
    share: float
    margin: float


def best_place(colours: Colours, visible: Weights, layout: Layout) -> Place | None:
    """Where in a field of squares that is larger than the board (float32 [m, m, 3] and [m, m]) the
    layout fits best; None if it can't tell."""
    n = layout.size
    windows = np.lib.stride_tricks.sliding_window_view
    boards = windows(colours, (n, n), axis=(0, 1)).transpose(0, 1, 3, 4, 2)
    counts = windows(visible, (n, n))
    shares = layout_shares(np.ascontiguousarray(boards), layout, np.ascontiguousarray(counts))
    # What lies outside explains nothing: a share counts for the part of the board that is seen.
    shares = np.nan_to_num(shares * counts.mean(axis=(-1, -2)), nan=-1.0)
    row, column = divmod(int(shares.argmax()), shares.shape[1])
    best = float(shares[row, column])
    if best <= 0:
        return None
    others = np.delete(shares.ravel(), row * shares.shape[1] + column)
    return Place(column, row, best, best - float(others.max(initial=-1.0)))


def best_ending(picture: Picture, grid: Grid, most: int) -> Shifted | None:
    """The grid at most so many squares away outside which lines stand out least: for boards
    without premium squares. `share`: of the lines on the board; `margin`: how much less any
    line beside the board stands out."""
    n = grid.size
    columns, rows = standing_out(flatten(picture, grid, PIXELS, most + 1), n, most + 1)
    across, share_x, margin_x = _best_window(columns.mean(axis=0), n + 1)
    down, share_y, margin_y = _best_window(rows.mean(axis=0), n + 1)
    share, margin = min(share_x, share_y), min(margin_x, margin_y)
    return Shifted(shifted(grid, across - most, down - most), share, margin) if margin > 0 else None


def _best_window(lines: NDArray[np.float64], count: int) -> tuple[int, float, float]:
    """The start of the run of so many lines that the lines next to it differ from most, the mean
    of those in it, and by how much it is more than the strongest next to it."""
    found = (0, 0.0, 0.0)
    for start in range(len(lines) - count + 1):
        within = float(lines[start : start + count].mean())
        beside = [lines[i] for i in (start - 1, start + count) if 0 <= i < len(lines)]
        if within - max(beside) > found[2]:
            found = (start, within, within - float(max(beside)))
    return found


def shifted(grid: Grid, columns: float, rows: float) -> Grid:
    """The grid so many squares further across and down."""
    n = grid.size
    ends = ((0, 0), (n, 0), (n, n), (0, n))
    board = np.array([[columns + u, rows + v, 1] for u, v in ends], dtype=np.float64)
    seen = board @ grid.to_picture().T
    a, b, c, d = ((float(x / w), float(y / w)) for x, y, w in seen)
    return Grid((a, b, c, d), n)
