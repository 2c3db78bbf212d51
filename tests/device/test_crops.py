"""Crops of a photographed board: upright, with the right squares framed, and none where there is
nothing to be seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from question_moments import camera_picture
from standins import board, reading_of

from device.views.crops import LONGEST_SIDE, Crop, cut_out, image_of, in_good_light
from engine.squares import Square
from vision.reading import Picture, Reading

ROWS = board((7, 6, "across", "QUIZ"))
QUIZ = tuple(Square(6 + place, 7) for place in range(4))


def looked_at() -> tuple[Picture, Reading]:
    picture, grid = camera_picture(ROWS)
    return picture, replace(reading_of(ROWS), grid=grid)


def grey(crop: Crop) -> NDArray[np.float64]:
    image = crop.image
    pixels = np.frombuffer(image.rgb, np.uint8).reshape(image.height, image.width, 3)
    return np.asarray(pixels.mean(axis=-1), np.float64)


def framed(crop: Crop, number: int = 0) -> NDArray[np.float64]:
    box = crop.framed[number]
    return grey(crop)[box.top : box.top + box.height, box.left : box.left + box.width]


def ink(tile: NDArray[np.float64]) -> tuple[float, float]:
    """Where the middle of a tile's ink lies, from left and top, as shares of its sides."""
    height, width = tile.shape
    inner = tile[height // 6 : -height // 6, width // 6 : -width // 6]
    rows, columns = np.nonzero(inner < np.percentile(inner, 90) - 70)
    return (
        float(columns.mean() + width // 6) / width,
        float(rows.mean() + height // 6) / height,
    )


def cut(*squares: Square) -> Crop:
    crop = cut_out(*looked_at(), squares)
    assert crop is not None
    return crop


def test_one_square_is_shown_large_with_its_letter_in_the_middle() -> None:
    crop = cut(QUIZ[2])
    assert crop.names == ("I8",)
    assert crop.framed[0].width >= 100
    across, down = ink(framed(crop))
    assert across == pytest.approx(0.5, abs=0.12)
    assert down == pytest.approx(0.5, abs=0.15)


def test_letters_stand_the_way_they_are_read() -> None:
    """A Z has its value at the lower right, a turned one would have it elsewhere."""
    tile = framed(cut(QUIZ[3]))
    half = tile.shape[0] // 2
    dark = tile < np.percentile(tile, 90) - 70
    quarters = [dark[half:, half:], dark[half:, :half], dark[:half, half:], dark[:half, :half]]
    assert max(range(4), key=lambda number: int(quarters[number].sum())) == 0


def test_what_is_asked_about_is_framed_in_order() -> None:
    crop = cut(*reversed(QUIZ))
    assert crop.names == ("G8", "H8", "I8", "J8")
    steps = {b.left - a.left - a.width for a, b in pairwise(crop.framed)}
    assert steps <= {-1, 0, 1}
    assert len({box.top for box in crop.framed}) == 1
    letters = [framed(crop, number) for number in range(4)]
    assert all(0.3 < place < 0.7 for letter in letters for place in ink(letter))
    assert max(crop.image.width, crop.image.height) <= LONGEST_SIDE


def test_a_word_is_shown_round_its_blank_if_there_is_room_for_it() -> None:
    picture, reading = looked_at()
    crop = cut_out(picture, reading, QUIZ[3:], within=QUIZ)
    assert crop is not None
    assert (len(crop.framed), crop.names) == (1, ("J8",))
    assert crop.image.width > 2 * crop.image.height
    whole_row = [Square(column, 7) for column in range(15)]
    assert cut_out(picture, reading, QUIZ[3:], within=whole_row) == cut(QUIZ[3])


def test_squares_far_apart_aren_t_shown() -> None:
    assert cut_out(*looked_at(), [Square(0, 0), Square(14, 0)]) is None
    assert cut_out(*looked_at(), [Square(3, 3), Square(9, 9)]) is None
    assert cut_out(*looked_at(), []) is None


def test_squares_that_something_lies_over_aren_t_shown() -> None:
    picture, reading = looked_at()
    covered = reading.covered.copy()
    covered[7, 7] = 0.9
    hidden = replace(reading, covered=covered)
    assert cut_out(picture, hidden, QUIZ) is None
    assert cut_out(picture, hidden, [QUIZ[0]]) is not None


def test_squares_that_the_board_doesn_t_have_aren_t_shown() -> None:
    assert cut_out(*looked_at(), [Square(15, 3)]) is None


def test_equal_crops_are_equal() -> None:
    assert cut(QUIZ[0]) == cut(QUIZ[0])
    assert cut(QUIZ[0]) != cut(QUIZ[1])


def test_colours_are_those_of_the_camera() -> None:
    picture = np.zeros((2, 3, 3), np.uint8)
    picture[..., 0] = 200  # blue, as cameras order colours
    image = image_of(picture)
    assert (image.width, image.height, image.rgb[:3]) == (3, 2, bytes((0, 0, 200)))


def test_poor_light_is_evened_out_and_good_light_left_alone() -> None:
    ramp = np.linspace(0, 255, 256, dtype=np.uint8)
    bright = np.repeat(np.tile(ramp, (8, 1))[..., None], 3, axis=-1)
    assert np.array_equal(in_good_light(bright), bright)
    dim = np.asarray(20 + bright // 4, np.uint8)
    better = in_good_light(dim)
    assert int(better.max()) - int(better.min()) > 2 * (int(dim.max()) - int(dim.min()))
    flat = np.full((8, 8, 3), 90, np.uint8)
    assert np.array_equal(in_good_light(flat), flat)
