"""Cameras: what gives frames, behind one small port; and a camera that is opened on the thread that
watches it, so that no screen waits for its driver.

A camera knows no board and no game; it only says what it saw and when. Each kind has a file of its
own (usb.py, csi.py, recordings.py), which kinds.py finds; the virtual table
(device/simulator/camera.py) fits the same port. Tests: tests/hardware/test_camera.py,
tests/hardware/test_late_camera.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

MonotonicClock: TypeAlias = Callable[[], float]
"""Seconds on a clock that never jumps (time.monotonic, or a test's own)."""

NEW_FRAME_WITHIN = 3.0
"""Seconds without a new frame after which a live camera counts as lost."""

FRAMES_EVERY = 0.1
"""Seconds between two frames that are handed on; what a camera sees in between is not even decoded.
Ten frames a second are enough to tell a hand from a table at rest."""

FRAMES_EVERY_AT_REST = 0.5
"""The same while nothing has moved for a while: to decode a picture takes ten times as long as to
look at it, and who lays a word takes longer; what lies there then is seen even if the hand wasn't.
"""

FRAMES_EVERY_IN_A_LULL = 1.0
"""The same while nothing has moved for a minute: even a single tile takes longer to lay and press
for, and a press asks for a frame at once."""

GLANCE_WIDTH = 320
"""Pixels across that a glance has at least: enough to see whether something moved."""


# CameraError
# ├── CameraNameError   there is no kind of camera of that name
# ├── RibbonCableError  none answers, and a ribbon cable may be the reason
# │   └── NoCameraError   none was found, of any kind
# └── CameraHungError   it hangs in its driver


class CameraError(Exception):
    """A camera that can't be opened or has gone; its text is a sentence for the players."""


class CameraNameError(CameraError):
    """A name that names no kind of camera: no waiting will bring it."""


class RibbonCableError(CameraError):
    """No camera answers, and it may be one on a ribbon cable: that is not for touching while there
    is power."""


class NoCameraError(RibbonCableError):
    """No camera was found of any kind, on a ribbon cable or on USB."""


class CameraHungError(CameraError):
    """A camera that hangs in its driver: it can't even be closed, and only the end of the program
    frees it."""


class Frame:
    """One picture (uint8 [height, width, 3], BGR), its monotonic time, its file if it has one."""

    glance: NDArray[np.uint8] | None = None
    """The same grey and small, uint8 [height, width], GLANCE_WIDTH or more wide, of a camera that
    gives this for less work than the picture; always or never."""

    def __init__(self, picture: NDArray[np.uint8], at: float, name: str = "") -> None:
        self._picture, self.at, self.name = picture, at, name

    @property
    def picture(self) -> NDArray[np.uint8]:
        return self._picture


class _TurnedBack(Frame):
    """A frame of a camera that mirrors, the other way round."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self.at, self.name = frame, frame.at, frame.name
        self.glance = None if frame.glance is None else _turned_back(frame.glance)

    @cached_property
    def picture(self) -> NDArray[np.uint8]:  # turned once
        return _turned_back(self._frame.picture)


def _turned_back(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(picture[:, ::-1])


def turned_back(frames: Iterator[Frame]) -> Iterator[Frame]:
    """The frames of a camera that mirrors what it sees, as they would be if it didn't."""
    for frame in frames:
        yield _TurnedBack(frame)


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


Opener: TypeAlias = Callable[[str, MonotonicClock], Camera]
"""Opens a camera, given what stands behind the colon of its name ("" if nothing does)."""


@dataclass(frozen=True)
class CameraKind:
    """A kind of camera.

    `where`: what follows its name, as help texts show it, in brackets if it may be left out;
    `fits`: the same as a regular expression. `recording`: its pictures end, and the game with them.
    `note`: what help texts add, in a few words.
    """

    open: Opener
    where: str = ""
    fits: str = ""
    recording: bool = False
    note: str = ""


@runtime_checkable
class PacedCamera(Camera, Protocol):
    """A camera whose every frame costs work: it can rest while nothing moves."""

    def give_every(self, seconds: float) -> None:
        """From now on a frame is given no sooner than so long after the one before, FRAMES_EVERY at
        first. From any thread; the frame that is waited for comes sooner too."""


@runtime_checkable
class HeldCamera(Camera, Protocol):
    """A camera that chooses focus, exposure and white balance by itself until it is held."""

    def hold(self, held: bool) -> None:
        """From now on they stay as they are, or the camera chooses again. From any thread."""


@runtime_checkable
class SteadyCamera(Camera, Protocol):
    """A camera that can choose its exposures so that lamps don't flicker in them."""

    def under_mains(self, hertz: int) -> None:
        """The lamps here burn on mains of this many hertz. Before its frames are asked for."""


# --- opened late ---
# To open one may take seconds (its library is loaded with it), and one that hangs may hang there
# already. One that isn't there is lost from the start, and sought like one that was unplugged.


class LateCamera:
    """What `opened` gives, a live camera, once its frames are asked for; CameraError from there if
    it can't be opened."""

    turn_by_turn = False

    def __init__(self, opened: Callable[[], Camera]) -> None:
        self._opened = opened
        self._camera: Camera | None = None
        self._held = self._closed = False
        self._every = FRAMES_EVERY
        self._changing = threading.Lock()

    def frames(self) -> Iterator[Frame]:
        camera = self._opened()
        with self._changing:
            self._camera = camera
            self._pass_on()
            if self._closed:  # while it was being opened
                camera.close()
                return
        yield from camera.frames()

    def give_every(self, seconds: float) -> None:
        with self._changing:
            self._every = seconds
            self._pass_on()

    def hold(self, held: bool) -> None:
        with self._changing:
            self._held = held
            self._pass_on()

    def close(self) -> None:
        """Closes it as soon as it is open; it isn't waited for."""
        with self._changing:
            self._closed = True
            if self._camera is not None:
                self._camera.close()

    def _pass_on(self) -> None:
        if isinstance(self._camera, HeldCamera):
            self._camera.hold(self._held)
        if isinstance(self._camera, PacedCamera):
            self._camera.give_every(self._every)


class CameraStatus(StrEnum):
    """Whether a table has a camera that sees.

    CABLE: lost, maybe by its ribbon cable, which is not for touching while there is power.
    """

    SEES = "sees"
    LOST = "lost"
    CABLE = "cable"
    NONE = "none"
    ENDED = "ended"

    @property
    def gone(self) -> bool:
        """Whether there was one, and it may be had again."""
        return self in (CameraStatus.LOST, CameraStatus.CABLE)
