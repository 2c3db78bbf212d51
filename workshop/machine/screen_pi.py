"""A picture of what a screen shows, taken from the kernel (DRM, linux/drm_mode.h): the memory that
the screen is fed from, byte for byte. /dev/fb0 has the console's memory instead, which isn't
shown while a program has the screen.

Runs on a Pi as root, by Python's own library alone; workshop/machine/framebuffer.py makes a picture
of it. Tests: workshop/tests/test_machine_screen_pi.py.
"""

from __future__ import annotations

import base64
import ctypes
import mmap
import os
import struct
import zlib
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

GET_RESOURCES, GET_CRTC, GET_FRAMEBUFFER = 0xC04064A0, 0xC06864A1, 0xC06864CE
EXPORT, CLOSE = 0xC00C642D, 0x40086409
RESOURCES = struct.Struct("=4Q8I")
CRTC = struct.Struct("=Q7I68s")
FRAMEBUFFER = struct.Struct("=5I4I4I4I4x4Q")
EXPORTED = struct.Struct("=IIi")
CLOSED = struct.Struct("=II")

Ioctl = Callable[[int, int, bytearray], object]


def grab(folder: Path = Path("/dev/dri"), ask: Ioctl = ioctl) -> dict[str, object]:
    """What the first screen shows that is on: width and height in pixels, bytes from one line to
    the next, the kernel's numbers for the pixels' format and their order, and all bytes,
    compressed. OSError if no screen is on, or without root's rights."""
    for file in sorted(folder.glob("card*")):
        card = os.open(file, os.O_RDWR | os.O_CLOEXEC)
        try:
            if framebuffer := _shown(card, ask):
                return _read(card, framebuffer, ask)
        finally:
            os.close(card)
    raise OSError("no screen is on")


def _shown(card: int, ask: Ioctl) -> int:
    """The number of the framebuffer that a screen of the card is fed from; 0 if none is on."""
    counted = bytearray(RESOURCES.pack(*[0] * 12))
    try:
        ask(card, GET_RESOURCES, counted)
    except OSError:
        return 0  # a card that only computes has no screens
    count = RESOURCES.unpack(counted)[5]
    crtcs = (ctypes.c_uint32 * max(1, count))()
    listed = [0, ctypes.addressof(crtcs), 0, 0, 0, count, *[0] * 6]
    ask(card, GET_RESOURCES, bytearray(RESOURCES.pack(*listed)))
    for number in list(crtcs)[:count]:
        crtc = bytearray(CRTC.pack(0, 0, number, 0, 0, 0, 0, 0, bytes(68)))
        ask(card, GET_CRTC, crtc)
        _, _, _, framebuffer, _, _, _, on, _ = CRTC.unpack(crtc)
        if on and framebuffer:
            return int(framebuffer)
    return 0


def _read(card: int, framebuffer: int, ask: Ioctl) -> dict[str, object]:
    described = bytearray(FRAMEBUFFER.pack(framebuffer, *[0] * 20))
    ask(card, GET_FRAMEBUFFER, described)
    _, width, height, form, _, *rest = FRAMEBUFFER.unpack(described)
    handle, pitch, begin, order = rest[0], rest[4], rest[8], rest[12]
    if not handle:
        raise PermissionError("the kernel shows its framebuffer to root alone")
    exported = bytearray(EXPORTED.pack(handle, os.O_CLOEXEC, -1))
    ask(card, EXPORT, exported)
    memory = EXPORTED.unpack(exported)[2]
    try:
        size = os.lseek(memory, 0, os.SEEK_END)
        with mmap.mmap(memory, size, mmap.MAP_SHARED, mmap.PROT_READ) as mapped:
            data = mapped[begin:]
    finally:
        os.close(memory)
        ask(card, CLOSE, bytearray(CLOSED.pack(handle, 0)))
    packed = base64.b64encode(zlib.compress(data, 1)).decode()
    seen = {"width": width, "height": height, "pitch": pitch, "format": form, "order": order}
    return seen | {"data": packed}
