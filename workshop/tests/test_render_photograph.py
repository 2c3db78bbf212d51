"""Photographs of flat drawings: where things land, what light and lens do."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading import Grid
from vision.render.board import flat_grid
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    random_lens,
    random_light,
    random_veil,
    shot_homography,
    veiled,
)

GREY = np.full((120, 120, 3), 120, np.uint8)


def _grid(stance: Stance) -> Grid:
    shot = Shot(640, 480, stance)
    return photographed_grid(flat_grid(3, 24), shot_homography(shot, 120, 120))


def test_from_above_a_square_stays_a_square() -> None:
    a, b, c, d = (np.array(corner) for corner in _grid(Stance()).corners)
    sides = [np.linalg.norm(b - a), np.linalg.norm(c - b), np.linalg.norm(d - c)]
    assert max(sides) - min(sides) < 0.01
    assert a[0] < b[0]
    assert a[1] < d[1]


@pytest.mark.parametrize(
    ("azimuth", "near", "far"),
    [(90, (2, 3), (0, 1)), (0, (1, 2), (3, 0)), (180, (3, 0), (1, 2)), (270, (0, 1), (2, 3))],
)
def test_the_side_near_the_camera_is_longer(
    azimuth: float, near: tuple[int, int], far: tuple[int, int]
) -> None:
    corners = np.array(_grid(Stance(tilt=45, azimuth=azimuth)).corners)
    lengths = [np.linalg.norm(corners[i] - corners[j]) for i, j in (near, far)]
    assert lengths[0] > 1.1 * lengths[1]


@pytest.mark.parametrize("tilt", [0, 20, 55])
@pytest.mark.parametrize("azimuth", [0, 77, 200])
def test_no_stance_shows_the_board_from_below(tilt: float, azimuth: float) -> None:
    corners = np.array(_grid(Stance(tilt=tilt, azimuth=azimuth, roll=15)).corners)
    x, y = corners[:, 0], corners[:, 1]
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2
    assert area > 0  # clockwise on a screen


def test_tops_lean_away_from_the_camera() -> None:
    across, down = lean_of(Stance(tilt=45, azimuth=90))
    assert abs(across) < 1e-9
    assert down == pytest.approx(-1)
    assert lean_of(Stance()) == (0, 0)


def test_dim_light_is_dim_and_warm_light_is_red() -> None:
    shot = Shot(64, 64, Stance(fill=1.0), Light(brightness=0.25, warmth=0.2))
    blue, _, red = photograph(GREY, shot, np.random.default_rng(1))[32, 32]
    assert 15 < blue < red < 60


def test_blur_and_motion_soften_an_edge_and_noise_roughens() -> None:
    edge = GREY.copy()
    edge[:, 60:] = 220
    rng = np.random.default_rng(1)

    def steepest(lens: LensFaults) -> int:
        picture = photograph(edge, Shot(120, 120, Stance(fill=1.0), lens=lens), rng)
        return int(np.abs(np.diff(picture[60, :, 1].astype(int))).max())

    sharp = steepest(LensFaults())
    assert steepest(LensFaults(blur=2.0)) < 0.5 * sharp
    assert steepest(LensFaults(motion=9.0)) < 0.5 * sharp
    noisy = photograph(GREY, Shot(120, 120, Stance(fill=1.0), lens=LensFaults(noise=8)), rng)
    assert noisy[20:100, 20:100].std() > 4


def test_the_same_seed_takes_the_same_picture() -> None:
    def take(seed: int) -> np.ndarray:
        rng = np.random.default_rng(seed)
        shot = Shot(160, 120, Stance(tilt=30), random_light(rng), random_lens(rng, 20.0))
        return photograph(GREY, shot, rng, table=(10, 20, 30))

    assert np.array_equal(take(4), take(4))
    assert not np.array_equal(take(4), take(5))


def test_a_veil_takes_contrast_and_brightens() -> None:
    stripes = np.zeros((90, 120, 3), np.float32)
    stripes[:, ::2] = 200
    veil = random_veil(np.random.default_rng(3), 90, 120, square=12.0)
    assert veil.shape == (90, 120)
    assert 0.4 <= veil.max() <= 0.92
    assert (veil == 0).mean() > 0.3
    y, x = (int(i) for i in np.unravel_index(int(veil.argmax()), veil.shape))
    seen = veiled(stripes, veil)
    near = seen[y, max(0, x - 1) : x + 2, 0]
    assert near.min() > 0.9 * 250 * veil.max()
    assert near.max() - near.min() < 1.3 * 200 * (1 - veil.max())
    assert np.array_equal(seen[veil == 0], stripes[veil == 0])


def test_round_the_drawing_lies_the_table() -> None:
    table = np.full((120, 160, 3), 7, np.uint8)
    shot = Shot(160, 120, Stance(fill=0.5))
    picture = photograph(GREY, shot, np.random.default_rng(1), table)
    assert (picture[2, 2] == 7).all()
    assert picture[60, 80, 0] == pytest.approx(120, abs=2)
