"""What software there is on this machine: what the system, Python's packages and programs say.

Loads no package to ask it: beside a running game that would take its time. What it finds is judged
in software_checks.py. Tests: tests/device/test_this_software.py.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from device.doctor.software_checks import Software
from hardware.sdl_library import loaded_sdl

SECONDS = 5.0
"""After so long a program is given up on."""

Ask = Callable[[str], str | None]
"""What `tesseract` says when it is asked with an option; None if there is no such program."""


def ask_tesseract(option: str) -> str | None:
    """What it says; None if it isn't there."""
    try:
        done = subprocess.run(
            ["tesseract", option], capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout or done.stderr  # older ones say their version there


def this_software(ask: Ask = ask_tesseract, prefix: Path = Path(sys.prefix)) -> Software:
    """The software as it is now. `prefix`: where this Python's environment lies."""
    version = re.match(r"tesseract v?(\S+)", ask("--version") or "")
    return Software(
        system=_system(),
        kernel=platform.release(),
        bits=64 if sys.maxsize > 2**32 else 32,
        release=version_of("tilekeeper"),
        build=_build(prefix),
        numpy_at=str(Path(np.__file__).parent),
        sdl=loaded_sdl(),
        lgpio=version_of("lgpio"),
        picamera2=version_of("picamera2"),
        libcamera=version_of("libcamera"),
        tesseract=None if version is None else version[1],
        languages=languages_in(ask("--list-langs") or "") if version is not None else (),
    )


def version_of(package: str) -> str | None:
    """A package's version, "there" if it tells none, None if it isn't installed."""
    # Slow to load, and every table has this file before its first screen.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "there" if find_spec(package) is not None else None


def languages_in(listed: str) -> tuple[str, ...]:
    """The languages in Tesseract's list of them, whose first line is a sentence."""
    return tuple(listed.split("\n")[1:-1])


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return platform.system()


def _build(prefix: Path) -> str | None:
    """The folder's name where an installer put this release beside others."""
    folder = prefix.resolve()
    return folder.name if folder.parent.name == "releases" else None
