"""Letters as masks, drawn with Pillow: a font's letters, stretched, squared, thickened.

OpenCV's own text differs between its versions, Pillow's doesn't. Knows fonts and shapes, but no
colours and no tiles. Tests: workshop/tests/test_render_glyphs.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask: TypeAlias = NDArray[np.uint8]
"""uint8 [height, width]: 0 nothing, 255 ink."""

CAPITAL = 64
"""Height of a capital in a letter's mask, in pixels."""
CANVAS = 128
"""Side of a letter's mask; the capital's middle lies in its middle."""

PILLOWS_OWN = ""
"""Name of the font that Pillow carries with it: always there."""

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
OUTLINE = 2
"""Pixels of a letter's mask that are left along the edges of a hollow stroke."""
THICK_HAIRLINE = 0.2
"""Lying strokes thinner than this share of a capital's height may fade."""
_GAP = 0.1  # between letters of one tile, as a share of a capital's height
_WITHOUT_DOTS = {"Ä": "A", "Ö": "O", "Ü": "U"}


@dataclass(frozen=True)
class LetterShape:
    """How a font's letters are bent. `stretch`: width against height. `squared`: 0 to 1, how far
    round strokes are pushed out into the corners. `weight`: strokes thicker (or, negative,
    thinner) by so many hundredths of a capital's height. `umlaut`: "above", "squeezed" (letter
    and dots together as high as the others) or "low" (the dots sunk towards the letter).
    `hairlines`: 0 to 1, how far lying strokes that are thin have faded, as in display faces.
    `hollow`: 0 to 1, how much ink has gone from the middle of the strokes, as where cut letters
    are worn, or in open faces."""

    stretch: float = 1.0
    squared: float = 0.0
    weight: float = 0.0
    umlaut: str = "squeezed"
    hairlines: float = 0.0
    hollow: float = 0.0


@cache
def plain_font() -> str:
    """DejaVu Sans Bold where it is installed, else Pillow's own font."""
    for folder in FONT_FOLDERS:
        for path in sorted(folder.rglob("DejaVuSans-Bold.ttf")):
            return str(path)
    return PILLOWS_OWN


@lru_cache(maxsize=8192)
def letter_mask(font: str, letter: str) -> Mask:
    """A letter, CAPITAL pixels high from the base line to the top of an H, [CANVAS, CANVAS].

    The bounding box of its body is centred from left to right; its base line lies CAPITAL / 2
    below the middle.
    """
    face = typeface(font, _size_for_capital(font))
    dots: tuple[int, ...] = ()
    if font == PILLOWS_OWN and letter in _WITHOUT_DOTS:
        letter, dots = _WITHOUT_DOTS[letter], (-1, 1)
    left, top, right, bottom = face.getbbox("H", anchor="ls")
    capital = bottom - top
    left, _, right, _ = face.getbbox(letter, anchor="ls")
    image = Image.new("L", (CANVAS, CANVAS))
    draw = ImageDraw.Draw(image)
    at = (CANVAS / 2 - (left + right) / 2, CANVAS / 2 + capital / 2)
    draw.text(at, letter, fill=255, font=face, anchor="ls")
    for side in dots:
        x, y, r = CANVAS / 2 + side * CAPITAL * 0.2, CANVAS / 2 - CAPITAL * 0.7, CAPITAL * 0.09
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return np.asarray(image, dtype=np.uint8)


@lru_cache(maxsize=2048)
def shaped_letter(font: str, letter: str, shape: LetterShape) -> Mask:
    """A letter's mask bent to a shape, [CANVAS, CANVAS]."""
    mask = letter_mask(font, letter)
    if not letter.isascii() and len(letter) == 1 and shape.umlaut != "above":
        mask = _lower_umlaut(font, letter, shape.umlaut)
    if shape.weight:
        mask = _weighted(mask, shape.weight)
    if shape.hairlines > 0:
        mask = _faded(mask, shape.hairlines)
    if shape.hollow > 0:
        mask = _hollowed(mask, shape.hollow)
    if shape.squared > 0:
        x, y = _square_map(round(shape.squared, 2))
        mask = np.asarray(cv2.remap(mask, x, y, cv2.INTER_LINEAR), dtype=np.uint8)
    if shape.stretch != 1.0:
        middle = CANVAS / 2
        matrix = np.array([[shape.stretch, 0, middle * (1 - shape.stretch)], [0, 1, 0]])
        mask = np.asarray(cv2.warpAffine(mask, matrix, (CANVAS, CANVAS)), dtype=np.uint8)
    return mask


@lru_cache(maxsize=512)
def several_letters(font: str, letters: str, shape: LetterShape, widest: int) -> Mask:
    """Letters side by side, each bent to a shape, [CANVAS, CANVAS]; narrower, all alike, where they
    would be wider than `widest` pixels together."""
    gap = np.zeros((CANVAS, round(_GAP * CAPITAL)), np.uint8)
    parts: list[Mask] = []
    for letter in letters:
        mask = shaped_letter(font, letter, shape)
        columns = np.flatnonzero(mask.max(axis=0))
        if len(columns):
            parts += [gap, mask[:, columns[0] : columns[-1] + 1]]
    line = np.concatenate(parts[1:], axis=1) if parts else gap
    widest = min(widest, CANVAS)
    if line.shape[1] > widest:
        squeezed = cv2.resize(line, (widest, CANVAS), interpolation=cv2.INTER_AREA)
        line = np.asarray(squeezed, dtype=np.uint8)
    left = (CANVAS - line.shape[1]) // 2
    return np.pad(line, ((0, 0), (left, CANVAS - line.shape[1] - left)))


