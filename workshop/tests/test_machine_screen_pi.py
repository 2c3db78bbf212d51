"""A screen's memory becomes a picture, in each order and format that a Pi's screens have; and how
the kernel is asked for it."""

from __future__ import annotations

import base64
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from workshop.machine.framebuffer import LINES, TILES, FramebufferError, picture_of
from workshop.machine.screen_pi import (
    CLOSE,
    CRTC,
    EXPORT,
    EXPORTED,
    FRAMEBUFFER,
    GET_CRTC,
    GET_FRAMEBUFFER,
    GET_RESOURCES,
    RESOURCES,
    grab,
)


def drawn(height: int, width: int) -> NDArray[np.uint8]:
    """A picture in which no two pixels are alike."""
    numbers = np.arange(height * width, dtype="<u4").reshape(height, width, 1)
    return numbers.view(np.uint8).reshape(height, width, 4)[:, :, :3].copy()


def grabbed(data: NDArray[np.uint8], height: int, width: int, pitch: int, **other: int) -> Any:
    packed = base64.b64encode(zlib.compress(data.tobytes())).decode()
    said = {"width": width, "height": height, "pitch": pitch, "order": LINES}
    return said | {"format": int.from_bytes(b"XR24", "little"), "data": packed} | other


def test_line_by_line() -> None:
    picture = drawn(6, 10)
    memory = np.zeros((6, 16, 4), np.uint8)  # lines are longer than what is shown of them
    memory[:, :10, :3] = picture
    assert (picture_of(grabbed(memory, 6, 10, 64)) == picture).all()


def place(x: int, y: int, across: int) -> int:
    """Where a pixel lies in tiles, as drm_fourcc.h describes it: smallest ones of 4 by 4 pixels,
    sixteen of them in a part, four parts in a tile; the tiles' rows go to the right and back to the
    left by turns."""
    column, row = x // 32, y // 32
    below, right = y % 32 // 16, x % 32 // 16
    order = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}
    if row % 2:
        column = across - 1 - column
        order = {(1, 1): 0, (0, 1): 1, (0, 0): 2, (1, 0): 3}
    small = y % 16 // 4 * 4 + x % 16 // 4
    tile = (row * across + column) * 1024
    return tile + order[below, right] * 256 + small * 16 + y % 4 * 4 + x % 4


def test_in_tiles_as_on_older_pis() -> None:
    height, width, across = 70, 90, 3
    picture = drawn(height, width)
    memory = np.zeros((3 * across * 1024, 4), np.uint8)
    for y in range(height):
        for x in range(width):
            memory[place(x, y, across), :3] = picture[y, x]
    seen = picture_of(grabbed(memory, height, width, across * 128, order=TILES))
    assert (seen == picture).all()


def test_a_small_screen_of_16_bits() -> None:
    colours = {0xF800: (0, 0, 255), 0x07E0: (0, 255, 0), 0x001F: (255, 0, 0), 0xFFFF: (255,) * 3}
    memory = np.array([list(colours)], "<u2").view(np.uint8)
    form = int.from_bytes(b"RG16", "little")
    seen = picture_of(grabbed(memory, 1, 4, 8, format=form))
    assert [tuple(map(int, pixel)) for pixel in seen[0]] == list(colours.values())


def test_what_it_doesnt_know_is_no_picture() -> None:
    memory = drawn(4, 4)
    with pytest.raises(FramebufferError, match="order 0x700000000000006"):
        picture_of(grabbed(memory, 4, 4, 16, order=7 << 56 | 6))
    with pytest.raises(FramebufferError, match="format"):
        picture_of(grabbed(memory, 4, 4, 16, format=1))


class Kernel:
    """A card that computes and one with a screen, which is fed from a file."""

    def __init__(self, memory: Path, handle: int = 7) -> None:
        self._memory, self._handle = memory, handle
        self.closed = 0

    def __call__(self, file: int, asked: int, given: bytearray) -> object:
        screens = Path(f"/proc/self/fd/{file}").readlink().name == "card1"
        match asked:
            case _ if asked == GET_RESOURCES and not screens:
                raise OSError(95, "it has none")
            case _ if asked == GET_RESOURCES:
                said = list(RESOURCES.unpack(given))
                said[5] = 2
                given[:] = RESOURCES.pack(*said)
                if said[1]:
                    import ctypes

                    (ctypes.c_uint32 * 2).from_address(said[1])[:] = [51, 52]
            case _ if asked == GET_CRTC:
                number = CRTC.unpack(given)[2]
                shown = (33, 1) if number == 52 else (0, 0)
                given[:] = CRTC.pack(0, 0, number, shown[0], 0, 0, 0, shown[1], bytes(68))
            case _ if asked == GET_FRAMEBUFFER:
                assert FRAMEBUFFER.unpack(given)[0] == 33
                form = int.from_bytes(b"XR24", "little")
                planes = [self._handle, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, LINES, 0, 0, 0]
                given[:] = FRAMEBUFFER.pack(33, 4, 4, form, 2, *planes)
            case _ if asked == EXPORT:
                own = os.open(self._memory, os.O_RDONLY)
                given[:] = EXPORTED.pack(self._handle, 0, own)
            case _:
                assert asked == CLOSE
                self.closed += 1
        return 0


def cards(folder: Path) -> Path:
    for name in ("card0", "card1"):
        (folder / name).touch()
    return folder


def test_the_kernel_is_asked_for_what_is_shown(tmp_path: Path) -> None:
    picture = drawn(4, 4)
    memory = tmp_path / "memory"
    memory.write_bytes(np.pad(picture, ((0, 0), (0, 0), (0, 1))).tobytes())
    kernel = Kernel(memory)
    assert (picture_of(grab(cards(tmp_path), kernel)) == picture).all()
    assert kernel.closed == 1


def test_without_roots_rights_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(PermissionError, match="root"):
        grab(cards(tmp_path), Kernel(tmp_path, handle=0))


def test_no_screen_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no screen is on"):
        grab(tmp_path)
