"""Whether OK is held down as a program starts: on the panel, or Enter on a keyboard.

A key that went down before anybody listened sends no event, so the kernel is asked which are down.
Knows no game. Tests: tests/hardware/test_held.py.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable
from pathlib import Path

from hardware.panel.port import Button, Panel

log = logging.getLogger(__name__)

INPUTS = Path("/dev/input")

KEY_BYTES = 0x300 // 8
"""Bytes of a bit for each key (KEY_MAX is 0x2ff, linux/input-event-codes.h)."""

EVIOCGKEY = (2 << 30) | (KEY_BYTES << 16) | (ord("E") << 8) | 0x18
"""The request for those that are down (linux/input.h, asm-generic/ioctl.h)."""

ENTER = (28, 96)
"""KEY_ENTER and KEY_KPENTER."""


def ok_is_held(panel: Panel, inputs: Path = INPUTS) -> bool:
    """Whether OK was down as the panel was opened, or Enter is down now."""
    parts = panel.parts
    return (parts is not None and Button.OK in parts.down) or enter_is_down(inputs)


def enter_is_down(
    inputs: Path = INPUTS, ioctl: Callable[[int, int, bytearray], object] = fcntl.ioctl
) -> bool:
    """Whether Enter is down on any keyboard; one that can't be asked is passed over."""
    for device in sorted(inputs.glob("event*")):
        down = bytearray(KEY_BYTES)
        try:
            number = os.open(device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                ioctl(number, EVIOCGKEY, down)
            finally:
                os.close(number)
        except OSError as error:
            log.info("%s can't be asked which keys are down: %s", device, error)
            continue
        if any(down[key // 8] >> key % 8 & 1 for key in ENTER):
            return True
    return False
