"""Unsure squares are looked at again, the others are left as they are."""

import numpy as np
import pytest
from shown import row_of

from engine.layouts import load_layout
from engine.position import Position
from engine.tiles import load_tile_set
from vision.reading import LABELS, Crops, Grid, Picture, Probabilities
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.second_look import (
    LOOKS,
    MOST_LOOKED_AT,
    look_again,
    mean_of_looks,
    shifted_crops,
    unsure_squares,
    with_rim,
)
from vision.square.warp import cut_squares

PIXELS = 40
LAYOUT = load_layout("classic")


def picture_and_grid() -> tuple[Picture, Grid]:
    rows = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7
    look = household_look(LAYOUT, load_tile_set("en"))
    board = render_board(Position.from_rows(rows), look, PIXELS, np.random.default_rng(3))
    return board, flat_grid(15, PIXELS)


def sure_of(label: str, squares: int = 225) -> Probabilities:
    return np.tile(row_of({label: 0.9999}), (squares, 1))


def test_a_look_straight_on_shows_what_the_first_one_did() -> None:
    board, grid = picture_and_grid()
    straight = shifted_crops(with_rim(board, grid), [111, 112], [(0, 0)])
    assert np.array_equal(straight[0], cut_squares(board, grid)[[111, 112]])


def test_a_step_aside_moves_the_crop_and_nothing_else() -> None:
    board, grid = picture_and_grid()
    (straight, aside), step = shifted_crops(with_rim(board, grid), [112], [(0, 0), (1, 0)]), 3
    assert np.array_equal(straight[0][:, step:], aside[0][:, :-step])


@pytest.mark.parametrize("chances", [{".": 0.6, "?": 0.4}, {"E": 0.999}])
def test_sure_letters_and_what_only_colour_decides_are_not_looked_at_again(
    chances: dict[str, float],
) -> None:
    rows = sure_of(".")
    rows[7] = row_of({label: p * 0.9999 for label, p in chances.items()})
    assert len(unsure_squares(rows, np.zeros(225, np.float32))) == 0


def test_unsure_and_half_covered_squares_are_the_least_sure_ones_first() -> None:
    rows, covered = sure_of("."), np.zeros(225, np.float32)
    rows[[3, 9]] = row_of({"C": 0.7, "G": 0.3})
    covered[20] = 0.4
    assert unsure_squares(rows, covered).tolist() == [3, 9, 20]
    rows[:] = row_of({"C": 0.9, "G": 0.1})
    rows[200] = row_of({"C": 0.5, "G": 0.5})
    assert len(unsure_squares(rows, covered)) == MOST_LOOKED_AT
    assert 200 in unsure_squares(rows, covered)


def test_looks_that_agree_are_surer_than_any_and_a_lone_dissenter_is_outvoted() -> None:
    agreeing = np.stack([row_of({"C": 0.8, "G": 0.2})] * 5)[:, None]
    assert mean_of_looks(agreeing)[0, LABELS.index("C")] > 0.85
    split = np.stack([row_of({"G": 0.9, "C": 0.1})] + [row_of({"C": 0.9, "G": 0.1})] * 4)[:, None]
    mean = mean_of_looks(split)[0]
    assert mean.argmax() == LABELS.index("C")
    assert mean.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("unsure", [1, 31])
def test_only_unsure_squares_are_looked_at_and_change(unsure: int) -> None:
    board, grid = picture_and_grid()
    rows = sure_of(".")
    rows[:unsure] = row_of({"O": 0.6, "Q": 0.4})
    asked: list[int] = []

    def says_q(crops: Crops) -> tuple[Probabilities, np.ndarray]:
        asked.append(len(crops))
        return sure_of("Q", len(crops)), np.zeros(len(crops), np.float32)

    rows[unsure] = row_of({"O": 0.6, "Q": 0.4})
    settled = np.arange(225) == unsure  # by another network
    seen, _ = look_again(with_rim(board, grid), rows, np.zeros(225, np.float32), says_q, settled)
    assert asked == [len(LOOKS) * unsure]
    assert {LABELS[i] for i in seen[:unsure].argmax(axis=1)} == {"Q"}
    assert np.array_equal(seen[unsure:], rows[unsure:])


@pytest.mark.parametrize(("others_say", "hidden"), [(0.9, True), (0.001, False)])
def test_what_only_one_look_takes_for_covered_is_free(others_say: float, hidden: bool) -> None:
    board, grid = picture_and_grid()
    covered = np.zeros(225, np.float32)
    covered[7] = 0.9

    def says(crops: Crops) -> tuple[Probabilities, np.ndarray]:
        return sure_of("Q", len(crops)), np.full(len(crops), others_say, np.float32)

    nothing_settled = np.zeros(225, bool)
    _, seen = look_again(with_rim(board, grid), sure_of("Q"), covered, says, nothing_settled)
    assert bool(seen[7] > 0.5) is hidden
