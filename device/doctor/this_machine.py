"""What the system says of the machine that this runs on.

The only checks' file that asks the system; what it finds is judged in machine_checks.py.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

import cv2

from device.doctor.machine_checks import Machine

PACKAGES = ("pygame", "gpiozero")
"""What says its version without being loaded."""

MEMORY = Path("/proc/meminfo")


def this_machine() -> Machine:
    """The machine as it is now."""
    versions: dict[str, str | None] = {"Python": platform.python_version()}
    versions["OpenCV"] = cv2.__version__  # Debian's package says it nowhere else
    versions |= {package: _version(package) for package in PACKAGES}
    return Machine(versions, memory_available(MEMORY), _load(), os.cpu_count() or 1)


def memory_available(meminfo: Path) -> int | None:
    """Bytes that programs can still have; None where the system doesn't tell."""
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except OSError:
        return None  # another system than Linux
    for line in lines:
        name, _, rest = line.partition(":")
        if name == "MemAvailable":
            return int(rest.split()[0]) * 1024
    return None


def _version(package: str) -> str | None:
    # Slow to load, and every table has this file before its first screen.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except OSError:
        return None  # where nobody counts it
