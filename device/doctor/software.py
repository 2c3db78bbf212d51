"""Checks of the software: the machine's system, the release running on it, its dependencies, each
with the command that installs it, and add-ons that can't be used.

Loads no package to examine it: that would take time from a running game. Tests:
tests/device/test_software_checks.py, tests/device/test_this_software.py.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from device.doctor.checks import Check, OwnSubject, Subject, bad, doubtful, good
from device.language.texts import Message
from device.registry import LeftOut
from hardware.sdl_library import Sdl, loaded_sdl

APT_PYTHON = "/usr/lib/python3/"
"""Where a Debian system has its own Python packages, numpy among them."""

EMPTY_LGPIO = "0.0.0.2"
"""A release on PyPI that can be imported and is empty."""

PRINTED = ("eng", "fra")
"""Tesseract's languages for reading boards (vision/teach/words.py)."""

MAKES_FOLDERS_IN = ("XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH", "TMPDIR")
"""Environment variables that PulseAudio's library reads (its core-util.c)."""


@dataclass(frozen=True)
class Software:
    """`system`, `kernel`, `bits`: of this machine. `release`: tilekeeper's own version, None if it
    isn't installed; `build`: the folder of an installed release. `numpy_at`: numpy's folder. `sdl`:
    None before a screen was opened. lgpio, picamera2, libcamera: a version, "there" if it has none,
    None if it isn't installed. `languages`: Tesseract's. `espeak`: espeak-ng's version."""

    system: str
    kernel: str
    bits: int
    release: str | None
    build: str | None
    numpy_at: str
    sdl: Sdl | None
    lgpio: str | None
    picamera2: str | None
    libcamera: str | None
    tesseract: str | None
    languages: tuple[str, ...]
    espeak: str | None = None


def software_checks(
    software: Software, model: str | None, *, pi: bool, speaks: bool = False
) -> Iterator[Check]:
    """`model`: the board's own name, None if it has none; `pi`: it is a Raspberry Pi. What only a
    Pi needs is checked only there. `speaks`: the table is meant to have a voice."""
    yield _computer(software, model, pi=pi)
    yield _release(software)
    if software.sdl is not None:
        yield _screen(software.sdl, pi=pi)
    if pi:
        yield _pins(software)
        yield _camera(software)
    yield _print_reader(software)
    yield _voice(software, speaks=speaks)


def _computer(software: Software, model: str | None, *, pi: bool) -> Check:
    parts = [model, software.system, f"Linux {software.kernel}", f"{software.bits}-bit"]
    value = Message("{names}", {"names": ", ".join(filter(None, parts))})
    if pi and software.bits < 64:
        advice = Message("Put the 64-bit Raspberry Pi OS on the card.")
        return doubtful(Subject.COMPUTER, value, advice)
    return good(Subject.COMPUTER, value)


def _release(software: Software) -> Check:
    if software.release is None:
        return good(Subject.RELEASE, Message("not installed: run from its source"))
    names = f"tilekeeper {software.release}"
    names += f" ({software.build})" if software.build is not None else ""
    return good(Subject.RELEASE, Message("{names}", {"names": names}))


def _screen(sdl: Sdl, *, pi: bool) -> Check:
    value = Message("{names}", {"names": f"SDL {sdl.version}: {', '.join(sdl.drivers)}"})
    if pi and "kmsdrm" not in map(str.lower, sdl.drivers):
        advice = Message("For a screen without a desktop: sudo apt install python3-pygame")
        return doubtful(Subject.SCREEN_SOFTWARE, value, advice)
    return good(Subject.SCREEN_SOFTWARE, value)


def _pins(software: Software) -> Check:
    subject, lgpio = Subject.PINS_SOFTWARE, software.lgpio
    advice = Message("Type `{command}`.", {"command": "sudo apt install python3-lgpio"})
    if lgpio is None:
        return doubtful(subject, Message("missing: {names}", {"names": "lgpio"}), advice)
    if lgpio == EMPTY_LGPIO:
        return doubtful(subject, Message("this lgpio is empty"), advice)
    return good(subject, Message("{names}", {"names": f"lgpio {lgpio}"}))


