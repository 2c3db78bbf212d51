"""Grids: what their corners say."""

from dataclasses import replace

import numpy as np
import pytest

from engine.squares import Square
from engine.tiles import DIGRAPHS
from vision.reading import BASES, LABELS, Grid, Reading, Way, WayUp
from vision.way_up import OPEN, Turns

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
def test_a_grid_found_again_is_turned_as_it_was(quarters: int) -> None:
    moved = Grid(tuple((x + 20, y - 15) for x, y in GRID.corners), 15)  # type: ignore[arg-type]
    assert moved.turned(quarters).turned_like(GRID).corners == moved.corners


def reading(turns: Turns) -> Reading:
    probabilities = np.zeros((15, 15, len(LABELS)), np.float32)
    probabilities[..., 0] = 1
    probabilities[7, 3] = np.eye(len(LABELS))[5]
    return Reading(replace(GRID, turns=turns), probabilities, np.zeros((15, 15), np.float32))


@pytest.mark.parametrize(
    ("turns", "way_up"), [(OPEN, WayUp.OPEN), (Turns.by((5, 0, 4, 0)), WayUp.OPEN)]
)
def test_it_stays_open_which_way_up_a_board_lies_until_it_is_decided(
    turns: Turns, way_up: WayUp
) -> None:
    assert reading(turns).lasting_grid.way_up is way_up
    assert reading(turns).lasting_grid.turns == turns
    assert reading(Turns.given()).lasting_grid.way_up is WayUp.SEEN


@pytest.mark.parametrize("quarters", range(4))
def test_a_reading_turns_with_all_that_it_shows(quarters: int) -> None:
    turned = reading(Turns.given(quarters)).turned(quarters)
    there = Square(3, 7).turned(quarters, 15)
    assert turned.probabilities[there.row, there.column, 5] == 1
    assert turned.grid.corners == GRID.turned(quarters).corners
    assert turned.grid.turns == Turns.given()


def test_a_reading_lies_as_somebody_says() -> None:
    way = Way(2, np.ones((15, 15, len(LABELS)), np.float32))
    lying = replace(reading(OPEN), ways=(way,)).lying(way)
    assert lying.probabilities is way.probabilities
    assert lying.lasting_grid.way_up is WayUp.SEEN
    assert not lying.ways


def test_a_square_is_as_small_as_the_shortest_side_makes_it() -> None:
    assert GRID.pixels_per_square == pytest.approx(np.hypot(10, 290) / 15, rel=1e-3)


def test_every_label_stands_once() -> None:
    assert len(set(LABELS)) == len(LABELS) == 2 + 29 + 57 + len(DIGRAPHS)


def test_letters_with_a_mark_know_the_letter_without() -> None:
    of = {label: LABELS[base] for label, base in zip(LABELS, BASES, strict=True)}
    assert [of[letter] for letter in "ŻŹŁÑÄŐŲĐØÇ"] == list("ZZLNAOUDOC")
    assert all(of[label] == label for label in (".", "?", *"ABCDEFGHIJKLMNOPQRSTUVWXYZÆÞÐ"))
