"""Training samples: squares cut out of photographs of drawn boards, with what lies on them.

A small board is drawn with its neighbours and its frame, photographed once, and cut up by a grid
that is a little wrong on purpose. Everything follows from the seed. Tests:
tests/vision/test_training_samples.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Crops, Grid, Picture
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.hand import SKINS, lay_hand, lay_object
from vision.render.look import Look, TileLook
from vision.render.palettes import jittered, random_look
from vision.render.photograph import (
    Shot,
    Stance,
    expose,
    lean_of,
    lighten,
    photographed_grid,
    random_lens,
    random_light,
    shot_homography,
)

OTHER = len(LABELS)
"""The class after the labels: a hand or a thing is in the way."""
CROP = 40
"""Side of a training crop, the network's input."""
CUT = 48
"""Side of a crop as it is cut from a photograph (vision/warp.py): the square is 32 of it."""
_LETTERS = LABELS[2:]
_DRAWN = 6  # squares a side that are drawn; 5 x 5 of them are cut, so two sides have neighbours
_WINDOW = 5
_PIXELS = 44
# Turned by 180 degrees these are letters again (their own or another).
_TURNABLE = tuple(letter for letter in _LETTERS if letter not in "HIMNOSWXZÖ")


@dataclass(frozen=True)
class Samples:
    """Crops uint8 [n, CROP, CROP, 3] BGR and their classes, int [n]: LABELS, then OTHER."""

    crops: Crops
    classes: NDArray[np.int64]


def draw_samples(boards: range, fonts: Sequence[str], seed: int) -> Samples:
    """The samples of these boards by number: the same for the same seed and fonts."""
    drawn = [one_board(np.random.default_rng([seed, number]), fonts) for number in boards]
    return Samples(
        np.concatenate([samples.crops for samples in drawn]),
        np.concatenate([samples.classes for samples in drawn]),
    )


def one_board(rng: np.random.Generator, fonts: Sequence[str]) -> Samples:
    """Up to 25 samples of one small board in one photograph."""
    values = {letter: int(rng.choice([1, 1, 2, 3, 4, 5, 8, 10])) for letter in _LETTERS}
    look = random_look(rng, _random_layout(rng), values, fonts)
    position = _random_position(rng)
    stance = _random_stance(rng)
    flat = render_board(position, look, _PIXELS, rng, lean_of(stance))
    turned = _turn_some(flat, position, look.tiles, rng)
    covered = _cover(flat, rng) if rng.random() < 0.1 else None
    few, many = (9, 16) if rng.random() < 0.12 else (15, 60)
    square = float(np.exp(rng.uniform(np.log(few), np.log(many))))
    picture, grid = _take(flat, look, stance, square, rng)
    return _cut(picture, grid, position, turned, covered, rng)


def _random_layout(rng: np.random.Generator) -> Layout:
    codes = ".dtDT*"
    odds = np.array([0.48, 0.15, 0.12, 0.12, 0.1, 0.03])
    drawn = rng.choice(len(codes), size=(_DRAWN, _DRAWN), p=odds)
    return Layout(tuple("".join(codes[code] for code in row) for row in drawn))


def _random_position(rng: np.random.Generator) -> Position:
    """Letters all alike often, an eighth of the tiles blank, a tenth to all squares taken."""
    filled = rng.uniform(0.25, 0.9)
    rows = [
        "".join(
            (UNKNOWN_BLANK if rng.random() < 0.09 else _LETTERS[int(rng.integers(len(_LETTERS)))])
            if rng.random() < filled
            else EMPTY_LABEL
            for _ in range(_DRAWN)
        )
        for _ in range(_DRAWN)
    ]
    return Position.from_rows(rows)


def _random_stance(rng: np.random.Generator) -> Stance:
    """Mostly from above; one board in three obliquely, up to 55 degrees. The roll stays small:
    which way is up is decided on the whole board."""
    tilt = rng.uniform(20, 55) if rng.random() < 0.33 else rng.uniform(0, 20)
    return Stance(
        tilt=float(tilt),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-25, 25)),
        distance=float(rng.uniform(2.0, 6.0)),
        fill=1.0,
    )


def _turn_some(
    flat: Picture, position: Position, tiles: TileLook, rng: np.random.Generator
) -> set[Square]:
    """Turns a hundredth of the letters upside down, in place; says which."""
    turned = set()
    for square, tile in position.tiles.items():
        if tile in _TURNABLE and rng.random() < 0.01:
            half = int(_PIXELS * tiles.size / 2)
            x = int((square.column + MARGIN + 0.5) * _PIXELS)
            y = int((square.row + MARGIN + 0.5) * _PIXELS)
            patch = flat[y - half : y + half, x - half : x + half]
            patch[:] = patch[::-1, ::-1].copy()
            turned.add(square)
    return turned


