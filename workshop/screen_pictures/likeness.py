"""Whether two pictures of a screen show the same: a digit that differs is seen, a pixel isn't.

Libraries draw the edge of an arrow or of a round corner a pixel more or less; letters came out the
same with FreeType 2.12 and 2.14. Knows pictures only. Tests: tests/device/test_likeness.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""uint8 [height, width, 3], RGB."""

LEVELS = 16
"""A pixel differs from so many of 256 levels on in one colour; palettes are off by less."""

WINDOW = 8
"""Pixels are counted in squares with sides so long ..."""

MOST = 11
"""... and no more may differ there. In the smallest letters (12 pixels a line) two digits differ in
14 at least; four builds of pygame differ in 8 at most, at the edge of an arrow."""

BEYOND = 64
"""A pixel is also new or gone where it is so much brighter or darker than all round it was."""

MOST_BEYOND = 3
"""Another build of pygame moves slanting lines and letters by a pixel. There only pixels that are
new or gone count, and so many of them in a window may be: pygame 2.1.3 makes 2 at most."""

AROUND = np.ones((3, 3), np.uint8)


@dataclass(frozen=True)
class Difference:
    """A box round a place where two pictures differ, in pixels."""

    left: int
    top: int
    width: int
    height: int


def differences(
    new: Picture, reference: Picture, *, same_build: bool = True
) -> tuple[Difference, ...]:
    """The places where two pictures differ; all of it if their sizes do. `same_build`: whether both
    were drawn by one build of pygame."""
    if new.shape != reference.shape:
        height, width = new.shape[:2]
        return (Difference(0, 0, width, height),)
    if np.array_equal(new, reference):
        return ()
    beyond = _new_or_gone(new, reference) | _new_or_gone(reference, new)
    if not same_build:
        return _boxes(_in_window(beyond) > MOST_BEYOND)
    other = _largest(cv2.absdiff(new, reference)) >= LEVELS
    return _boxes((_in_window(other) > MOST) | beyond)


def _in_window(pixels: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How many of these there are in the window round each pixel."""
    counted = cv2.boxFilter(pixels.astype(np.float32), -1, (WINDOW, WINDOW), normalize=False)
    return np.asarray(counted, np.float32)


def _new_or_gone(one: Picture, other: Picture) -> NDArray[np.bool_]:
    """Where one is brighter or darker than anything that the other has there or next to it."""
    brightest, darkest = cv2.dilate(other, AROUND), cv2.erode(other, AROUND)
    beyond = np.maximum(cv2.subtract(one, brightest), cv2.subtract(darkest, one))
    return _largest(beyond) > BEYOND


def _largest(levels: Picture) -> NDArray[np.uint8]:
    """The largest of each pixel's three levels: ten times as fast as `max(axis=2)`."""
    return np.maximum(np.maximum(levels[..., 0], levels[..., 1]), levels[..., 2])


def _boxes(places: NDArray[np.bool_]) -> tuple[Difference, ...]:
    """Boxes round the places, those near each other in one."""
    near = cv2.dilate(places.astype(np.uint8), np.ones((2 * WINDOW + 1,) * 2, np.uint8))
    number, _, stats, _ = cv2.connectedComponentsWithStats(near)
    return tuple(Difference(*(int(n) for n in stats[place][:4])) for place in range(1, number))


def explained(new: Picture, reference: Picture, found: tuple[Difference, ...]) -> Picture:
    """The new picture, the reference, and what differs, in boxes, one below the other."""
    framed = new // 3
    for box in found:
        rows = slice(box.top, box.top + box.height)
        columns = slice(box.left, box.left + box.width)
        framed[rows, columns] = new[rows, columns]
        corner = (box.left + box.width - 1, box.top + box.height - 1)
        cv2.rectangle(framed, (box.left, box.top), corner, (255, 0, 255), 1)
    width = max(new.shape[1], reference.shape[1])
    return np.vstack([_widened(each, width) for each in (new, reference, framed)])


def _widened(picture: Picture, width: int) -> Picture:
    wide = np.full((picture.shape[0] + 4, width, 3), 128, np.uint8)
    wide[:-4, : picture.shape[1]] = picture
    return wide
