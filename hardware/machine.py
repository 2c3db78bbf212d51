"""What a Raspberry Pi says of itself: its model, whether its power suffices, how hot it is, and
whether this user may use what is plugged in, group by group.

Asks the kernel's files and, for what was since the start, the firmware; opens no device and judges
nothing. What isn't known is None. Tests: tests/hardware/test_pi.py, tests/hardware/test_rights.py.
"""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path
from types import MappingProxyType

FIRMWARE_SECONDS = 2.0
"""After so long the firmware is given up on; it answers within milliseconds."""


class Throttled(IntFlag):
    """What `vcgencmd get_throttled` reports: now, and, 16 bits higher, since the start."""

    UNDER_VOLTAGE = 1 << 0
    CAPPED = 1 << 1
    SLOWED = 1 << 2
    HOT = 1 << 3
    WAS_UNDER_VOLTAGE = 1 << 16
    WAS_CAPPED = 1 << 17
    WAS_SLOWED = 1 << 18
    WAS_HOT = 1 << 19


@dataclass(frozen=True)
class Pi:
    """`under_voltage`: whether the kernel's sensor finds the voltage too low now; `celsius`: of the
    chip. `model`: of whatever board this is, None where it doesn't say."""

    model: str | None
    under_voltage: bool | None = None
    throttled: Throttled | None = None
    celsius: float | None = None

    @property
    def is_one(self) -> bool:
        """Whether this is a Raspberry Pi at all."""
        return self.model is not None and self.model.startswith("Raspberry Pi")


def ask_firmware() -> str | None:
    """What the firmware answers; None where there is none to ask, or this user may not."""
    command = ["vcgencmd", "get_throttled"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=FIRMWARE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout


def this_pi(root: Path = Path("/"), ask: Callable[[], str | None] = ask_firmware) -> Pi:
    """The board as it is now; whatever isn't a Pi is asked for its model alone."""
    model = _read(root / "proc/device-tree/model")
    board = Pi(model)
    if not board.is_one:
        return board
    return Pi(
        model,
        _under_voltage(root / "sys/class/hwmon"),
        throttled_in(ask() or ""),
        _celsius(root / "sys/class/thermal/thermal_zone0/temp"),
    )


def throttled_in(answer: str) -> Throttled | None:
    """The flags in what the firmware answered ("throttled=0x50000"); None if it didn't."""
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", answer)
    return None if found is None else Throttled(int(found[1], 16))


def _under_voltage(sensors: Path) -> bool | None:
    for sensor in sorted(sensors.glob("*")):
        if _read(sensor / "name") == "rpi_volt":
            alarm = _read(sensor / "in0_lcrit_alarm")
            return None if alarm is None else alarm != "0"
    return None


def _celsius(file: Path) -> float | None:
    thousandths = _read(file)
    return None if thousandths is None else int(thousandths) / 1000


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8").strip("\0\n ")
    except OSError:
        return None


# --- the user's rights ---

DEVICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "gpio": ("gpiochip*",),
        "video": (
            "video*",
            "media*",
            "vcio",
            "dma_heap/vidbuf_cached",
            "dma_heap/linux,cma",
            "dri/card*",
        ),
        "render": ("dri/renderD*",),
        "input": ("input/event*",),
        "audio": ("snd/controlC*", "snd/pcm*"),
    }
)
"""What each group opens, below /dev."""

PEOPLE = 1000
"""Numbers of users from here on are people's, below are services' (Debian Policy 9.2.2)."""


@dataclass(frozen=True)
class Rights:
    """`denied`: groups some of whose devices are here and can't be used by `user`; `allowed`: those
    whose devices all can. A group without any device is in neither. `user`: as a shell takes it; a
    person's name is private: it stands for the person who types."""

    user: str
    allowed: tuple[str, ...]
    denied: tuple[str, ...]


def may_use(device: Path) -> bool:
    """Whether this process may read and write a device."""
    return os.access(device, os.R_OK | os.W_OK)


def rights(devices: Path = Path("/dev"), may: Callable[[Path], bool] = may_use) -> Rights:
    """What this process may use of what is there."""
    allowed: list[str] = []
    denied: list[str] = []
    for group, patterns in DEVICES.items():
        there = [device for pattern in patterns for device in devices.glob(pattern)]
        if there:
            (allowed if all(map(may, there)) else denied).append(group)
    return Rights(_user(), tuple(allowed), tuple(denied))


def _user() -> str:
    if os.geteuid() >= PEOPLE:
        return '"$USER"'
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())  # one without a name, as in a container
