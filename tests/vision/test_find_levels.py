"""A picture in several sizes shows a board at the same place as the picture itself."""

import cv2
import numpy as np
import pytest
from board_photos import GAME, photo

from vision.find.levels import Levels, rescaled
from vision.square.warp import flatten
from workshop.rendered.photograph import Stance


@pytest.mark.parametrize("pixels", [20, 10, 6])
def test_a_flat_board_lies_the_same_out_of_any_level(pixels):
    picture, grid = photo(Stance(tilt=25, roll=10, fill=0.9), GAME)
    picture = np.ascontiguousarray(picture[:-1, :-1])  # odd sides can't be halved evenly
    flat = Levels(picture).flat(grid, pixels, 1)
    whole = flatten(picture, grid, pixels, 1)
    seen = [cv2.cvtColor(view, cv2.COLOR_BGR2GRAY).astype(np.float64) for view in (flat, whole)]
    aside, _ = cv2.phaseCorrelate(*seen)
    assert np.abs(aside).max() < 0.2  # pixels


def test_a_grid_comes_back_from_a_smaller_picture():
    picture, grid = photo(Stance(), GAME)
    small, scale = Levels(picture).shrunk(333)
    assert max(small.shape[:2]) == 333
    back = rescaled(rescaled(grid, scale), 1 / scale)
    assert np.allclose(back.corners, grid.corners)


def test_a_small_picture_stays_as_it_is():
    picture = np.zeros((200, 300, 3), np.uint8)
    small, scale = Levels(picture).shrunk(480)
    assert small is picture
    assert scale == 1


@pytest.mark.parametrize("shape", [(3000, 1, 3), (1, 3000, 3), (1, 1, 3)])
def test_a_strip_has_levels_too(shape):
    _, grid = photo(Stance(), GAME)
    picture = np.zeros(shape, np.uint8)
    assert Levels(picture).flat(grid, 6, 1).size
    small, scale = Levels(picture).shrunk(100)
    assert max(small.shape[:2]) == min(100, max(shape[:2]))
    assert min(small.shape[:2]) == 1
    assert scale <= 1
