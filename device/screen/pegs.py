"""A side's pegs on the screen: in which holes of the score track they stand (TOP-EQU-07).

Draws what a view holds of them, and computes nothing. Tests: tests/device/test_pegs.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas
from device.side_views import PegsView

WIDE = 3
"""A place so many times as wide as high has its pegs in a row, others one below the other."""


def draw_pegs(canvas: Canvas, area: pygame.Rect, pegs: PegsView) -> None:
    """Draws the three pegs with their holes, hundreds first, in a row or one below the other; in
    the colour of trouble where they can't show the points."""
    colour = canvas.theme.trouble if pegs.beyond else canvas.theme.quiet
    in_a_row = area.width >= WIDE * area.height
    for number, hole in enumerate((pegs.hundreds, pegs.tens, pegs.units)):
        if in_a_row:
            width = area.width // 3
            cell = pygame.Rect(area.left + number * width, area.top, width, area.height)
        else:
            height = area.height // 3
            cell = pygame.Rect(area.left, area.top + number * height, area.width, height)
        radius = max(2, min(5, cell.height // 4))
        pygame.draw.circle(canvas.surface, colour, (cell.left + radius, cell.centery), radius)
        used = 2 * radius + 4
        text = pygame.Rect(cell.left + used, cell.top, cell.width - used, cell.height)
        canvas.write(str(hole), text, colour, 20)
