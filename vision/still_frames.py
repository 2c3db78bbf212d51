"""Several frames of a table that lies still, made into the one picture that is read; and two
readings of it, taken together.

Knows neither when nothing moves (watch.py) nor what lies there. Tests:
tests/vision/test_still_frames.py; what it brings: benchmarks/several_frames.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Reading

Grey: TypeAlias = NDArray[np.uint8]
"""One channel of a part of a picture: uint8 [height, width]."""

NOISY_BELOW = 12.0
"""A picture whose brightness is less than so many times its noise is replaced by the mean of all
frames. On rendered tables the mean brings nothing above (at 13 and 17), and below (at 9 and 5) it
halves the doubts and spares the wrong letters; above, trembling would blur more than noise does."""

_PART = (480, 640)  # pixels of the picture's middle: enough to measure on, whatever the sensor


def one_picture(frames: Sequence[Picture], sharpest: Picture) -> Picture:
    """The picture to read: the sharpest, or the mean of all frames where noise spoils each."""
    if len(frames) < 2 or brightness_over_noise(frames[-2], frames[-1]) >= NOISY_BELOW:
        return sharpest
    return mean_picture(frames)


def mean_picture(frames: Sequence[Picture]) -> Picture:
    """The mean of frames (uint8 [height, width, 3]) of one size; at most 257."""
    total = np.zeros(frames[0].shape, np.uint16)
    for frame in frames:
        cv2.add(total, frame, dst=total, dtype=cv2.CV_16U)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / len(frames)), np.uint8)


def brightness_over_noise(one: Picture, other: Picture) -> float:
    """How many times brighter the brighter part of a scene is than its noise, from two frames of it
    in which nothing moved. (Half of all pixels may have moved: the median counts.)"""
    first, second = (_middle(picture) for picture in (one, other))
    difference = np.asarray(cv2.absdiff(first, second), np.uint8)
    # Two frames differ by sqrt(2) sigma; the median of a normal's magnitude is 0.6745 sigma.
    noise = _quantile(difference, 0.5) / 0.6745 / np.sqrt(2)
    return _quantile(first, 0.9) / max(float(noise), 0.25)


def together(first: Reading, second: Reading) -> Reading:
    """Two readings of the same table as one: the second's grid, the mean of what both saw.

    The second alone, if the board lies otherwise in it. A mean, not the surer of the two: who may
    choose the better of two answers is right less often than it says.
    """
    corners = np.array(first.grid.corners) - np.array(second.grid.corners)
    if first.size != second.size or np.abs(corners).max() > 0.5 * second.grid.pixels_per_square:
        return second
    return replace(
        second,
        probabilities=_mean(first.probabilities, second.probabilities),
        covered=_mean(first.covered, second.covered),
    )


def _mean(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((one + other) / 2, np.float32)


def _middle(picture: Picture) -> Grey:
    height, width = picture.shape[:2]
    top, left = max(0, (height - _PART[0]) // 2), max(0, (width - _PART[1]) // 2)
    return np.ascontiguousarray(picture[top : top + _PART[0], left : left + _PART[1], 1])


def _quantile(values: Grey, share: float) -> float:
    """Of whole numbers 0 to 255, to a fraction of a step: noise is often but one or two."""
    counts = cv2.calcHist([values], [0], None, [256], [0, 256]).ravel()
    below = np.cumsum(counts)
    wanted = share * float(below[-1])
    step = int(np.searchsorted(below, wanted))
    before = float(below[step - 1]) if step else 0.0
    return step - 0.5 + (wanted - before) / max(float(counts[step]), 1.0)
