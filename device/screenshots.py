"""Pictures of an evening for those who weren't there: the screen at some moments, and the camera's.

Decides only when to save; what is on the screen is drawn elsewhere.
Tests: tests/device/test_demo.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2

from device.output_files import write_output
from device.views import TableView
from hardware.display import Display
from vision.reading import Picture

EARLY = 3
"""So many turns are over in the early picture."""


class ScreenshotError(Exception):
    """A picture that can't be saved; the text is one sentence with its file."""


class Screenshots:
    """Saves PNG files into a folder: the lobby, early, in the middle, a question, a challenge, a
    square that is pointed at, a rack that is wanted, the end, and with the middle one what the
    camera sees then. `saved` are the files so far."""

    def __init__(self, folder: Path, turns: int, camera: Callable[[], Picture | None]) -> None:
        self._folder, self._camera = folder, camera
        self._middle = max(EARLY + 1, turns // 2)
        self._turn: str | None = None
        self._turns = 0
        self.saved: list[Path] = []

    def shown(self, view: TableView, display: Display) -> None:
        """The display shows this view now."""
        turn = next((side.name for side in view.sides if side.turn), None)
        if self._turn is not None and turn != self._turn:
            self._turns += 1
        self._turn = turn
        if view.over:
            self._save("end", display)
        elif view.question is not None:
            self._save("question", display)
        elif (name := _special(view)) is not None:
            self._save(name, display)
        elif self._turns == self._middle:
            if self._save("middle", display):
                self._save_camera()
        elif self._turns == EARLY:
            self._save("early", display)

    def _save(self, name: str, display: Display) -> bool:
        """Whether this was the first of that name."""
        path = self._folder / f"{name}.png"
        if path in self.saved:
            return False
        self._write(path, display.png())
        return True

    def _save_camera(self) -> None:
        picture = self._camera()
        if picture is None:
            return
        path = self._folder / "camera.png"
        done, data = cv2.imencode(".png", picture)
        if not done:
            raise ScreenshotError(f"{path}: the camera's picture can't be written as PNG")
        self._write(path, data.tobytes())

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_output(path, data)
        except OSError as error:
            raise ScreenshotError(
                f"{path} can't be written ({error.strerror or error}): make room, or name another"
                " folder with --output"
            ) from error
        self.saved.append(path)


def _special(view: TableView) -> str | None:
    """What a screen that is no board of a turn in progress shows."""
    screens = {
        "lobby": view.lobby,
        "challenge": view.challenge,
        "pointing": view.pointed,
        "settling": view.settling,
    }
    return next((name for name, shown in screens.items() if shown is not None), None)
