"""A picture and a grid become a flat board, seen from straight above, and its squares as crops.

Thick tiles seen obliquely lie up to half a square off their squares, on a plane of their own; the
camera's pose follows from the board's corners, so one number, the height, says where every top is.
Whatever lies outside the picture comes out black, never as a copy of the picture's edge: repeated
edges would draw grid lines where there are none, and a board that is cut off would look whole.
Knows nothing of what lies on the squares. Tests: tests/vision/test_warp.py,
tests/vision/test_planes.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from vision.bend import Bend, warp_through
from vision.reading import Crops, Grid, Picture, Point
from vision.sampling import sample_window, sample_windows

PIXELS_PER_SQUARE = 32
"""Finer than most cameras see a square from a table's height, coarse enough to be quick."""

CROP_MARGIN = 0.25
"""A crop holds so much of the neighbours on every side, in squares."""

CROP_SIDE = int(PIXELS_PER_SQUARE * (1 + 2 * CROP_MARGIN))
"""The side of a crop in pixels."""

AS_ONE = 4
"""Squares are cut from one piece where at most every so many-th of it is wanted: a piece for each
takes longer then (of 225 squares 120: 6 ms instead of 12; 56: 5 instead of 6)."""

NO_SHIFT: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Fineness:
    """How finely squares are cut, and how much of their neighbours goes with them, in squares."""

    pixels_per_square: int
    margin: float

    @property
    def side(self) -> int:
        """The side of a crop in pixels."""
        return round(self.pixels_per_square * (1 + 2 * self.margin))


USUAL_FINENESS = Fineness(PIXELS_PER_SQUARE, CROP_MARGIN)


def flatten(
    picture: Picture,
    grid: Grid,
    pixels_per_square: int = PIXELS_PER_SQUARE,
    margin: float = 1.0,
    shift: Point = NO_SHIFT,
) -> Picture:
    """The board from straight above: uint8 [side, side, 3], BGR, with
    side = (grid.size + 2 * margin) * pixels_per_square.

    `margin`: how much round the grid is shown too, in squares. `shift`: columns and rows by which
    the plane that is looked at lies off the board's own (the tops of thick tiles).
    """
    side = round((grid.size + 2 * margin) * pixels_per_square)
    window = (-margin, -margin, grid.size + margin, grid.size + margin)
    source, to_source, bend = _source(picture, grid, window, pixels_per_square, shift)
    view = to_source @ flat_to_board(pixels_per_square, margin)
    return _warp(source, view, (side, side), bend)


def cut_squares(
    picture: Picture,
    grid: Grid,
    shift: Point = NO_SHIFT,
    squares: Sequence[Square] | None = None,
    fineness: Fineness = USUAL_FINENESS,
) -> Crops:
    """The squares of a board, row by row from the top left, or those that are named, in that order.

    Each crop is the square and a little more on every side, a quarter of a square unless
    `fineness` says otherwise. `shift` as in `flatten`.
    """
    side, step = fineness.side, fineness.pixels_per_square
    if squares is None:
        return squares_of(flatten(picture, grid, step, fineness.margin, shift), grid.size, fineness)
    if not squares:
        return np.empty((0, side, side, 3), dtype=np.uint8)
    left, top = min(s.column for s in squares), min(s.row for s in squares)
    right, bottom = max(s.column for s in squares) + 1, max(s.row for s in squares) + 1
    margin = fineness.margin
    window = (left - margin, top - margin, right + margin, bottom + margin)
    source, to_source, bend = _source(picture, grid, window, step, shift)
    if (right - left) * (bottom - top) <= AS_ONE * len(squares):
        size = (right - left - 1) * step + side, (bottom - top - 1) * step + side
        view = to_source @ _move(left, top) @ flat_to_board(step, margin)
        flat = _warp(source, view, size, bend)
        at = [((s.row - top) * step, (s.column - left) * step) for s in squares]
        return np.stack([flat[y : y + side, x : x + side] for y, x in at])
    pixels_to_board = flat_to_board(step, fineness.margin)
    views = np.stack([to_source @ _move(s.column, s.row) @ pixels_to_board for s in squares])
    if bend is None:
        return sample_windows(source, views, (side, side))
    return np.stack([warp_through(source, view, bend, (side, side)) for view in views])


