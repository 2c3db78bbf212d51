"""The camera's own pictures as a screen shows them: a kept one, a crop of squares, the live one.

Small immutable values, so that views stay values; and the cutting of a question's crop out of the
picture that was read, by the grid found in it, at the height of the tiles' tops. Knows no question
and no screen. Tests: tests/device/test_crops.py, tests/device/test_picture_source.py.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np

from device.doctor.sight import BoardQuality
from engine.squares import Square
from vision.reading import Corners, Picture, Point, Reading, Refusal
from vision.square.warp import cut_window, raised

# --- pictures to show ---


@dataclass(frozen=True)
class Image:
    """A picture of `width` x `height` pixels; `rgb`: its rows from the top, three bytes a pixel."""

    width: int
    height: int
    rgb: bytes


class Box(NamedTuple):
    """A part of an image, in its pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Crop:
    """Some squares as the camera sees them, turned so that letters are upright, with a little of
    their surroundings; `framed`: where the squares in question are, and `names` their names."""

    image: Image
    framed: tuple[Box, ...]
    names: tuple[str, ...] = ()


class Finding(Enum):
    """What is known of the board in a live picture."""

    MOVES = auto()
    SOUGHT = auto()
    REFUSED = auto()
    GONE = auto()
    FOUND = auto()


@dataclass(frozen=True)
class ShownGrid:
    """Where a board's squares lie in a picture, as fractions of its width and height. `lines`:
    between them, both ways, each as points to be joined; `corners`: in reading order, with the
    `names` of the squares there; `turn_known`: the picture has shown which way up that is."""

    lines: tuple[tuple[Point, ...], ...]
    outline: tuple[Point, ...]
    corners: Corners
    names: tuple[str, str, str, str]
    turn_known: bool


@dataclass(frozen=True)
class PreviewFrame:
    """The camera's picture now. `finding`: whether the board is in it; `refusal`: why it isn't;
    `grid`: where it lies, only if it does in this very picture; `quality`: how good that is."""

    image: Image
    finding: Finding
    refusal: Refusal | None = None
    grid: ShownGrid | None = None
    quality: BoardQuality | None = None


@dataclass(frozen=True)
class ShownPictures:
    """The pictures for a state. `kept`: the file of the kept picture on the screen; `crop`: the
    squares that a question is about, or the one pointed at; `live`: the camera's picture now, where
    that is wanted."""

    kept: Path | None = None
    crop: Crop | None = None
    live: PreviewFrame | None = None


NO_PICTURES = ShownPictures()


# --- cutting squares out ---

Window: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in squares from the board's top-left corner."""

MARGIN = 0.45
"""Squares shown round those in question: enough to recognise where they are."""

LONGEST = 7
"""Squares: those farther apart aren't shown; each would be too small."""

MOST = 20
"""Squares in all: this many in a window wide and high still show their letters."""

SHARPEST = 160
"""Pixels a square: more than a camera resolves."""

LONGEST_SIDE = 440
"""Pixels: the size on the smaller screens, and quick to cut out."""

TILE_HEIGHT = 0.25
"""Of a tile of the classic game, in squares."""

IN_THE_WAY = 0.5
"""From this probability on something is taken to cover a square."""

DARK, BRIGHT = 12.0, 238.0
"""Levels for the darkest and the brightest parts of a crop in poor lamplight ..."""

MOST_GAIN = 3.0
"""... but never brightened by more than this factor: noise would drown the letters."""


def cut_out(
    picture: Picture,
    reading: Reading,
    squares: Collection[Square],
    *,
    within: Collection[Square] = (),
    piled: int = 1,
) -> Crop | None:
    """These squares of a picture (BGR) as it was read; `piled`: how many tiles lie there.

    `within`: a larger part of the board, shown with them if there is room. None if they can't be
    shown together: they lie far apart, or something covers them.
    """
    n = reading.size
    if not squares or any(s.column >= n or s.row >= n for s in squares):
        return None
    if any(reading.covered[s.row, s.column] > IN_THE_WAY for s in squares):
        return None
    window = _window({*squares, *within}) or _window(squares)
    if window is None:
        return None
    left, top, right, bottom = window
    pixels = min(SHARPEST, int(LONGEST_SIDE / max(right - left, bottom - top)))
    height, width = picture.shape[:2]
    tops = raised(reading.grid, (width, height), TILE_HEIGHT * piled)
    seen = in_good_light(cut_window(picture, tops, window, pixels))

    def box(square: Square) -> Box:
        x, y = square.column - left, square.row - top
        return Box(round(x * pixels), round(y * pixels), pixels, pixels)

    asked = sorted(squares)
    return Crop(image_of(seen), tuple(map(box, asked)), tuple(s.name for s in asked))


def _window(squares: Collection[Square]) -> Window | None:
    """The part of the board that shows these squares and their surroundings; None if that is too
    much to show."""
    left, right = min(s.column for s in squares), max(s.column for s in squares) + 1
    top, bottom = min(s.row for s in squares), max(s.row for s in squares) + 1
    if max(right - left, bottom - top) > LONGEST or (right - left) * (bottom - top) > MOST:
        return None
    return left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN


def image_of(picture: Picture) -> Image:
    """A picture (BGR) as screens show it."""
    height, width = picture.shape[:2]
    return Image(width, height, np.ascontiguousarray(picture[..., ::-1]).tobytes())


def in_good_light(picture: Picture) -> Picture:
    """The picture with its darkest parts dark and its brightest bright, in the same hues."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    low, high = (float(value) for value in np.percentile(grey[::2, ::2], (1, 99)))
    if high <= low:
        return picture
    gain = max(1.0, min(MOST_GAIN, (BRIGHT - DARK) / (high - low)))
    # If nothing gets brighter, nothing gets darker either.
    lift = min(0.0, DARK - gain * low) if gain > 1.0 else 0.0
    levels = np.clip(np.arange(256) * gain + lift, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels), np.uint8)
