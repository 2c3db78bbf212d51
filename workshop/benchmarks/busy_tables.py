"""Pictures of boards on tables as busy as they are, and where their grids lie in them.

A table is drawn flat, with the board and whatever else lies on it, and then seen through one
camera: so cloth, papers and racks share the board's perspective and the lens's bend. Everything
follows from a seed; every `Scene` says what it shows. Knows nothing of finding.
Tests: workshop/tests/test_busy_tables.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.position import Position
from engine.tiles import load_tile_set
from vision.reading import Picture
from vision.render.board import MARGIN, render_board
from vision.render.glyphs import plain_font
from vision.render.look import Look
from workshop.benchmarks.table_things import Things, lay_cloth, lay_things
from workshop.rendered.palettes import random_look
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Shot,
    Stance,
    expose,
    lean_of,
    lighten,
    shot_camera,
)

Matrix = NDArray[np.float64]
Nodes = NDArray[np.float64]

_LETTERS = "EEEEEAAAAIIIOOONNRRTTLSSUUDDGGBCMPFHVWYKJXQZ"
_AROUND = 10  # squares of table drawn round the board, at least
_MOST_CANVAS = 2200  # pixels, the drawn table's side
_COARSE = 8  # pixels between which even a bent lens is as good as straight
_SKY = (150, 160, 165)


@dataclass(frozen=True)
class Scene:
    """One placement. `full`: share of the squares with tiles; `frame`: width of a frame of the
    board's own, in squares, `round_`: on a round turntable; `bend`: how far the lens
    moves the picture's corners outwards (inwards below 0), as a share of half the diagonal: k1
    of Brown's model in that unit; `aside`: how far the board's middle lies from the
    picture's, in shares of the picture; `board`: whether there is one; `fold`: degrees by which
    each half of a folding board rises from the table, towards its outer side (an open book) or,
    below 0, towards its hinge (a roof); `hinge`: squares from the board's left side to it."""

    seed: int
    look: Look
    stance: Stance = field(default_factory=Stance)
    size: tuple[int, int] = (1280, 960)
    full: float = 0.1
    light: Light = field(default_factory=Light)
    lens: LensFaults = field(default_factory=LensFaults)
    things: Things = field(default_factory=Things)
    frame: float = 0.0
    round_: bool = False
    bend: float = 0.0
    aside: tuple[float, float] = (0.0, 0.0)
    board: bool = True
    fold: float = 0.0
    hinge: float = 7.5


@dataclass(frozen=True)
class Seen:
    """A picture, and where the crossings of its board's lines lie in it: float [n + 1, n + 1, 2],
    row first, x and y in pixels; None without a board."""

    picture: Picture
    nodes: Nodes | None


def random_board_look(seed: int, layout: Layout) -> Look:
    """A board and tiles by chance; every letter in the one font that every machine has."""
    values = load_tile_set("en").values
    return random_look(np.random.default_rng([seed, 1]), layout, values, (plain_font(),))


def random_position(seed: int, size: int, full: float) -> Position:
    """Runs of letters, across and down, until so much of the board is full."""
    rng = np.random.default_rng([seed, 2])
    rows = [["."] * size for _ in range(size)]
    wanted = round(full * size * size)
    laid = 0
    while laid < wanted:
        long = int(rng.integers(2, min(9, size)))
        fixed, start = int(rng.integers(size)), int(rng.integers(size - long + 1))
        down = rng.random() < 0.5
        for k in range(start, start + long):
            r, c = (k, fixed) if down else (fixed, k)
            if rows[r][c] == "." and laid < wanted:
                rows[r][c] = _LETTERS[int(rng.integers(len(_LETTERS)))]
                laid += 1
    return Position.from_rows(tuple("".join(row) for row in rows))


