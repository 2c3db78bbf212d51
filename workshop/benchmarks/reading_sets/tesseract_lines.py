"""A word's letters as Tesseract can read them: cut free of their tiles, set as close as in print.

Of a row of tiles as it lies Tesseract makes nothing. Tests: workshop/tests/test_rivals.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from vision.reading import Picture

SIDE = 72
"""Pixels a tile in the line that Tesseract reads: capitals are some 40 high."""
BORDER = 24
GAP = 10
"""Between letters, as in print: left as far apart as tiles lie, whole words are not read at all."""
LEAST_PART = 0.3
"""Of a tile's largest stroke: what is smaller and off the middle is a score digit."""
WHITELIST = "-c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Grey: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Line:
    """A word as Tesseract gets it, and from where to where each of its letters lies, in pixels."""

    grey: Grey
    spans: tuple[tuple[int, int], ...]


def line_of(flat: Picture, word: list[Square]) -> Line:
    """The letters of a word as close as in print, dark on light, without score digits."""
    white = np.full((SIDE, GAP), 255, np.uint8)
    parts, spans, at = [], [], BORDER
    for s in word:
        tile = clean(
            flat[s.row * SIDE : (s.row + 1) * SIDE, s.column * SIDE : (s.column + 1) * SIDE]
        )
        inked = np.flatnonzero(tile.min(axis=0) < 200)
        letter = tile[:, inked[0] : inked[-1] + 1] if len(inked) else tile
        parts += [letter, white]
        spans.append((at, at + letter.shape[1]))
        at += letter.shape[1] + GAP
    line = cv2.copyMakeBorder(
        np.hstack(parts), BORDER, BORDER, BORDER, BORDER, cv2.BORDER_CONSTANT, value=(255,)
    )
    return Line(np.asarray(line, dtype=np.uint8), tuple(spans))


def clean(tile: Picture) -> Grey:
    """A tile's letter alone, dark on white: what touches the edge and what is small goes."""
    grey = cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY)
    rim = SIDE // 8
    inner = grey[rim:-rim, rim:-rim]
    level, _ = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = inner <= level
    if dark.mean() > 0.5:  # light letters on a dark tile
        dark, grey = ~dark, 255 - grey
        inner, level = grey[rim:-rim, rim:-rim], 255 - level
    count, pieces, stats, middles = cv2.connectedComponentsWithStats(dark.astype(np.uint8))
    kept = np.zeros(inner.shape, np.uint8)
    if count > 1:
        most = int(stats[1:, cv2.CC_STAT_AREA].max())
        for piece in range(1, count):
            off = np.abs(middles[piece] / len(inner) - 0.5).max()
            if stats[piece, cv2.CC_STAT_AREA] >= LEAST_PART * most and off < 0.35:
                kept[pieces == piece] = 1
    shown = np.full((SIDE, SIDE), 255, np.uint8)
    near = cv2.dilate(kept, np.ones((5, 5), np.uint8)) > 0
    span = max(float(level) - float(np.percentile(inner, 1)), 1.0)
    soft = np.clip(128 + 127 * (inner.astype(np.float32) - level) / span, 0, 255)
    shown[rim:-rim, rim:-rim][near] = soft[near].astype(np.uint8)
    return shown


def read_line(line: Line, mode: int) -> list[str]:
    """What Tesseract reads as each letter of a line; "" for nothing."""
    import pytesseract

    found = [""] * len(line.spans)
    try:
        boxes = str(
            pytesseract.image_to_boxes(line.grey, "eng", f"--psm {mode} {WHITELIST}", timeout=20)
        )
    except (pytesseract.TesseractError, RuntimeError):
        return found
    for box in boxes.splitlines():
        sign, left, _, right, *_ = box.split(" ")
        middle = (int(left) + int(right)) / 2
        for at, (first, last) in enumerate(line.spans):
            if first - GAP / 2 <= middle < last + GAP / 2:
                found[at] = sign if not found[at] else "#"  # two letters on a tile: neither
    return ["" if sign == "#" else sign for sign in found]
