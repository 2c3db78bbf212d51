"""Showing views: the port between the loop and a screen, and the loop's side of it.

A view that counts is drawn at once; the frames in between, for which a screen may ask, are drawn
when there is time. Knows no session and nothing of what a view shows.
Tests: tests/device/test_motion_at_the_table.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from device.views import TableView
from hardware.camera import Clock
from hardware.display import Area, Display

OnShown: TypeAlias = Callable[[TableView, Display], None]
"""Is told of each view once all of it is shown as it is, and nothing moves any more."""

FORGET = 0.98
"""What is left, with every drawing, of how long the longest one took."""

SLOW = 0.04
"""Seconds: where a frame takes longer, those up to the last one are left out."""


class Screen(Protocol):
    """What draws views; times are monotonic seconds."""

    def draw(self, shown: TableView, now: float) -> Sequence[Area]:
        """Draws a view as it looks now, finally if now is infinite; the places that changed."""

    def due(self, now: float) -> float | None:
        """When what was drawn last looks different, None if it won't."""


class NoScreen:
    """A screen that nobody looks at."""

    def draw(self, _shown: TableView, _now: float) -> Sequence[Area]:
        return ()

    def due(self, _now: float) -> float | None:
        return None


class Showing:
    """Draws views on a screen and puts them on a display. `shown`: the last of them; `takes`: the
    seconds that drawing takes at the most; `next_frame`: when it looks different by itself."""

    def __init__(
        self, screen: Screen, display: Display, clock: Clock, on_shown: OnShown | None
    ) -> None:
        self._screen, self._display, self._clock = screen, display, clock
        self._on_shown = on_shown
        self.shown: TableView | None = None
        self.takes = 0.0
        self.next_frame: float | None = None
        self._slow = False

    def show(self, view: TableView, now: float) -> None:
        """Shows this view from now on; the same one again is worth nothing."""
        if view == self.shown:
            self.frame(now)
        else:
            self.shown, self._slow = view, False
            self._draw(view, now, now)

    def frame(self, now: float) -> None:
        """Shows the same view as it looks now, if that is due."""
        if self.shown is None or self.next_frame is None or now < self.next_frame:
            return
        took = self._draw(self.shown, math.inf if self._slow else now, now)
        self._slow = took > SLOW

    def end(self) -> None:
        """Shows the last view as it is, whatever still moves."""
        if self.shown is not None and self.next_frame is not None:
            self._draw(self.shown, math.inf, self._clock())

    def _draw(self, view: TableView, now: float, began: float) -> float:
        """Seconds that it took."""
        self._display.show(self._screen.draw(view, now))
        self.next_frame = self._screen.due(now)
        took = self._clock() - began
        self.takes = max(took, FORGET * self.takes)
        if self.next_frame is None and self._on_shown is not None:
            self._on_shown(view, self._display)
        return took
