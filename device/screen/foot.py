"""The foot of every screen: what is missing, and the sentence that was said last.

Draws what a view holds. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.canvas import Canvas
from device.screen.symbols import warning


@dataclass(frozen=True)
class Foot:
    """A sentence, and one on what is missing, "" for none."""

    message: str
    trouble: str


def draw_foot(canvas: Canvas, area: pygame.Rect, shown: Foot) -> None:
    """The sentences, behind a sign of warning if something is missing."""
    text = " ".join(part for part in (shown.trouble, shown.message) if part)
    colour = canvas.theme.text
    if shown.trouble:
        colour = canvas.theme.trouble
        sign = pygame.Rect(area.left, area.top, canvas.px(30), min(area.height, canvas.px(30)))
        warning(canvas, sign, colour, canvas.theme.ground)
        area = pygame.Rect(sign.right + canvas.px(8), area.top, 0, area.height)
        area.width = canvas.surface.get_width() - sign.left - area.left
    canvas.write(text, area, colour, 26, middle=True)
