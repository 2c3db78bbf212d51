"""The settlement on the screen: whose rack is wanted, and what has been named.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import SettlingView
from device.screen.colours import QUIET, TEXT, TURN
from device.screen.lettering import write


def draw_settling(
    surface: pygame.Surface, area: pygame.Rect, shown: SettlingView, state: str
) -> None:
    """The side asked for its tiles, those it has named, the racks before it and what is unseen."""
    write(surface, state, pygame.Rect(area.left, area.top, area.width, 34), TEXT, 26, bold=True)
    letters = pygame.Rect(area.left, area.top + 36, area.width, 56)
    write(surface, shown.letters or "–", letters, TURN, 52, bold=True, centred=True)
    top = letters.bottom + 4
    for line in shown.named:
        row = pygame.Rect(area.left, top, area.width, 24)
        write(surface, line, row, TEXT, 20)
        top = row.bottom
    rest = pygame.Rect(area.left, top, area.width, area.bottom - top)
    write(surface, shown.unseen, rest, QUIET, 20)
