"""Does the board still lie where it lay?"""

import numpy as np
import pytest
from board_photos import CLASSIC, corners_off, moved, photo

from engine.layouts import Layout
from vision.find import find_grid, verify_grid
from workshop.rendered.photograph import Stance


@pytest.fixture(scope="module")
def seen():
    return photo(Stance(tilt=25, roll=8))


def test_a_grid_that_fits_stays_exactly_as_it_was(seen):
    picture, _ = seen
    found = find_grid(picture, CLASSIC)
    assert verify_grid(picture, found.grid, CLASSIC) == found.grid


def test_a_small_drift_is_followed(seen):
    picture, grid = seen
    followed = verify_grid(picture, moved(grid, 0.2, -0.15), CLASSIC)
    assert followed is not None
    assert corners_off(grid, followed) < 0.05


@pytest.mark.parametrize("by", [(1, 0), (0, -1), (0.5, 0.5), (2, 2), (0, 4)])
def test_a_board_that_moved_is_not_there_any_more(seen, by):
    picture, grid = seen
    followed = verify_grid(picture, moved(grid, *by), CLASSIC)
    assert followed is None or corners_off(grid, followed) < 0.1


def test_no_board_no_grid(seen):
    picture, grid = seen
    assert verify_grid(np.full_like(picture, 120), grid, CLASSIC) is None


def test_a_board_without_premium_squares_stays_too():
    plain = Layout.plain(15)
    picture, _ = photo(Stance(tilt=15), layout=plain)
    found = find_grid(picture, plain)
    assert verify_grid(picture, found.grid, plain) == found.grid
