"""A stand-in for cv2.VideoCapture on a webcam, with the properties that V4L2 gives one.

Nothing here asserts anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

YUYV, MJPG = (float(cv2.VideoWriter.fourcc(*name)) for name in ("YUYV", "MJPG"))


@dataclass
class Webcam:
    """OpenCV's capture of a webcam, and the webcam: thirty frames a second of its own time.

    `values` holds every property that it has; setting another one is refused, like a value that
    `refused` names. What `deaf` names is taken, and changes nothing.
    """

    opens: bool = True
    now: float = 100.0
    brightness: int = 120
    values: dict[int, float] = field(
        default_factory=lambda: {
            cv2.CAP_PROP_FOURCC: YUYV,
            cv2.CAP_PROP_FRAME_WIDTH: 640.0,
            cv2.CAP_PROP_FRAME_HEIGHT: 480.0,
            cv2.CAP_PROP_BUFFERSIZE: 4.0,
            cv2.CAP_PROP_FPS: 30.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 250.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4000.0,
            cv2.CAP_PROP_CONVERT_RGB: 1.0,
        }
    )
    refused: tuple[tuple[int, float], ...] = ((cv2.CAP_PROP_AUTO_EXPOSURE, 0.0),)
    deaf: tuple[int, ...] = ()
    asked: list[tuple[int, float]] = field(default_factory=list)
    pulled: bool = False
    torn: bool = False
    repeats: bool = False
    decoded: int = 0
    released: bool = False

    def clock(self) -> float:
        return self.now

    def isOpened(self) -> bool:  # noqa: N802  (as in OpenCV)
        return self.opens

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        if what not in self.values or (what, value) in self.refused:
            return False
        if what not in self.deaf:
            self.values[what] = float(value)
        return True

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            return 1.0 if self.repeats else 1000.0 * self.now
        return self.values.get(what, -1.0)

    def grab(self) -> bool:
        self.now += 1.0 if self.pulled else 1 / 30
        return not self.pulled

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        """A picture, or as it comes through the cable: one row of bytes, and what the buffer held
        behind it before."""
        self.decoded += 1
        high, wide = (
            int(self.values[of]) for of in (cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH)
        )
        encoded = self.values[cv2.CAP_PROP_FOURCC] == MJPG
        if self.torn and not (encoded and not self.values[cv2.CAP_PROP_CONVERT_RGB]):
            raise cv2.error("Corrupt JPEG data")
        picture = np.full((high, wide, 3), self.brightness, dtype=np.uint8)
        if not encoded or self.values[cv2.CAP_PROP_CONVERT_RGB]:
            return True, picture
        jpeg = np.asarray(cv2.imencode(".jpg", picture)[1], np.uint8).ravel()
        if self.torn:
            jpeg = jpeg[: len(jpeg) // 2]
        return True, np.concatenate([jpeg, np.zeros(512, np.uint8)])[None]

    def release(self) -> None:
        self.released = True
