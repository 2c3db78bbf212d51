"""Whether a JPEG was damaged inside: the decoder reports nothing, but the picture shows it.

A JPEG has no checksum. Most damage breaks its code, and decoding fails. What stays well
formed is a wrong step in the brightness or colour of one block, from which all that follow differ
by as much; or blocks that were lost or too many, from which on all are displaced. Both
leave a seam one picture wide, with a step where it began, as nothing real has. Knows no board and
no file. Tests: tests/hardware/test_picture_files.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

BLOCK = 8
"""Pixels a side of the blocks that a JPEG is coded in (ITU-T T.81, A.1)."""

FEWEST_BLOCKS = 8
"""Fewer in a row say nothing of a seam."""

LEAST_STEP = 6.0
"""Of 255: a smaller step changes no reading, and a picture's own noise makes them."""

GOES_THAT_WAY = LEAST_STEP / 3
"""A smaller step of a block goes neither way."""

SAME_SIGN = 0.9
"""Share of the seam's blocks in which it goes the same way; what is black or white already can't
go on."""

LEAST_EVEN = 4.0
"""How many times its own spread (and 1 of 255) a step must be. 120 rendered pictures that were
whole: 1.8 at most."""

CLEAR_STEP, CLEAR_SIGN, CLEAR_EVEN = 24.0, 0.95, 1.0
"""Of so large a step that runs through all of the seam the spread may be larger: where it takes the
picture to black or white it is cut short, more in one block than in another."""

OFF_EDGE = 2
"""Units in which a seam has to differ from a straight edge: one that begins nearer to where a row
does can't be distinguished from it, and isn't taken for damage."""

LEAST_JUMP, TIMES_INSIDE = 6.0, 3.0
"""Where two units meet, their lines jump if they differ by more than this of 255 and so many times
what two lines within either differ by. What a lens has drawn is never so sharp for long."""

TORN = 0.4
"""Share of a seam's units that jump where the picture is torn there. Of 120 rendered pictures that
were whole none has such a seam at all; photographs were measured to 0.32, nearly all to 0.05."""

PIXELS_AT_ONCE = 25_000
"""Pixels of the rows that are compared at once: what is reckoned with so many stays in the second
cache of a processor."""

_LUMA = np.array([[0.114, 0.587, 0.299]], dtype=np.float32)  # of blue, green, red (JFIF)


@dataclass(frozen=True)
class Coded:
    """How a JPEG is coded: the size in pixels of the units that follow each other in its code, from
    left to right and down."""

    width: int
    height: int


