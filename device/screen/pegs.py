"""A side's pegs on the screen: in which holes of the score track they stand (TOP-EQU-07).

Draws what a view holds of them, and computes nothing. Tests: tests/device/test_pegs.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face
from device.screen.symbols import warning
from device.side_views import PegsView

LETTERS = 30
"""The largest letters of a hole."""

WIDE = 3
"""A place so many times as wide as high, or too low for three lines, has its pegs in a row, others
one below the other."""


def draw_pegs(canvas: Canvas, area: pygame.Rect, pegs: PegsView) -> None:
    """Draws the three pegs with their holes, hundreds first, in a row or one below the other;
    behind a sign of warning where they can't show the points."""
    colour = canvas.theme.quiet
    low = area.height < 3 * canvas.line_height(1, Face.TITLE)
    in_a_row = low or area.width >= WIDE * area.height
    if pegs.beyond:
        colour = canvas.theme.trouble
        wide = min(area.height, canvas.px(16))
        warning(
            canvas, pygame.Rect(area.left, area.top, wide, area.height), colour, canvas.theme.panel
        )
        area = pygame.Rect(area.left + wide + 2, area.top, area.width - wide - 2, area.height)
    texts = [str(hole) for hole in (pegs.hundreds, pegs.tens, pegs.units)]
    # As wide as the numbers may become: 300, 90 and 9.
    shares = (3, 2, 1) if in_a_row else (1, 1, 1)
    dot = canvas.px(5)
    spare = max(0, area.width - 3 * (2 * dot + 3))
    left, top = area.left, area.top
    for text, share in zip(texts, shares, strict=True):
        width, height = area.width, area.height // 3
        if in_a_row:
            width, height = 2 * dot + 3 + spare * share // sum(shares), area.height
        pygame.draw.circle(canvas.surface, colour, (left + dot, top + height // 2), dot)
        place = pygame.Rect(left + 2 * dot + 2, top, width - 2 * dot - 3, height)
        canvas.write(text, place, colour, LETTERS, face=Face.TITLE, middle=True)
        left, top = (left + width, top) if in_a_row else (left, top + height)
