"""Cameras: what gives frames, behind one small port, and the registry that opens one by name.

A camera knows no board and no game; it only says what it saw and when. The virtual table
(device/virtual.py) fits the same port. Tests: tests/hardware/test_camera.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

Clock: TypeAlias = Callable[[], float]
"""Seconds on a clock that never jumps (time.monotonic, or a test's own)."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})

NEW_FRAME_WITHIN = 3.0
"""Seconds without a new frame after which a live camera counts as lost: a pulled USB camera
answers False at once or after OpenCV's select timeout, never with an exception."""


FRAMES_EVERY = 0.1
"""Seconds between two frames that are handed on; what a camera sees in between is not even decoded.
Ten frames a second are enough to tell a hand from a table at rest."""

FRAMES_EVERY_AT_REST = 0.25
"""The same while nothing has moved for a while: to decode a large picture takes ten times as long
as to look at it, and a hand is still seen well before it has laid a tile."""


class CameraError(Exception):
    """A camera that can't be opened or has gone; its text is a sentence for the players."""


class CameraHungError(CameraError):
    """A camera that hangs in its driver: it can't even be closed, and only the end of the program
    frees it."""


@dataclass(frozen=True)
class Frame:
    """One picture (uint8 [height, width, 3], BGR), its monotonic time, its file if it has one."""

    picture: NDArray[np.uint8]
    at: float
    name: str = ""


class Camera(Protocol):
    """Anything that sees the table.

    `turn_by_turn`: every frame is a settled picture, one for each turn (a recorded folder); else
    frames come as they are, moving hands and all. `frames` yields until the recording ends or the
    camera is closed from another thread, and raises CameraError when the camera is lost.
    """

    @property
    def turn_by_turn(self) -> bool: ...

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


@runtime_checkable
class PacedCamera(Camera, Protocol):
    """A camera whose every frame costs work: it can be told that nothing moves."""

    def rest(self, resting: bool) -> None:
        """From now on frames may come more slowly, or have to come as ever. From any thread."""


@runtime_checkable
class HeldCamera(Camera, Protocol):
    """A camera that chooses focus, exposure and white balance by itself until it is held."""

    def hold(self, held: bool) -> None:
        """From now on they stay as they are, or the camera chooses again. From any thread."""


class FolderCamera:
    """The pictures of a folder in the order of their names, one settled picture a turn.

    `shown_all` tells whether every one of them has been shown.
    """

    turn_by_turn = True
    shown_all = False

    def __init__(self, folder: Path, clock: Clock = time.monotonic) -> None:
        if not folder.is_dir():
            raise CameraError(f"{folder} is no folder of pictures.")
        self._files = sorted(
            file for file in folder.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES
        )
        if not self._files:
            raise CameraError(f"{folder} holds no picture (.jpg, .png or .webp).")
        self._clock = clock
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        for file in self._files:
            if self._closed:
                return
            picture = cv2.imdecode(np.fromfile(file, dtype=np.uint8), cv2.IMREAD_COLOR)
            if picture is None:
                raise CameraError(f"{file} is no picture that can be read.")
            yield Frame(np.asarray(picture, dtype=np.uint8), self._clock(), file.name)
        self.shown_all = True

    def close(self) -> None:
        self._closed = True


class VideoCamera:
    """A V4L2 device or a video file through OpenCV.

    A device is asked for MJPG, then its size, then one buffer, in that order, and the size is
    whatever it then gives. A file is played at its own speed and ends.
    """

    turn_by_turn = False

    def __init__(
        self,
        source: str,
        *,
        live: bool,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        width: int = 1920,
        height: int = 1080,
        every: float = FRAMES_EVERY,
    ) -> None:
        self._every = every
        self._source, self._live, self._clock, self._sleep = source, live, clock, sleep
        backend = cv2.CAP_V4L2 if live else cv2.CAP_ANY
        if not Path(source).exists():
            raise CameraError(f"{source} is not there: is the camera plugged in?")
        self._capture = cv2.VideoCapture(source, backend)
        if not self._capture.isOpened():
            raise CameraError(f"{source} can't be opened as a camera or a video.")
        if live:
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._closed = self._resting = False

    def frames(self) -> Iterator[Frame]:
        try:
            yield from self._live_frames() if self._live else self._recorded_frames()
        finally:
            self._capture.release()

    def _live_frames(self) -> Iterator[Frame]:
        last = self._clock()
        shown = -math.inf
        while not self._closed:
            good = self._capture.grab()
            now = self._clock()
            every = FRAMES_EVERY_AT_REST if self._resting else self._every
            if good and now < shown + every:
                last = now
                continue
            picture = None
            if good:
                good, picture = self._capture.retrieve()
            if good:
                last = shown = now
                yield Frame(np.asarray(picture, dtype=np.uint8), now)
            elif now - last > NEW_FRAME_WITHIN or not Path(self._source).exists():
                raise CameraError(f"{self._source} gives no pictures any more: is it unplugged?")
            else:
                self._sleep(0.05)

    def _recorded_frames(self) -> Iterator[Frame]:
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        step = 1.0 / rate if rate > 0 else 1.0 / 25
        start, number, shown = self._clock(), 0, -self._every
        while not self._closed:
            if not self._capture.grab():
                return
            since = number * step
            number += 1
            if since < shown + self._every:
                continue
            good, picture = self._capture.retrieve()
            if not good:
                return
            shown = since
            self._sleep(max(0.0, start + since - self._clock()))
            yield Frame(np.asarray(picture, dtype=np.uint8), self._clock())

    def rest(self, resting: bool) -> None:
        """A device gives fewer frames while nothing moves; a file is played as it was taken."""
        self._resting = resting

    def close(self) -> None:
        self._closed = True


def _folder(where: str, clock: Clock) -> Camera:
    return FolderCamera(Path(where), clock)


def _video(where: str, clock: Clock) -> Camera:
    return VideoCamera(where, live=False, clock=clock)


def _v4l2(where: str, clock: Clock) -> Camera:
    return VideoCamera(where, live=True, clock=clock)


CAMERAS: dict[str, Callable[[str, Clock], Camera]] = {
    "folder": _folder,
    "v4l2": _v4l2,
    "video": _video,
}
"""Kinds of cameras by the name used before the colon in `--camera KIND:WHERE`."""


def open_camera(source: str, clock: Clock = time.monotonic) -> Camera:
    """The camera named by "folder:PATH", "video:PATH" or "v4l2:/dev/v4l/by-id/…".

    CameraError with a sentence if the kind is unknown or the camera can't be opened.
    """
    kind, colon, where = source.partition(":")
    if not colon or kind not in CAMERAS:
        kinds = ", ".join(f"{name}:PATH" for name in sorted(CAMERAS))
        raise CameraError(f"{source!r} names no camera: use {kinds}.")
    return CAMERAS[kind](where, clock)
