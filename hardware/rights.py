"""Whether this user may use what is plugged in, group by group as a Raspberry Pi gives it away.

Looks at the rights of the devices and opens none. Tests: tests/hardware/test_rights.py.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

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
    person, whose name is nobody's business, is the one who types."""

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
