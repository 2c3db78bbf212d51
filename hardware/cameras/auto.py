"""The kind of camera that is the first there is: on a ribbon cable, else on USB.

Tests: tests/hardware/test_csi_camera.py, tests/device/test_lost_cameras.py.
"""

from __future__ import annotations

import logging

from hardware.cameras.csi import CsiCamera, PicameraMissingError, csi_cameras
from hardware.cameras.port import (
    Camera,
    CameraError,
    CameraKind,
    MonotonicClock,
    NoCameraError,
)
from hardware.cameras.usb import UsbCamera, first_usb_camera
from hardware.machine import this_pi
from hardware.sentences import Sentence

log = logging.getLogger(__name__)


def _auto(_: str, clock: MonotonicClock) -> Camera:
    """The first camera on a ribbon cable if one is there, else the first on USB."""
    ribbons, trouble, missing = 0, "", False
    try:
        ribbons = csi_cameras()
    except PicameraMissingError:
        # No other board has the socket, so there its software is no loss.
        if this_pi(ask=lambda: None).is_one:
            missing = True
    except CameraError as error:
        trouble = str(error)
    if ribbons:
        return CsiCamera(0, clock)
    try:
        node = first_usb_camera()
    except CameraError as error:
        none = Sentence(
            "No camera found: plug in a USB one, or switch off and push in the ribbon cable."
        )
        if missing:
            none = Sentence("{sentence} (That needs the package python3-picamera2.)", sentence=none)
        elif trouble:
            none = Sentence("{sentence} ({why})", sentence=none, why=trouble)
        raise NoCameraError(none) from error
    if missing or trouble:
        why = trouble or "that needs the package python3-picamera2"
        log.info("no camera on a ribbon cable is looked for (%s)", why)
    return UsbCamera(node, clock)


KINDS = {"auto": CameraKind(_auto, note=Sentence("the first there is"))}