def squares_of(flat: Picture, n: int, fineness: Fineness = USUAL_FINENESS) -> Crops:
    """All squares of a board of n x n that was flattened with this fineness and margin."""
    side, step = fineness.side, fineness.pixels_per_square
    windows = np.lib.stride_tricks.sliding_window_view(flat, (side, side), axis=(0, 1))
    every = windows[::step, ::step]  # [n, n, 3, side, side]
    return np.ascontiguousarray(every.transpose(0, 1, 3, 4, 2)).reshape(n * n, side, side, 3)


def cut_window(
    picture: Picture,
    grid: Grid,
    window: tuple[float, float, float, float],
    pixels_per_square: int,
) -> Picture:
    """A part of the board from straight above: uint8 [height, width, 3], BGR.

    `window`: its left, top, right and bottom, in squares from the board's top-left corner.
    """
    left, top, right, bottom = window
    size = round((right - left) * pixels_per_square), round((bottom - top) * pixels_per_square)
    source, to_source, bend = _source(picture, grid, window, pixels_per_square, NO_SHIFT)
    view = to_source @ _move(left, top) @ flat_to_board(pixels_per_square, 0.0)
    return _warp(source, view, size, bend)


def flat_to_board(pixels_per_square: int, margin: float) -> NDArray[np.float64]:
    """The map [3, 3] from a flat board's pixels to board units (squares from the top-left corner).

    Pixel centres are at whole numbers, so the first one lies half a pixel inside.
    """
    step = 1.0 / pixels_per_square
    offset = 0.5 * step - margin
    return np.array([[step, 0, offset], [0, step, offset], [0, 0, 1]])


