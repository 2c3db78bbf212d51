"""How far a layout explains the colours of squares: arrays alone, no picture."""

import numpy as np
import pytest

from engine.layouts import Layout, load_layout
from vision.find.judge import (
    has_premiums,
    kinds_of,
    layout_shares,
    light,
    shows_colours,
    weighted_median,
)

CLASSIC = load_layout("classic")
PALETTE = np.array(
    [[60, 120, 130], [70, 140, 110], [50, 130, 90], [65, 150, 150], [55, 180, 160], [60, 120, 130]],
    dtype=np.float32,
)
ALL = np.ones((15, 15), np.float32)


@pytest.fixture
def colours() -> np.ndarray:
    board = PALETTE[np.maximum(kinds_of(CLASSIC), 0)]
    return board + np.random.default_rng(5).normal(0, 2, board.shape).astype(np.float32)


def test_a_board_in_its_own_colours_is_explained(colours):
    assert layout_shares(colours, CLASSIC, ALL) > 0.85
    assert layout_shares(np.roll(colours, 1, axis=0), CLASSIC, ALL) < 0.3


def test_light_across_the_board_changes_nothing(colours):
    slope = np.linspace(-15, 15, 15, dtype=np.float32)[:, None, None] * np.array([1, 0.2, 0.2])
    lit = (colours + slope).astype(np.float32)
    assert layout_shares(lit, CLASSIC, ALL) > 0.8
    surface = light(lit, ALL * (kinds_of(CLASSIC) == 0))
    assert np.abs(surface - PALETTE[0] - slope).max() < 3


def test_tiles_on_a_third_of_the_squares_leave_it_recognisable(colours):
    rng = np.random.default_rng(6)
    tiles = rng.random((15, 15)) < 0.33
    colours[tiles] = (100, 135, 150)
    shifted = np.roll(colours, 1, axis=1)
    assert layout_shares(colours, CLASSIC, ALL) > layout_shares(shifted, CLASSIC, ALL) + 0.2
    assert layout_shares(colours, CLASSIC, (ALL * ~tiles)) > 0.85


def test_many_boards_at_once_come_out_as_one_by_one(colours):
    several = np.stack([colours, np.roll(colours, 1, axis=0)])
    together = layout_shares(several, CLASSIC, np.stack([ALL, ALL]))
    alone = [layout_shares(board, CLASSIC, ALL) for board in several]
    assert np.allclose(together, alone, atol=1e-4)


def test_a_plain_layout_shows_nothing(colours):
    assert not has_premiums(Layout.plain(15))
    assert has_premiums(CLASSIC)
    assert np.isnan(layout_shares(colours, Layout.plain(15), ALL))


def test_a_board_of_one_colour_differs_from_one_with_premiums(colours):
    assert shows_colours(colours, ALL)
    assert shows_colours(np.roll(colours, 1, axis=0), ALL)
    noise = np.random.default_rng(8).normal(100, 3, (15, 15, 3)).astype(np.float32)
    assert not shows_colours(noise, ALL)
    assert not shows_colours(noise, 0 * ALL)


def test_weighted_median():
    values = np.array([[[1.0], [2.0], [10.0]]], np.float32)
    assert weighted_median(values, np.ones((1, 3), np.float32)) == 2
    assert weighted_median(values, np.array([[1, 1, 5]], np.float32)) == 10
