"""Piles seen from aside: which planes are looked at, and what is promised of what they show."""

from __future__ import annotations

import numpy as np
import pytest

from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from vision.game.doubt import judge_still
from vision.reader import BoardReader
from vision.reading import LABELS, Grid, Picture, Reading
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.glyphs import PILLOWS_OWN, plain_font
from vision.square.piles import Planes, plane_grids, weigh_planes
from vision.square.warp import shift_at_middle
from workshop.rendered.games import pile_look, piled_up
from workshop.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    shot_homography,
    spread_of,
)

TOPWORD = load_variant("topword", "fr")
FONTS = (plain_font(), PILLOWS_OWN)
PIXELS = 48
SIZE = (1100, 900)
SIDE = 4
EMPTY, TEE, OH = (LABELS.index(label) for label in ".TO")


def seen_from(tilt: float, seed: int) -> tuple[Picture, Grid, tuple[str, ...]]:
    """A TopWord board with piles under a camera so many degrees from straight above."""
    rows = ["." * 10] * 10
    rows[3], rows[4], rows[5] = "..TABLE...", "....O.....", "....NOIR.."
    rng = np.random.default_rng(seed)
    position = piled_up(rng, Position.from_rows(rows))
    look = pile_look(rng, TOPWORD.layout, {}, FONTS)
    stance = Stance(tilt=tilt, azimuth=float(rng.uniform(0, 360)))
    spread = spread_of(stance, 10 + 2 * MARGIN)
    flat = render_board(position, look, PIXELS, rng, lean_of(stance), spread)
    shot = Shot(*SIZE, stance)
    matrix = shot_homography(shot, flat.shape[1], flat.shape[0])
    grid = photographed_grid(flat_grid(10, PIXELS), matrix)
    return photograph(flat, shot, rng), grid, position.rows()


def promised(picture: Picture, grid: Grid) -> dict[Square, str]:
    reader = BoardReader(TOPWORD.layout, TOPWORD.tile_set, highest_pile=TOPWORD.highest_pile)
    reading = reader.read(picture, corners=grid)
    assert isinstance(reading, Reading)
    still = judge_still(reading, TOPWORD.tile_set, counted=TOPWORD.counted)
    asked = {doubt.square for doubt in still.doubts}
    squares = [Square(c, r) for r in range(10) for c in range(10)]
    return {s: still.rows[s.row][s.column] for s in squares if s not in asked}


@pytest.mark.parametrize("tilt", [25, 45])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_wrong_is_promised_of_piles_seen_from_aside(tilt: float, seed: int) -> None:
    picture, grid, rows = seen_from(tilt, seed)
    read_as = promised(picture, grid)
    assert read_as == {square: rows[square.row][square.column] for square in read_as}
    assert len(read_as) > 50


def test_planes_are_looked_at_where_piles_lean_far_and_not_otherwise() -> None:
    _, oblique, _ = seen_from(45, 1)
    _, straight, _ = seen_from(5, 1)
    assert plane_grids(oblique, SIZE, 1) == ()
    assert plane_grids(straight, SIZE, 5) == ()
    grids = plane_grids(oblique, SIZE, 5)
    shifts = [shift_at_middle(oblique, grid) for grid in grids]
    assert grids[0] == oblique
    assert max(np.diff(shifts)) < 0.2
    assert shifts[-1] == pytest.approx(1.3, abs=0.15)


def shown(*sightings: tuple[int, int, int]) -> Planes:
    """Planes a quarter of a square apart to the right, empty but for (plane, square, label)."""
    read = np.full((5, SIDE * SIDE, len(LABELS)), 1e-6, np.float32)
    read[..., EMPTY] = 1.0
    for plane, square, label in sightings:
        read[plane, square] = 1e-6
        read[plane, square, label] = 1.0
    read /= read.sum(axis=-1, keepdims=True)
    feet = np.array([(c + 0.5, r + 0.5) for r in range(SIDE) for c in range(SIDE)])
    places = np.stack([feet + np.array([0.25 * plane, 0.0]) for plane in range(5)])
    return Planes(read, np.zeros(read.shape[:2], np.float32), places)


def test_a_letter_that_reads_from_one_square_alone_is_promised_there() -> None:
    seen, _ = weigh_planes(shown((0, 5, TEE), (1, 5, TEE)))
    assert seen[5, TEE] > 0.99
    assert seen[6, EMPTY] > 0.99


def test_a_letter_that_could_be_a_pile_or_the_tile_behind_it_is_asked_on_both() -> None:
    seen, _ = weigh_planes(shown((0, 6, TEE), (1, 6, TEE), (3, 5, TEE), (4, 5, TEE)))
    assert seen[5].max() < 0.9
    assert seen[6].max() < 0.9
    assert seen[9, EMPTY] > 0.99


def test_what_a_pile_hides_is_asked() -> None:
    seen, _ = weigh_planes(shown((1, 5, OH), (2, 5, OH), (3, 5, OH)))
    assert seen[5, OH] > 0.99
    assert seen[6].max() < 0.9
    assert seen[7, EMPTY] > 0.99
