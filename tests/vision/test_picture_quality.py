"""A picture too dark, too soft or too small is told by what the board itself looks like."""

import numpy as np
import pytest
from board_photos import GAME, photo

from benchmarks.rendered.photograph import LensFaults, Light, Stance
from vision.quality import noisy_squares, picture_quality, washed_squares
from vision.reading import Refusal


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


def test_squares_of_nothing_but_noise_are_told_from_noisy_ones() -> None:
    rng = np.random.default_rng(5)
    crops = np.full((30, 48, 48, 3), 120, np.uint8)
    crops[:, 20:28, 10:38] = 30  # something printed
    assert noisy_squares(crops).sum() == 0
    grainy = np.clip(crops + rng.normal(0, 14, crops.shape), 0, 255).astype(np.uint8)
    assert noisy_squares(grainy).sum() == 0  # all of the board is: a dark room
    crops[7, 22:] = rng.integers(0, 256, crops[7, 22:].shape, np.uint8)
    assert np.flatnonzero(noisy_squares(crops)).tolist() == [7]


def test_squares_washed_out_with_all_around_them_are_told_from_white_tiles() -> None:
    crops = np.full((30, 48, 48, 3), (90, 120, 90), np.uint8)
    crops[3, 8:40, 8:40] = 250  # a white tile on a green board
    crops[9] = crops[9] * 0.2 + 255 * 0.8
    assert np.flatnonzero(washed_squares(crops)).tolist() == [9]
    assert washed_squares(np.full((30, 48, 48, 3), 250, np.uint8)).sum() == 0  # a white board
