"""The settlement on the screen: whose rack is wanted, and what has been named.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import SettlingView
from device.screen.canvas import Align, Canvas
from device.screen.lettering import Face


def draw_settling(canvas: Canvas, area: pygame.Rect, shown_with: tuple[SettlingView, str]) -> None:
    """The side asked for its tiles, those it has named, the racks before it and what is unseen."""
    shown, state = shown_with
    canvas.write(
        state,
        pygame.Rect(area.left, area.top, area.width, 34),
        canvas.theme.text,
        26,
        face=Face.TITLE,
    )
    letters = pygame.Rect(area.left, area.top + 36, area.width, 56)
    canvas.write(
        shown.letters or "–", letters, canvas.theme.accent, 52, face=Face.TITLE, align=Align.MIDDLE
    )
    top = letters.bottom + 4
    for line in shown.named:
        row = pygame.Rect(area.left, top, area.width, 24)
        canvas.write(line, row, canvas.theme.text, 20)
        top = row.bottom
    rest = pygame.Rect(area.left, top, area.width, area.bottom - top)
    canvas.write(shown.unseen, rest, canvas.theme.quiet, 20)
