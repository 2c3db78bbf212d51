"""How evenly a board is lit, measured on drawn boards with a shade over them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quality import evenness
from vision.reading import Grid, Picture

GRID = Grid(((40.0, 40.0), (340.0, 40.0), (340.0, 340.0), (40.0, 340.0)), 15)


def lit(left: float, right: float) -> Picture:
    """A board whose light falls off from one side to the other; beyond it all is dark."""
    picture = np.zeros((380, 380, 3), dtype=np.uint8)
    light = np.interp(np.arange(380), (40, 340), (left, right)).astype(np.uint8)
    picture[40:340, 40:340] = light[np.newaxis, 40:340, np.newaxis]
    return picture


def test_a_board_in_even_light_is_even_whatever_lies_round_it() -> None:
    assert evenness(lit(180, 180), GRID) == pytest.approx(1.0, abs=0.02)


def test_the_farther_light_falls_off_the_less_even_it_is() -> None:
    slightly, much = evenness(lit(200, 150), GRID), evenness(lit(200, 50), GRID)
    assert 0.75 < slightly < 0.9
    assert 0.3 < much < 0.55


def test_letters_and_a_reflection_are_no_shade() -> None:
    picture = lit(180, 180)
    picture[60:70, 60:320] = 10  # a row of letters
    picture[300:312, 300:312] = 255
    assert evenness(picture, GRID) > 0.95


def test_a_black_picture_is_not_divided_by_nothing() -> None:
    assert evenness(lit(0, 0), GRID) == 0.0
