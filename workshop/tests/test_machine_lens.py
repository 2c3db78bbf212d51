"""What lies in front of a machine's camera is seen as it is, and never twice the same."""

from __future__ import annotations

import cv2
import numpy as np

from device.simulator.camera import household_table
from workshop.machine.lens import CAMERA_HEIGHT, CAMERA_WIDTH, Lens, jpeg_of


def test_the_camera_shows_the_table() -> None:
    table = household_table(1).picture
    seen = cv2.imdecode(np.frombuffer(jpeg_of(table), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape == (CAMERA_HEIGHT, CAMERA_WIDTH, 3)
    assert float(np.abs(seen.astype(int) - table).mean()) < 5


class Shown:
    """A camera that keeps what is in front of it."""

    def __init__(self) -> None:
        self.jpegs: list[bytes] = []

    def show(self, jpeg: bytes) -> None:
        self.jpegs.append(jpeg)


def test_no_two_pictures_are_the_same() -> None:
    camera = Shown()
    with Lens(camera, household_table(1)):
        while len(camera.jpegs) < 3:
            pass
    assert len(set(camera.jpegs)) == len(camera.jpegs)
