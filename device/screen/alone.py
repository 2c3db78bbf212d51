"""One part by itself on a whole surface: the clock without a game, the dice without one.

Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pygame

from device.screen.canvas import Canvas, OnText
from device.screen.layout import GAP
from device.screen.theme import DARK, Theme

T = TypeVar("T")


def draw_alone(
    surface: pygame.Surface,
    draw: Callable[[Canvas, pygame.Rect, T], None],
    shows: T,
    theme: Theme = DARK,
    on_text: OnText | None = None,
) -> None:
    """Draws it over the whole surface, within a margin."""
    canvas = Canvas(surface, theme, on_text)
    surface.fill(theme.ground)
    margin = 2 * canvas.px(GAP)
    draw(canvas, surface.get_rect().inflate(-margin, -margin), shows)
