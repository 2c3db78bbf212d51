"""The division model both ways, and pictures seen as a straight lens would show them."""

import cv2
import numpy as np
import pytest

from vision.bend import Lens, warp_through

PLACES = np.random.default_rng(2).uniform((0, 0), (639, 479), (50, 2))


@pytest.mark.parametrize("bend", [-0.25, -0.1, 0.0, 0.04])
def test_what_is_straightened_is_bent_again(bend: float) -> None:
    lens = Lens.of(640, 480, bend)
    assert lens.bend(640, 480) == pytest.approx(bend)
    assert np.allclose(lens.bent(lens.straightened(PLACES)), PLACES, atol=1e-6)


def test_a_barrel_pulls_the_corners_in_and_leaves_the_middle() -> None:
    lens = Lens.of(640, 480, -0.1)
    corner, middle = lens.bent(np.array([[639.0, 479.0], [319.5, 239.5]]))
    assert corner[0] < 620
    assert corner[1] < 460
    assert np.allclose(middle, (319.5, 239.5))


def test_a_scaled_picture_has_the_same_bend() -> None:
    lens = Lens.of(640, 480, -0.1)
    half = lens.rescaled(0.5)
    assert half.bend(320, 240) == pytest.approx(-0.1)
    assert np.allclose(
        half.bent((PLACES + 0.5) / 2 - 0.5), (lens.bent(PLACES) + 0.5) / 2 - 0.5, atol=1e-6
    )


@pytest.mark.parametrize("size", [(200, 150), (20, 20)])
def test_a_window_is_sampled_where_the_lens_puts_it(size: tuple[int, int]) -> None:
    y, x = np.mgrid[0:480, 0:640].astype(np.float32)
    picture = np.stack([x * 255 / 639, y * 255 / 479, 0 * x + 9], axis=-1).astype(np.uint8)
    lens = Lens.of(640, 480, -0.2)
    view = np.array([[1.5, 0.1, 30], [0, 1.6, 40], [0, 0, 1.0]])
    window = warp_through(picture, view, lens, size)
    assert window.shape == (size[1], size[0], 3)
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float64)
    seen = np.stack([columns, rows, np.ones_like(rows)], axis=-1) @ view.T
    wanted = cv2.remap(picture, lens.bent(seen[..., :2]).astype(np.float32), None, cv2.INTER_LINEAR)
    assert np.abs(window.astype(int) - wanted.astype(int)).max() <= 2


def test_outside_the_picture_is_black() -> None:
    picture = np.full((100, 100, 3), 200, np.uint8)
    view = np.array([[1, 0, 500], [0, 1, 500], [0, 0, 1.0]])
    assert not warp_through(picture, view, Lens.of(100, 100, -0.1), (40, 40)).any()
