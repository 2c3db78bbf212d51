"""Training samples: squares cut out of photographs of drawn boards, with what lies on them, and
those boards whole.

A photograph (scenes.py) is cut up by a grid that is a little wrong on purpose, on the board or on
the plane of the tiles' tops, as the reader does it. Everything follows from the seed. Tests:
workshop/tests/test_training_samples.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import DIGRAPHS, UNKNOWN_BLANK, Tile
from vision.reading import BLANK_LABEL, EMPTY_LABEL, VALUES, Crops, Picture
from vision.render.board import MARGIN, farthest_first
from vision.render.tiles import Vector
from vision.square.board_look import RIM
from workshop.training.scenes import (
    DRAWN,
    LETTERS,
    PIXELS,
    SAME_SIDEWAYS,
    SAME_UPSIDE_DOWN,
    Conditions,
    Scene,
    random_scene,
)

UNASKED = -1
"""In place of a value's number where none is asked for; in place of a class where there is no truth
in a whole board."""
CLASSES = (EMPTY_LABEL, BLANK_LABEL, *LETTERS, "other")
"""What the network distinguishes; the reader uses what vision/reading.py's LABELS name of it."""
OTHER = len(CLASSES) - 1
"""The last class: a hand or a thing is in the way."""
ASTRAY = 1000
"""Added to a letter's class where it lies wrongly and is given a name whenever it is shown."""
NAMED_AT_RANDOM = 0.6
"""How often such a letter is given any letter's name."""
SEVERAL = {one: OTHER + 1 + number for number, one in enumerate(DIGRAPHS.values())}
"""The numbers of the tiles of several letters, which come after the classes: no network names them
(workshop/several_letters)."""
CROP = 40
"""Side of a crop of the first look, its network's input: a square and a half."""
CELL = 32
"""Pixels a square as it is cut from a photograph for the first look (vision/square/warp.py)."""
CLOSE_CROP, CLOSE_CELL = 56, 40
"""The same of the close look (vision/square/close_look.py), which sees 1.4 squares."""
BOARD = (DRAWN + 2 * RIM) * CELL
"""Side of a whole board, with its rim, for the look at it (vision/square/board_look.py)."""
VALUE_CROP = 48
"""Side of what is seen of the close look's crops where values are read: a square and a fifth
(vision/square/printed_values.py)."""
_RIM = (CLOSE_CROP - VALUE_CROP) // 2
VALUE_MIDDLE = slice(_RIM, -_RIM)
NO_VALUE = VALUES.index(None)
TURNED = 1 / 12
"""Share of the samples that values are learnt from which are turned, so that they show none."""
_EMPTY_CLOSELY = 0.3  # share of the bare squares learnt from: the close look seldom sees one
_WINDOW = 5  # squares a side that are cut of DRAWN, so that two sides have neighbours
_FAR = 0.3  # squares: tops that lie farther off may hide what is beyond them
_FINE = 12  # pixels a square where it is reckoned which top is seen


@dataclass(frozen=True)
class Samples:
    """Crops uint8 [n, side, side, 3] BGR and their classes, int [n], places among CLASSES; and what
    is printed next to the letter, int [n]: the place among VALUES, UNASKED where there is no tile
    or it lies wrongly. Of whole boards classes and values are int [n, DRAWN, DRAWN]."""

    crops: Crops
    classes: NDArray[np.int64]
    values: NDArray[np.int64]


@dataclass(frozen=True)
class Looks:
    """The samples of the same boards for all networks: a whole square with its neighbourhood;
    mostly tiles, from close by; and the boards as a whole."""

    first: Samples
    close: Samples
    board: Samples


def draw_samples(
    boards: range, fonts: Sequence[str], seed: int, conditions: Conditions = Conditions.MIXED
) -> Looks:
    """The samples of these boards by number: the same for the same seed and fonts."""
    return joined(
        [one_board(np.random.default_rng([seed, number]), fonts, conditions) for number in boards]
    )


