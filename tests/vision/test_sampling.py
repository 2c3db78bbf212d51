"""vision/sampling.py: pictures between their pixels."""

import cv2
import numpy as np
import pytest

from vision import sampling
from vision.sampling import sample, sample_window, sample_windows

RNG = np.random.default_rng(3)
PICTURE = np.asarray(
    cv2.GaussianBlur(RNG.integers(0, 256, (40, 60, 3), dtype=np.uint8), (0, 0), 1.5), np.uint8
)


def places(*points: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.array(points, np.float64).T
    return x[None], y[None]


def test_at_whole_places_the_picture_is_itself() -> None:
    view = np.array([[1.0, 0, 7], [0, 1, 5], [0, 0, 1]])
    assert np.array_equal(sample_window(PICTURE, view, (20, 10)), PICTURE[5:15, 7:27])


def test_halfway_between_two_pixels_lies_their_mean() -> None:
    seen = sample(PICTURE, *places((10.5, 20)))[0, 0].astype(float)
    mean = (PICTURE[20, 10].astype(float) + PICTURE[20, 11]) / 2
    assert np.abs(seen - mean).max() <= 0.5


def test_what_is_outside_the_picture_is_black() -> None:
    outside = places((-1e9, 3), (3, 1e9), (np.nan, 3), (np.inf, -np.inf), (-3, -3), (61, 39))
    assert not sample(PICTURE, *outside).any()


def test_a_window_is_what_a_perspective_shows_to_a_32nd_of_a_pixel() -> None:
    view = np.array([[0.9, 0.1, 4], [-0.05, 0.8, 6], [1e-3, -1e-3, 1]])
    seen = sample_window(PICTURE, view, (30, 25)).astype(int)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpPerspective(PICTURE, view, (30, 25), flags=flags).astype(int)
    assert np.abs(seen - shown).max() <= 4
    assert np.abs(seen - shown).mean() < 0.5


@pytest.mark.parametrize("seed", range(20))
def test_the_quick_way_shows_what_the_long_one_does(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views as a household's camera has them, and from far aside; some reach outside the
    picture."""
    rng = np.random.default_rng(seed)
    corners = np.array([[5, 5], [50, 4], [54, 36], [3, 34]]) + rng.normal(0, 6, (4, 2))
    window = np.array([[0, 0], [90, 0], [90, 70], [0, 70]], np.float32)
    view = cv2.getPerspectiveTransform(window, corners.astype(np.float32))
    quick = sample_window(PICTURE, view, (90, 70)).astype(int)
    monkeypatch.setattr(sampling, "_are_near", lambda views, _: np.zeros(len(views), bool))
    slow = sample_window(PICTURE, view, (90, 70)).astype(int)
    apart = np.abs(quick - slow)
    assert apart.max() <= 4  # a 32nd of a pixel, where a place lies between two of them
    assert (apart > 0).mean() < 0.01


@pytest.mark.parametrize("row", [0.0, -0.5])
def test_a_horizon_within_the_window_is_no_error(row: float) -> None:
    view = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0.1, row]])
    assert sample_window(PICTURE, view, (30, 25)).shape == (25, 30, 3)


def test_several_windows_are_what_each_is_alone() -> None:
    near = np.array([[0.9, 0.1, 4], [-0.05, 0.8, 6], [1e-3, -1e-3, 1]])
    across_the_horizon = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0.1, -0.5]])
    on_one_line = np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]])
    no_numbers = np.full((3, 3), np.nan)
    views = np.stack([near, across_the_horizon, on_one_line, no_numbers, near])
    seen = sample_windows(PICTURE, views, (30, 25))
    assert seen.shape == (5, 25, 30, 3)
    assert not seen[3].any()
    for window, view in zip(seen, views, strict=True):
        assert np.array_equal(window, sample_window(PICTURE, view, (30, 25)))
