"""Plain template matching, to compare the reader with: Otsu's threshold, the letter in the middle,
normalised correlation with every letter of one font or of all.

Tests: workshop/tests/test_rivals.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import NETWORK_LABELS
from vision.render.glyphs import letter_mask

SIDE = 24
LETTERS = NETWORK_LABELS[2:]
_LEAST = 0.02  # of a square's area: less ink is no letter


class Templates:
    """Letters of some fonts, ready to be compared."""

    def __init__(self, fonts: Sequence[str]) -> None:
        shapes = [_fitted(letter_mask(font, letter)) for font in fonts for letter in LETTERS]
        self._shapes = np.stack([_normal(shape) for shape in shapes])
        self._letters = [letter for _ in fonts for letter in LETTERS]

    def letter(self, crop: NDArray[np.uint8], allowed: str) -> str:
        """The most like of the letters that are allowed; "" where nothing stands out."""
        best, most = "", -1.0
        for ink in _inks(crop):
            likeness = self._shapes @ _normal(_fitted(ink))
            for at in np.argsort(-likeness):
                if self._letters[at] in allowed:
                    if likeness[at] > most:
                        best, most = self._letters[at], float(likeness[at])
                    break
        return best


def _inks(crop: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """What could be the letter: the largest dark, and the largest light part near the middle."""
    margin = crop.shape[0] // 6  # the crop's own quarter of a square, nearly
    grey = cv2.cvtColor(crop[margin:-margin, margin:-margin], cv2.COLOR_BGR2GRAY)
    found = []
    for kind in (cv2.THRESH_BINARY_INV, cv2.THRESH_BINARY):
        _, binary = cv2.threshold(grey, 0, 255, kind | cv2.THRESH_OTSU)
        count, parts, stats, middles = cv2.connectedComponentsWithStats(binary)
        best, largest = 0, _LEAST * grey.size
        for part in range(1, count):
            off = np.abs(middles[part] / grey.shape[0] - 0.5).max()
            left, top, width, height, area = stats[part]
            touches = min(left, top) == 0 or max(left + width, top + height) == grey.shape[0]
            if off < 0.25 and not touches and area > largest:
                best, largest = part, area
        if best:
            found.append(np.where(parts == best, 255, 0).astype(np.uint8))
    return found


def _fitted(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A letter cut out and set into a square as high as it is (as wide, if it is wider)."""
    rows, columns = np.flatnonzero(ink.max(axis=1) > 127), np.flatnonzero(ink.max(axis=0) > 127)
    if not len(rows):
        return np.zeros((SIDE, SIDE), np.uint8)
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = SIDE / max(cut.shape)
    size = max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale))
    small = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    square = np.zeros((SIDE, SIDE), np.uint8)
    x, y = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    square[y : y + size[1], x : x + size[0]] = small
    return square


def _normal(shape: NDArray[np.uint8]) -> NDArray[np.float32]:
    flat = shape.astype(np.float32).ravel()
    flat -= flat.mean()
    length = float(np.linalg.norm(flat))
    return flat / np.float32(length) if length else flat
