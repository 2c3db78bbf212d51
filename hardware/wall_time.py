"""The time of day as this machine has it, and why it can be trusted.

Only asks; nothing is timed by it, it only dates games. Tests: tests/hardware/test_wall_time.py.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

TOO_FAR = 16_000_000
"""Microseconds: from this error on the kernel's clock counts as unset (adjtimex(2), and as
`timedatectl` judges it)."""

CLOCKS = Path("/sys/class/rtc")

PROGRAM = Path(__file__)
"""Any file of this program, written when it was installed."""


@dataclass(frozen=True)
class WallTime:
    """`synchronised`: whether the network set it, None where the kernel doesn't say; `own_clock`:
    the machine has one that goes on while it is off (it may lack its battery). `installed`: what
    the clock showed when this program was installed; now it can't be earlier."""

    now: datetime
    synchronised: bool | None
    own_clock: bool
    installed: datetime


class _Timex(ctypes.Structure):
    """The beginning of the kernel's struct timex (adjtimex(2)), and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("rest", ctypes.c_char * 512),
    )


def synchronised() -> bool | None:
    """Whether somebody keeps the kernel's clock in time, whichever service it is."""
    asked = _Timex()  # modes 0: nothing is set
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(asked))
    except (AttributeError, OSError):
        return None  # another system than Linux
    return None if state < 0 else asked.maxerror < TOO_FAR


def wall_time(
    now: datetime,
    clocks: Path = CLOCKS,
    ask: Callable[[], bool | None] = synchronised,
    program: Path = PROGRAM,
) -> WallTime:
    """The time of day, with what the system says of it."""
    installed = datetime.fromtimestamp(program.stat().st_mtime)
    return WallTime(now, ask(), any(clocks.glob("rtc*")), installed)
