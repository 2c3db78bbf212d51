"""A camera that is opened on the thread that watches it, so that no screen waits for its driver.

To open one may take seconds (its library is loaded with it), and one that hangs may hang there
already. One that isn't there is lost from the start, and sought like one that was unplugged. Knows
no kind of camera. Tests: tests/hardware/test_late_camera.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from hardware.camera import Camera, Frame, HeldCamera, PacedCamera


class LateCamera:
    """What `opened` gives, a live camera, once its frames are asked for; CameraError from there if
    it can't be opened."""

    turn_by_turn = False

    def __init__(self, opened: Callable[[], Camera]) -> None:
        self._opened = opened
        self._camera: Camera | None = None
        self._held = self._resting = self._closed = False
        self._changing = threading.Lock()

    def frames(self) -> Iterator[Frame]:
        camera = self._opened()
        with self._changing:
            self._camera = camera
            self._tell()
            if self._closed:  # while it was being opened
                camera.close()
                return
        yield from camera.frames()

    def rest(self, resting: bool) -> None:
        with self._changing:
            self._resting = resting
            self._tell()

    def hold(self, held: bool) -> None:
        with self._changing:
            self._held = held
            self._tell()

    def close(self) -> None:
        """Closes it as soon as it is open; it isn't waited for."""
        with self._changing:
            self._closed = True
            if self._camera is not None:
                self._camera.close()

    def _tell(self) -> None:
        if isinstance(self._camera, HeldCamera):
            self._camera.hold(self._held)
        if isinstance(self._camera, PacedCamera):
            self._camera.rest(self._resting)
