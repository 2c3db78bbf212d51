"""Busy tables: the same for ever, and with the board where they say."""

from dataclasses import replace

import numpy as np
import pytest

from engine.layouts import load_layout
from vision.find.levels import Levels
from vision.find.snap import snap
from vision.reading import Grid
from workshop.benchmarks.busy_tables import Scene, bent, random_board_look, see, unbent
from workshop.benchmarks.table_things import CLOTHS, Things
from workshop.rendered.photograph import Stance

LOOK = random_board_look(3, load_layout("classic"))
THINGS = Things("checked", 1.5, loose=4, racks=1, papers=2, keyboards=1, second="same")
SCENE = Scene(5, LOOK, Stance(tilt=25, roll=20, fill=0.7), (480, 360), things=THINGS)


def test_a_scene_gives_the_same_picture_again() -> None:
    assert np.array_equal(see(SCENE).picture, see(SCENE).picture)


@pytest.mark.parametrize("bend", [0.0, -0.15])
def test_the_board_lies_where_the_scene_says(bend: float) -> None:
    seen = see(replace(SCENE, bend=bend))
    assert seen.nodes is not None
    ends = seen.nodes[[0, 0, -1, -1], [0, -1, -1, 0]]
    a, b, c, d = ((float(x), float(y)) for x, y in ends)
    moved = snap(Levels(seen.picture), Grid((a, b, c, d), 15), 2, bending=bend != 0).grid
    line = np.arange(16.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    off = np.linalg.norm(moved.pixels_of(places) - seen.nodes, axis=-1)
    assert off.max() < 0.2 * moved.pixels_per_square


def test_every_cloth_covers_the_table() -> None:
    for cloth in CLOTHS:
        picture = see(replace(SCENE, things=Things(cloth), board=False, size=(160, 120))).picture
        assert picture.shape == (120, 160, 3)
        assert picture.std() > 1


def test_what_the_lens_bends_is_straightened_again() -> None:
    scene = replace(SCENE, bend=-0.2)
    places = np.random.default_rng(4).uniform((0, 0), (479, 359), (20, 2))
    assert np.allclose(unbent(bent(places, scene), scene), places, atol=0.05)
