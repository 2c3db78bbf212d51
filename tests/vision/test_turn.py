"""Which way up: crops that carry their own turn as a colour stand in for letters."""

import numpy as np
import pytest

from vision.orientation import (
    Orientation,
    corner_evidence,
    is_in_doubt,
    seek_turn,
    turn_evidence,
)
from vision.reading import LABELS, Crops, Probabilities
from vision.way_up import OPEN

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
    assert turn.turns.best == quarters
    upright = turned_crops(crops, quarters)
    assert classify(upright)[:, 2].max() > 0.8


def test_an_empty_board_says_nothing() -> None:
    crops = np.stack([crop_of(False, 0)] * 9)
    assert seek_turn(crops, classify(crops), classify).turns == OPEN


def test_a_turn_is_in_doubt_while_most_of_what_lies_there_is_unsure() -> None:
    upright = classify(np.stack([crop_of(i in (3, 4), 0) for i in range(9)]))
    upright[3:5] = 0.0
    upright[3:5, 4] = 1.0
    assert not is_in_doubt(upright)
    assert is_in_doubt(classify(np.stack([crop_of(i in (3, 4), 1) for i in range(9)])))
    assert not is_in_doubt(classify(np.stack([crop_of(False, 0)] * 9)))


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_is_shown_as_it_reads_the_other_way_up(quarters: int) -> None:
    tiles = (1, 3)
    crops = np.stack([crop_of(i in tiles, -quarters) for i in range(9)])
    read = classify(crops)
    board = seek_turn(crops, read, classify).board(read, quarters)
    upright = classify(turned_crops(crops, quarters)).reshape(3, 3, -1)
    assert np.array_equal(board.argmax(axis=-1) != 0, upright.argmax(axis=-1) != 0)


def test_what_is_seen_is_turned_with_its_board() -> None:
    squares, read = np.array([0, 5]), np.zeros((4, 2, len(LABELS)), np.float32)
    read[:, :, 2] = np.arange(4)[:, None]
    turned = Orientation(OPEN, squares, read, (0.0, 1.0, 2.0, 3.0)).turned(1, 3)
    assert turned.values_fit == (1.0, 2.0, 3.0, 0.0)
    assert turned.squares.tolist() == [6, 1]  # the upper left corner, and the right edge's middle
    assert turned.read[:, 0, 2].tolist() == [1, 2, 3, 0]


class ManyLetters:
    """Reads any crop as surely in every turn: what H I N O S X Z are upside down."""

    def __call__(self, crops: Crops) -> Probabilities:
        read = np.full((len(crops), len(LABELS)), 1e-4, np.float32)
        read[:, 9] = 1.0
        read[crops.max(axis=(1, 2, 3)) == 0] = np.eye(len(LABELS), dtype=np.float32)[0]
        return read


@pytest.mark.parametrize("otherwise", [0, 1])
def test_print_that_is_a_letter_from_the_sides_alone_says_nothing(otherwise: int) -> None:
    """As a board's own DOUBLE WORD is: H from two sides, nothing or a blank from the others."""
    read = np.full((4, 3, len(LABELS)), 1e-4, np.float32)
    read[::2, :, otherwise] = 1.0
    read[1::2, :, LABELS.index("H")] = 1.0
    assert turn_evidence(read).max() < 0.1


def test_letters_that_read_as_well_in_every_turn_leave_it_open() -> None:
    crops = np.stack([crop_of(i in (3, 4, 5), 0) for i in range(9)])
    undecided = ManyLetters()
    turns = seek_turn(crops, undecided(crops), undecided).turns
    assert turns.left == (0, 1, 2, 3)


def test_words_of_a_list_speak_where_letters_cannot() -> None:
    crops = np.stack([crop_of(i in (3, 4), 0) for i in range(9)])
    letter = ManyLetters()

    def look_closely(_: np.ndarray, first: Probabilities) -> tuple[np.ndarray, ...]:
        read = np.full_like(first, 1e-4)
        for quarters in range(4):  # AB as it lies, BA on its head, and C D from its sides
            for place in range(2):
                label = ("A", "B", "CC", "A", "B", "DD")[0] if quarters % 2 else "AB"[place]
                read[quarters, place, LABELS.index(label)] = 1.0
        nothing = np.zeros(first.shape[:2])
        return read, nothing, nothing[0], np.zeros((2, SIDE, SIDE, 3), np.uint8)

    turns = seek_turn(crops, letter(crops), letter, look_closely, lambda word: word == "AB").turns
    assert turns.best == 0
    assert turns.behind[2] > 0
    assert not turns.decided


@pytest.mark.parametrize("quarters", range(4))
def test_values_say_the_turn_in_which_they_stand_at_the_lower_right(quarters: int) -> None:
    tile = np.full((56, 56, 3), 200, np.uint8)
    tile[38:48:2, 38:48] = 20  # a value in its corner
    crops = np.stack([np.rot90(tile, -quarters)] * 3)
    evidence = corner_evidence(np.ascontiguousarray(crops), np.ones(3))
    assert int(evidence.argmax()) == quarters
    assert not corner_evidence(crops, np.zeros(3)).any()


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
def test_which_way_up_a_full_board_lies_is_settled_by_a_few_tiles(quarters: int) -> None:
    crops = np.stack([crop_of(True, -quarters)] * 100)
    counting = Counting()
    turn = seek_turn(crops, Counting()(crops), counting)
    assert turn.turns.best == quarters
    assert turn.turns.settled
    assert counting.asked <= 4 * 20
