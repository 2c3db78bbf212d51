"""Recordings: the pictures of a folder, one a turn, and video files at their own speed.

They give the frames that a camera would give, and end. They know no board and no game.
Tests: tests/hardware/test_camera.py.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.port import (
    FRAMES_EVERY,
    CameraError,
    CameraKind,
    Frame,
    MonotonicClock,
)
from hardware.picture_files import PictureFileError, open_film, pictures_in, read_picture
from hardware.sentences import Plural, Sentence

USUAL_RATE = 25.0
"""Frames a second of a file that doesn't say how many it has."""

LEAST_SHARE = 0.9
"""Share of the pictures promised by a film's head that must come: some formats only estimate it."""


class FolderCamera:
    """The pictures of a folder in the order of their names, one settled picture a turn.

    `shown_all`: whether every one of them has been shown. `pace`: least seconds between two of
    them, for people who watch.
    """

    turn_by_turn = True
    shown_all = False
    pace = 0.0

    def __init__(self, folder: Path, clock: MonotonicClock = time.monotonic) -> None:
        if not os.path.isdir(folder):  # Path's own raises for names that no folder can have
            raise CameraError(Sentence("{folder} isn’t a folder of pictures.", folder=folder))
        try:
            self._files = pictures_in(folder)
        except OSError as error:
            raise CameraError(
                Sentence("{folder} can’t be opened ({why}).", folder=folder, why=error.strerror)
            ) from error
        if not self._files:
            raise CameraError(Sentence("{folder} has no pictures (.jpg or .png).", folder=folder))
        self._clock = clock
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            if self._closed.wait(self.pace if number else 0.0):
                return
            try:
                picture = read_picture(file)
            except PictureFileError as error:
                raise CameraError(Sentence("{why}.", why=error)) from error
            yield Frame(picture, self._clock(), file.name)
        self.shown_all = True
        self._closed.wait(self.pace)

    def close(self) -> None:
        self._closed.set()


class VideoFileCamera:
    """A video file through OpenCV, at its own speed, with no more frames than are looked at."""

    turn_by_turn = False

    def __init__(
        self,
        file: Path,
        clock: MonotonicClock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        every: float = FRAMES_EVERY,
    ) -> None:
        if not os.path.isfile(file):
            raise CameraError(Sentence("{file} isn’t there, or isn’t a video file.", file=file))
        self._clock, self._sleep, self._every = clock, sleep, every
        try:
            self._capture = open_film(file)
        except PictureFileError as error:
            raise CameraError(Sentence("{why}.", why=error)) from error
        self._file = file
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        step = 1.0 / (rate if rate > 0 else USUAL_RATE)
        start, number, shown = self._clock(), 0, -self._every
        try:
            while not self._closed:
                if not self._capture.grab():
                    self._refuse_broken_off(number)
                    return
                since = number * step
                number += 1
                if since < shown + self._every:
                    continue
                good, picture = self._capture.retrieve()
                if not good:
                    raise CameraError(
                        Sentence("{file} is damaged: a picture can’t be decoded.", file=self._file)
                    )
                shown = since
                self._sleep(max(0.0, start + since - self._clock()))
                yield Frame(np.asarray(picture, dtype=np.uint8), self._clock())
        finally:
            self._capture.release()

    def _refuse_broken_off(self, shown: int) -> None:
        """CameraError if the film's own head promises clearly more pictures than could be had."""
        promised = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        if shown < LEAST_SHARE * promised - 1:
            raise CameraError(
                Sentence(
                    Plural(
                        "{file} breaks off after {number} of {all} picture: it’s damaged.",
                        "{file} breaks off after {number} of {all} pictures: it’s damaged.",
                        by="all",
                    ),
                    file=self._file,
                    number=shown,
                    all=f"{promised:.0f}",
                )
            )

    def close(self) -> None:
        self._closed = True


KINDS = {
    "folder": CameraKind(
        lambda where, clock: FolderCamera(Path(where), clock),
        ":PATH",
        ":.+",
        recording=True,
        note=Sentence("one picture per turn"),
    ),
    "video": CameraKind(
        lambda where, clock: VideoFileCamera(Path(where), clock), ":PATH", ":.+", recording=True
    ),
}
