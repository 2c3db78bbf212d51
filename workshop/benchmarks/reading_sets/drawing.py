"""One picture of a set: a board laid with words, drawn and photographed, with the truth about it.

Everything follows from seed, set and number; a number's board, look and table are the same
in every set of its game, so that sets differ in their condition alone.
Tests: workshop/tests/test_drawing.py.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.position import Position
from vision.reading import Grid, Picture
from vision.render.look import Look
from vision.square.warp import flatten
from workshop.benchmarks.reading_sets.conditions import Condition, Game, Range
from workshop.benchmarks.reading_sets.looks import look_of
from workshop.benchmarks.reading_sets.placements import game, placement
from workshop.benchmarks.reading_sets.scene import Scene, board_on_table
from workshop.rendered.hand import SKINS, lay_hand
from workshop.rendered.palettes import jittered
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Stance,
    expose,
    lighten,
    random_veil,
    veiled,
)

COVERED = "#"
"""In rows of truth: can't be made out."""

COVERED_FROM = 0.25
"""A square of which a hand covers more than a quarter isn't asked for."""


@dataclass(frozen=True)
class Drawn:
    """A picture and the truth: `rows` as the contract of `read` has them, "#" under a hand."""

    picture: Picture
    grid: Grid
    rows: tuple[str, ...]
    game: Game


def draw(name: str, condition: Condition, number: int, seed: int) -> Drawn:
    """The picture of that number in a set of that name."""
    named = condition.games[number % len(condition.games)]
    placing = Placing(
        named, condition.bare, condition.well_made, condition.tilt, condition.roll,
        condition.square,
    )  # fmt: skip
    scene = scene_of(placing, number, seed)
    rng = np.random.default_rng([seed, number, zlib.crc32(name.encode())])
    clear, rows = scene.picture, scene.rows
    if condition.hand:
        clear = clear.copy()
        rows = _covered(clear, scene.grid, rows, rng)
    return Drawn(taken(clear, condition, scene.square, rng), scene.grid, rows, named)


def taken(clear: Picture, condition: Condition, square: float, rng: np.random.Generator) -> Picture:
    """What the condition's light and lens make of a scene, `square` pixels a square."""
    light = Light(
        brightness=drawn_from(condition.light, rng),
        gradient=drawn_from(condition.gradient, rng),
        direction=float(rng.uniform(0, 360)),
        warmth=float(rng.normal(0, 0.05)),
        shadow=drawn_from(condition.shadow, rng),
        glare=drawn_from(condition.glare, rng),
    )
    lens = LensFaults(
        blur=drawn_from(condition.blur, rng) / 100 * square,
        motion=drawn_from(condition.motion, rng) / 100 * square,
        motion_angle=float(rng.uniform(0, 180)),
        noise=drawn_from(condition.noise, rng),
        jpeg=int(rng.integers(80, 96)),
    )
    lit = lighten(clear, light, rng)
    if condition.veil:
        lit = veiled(lit, random_veil(rng, lit.shape[0], lit.shape[1], square))
    return expose(lit, lens, rng)


@dataclass(frozen=True)
class Placing:
    """What a picture shows, and from where: all of a condition but light and lens."""

    game: Game
    bare: bool
    well_made: bool
    tilt: Range
    roll: Range
    square: Range


@lru_cache(maxsize=2)
def scene_of(placing: Placing, number: int, seed: int) -> Scene:
    """The board of that number on its table. Cached, for many sets differ in light or lens only;
    its picture isn't to be written to."""
    position = laid(placing.game, number, seed)
    if placing.bare:
        position = Position(position.size)
    look = look_for(placing, number, seed)
    rng = np.random.default_rng([seed, number, 3])
    stance = Stance(
        tilt=drawn_from(placing.tilt, rng),
        azimuth=float(rng.uniform(0, 360)),
        roll=drawn_from(placing.roll, rng),
        distance=float(rng.uniform(1.6, 4)),
    )
    return board_on_table(position, look, stance, drawn_from(placing.square, rng), rng)


@lru_cache(maxsize=16)
def laid(named: Game, number: int, seed: int) -> Position:
    """What lies on the board of that number, whatever the set."""
    return placement(*named, np.random.default_rng([seed, number, 1]))


def look_for(placing: Placing, number: int, seed: int) -> Look:
    """What the board of that number looks like, whatever the set."""
    rng = np.random.default_rng([seed, number, 2])
    return look_of(game(*placing.game), placing.well_made, rng)


def _covered(
    scene: Picture, grid: Grid, rows: tuple[str, ...], rng: np.random.Generator
) -> tuple[str, ...]:
    """Lays a hand over the board, in place; the rows with "#" for what it hides."""
    size = grid.size
    to_picture = grid.to_picture()
    x, y, w = to_picture @ (*rng.uniform(0.1 * size, 0.9 * size, 2), 1)
    middle = np.array(grid.corners).mean(axis=0)
    # From the nearest side of the table, as people reach who sit there.
    away = np.array([x / w, y / w]) - middle
    toward = float(np.degrees(np.arctan2(away[1], away[0]))) + float(rng.normal(0, 25))
    skin = jittered(rng, SKINS[int(rng.integers(len(SKINS)))], 15)
    sleeve = jittered(rng, (110, 110, 110), 120)
    reach = grid.pixels_per_square * float(rng.uniform(0.7, 1.1))
    mask = lay_hand(scene, (x / w, y / w), toward, reach, skin, sleeve, rng)
    hidden = covered_shares(mask, grid) > COVERED_FROM
    return tuple(
        "".join(COVERED if hidden[r, c] else tile for c, tile in enumerate(row))
        for r, row in enumerate(rows)
    )


def covered_shares(mask: NDArray[np.uint8], grid: Grid) -> NDArray[np.float64]:
    """How much of every square a mask covers, [size, size], 0 to 1."""
    fine, n = 8, grid.size
    seen = np.asarray(cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    flat = flatten(seen, grid, fine, margin=0)[..., 0]
    return np.asarray(flat.reshape(n, fine, n, fine).mean(axis=(1, 3)) / 255, dtype=np.float64)


def drawn_from(span: Range, rng: np.random.Generator) -> float:
    return float(rng.uniform(*span))
