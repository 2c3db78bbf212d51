"""Two planes that meet at a hinge, both ways."""

import cv2
import numpy as np
import pytest

from vision.bend import Fold, Lens, warp_through
from vision.reading import Grid

FOLD = Fold(hinge=(0.02, 0.001, -6.0), rise=(30.0, -18.0, -0.02))
PLACES = np.random.default_rng(3).uniform((0, 0), (639, 479), (50, 2))


def test_what_is_straightened_is_bent_again() -> None:
    assert np.allclose(FOLD.bent(FOLD.straightened(PLACES)), PLACES, atol=1e-6)


def test_the_near_half_and_the_hinge_stay_where_they_are() -> None:
    near = PLACES[np.c_[PLACES, np.ones(len(PLACES))] @ FOLD.hinge <= 0]
    on_hinge = np.array([[300.0, 0.0], [276.05, 479.0]])
    assert np.array_equal(FOLD.bent(near), near)
    assert np.allclose(FOLD.bent(on_hinge), on_hinge, atol=1e-6)


def test_lines_of_the_far_half_stay_straight() -> None:
    along = np.linspace(0, 1, 9)[:, None]
    line = FOLD.bent((1 - along) * (400.0, 60.0) + along * (600.0, 420.0))
    off = np.linalg.det(np.stack([np.c_[line[[0, 8, k]], np.ones(3)] for k in range(9)]))
    assert np.allclose(off, 0, atol=1e-6)


def test_a_scaled_or_cut_picture_has_the_same_fold() -> None:
    half = FOLD.rescaled(0.5)
    assert np.allclose(half.bent((PLACES + 0.5) / 2 - 0.5), (FOLD.bent(PLACES) + 0.5) / 2 - 0.5)
    cut = FOLD.moved(-40, -30)
    assert np.allclose(cut.bent(PLACES - (40, 30)), FOLD.bent(PLACES) - (40, 30))


def test_a_window_is_sampled_where_the_fold_puts_it() -> None:
    y, x = np.mgrid[0:480, 0:640].astype(np.float32)
    picture = np.stack([x * 255 / 639, y * 255 / 479, 0 * x + 9], axis=-1).astype(np.uint8)
    view = np.array([[1.0, 0, 220], [0, 1.0, 100], [0, 0, 1.0]])
    window = warp_through(picture, view, FOLD, (150, 150))
    rows, columns = np.mgrid[0:150, 0:150]
    seen = FOLD.bent(np.stack([columns + 220.0, rows + 100.0], axis=-1)).astype(np.float32)
    wanted = cv2.remap(picture, seen, None, cv2.INTER_LINEAR)
    assert np.abs(window.astype(int) - wanted.astype(int)).max() <= 2


@pytest.mark.parametrize("bend", [FOLD, Lens.of(640, 480, -0.15)])
def test_a_bent_grid_starts_and_ends_in_its_corners(bend: Fold | Lens) -> None:
    grid = Grid(((60.0, 50.0), (580.0, 40.0), (600.0, 440.0), (40.0, 430.0)), 15, bend)
    ends = np.array([(0.0, 0.0), (15.0, 0.0), (15.0, 15.0), (0.0, 15.0)])
    assert np.allclose(grid.pixels_of(ends), grid.corners, atol=1e-3)
    assert np.allclose(
        grid.turned(1).pixels_of(ends), grid.corners[1:] + grid.corners[:1], atol=1e-3
    )