def _camera(software: Software) -> Check:
    subject = Subject.CAMERA_SOFTWARE
    parts = {"picamera2": software.picamera2, "libcamera": software.libcamera}
    missing = [name for name, version in parts.items() if version is None]
    if missing:
        value = Message("missing: {names}", {"names": ", ".join(missing)})
        install = "sudo apt install python3-picamera2"
        advice = Message("Only a ribbon camera needs it: {command}", {"command": install})
        return doubtful(subject, value, advice)
    if not software.numpy_at.startswith(APT_PYTHON):
        advice = Message("Run script/install-pi again.")
        return doubtful(subject, Message("numpy isn’t the system’s"), advice)
    return good(subject, Message("{names}", {"names": f"picamera2 {software.picamera2}"}))


def _print_reader(software: Software) -> Check:
    subject = Subject.PRINT_READER
    if software.tesseract is None:
        return good(subject, Message("none; only `tilekeeper teach` uses one"))
    there = f"Tesseract {software.tesseract}: {', '.join(software.languages)}"
    value = Message("{names}", {"names": there})
    if not set(PRINTED) & set(software.languages):
        command = "sudo apt install tesseract-ocr-eng tesseract-ocr-fra"
        return doubtful(subject, value, Message("Type `{command}`.", {"command": command}))
    return good(subject, value)


def _voice(software: Software, *, speaks: bool) -> Check:
    subject = Subject.VOICE
    if software.espeak is not None:
        return good(subject, Message("{names}", {"names": f"espeak-ng {software.espeak}"}))
    if not speaks:
        return good(subject, Message("none; only [voice] in the settings uses one"))
    command = "sudo apt install espeak-ng"
    advice = Message("Type `{command}`.", {"command": command})
    return doubtful(subject, Message("missing: {names}", {"names": "espeak-ng"}), advice)


def addon_checks(left_out: Iterable[LeftOut]) -> Iterator[Check]:
    """A failed check for every add-on of which something can't be used."""
    reasons: dict[str, list[str]] = {}
    for one in left_out:
        reasons.setdefault(one.addon, []).append(f"{one.file}.py: {one.why}")
    for name, why in reasons.items():
        yield bad(
            OwnSubject(f"add-on-{name}", Message("Add-on {name}", {"name": name})),
            Message("left out ({why})", {"why": "; ".join(why)}),
            Message(
                "Install tilekeeper again; an add-on of your own: the log says where it fails."
            ),
        )


# --- querying the system ---

SECONDS = 5.0
"""Seconds after which a program is given up on."""

AskLibrary = Callable[[str], str | None]
"""A program's output when called with an option; None if there is no such program."""


def ask_tesseract(option: str) -> str | None:
    """A program's output; None if it isn't there."""
    return _ask("tesseract", option)


def ask_espeak(option: str) -> str | None:
    """espeak-ng's output; None if it isn't there. The sound library that it is linked with creates
    folders at its start: they are removed again."""
    try:
        with tempfile.TemporaryDirectory() as aside:
            return _ask("espeak-ng", option, **dict.fromkeys(MAKES_FOLDERS_IN, aside))
    except OSError:  # nothing can be written here, not by espeak-ng either
        return _ask("espeak-ng", option)


def _ask(program: str, option: str, **settings: str) -> str | None:
    try:
        done = subprocess.run(
            [program, option],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            env={**os.environ, **settings},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout or done.stderr  # older ones print their version there


def this_software(
    ask: AskLibrary = ask_tesseract,
    prefix: Path = Path(sys.prefix),
    ask_voice: AskLibrary = ask_espeak,
) -> Software:
    """The software as it is now. `prefix`: this Python's environment."""
    voice = re.search(r"text-to-speech: (\S+)", ask_voice("--version") or "")
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
        espeak=None if voice is None else voice[1],
    )


def version_of(package: str) -> str | None:
    """A package's version, "there" if it has none, None if it isn't installed."""
    # Slow to load, and every table loads this file before its first screen.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "there" if find_spec(package) is not None else None


def languages_in(listed: str) -> tuple[str, ...]:
    """The languages in Tesseract's list, whose first line is a sentence."""
    return tuple(listed.split("\n")[1:-1])


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return platform.system()


def _build(prefix: Path) -> str | None:
    """The name of the folder in which an installer put this release."""
    folder = prefix.resolve()
    return folder.name if folder.parent.name == "releases" else None
