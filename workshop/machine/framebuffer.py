"""A screen's memory, as workshop/machine/screen_pi.py brings it from a Pi, becomes a picture.

It knows how pixels lie in memory and nothing of what they show.
Tests: workshop/tests/test_machine_screen_pi.py.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMATS = {int.from_bytes(name, "little"): name.decode() for name in (b"XR24", b"AR24", b"RG16")}
"""Those that a Pi's screens are fed (drm_fourcc.h): 32 bits a pixel, and 16 for some small ones."""

LINES, TILES = 0, 7 << 56 | 1
"""Orders of pixels: line by line, as on a Pi 4 and 5, or in the tiles of VideoCore IV, as on older
ones and the Zeros (DRM_FORMAT_MOD_BROADCOM_VC4_T_TILED)."""

TILE, PART, SMALLEST = 32, 16, 4
"""Pixels across a tile, one of its four parts, and one of that part's sixteen."""

EVEN, ODD = ((0, 0), (1, 0), (1, 1), (0, 1)), ((1, 1), (0, 1), (0, 0), (1, 0))
"""Which part of a tile, down and right, comes first, second … in memory, in even rows of tiles and
in odd ones, which go from right to left."""


class FramebufferError(Exception):
    """A screen's memory that can't be read; says why."""


def picture_of(grabbed: Mapping[str, Any]) -> NDArray[np.uint8]:
    """What the screen shows: uint8 [height, width, 3], BGR; FramebufferError if it can't be."""
    width, height, pitch = grabbed["width"], grabbed["height"], grabbed["pitch"]
    data = np.frombuffer(zlib.decompress(base64.b64decode(grabbed["data"])), np.uint8)
    form, order = grabbed["format"], grabbed["order"]
    if form not in FORMATS or (order == TILES and FORMATS[form] == "RG16"):
        raise FramebufferError(f"pixels of the format {form:#x} can't be read")
    if order == LINES:
        pixels = data[: pitch * height].reshape(height, pitch)
    elif order == TILES:
        pixels = _untiled(data, pitch // (4 * TILE), -(-height // TILE))[:height]
    else:
        raise FramebufferError(f"pixels in the order {order:#x} can't be read")
    if FORMATS[form] == "RG16":
        return _of_16_bits(pixels[:, : 2 * width].copy().view("<u2"))
    return np.ascontiguousarray(pixels[:, : 4 * width].reshape(height, width, 4)[:, :, :3])


def _untiled(data: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """Tiles one after the other become lines: uint8 [height, bytes]."""
    side = PART // SMALLEST
    tiles = data[: across * down * TILE * TILE * 4].reshape(
        down, across, 4, side, side, SMALLEST, SMALLEST, 4
    )
    # [row, column, part, y of the smallest, x of it, y in it, x in it, byte]
    parts = tiles.transpose(0, 1, 2, 3, 5, 4, 6, 7).reshape(down, across, 4, PART, PART, 4)
    lines = np.empty((down, TILE, across, TILE, 4), np.uint8)
    for row in range(down):
        ordered = parts[row] if row % 2 == 0 else parts[row, ::-1]
        for number, (below, right) in enumerate(ODD if row % 2 else EVEN):
            up_down = slice(below * PART, below * PART + PART)
            left_right = slice(right * PART, right * PART + PART)
            lines[row, up_down, :, left_right] = ordered[:, number].transpose(1, 0, 2, 3)
    return lines.reshape(down * TILE, across * TILE * 4)


def _of_16_bits(pixels: NDArray[np.uint16]) -> NDArray[np.uint8]:
    blue, green, red = pixels & 31, pixels >> 5 & 63, pixels >> 11
    scaled = (blue * 255 // 31, green * 255 // 63, red * 255 // 31)
    return np.stack(scaled, axis=2).astype(np.uint8)
