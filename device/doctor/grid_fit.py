"""The check of the grid: do the lines of the board that the camera sees lie where they are read?

Asks what vision/find judges a grid by, once more of the last picture: a camera that was touched
after it shows here. Tests: tests/device/test_grid_fit.py.
"""

from __future__ import annotations

from device.doctor.checks import Check, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message
from vision.reading import Grid, Picture

FEW_LINES = 0.4
"""Share of the lines between squares that stand out where they should. Of 17 sets of photographs
that are read, the grids as found have 0.44 to 0.99, and the same a fifth of a square off 0.14 to
0.65; a full board seen obliquely may have a third."""


def lines_found(picture: Picture, grid: Grid) -> float:
    """The share of the lines between squares that are seen along the grid, 0 to 1 (BGR picture)."""
    # Slow to load, and every table has this file before its first screen.
    from vision.find.judge import lines_and_ends
    from vision.find.snap import MARGIN, PIXELS
    from vision.warp import flatten

    flat = flatten(picture, grid, PIXELS, MARGIN)
    lines, _ = lines_and_ends(flat, grid.size)
    return lines


def grid_check(picture: Picture, grid: Grid) -> Check:
    """How well the grid lies on the board in the picture that it was read in."""
    lines = lines_found(picture, grid)
    value = Message("{percent} % of its lines are seen", {"percent": round(100 * lines)})
    if lines < FEW_LINES:
        advice = Message("Let the camera look from higher up, and don't touch it afterwards.")
        return doubtful(Subject.GRID, value, advice)
    return good(Subject.GRID, value)
