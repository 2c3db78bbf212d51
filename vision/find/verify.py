"""Does the board still lie where it lay in the last picture?

Much quicker than finding it anew, and steadier: a grid that fits as well as can be measured stays
exactly as it was, so that tiles don't seem to move. Tests: tests/vision/test_find_verify.py.
"""

from __future__ import annotations

from engine.layouts import Layout
from vision.find.judge import judge_flat, square_colours, visible_squares
from vision.find.layout_fit import has_premiums
from vision.find.shifts import best_place
from vision.find.snap import MARGIN, PIXELS, farthest_corner, nudge, snap
from vision.reading import Grid, Picture
from vision.warp import flatten

_REACH = 0.35  # squares; a line that went farther is another line
_STEADY = 0.08  # squares; what a snap moves from picture to picture by noise and new tiles alone
_FEWEST_LINES = 0.2  # on full boards seen obliquely a third of them stands out, beside them none
_ENOUGH = 0.015  # half of what a grid that is found anew must show: this one was right before
_WORST_REST = 0.08  # squares between lines and grid, after it was moved


def verify_grid(picture: Picture, grid: Grid, layout: Layout) -> Grid | None:
    """The last grid, moved a little if board or camera did; None if the board isn't there."""
    flat = flatten(picture, grid, PIXELS, MARGIN)
    nudged, rest = nudge(flat, grid, _REACH)
    if farthest_corner(grid, nudged) > _STEADY:
        moved = snap(picture, nudged, 2)
        if moved.moved > _REACH or farthest_corner(grid, moved.grid) > 2 * _REACH:
            return None
        grid, rest = moved.grid, moved.rest
        flat = flatten(picture, grid, PIXELS, MARGIN)
    if rest > _WORST_REST:
        return None
    lines = judge_flat(flat, visible_squares(picture, grid), layout).lines
    if lines < _FEWEST_LINES:
        return None
    if not has_premiums(layout):
        return grid
    colours = square_colours(flat, grid.size + 2 * MARGIN)
    place = best_place(colours, visible_squares(picture, grid, MARGIN), layout)
    if place is None or (place.columns, place.rows) != (MARGIN, MARGIN):
        return None
    if lines * place.margin < _ENOUGH:
        return None
    return grid
