"""Folding boards whose halves meet at an angle: found as two planes, or not at all."""

from dataclasses import replace

import numpy as np
import pytest

from engine.tiles import load_tile_set
from vision.bend import Fold
from vision.find import find_grid, verify_grid
from vision.find.search import FoundGrid
from vision.reader import BoardReader
from vision.reading import LABELS, Reading, Refusal
from workshop.benchmarks.busy_tables import random_position, see
from workshop.benchmarks.find_rendered import CLASSIC, crossings_off, scene_of
from workshop.rendered.photograph import Stance

SEEN_BY = {
    "from above": Stance(tilt=5, azimuth=40, roll=10, distance=1.8, fill=0.85),
    "along the hinge": Stance(tilt=35, azimuth=90, roll=0, distance=1.8, fill=0.9),
    "across the hinge": Stance(tilt=35, azimuth=0, roll=0, distance=1.8, fill=0.9),
}


def folding(stance: Stance, fold: float, hinge: float = 7.5, number: int = 3):
    scene = scene_of("plain table", number)
    return replace(scene, stance=stance, fold=fold, hinge=hinge, size=(1600, 1200), full=0.15)


@pytest.mark.parametrize("fold", [-6.0, 7.0])
@pytest.mark.parametrize("stance", SEEN_BY.values(), ids=SEEN_BY)
def test_both_halves_are_found(stance: Stance, fold: float) -> None:
    scene = folding(stance, fold)
    seen = see(scene)
    found = find_grid(seen.picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert crossings_off(seen.nodes, found.grid) < 0.2
    assert isinstance(found.grid.bend, Fold) or stance is SEEN_BY["from above"]


@pytest.mark.parametrize("hinge", [7.0, 8.0])
def test_a_hinge_may_be_a_line_next_to_the_middle(hinge: float) -> None:
    seen = see(folding(SEEN_BY["from above"], 8.0, hinge))
    found = find_grid(seen.picture, CLASSIC)
    assert crossings_off(seen.nodes, found.grid) < 0.25


@pytest.mark.parametrize("number", range(4))
def test_a_flat_board_has_no_hinge(number: int) -> None:
    seen = see(scene_of("busy table", number + 1))
    found = find_grid(seen.picture, CLASSIC)
    assert isinstance(found, FoundGrid)
    assert not isinstance(found.grid.bend, Fold)


def test_it_is_seen_to_lie_there_still() -> None:
    seen = see(folding(SEEN_BY["along the hinge"], 6.0))
    found = find_grid(seen.picture, CLASSIC)
    assert verify_grid(seen.picture, found.grid, CLASSIC) == found.grid


def test_it_is_read_as_a_flat_one_is() -> None:
    scene = folding(Stance(tilt=20, azimuth=80, fill=0.9), 9.0)
    seen = see(scene)
    reading = BoardReader(CLASSIC, load_tile_set("en")).read(seen.picture)
    assert isinstance(reading, Reading)
    rows = random_position(scene.seed, CLASSIC.size, scene.full).rows()
    best = reading.probabilities.argmax(axis=-1)
    sure = reading.probabilities.max(axis=-1) > 0.985
    read = np.array([[LABELS[int(k)] if k else "." for k in row] for row in best])
    truth = np.array([list(row) for row in rows])
    assert not (sure & (read != truth)).any()
    assert (read == truth).mean() > 0.98


@pytest.mark.parametrize("fold", [12.0, 14.0, 17.0])
def test_a_board_that_is_steeper_than_a_hinge_is_followed_to_is_refused_or_found(
    fold: float,
) -> None:
    seen = see(folding(Stance(tilt=48, azimuth=80, distance=1.6, fill=0.9), fold))
    reading = BoardReader(CLASSIC, load_tile_set("en")).read(seen.picture)
    if isinstance(reading, Reading):
        assert crossings_off(seen.nodes, reading.grid) < 0.5
    else:
        assert reading is Refusal.NO_BOARD
