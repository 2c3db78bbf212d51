"""Drawn households: one board with one set of tiles, photographed a few times.

What stays the same in a household (looks, camera height, about the camera's place) is drawn once,
what changes (positions, light, blur, a grid that is a little off) for every photograph. Everything
follows from the seed. Tests: workshop/tests/test_tile_styles.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import load_layout
from engine.position import EMPTY, Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from vision.household.own_tiles import SAMPLE_SIDE
from vision.reading import FIRST_LETTER, NETWORK_LABELS, USUAL_LETTERS, Crops, Grid
from vision.render.board import flat_grid, render_board
from vision.render.look import Look
from vision.square.warp import cut_squares
from workshop.rendered.fonts import holds
from workshop.rendered.palettes import random_look
from workshop.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    random_lens,
    random_light,
    shot_homography,
)

PHOTOGRAPHS = 4
TILES = 100
"""On every photograph: each letter once that the set's font has, two blanks, and letters by
chance."""
BLANKS = 2
_LETTERS = NETWORK_LABELS[FIRST_LETTER:]
_PIXELS = 44


@dataclass(frozen=True)
class Household:
    """Squares with tiles, uint8 [n, SAMPLE_SIDE, SAMPLE_SIDE, 3] BGR; `labels` [n] by number in
    NETWORK_LABELS; `photographs` [n]: on which one."""

    crops: Crops
    labels: NDArray[np.int64]
    photographs: NDArray[np.int64]


def draw_household(number: int, fonts: Sequence[str], seed: int) -> Household:
    """The household of that number: the same for the same seed and fonts."""
    rng = np.random.default_rng([seed, number])
    values = {letter: int(rng.choice([1, 1, 2, 3, 4, 5, 8, 10])) for letter in _LETTERS}
    look = _unusual(random_look(rng, load_layout("classic"), values, fonts), rng)
    oblique = rng.random() < 0.33
    stance = Stance(
        tilt=float(rng.uniform(20, 45) if oblique else rng.uniform(0, 20)),
        azimuth=float(rng.uniform(0, 360)),
        fill=1.0,
    )
    square = float(np.exp(rng.uniform(np.log(16), np.log(60))))
    has = [
        letter for letter in _LETTERS if letter in USUAL_LETTERS or holds(look.tiles.font, letter)
    ]
    look = replace(look, values=tuple(pair for pair in look.values if pair[0] in has))
    crops, labels = [], []
    for _ in range(PHOTOGRAPHS):
        tiles = _tiles(look.layout.size, has, rng)
        crops.append(_photographed(tiles, look, stance, square, rng))
        labels.append(np.array([NETWORK_LABELS.index(tile) for tile in tiles.values()]))
    photographs = np.repeat(np.arange(PHOTOGRAPHS), [len(part) for part in labels])
    return Household(np.concatenate(crops), np.concatenate(labels), photographs)


def _unusual(look: Look, rng: np.random.Generator) -> Look:
    """Now and then letters wider or narrower than the network was trained on."""
    if rng.random() > 0.3:
        return look
    shape = look.tiles.shape
    stretch = round(float(shape.stretch * np.exp(rng.normal(0, 0.12))), 2)
    return replace(look, tiles=replace(look.tiles, shape=replace(shape, stretch=stretch)))


def _tiles(size: int, letters: Sequence[str], rng: np.random.Generator) -> dict[Square, str]:
    drawn = [*letters, *[UNKNOWN_BLANK] * BLANKS]
    drawn += [letters[i] for i in rng.integers(len(letters), size=TILES - len(drawn))]
    places = rng.permutation(size * size)[:TILES].tolist()
    return {Square(i % size, i // size): tile for i, tile in zip(places, drawn, strict=True)}


def _photographed(
    tiles: dict[Square, str], look: Look, stance: Stance, square: float, rng: np.random.Generator
) -> Crops:
    """The squares of these tiles on one photograph, by a grid that is a little off."""
    size = look.layout.size
    rows = [[EMPTY] * size for _ in range(size)]
    for at, tile in tiles.items():
        rows[at.row][at.column] = tile
    here = replace(
        stance,
        tilt=max(0.0, stance.tilt + float(rng.normal(0, 4))),
        azimuth=stance.azimuth + float(rng.normal(0, 8)),
        roll=float(rng.normal(0, 4)),
        distance=float(rng.uniform(2, 5)),
    )
    pixels = square * float(np.exp(rng.normal(0, 0.1)))
    position = Position.from_rows(["".join(row) for row in rows])
    flat = render_board(position, look, _PIXELS, rng, lean_of(here))
    side = round(pixels * (size + 2))
    shot = Shot(side, side, here, random_light(rng), random_lens(rng, pixels))
    picture = photograph(flat, shot, rng, look.board.frame)
    grid = photographed_grid(flat_grid(size, _PIXELS), shot_homography(shot, *flat.shape[1::-1]))
    error = np.clip(rng.normal(0, 0.05, (4, 2)) + rng.normal(0, 0.03, 2), -0.2, 0.2) * pixels
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(grid.corners) + error)
    crops = cut_squares(picture, Grid((a, b, c, d), size), squares=list(tiles))
    to = (SAMPLE_SIDE, SAMPLE_SIDE)
    small = [cv2.resize(crop, to, interpolation=cv2.INTER_LINEAR) for crop in crops]
    return np.asarray(np.stack(small), dtype=np.uint8)