def _cover(flat: Picture, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Lays a hand or a thing over the board, in place; returns what it covers."""
    if rng.random() < 0.5:
        tip = rng.uniform(0.15, 0.85, 2) * flat.shape[0]
        skin = jittered(rng, SKINS[int(rng.integers(len(SKINS)))], 15)
        sleeve = jittered(rng, (110, 110, 110), 120)
        return lay_hand(
            flat, (float(tip[0]), float(tip[1])), float(rng.uniform(0, 360)),
            _PIXELS * float(rng.uniform(0.6, 1.2)), skin, sleeve,
        )  # fmt: skip
    return lay_object(flat, rng, _PIXELS, jittered(rng, (120, 120, 120), 130))


def _take(
    flat: Picture, look: Look, stance: Stance, square: float, rng: np.random.Generator
) -> tuple[Picture, Grid]:
    """The photograph with about so many pixels a square, and where the squares truly lie."""
    side = max(24, round(square * (_DRAWN + 2 * MARGIN)))
    matrix = shot_homography(Shot(side, side, stance), *flat.shape[1::-1])
    scale = side / flat.shape[0]
    if scale < 0.75:
        small = cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA)
        back = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5],
                         [0, 0, 1]])  # fmt: skip
        taken = cv2.warpPerspective(
            small, matrix @ back, (side, side), borderValue=look.board.frame
        )
    else:
        taken = cv2.warpPerspective(flat, matrix, (side, side), borderValue=look.board.frame)
    lit = lighten(np.asarray(taken, dtype=np.uint8), random_light(rng), rng)
    picture = expose(lit, random_lens(rng, square), rng)
    return picture, photographed_grid(flat_grid(_DRAWN, _PIXELS), matrix)


def _cut(
    picture: Picture,
    grid: Grid,
    position: Position,
    turned: set[Square],
    covered: NDArray[np.uint8] | None,
    rng: np.random.Generator,
) -> Samples:
    """Cuts 5 x 5 squares by a grid whose corners are off, each crop a little off again."""
    cell = CUT * 2 // 3
    length = float(np.linalg.norm(np.subtract(grid.corners[1], grid.corners[0]))) / _DRAWN
    error = rng.normal(0, 0.07, (4, 2)) + rng.normal(0, 0.04, 2)
    corners = np.array(grid.corners) + np.clip(error, -0.25, 0.25) * length
    side = (_DRAWN + 1) * cell  # half a square of margin all round
    near, far = 0.5 * cell - 0.5, (0.5 + _DRAWN) * cell - 0.5
    target = np.array([[near, near], [far, near], [far, far], [near, far]], np.float32)
    shrink = cell / length
    if shrink < 0.6:
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        corners = (corners + 0.5) * shrink - 0.5
        picture = np.asarray(small, dtype=np.uint8)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(picture, matrix, (side, side), borderMode=cv2.BORDER_CONSTANT)
    first = rng.integers(0, _DRAWN - _WINDOW + 1, 2)
    crops, classes = [], []
    for row in range(int(first[1]), int(first[1]) + _WINDOW):
        for column in range(int(first[0]), int(first[0]) + _WINDOW):
            kind = _class_of(Square(column, row), position, turned, covered, rng)
            if kind is None:
                continue
            middle = ((column + 1) * cell - 0.5, (row + 1) * cell - 0.5)
            crops.append(_one_crop(flat, middle, rng))
            classes.append(kind)
    return Samples(
        np.asarray(np.stack(crops), dtype=np.uint8)
        if crops
        else np.zeros((0, CROP, CROP, 3), np.uint8),
        np.array(classes, dtype=np.int64),
    )


def _one_crop(flat: Picture, middle: tuple[float, float], rng: np.random.Generator) -> Picture:
    """One square with a quarter of a square on every side, shifted and turned a little."""
    cell = CUT * 2 // 3
    scale = CROP / CUT * float(np.exp(rng.normal(0, 0.03)))
    angle = np.deg2rad(rng.normal(0, 2.0))
    shift = np.clip(rng.normal(0, 0.05, 2), -0.15, 0.15) * cell
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    x, y = middle[0] + shift[0], middle[1] + shift[1]
    half = (CROP - 1) / 2
    matrix = np.array([[cos, -sin, half - cos * x + sin * y], [sin, cos, half - sin * x - cos * y]])
    crop = cv2.warpAffine(flat, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR)
    return np.asarray(crop, dtype=np.uint8)


def _class_of(
    square: Square,
    position: Position,
    turned: set[Square],
    covered: NDArray[np.uint8] | None,
    rng: np.random.Generator,
) -> int | None:
    """The class of a square; None where a hand covers too much to read and too little to say so.

    A letter upside down is given its own name half the time and any letter's the other half, so
    that the network learns to be unsure of it: it may be read, but it must be asked about, and a
    whole board upside down must look worse than the right way up.
    """
    if covered is not None:
        x, y = (square.column + MARGIN) * _PIXELS, (square.row + MARGIN) * _PIXELS
        share = float(covered[y : y + _PIXELS, x : x + _PIXELS].mean()) / 255
        if share > 0.45:
            return OTHER
        if share > 0.08:
            return None
    tile = position.at(square)
    if tile is None:
        return LABELS.index(EMPTY_LABEL)
    if tile == UNKNOWN_BLANK:
        return LABELS.index(BLANK_LABEL)
    if square in turned and rng.random() < 0.5:
        return LABELS.index(_LETTERS[int(rng.integers(len(_LETTERS)))])
    return LABELS.index(tile)
