"""One part of the device by itself on a whole surface: the clock without a game, or the dice.

Draws what has changed since it was drawn before. Knows neither of the two.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

import pygame

from device.screen.canvas import Canvas, OnText
from device.screen.layout import GAP
from device.screen.parts import AnyPart, draw_changed
from device.screen.theme import DARK, Theme

T = TypeVar("T")

PartsOf: TypeAlias = Callable[[pygame.Rect, T, Canvas], tuple[AnyPart, ...]]
"""Which parts show a view within an area."""


class Alone(Generic[T]):
    """Draws views on a surface, within a margin. `on_text` is told of each text written."""

    def __init__(
        self,
        surface: pygame.Surface,
        parts_of: PartsOf[T],
        theme: Theme = DARK,
        on_text: OnText | None = None,
    ) -> None:
        self._canvas, self._parts_of = Canvas(surface, theme, on_text), parts_of
        margin = 4 * self._canvas.px(GAP)
        self._area = surface.get_rect().inflate(-margin, -margin)
        self._parts: tuple[AnyPart, ...] = ()
        surface.fill(theme.ground)

    def draw(self, shown: T) -> None:
        """Draws what differs from the view drawn before."""
        parts = self._parts_of(self._area, shown, self._canvas)
        draw_changed(self._canvas, self._parts, parts)
        self._parts = parts
