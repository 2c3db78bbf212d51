"""Tiles among upright ones that read better another way up are promised as neither letter."""

import numpy as np
import pytest
from shown import row_of

from vision.reading import LABELS, Crops, Probabilities
from vision.square.second_look import SURELY_UPRIGHT, doubt_turned

SIDE = 8
R, U = LABELS.index("R"), LABELS.index("U")


def crop_of(quarters: int) -> Crops:
    """One crop with a bright corner: top left where it lies upright."""
    crop = np.zeros((SIDE, SIDE, 3), np.uint8)
    crop[:2, :2] = 255
    return np.ascontiguousarray(np.rot90(crop, -quarters))[None]


class Reads:
    """Reads a crop that lies upright as a letter, every other as a U, unsure unless said otherwise;
    counts the crops."""

    def __init__(self, upright: str, sure: float, otherwise: float = 0.5) -> None:
        self.upright, self.sure, self.otherwise, self.crops = upright, sure, otherwise, 0

    def __call__(self, crops: Crops) -> Probabilities:
        self.crops += len(crops)
        lies = row_of({self.upright: self.sure, "T": 1 - self.sure})
        wrongly = row_of({"U": self.otherwise, "T": 1 - self.otherwise})
        return np.stack([lies if crop[0, 0, 0] else wrongly for crop in crops])


def seen_as(letter: str, sure: float) -> Probabilities:
    return row_of({letter: sure, "T": 1 - sure})[None]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_letter_that_reads_better_another_way_up_is_promised_as_neither(quarters: int) -> None:
    seen = seen_as("U", 0.93)
    mixed = doubt_turned(crop_of(quarters), seen, seen, Reads("R", 0.999))
    assert 0.5 < mixed[0, U] < 0.9
    assert mixed[0, R] > 0.15
    assert mixed.sum() == pytest.approx(1)


def test_upside_down_is_doubted_even_where_all_looks_together_are_sure() -> None:
    crop, once, seen = crop_of(2), seen_as("U", 0.9), seen_as("U", 0.998)
    assert doubt_turned(crop, once, seen, Reads("R", 0.999))[0, U] < 0.9


def test_a_letter_is_not_the_same_one_with_a_mark_upside_down() -> None:
    seen = row_of({"Ś": 0.93, "T": 0.07})[None]
    assert np.array_equal(doubt_turned(crop_of(2), seen, seen, Reads("S", 0.999)), seen)


@pytest.mark.parametrize(
    ("quarters", "sure", "other", "other_sure"),
    [
        (2, 0.996, "R", 0.99),  # reads better as it lies
        (2, 0.8, "R", 0.89),  # not sure enough upside down
        (1, 0.985, "R", 0.999),  # Z and N, on their sides, need more
        (2, 0.9, "U", 0.999),  # the same letter both ways
    ],
)
def test_an_upright_letter_stays_believed(
    quarters: int, sure: float, other: str, other_sure: float
) -> None:
    seen = seen_as("U", sure)
    mixed = doubt_turned(crop_of(quarters), seen, seen, Reads(other, other_sure, sure))
    assert np.array_equal(mixed, seen)


@pytest.mark.parametrize("row", [{".": 1.0}, {"U": (1 + SURELY_UPRIGHT) / 2}])
def test_sure_letters_and_empty_squares_cost_no_look(row: dict[str, float]) -> None:
    classify = Reads("R", 0.999)
    seen = row_of(row)[None]
    assert doubt_turned(crop_of(2), seen, seen, classify) is seen
    assert classify.crops == 0


def test_what_may_be_another_letter_on_its_head_is_told_by_its_value() -> None:
    seen, reads = seen_as("U", 0.99), Reads("R", 0.3)
    crop = crop_of(2)

    def says(odds: float) -> Probabilities:
        return doubt_turned(crop, seen, seen, reads, lambda *_: np.array([odds]))

    assert says(-3.0)[0, U] < 0.9
    assert np.array_equal(says(3.0), seen)
    assert np.array_equal(doubt_turned(crop, seen, seen, reads), seen)
