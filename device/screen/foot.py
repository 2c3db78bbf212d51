"""The foot of every screen: what is missing, and the sentence that was said last.

What is missing is told by a sign and stands before or above the sentence. Draws
what a view holds. Tests: tests/device/test_foot.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.canvas import Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.symbols import warning

LETTERS = 26
"""The largest letters, for 800 x 480."""


@dataclass(frozen=True)
class Foot:
    """A sentence, and one on what is missing, "" for none."""

    message: str
    trouble: str


def draw_foot(canvas: Canvas, area: pygame.Rect, shown: Foot) -> None:
    """The sentences: each in a line of its own, or side by side where they need more."""
    if not shown.trouble:
        canvas.write(shown.message, area, canvas.theme.text, LETTERS, middle=True)
        return
    if not shown.message:
        _draw_trouble(canvas, area, shown.trouble)
        return
    upper = pygame.Rect(area.left, area.top, area.width, area.height // 2)
    lower = pygame.Rect(area.left, upper.bottom, area.width, area.bottom - upper.bottom)
    sign = upper.height + canvas.px(6)
    one = canvas.width_of(shown.trouble, 1, Face.STRONG) + sign
    other = canvas.width_of(shown.message, 1)
    if max(one, other) > area.width:
        upper.height = lower.height = area.height
        upper.width = (area.width - canvas.px(GAP)) * one // (one + other)
        lower = pygame.Rect(upper.right + canvas.px(GAP), area.top, 0, area.height)
        lower.width = area.right - lower.left
    _draw_trouble(canvas, upper, shown.trouble)
    canvas.write(shown.message, lower, canvas.theme.text, LETTERS, middle=True)


def _draw_trouble(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    """What is missing, behind a sign of warning."""
    side = min(area.height, canvas.px(30))
    sign = pygame.Rect(area.left, area.centery - side // 2, side, side)
    warning(canvas, sign, canvas.theme.trouble, canvas.theme.ground)
    left = sign.right + canvas.px(6)
    place = pygame.Rect(left, area.top, area.right - left, area.height)
    canvas.write(text, place, canvas.theme.trouble, LETTERS, face=Face.STRONG, middle=True)