def _source(
    picture: Picture,
    grid: Grid,
    window: tuple[float, float, float, float],
    pixels_per_square: int,
    shift: Point,
) -> tuple[Picture, NDArray[np.float64], Bend | None]:
    """The part of the picture that shows a window of the board, shrunk by area to about the wanted
    resolution, the map [3, 3] from board units to its pixels (straightened, if they
    bend), and the bend as it is on that part."""
    to_picture = grid.to_picture() @ _move(*shift)
    shrink = max(1, int(grid.pixels_per_square / pixels_per_square))
    height, width = picture.shape[:2]
    left, top, right, bottom = window
    outline = np.array([[left, top, 1], [right, top, 1], [right, bottom, 1], [left, bottom, 1]])
    if grid.bend is not None:  # its sides are arcs: a few points along each
        outline = np.concatenate(
            [np.linspace(a, b, 5) for a, b in zip(outline, np.roll(outline, -1, 0), strict=True)]
        )
    seen = outline @ to_picture.T
    # A window whose outline runs through the horizon has no box; then the whole picture serves.
    if np.all(seen[:, 2] > 1e-9) or np.all(seen[:, 2] < -1e-9):
        points = seen[:, :2] / seen[:, 2:]
        if grid.bend is not None:
            points = grid.bend.bent(points)
        low = np.clip(np.floor(points.min(axis=0)) - 2 * shrink, 0, (width, height))
        high = np.clip(np.ceil(points.max(axis=0)) + 2 * shrink, 0, (width, height))
    else:
        low, high = np.zeros(2), np.array([width, height])
    # Whole multiples of the factor, so that a square looks the same whichever window it came in.
    x0, y0 = (int(value) // shrink * shrink for value in low)
    x1, y1 = (
        min(-(-int(v) // shrink) * shrink, int(e))
        for v, e in zip(high, (width, height), strict=True)
    )
    if shrink > 1:
        x1, y1 = x0 + (x1 - x0) // shrink * shrink, y0 + (y1 - y0) // shrink * shrink
    if x1 <= x0 or y1 <= y0:
        return np.zeros((1, 1, 3), dtype=np.uint8), _move(-2.0, -2.0) @ to_picture, None
    part = picture[y0:y1, x0:x1]
    bend = None if grid.bend is None else grid.bend.moved(-x0, -y0)
    if shrink == 1:
        return part, _move(-x0, -y0) @ to_picture, bend
    size = ((x1 - x0) // shrink, (y1 - y0) // shrink)
    smaller = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    scale = 1.0 / shrink
    offset_x, offset_y = (0.5 - x0) * scale - 0.5, (0.5 - y0) * scale - 0.5
    to_smaller = np.array([[scale, 0, offset_x], [0, scale, offset_y], [0, 0, 1]]) @ to_picture
    return smaller, to_smaller, None if bend is None else bend.rescaled(scale)


def _move(columns: float, rows: float) -> NDArray[np.float64]:
    return np.array([[1, 0, columns], [0, 1, rows], [0, 0, 1]], dtype=np.float64)


def _warp(
    source: Picture, view: NDArray[np.float64], size: tuple[int, int], bend: Bend | None = None
) -> Picture:
    """A window, (width, height), of `source`; `view` maps its pixels to the source's."""
    if bend is not None:
        return warp_through(source, view, bend, size)
    return sample_window(source, view, size)


# --- the plane of the tiles' tops ---

Matrix: TypeAlias = NDArray[np.float64]

# Between a wide-angle and a tele lens, as focal length over the picture's longer side; a
# household's camera is inside, a pose reckoned from poor corners may be far outside.
SHORTEST_LENS, LONGEST_LENS, USUAL_LENS = 0.5, 3.0, 0.95


def raised(grid: Grid, picture_size: tuple[int, int], height: float) -> Grid:
    """The grid as it would lie `height` squares above the board, towards the camera.

    `picture_size`: (width, height) in pixels. The lens is taken to be centred in the picture, its
    focal length reckoned from the grid (Zhang 2000, the two constraints of one view of a plane).
    """
    homography = _centred(grid, picture_size)
    focal = _focal_length(homography, max(picture_size))
    unprojected = np.diag([1 / focal, 1 / focal, 1.0]) @ homography
    scale = math.sqrt(float(np.linalg.norm(unprojected[:, 0]) * np.linalg.norm(unprojected[:, 1])))
    across, down, origin = (unprojected / scale).T
    up = np.cross(down, across) / math.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    if up[2] > 0:  # the third axis of the picture points away from the camera
        up = -up
    to_pixels = np.diag([focal, focal, 1.0])
    centre = np.array(picture_size, dtype=np.float64) / 2
    n = grid.size
    feet = np.array([(0, 0), (n, 0), (n, n), (0, n)], dtype=np.float64)
    tops = origin + feet[:, :1] * across + feet[:, 1:] * down + height * up
    seen = tops @ to_pixels.T
    points = seen[:, :2] / seen[:, 2:] + centre
    if grid.bend is not None:
        points = grid.bend.bent(points)
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return Grid((a, b, c, d), n, grid.bend)


def shift_at_middle(grid: Grid, above: Grid) -> float:
    """How far, in squares of `grid`, the middle of another grid lies from its own. Seen from
    straight above, raised tops spread outwards, but the middle stays."""
    x, y, w = np.linalg.inv(grid.to_picture()) @ above.to_picture() @ (*[grid.size / 2] * 2, 1.0)
    return math.hypot(x / w - grid.size / 2, y / w - grid.size / 2)


def _centred(grid: Grid, picture_size: tuple[int, int]) -> Matrix:
    width, height = picture_size
    to_centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    homography = to_centre @ grid.to_picture()
    # The board lies before the camera: its centre must have a positive depth.
    middle = np.array([grid.size / 2, grid.size / 2, 1.0])
    if float(homography[2] @ middle) < 0:
        homography = -homography
    return homography / float(np.linalg.norm(homography[:, 0]))


def _focal_length(homography: Matrix, longer_side: int) -> float:
    """In pixels; the usual one where the view is too straight."""
    (a, b, c), (d, e, f) = homography[:, 0], homography[:, 1]
    # Equal lengths and a right angle of the two board axes, each weighted by what it shows.
    pairs = ((-(a * d + b * e), c * f), (d * d + e * e - a * a - b * b, c * c - f * f))
    weight = sum(w * w for _, w in pairs)
    square = sum(v * w for v, w in pairs) / weight if weight > 0 else -1.0
    usual = USUAL_LENS * longer_side
    if square <= 0 or not math.isfinite(square):
        return usual
    focal = math.sqrt(square)
    if not SHORTEST_LENS * longer_side <= focal <= LONGEST_LENS * longer_side:
        return usual
    return focal
