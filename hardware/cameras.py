"""Opens a camera by its name: the registry of the kinds there are.

A new kind is one class in a file of its own and a line here. Tests: tests/hardware/test_camera.py,
whose contract every kind that can be opened without hardware keeps.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hardware.camera import Camera, CameraError, CameraNameError, Clock
from hardware.csi_camera import CsiCamera, PicameraMissingError, csi_cameras
from hardware.recordings import FolderCamera, VideoFileCamera
from hardware.usb_camera import UsbCamera, first_usb_camera

log = logging.getLogger(__name__)

Opener: TypeAlias = Callable[[str, Clock], Camera]
"""Opens a camera, given what stands behind the colon of its name ("" if nothing does)."""


@dataclass(frozen=True)
class Kind:
    """A kind of camera.

    `where`: what stands behind the colon, as a person is told it; in brackets if it may be left
    out, empty if there is nothing.
    """

    open: Opener
    where: str


def _folder(where: str, clock: Clock) -> Camera:
    return FolderCamera(Path(where), clock)


def _video(where: str, clock: Clock) -> Camera:
    return VideoFileCamera(Path(where), clock)


def _v4l2(where: str, clock: Clock) -> Camera:
    return UsbCamera(Path(where), clock)


def _usb(_: str, clock: Clock) -> Camera:
    return UsbCamera(first_usb_camera(), clock)


def _csi(where: str, clock: Clock) -> Camera:
    if where and not (where.isascii() and where.isdigit()):
        raise CameraNameError(f"csi:{where} names no camera: use csi, or csi:1 for the second one.")
    return CsiCamera(int(where or "0"), clock)


def _auto(_: str, clock: Clock) -> Camera:
    """The first camera on a ribbon cable if one is there, else the first on USB."""
    trouble = ""
    try:
        if csi_cameras():
            return CsiCamera(0, clock)
    except PicameraMissingError as error:
        log.info("%s", error)
        trouble = f" ({error})"
    try:
        node = first_usb_camera()
    except CameraError as error:
        raise CameraError(
            "No camera is there: plug one in by USB, or switch off and push the ribbon cable in."
            + trouble
        ) from error
    return UsbCamera(node, clock)


CAMERAS: dict[str, Kind] = {
    "auto": Kind(_auto, ""),
    "csi": Kind(_csi, "[:NUMBER]"),
    "folder": Kind(_folder, ":PATH"),
    "usb": Kind(_usb, ""),
    "v4l2": Kind(_v4l2, ":/dev/v4l/by-id/…"),
    "video": Kind(_video, ":PATH"),
}
"""Kinds of cameras by the name used in `--camera`."""


def open_camera(source: str, clock: Clock = time.monotonic) -> Camera:
    """The camera named by "auto", "csi", "csi:1", "usb", "v4l2:/dev/v4l/by-id/…", "folder:PATH" or
    "video:PATH".

    CameraError with a sentence if it can't be opened, and CameraNameError if that names none.
    """
    kind, where = _parted(source)
    return kind.open(where, clock)


def _parted(source: str) -> tuple[Kind, str]:
    name, colon, where = source.partition(":")
    kind = CAMERAS.get(name)
    if kind is not None:
        bare = not colon and not kind.where.startswith(":")
        if bare or (where and kind.where):
            return kind, where
    kinds = ", ".join(name + kind.where for name, kind in CAMERAS.items())
    raise CameraNameError(f"{source!r} names no camera: use {kinds}.")
