"""What the board lies on: wood with its planks, two racks, the shadow of the board's own edge.

Knows how large a board is and where it lies, and nothing that lies on it; drawn once for each
place. Tests: tests/device/test_virtual.py, tests/device/test_other_boards.py.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.virtual_table.around import Corners
from vision.reading import Grid, Picture
from vision.render.board import MARGIN

_WOOD_REACH = 7.0  # squares of table drawn on every side of the grid
_WOOD_PIXELS = 600  # across a board, however many squares it has
_RACK_AWAY = 1.75  # squares between the grid and a rack's middle


@lru_cache(maxsize=8)
def table_top(
    size: int,
    seed: int,
    corners: Corners,
    usual: Corners,
    picture: tuple[int, int],
    racks: bool,
) -> Picture:
    """The table as the camera sees it, with the shadow of a board that lies there, but without the
    board. Drawn once; not to be changed.

    `size`: squares of the board, its grid's `corners` in a picture of so many pixels; `usual`:
    where it lies at first, by which the table is drawn.
    """
    dark = _frame_shadow(size)
    shadow = cv2.warpPerspective(dark, _onto_picture(size, corners), picture)
    bare = _bare_table(size, seed, usual, picture, racks)
    return np.asarray(cv2.multiply(bare, 1 - shadow[..., None].repeat(3, 2), dtype=cv2.CV_8U))


@lru_cache(maxsize=2)
def _bare_table(
    size: int, seed: int, usual: Corners, picture: tuple[int, int], racks: bool
) -> Picture:
    pixels = _pixels(size)
    side = int((size + 2 * _WOOD_REACH) * pixels)
    top = _planks(side, np.random.default_rng([seed, 2]))
    first, last = _WOOD_REACH, _WOOD_REACH + size
    if racks:
        for middle in (first - _RACK_AWAY - 0.6, last + _RACK_AWAY + 0.6):
            _rack(top, middle, side / pixels / 2, pixels)
    onto = _onto_picture(size, usual)
    seen = cv2.warpPerspective(top, onto, picture, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, dtype=np.uint8)


def _pixels(size: int) -> int:
    """Pixels of the drawn table for each square of a board."""
    return round(_WOOD_PIXELS / size)


def _onto_picture(size: int, corners: Corners) -> NDArray[np.float64]:
    """The map [3, 3] from the drawn table to the picture, for a board with these corners."""
    pixels = _pixels(size)
    to_board = np.array([[1 / pixels, 0, -_WOOD_REACH], [0, 1 / pixels, -_WOOD_REACH], [0, 0, 1]])
    return np.asarray(Grid(corners, size).to_picture() @ to_board, np.float64)


def _planks(side: int, rng: np.random.Generator) -> Picture:
    """Wood: long streaks, and joints between planks."""
    top = np.empty((side, side, 3), np.float32)
    top[:] = (52, 88, 132)
    plank = side // 6
    for number, left in enumerate(range(0, side, plank)):
        wide = min(plank, side - left)
        streaks = rng.normal(0, 1, (12, max(2, wide // 3))).astype(np.float32)
        grain = _stretched(streaks, wide, side)
        fine = rng.normal(0, 1, (60, wide)).astype(np.float32)
        grain += 0.5 * _stretched(fine, wide, side)
        tone = 10 * rng.normal() + 4 * (number % 2)
        change = (7 * grain + tone)[..., None] * np.array((0.7, 1.0, 1.2), np.float32)
        top[:, left : left + wide] += change
        top[:, left : left + 2] *= 0.72
    return np.asarray(np.clip(top, 0, 255), dtype=np.uint8)


def _stretched(noise: NDArray[np.float32], wide: int, long: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(noise, (wide, long), interpolation=cv2.INTER_CUBIC), np.float32)


def _frame_shadow(size: int) -> NDArray[np.float32]:
    """The board is a finger thick and throws a soft shadow: the share of light it takes away."""
    pixels = _pixels(size)
    side = int((size + 2 * _WOOD_REACH) * pixels)
    dark = np.zeros((side, side), np.float32)
    first, last = _WOOD_REACH - MARGIN, _WOOD_REACH + size + MARGIN
    a, b = int((first + 0.12) * pixels), int((last + 0.3) * pixels)
    dark[a:b, a:b] = 0.5
    return np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.16 * pixels), np.float32)


def _rack(top: Picture, row: float, column: float, pixels: int) -> None:
    """A rack from above: a dark ledge, and the thin backs of seven tiles; drawn in place."""
    long, deep = 7.6 * pixels, 1.0 * pixels
    left, upper = int(column * pixels - long / 2), int(row * pixels - deep / 2)
    right, lower = int(left + long), int(upper + deep)
    shadow = np.zeros(top.shape[:2], np.float32)
    cv2.rectangle(shadow, (left + 6, upper + 6), (right + 9, lower + 10), (0.5,), -1)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 5), np.float32)
    top[:] = (top * (1 - shadow[..., None])).astype(np.uint8)
    cv2.rectangle(top, (left, upper), (right, lower), (30, 52, 84), -1)
    cv2.rectangle(top, (left, upper), (right, upper + 5), (48, 78, 118), -1)
    cv2.rectangle(top, (left, lower - 4), (right, lower), (20, 36, 60), -1)
    for number in range(7):
        x = int(left + (0.3 + number) * pixels)
        y = upper + int(0.42 * deep)
        cv2.rectangle(top, (x, y), (x + int(0.92 * pixels), y + 9), (150, 190, 216), -1)
        cv2.rectangle(top, (x, y + 7), (x + int(0.92 * pixels), y + 9), (96, 128, 152), -1)
