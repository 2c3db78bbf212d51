"""Drawings: what was read and doubted is on the picture, where it belongs."""

import numpy as np

from engine.squares import Square
from vision.bend import Lens
from vision.draw import DOUBT_COLOUR, GRID_COLOUR, SURE_COLOUR, draw_reading, draw_refusal
from vision.reading import Grid, Picture

GRID = Grid(((100.0, 60.0), (550.0, 60.0), (550.0, 510.0), (100.0, 510.0)), 15)
ROWS = ("...............",) * 7 + (".......Ä.......",) + ("...............",) * 7
PLAIN = np.full((600, 700, 3), 128, np.uint8)


def count(picture: Picture, colour: tuple[int, int, int], at: Square) -> int:
    """How many pixels of a square have a colour (RGB)."""
    left, top = 100 + 30 * at.column, 60 + 30 * at.row
    part = picture[top : top + 30, left : left + 30]
    return int((part == np.array(colour[::-1], np.uint8)).all(axis=2).sum())


def test_a_tile_gets_a_badge_on_its_square_and_no_other() -> None:
    drawn = draw_reading(PLAIN, GRID, ROWS)
    assert drawn.shape == PLAIN.shape
    assert count(drawn, SURE_COLOUR, Square(7, 7)) > 30
    assert count(drawn, SURE_COLOUR, Square(8, 8)) == 0
    assert (PLAIN == 128).all()


def test_a_doubt_is_framed_even_on_an_empty_square() -> None:
    drawn = draw_reading(PLAIN, GRID, ROWS, [Square(2, 3)])
    assert count(drawn, DOUBT_COLOUR, Square(2, 3)) > 60
    assert count(drawn, DOUBT_COLOUR, Square(7, 7)) == 0


def test_a_small_board_is_enlarged() -> None:
    small = Grid(((10.0, 10.0), (100.0, 10.0), (100.0, 100.0), (10.0, 100.0)), 15)
    assert draw_reading(PLAIN, small, ROWS).shape[0] > 3 * PLAIN.shape[0]


def test_lines_are_bent_as_the_lens_bends_them() -> None:
    drawn = draw_reading(PLAIN, Grid(GRID.corners, 15, Lens.of(700, 600, -0.15)), ROWS)
    line = (drawn == np.array(GRID_COLOUR[::-1], np.uint8)).all(axis=2)
    bulge = 60 - int(np.nonzero(line[:, 325])[0].min())
    assert bulge > 8
    assert not line[60, 320:330].any()


def test_a_refusal_is_written_on_the_picture() -> None:
    drawn = draw_refusal(PLAIN, "the picture is blurred: hold the camera still " * 2)
    assert (drawn[-5:, :, :] == np.array(DOUBT_COLOUR[::-1], np.uint8)).all(axis=2).mean() > 0.5
    assert (drawn[:300] == PLAIN[:300]).all()
