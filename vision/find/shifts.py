"""Which of a lattice's lines is the first: a walk over whole squares; and whether the board still
lies where it lay in the last picture.

Lines look alike from one square to the next, so a proposal may lie some whole squares off. The
premium squares decide which; on a board without any, where the lines end. Grids that reach out of
the picture take part, so that a board that is cut off is seen to be so.
Tests: tests/vision/test_find_judge.py, tests/vision/test_find_verify.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from vision.find.judge import (
    BoardColours,
    Weights,
    has_premiums,
    layout_shares,
    lines_and_ends,
    middle_colours,
    standing_out,
    visible_squares,
)
from vision.find.levels import Levels
from vision.find.snap import MARGIN, PIXELS, farthest_corner, line_edges, nudge, snap
from vision.reading import Grid, Picture
from vision.square.warp import flatten

_PIXELS = 6  # a square: its mean colour is all that counts
_ASIDE = 2  # squares


@dataclass(frozen=True)
class Shifted:
    """A grid some whole squares off another; `share`: how well it fits, and `margin`: how much
    better than any other grid whole squares away."""

    grid: Grid
    share: float
    margin: float


def best_shift(levels: Levels, grid: Grid, layout: Layout, most: int) -> Shifted | None:
    """The grid at most this many squares away across and down that fits the layout best; None if
    the layout doesn't decide. Mean colours of squares are all that is looked at."""
    colours = middle_colours(levels.flat(grid, _PIXELS, float(most)), grid.size + 2 * most)
    best = best_place(colours, visible_squares(levels.picture, grid, most), layout)
    if best is None:
        return None
    return Shifted(shifted(grid, best.columns - most, best.rows - most), best.share, best.margin)


@dataclass(frozen=True)
class FieldShift:
    """Where in a field of squares a board fits best, in squares from the field's top left."""

    columns: int
    rows: int
    share: float
    margin: float


def best_place(colours: BoardColours, visible: Weights, layout: Layout) -> FieldShift | None:
    """Where in a field of squares that is larger than the board (float32 [m, m, 3] and [m, m]) the
    layout fits best; None if it doesn't decide."""
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
    return FieldShift(column, row, best, best - float(others.max(initial=-1.0)))


def lead_of_place(
    picture: Picture, grid: Grid, layout: Layout, weights: NDArray[np.floating | np.bool]
) -> float:
    """By how much more of the premium squares' colours a grid explains than any that lies up to two
    whole squares aside; 0 where another explains more. `weights` [size, size] as for
    `layout_share`."""
    seen = visible_squares(picture, grid, _ASIDE)
    seen *= np.pad(weights.astype(np.float32), _ASIDE, constant_values=1.0)
    flat = flatten(picture, grid, _PIXELS, float(_ASIDE))
    place = best_place(middle_colours(flat, grid.size + 2 * _ASIDE), seen, layout)
    if place is None or (place.columns, place.rows) != (_ASIDE, _ASIDE):
        return 0.0
    return place.margin


def best_ending(levels: Levels, grid: Grid, most: int) -> Shifted | None:
    """The grid at most this many squares away on whose edges lines end most clearly: for boards
    without premium squares. `share`: of the segments in its outermost rows and columns that stand
    out; `margin`: how much less do in the rows and columns next to it. Both of the worst side. None
    if lines end nowhere."""
    n, rim = grid.size, most + 1
    segments = standing_out(line_edges(levels.flat(grid, PIXELS, rim)))
    best: Shifted | None = None
    for across, down in product(range(-most, most + 1), repeat=2):
        sides = []
        for lines, along, sideways in zip(segments, (down, across), (across, down), strict=True):
            inner = lines[:, rim + sideways : rim + sideways + n - 1].mean(axis=1)
            first = rim + along
            sides += [(inner[first], inner[first - 1]), (inner[first + n - 1], inner[first + n])]
        share = float(min(on for on, _ in sides))
        margin = float(min(on - off for on, off in sides))
        if margin > (best.margin if best is not None else 0.0):
            best = Shifted(shifted(grid, across, down), share, margin)
    return best


def shifted(grid: Grid, columns: float, rows: float) -> Grid:
    """The grid this many squares further across and down."""
    n = float(grid.size)
    ends = np.array([(0, 0), (n, 0), (n, n), (0, n)]) + np.array([columns, rows])
    a, b, c, d = ((float(x), float(y)) for x, y in grid.pixels_of(ends))
    return Grid((a, b, c, d), grid.size, grid.bend)


# --- where it lay before ---
# Much quicker than finding it again, and steadier: a grid that fits as well as can be measured
# stays exactly as it was, so that tiles don't seem to move.

_REACH = 0.35  # squares; a line that went farther is another line
_STEADY = 0.08  # squares; what a snap moves from picture to picture by noise and new tiles alone
_FEWEST_LINES = 0.2  # on full boards seen obliquely a third of them stands out, next to them none
_ENOUGH = 0.015  # half of what a newly found grid must show: this one was right before
_WORST_REST = 0.08  # squares between lines and grid, after it was moved


def verify_grid(picture: Picture, grid: Grid, layout: Layout) -> Grid | None:
    """The last grid, moved a little if board or camera did; None if the board isn't there."""
    levels = Levels(picture)
    flat = levels.flat(grid, PIXELS, MARGIN)
    seen = line_edges(flat)
    nudged, rest = nudge(seen, grid, _REACH)
    if farthest_corner(grid, nudged) > _STEADY:
        moved = snap(levels, nudged, 2)
        if moved.moved > _REACH or farthest_corner(grid, moved.grid) > 2 * _REACH:
            return None
        grid, rest = moved.grid, moved.rest
        flat = levels.flat(grid, PIXELS, MARGIN)
        seen = line_edges(flat)
    if rest > _WORST_REST:
        return None
    lines, _ = lines_and_ends(seen, grid.size)
    if lines < _FEWEST_LINES:
        return None
    if not has_premiums(layout):
        return grid
    colours = middle_colours(flat, grid.size + 2 * MARGIN)
    place = best_place(colours, visible_squares(picture, grid, MARGIN), layout)
    if place is None or (place.columns, place.rows) != (MARGIN, MARGIN):
        return None
    if lines * place.margin < _ENOUGH:
        return None
    return grid
