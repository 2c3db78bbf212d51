"""Which way up: crops that carry their own turn as a colour stand in for letters."""

import numpy as np
import pytest

from vision.orientation import (
    Orientation,
    chance_of_runner_up,
    either_way,
    is_in_doubt,
    seek_turn,
)
from vision.reading import LABELS, Crops, Probabilities

SIDE = 8


def crop_of(letter: bool, quarters: int) -> np.ndarray:
    """A crop whose top-left corner is bright where it stands upright."""
    crop = np.zeros((SIDE, SIDE, 3), np.uint8)
    if letter:
        crop[:2, :2] = 255
    return np.rot90(crop, quarters)


def classify(crops: Crops) -> Probabilities:
    """Upright crops are surely A, turned ones might be anything, dark ones are empty."""
    result = np.full((len(crops), len(LABELS)), 0.2 / (len(LABELS) - 2), np.float32)
    result[:, :2] = 0.0
    for row, crop in zip(result, crops, strict=True):
        if crop.max() == 0:
            row[:] = 0.0
            row[0] = 1.0
        elif crop[0, 0, 0] == 255:
            row[2] += 0.8
        else:
            row[5] += 0.3
            row[6] += 0.3
            row[7] += 0.2
    return result


def turned_crops(crops: Crops, quarters: int) -> Crops:
    """The crops [n*n, …] of a whole board that is turned so many quarters anticlockwise."""
    n = round(len(crops) ** 0.5)
    board = crops.reshape(n, n, *crops.shape[1:])
    board = np.rot90(np.rot90(board, quarters, axes=(0, 1)), quarters, axes=(2, 3))
    return np.ascontiguousarray(board).reshape(crops.shape)


@pytest.mark.parametrize("quarters", range(4))
def test_the_turn_in_which_letters_stand_upright_is_found(quarters: int) -> None:
    crops = np.stack([crop_of(i in (1, 3, 4, 5, 6), -quarters) for i in range(9)])
    turn = seek_turn(crops, classify(crops), classify)
    assert turn.quarters == quarters
    assert turn.chance < 0.05
    upright = turned_crops(crops, quarters)
    assert classify(upright)[:, 2].max() > 0.8


def test_an_empty_board_keeps_the_expected_turn() -> None:
    crops = np.stack([crop_of(False, 0)] * 9)
    assert seek_turn(crops, classify(crops), classify).quarters == 0


def test_a_turn_is_in_doubt_while_most_of_what_lies_there_is_unsure() -> None:
    upright = classify(np.stack([crop_of(i in (3, 4), 0) for i in range(9)]))
    upright[3:5] = 0.0
    upright[3:5, 4] = 1.0
    assert not is_in_doubt(upright)
    assert is_in_doubt(classify(np.stack([crop_of(i in (3, 4), 1) for i in range(9)])))
    assert not is_in_doubt(classify(np.stack([crop_of(False, 0)] * 9)))


@pytest.mark.parametrize("quarters", range(4))
def test_the_squares_in_doubt_are_named_as_on_the_turned_board(quarters: int) -> None:
    tiles = (1, 3)
    crops = np.stack([crop_of(i in tiles, -quarters) for i in range(9)])
    turn = seek_turn(crops, classify(crops), classify)
    upright = classify(turned_crops(crops, quarters))
    assert set(turn.squares.tolist()) == set(np.flatnonzero(upright[:, 0] < 0.5).tolist())


def test_what_reads_as_well_on_its_head_is_either_of_two_letters() -> None:
    assert chance_of_runner_up(0.0) > 0.2
    assert chance_of_runner_up(12.0) < 0.01
    shown = np.zeros((3, len(LABELS)), np.float32)
    shown[0, 0] = shown[1, 4] = shown[2, 9] = 1.0  # nothing, C, H
    on_its_head = shown[1:].copy()
    on_its_head[0] = np.roll(on_its_head[0], 7)  # the C a J, the H an H
    mixed = either_way(shown, Orientation(0, np.array([1, 2]), on_its_head, 0.25))
    assert mixed[1, 4] == pytest.approx(0.75)
    assert mixed[1, 11] == pytest.approx(0.25)
    assert np.array_equal(mixed[[0, 2]], shown[[0, 2]])


class Counting:
    """Classifies as `classify` does, but upright letters more surely, and counts."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, crops: Crops) -> Probabilities:
        self.asked += len(crops)
        read = classify(crops)
        read[read[:, 2] > 0.5] = np.eye(len(LABELS), dtype=np.float32)[2]
        return read


@pytest.mark.parametrize("quarters", range(4))
def test_a_full_board_that_lies_as_expected_is_settled_by_a_few_tiles(quarters: int) -> None:
    crops = np.stack([crop_of(True, -quarters)] * 100)
    counting = Counting()
    turn = seek_turn(crops, Counting()(crops), counting)
    assert turn.quarters == quarters
    assert (counting.asked == 3 * 100) == (quarters != 0)
    assert counting.asked == 3 * 100 or counting.asked < 3 * 20
