"""The scoreboard: shows table views on a surface, one after the other, drawing what has changed.

Which screen a view is shown on is told in screens.py, what moves meanwhile in motion.py.
Tests: tests/device/test_screen.py, tests/device/test_party_screen.py, tests/device/test_motion.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas, OnText
from device.screen.layout import Layout
from device.screen.motion import STILL, Arriving, moved
from device.screen.parts import AnyPart, draw_changed
from device.screen.screens import parts_of
from device.screen.theme import DARK, THEMES, Theme
from device.views import TableView


class Scoreboard:
    """Draws on one surface, in this theme unless a view asks for another. `motion`: scores count up
    and tiles arrive, as long as it is told the time. `on_text` is told of each text written."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme = DARK,
        on_text: OnText | None = None,
        *,
        motion: bool = True,
    ) -> None:
        self._surface, self._theme, self._on_text, self._moves = surface, theme, on_text, motion
        self._layout = Layout.of(surface.get_size())
        self._parts: tuple[AnyPart, ...] = ()
        self._shown: TableView | None = None
        self._motion = STILL
        self._dress(theme)

    def draw(self, shown: TableView, now: float | None = None) -> list[pygame.Rect]:
        """Draws what differs from what was drawn before; the places that have changed.

        `now`: monotonic seconds; without them the view is drawn as it is, and nothing moves.
        """
        theme = THEMES.get(shown.theme, self._theme)
        changed = [] if theme is self._canvas.theme else self._dress(theme)
        motion = STILL
        if self._moves and now is not None:
            motion = moved(self._shown, shown, now, self._motion)
        self._motion, self._shown = motion, shown
        arriving: Arriving = ()
        if now is not None:
            shown, arriving = motion.shown(shown, now), motion.arriving(now)
        parts = parts_of(shown, self._layout, self._canvas, arriving)
        changed += draw_changed(self._canvas, self._parts, parts)
        self._parts = parts
        return changed

    def due(self, now: float) -> float | None:
        """When what was drawn last looks different; None as long as it stands still."""
        return self._motion.due(now)

    def _dress(self, theme: Theme) -> list[pygame.Rect]:
        """Begins anew in these colours; the place that has changed."""
        self._canvas = Canvas(self._surface, theme, self._on_text)
        self._parts = ()
        self._surface.fill(theme.ground)
        return [self._surface.get_rect()]
