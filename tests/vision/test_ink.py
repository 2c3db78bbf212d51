"""The ink on a tile as a witness: a letter in another ink than the rest may be a blank."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Crops, Probabilities
from vision.square.ink import FEWEST_INKED, quantiles_of_others, weighed_by_ink
from vision.square.warp import CROP_SIDE

BLANK = LABELS.index(BLANK_LABEL)
WOOD, INK, MARKER, GRAIN = (170, 205, 225), (40, 38, 35), (170, 60, 40), (60, 90, 120)
ASKED = 0.985
LETTERS = "EARTHSINGLOUDCAMPFIRE"


def tiles(inks: list[tuple[int, int, int]], light: float = 1.0) -> Crops:
    """A tile for each ink, as the first look sees them: a letter on wood, no two alike."""
    rng = np.random.default_rng(4)
    crops = np.empty((len(inks), CROP_SIDE, CROP_SIDE, 3), np.uint8)
    for crop, ink, letter in zip(crops, inks, LETTERS, strict=False):
        crop[:] = WOOD
        at = (CROP_SIDE // 4, 3 * CROP_SIDE // 4)
        cv2.putText(crop, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 3, cv2.LINE_AA)
        noisy = light * cv2.GaussianBlur(crop, (3, 3), 0) + rng.normal(0, 2, crop.shape)
        crop[:] = np.clip(noisy, 0, 255)
    return crops


def read(many: int, sure: float = 0.998) -> Probabilities:
    """The same number of letters, read as surely as that."""
    probabilities = np.full((many, len(LABELS)), (1 - sure) / (len(LABELS) - 1), np.float32)
    for row, letter in zip(probabilities, LETTERS, strict=False):
        row[LABELS.index(letter)] = sure
    return probabilities


@pytest.mark.parametrize("other", [MARKER, GRAIN])
def test_a_letter_in_another_ink_may_be_a_blank(other: tuple[int, int, int]) -> None:
    inks = [INK] * 12
    inks[5] = other
    weighed = weighed_by_ink(tiles(inks), read(12))
    assert weighed[5].max() < ASKED
    assert weighed[5, BLANK] == np.delete(weighed[5], LABELS.index(LETTERS[5])).max()
    assert (np.delete(weighed, 5, axis=0).max(axis=1) > ASKED).all()
    assert weighed.sum(axis=1) == pytest.approx(1, abs=1e-4)


def test_a_value_next_to_it_shows_that_it_is_printed_and_none_that_it_is_written() -> None:
    inks = [INK] * 12
    inks[5] = inks[7] = MARKER
    asked: list[tuple[list[int], str]] = []

    def printed_for(
        squares: np.ndarray[tuple[int], np.dtype[np.intp]],
        labels: np.ndarray[tuple[int], np.dtype[np.intp]],
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        asked.append((squares.tolist(), "".join(LABELS[label] for label in labels)))
        return np.where(squares == 5, 6.0, -3.0)

    weighed = weighed_by_ink(tiles(inks), read(12), printed_for)
    assert asked == [([5, 7], LETTERS[5] + LETTERS[7])]
    without = weighed_by_ink(tiles(inks), read(12))
    assert weighed[5, BLANK] < without[5, BLANK] / 10
    assert weighed[7, BLANK] >= without[7, BLANK]


@pytest.mark.parametrize("light", [0.25, 1.0])
def test_letters_of_one_ink_are_believed_in_any_light(light: float) -> None:
    weighed = weighed_by_ink(tiles([INK] * 12, light), read(12))
    assert (weighed.max(axis=1) > ASKED).all()


def test_dark_tiles_with_bright_letters_have_one_ink_too() -> None:
    crops = 255 - tiles([INK] * 11 + [MARKER])
    weighed = weighed_by_ink(crops.astype(np.uint8), read(12))
    assert (weighed[:11].max(axis=1) > ASKED).all()
    assert weighed[11].max() < ASKED


def test_a_set_in_many_colours_says_nothing_by_its_colours() -> None:
    colours = [INK, MARKER, (40, 120, 40), (30, 60, 180), GRAIN] * 4
    weighed = weighed_by_ink(tiles(colours), read(20))
    assert (weighed.max(axis=1) > ASKED).all()


def as_blank(many: int, square: int) -> Probabilities:
    """The same number of letters, of which one reads surely as a blank."""
    probabilities = read(many)
    probabilities[square] = 2e-5
    probabilities[square, LABELS.index("I")] = 4e-4
    probabilities[square, BLANK] = 0.998
    return probabilities


def test_a_blank_with_as_much_ink_as_the_letters_may_be_one_of_them() -> None:
    weighed = weighed_by_ink(tiles([INK] * 12), as_blank(12, 5))
    assert 0.5 < weighed[5, BLANK] < ASKED
    assert LABELS[np.delete(weighed[5], BLANK).argmax() + 1] == "I"
    assert weighed.sum(axis=1) == pytest.approx(1, abs=3e-3)


def test_a_blank_without_ink_and_one_without_a_value_stay_blanks() -> None:
    inks = [INK] * 12
    inks[5] = WOOD
    assert weighed_by_ink(tiles(inks), as_blank(12, 5))[5, BLANK] > ASKED
    without = weighed_by_ink(
        tiles([INK] * 12), as_blank(12, 5), lambda squares, _: -6.0 + 0 * squares
    )
    assert without[5, BLANK] > ASKED


def test_a_few_letters_are_no_measure() -> None:
    few = FEWEST_INKED - 1
    read_as = read(few)
    assert weighed_by_ink(tiles([INK] * (few - 1) + [MARKER]), read_as) is read_as


def test_what_is_read_as_bare_stays_so() -> None:
    read_as = read(12)
    read_as[5] = 0
    read_as[5, LABELS.index(EMPTY_LABEL)] = 1
    inks = [INK] * 12
    inks[5] = WOOD
    assert (weighed_by_ink(tiles(inks), read_as)[5] == read_as[5]).all()


@pytest.mark.parametrize("many", [2, 3, 7, 22, 60])
def test_each_is_judged_by_the_others(many: int) -> None:
    values = np.random.default_rng(many).integers(0, 9, many).astype(np.float64)
    others = [np.quantile(np.delete(values, i), 0.95) for i in range(many)]
    assert np.allclose(quantiles_of_others(values, 0.95), others)
