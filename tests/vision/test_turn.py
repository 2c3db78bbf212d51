"""Which way up: crops that carry their own turn as a colour stand in for letters."""

import numpy as np
import pytest

from vision.reading import LABELS, Crops, Probabilities
from vision.turn import best_turn, is_in_doubt, turned_crops

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


@pytest.mark.parametrize("quarters", range(4))
def test_the_turn_in_which_letters_stand_upright_is_found(quarters: int) -> None:
    crops = np.stack([crop_of(i in (1, 3, 4, 5, 6), -quarters) for i in range(9)])
    assert best_turn(crops, classify(crops), classify) == quarters
    upright = turned_crops(crops, quarters)
    assert classify(upright)[:, 2].max() > 0.8


def test_an_empty_board_keeps_the_expected_turn() -> None:
    crops = np.stack([crop_of(False, 0)] * 9)
    assert best_turn(crops, classify(crops), classify) == 0


def test_turned_crops_are_those_of_the_turned_board() -> None:
    picture = np.arange(3 * SIDE * 3 * SIDE * 3, dtype=np.uint32).astype(np.uint8)
    picture = picture.reshape(3 * SIDE, 3 * SIDE, 3)

    def cut(board: np.ndarray) -> np.ndarray:
        blocks = board.reshape(3, SIDE, 3, SIDE, 3).transpose(0, 2, 1, 3, 4)
        return blocks.reshape(9, SIDE, SIDE, 3)

    for quarters in range(4):
        expected = cut(np.rot90(picture, quarters))
        assert np.array_equal(turned_crops(cut(picture), quarters), expected)


def test_a_turn_is_in_doubt_while_most_of_what_lies_there_is_unsure() -> None:
    upright = classify(np.stack([crop_of(i in (3, 4), 0) for i in range(9)]))
    upright[3:5] = 0.0
    upright[3:5, 4] = 1.0
    assert not is_in_doubt(upright)
    assert is_in_doubt(classify(np.stack([crop_of(i in (3, 4), 1) for i in range(9)])))
    assert not is_in_doubt(classify(np.stack([crop_of(False, 0)] * 9)))
