"""What lies in front of a camera that is plugged into a machine: a drawn table, as a sensor sees
it.

Tests: workshop/tests/test_machine_lens.py.
"""

from __future__ import annotations

import threading
import time
from typing import Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.camera import Sensor, Spoiling, household_table
from device.simulator.scene import SIZE, Scene
from engine.variants import Variant

CAMERA_WIDTH, CAMERA_HEIGHT = SIZE
CAMERA_RATE = 5
"""Pictures a second: an emulated processor takes long for one."""


def jpeg_of(picture: NDArray[np.uint8]) -> bytes:
    """A picture, uint8 [height, width, 3], BGR, as the camera gives it."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


class Shows(Protocol):
    """What pictures are put in front of: workshop/machine/camera.py's Camera."""

    def show(self, jpeg: bytes) -> None: ...


class Lens:
    """In front of a camera that is plugged in, from `with` to its end: every picture of the scene
    has a noise of its own, as a sensor's, by which a camera that is stuck is known."""

    def __init__(self, camera: Shows, scene: Scene) -> None:
        self._camera, self.scene = camera, scene
        self._sensor = Sensor(SIZE, Spoiling(), seed=1)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._film, name="lens", daemon=True)

    def _film(self) -> None:
        began = time.monotonic()
        while not self._ended.wait(1 / CAMERA_RATE):
            at = time.monotonic() - began
            picture = self._sensor.expose(self.scene.picture, at, touched=False)
            self._camera.show(jpeg_of(picture))

    def __enter__(self) -> Self:
        self._camera.show(jpeg_of(self.scene.picture))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def scene_of(variant: Variant) -> Scene:
    """The table of a household that has this game."""
    return household_table(1, variant=variant)
