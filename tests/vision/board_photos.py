"""Pictures of boards for the tests of finding: drawn, laid on a table, photographed."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, load_layout
from engine.position import Position
from vision.reading import Grid, Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Shot,
    Stance,
    photograph,
    photographed_grid,
)
from workshop.rendered.photograph import shot_homography as homography_of

CLASSIC = load_layout("classic")

GAME = (
    "...............",
    "...............",
    "..Q............",
    "..U............",
    "..I............",
    "..Z.....H......",
    "........O......",
    "....WATERS.....",
    "........S......",
    ".....PLEASE....",
    "..........A....",
    "..........G....",
    "........GLEN...",
    "...............",
    "...............",
)


def photo(
    stance: Stance,
    rows: tuple[str, ...] = GAME,
    layout: Layout = CLASSIC,
    size: tuple[int, int] = (1000, 800),
    light: Light | None = None,
    lens: LensFaults | None = None,
) -> tuple[Picture, Grid]:
    """A board on a table of planks, and where its grid lies in the picture."""
    width, height = size
    rng = np.random.default_rng(7)
    flat = render_board(Position.from_rows(rows), household_look(layout), 40, rng)
    shot = Shot(width, height, stance, light or Light(), lens or LensFaults(noise=2.0))
    planks = np.full((height, width, 3), (70, 105, 150), np.uint8)
    planks[:, ::90] = (40, 60, 90)
    planks[:, 45::180] = (80, 125, 175)
    picture = photograph(flat, shot, rng, cv2.GaussianBlur(planks, (3, 3), 0).astype(np.uint8))
    view = homography_of(shot, flat.shape[1], flat.shape[0])
    return picture, photographed_grid(flat_grid(layout.size, 40), view)


def corners_off(true: Grid, found: Grid) -> float:
    """The distance of the farthest corner, in squares, in the turn that fits best."""
    return min(_apart(true, found.turned(k)) for k in range(4))


def _apart(true: Grid, found: Grid) -> float:
    apart: NDArray[np.float64] = np.array(true.corners) - np.array(found.corners)
    return float(np.linalg.norm(apart, axis=1).max() / true.pixels_per_square)


def moved(grid: Grid, columns: float, rows: float) -> Grid:
    """The grid so many squares further across and down, on the same plane."""
    n = grid.size
    ends = ((0, 0), (n, 0), (n, n), (0, n))
    seen = [grid.to_picture() @ (columns + u, rows + v, 1.0) for u, v in ends]
    a, b, c, d = ((float(x / w), float(y / w)) for x, y, w in seen)
    return Grid((a, b, c, d), n)
