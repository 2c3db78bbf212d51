"""What a table watches, by the name that a call or the settings give it: a camera, or a recording.

Knows no game. Tests: tests/device/test_lost_cameras.py, tests/device/test_play.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from hardware.camera import Camera, CameraError, CameraNameError
from hardware.cameras import kind_of, open_camera
from hardware.late_camera import LateCamera

RECORDINGS = ("folder:", "video:")
"""Cameras whose games are over when they end: they are kept only where --journal asks for it."""


def live_source(source: str) -> str:
    """That name of a camera; a usage error if it names none, or a recording: that ends, and its
    games aren't kept."""
    try:
        kind_of(source)
    except CameraNameError as error:
        raise click.UsageError(str(error)) from error
    if source.startswith(RECORDINGS):
        raise click.UsageError(f"{source} is a recording: an appliance needs a camera.")
    return source


def watched(source: str, say: Callable[[str], None]) -> Camera | None:
    """The camera of that name, a live one not opened yet: the first screen doesn't wait for it, and
    one that isn't there is sought. Without one the game goes on, and that is said."""
    if not source:
        say("No camera was named (--camera): plays can't be seen.")
        return None
    try:
        kind_of(source)
        if source.startswith(RECORDINGS):
            return open_camera(source, time.monotonic)
    except CameraError as error:
        raise click.UsageError(str(error)) from error
    return LateCamera(lambda: open_camera(source, time.monotonic))
