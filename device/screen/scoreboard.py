"""The scoreboard: shows table views on a surface, one after the other, drawing what has changed.

Which screen a view is shown on is told in screens.py; each is in a file of its own.
Tests: tests/device/test_screen.py, tests/device/test_party_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas, OnText
from device.screen.layout import Layout
from device.screen.parts import AnyPart, draw_changed
from device.screen.screens import parts_of
from device.screen.theme import DARK, Theme
from device.views import TableView


class Scoreboard:
    """Draws on one surface, in one theme. `on_text` is told of each text that is written."""

    def __init__(
        self, surface: pygame.Surface, theme: Theme = DARK, on_text: OnText | None = None
    ) -> None:
        self._canvas = Canvas(surface, theme, on_text)
        self._layout = Layout.of(surface.get_size())
        self._parts: tuple[AnyPart, ...] = ()
        surface.fill(theme.ground)

    def draw(self, shown: TableView) -> list[pygame.Rect]:
        """Draws what differs from the view drawn before; the places that have changed."""
        parts = parts_of(shown, self._layout, self._canvas)
        changed = draw_changed(self._canvas, self._parts, parts)
        self._parts = parts
        return changed
