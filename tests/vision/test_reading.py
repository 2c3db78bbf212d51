"""Grids: what their corners say."""

import numpy as np
import pytest

from vision.reading import LABELS, Grid, Reading, WayUp

GRID = Grid(((100.0, 50.0), (400.0, 60.0), (410.0, 350.0), (90.0, 340.0)), 15)


def test_the_homography_carries_the_boards_corners_to_the_grids() -> None:
    board = np.array([[0, 0, 1], [15, 0, 1], [15, 15, 1], [0, 15, 1]], float)
    seen = board @ GRID.to_picture().T
    assert np.allclose(seen[:, :2] / seen[:, 2:], GRID.corners, atol=1e-3)


@pytest.mark.parametrize("quarters", range(-1, 6))
def test_turns_go_round_and_come_back(quarters: int) -> None:
    turned = GRID.turned(quarters)
    assert turned.corners[0] == GRID.corners[quarters % 4]
    assert turned.turned(-quarters) == GRID


@pytest.mark.parametrize("quarters", range(4))
def test_a_grid_found_anew_is_turned_as_it_was(quarters: int) -> None:
    moved = Grid(tuple((x + 20, y - 15) for x, y in GRID.corners), 15)  # type: ignore[arg-type]
    assert moved.turned(quarters).turned_like(GRID).corners == moved.corners


@pytest.mark.parametrize(("letters", "way_up"), [(1, WayUp.OPEN), (2, WayUp.SEEN)])
def test_with_hardly_a_letter_it_stays_open_which_way_up_a_board_lies(
    letters: int, way_up: WayUp
) -> None:
    probabilities = np.zeros((15, 15, len(LABELS)), np.float32)
    probabilities[..., 0] = 1
    probabilities[7, :letters] = np.eye(len(LABELS))[5]
    reading = Reading(GRID, probabilities, np.zeros((15, 15), np.float32))
    assert reading.lasting_grid.way_up is way_up
    assert reading.lasting_grid == GRID


def test_a_square_is_as_small_as_the_shortest_side_makes_it() -> None:
    assert GRID.pixels_per_square == pytest.approx(np.hypot(10, 290) / 15, rel=1e-3)


def test_every_label_stands_once() -> None:
    assert len(set(LABELS)) == len(LABELS) == 2 + 29 + 57
