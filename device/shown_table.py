"""A table on its screen: when its state is drawn anew, with which pictures, and what comes first.

What is due - a mark of a clock, a press that is waited for - never waits for a screen that is being
drawn: the screen waits. Knows no input and no effect. Tests: tests/device/test_loop.py,
tests/device/test_clock_at_the_table.py, tests/device/test_motion_at_the_table.py.
"""

from __future__ import annotations

import math

from device.keeper import Keeper
from device.live_sight import LiveEye
from device.picture_source import Looks, PictureSource
from device.session.state import TableState
from device.session.turn_clock import due
from device.shown_views import Showing
from device.texts import Texts
from device.views import view

LOOK_AT_CLOCKS = 0.1
"""Seconds between two looks at the sides' clocks, which show whole seconds."""


class ShownTable:
    """Shows the states of one table, one after the other."""

    def __init__(self, showing: Showing, pictures: PictureSource, texts: Texts) -> None:
        self._showing, self._pictures, self._texts = showing, pictures, texts
        self._viewed: TableState | None = None
        self._looked_at = -math.inf
        self._held_up_by: float | None = None

    @property
    def next_frame(self) -> float | None:
        """When the screen looks different by itself; None if it won't, or if it has to wait."""
        return self._showing.next_frame if self._held_up_by is None else None

    def connect(self, desk: Looks, eye: LiveEye) -> None:
        """From now on there are pictures that a camera has just taken."""
        self._pictures.connect(desk, eye)

    def show(self, state: TableState, keeper: Keeper, now: float) -> None:
        """Draws this state if it looks different, or the next frame of it if that is due."""
        frame = self._showing.next_frame
        looks = state.clocks is not None and now >= self._looked_at + LOOK_AT_CLOCKS
        live = self._pictures.live_has_changed(state)
        new = looks or live or state is not self._viewed
        if not new and (frame is None or now < frame):
            return
        if self._held_up(state, now):
            return
        if new:
            self._viewed, self._looked_at = state, now
            pictures = self._pictures.of(state, keeper)
            self._showing.show(view(state, self._texts, now, pictures), now)
        else:
            self._showing.frame(now)

    def end(self) -> None:
        """Shows the last state as it is, whatever still moves."""
        self._showing.end()

    def _held_up(self, state: TableState, now: float) -> bool:
        """Whether the screen has to wait, since something is due before it would be drawn. It waits
        for one thing at most: a slow screen stays behind, but it isn't left as it is."""
        if self._held_up_by is not None and now >= self._held_up_by:
            self._held_up_by = None
            return False
        soon = due(state)
        self._held_up_by = soon if soon is not None and soon - now < self._showing.takes else None
        return self._held_up_by is not None
