import cv2
import numpy as np
import pytest

from engine.squares import Square
from vision.reading import Grid
from vision.square.warp import CROP_SIDE, cut_squares, cut_window, flatten

SIZE = 5


def chequered(pixels_per_square: int) -> np.ndarray:
    """A flat board whose square has a colour of its own: 20 + 40 * column, 20 + 40 * row, 99."""
    squares = np.zeros((SIZE, SIZE, 3), dtype=np.uint8)
    squares[..., 0] = 20 + 40 * np.arange(SIZE)[None, :]
    squares[..., 1] = 20 + 40 * np.arange(SIZE)[:, None]
    squares[..., 2] = 99
    return squares.repeat(pixels_per_square, axis=0).repeat(pixels_per_square, axis=1)


def photographed(pixels_per_square: int, corners: np.ndarray, shape: tuple[int, int]):
    flat = chequered(pixels_per_square)
    end = SIZE * pixels_per_square - 0.5
    outer = np.array([[-0.5, -0.5], [end, -0.5], [end, end], [-0.5, end]], dtype=np.float32)
    view = cv2.getPerspectiveTransform(outer, corners.astype(np.float32))
    picture = cv2.warpPerspective(flat, view, shape, flags=cv2.INTER_AREA)
    return picture, Grid(tuple((float(x), float(y)) for x, y in corners), SIZE)


CORNERS = np.array([[60, 50], [330, 70], [360, 300], [40, 310]])


@pytest.mark.parametrize("scale", [1, 4])
def test_flat_board_shows_every_square_in_its_place(scale):
    picture, grid = photographed(80 * scale, CORNERS * scale, (400 * scale, 350 * scale))
    flat = flatten(picture, grid, pixels_per_square=16, margin=1)
    assert flat.shape == (7 * 16, 7 * 16, 3)
    centres = flat[16 + 8 : -16 : 16, 16 + 8 : -16 : 16].astype(int)
    wanted = chequered(1).astype(int)
    assert np.abs(centres - wanted).max() <= 2


def test_crops_come_row_by_row_with_a_quarter_of_their_neighbours():
    picture, grid = photographed(80, CORNERS, (400, 350))
    crops = cut_squares(picture, grid)
    assert crops.shape == (SIZE * SIZE, CROP_SIDE, CROP_SIDE, 3)
    middle = crops[:, CROP_SIDE // 2, CROP_SIDE // 2].reshape(SIZE, SIZE, 3).astype(int)
    assert np.abs(middle - chequered(1)).max() <= 2
    second = crops[1 * SIZE + 1]
    assert abs(int(second[24, 2, 0]) - 20) <= 2  # its left neighbour's colour
    assert abs(int(second[45, 24, 1]) - 100) <= 2  # its lower neighbour's


@pytest.mark.parametrize("scale", [1, 4])
def test_named_squares_look_as_they_do_among_all(scale):
    picture, grid = photographed(80 * scale, CORNERS * scale, (400 * scale, 350 * scale))
    every = cut_squares(picture, grid)
    squares = [Square(4, 1), Square(2, 3)]
    some = cut_squares(picture, grid, squares=squares)
    for crop, square in zip(some, squares, strict=True):
        same = every[square.row * SIZE + square.column].astype(int)
        assert np.abs(crop.astype(int) - same).mean() < 1
    assert cut_squares(picture, grid, squares=[]).shape == (0, CROP_SIDE, CROP_SIDE, 3)


def test_shift_looks_at_another_place():
    picture, grid = photographed(80, CORNERS, (400, 350))
    shifted = cut_squares(picture, grid, shift=(1.0, 0.0))
    plain = cut_squares(picture, grid)
    assert np.abs(shifted[7].astype(int) - plain[8].astype(int)).mean() < 1


def test_outside_the_picture_is_black():
    picture, grid = photographed(80, CORNERS, (400, 350))
    cut_off = picture[:, :200]
    flat = flatten(cut_off, grid, pixels_per_square=16, margin=0)
    assert flat[40, -8].tolist() == [0, 0, 0]
    assert flat[40, 8].tolist() != [0, 0, 0]


def test_a_grid_wholly_outside_is_black():
    grid = Grid(((500, 500), (600, 500), (600, 600), (500, 600)), SIZE)
    assert not flatten(np.full((100, 100, 3), 200, np.uint8), grid).any()


def test_a_window_shows_that_part_of_the_board():
    picture, grid = photographed(80, CORNERS, (400, 350))
    window = cut_window(picture, grid, (1.0, 2.0, 4.0, 4.0), 16)
    assert window.shape == (2 * 16, 3 * 16, 3)
    centres = window[8::16, 8::16].astype(int)
    assert np.abs(centres - chequered(1)[2:4, 1:4].astype(int)).max() <= 2


def test_a_window_may_begin_within_a_square_and_end_outside_the_board():
    picture, grid = photographed(80, CORNERS, (400, 350))
    window = cut_window(picture, grid, (-0.5, 3.5, 2.5, SIZE + 0.5), 16)
    assert window.shape == ((SIZE - 3) * 16, 3 * 16, 3)
    assert np.abs(window[16, 16].astype(int) - chequered(1)[4, 0].astype(int)).max() <= 2
    assert not window[-4:, :4].any()
