"""What is remembered of squares from picture to picture, and what is read again."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.layouts import load_layout
from engine.position import Position
from engine.tiles import load_tile_set
from vision.reader import BoardReader
from vision.reading import FIRST_LETTER, LABELS, Crops, Picture, Reading
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.look import household_look
from vision.square.memory import Looked, SquareMemory, block_means, unchanged
from vision.square.warp import cut_squares

PIXELS = 44
BEFORE = ["." * 15] * 7 + [".......HUT....."] + ["." * 15] * 7
AFTER = [*BEFORE[:8], ".......I.......", ".......P.......", *BEFORE[10:]]
NEW = [7 + 15 * 8, 7 + 15 * 9]
BARE = np.zeros(225, dtype=bool)


@cache
def photograph(rows: tuple[str, ...], noise: float = 2.0, seed: int = 0) -> Picture:
    """The same board, its tiles where they were, as a sensor sees it at another moment."""
    position = Position.from_rows(rows)
    picture = render_board(position, household_look(), PIXELS, np.random.default_rng(5))
    grain = np.random.default_rng([seed, 1]).normal(0, noise, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def squares(picture: Picture) -> Crops:
    return cut_squares(picture, flat_grid(15, PIXELS))


class Counting:
    """Says of every square that it is empty, this surely, and how many it was asked about."""

    def __init__(self, sure: float = 0.999) -> None:
        self.sure, self.asked, self.looks = sure, 0, 0

    def __call__(self, squares: NDArray[np.intp]) -> Looked:
        self.asked += len(squares)
        probabilities = np.full((len(squares), len(LABELS)), 0.0, np.float32)
        probabilities[:, 0], probabilities[:, FIRST_LETTER] = self.sure, 1 - self.sure
        self.looks += 1
        return probabilities, np.zeros(len(squares), np.float32), np.full(len(squares), self.looks)


def asked_again(first: Picture, second: Picture) -> int:
    memory, counting = SquareMemory(), Counting()
    memory.looked_at(squares(first), counting)
    counting.asked = 0
    memory.looked_at(squares(second), counting)
    return counting.asked


@pytest.mark.parametrize("noise", [0.0, 2.0, 5.0])
def test_noise_alone_makes_nothing_be_read_again(noise: float) -> None:
    first, second = (photograph(tuple(AFTER), noise, seed) for seed in (1, 2))
    assert asked_again(first, second) == 0


@pytest.mark.parametrize("noise", [0.0, 2.0, 5.0])
def test_what_was_laid_is_read_and_little_else(noise: float) -> None:
    before, after = photograph(tuple(BEFORE), noise, 1), photograph(tuple(AFTER), noise, 2)
    changed = ~unchanged(block_means(squares(before)), block_means(squares(after)), BARE)
    assert changed[NEW].all()
    assert changed.sum() <= len(NEW) * 3  # their shadows fall on others


def test_one_letter_in_another_s_place_is_read() -> None:
    other = [*AFTER[:8], ".......L.......", *AFTER[9:]]
    before, after = photograph(tuple(AFTER), 5.0, 1), photograph(tuple(other), 5.0, 2)
    blocks = block_means(squares(before)), block_means(squares(after))
    assert not unchanged(*blocks, ~BARE)[NEW[0]]


def test_in_the_dark_everything_is_read_again() -> None:
    first, second = (
        np.clip(photograph(tuple(AFTER), 36.0, seed) / 12.0, 0, 255).astype(np.uint8)
        for seed in (1, 2)
    )
    assert asked_again(first, second) == 225


@pytest.mark.parametrize("brighter", [-12, 12])
def test_a_pale_patch_on_one_square_is_read(brighter: int) -> None:
    first = photograph(tuple(BEFORE))
    second = photograph(tuple(BEFORE), 2.0, 1).astype(int)
    start, end = PIXELS * (3 + MARGIN) + 3, PIXELS * (4 + MARGIN) - 3
    second[start:end, start:end] += brighter
    patched = np.clip(second, 0, 255).astype(np.uint8)
    blocks = block_means(squares(first)), block_means(squares(patched))
    assert not unchanged(*blocks, BARE)[3 + 15 * 3]


def test_light_that_changes_everywhere_is_no_change_of_a_square() -> None:
    first = photograph(tuple(AFTER))
    darker = cv2.convertScaleAbs(photograph(tuple(AFTER), 2.0, 1), alpha=0.9)
    assert asked_again(first, np.asarray(darker, np.uint8)) <= 2  # where dark steps are rounded


def test_a_shadow_over_a_part_of_the_board_is_no_change_of_its_squares() -> None:
    first = photograph(tuple(AFTER))
    light = np.linspace(0.75, 1.0, first.shape[1])[None, :, None]
    shaded = (photograph(tuple(AFTER), 2.0, 1) * light).astype(np.uint8)
    assert asked_again(first, shaded) <= 10  # at the board's edge there are fewer to compare with


@pytest.mark.parametrize(("letter", "changed"), [(False, True), (True, False)])
def test_a_letter_is_the_same_in_a_light_of_its_own(letter: bool, changed: bool) -> None:
    square = NEW[0] if letter else NEW[0] + 3
    row, column = (at + MARGIN for at in divmod(square, 15))
    lit = photograph(tuple(AFTER), 0.0).astype(float)
    lit[PIXELS * row : PIXELS * (row + 1), PIXELS * column : PIXELS * (column + 1)] *= 0.9
    before, after = (
        block_means(squares(picture.astype(np.uint8)))
        for picture in (photograph(tuple(AFTER), 0.0), lit)
    )
    shows = np.arange(225) == square
    assert unchanged(before, after, shows & letter)[square] != changed


def test_a_slow_change_adds_up() -> None:
    """A step goes unnoticed, but what was read is compared with how it looked then."""
    memory, counting = SquareMemory(), Counting()
    first = photograph(tuple(BEFORE), 0.0).astype(int)
    memory.looked_at(squares(first.astype(np.uint8)), counting)
    counting.asked = 0
    for step in range(1, 13):
        shaded = first.copy()
        shaded[PIXELS * 3 : PIXELS * 4, PIXELS * 3 : PIXELS * 4] -= step
        memory.looked_at(squares(np.clip(shaded, 0, 255).astype(np.uint8)), counting)
    assert counting.asked > 0


def test_what_was_not_sure_is_read_every_time() -> None:
    memory, unsure = SquareMemory(), Counting(0.98)
    for _ in range(3):
        memory.looked_at(squares(photograph(tuple(AFTER))), unsure)
    assert unsure.asked == 3 * 225


def test_a_board_of_another_size_is_another_board() -> None:
    memory, counting = SquareMemory(), Counting()
    crops = squares(photograph(tuple(AFTER)))
    memory.looked_at(crops, counting)
    memory.looked_at(crops[:121], counting)
    assert counting.asked == 225 + 121


def test_a_game_is_read_as_by_a_reader_that_remembers_nothing() -> None:
    grid = flat_grid(15, PIXELS)
    layout, tiles = load_layout("classic"), load_tile_set("en")
    remembers = BoardReader(layout, tiles)
    for number, rows in enumerate((BEFORE, BEFORE, AFTER, AFTER, BEFORE)):
        picture = photograph(tuple(rows), 2.0, number)
        fresh = BoardReader(layout, tiles).read(picture, grid)
        again = remembers.read(picture, grid, last=grid)
        assert isinstance(fresh, Reading)
        assert isinstance(again, Reading)
        best = again.probabilities.argmax(axis=-1)
        assert (best == fresh.probabilities.argmax(axis=-1)).all()
        assert np.abs(again.probabilities - fresh.probabilities).max() < 0.05
