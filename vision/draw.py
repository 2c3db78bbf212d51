"""What was seen, drawn over the photo: the grid, the letters read, and what is doubted.

Letters stand next to the tiles' own, doubts are marked by colour and by shape. Text is Pillow's, as
OpenCV's differs between versions. Knows no game. Tests: tests/vision/test_draw.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import shown_letters
from vision.reading import Grid, Picture, Point
from vision.render.glyphs import PILLOWS_OWN, plain_font

GRID_COLOUR = (0, 220, 255)
"""RGB, as all colours here: Pillow's order."""
LETTER_COLOUR = (255, 255, 255)
SURE_COLOUR = (0, 110, 60)
DOUBT_COLOUR = (215, 40, 40)

_SMALLEST = 20.0
"""Pixels a square: a smaller board is enlarged, or its letters could not be read."""


def draw_reading(
    picture: Picture, grid: Grid, rows: Sequence[str], doubts: Iterable[Square] = ()
) -> Picture:
    """The photo (BGR) with its grid, a badge with what was read on every tile, and a red frame
    and question mark on every doubt. A small board comes back enlarged."""
    enlarge = max(1.0, _SMALLEST / max(grid.pixels_per_square, 1e-6))
    if enlarge > 1:
        picture = cv2.resize(picture, None, fx=enlarge, fy=enlarge).astype(np.uint8)

    def at(column: float, row: float) -> Point:
        x, y = enlarge * grid.pixels_of(np.array([column, row]))
        return float(x), float(y)

    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    pen = ImageDraw.Draw(image)
    size, side = grid.size, grid.pixels_per_square * enlarge
    thin = max(1, round(side / 24))
    for i in range(size + 1):
        width = 2 * thin if i in (0, size) else thin
        # From square to square: a lens bends the lines.
        pen.line([at(i, j) for j in range(size + 1)], GRID_COLOUR, width)
        pen.line([at(j, i) for j in range(size + 1)], GRID_COLOUR, width)
    # The corner from which letters read, so that a turned board is seen at once.
    pen.polygon([at(0, 0), at(0.6, 0), at(0, 0.6)], GRID_COLOUR)
    doubted = set(doubts)
    for square in (Square(c, r) for r in range(size) for c in range(size)):
        label = rows[square.row][square.column]
        if square in doubted:
            _frame(pen, [at(square.column + x, square.row + y) for x, y in _OUTLINE], 3 * thin)
        if label != EMPTY or square in doubted:
            letters = "" if label == EMPTY else shown_letters(label)
            text = f"{letters}{'?' if square in doubted else ''}"
            colour = DOUBT_COLOUR if square in doubted else SURE_COLOUR
            _badge(pen, at(square.column + 0.27, square.row + 0.25), text, side * 0.42, colour)
    return _bgr(image)


def draw_refusal(picture: Picture, sentence: str) -> Picture:
    """The photo with a sentence on why it can't be read across its foot."""
    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    pen = ImageDraw.Draw(image)
    font = _font(max(12.0, image.width / 40))
    left, top, right, bottom = pen.textbbox((0, 0), sentence, font)
    if right - left > 0.95 * image.width:
        font = _font(max(8.0, image.width / 40 * 0.95 * image.width / (right - left)))
        left, top, right, bottom = pen.textbbox((0, 0), sentence, font)
    height = 2 * (bottom - top)
    pen.rectangle([(0, image.height - height), (image.width, image.height)], DOUBT_COLOUR)
    middle = (image.width / 2, image.height - height / 2)
    pen.text(middle, sentence, LETTER_COLOUR, font, anchor="mm")
    return _bgr(image)


_OUTLINE = ((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96))


def _frame(pen: ImageDraw.ImageDraw, outline: list[Point], width: int) -> None:
    pen.line([*outline, outline[0], outline[1]], DOUBT_COLOUR, width, joint="curve")


def _badge(
    pen: ImageDraw.ImageDraw, middle: Point, text: str, side: float, colour: tuple[int, int, int]
) -> None:
    font = _font(side * 0.9)
    left, top, right, bottom = pen.textbbox(middle, text, font, anchor="mm")
    pad = side * 0.12
    pen.rectangle([(left - pad, top - pad), (right + pad, bottom + pad)], colour)
    pen.text(middle, text, LETTER_COLOUR, font, anchor="mm")


def _font(pixels: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    name = plain_font()
    if name == PILLOWS_OWN:
        return ImageFont.load_default(pixels)
    return ImageFont.truetype(name, max(6, round(pixels)))


def _bgr(image: Image.Image) -> Picture:
    return np.ascontiguousarray(np.asarray(image, dtype=np.uint8)[:, :, ::-1])
