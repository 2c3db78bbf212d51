"""Recordings: the pictures of a folder, one a turn, and video files at their own speed.

They give the frames that a camera would give, and end. They know no board and no game.
Tests: tests/hardware/test_camera.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import FRAMES_EVERY, CameraError, Clock, Frame

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})

USUAL_RATE = 25.0
"""Frames a second of a file that doesn't say how many it has."""


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


class VideoFileCamera:
    """A video file through OpenCV, at its own speed, with no more frames than are looked at."""

    turn_by_turn = False

    def __init__(
        self,
        file: Path,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        every: float = FRAMES_EVERY,
    ) -> None:
        if not file.is_file():
            raise CameraError(f"{file} is not there, or no video file.")
        self._clock, self._sleep, self._every = clock, sleep, every
        self._capture = cv2.VideoCapture(str(file), cv2.CAP_ANY)
        if not self._capture.isOpened():
            raise CameraError(f"{file} can't be opened as a video.")
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        step = 1.0 / (rate if rate > 0 else USUAL_RATE)
        start, number, shown = self._clock(), 0, -self._every
        try:
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
        finally:
            self._capture.release()

    def close(self) -> None:
        self._closed = True