@lru_cache(maxsize=1024)
def text_mask(font: str, text: str, side: int = 64) -> Mask:
    """Lines of text (parted by "|"), as large as fit a square of `side` pixels, centred."""
    lines = text.split("|")
    face = typeface(font, 40)
    boxes = [face.getbbox(line, anchor="ls") for line in lines]
    width = max(right - left for left, _, right, _ in boxes)
    step = 46
    image = Image.new("L", (int(width) + 8, step * len(lines) + 6))
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        at = (image.width / 2, step * (number + 1) - 6)
        draw.text(at, line, fill=255, font=face, anchor="ms")
    drawn = np.asarray(image, dtype=np.uint8)
    scale = min(side / drawn.shape[1], side / drawn.shape[0])
    size = max(1, int(drawn.shape[1] * scale)), max(1, int(drawn.shape[0] * scale))
    small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    mask = np.zeros((side, side), np.uint8)
    x, y = (side - size[0]) // 2, (side - size[1]) // 2
    mask[y : y + size[1], x : x + size[0]] = small
    return mask


def star_mask(points: int, side: int, inner: float = 0.45) -> Mask:
    """A star with this many points, [side, side]."""
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2
    radii = np.where(np.arange(2 * points) % 2 == 0, 0.48, 0.48 * inner) * side
    corners = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1) + side / 2
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], (255,), cv2.LINE_AA, shift=4)
    return mask


def _lower_umlaut(font: str, letter: str, how: str) -> Mask:
    """A letter with a mark above it no higher than a capital ("squeezed"), or between that and its
    natural height."""
    mask = letter_mask(font, letter)
    rows = np.flatnonzero(mask.max(axis=1) > 40)
    base = (CANVAS + CAPITAL) / 2
    natural = max(base - rows[0], 1.0)
    wanted = CAPITAL * (1.0 if how == "squeezed" else 1.12)
    scale = min(1.0, wanted / natural)
    matrix = np.array([[1, 0, 0], [0, scale, base * (1 - scale)]])
    lowered = cv2.warpAffine(mask, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR)
    return np.asarray(lowered, dtype=np.uint8)


def _weighted(mask: Mask, weight: float) -> Mask:
    """Strokes thicker or thinner: a blurred edge, cut at another height."""
    reach = abs(weight) / 100 * CAPITAL
    size = 2 * max(1, round(reach)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    turned = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
    if weight < 0 and turned.sum() < 0.25 * mask.sum():
        return mask
    return np.asarray(turned, dtype=np.uint8)


def _faded(mask: Mask, hairlines: float) -> Mask:
    """Lying strokes up to THICK_HAIRLINE of a capital's height fainter. A letter of little else
    stays as it is."""
    kernel = np.ones((round(THICK_HAIRLINE * CAPITAL), 1), np.uint8)
    stems = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    if stems.sum() < 0.35 * mask.sum():
        return mask
    return np.asarray(np.maximum(stems, mask * np.float32(1 - hairlines)), dtype=np.uint8)


def _hollowed(mask: Mask, hollow: float) -> Mask:
    """Strokes fainter inside than along their edges, of which the right one is the heavier."""
    size = 2 * OUTLINE + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    inside = np.roll(cv2.erode(mask, kernel), -1, axis=1)
    return np.asarray(mask - np.float32(hollow) * np.minimum(inside, mask), dtype=np.uint8)


@cache
def _square_map(squared: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each pixel of a squared letter comes from: the elliptical grid map, in part."""
    reach = CAPITAL * 0.62
    axis = (np.arange(CANVAS) - CANVAS / 2) / reach
    u, v = np.meshgrid(axis, axis)
    inside = np.clip(u, -1, 1), np.clip(v, -1, 1)
    x = u * ((1 - squared) + squared * np.sqrt(1 - inside[1] ** 2 / 2))
    y = v * ((1 - squared) + squared * np.sqrt(1 - inside[0] ** 2 / 2))
    middle = CANVAS / 2
    return (x * reach + middle).astype(np.float32), (y * reach + middle).astype(np.float32)


@cache
def _size_for_capital(font: str) -> int:
    """The font size whose H is CAPITAL pixels high."""
    _, top, _, bottom = typeface(font, 200).getbbox("H", anchor="ls")
    return max(8, round(200 * CAPITAL / (bottom - top)))


@lru_cache(maxsize=512)
def typeface(font: str, size: int) -> ImageFont.FreeTypeFont:
    if font == PILLOWS_OWN:
        own = ImageFont.load_default(size)
        if not isinstance(own, ImageFont.FreeTypeFont):
            raise OSError("this Pillow was built without FreeType and can't draw letters")
        return own
    return ImageFont.truetype(font, size)
