"""The snap pulls a grid that lies about right onto the board's lines."""

import numpy as np
import pytest
from board_photos import GAME, corners_off, photo

from vision.find.levels import Levels
from vision.find.snap import snap
from vision.reading import Grid
from workshop.rendered.photograph import Stance


@pytest.mark.parametrize("stance", [Stance(), Stance(tilt=40, roll=20, distance=1.6)])
def test_corners_a_fifth_of_a_square_off_come_home(stance):
    picture, grid = photo(stance, GAME)
    rng = np.random.default_rng(3)
    for _ in range(4):
        off = rng.uniform(-0.14, 0.14, (4, 2)) * grid.pixels_per_square
        a, b, c, d = (tuple(map(float, corner)) for corner in np.array(grid.corners) + off)
        snapped = snap(Levels(picture), Grid((a, b, c, d), 15))
        assert corners_off(grid, snapped.grid) < 0.06
        assert snapped.rest < 0.05


def test_nothing_to_snap_to_leaves_the_grid_alone():
    grid = Grid(((50.0, 40.0), (400.0, 50.0), (390.0, 380.0), (60.0, 390.0)), 15)
    wall = np.full((450, 460, 3), 140, np.uint8)
    assert snap(Levels(wall), grid).moved < 0.05
