"""Squares that look as they did when they were read are not read again.

Between two pictures of a game some ten of 225 squares change, and the network takes half of the
time of a reading. Only what was read surely is remembered: a doubtful square is worth a fresh look
at every picture. Tests: tests/vision/test_memory.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import FIRST_LETTER, Crops
from vision.square.second_look import surely_read
from vision.square.warp import CROP_MARGIN

BLOCK = 4
"""Pixels a side: squares are compared by the means of such blocks, an eighth of a square wide,
about a stroke of a letter."""

OVER_NOISE = 5.0
"""A block of a letter has changed if it differs by more than this many sigmas of what the noise
lets differ: of 97 200 blocks of a board none does by chance."""

LEAST_CHANGE = 2.0
"""Steps of 255; below is rounding."""

MOST_CHANGE = 0.05
"""Of the board's brightness, its brightest tenth: above a stroke could hide, a quarter of that
darker than its tile at the least. So in the dark everything is read again."""

BARE_CHANGE = 3.0
"""A bare square has changed if its blocks differ by more than this many steps of 255 (root mean
square): what is laid there changes most of them, a line of print seen a little aside only few.
Chosen on rendered boards under shadows and lamps, where none of 800 blanks is below it, a quarter
of them on squares of their own colour (workshop/benchmarks/remembered_squares.py)."""

MOST_BARE_CHANGE = 0.03
"""Nor by more than that share of the board's brightness."""

OF_ITS_OWN = 0.05
"""Share by which a bare square may have grown brighter, in any colour, against those around it:
clouds, lamps and people's shadows change many alike, a blank tile its own. A letter is the same in
any light."""

AROUND = 2
"""So far each way, in squares, the light is taken to have changed alike. The median of so many is
still the board's where two words are laid side by side."""

Blocks: TypeAlias = NDArray[np.float32]
"""float32 [n, side, side, 3]: the mean colours of a square's blocks, BGR, 0 to 255."""


Looked: TypeAlias = tuple[NDArray[np.float32], ...]
"""What looks at squares say of them, [n, ...] each: first what lies there [n, len(LABELS)], then
how likely each is covered [n], then whatever else is to be remembered of them."""

Look: TypeAlias = Callable[[NDArray[np.intp]], Looked]
"""Looks at some squares of a board, by number."""


@dataclass(frozen=True, eq=False)
class _Squares:
    """How squares looked when they were read, what was seen, and which of them were read surely."""

    blocks: Blocks
    looked: Looked
    sure: NDArray[np.bool_]


class SquareMemory:
    """The squares of one board, each as it was last read."""

    def __init__(self) -> None:
        self._read: _Squares | None = None

    def forget(self) -> None:
        self._read = None

    def looked_at(self, crops: Crops, look: Look) -> Looked:
        """All squares of the board, seen as `crops`, as `look` sees them: now, or when the square
        looked as it does now."""
        blocks, known = block_means(crops), self._read
        if known is None or len(known.blocks) != len(blocks):
            looked = look(np.arange(len(blocks)))
        else:
            letters = known.looked[0].argmax(axis=1) >= FIRST_LETTER
            again = np.flatnonzero(~(known.sure & unchanged(known.blocks, blocks, letters)))
            looked = tuple(each.copy() for each in known.looked)
            if len(again):
                for kept, seen in zip(looked, look(again), strict=True):
                    kept[again] = seen
            # What wasn't read again is still compared with how it looked when it was, in the light
            # of now: a slow change adds up.
            kept_blocks = relit(known.blocks, blocks)
            kept_blocks[again] = blocks[again]
            blocks = kept_blocks
        self._read = _Squares(blocks, looked, surely_read(looked[0], looked[1]))
        return tuple(each.copy() for each in looked)


def block_means(crops: Crops) -> Blocks:
    """The mean colours of the blocks of the squares in crops [n, side, side, 3]: what surrounds a
    square is its neighbours' business."""
    margin = round(crops.shape[1] * CROP_MARGIN / (1 + 2 * CROP_MARGIN))
    squares = crops[:, margin:-margin, margin:-margin]
    n, side = squares.shape[:2]
    tall = squares.astype(np.float32).reshape(n * side, side, 3)
    size = (side // BLOCK, n * side // BLOCK)
    small = cv2.resize(tall, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).reshape(n, side // BLOCK, side // BLOCK, 3)


def unchanged(before: Blocks, now: Blocks, letters: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which squares of a board look as they did, but for noise and for light that changed alike
    around them: [n]; `letters` [n]: those that showed one."""
    gains = _gains(before, now)
    change = _apart(before, now, gains)
    bright = float(np.percentile(now, 90))
    noise = 1.4826 * float(np.median(change))
    limit = min(max(OVER_NOISE * noise, LEAST_CHANGE), MOST_CHANGE * bright)
    same_letter = change.max(axis=(1, 2, 3)) <= limit
    own = np.abs(gains / _around(gains) - 1).max(axis=1)
    overall = _overall(change)
    still_bare = (overall <= min(BARE_CHANGE, MOST_BARE_CHANGE * bright)) & (own <= OF_ITS_OWN)
    return np.asarray(np.where(letters, same_letter, still_bare), np.bool_)


def block_changes(before: Blocks, now: Blocks) -> NDArray[np.float32]:
    """How far squares look from how they did, each in its own light: root mean squares of steps of
    255, [n]."""
    return _overall(_apart(before, now, _gains(before, now)))


def _apart(before: Blocks, now: Blocks, gains: NDArray[np.float32]) -> Blocks:
    return np.asarray(np.abs(now - before * gains[:, None, None, :]), np.float32)


def _overall(change: Blocks) -> NDArray[np.float32]:
    return np.asarray(np.sqrt(np.square(change).mean(axis=(1, 2, 3))), np.float32)


def relit(before: Blocks, now: Blocks) -> Blocks:
    """The squares of a board as they looked before, in the light around each of them now."""
    light = _around(_gains(before, now))
    return np.asarray(before * light[:, None, None, :], np.float32)


def _gains(before: Blocks, now: Blocks) -> NDArray[np.float32]:
    """How many times brighter squares are now, in each colour: [n, 3]."""
    gains = (now.mean(axis=(1, 2)) + 1) / (before.mean(axis=(1, 2)) + 1)
    return np.asarray(gains, np.float32)


def _around(gains: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each square of a board the median of what is true of it and of those around: [n, 3]."""
    size = math.isqrt(len(gains))
    wider = np.pad(gains.reshape(size, size, 3), ((AROUND,) * 2, (AROUND,) * 2, (0, 0)), "edge")
    side = 2 * AROUND + 1
    near = np.lib.stride_tricks.sliding_window_view(wider, (side, side), axis=(0, 1))
    return np.asarray(np.median(near.reshape(len(gains), 3, -1), axis=-1), dtype=np.float32)