def see(scene: Scene) -> Seen:
    """The picture that a scene gives."""
    rng = np.random.default_rng([scene.seed, 3])
    whole = scene.look.layout.size + 2 * MARGIN
    view = _view(scene, whole)
    pixels = _pixels_for(view, whole)
    span = _span(view, scene, whole)
    pixels = max(8, min(pixels, _MOST_CANVAS // span))
    canvas = np.empty((span * pixels, span * pixels, 3), np.uint8)
    corner = (span - whole) // 2  # squares from the canvas's corner to the drawing's
    lay_cloth(canvas, scene.things, pixels, rng)
    lay_things(canvas, scene.things, scene.look, whole, pixels, rng)
    if scene.board:
        _lay_board(canvas, scene, corner, pixels)
    at = corner * pixels - 0.5
    to_canvas = np.array([[pixels, 0, at], [0, pixels, at], [0, 0, 1.0]])
    taken = _taken(canvas, to_canvas @ np.linalg.inv(view), scene)
    if scene.fold:
        _raise_halves(taken, canvas, to_canvas, scene, whole)
    lit = lighten(taken, scene.light, rng)
    picture = expose(lit, scene.lens, rng)
    return Seen(picture, _nodes(scene, view) if scene.board else None)


def _view(scene: Scene, whole: int) -> Matrix:
    """Squares, from the corner of the board's drawing, to pixels of a lens without bend."""
    return np.asarray(_camera(scene, whole)[:, [0, 1, 3]])


def _camera(scene: Scene, whole: int) -> Matrix:
    """Squares right, down and up from the corner of the board's drawing to pixels: [3, 4]."""
    width, height = scene.size
    shot = Shot(width, height, scene.stance, scene.light, scene.lens)
    aside = np.array([[1, 0, scene.aside[0] * width], [0, 1, scene.aside[1] * height], [0, 0, 1]])
    half = np.array([[1, 0, 0, -0.5], [0, 1, 0, -0.5], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    return np.asarray(aside @ shot_camera(shot, whole, whole) @ half)


def _views_of_halves(scene: Scene, whole: int) -> tuple[Matrix, Matrix]:
    """`_view` for the left and the right half of a folding board."""
    camera, hinge = _camera(scene, whole), MARGIN + scene.hinge
    angle = np.deg2rad(scene.fold)
    halves = []
    for side, long in ((-1, hinge), (1, whole - hinge)):
        # An open book lies on its hinge, a roof on its outer sides.
        foot = 0.0 if scene.fold > 0 else -long * np.sin(angle)
        to_table = np.array(
            [
                [np.cos(angle), 0, hinge * (1 - np.cos(angle))],
                [0, 1, 0],
                [side * np.sin(angle), 0, foot - side * hinge * np.sin(angle)],
                [0, 0, 1],
            ]
        )
        halves.append(camera @ to_table)
    return halves[0], halves[1]


def _raise_halves(
    taken: Picture, canvas: Picture, to_canvas: Matrix, scene: Scene, whole: int
) -> None:
    """Draws both halves of a folding board where they are seen."""
    height, width = taken.shape[:2]
    hinge = MARGIN + scene.hinge
    for view, (left, right) in zip(
        _views_of_halves(scene, whole), ((0.0, hinge), (hinge, float(whole))), strict=True
    ):
        ends = np.array([[[left, 0], [right, 0], [right, whole], [left, whole]]], np.float64)
        outline = np.rint(16 * cv2.perspectiveTransform(ends, view)[0]).astype(np.int32)
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, outline, (255,), cv2.LINE_AA, 4)
        half = replace(scene, fold=0.0)
        seen = _taken(canvas, to_canvas @ np.linalg.inv(view), half).astype(np.float32)
        share = mask[..., None].astype(np.float32) / 255
        taken[:] = np.rint(share * seen + (1 - share) * taken).astype(np.uint8)


def _pixels_for(view: Matrix, whole: int) -> int:
    """As many pixels a square as the picture shows where it shows most."""
    ends = np.array([[[0, 0], [whole, 0], [whole, whole], [0, whole]]], np.float64)
    seen = cv2.perspectiveTransform(ends, view)[0]
    sides = np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1) / whole
    return int(np.ceil(1.1 * sides.max()))


def _span(view: Matrix, scene: Scene, whole: int) -> int:
    """Squares of table to draw, so that it fills the picture (but for the far distance)."""
    width, height = scene.size
    ends = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
    back = ends @ np.linalg.inv(view).T
    middle = np.linalg.inv(view) @ (width / 2, height / 2, 1.0)
    ahead = back[:, 2] * middle[2] > 0
    places = back[ahead, :2] / back[ahead, 2:]
    farthest = float(np.abs(places - whole / 2).max(initial=0.0))
    reach = int(np.clip(np.ceil(farthest), whole / 2 + 3, whole / 2 + 2.5 * _AROUND))
    return whole + 2 * (reach - whole // 2)


def _lay_board(canvas: Picture, scene: Scene, corner: int, pixels: int) -> None:
    n = scene.look.layout.size
    position = random_position(scene.seed, n, scene.full)
    rng = np.random.default_rng([scene.seed, 4])
    flat = render_board(position, scene.look, pixels, rng, lean_of(scene.stance))
    side = flat.shape[0]
    at = corner * pixels
    middle = (at + side // 2,) * 2
    colour = tuple(int(c) for c in scene.look.board.frame)
    if scene.round_:
        cv2.circle(canvas, middle, int(0.75 * side), colour, -1, cv2.LINE_AA)
    if scene.frame > 0:
        out = round(scene.frame * pixels)
        shade = tuple(int(0.6 * c) for c in colour)
        cv2.rectangle(canvas, (at - out - 2,) * 2, (at + side + out + 1,) * 2, shade, -1)
        cv2.rectangle(canvas, (at - out,) * 2, (at + side + out - 1,) * 2, colour, -1)
    canvas[at : at + side, at : at + side] = flat


def _taken(canvas: Picture, to_canvas: Matrix, scene: Scene) -> Picture:
    """The table as the lens sees it, at twice the resolution and then averaged, as a sensor
    does, so that far lines grow faint and don't vanish."""
    width, height = scene.size
    fine = 2 if width * height < 4_000_000 else 1
    size = (width * fine, height * fine)
    from_fine = np.array(
        [[1 / fine, 0, 0.5 / fine - 0.5], [0, 1 / fine, 0.5 / fine - 0.5], [0, 0, 1]]
    )
    ends = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ to_canvas[2]
    if scene.bend == 0 and (np.all(ends > 0) or np.all(ends < 0)):
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        taken = cv2.warpPerspective(
            canvas, to_canvas @ from_fine, size, flags=flags, borderValue=_SKY
        )
    else:
        x, y = (np.arange(-1, length // _COARSE + 1) * _COARSE + 3.5 for length in size)
        x, y = np.meshgrid(x, y)
        points = np.stack([(x + 0.5) / fine - 0.5, (y + 0.5) / fine - 0.5], axis=-1)
        points = unbent(points.reshape(-1, 2), scene)
        seen = np.c_[points, np.ones(len(points))] @ to_canvas.T
        behind = seen[:, 2] * (to_canvas @ (width / 2, height / 2, 1.0))[2] <= 0
        seen[behind] = (-1e4, -1e4, 1.0)
        places = (seen[:, :2] / seen[:, 2:]).astype(np.float32).reshape(*x.shape, 2)
        places = cv2.resize(places, None, fx=_COARSE, fy=_COARSE)[
            _COARSE:-_COARSE, _COARSE:-_COARSE
        ]
        taken = cv2.remap(
            canvas, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderValue=_SKY
        )
    if fine > 1:
        taken = cv2.resize(taken, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(taken, dtype=np.uint8)


def unbent(points: Matrix, scene: Scene) -> Matrix:
    """Where points of the picture, [k, 2], would lie through a lens without bend."""
    if scene.bend == 0:
        return points
    middle, unit = _lens(scene)
    at = (points - middle) / unit
    far = np.linalg.norm(at, axis=1)
    # One coefficient is undone by a table of radii; beyond its turning point the model folds back.
    straight = np.linspace(0, 2.5, 20001)
    seen = straight * (1 + scene.bend * straight**2)
    folds = int(np.argmax(np.diff(seen) <= 0)) or len(seen)
    grown = np.interp(far, seen[:folds], straight[:folds]) / np.maximum(far, 1e-9)
    return np.asarray(at * grown[:, None] * unit + middle)


def bent(points: Matrix, scene: Scene) -> Matrix:
    """Where points, [k, 2], of a picture through a lens without bend come to lie."""
    middle, unit = _lens(scene)
    at = (points - middle) / unit
    return np.asarray(at * (1 + scene.bend * (at**2).sum(axis=1, keepdims=True)) * unit + middle)


def _lens(scene: Scene) -> tuple[Matrix, float]:
    """The picture's middle, and half its diagonal: both in pixels."""
    size = np.array(scene.size, np.float64)
    return (size - 1) / 2, float(np.linalg.norm(size)) / 2


def _nodes(scene: Scene, view: Matrix) -> Nodes:
    n = scene.look.layout.size
    line = np.arange(n + 1.0) + MARGIN
    x, y = np.meshgrid(line, line)
    places = np.stack([x, y], axis=-1).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(places, view)[0]
    if scene.fold:
        halves = _views_of_halves(scene, n + 2 * MARGIN)
        left, right = (cv2.perspectiveTransform(places, half)[0] for half in halves)
        seen = np.where(places[0][:, :1] < MARGIN + scene.hinge, left, right)
    seen = bent(seen, scene)
    return np.asarray(seen.reshape(n + 1, n + 1, 2))
