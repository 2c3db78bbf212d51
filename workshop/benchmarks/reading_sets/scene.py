"""A drawn board on a table as a perfect camera in even light sees it, in any turn.

Light and lens come after it (drawing.py); what lies on the board comes in.
Tests: workshop/tests/test_drawing.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.position import Position
from engine.squares import Square
from vision.reading import Grid, Picture
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.look import Look
from workshop.benchmarks.reading_sets.looks import table_of
from workshop.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    shot_homography,
    spread_of,
)

FEWEST, MOST = 24, 90
"""Pixels a square in which boards are drawn; the photograph makes fewer of them."""

SMALLEST = (960, 720)
"""Width and height of the pictures, unless the squares need larger ones."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What the camera sees: `rows` is the truth, `square` the pixels of one square."""

    picture: Picture
    grid: Grid
    rows: tuple[str, ...]
    square: float


def board_on_table(
    position: Position,
    look: Look,
    stance: Stance,
    square: float,
    rng: np.random.Generator,
    turned: float = 0.0,
    wrongly: Mapping[Square, int] | None = None,
) -> Scene:
    """A board that lies somewhere on a table, `square` pixels a square, turned clockwise by so many
    degrees under a camera that stays (what isn't whole quarters is exact from straight above
    alone). `wrongly`: tiles that lie turned on it, by quarter turns clockwise. The same seed lays
    tiles, board and table alike."""
    quarters, rest = int(turned // 90) % 4, turned % 90
    stance = replace(stance, roll=stance.roll + rest)
    pixels = min(MOST, max(FEWEST, math.ceil(square)))
    spread = spread_of(stance, position.size + 2 * MARGIN)
    lean = lean_of(stance)
    for _ in range(quarters):
        lean = (lean[1], -lean[0])  # as the board sees the camera
    flat = render_board(position, look, pixels, rng, lean, spread, wrongly)
    flat = np.ascontiguousarray(np.rot90(flat, -quarters))
    roll = math.radians(stance.roll)
    aslant = abs(math.cos(roll)) + abs(math.sin(roll))
    board = square * (position.size + 2 * MARGIN) * aslant
    room = board * float(rng.uniform(1.05, 1.2))
    wide, high = (max(side, round(room * side / SMALLEST[1])) for side in SMALLEST)
    # Taken larger than wanted and cut at a place by chance: boards seldom lie in the middle.
    off = [int(rng.integers(0, max(1, int(0.9 * (side - board) / 2)))) for side in (wide, high)]
    shot = Shot(wide + off[0], high + off[1], replace(stance, fill=board / (high + off[1])))
    matrix = shot_homography(shot, flat.shape[1], flat.shape[0])
    left = off[0] if rng.random() < 0.5 else 0
    upper = off[1] if rng.random() < 0.5 else 0
    table = table_of(shot.width, shot.height, rng)
    taken = photograph(flat, shot, rng, table)[upper : upper + high, left : left + wide]
    points = photographed_grid(flat_grid(position.size, pixels), matrix).corners
    a, b, c, d = ((x - left, y - upper) for x, y in points)
    grid = Grid((a, b, c, d), position.size).turned(quarters)
    return Scene(np.ascontiguousarray(taken), grid, position.rows(), square)
