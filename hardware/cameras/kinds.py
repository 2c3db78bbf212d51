"""Opens a camera by its name: the registry of the kinds there are.

A new kind is one class in a file of its own and a line here. Tests: tests/hardware/test_camera.py,
whose contract every kind that can be opened without hardware keeps.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.cameras.csi import CsiCamera, PicameraMissingError, csi_cameras
from hardware.cameras.port import (
    Camera,
    CameraError,
    CameraNameError,
    MonotonicClock,
    RibbonCableError,
)
from hardware.cameras.recordings import FolderCamera, VideoFileCamera
from hardware.cameras.usb import UsbCamera, first_usb_camera
from hardware.machine import this_pi

log = logging.getLogger(__name__)

Opener: TypeAlias = Callable[[str, MonotonicClock], Camera]
"""Opens a camera, given what stands behind the colon of its name ("" if nothing does)."""


@dataclass(frozen=True)
class CameraKind:
    """A kind of camera.

    `where`: what follows its name, as a person is told it, in brackets if it may be left out;
    `fits`: the same as a regular expression.
    """

    open: Opener
    where: str = ""
    fits: str = ""


def _folder(where: str, clock: MonotonicClock) -> Camera:
    return FolderCamera(Path(where), clock)


def _video(where: str, clock: MonotonicClock) -> Camera:
    return VideoFileCamera(Path(where), clock)


def _v4l2(where: str, clock: MonotonicClock) -> Camera:
    return UsbCamera(Path(where), clock)


def _usb(_: str, clock: MonotonicClock) -> Camera:
    return UsbCamera(first_usb_camera(), clock)


def _csi(where: str, clock: MonotonicClock) -> Camera:
    return CsiCamera(int(where or "0"), clock)


def _auto(_: str, clock: MonotonicClock) -> Camera:
    """The first camera on a ribbon cable if one is there, else the first on USB."""
    ribbons, trouble = 0, ""
    try:
        ribbons = csi_cameras()
    except PicameraMissingError:
        # No other board has the socket, so there its software is no loss.
        if this_pi(ask=lambda: None).is_one:
            trouble = " (That needs the package python3-picamera2.)"
    except CameraError as error:
        trouble = f" ({error})"
    if ribbons:
        return CsiCamera(0, clock)
    try:
        node = first_usb_camera()
    except CameraError as error:
        raise RibbonCableError(
            "No camera is there: plug one in by USB, or switch off and push the ribbon cable in."
            + trouble
        ) from error
    if trouble:
        log.info("no camera on a ribbon cable is looked for%s", trouble)
    return UsbCamera(node, clock)


CAMERAS: dict[str, CameraKind] = {
    "auto": CameraKind(_auto),
    "csi": CameraKind(_csi, "[:NUMBER]", "(:[0-9])?"),
    "folder": CameraKind(_folder, ":PATH", ":.+"),
    "usb": CameraKind(_usb),
    "v4l2": CameraKind(_v4l2, ":/dev/v4l/by-id/…", ":.+"),
    "video": CameraKind(_video, ":PATH", ":.+"),
}
"""Kinds of cameras by the name used in `--camera`."""


def open_camera(source: str, clock: MonotonicClock = time.monotonic) -> Camera:
    """The camera named by "auto", "csi", "csi:1", "usb", "v4l2:/dev/v4l/by-id/…", "folder:PATH" or
    "video:PATH".

    CameraError with a sentence if it can't be opened, and CameraNameError if that names none.
    """
    return kind_of(source).open(source.partition(":")[2], clock)


def kind_of(source: str) -> CameraKind:
    """The kind of camera that is named; CameraNameError with a sentence if that names none."""
    name = source.partition(":")[0]
    kind = CAMERAS.get(name)
    if kind is None or not re.fullmatch(kind.fits, source.removeprefix(name), re.DOTALL):
        kinds = ", ".join(name + kind.where for name, kind in CAMERAS.items())
        raise CameraNameError(f"{source!r} names no camera: use {kinds}.")
    return kind
