"""A lens that bends lines is found with the grid, kept with it, and never made up."""

import cv2
import numpy as np
import pytest
from board_photos import CLASSIC, GAME, corners_off, photo

from vision.bend import Lens
from vision.find import FoundGrid, find_grid, verify_grid
from vision.reading import Grid, Picture
from vision.square.warp import flatten
from workshop.benchmarks.busy_tables import see
from workshop.benchmarks.find_rendered import scene_of
from workshop.rendered.photograph import Stance


def through(bend: float, stance: Stance) -> tuple[Picture, Grid]:
    """A board photographed through a lens, and its true grid."""
    picture, grid = photo(stance, GAME)
    height, width = picture.shape[:2]
    lens = Lens.of(width, height, bend)
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    places = lens.straightened(np.stack([x, y], axis=-1)).astype(np.float32)
    bent = np.asarray(cv2.remap(picture, places, None, cv2.INTER_LINEAR), dtype=np.uint8)
    a, b, c, d = (tuple(map(float, p)) for p in lens.bent(np.array(grid.corners)))
    return bent, Grid((a, b, c, d), grid.size, lens)


def crossings_off(true: Grid, found: Grid) -> float:
    line = np.arange(true.size + 1.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    wanted = true.pixels_of(places)
    return (
        min(
            float(np.linalg.norm(wanted - found.turned(k).pixels_of(places), axis=-1).max())
            for k in range(4)
        )
        / true.pixels_per_square
    )


@pytest.mark.parametrize("bend", [-0.2, -0.1])
@pytest.mark.parametrize("stance", [Stance(fill=0.95), Stance(tilt=30, roll=20, distance=1.6)])
def test_the_lens_is_found_with_the_grid(bend, stance):
    picture, true = through(bend, stance)
    found = find_grid(picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert isinstance(found.grid.bend, Lens)
    assert found.grid.bend.bend(picture.shape[1], picture.shape[0]) == pytest.approx(bend, abs=0.03)
    assert crossings_off(true, found.grid) < 0.06


def test_a_straight_lens_stays_straight():
    for stance in (Stance(), Stance(tilt=40, roll=30, distance=1.5)):
        picture, grid = photo(stance, GAME)
        found = find_grid(picture, CLASSIC)
        assert found.grid.bend is None
        assert corners_off(grid, found.grid) < 0.1


def test_a_board_next_to_another_gets_no_lens():
    seen = see(scene_of("second board", 5))
    found = find_grid(seen.picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert found.grid.bend is None


def test_it_persists_in_the_next_picture():
    picture, _ = through(-0.18, Stance(fill=0.95))
    found = find_grid(picture, CLASSIC)
    assert verify_grid(picture, found.grid, CLASSIC) == found.grid
    pushed, where = through(-0.18, Stance(fill=0.7, roll=25))
    again = find_grid(pushed, CLASSIC, last=found.grid)
    assert again.grid.bend.strength == pytest.approx(found.grid.bend.strength)
    assert crossings_off(where, again.grid) < 0.06


def test_a_flat_board_through_a_lens_is_square():
    picture, true = through(-0.18, Stance(fill=0.95))
    straight, grid = photo(Stance(fill=0.95), GAME)
    seen = flatten(picture, true, 20, 0.5).astype(int)
    wanted = flatten(straight, grid, 20, 0.5).astype(int)
    assert np.abs(seen - wanted).mean() < 3