def joined(parts: Sequence[Looks]) -> Looks:
    """All samples of several portions, in their order."""
    return Looks(
        _joined([each.first for each in parts]),
        _joined([each.close for each in parts]),
        _joined([each.board for each in parts]),
    )


def _joined(parts: Sequence[Samples]) -> Samples:
    return Samples(
        np.concatenate([part.crops for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def one_board(
    rng: np.random.Generator,
    fonts: Sequence[str],
    conditions: Conditions = Conditions.MIXED,
    several: float = 0.0,
) -> Looks:
    """Up to 25 samples of one small board in one photograph, those of the close look, and the
    board itself; `several` as in `random_scene`."""
    scene, corners, plane, hidden = _photographed(rng, fonts, conditions, several)
    first = rng.integers(0, DRAWN - _WINDOW + 1, 2)
    cut: list[tuple[Vector, int, int]] = []
    for row in range(int(first[1]), int(first[1]) + _WINDOW):
        for column in range(int(first[0]), int(first[0]) + _WINDOW):
            square = Square(column, row)
            kind = None if square in hidden else _class_of(square, scene, rng)
            if kind is None:
                continue
            lean = scene.lean_at(square)
            x, y = column + 1.5 + lean[0] * plane, row + 1.5 + lean[1] * plane
            if min(x, y) >= 0.5 and max(x, y) <= DRAWN + 1.5:
                cut.append(((x, y), kind, _value_of(square, kind, scene)))
    closely = [
        each
        for each in cut
        if each[1] != CLASSES.index(EMPTY_LABEL) or rng.random() < _EMPTY_CLOSELY
    ]
    return Looks(
        _cut_out(_flattened(scene, corners, CELL), CELL, CROP, 1.5, cut, scene, rng),
        _cut_out(
            _flattened(scene, corners, CLOSE_CELL), CLOSE_CELL, CLOSE_CROP, 1.4, closely, scene, rng
        ),
        _whole(scene, corners, plane, hidden, rng),
    )


def draw_whole_boards(
    boards: range, fonts: Sequence[str], seed: int, conditions: Conditions = Conditions.MIXED
) -> Samples:
    """Boards by number, whole, and nothing else of them: the same for the same seed and fonts.
    Letters that lie wrongly are ASTRAY."""
    drawn = []
    for number in boards:
        rng = np.random.default_rng([seed, number])
        drawn.append(_whole(*_photographed(rng, fonts, conditions)))
    return _joined(drawn)


def _photographed(
    rng: np.random.Generator, fonts: Sequence[str], conditions: Conditions, several: float = 0.0
) -> tuple[Scene, NDArray[np.float64], float, frozenset[Square]]:
    """A small board in a photograph; the corners [4, 2] that its grid is taken to have there; how
    high above the board it is cut up; and the squares that have no truth at that height."""
    scene = random_scene(rng, fonts, conditions, several)
    reach = max(np.hypot(*scene.lean_at(s)) * scene.rise * scene.position.height(s)
                for s in (Square(0, 0), Square(DRAWN - 1, DRAWN - 1), *scene.position.tiles)
                )  # fmt: skip
    plane = _plane(scene, float(reach), rng)
    hidden = _hidden(scene, plane) if reach > _FAR else frozenset()
    return scene, _seen_corners(scene, rng), plane, hidden


def _whole(
    scene: Scene,
    corners: NDArray[np.float64],
    plane: float,
    hidden: frozenset[Square],
    rng: np.random.Generator | None = None,
) -> Samples:
    """The board as a whole, straightened on this plane; UNASKED where a square has no truth.
    `rng` as in `_class_of`."""
    classes = np.full((1, DRAWN, DRAWN), UNASKED, np.int64)
    values = classes.copy()
    for row in range(DRAWN):
        for column in range(DRAWN):
            square = Square(column, row)
            x, y = np.array((column, row)) + 0.5 + np.array(scene.lean_at(square)) * plane
            if square in hidden or min(x, y) < 0 or max(x, y) > DRAWN:
                continue
            kind = _class_of(square, scene, rng)
            if kind is not None:
                classes[0, row, column] = kind
                values[0, row, column] = _value_of(square, kind, scene)
    flat = _flattened(scene, _raised(scene, corners, plane), CELL)
    return Samples(flat[None], classes, values)


def _raised(scene: Scene, corners: NDArray[np.float64], plane: float) -> NDArray[np.float64]:
    """The corners [4, 2] in the picture of a plane above the board, by how tops lean in the middle
    of the squares at the corners."""
    last = DRAWN - 1
    ends = (Square(0, 0), Square(last, 0), Square(last, last), Square(0, last))
    lean = np.array([scene.lean_at(square) for square in ends]) * plane
    middle = lean.mean(axis=0)
    lean = middle + (lean - middle) * DRAWN / last  # from the middles of squares to the corners
    board = np.array([[0, 0], [DRAWN, 0], [DRAWN, DRAWN], [0, DRAWN]], np.float32)
    view = cv2.getPerspectiveTransform(board, corners.astype(np.float32))
    above = cv2.perspectiveTransform((board + lean).astype(np.float32)[None], view)[0]
    return np.asarray(above, np.float64)


def _cut_out(
    flat: Picture,
    cell: int,
    side: int,
    reach: float,
    cut: Sequence[tuple[Vector, int, int]],
    scene: Scene,
    rng: np.random.Generator,
) -> Samples:
    """Crops of this many squares' width, from a flat board of this many pixels a square."""
    crops = [
        _one_crop(flat, (x * cell - 0.5, y * cell - 0.5), cell, side, reach, scene, rng)
        for (x, y), _, _ in cut
    ]
    return Samples(
        np.asarray(np.stack(crops), dtype=np.uint8)
        if crops
        else np.zeros((0, side, side, 3), np.uint8),
        np.array([kind for _, kind, _ in cut], dtype=np.int64),
        np.array([value for _, _, value in cut], dtype=np.int64),
    )


def _plane(scene: Scene, reach: float, rng: np.random.Generator) -> float:
    """How high above the board the squares are cut, in squares: on the board, or, where tops lie
    off their feet, as often near the tops (of the piles of one height)."""
    if reach < 0.15 or rng.random() < 0.5:
        return 0.0
    heights = [scene.position.height(square) for square in scene.position.tiles] or [1]
    height = heights[int(rng.integers(len(heights)))]
    return scene.rise * height * float(rng.uniform(0.8, 1.1))


def _hidden(scene: Scene, plane: float) -> frozenset[Square]:
    """Squares without a truth, cut at this height: a tile whose own top takes
    less than half of the crop's middle, an empty square half of which other tiles hide."""
    side = (DRAWN + 4) * _FINE
    seen = np.zeros((side, side), np.uint8)
    numbers: dict[Square, int] = {}
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    for number, square in enumerate(farthest_first(scene.position, scene.lean, scene.spread), 1):
        foot = box + np.array((square.column + 2, square.row + 2))
        rise = scene.rise * scene.position.height(square)
        top = foot + np.array(scene.lean_at(square)) * rise
        hull = cv2.convexHull((np.concatenate([foot, top]) * _FINE).astype(np.int32))
        cv2.fillConvexPoly(seen, hull, (255,))
        cv2.fillConvexPoly(seen, (top * _FINE).astype(np.int32), (number,))
        numbers[square] = number
    hidden = set()
    for row in range(DRAWN):
        for column in range(DRAWN):
            square = Square(column, row)
            lean = np.array(scene.lean_at(square)) * plane
            x, y = ((np.array((column, row)) + 2 + lean) * _FINE).astype(int)
            region = seen[max(0, y) : y + _FINE, max(0, x) : x + _FINE]
            if region.size == 0:
                hidden.add(square)
            elif square in numbers:
                if float((region == numbers[square]).mean()) < 0.5:
                    hidden.add(square)
            elif float((region > 0).mean()) > 0.5:
                hidden.add(square)
    return frozenset(hidden)


def _seen_corners(scene: Scene, rng: np.random.Generator) -> NDArray[np.float64]:
    """The grid's corners in the picture, [4, 2], a little off."""
    off = 0.55 if scene.ordinary else 1.0
    error = rng.normal(0, 0.07 * off, (4, 2)) + rng.normal(0, 0.04 * off, 2)
    return np.array(scene.grid.corners) + np.clip(error, -0.25, 0.25) * _square_side(scene)


def _square_side(scene: Scene) -> float:
    top_left, top_right = scene.grid.corners[:2]
    return float(np.linalg.norm(np.subtract(top_right, top_left))) / DRAWN


def _flattened(scene: Scene, corners: NDArray[np.float64], cell: int) -> Picture:
    """The board flattened by these corners, this many pixels a square, a square of margin all
    round."""
    picture = scene.picture
    side = (DRAWN + 2) * cell
    near, far = cell - 0.5, (1 + DRAWN) * cell - 0.5
    target = np.array([[near, near], [far, near], [far, far], [near, far]], np.float32)
    shrink = cell / _square_side(scene)
    if shrink < 0.6:
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        corners = (corners + 0.5) * shrink - 0.5
        picture = np.asarray(small, dtype=np.uint8)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(picture, matrix, (side, side), borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat, dtype=np.uint8)


def _one_crop(
    flat: Picture,
    middle: Vector,
    cell: int,
    side: int,
    reach: float,
    scene: Scene,
    rng: np.random.Generator,
) -> Picture:
    """One square and what is round it, `reach` squares wide, shifted and turned a little."""
    off = 0.7 if scene.ordinary else 1.0
    scale = side / (reach * cell) * float(np.exp(rng.normal(0, 0.03)))
    angle = np.deg2rad(rng.normal(0, 2.0))
    shift = np.clip(rng.normal(0, 0.05 * off, 2), -0.15, 0.15) * cell
    cos, sin = scale * np.cos(angle), scale * np.sin(angle)
    x, y = middle[0] + shift[0], middle[1] + shift[1]
    half = (side - 1) / 2
    matrix = np.array([[cos, -sin, half - cos * x + sin * y], [sin, cos, half - sin * x - cos * y]])
    crop = cv2.warpAffine(flat, matrix, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(crop, dtype=np.uint8)


def _value_of(square: Square, kind: int, scene: Scene) -> int:
    if kind in (OTHER, CLASSES.index(EMPTY_LABEL)) or square in scene.turned:
        return UNASKED
    return VALUES.index(scene.values[square])


def _class_of(square: Square, scene: Scene, rng: np.random.Generator | None) -> int | None:
    """The class of a square; None where a hand covers too much to read and too little to say so.

    A letter that lies wrongly is given its own name two times in five and any letter's otherwise
    (without `rng`, whenever it is shown: it is ASTRAY),
    so that the network learns to be unsure of it: its name may be among the guesses, but it must
    be asked about, and a whole board upside down must look worse than the right way up. Where
    nothing is left under a veil of light, the truth is still the label: what the network can't
    know, it learns to be unsure of.
    """
    if scene.covered is not None:
        x, y = (square.column + MARGIN) * PIXELS, (square.row + MARGIN) * PIXELS
        share = float(scene.covered[y : y + PIXELS, x : x + PIXELS].mean()) / 255
        if share > 0.37:
            return OTHER
        if share > 0.07:
            return None
    tile = scene.position.at(square)
    if tile is None:
        return CLASSES.index(EMPTY_LABEL)
    if tile == UNKNOWN_BLANK:
        return CLASSES.index(BLANK_LABEL)
    quarters = scene.turned.get(square, 0)
    same = SAME_UPSIDE_DOWN if quarters == 2 else SAME_SIDEWAYS
    if not quarters or tile in same:
        return _number(tile)
    if rng is None:
        return ASTRAY + _number(tile)
    if rng.random() < NAMED_AT_RANDOM:
        return CLASSES.index(LETTERS[int(rng.integers(len(LETTERS)))])
    return _number(tile)


def _number(tile: Tile) -> int:
    return SEVERAL[tile] if tile in SEVERAL else CLASSES.index(tile)
