"""Opens a camera by its name: the registry of the kinds there are.

A new kind is one class in a file of this folder, which names it in its own KINDS: nothing else
lists them. Tests: tests/hardware/test_camera.py, whose contract every kind that can be opened
without hardware keeps.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from hardware.cameras.mains import mains_hertz
from hardware.cameras.port import (
    Camera,
    CameraKind,
    CameraNameError,
    MonotonicClock,
    SteadyCamera,
)
from hardware.sentences import Sentence, joined


def _kinds() -> Iterator[tuple[str, CameraKind]]:
    """What every file of this folder says in its KINDS."""
    for file in iter_modules([str(Path(__file__).parent)]):
        kinds: Mapping[str, CameraKind] = getattr(
            import_module(f"hardware.cameras.{file.name}"), "KINDS", {}
        )
        yield from kinds.items()


CAMERAS: Mapping[str, CameraKind] = MappingProxyType(
    dict(sorted(_kinds(), key=lambda kind: (kind[1].recording, kind[0])))
)
"""Kinds of cameras by the name used in `--camera`: those that see a table, then recordings."""


def open_camera(source: str, clock: MonotonicClock = time.monotonic, hertz: int = 0) -> Camera:
    """The camera named by "auto", "csi", "csi:1", "usb", "v4l2:/dev/v4l/by-id/…", "folder:PATH" or
    "video:PATH". `hertz`: of the mains that lamps burn on, 0 for those of the machine's country.

    CameraError with a sentence if it can't be opened, and CameraNameError if that names none.
    """
    camera = kind_of(source).open(source.partition(":")[2], clock)
    if isinstance(camera, SteadyCamera):
        camera.under_mains(hertz or mains_hertz())
    return camera


def kind_of(source: str) -> CameraKind:
    """The kind of camera that is named; CameraNameError with a sentence if that names none."""
    kind = _named(source)
    if kind is None:
        kinds = ", ".join(name + CAMERAS[name].where for name in sorted(CAMERAS))
        raise CameraNameError(
            Sentence("{name} isn’t a camera: use {kinds}.", name=repr(source), kinds=kinds)
        )
    return kind


def is_recording(source: str) -> bool:
    """Whether that names pictures that end."""
    kind = _named(source)
    return kind is not None and kind.recording


def _named(source: str) -> CameraKind | None:
    name = source.partition(":")[0]
    kind = CAMERAS.get(name)
    if kind is None or not re.fullmatch(kind.fits, source.removeprefix(name), re.DOTALL):
        return None
    return kind


def kinds_help() -> Sentence:
    """All kinds of cameras, as help texts say what to write."""
    described = (_described(f"{name}{kind.where}", kind.note) for name, kind in CAMERAS.items())
    return joined(described, ", ", Sentence("or"))


def _described(kind: str, note: str) -> str:
    return Sentence("{kind} ({note})", kind=kind, note=note) if note else kind