def coded(data: bytes) -> Coded | None:
    """The units of a JPEG's code by its frame header (T.81, B.2.2); None if there is none."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            parts = data[at + 9]
            sampling = data[at + 11 : at + 11 + 3 * parts : 3]
            if parts == 1:
                return Coded(BLOCK, BLOCK)
            if len(sampling) != parts:
                return None
            return Coded(
                BLOCK * max(1, *(factors >> 4 for factors in sampling)),
                BLOCK * max(1, *(factors & 15 for factors in sampling)),
            )
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def has_seam(picture: NDArray[np.uint8], unit: Coded) -> bool:
    """Whether the picture, uint8 [height, width, 3], BGR, has the seam that a wrong step leaves, or
    one where it is torn."""
    height, width = picture.shape[:2]
    if -(-width // unit.width) < FEWEST_BLOCKS or height < 3 * unit.height:
        return False
    rows = np.arange(unit.height, height - 3, unit.height)
    parts = np.array_split(rows, max(1, len(rows) * width // PIXELS_AT_ONCE))
    *steps, jumps = zip(*(_seen_at(picture, part, unit.width) for part in parts), strict=True)
    return _torn_in(np.concatenate(jumps)) or any(_seam_in(np.concatenate(one)) for one in steps)


def _seen_at(
    picture: NDArray[np.uint8], rows: NDArray[np.int64], width: int
) -> tuple[NDArray[np.float32], ...]:
    """The steps above these rows, [rows, units], in brightness and in the two colours that a JPEG
    holds, which are spread over two rows; and where lines jump, 0 or 1."""
    near = {k: picture[rows + k].astype(np.float32) for k in (-4, -2, -1, 0, 1, 3)}
    luma = {k: np.asarray(cv2.transform(one, _LUMA), np.float32) for k, one in near.items()}
    steps = [_steps(luma[-2], luma[-1], luma[0], luma[1])]
    for channel in (0, 2):
        colour = {k: near[k][..., channel] - luma[k] for k in (-4, -2, 1, 3)}
        steps.append(_steps(colour[-4], colour[-2], colour[1], colour[3]))
    within, across, below = (_by_unit(np.abs(luma[k + 1] - luma[k]), width) for k in (-2, -1, 0))
    jumps = across > TIMES_INSIDE * np.maximum(within, below) + LEAST_JUMP
    return (*(_by_unit(one, width) for one in steps), jumps.astype(np.float32))


def _steps(
    above: NDArray[np.float32],
    upper: NDArray[np.float32],
    lower: NDArray[np.float32],
    below: NDArray[np.float32],
) -> NDArray[np.float32]:
    """What the step between two rows has beyond the slope on either side of it."""
    slope = ((upper - above) + (below - lower)) / 2
    return np.asarray(lower - upper - slope, dtype=np.float32)


def _by_unit(steps: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """The steps [rows, pixels] as the mean of each unit [rows, units]."""
    starts = np.arange(0, steps.shape[1], width)
    sizes = np.diff(np.append(starts, steps.shape[1]))
    return np.asarray(np.add.reduceat(steps, starts, axis=1) / sizes, dtype=np.float32)


def _seam_in(steps: NDArray[np.float32]) -> bool:
    """Whether somewhere the units of one row's length, in the order of the code, have the same
    step, and a straight edge between two rows doesn't explain them as well."""
    across, in_order = steps.shape[1], steps.ravel()
    windows = sliding_window_view(in_order, across)
    up, down = (_sums(way > GOES_THAT_WAY, across) / across for way in (in_order, -in_order))
    large = np.abs(_sums(in_order, across)) > across * LEAST_STEP / 2
    starts = np.flatnonzero(large & (np.maximum(up, down) > SAME_SIGN))
    column = starts % across
    starts = starts[(column >= OFF_EDGE) & (column <= across - OFF_EDGE)]
    if not len(starts):
        return False
    found = windows[starts]
    step = np.median(found, axis=1)
    spread = np.median(np.abs(found - step[:, None]), axis=1)
    size, sign = np.abs(step), np.sign(step)
    same = _share(found, sign)
    row = starts // across
    straight = np.maximum(_share(steps[row], sign), _share(steps[row + 1], sign))
    even = size / (spread + 1)
    alike = (size >= LEAST_STEP) & (same > SAME_SIGN) & (even > LEAST_EVEN)
    clear = (size >= CLEAR_STEP) & (same > CLEAR_SIGN) & (even > CLEAR_EVEN)
    return bool(((alike | clear) & (same >= straight + OFF_EDGE / across)).any())


def _torn_in(jumps: NDArray[np.float32]) -> bool:
    """Whether the units of one row's length, in the order of the code, jump in many places, and a
    straight edge between two rows doesn't explain them as well."""
    across = jumps.shape[1]
    many = _sums(jumps.ravel(), across)
    starts = np.flatnonzero(many > TORN * across)
    column = starts % across
    starts = starts[(column >= OFF_EDGE) & (column <= across - OFF_EDGE)]
    in_row = np.append(jumps.sum(axis=1), 0.0)
    row = starts // across
    return bool((many[starts] >= np.maximum(in_row[row], in_row[row + 1]) + OFF_EDGE).any())


def _sums(values: NDArray[np.float32] | NDArray[np.bool_], count: int) -> NDArray[np.float64]:
    """The sum of so many values from each on that has as many behind it."""
    summed = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    return np.asarray(summed[count:] - summed[:-count])


def _share(steps: NDArray[np.float32], sign: NDArray[np.float32]) -> NDArray[np.float64]:
    """In which share of the units of each line [lines, units] the step goes that way."""
    return np.asarray((steps * sign[:, None] > GOES_THAT_WAY).mean(axis=1), dtype=np.float64)
