"""Finding the grid in whole pictures, rendered."""

import os
from pathlib import Path

import numpy as np
import pytest
from board_photos import CLASSIC, GAME, corners_off, moved, photo

from engine.layouts import Layout
from vision.find import FoundGrid, find_grid, layout_share
from vision.reading import Refusal
from workshop.benchmarks.busy_tables import see
from workshop.benchmarks.find_rendered import crossings_off, scene_of
from workshop.rendered.photograph import LensFaults, Light, Stance

EMPTY = ("." * 15,) * 15

MOST_PHOTOGRAPHS = 2
"""Of a source, of those that show a whole board."""


@pytest.mark.parametrize(
    "stance",
    [
        Stance(),
        Stance(tilt=25, azimuth=90, roll=12),
        Stance(tilt=45, azimuth=60, roll=-8, distance=1.6),
        Stance(tilt=52, azimuth=100, roll=40, distance=1.5),
        Stance(fill=0.5),
        Stance(roll=45),
    ],
)
@pytest.mark.parametrize("rows", [EMPTY, GAME])
def test_a_board_is_found_from_any_side(stance, rows):
    picture, grid = photo(stance, rows)
    found = find_grid(picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert corners_off(grid, found.grid) < 0.1


def test_the_pictures_top_is_the_boards_top():
    for roll in (100, 190):
        picture, _ = photo(Stance(tilt=15, roll=roll))
        found = find_grid(picture, CLASSIC)
        assert isinstance(found, FoundGrid)
        (left, top), (right, _), (_, bottom), _ = found.grid.corners
        assert left < right
        assert top < bottom


def test_the_same_picture_gives_the_same_grid():
    picture, _ = photo(Stance(tilt=30, roll=20))
    assert find_grid(picture, CLASSIC) == find_grid(picture, CLASSIC)


def test_a_full_board_of_letters_is_found():
    rows = tuple("".join("AERT.IONLSDGUV."[(3 * r + c) % 15] for c in range(15)) for r in range(15))
    picture, grid = photo(Stance(tilt=20, roll=5), rows)
    found = find_grid(picture, CLASSIC)
    assert isinstance(found, Refusal) or corners_off(grid, found.grid) < 0.15


@pytest.mark.parametrize(("condition", "number"), [("half full", 0), ("full", 2)])
def test_hues_are_sought_only_where_neither_colours_nor_lines_are_sure(
    condition, number, monkeypatch
):
    monkeypatch.setattr("vision.find.search.propose_in_tints", lambda *_: pytest.fail("sought"))
    scene = scene_of(condition, number)
    seen = see(scene)
    found = find_grid(seen.picture, scene.look.layout)
    assert isinstance(found, FoundGrid)
    assert crossings_off(seen.nodes, found.grid) < 0.25


@pytest.mark.parametrize("size", [15, 13])
def test_a_board_without_premium_squares_is_found_by_its_lines(size):
    plain = Layout.plain(size)
    rows = tuple(row[:size] for row in GAME[:size])
    picture, grid = photo(Stance(tilt=20, roll=-10), rows, plain)
    found = find_grid(picture, plain)
    assert isinstance(found, FoundGrid)
    assert corners_off(grid, found.grid) < 0.1


def test_premium_squares_without_colours_do_not_hide_the_board():
    picture, grid = photo(Stance(tilt=20, roll=15), GAME, Layout.plain(15))
    found = find_grid(picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert corners_off(grid, found.grid) < 0.1
    empty = np.array([[letter == "." for letter in row] for row in GAME])
    assert np.isnan(layout_share(picture, found.grid, CLASSIC, empty))


def test_lines_that_end_clearly_outdo_colours_that_speak_faintly():
    seen = see(scene_of("no colours", 12))
    found = find_grid(seen.picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert crossings_off(seen.nodes, found.grid) < 0.05


def test_a_cut_off_board_is_never_found():
    picture, grid = photo(Stance(tilt=15, roll=4), size=(600, 480))
    step = int(grid.pixels_per_square)
    left, top = (int(min(c[axis] for c in grid.corners)) for axis in (0, 1))
    right, bottom = (int(max(c[axis] for c in grid.corners)) for axis in (0, 1))
    for cut in (step, 3 * step):
        for part in (
            picture[top + cut :],
            picture[: bottom - cut, : right - cut],
            picture[:, left + cut :],
        ):
            assert find_grid(np.ascontiguousarray(part), CLASSIC) in (
                Refusal.CUT_OFF,
                Refusal.NO_BOARD,
            )


def test_the_last_grid_helps_where_it_still_lies():
    picture, grid = photo(Stance(tilt=35, roll=9))
    found = find_grid(picture, CLASSIC, last=moved(grid, 0.1, -0.1))
    assert isinstance(found, FoundGrid)
    assert corners_off(grid, found.grid) < 0.1


def test_no_board_no_grid():
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    wall = np.full((600, 800, 3), 180, np.uint8)
    bars = wall.copy()
    bars[:, ::40] = 20
    bars[::40] = 20  # a grid, but not the layout's
    for picture in (noise, wall, bars):
        assert find_grid(picture, CLASSIC) is Refusal.NO_BOARD


def test_a_picture_that_has_no_room_for_a_board_is_too_small_in_any_light():
    for side in (1, 2, 40, 179):
        for shade in (0, 180):
            picture = np.full((side, 900, 3), shade, np.uint8)
            assert find_grid(picture, CLASSIC) is Refusal.TOO_SMALL


def test_what_can_not_be_read_says_why():
    small, _ = photo(Stance(), size=(200, 180))
    assert find_grid(small, CLASSIC) is Refusal.TOO_SMALL
    blurred, _ = photo(Stance(), lens=LensFaults(blur=6.0))
    assert find_grid(blurred, CLASSIC) in (Refusal.BLURRED, Refusal.NO_BOARD)
    dark, _ = photo(Stance(), light=Light(brightness=0.03))
    assert find_grid(dark, CLASSIC) is Refusal.TOO_DARK
    black = np.zeros((400, 600, 3), np.uint8)
    assert find_grid(black, CLASSIC) is Refusal.TOO_DARK


def sources() -> list[str]:
    """The names of the photographed sources, where there are any."""
    photographs = Path(os.environ.get("TILEKEEPER_SAMPLES", "")) / "photos"
    return sorted(path.parent.name for path in photographs.glob("*/truth.json")) or ["none"]


@pytest.mark.parametrize("source", sources())
def test_photographs(photographs, source):
    """Every whole board within half a square; of the recorded games within a quarter.

    Of what one camera saw, the first and the last:
    `python -m workshop.benchmarks.find_grids` looks at them all.
    """
    from workshop.benchmarks.find_grids import find_in_source

    tally = find_in_source(photographs / source, most=MOST_PHOTOGRAPHS)
    assert tally.wrong == tally.missed == 0
    if source.startswith("scrabscrap"):
        assert tally.near == tally.whole
