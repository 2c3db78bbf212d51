"""The check of the grid: a grid on the board's lines, and one that lies off them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from said_checks import DOUBTFUL, GOOD, advised, found

from device.doctor.sight import grid_check, lines_found
from device.simulator.camera import household_table
from vision.reading import Grid

TABLE = household_table(3)


def shifted(squares: float) -> Grid:
    """The table's grid, so many squares to the right."""
    (left, _), (right, _), *_ = TABLE.grid.corners
    by = squares * (right - left) / TABLE.grid.size
    a, b, c, d = ((x + by, y) for x, y in TABLE.grid.corners)
    return replace(TABLE.grid, corners=(a, b, c, d))


def test_a_grid_on_its_lines() -> None:
    check = grid_check(TABLE.picture, TABLE.grid)
    lines = round(100 * lines_found(TABLE.picture, TABLE.grid))
    assert lines > 80
    assert found([check]) == {"grid": (GOOD, f"it fits: {lines}% of its lines are seen")}


@pytest.mark.parametrize("squares", [0.3, 0.5])
def test_a_grid_off_its_lines(squares: float) -> None:
    check = grid_check(TABLE.picture, shifted(squares))
    assert check.verdict is DOUBTFUL
    assert "camera" in advised([check])["grid"]
