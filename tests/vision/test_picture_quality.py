"""A picture too dark, too soft or too small is recognised by what the board itself looks like."""

import numpy as np
import pytest
from board_photos import GAME, photo
from PIL import Image

from engine.layouts import load_layout
from engine.tiles import load_tile_set
from vision.quality import has_lost_colours, noisy_squares, picture_quality, washed_squares
from vision.reader import BoardReader
from vision.reading import Reading, Refusal
from workshop.rendered.photograph import LensFaults, Light, Stance


def quality(**shot):
    return picture_quality(*photo(Stance(tilt=10), GAME, **shot))


def test_a_good_picture_is_not_refused():
    assert quality().refusal() is None
    assert quality(lens=LensFaults(noise=8)).refusal() is None
    assert quality(light=Light(brightness=0.4)).refusal() is None


@pytest.mark.parametrize(
    ("shot", "why"),
    [
        ({"light": Light(brightness=0.03)}, Refusal.TOO_DARK),
        ({"light": Light(brightness=0.1), "lens": LensFaults(noise=12)}, Refusal.TOO_DARK),
        ({"lens": LensFaults(blur=6.0)}, Refusal.BLURRED),
        ({"lens": LensFaults(motion=24.0)}, Refusal.BLURRED),
        ({"size": (160, 160)}, Refusal.TOO_SMALL),
    ],
)
def test_a_bad_picture_says_why(shot, why):
    assert quality(**shot).refusal() is why


def test_blur_and_noise_are_measured_about_right():
    square = quality().pixels
    for share in (0.05, 0.08):
        assert quality(lens=LensFaults(blur=share * square)).blur == pytest.approx(share, abs=0.025)
    assert quality(lens=LensFaults(noise=10)).noise == pytest.approx(10, rel=0.35)


@pytest.mark.parametrize("size", [(400, 300), (640, 480), (1600, 1200), (3200, 2400)])
def test_squares_of_nothing_but_noise_are_reported_however_fine_the_picture(size) -> None:
    picture, grid = photo(Stance(), GAME, size=size, lens=LensFaults(noise=14))
    assert noisy_squares(picture, grid).sum() == 0  # all of the board is noisy: a dark room
    rng = np.random.default_rng(5)
    _, y = grid.pixels_of(np.array([[0.0, 2.0], [15.0, 4.0]])).round().astype(int).T
    picture[y[0] : y[1]] = rng.integers(0, 256, picture[y[0] : y[1]].shape, np.uint8)
    noisy = noisy_squares(picture, grid).reshape(15, 15)
    assert noisy[2:4].all()  # as a sensor's broken rows
    assert noisy.sum() == 30


def test_noise_over_half_a_square_is_reported_and_over_a_quarter_is_not() -> None:
    picture, grid = photo(Stance(), GAME, size=(1600, 1200))
    rng = np.random.default_rng(5)
    for row, lower in ((3.4, 4.0), (8.0, 8.25)):
        x, y = grid.pixels_of(np.array([[7.0, row], [8.0, lower]])).round().astype(int).T
        part = picture[y[0] : y[1], x[0] : x[1]]
        part[:] = rng.integers(0, 256, part.shape, np.uint8)
    assert np.flatnonzero(noisy_squares(picture, grid)).tolist() == [3 * 15 + 7]


def test_squares_washed_out_with_all_around_them_differ_from_white_tiles() -> None:
    crops = np.full((30, 48, 48, 3), (90, 120, 90), np.uint8)
    crops[3, 8:40, 8:40] = 250  # a white tile on a green board
    crops[9] = crops[9] * 0.2 + 255 * 0.8
    assert np.flatnonzero(washed_squares(crops)).tolist() == [9]
    assert washed_squares(np.full((30, 48, 48, 3), 250, np.uint8)).sum() == 0  # a white board


@pytest.mark.parametrize(("colours", "lost"), [(2, True), (16, True), (256, True), (None, False)])
def test_a_picture_made_into_few_colours_is_not_read(colours, lost):
    picture, grid = photo(Stance(tilt=10), GAME, lens=LensFaults(noise=3))
    if colours:
        reduced = Image.fromarray(picture).quantize(colours, dither=Image.Dither.NONE)
        picture = np.asarray(reduced.convert("RGB"))
    assert has_lost_colours(picture, grid) is lost


@pytest.mark.parametrize(("levels", "lost"), [(16, True), (256, False)])
def test_a_grey_picture_has_few_colours_of_its_own(levels, lost):
    picture, grid = photo(Stance(tilt=10), GAME, lens=LensFaults(noise=3))
    step = 256 // levels
    grey = picture.mean(axis=2, keepdims=True).astype(np.uint8) // step * step
    assert has_lost_colours(np.repeat(grey, 3, axis=2), grid) is lost


def test_a_still_of_few_colours_is_refused_as_damaged():
    picture, _ = photo(Stance(tilt=10), GAME)
    reduced = np.asarray(Image.fromarray(picture).quantize(16).convert("RGB"))
    reader = BoardReader(load_layout("classic"), load_tile_set("en"))
    assert reader.read(reduced) is Refusal.DAMAGED
    first = reader.read(picture)
    assert isinstance(first, Reading)
    assert reader.read(reduced // 40, last=first.lasting_grid) is Refusal.TOO_DARK
