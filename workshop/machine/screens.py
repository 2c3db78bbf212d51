"""Pictures of a screen: how much of it is drawn on, whether two differ, and which of the views of a
table one of them shows.

Knows no machine. Tests: workshop/tests/test_machine_screens.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from device.clock_and_dice.views import time_text
from device.screen.scoreboard import Scoreboard
from device.views.crops import Crop
from device.views.table import TableView

REMEMBERED = 60
"""So many screens of the table outside are compared with the machine's."""


def drawn_area(picture: NDArray[np.uint8]) -> float:
    """The share of a screen that isn't black bars at its edges."""
    lit = picture.max(axis=2) > 8
    rows, columns = np.flatnonzero(lit.any(axis=1)), np.flatnonzero(lit.any(axis=0))
    if not len(rows):
        return 0.0
    area = (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
    return float(area / lit.size)


def differs(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two pictures of a screen differ where an eye would see it."""
    if one.shape != other.shape:
        return True
    return int((cv2.absdiff(one, other).max(axis=2) > 40).sum()) > 50


ALIKE = 30.0
"""Levels of 255 by which a camera's picture on the screen may differ from another one's on average:
each finds the board for itself, a fraction of a pixel apart."""


@dataclass
class _Shown:
    view: TableView
    pictures: Sequence[NDArray[np.uint8]]  # and with its clocks a second sooner or later
    camera: NDArray[np.bool_]  # [height, width]: where it's the camera's own picture
    until: float | None = None  # when another came

    def is_like(self, picture: NDArray[np.uint8]) -> bool:
        """Whether that's the same screen, with a camera's picture of the same in the same place."""
        return any(self._is_like(drawn, picture) for drawn in self.pictures)

    def _is_like(self, drawn: NDArray[np.uint8], picture: NDArray[np.uint8]) -> bool:
        if picture.shape != drawn.shape:
            return False
        if differs(drawn, np.where(self.camera[..., None], drawn, picture)):
            return False
        seen = cv2.absdiff(drawn, picture)[self.camera]
        return not seen.size or float(seen.mean()) < ALIKE


class Screens:
    """What the table outside has shown lately, drawn as on the machine's screen."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._surface = pygame.Surface(size)
        self._scoreboard = Scoreboard(self._surface, motion=False)
        self._shown: deque[_Shown] = deque(maxlen=REMEMBERED)

    def show(self, view: TableView, now: float) -> None:
        """It shows this from now on."""
        if self._shown:
            if self._shown[-1].view == view:
                return
            self._shown[-1].until = now
        # What is drawn in another way when the camera sees the negative is what it sees.
        drawn, negative = self._drawn(view), self._drawn(_negative(view))
        pictures = [drawn]
        if view.clock is not None or view.countdown is not None:
            # A press stops the clocks of two tables some milliseconds apart.
            pictures += [self._drawn(_clocks_moved(view, seconds)) for seconds in (-1, 1)]
        self._shown.append(_Shown(view, pictures, (drawn != negative).any(axis=2)))

    def _drawn(self, view: TableView) -> NDArray[np.uint8]:
        self._scoreboard.draw(view)
        drawn = pygame.surfarray.array3d(self._surface).swapaxes(0, 1)[..., ::-1]
        return np.ascontiguousarray(drawn)

    @property
    def latest(self) -> NDArray[np.uint8]:
        """Its screen, uint8 [height, width, 3], BGR."""
        return self._shown[-1].pictures[0]

    def find(self, picture: NDArray[np.uint8]) -> tuple[TableView, float | None] | None:
        """Which of them a picture of the machine's screen shows, the latest first, and when another
        came; None if it's none of them."""
        for one in reversed(self._shown):
            if one.is_like(picture):
                return one.view, one.until
        return None


def _clocks_moved(view: TableView, seconds: int) -> TableView:
    """The same with so much more time on the clocks of the turn."""
    countdown, clock = view.countdown, view.clock
    if countdown is not None:
        countdown = replace(countdown, left=_moved(countdown.left, seconds))
    if clock is not None:
        zones = tuple(
            replace(zone, seconds=_moved(zone.seconds, seconds)) if zone.now else zone
            for zone in clock.zones
        )
        clock = replace(clock, left=_moved(clock.left, seconds), zones=zones)
    return replace(view, countdown=countdown, clock=clock)


def _moved(shown: str, seconds: int) -> str:
    """A time as a clock shows it, so many seconds later."""
    minutes, _, rest = shown.rpartition(":")
    if not rest.isdigit():
        return shown
    return time_text(max(0, 60 * int(minutes or 0) + int(rest) + seconds))


def _negative(view: TableView) -> TableView:
    """The same with the negatives of its crops."""
    dialog = view.dialog
    if dialog.question is not None and dialog.question.crop is not None:
        question = replace(dialog.question, crop=_inverted(dialog.question.crop))
        dialog = replace(dialog, question=question)
    if dialog.pointing is not None and dialog.pointing.crop is not None:
        pointing = replace(dialog.pointing, crop=_inverted(dialog.pointing.crop))
        dialog = replace(dialog, pointing=pointing)
    return replace(view, dialog=dialog)


def _inverted(crop: Crop) -> Crop:
    rgb = bytes(255 - level for level in crop.image.rgb)
    return replace(crop, image=replace(crop.image, rgb=rgb))
