"""Where the tops of thick tiles lie, against a camera that the test builds itself."""

import math

import numpy as np
import pytest

from vision.find.snap import farthest_corner
from vision.reading import Grid
from vision.square.warp import raised, shift_at_middle

SIZE = (1280, 960)


def project(spots: np.ndarray, tilt: float, focal: float, turn: float = 0.3) -> np.ndarray:
    """Spots (x, y, z above the board, in squares) seen by a camera tilted by `tilt` radians."""
    spots = spots - np.array([7.5, 7.5, 0.0])
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = spots[:, 0] * cos - spots[:, 1] * sin, spots[:, 0] * sin + spots[:, 1] * cos
    up = y * math.cos(tilt) - spots[:, 2] * math.sin(tilt)
    depth = 26 - y * math.sin(tilt) - spots[:, 2] * math.cos(tilt)
    return np.stack([focal * x / depth + SIZE[0] / 2, focal * up / depth + SIZE[1] / 2], axis=1)


def grid_at(height: float, tilt: float, focal: float) -> Grid:
    board = np.array([[0, 0, height], [15, 0, height], [15, 15, height], [0, 15, height]], float)
    a, b, c, d = [(float(x), float(y)) for x, y in project(board, tilt, focal)]
    return Grid((a, b, c, d), 15)


@pytest.mark.parametrize("degrees", [20, 35, 50])
@pytest.mark.parametrize("focal", [900, 1400])
def test_tops_of_an_oblique_board_are_found_from_its_corners(degrees: int, focal: int) -> None:
    tilt = math.radians(degrees)
    board, tops = grid_at(0, tilt, focal), grid_at(0.4, tilt, focal)
    found = raised(board, SIZE, 0.4)
    assert farthest_corner(tops, found) < 0.03
    assert shift_at_middle(board, found) == pytest.approx(0.4 * math.tan(tilt), rel=0.1)


def test_seen_from_straight_above_tops_move_outwards_alone() -> None:
    board = grid_at(0, 0.0, 1200)
    above = raised(board, SIZE, 0.25)
    outwards = np.array(above.corners) - np.array(board.corners)
    from_centre = np.array(board.corners) - np.array(SIZE) / 2
    assert shift_at_middle(board, above) < 0.01
    assert farthest_corner(board, above) < 0.25
    assert all(float(o @ c) > 0 for o, c in zip(outwards, from_centre, strict=True))


def test_no_height_is_the_board_itself() -> None:
    board = grid_at(0, 0.6, 1100)
    assert farthest_corner(board, raised(board, SIZE, 0.0)) < 1e-6
