"""A keyboard that is plugged into a Pi by its kernel (uinput), and typed on from outside.

Runs there as root, by Python's own library alone. Tests: workshop/tests/test_machine_keys_pi.py.
"""

from __future__ import annotations

import struct
import subprocess
import time
from collections.abc import Callable, Sequence
from fcntl import ioctl
from pathlib import Path
from typing import BinaryIO

SET_KIND, SET_KEY, SET_UP, CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x5501
SETUP = struct.Struct("=4H80sI")
EVENT = struct.Struct("@llHHi")
SYNC, KEY = 0, 1
USB = 3

KEY_SECONDS = 0.08
"""For so long a finger is on a key."""

KNOWN_AFTER = 2.0
"""Seconds after which a new keyboard has been noticed by a program that waits for one."""

ORDINARY = range(1, 128)
"""A keyboard has all of these: else udev takes it for something else."""

ROWS = {16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm", 2: "1234567890"}
CODES = {key: first + place for first, row in ROWS.items() for place, key in enumerate(row)} | {
    "esc": 1,
    "backspace": 14,
    "ret": 28,
    "spc": 57,
    "f10": 68,
    "up": 103,
    "left": 105,
    "right": 106,
    "down": 108,
}
"""The kernel's numbers of keys (linux/input-event-codes.h), by QEMU's names of them."""

Ioctl = Callable[..., object]


class Keyboard:
    """Plugged in from when it is made until the program ends."""

    def __init__(
        self, device: BinaryIO, ask: Ioctl = ioctl, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._device, self._sleep = device, sleep
        ask(device.fileno(), SET_KIND, KEY)
        for key in ORDINARY:
            ask(device.fileno(), SET_KEY, key)
        named = SETUP.pack(USB, 0x1D6B, 0x0104, 1, b"tilekeeper keyboard", 0)
        ask(device.fileno(), SET_UP, named)
        ask(device.fileno(), CREATE, 0)
        sleep(KNOWN_AFTER)

    def press(self, names: Sequence[str]) -> None:
        """Keys pressed at once; KeyError for one that is unknown."""
        codes = [CODES[name] for name in names]
        for down in (1, 0):
            for code in codes:
                self._device.write(EVENT.pack(0, 0, KEY, code, down))
            self._device.write(EVENT.pack(0, 0, SYNC, 0, 0))
            self._sleep(KEY_SECONDS)


def plug_in(file: Path = Path("/dev/uinput")) -> Keyboard:
    """A new keyboard; OSError if the kernel can't have one."""
    subprocess.run(["modprobe", "uinput"], check=False, capture_output=True)  # or it's built in
    return Keyboard(file.open("wb", buffering=0))
