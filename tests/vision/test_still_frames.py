"""Several frames of one table made into one picture, and two readings into one."""

from __future__ import annotations

import numpy as np
import pytest
from shown import board, shown

from vision.reading import Grid, Picture, Reading
from vision.watch import NOISY_BELOW, brightness_over_noise, mean_picture, mean_reading, one_picture

RNG = np.random.default_rng(3)
SCENE = RNG.integers(60, 200, (240, 320, 3)).astype(np.float32)
ROWS = board(across_F8="HORSE")


def frames(light: float, noise: float, number: int = 6) -> list[Picture]:
    return [
        np.clip(light * SCENE + RNG.normal(0, noise, SCENE.shape), 0, 255).astype(np.uint8)
        for _ in range(number)
    ]


@pytest.mark.parametrize(("light", "noise"), [(1.0, 3.0), (1.0, 12.0), (0.3, 5.0)])
def test_noise_is_measured_between_two_frames(light: float, noise: float) -> None:
    one, other = frames(light, noise, 2)
    bright = float(np.quantile(light * SCENE, 0.9))
    assert brightness_over_noise(one, other) == pytest.approx(bright / noise, rel=0.15)


def test_frames_without_any_noise_are_not_noisy() -> None:
    one = frames(1.0, 0.0, 1)[0]
    assert brightness_over_noise(one, one) > NOISY_BELOW


def test_in_good_light_the_sharpest_is_read() -> None:
    still = frames(1.0, 3.0)
    assert one_picture(still, still[2]) is still[2]


def test_in_the_dark_the_mean_is_read_and_has_less_noise() -> None:
    still = frames(0.15, 4.0)
    picture = one_picture(still, still[2])
    truth = 0.15 * SCENE
    spoilt = np.abs(still[2] - truth).mean()
    assert np.abs(picture - truth).mean() < 0.55 * spoilt


def test_a_single_frame_is_read_as_it_is() -> None:
    alone = frames(0.1, 9.0, 1)
    assert one_picture(alone, alone[0]) is alone[0]
    assert one_picture((), alone[0]) is alone[0]


def test_the_mean_of_equal_frames_is_the_frame() -> None:
    still = frames(1.0, 0.0, 1) * 6
    assert np.array_equal(mean_picture(still), still[0])


def test_two_readings_of_a_table_are_averaged() -> None:
    first = shown(ROWS, {"F8": {"H": 0.6, "N": 0.4}})
    second = shown(ROWS, {"F8": {"H": 0.9, "N": 0.1}})
    both = mean_reading(first, second)
    best = both.probabilities[7, 5].max()
    assert best == pytest.approx(0.75, abs=0.01)
    assert both.probabilities.sum(axis=-1) == pytest.approx(1.0, abs=1e-5)


def test_a_reading_of_a_board_that_lies_otherwise_stands_alone() -> None:
    first, second = shown(ROWS), shown(ROWS)
    turned = Reading(first.grid.turned(1), first.probabilities, first.covered)
    assert mean_reading(turned, second) is second
    smaller = Reading(
        Grid(first.grid.corners, 14), first.probabilities[:14, :14], first.covered[:14, :14]
    )
    assert mean_reading(smaller, second) is second
