"""A USB camera: a V4L2 device through OpenCV, and its automatics: exposure, focus, white balance.

It is found by its name under /dev/v4l, never by number, and lost as soon as its node is gone or no
new frame comes. Which of its automatics run is decided in held_light.py. Knows no board and no
game. Tests: tests/hardware/test_usb_camera.py.
"""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.held_light import HeldLight, Order, stops
from hardware.cameras.port import (
    FRAMES_EVERY,
    GLANCE_WIDTH,
    NEW_FRAME_WITHIN,
    CameraError,
    CameraKind,
    Frame,
    MonotonicClock,
)
from hardware.sentences import Sentence

# --- controls ---
# OpenCV's V4L2 properties on the device that is open anyway: they stand for the controls' numbers,
# which are the same under the kernel's older and newer names (exposure_auto is auto_exposure). No
# other program is needed, and none competes for the device. What a camera can't do is logged
# once.


class Properties(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...


@dataclass(frozen=True)
class Automatic:
    """A thing that a camera chooses: the switch of its automatic and the value it chooses.

    `on`: what switches it on, the first that the camera takes.
    """

    name: str
    switch: int
    on: tuple[int, ...]
    off: int
    value: int


EXPOSURE = Automatic(
    # 3 is aperture priority, all that most webcams know; 0 is fully automatic (V4L2_EXPOSURE_…).
    "exposure",
    cv2.CAP_PROP_AUTO_EXPOSURE,
    (3, 0),
    1,
    cv2.CAP_PROP_EXPOSURE,
)
FOCUS = Automatic("focus", cv2.CAP_PROP_AUTOFOCUS, (1,), 0, cv2.CAP_PROP_FOCUS)
WHITE_BALANCE = Automatic(
    "white balance", cv2.CAP_PROP_AUTO_WB, (1,), 0, cv2.CAP_PROP_WB_TEMPERATURE
)
AUTOMATICS = (EXPOSURE, FOCUS, WHITE_BALANCE)

CHOSEN = {
    Order.CHOOSE: frozenset(AUTOMATICS),
    Order.CHOOSE_LIGHT: frozenset({EXPOSURE, WHITE_BALANCE}),
    Order.HOLD: frozenset[Automatic](),
    Order.HOLD_BUT_EXPOSURE: frozenset({EXPOSURE}),
}
"""What the camera chooses by itself, for each order; the rest is held."""


class UsbControls:
    """Switches the automatics of one opened camera. `name` names it in the log."""

    def __init__(self, camera: Properties, name: str) -> None:
        self._camera, self._name = camera, name
        self._unable: set[Automatic] = set()

    def obey(self, order: Order) -> None:
        """Switches what the order says; what the camera can't do is left as it is."""
        for automatic in AUTOMATICS:
            if automatic in self._unable:
                continue
            chooses = automatic in CHOSEN[order]
            if not (self._switched_on(automatic) if chooses else self._held(automatic)):
                self._unable.add(automatic)
                log.warning("%s: its %s can't be switched", self._name, automatic.name)

    def _switched_on(self, automatic: Automatic) -> bool:
        return any(self._set(automatic.switch, value) for value in automatic.on)

    def _held(self, automatic: Automatic) -> bool:
        """Off, at the value in force: most cameras stay where they are when their automatic is
        switched off, and one that falls back to an older value has the one in force set again."""
        in_force = self._camera.get(automatic.value)
        if not self._set(automatic.switch, automatic.off):
            return False
        now = self._camera.get(automatic.value)
        if now != in_force and not self._set(automatic.value, in_force):
            log.warning("%s: its %s is %g, not %g", self._name, automatic.name, now, in_force)
        log.info("%s: %s held at %g", self._name, automatic.name, in_force)
        return True

    def _set(self, what: int, value: float) -> bool:
        """Whether the camera says yes, and then has it."""
        return self._camera.set(what, value) and self._camera.get(what) == value


# --- the camera ---

log = logging.getLogger(__name__)

DEVICES = Path("/dev/v4l")
"""Where udev names cameras by what they are (by-id) and where they are plugged in (by-path)."""

FRAME_WIDTH, FRAME_HEIGHT = 1920, 1080
"""Pixels that are asked for; the camera gives the nearest that it has."""

MJPG = "MJPG"
"""Every frame a JPEG file: more of them, and larger ones, go through USB than of any other."""

SELECT_TIMEOUT = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"
"""OpenCV waits this many seconds for a frame, 10 by default; it is read when the first camera is
opened (modules/videoio/src/cap_v4l.cpp)."""

LOOK_AGAIN_AFTER = 0.05
"""Seconds between two looks at a camera that has given nothing."""


SHRUNK = (
    (8, cv2.IMREAD_REDUCED_GRAYSCALE_8),
    (4, cv2.IMREAD_REDUCED_GRAYSCALE_4),
    (2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
)
"""By what libjpeg shrinks a picture as it decodes it, and how OpenCV is asked to."""


END_OF_JPEG = b"\xff\xd9"
"""The marker at the end; nothing else in a picture's data looks like it. OpenCV before 5, but for a
few, fills what is missing of a torn picture with grey."""


class TornFrameError(Exception):
    """A frame that isn't whole, or can't be decoded: the next one will do."""


class JpegFrame(Frame):
    """A frame as a camera encodes it: its picture is decoded when it is asked for the first time,
    its glance from as little of it as will do (libjpeg gives a half, a quarter or an eighth)."""

    def __init__(self, jpeg: NDArray[np.uint8], width: int, at: float, camera: Path) -> None:
        """`jpeg`: uint8 [bytes]; `width`: of its picture in pixels. TornFrameError if it isn't
        whole, or can't be decoded."""
        # From its end, where the marker is: 0xff comes so often that a search from the front takes
        # a tenth as long as decoding.
        if jpeg.tobytes().rfind(END_OF_JPEG) < 0:
            raise TornFrameError
        self._jpeg, self._camera, self.at, self.name = jpeg, camera, at, ""
        shrunk = (flag for by, flag in SHRUNK if width >= by * GLANCE_WIDTH)
        self.glance = self._decoded(next(shrunk, cv2.IMREAD_GRAYSCALE))

    @cached_property
    def picture(self) -> NDArray[np.uint8]:  # decoded once
        try:
            return self._decoded(cv2.IMREAD_COLOR)
        except TornFrameError as error:  # though its glance could be
            raise _no_more_pictures(self._camera) from error

    def _decoded(self, how: int) -> NDArray[np.uint8]:
        try:
            picture = cv2.imdecode(self._jpeg, how)
        except cv2.error as error:
            raise TornFrameError from error
        if picture is None:
            raise TornFrameError
        return np.asarray(picture, np.uint8)


def _no_more_pictures(camera: Path) -> CameraError:
    return CameraError(Sentence("No more pictures from {camera}: is it unplugged?", camera=camera))


def first_usb_camera(devices: Path = DEVICES) -> Path:
    """The first USB camera by its name, else by its socket; CameraError where there is none.

    Index 0 of a camera gives pictures (index 1 describes them), and a Pi's own codecs are listed
    by-path as well: those aren't on USB.
    """
    for pattern in ("by-id/usb-*-video-index0", "by-path/*-usb*-video-index0"):
        found = sorted(devices.glob(pattern))
        if len(found) > 1:
            names = ", ".join(path.name for path in found[1:])
            log.warning("using %s; there are also %s", found[0], names)
        if found:
            return found[0]
    raise CameraError(Sentence("No USB camera found: is it plugged in?"))


class UsbCamera:
    """One V4L2 device, by its path.

    It is asked for MJPG, then its size, then one buffer, in that order; what it then gives is read
    back. If that is MJPG, OpenCV is asked not to decode it (opencv/opencv, issue 25681): pictures
    come as they are, and only what is looked at is decoded, as far as it is looked at.
    """

    turn_by_turn = False

    def __init__(
        self,
        node: Path,
        clock: MonotonicClock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._node, self._clock, self._sleep = node, clock, sleep
        if not os.path.exists(node):  # Path's own raises for names too long
            raise CameraError(
                Sentence("{camera} isn’t there: is the camera plugged in?", camera=node)
            )
        # Whole seconds, and less than NEW_FRAME_WITHIN: a pulled cable is noticed within that.
        os.environ.setdefault(SELECT_TIMEOUT, "1")
        self._capture = cv2.VideoCapture(str(node), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraError(
                Sentence(
                    "Can’t open {camera} as a camera: is another program using it, or is "
                    "it something else?",
                    camera=node,
                )
            )
        self._set_format()
        self._controls = UsbControls(self._capture, str(node))
        self._held = HeldLight()
        self._stamp = math.nan
        self._closed = self._wants_held = False
        self._every = FRAMES_EVERY

    def _set_format(self) -> None:
        wanted = (
            (MJPG, cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*MJPG)),
            (f"a width of {FRAME_WIDTH}", cv2.CAP_PROP_FRAME_WIDTH, FRAME_WIDTH),
            (f"a height of {FRAME_HEIGHT}", cv2.CAP_PROP_FRAME_HEIGHT, FRAME_HEIGHT),
            ("one buffer", cv2.CAP_PROP_BUFFERSIZE, 1),
        )
        for name, what, value in wanted:
            if not self._capture.set(what, value):
                log.info("%s refuses %s", self._node, name)
        code = int(self._capture.get(cv2.CAP_PROP_FOURCC))
        width, height = (
            int(self._capture.get(what))
            for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        pixels = code.to_bytes(4, "little", signed=code < 0).decode("ascii", "replace")
        self._width = width
        if pixels == MJPG and not self._capture.set(cv2.CAP_PROP_CONVERT_RGB, 0):
            log.info("%s: OpenCV decodes every picture itself", self._node)
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        log.info("%s gives %d x %d %s, %.3g a second", self._node, width, height, pixels, rate)
        if (width, height) != (FRAME_WIDTH, FRAME_HEIGHT):
            log.warning(
                "%s gives %d x %d, not %d x %d",
                self._node,
                width,
                height,
                FRAME_WIDTH,
                FRAME_HEIGHT,
            )

    def frames(self) -> Iterator[Frame]:
        last = self._clock()
        shown = -math.inf
        try:
            while not self._closed:
                new = self._capture.grab() and self._is_new()
                now = self._clock()
                if new and now < shown + self._every:
                    last = now
                    continue
                frame = self._retrieved(now) if new else None
                if frame is not None:
                    last = shown = now
                    self._hold_or_let_go(frame)
                    yield frame
                elif now - last > NEW_FRAME_WITHIN or not self._node.exists():
                    raise _no_more_pictures(self._node)
                else:
                    self._sleep(LOOK_AGAIN_AFTER)
        finally:
            self._capture.release()

    def _retrieved(self, now: float) -> Frame | None:
        """What was grabbed; None for a torn picture, which can't be decoded or makes OpenCV
        raise."""
        try:
            good, came = self._capture.retrieve()
            if not good:
                return None
            picture = np.asarray(came, dtype=np.uint8)
            # A JPEG file comes as one row, or as one column, of bytes.
            if picture.ndim == 2 and 1 in picture.shape:
                return JpegFrame(picture.ravel(), self._width, now, self._node)
        except (cv2.error, TornFrameError) as error:
            log.info("%s gave a torn picture: %r", self._node, error)
            return None
        return Frame(picture, now)

    def _is_new(self) -> bool:
        """Whether what was grabbed isn't the frame before once more, by the driver's time of it."""
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        new = stamp <= 0 or stamp != self._stamp
        self._stamp = stamp
        return new

    def _hold_or_let_go(self, frame: Frame) -> None:
        seen = frame.picture if frame.glance is None else frame.glance
        self._held, order = self._held.see(self._wants_held, stops(seen), frame.at)
        if order is not None:
            self._controls.obey(order)
            if order is Order.HOLD_BUT_EXPOSURE:
                log.warning("%s can't hold its exposure: it stays automatic", self._node)

    def give_every(self, seconds: float) -> None:
        self._every = seconds

    def hold(self, held: bool) -> None:
        self._wants_held = held

    def close(self) -> None:
        self._closed = True


KINDS = {
    "usb": CameraKind(lambda _, clock: UsbCamera(first_usb_camera(), clock)),
    "v4l2": CameraKind(
        lambda where, clock: UsbCamera(Path(where), clock), ":/dev/v4l/by-id/…", ":.+"
    ),
}
