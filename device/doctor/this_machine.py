"""What the system says of the machine that this runs on.

Asks the system and whatever in hardware/ and here does so; what it finds is judged in the files of
checks. Tests: tests/device/test_this_machine.py.
"""

from __future__ import annotations

import os
import platform
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from device.doctor.machine_checks import Machine
from device.doctor.part_checks import Plugged
from device.doctor.this_software import this_software, version_of
from hardware.bare_screen import plugged_in
from hardware.pi import this_pi
from hardware.rights import rights
from hardware.sound_cards import sound_cards
from hardware.wall_time import wall_time

PACKAGES = ("pygame", "gpiozero")
"""What says its version without being loaded."""

MEMORY = Path("/proc/meminfo")


def this_machine() -> Machine:
    """The machine as it is now. Any thread may ask; it takes a moment, since programs are asked
    for their versions, and nothing that a table owns is touched."""
    versions: dict[str, str | None] = {"Python": platform.python_version()}
    versions["numpy"] = np.__version__
    versions["OpenCV"] = cv2.__version__  # Debian's package says it nowhere else
    versions |= {package: version_of(package) for package in PACKAGES}
    return Machine(
        versions,
        in_memory("MemAvailable", MEMORY),
        _load(),
        os.cpu_count() or 1,
        camera_memory=in_memory("CmaFree", MEMORY),
        pi=this_pi(),
        time=wall_time(datetime.now()),
        rights=rights(),
        plugged=Plugged(sound_cards(), plugged_in()),
        software=this_software(),
    )


def in_memory(what: str, meminfo: Path) -> int | None:
    """Bytes, as a line of meminfo tells (proc_meminfo(5)); None where the system doesn't."""
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except OSError:
        return None  # another system than Linux
    for line in lines:
        name, _, rest = line.partition(":")
        if name == what:
            return int(rest.split()[0]) * 1024
    return None


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except OSError:
        return None  # where nobody counts it
