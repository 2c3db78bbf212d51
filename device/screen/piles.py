"""Piles of tiles on the screen: the top one over the edges of those below it, and how many.

Knows no position. Tests: tests/device/test_piles_in_view.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face, font
from device.screen.tiles import TileLook, draw_tile

NUMBER = 0.42
"""How much of the tile's height the number takes ..."""

MOST = 0.55
"""... at most: a number that had to be larger would hide the letter, and is left out."""


def draw_pile(canvas: Canvas, place: pygame.Rect, look: TileLook, height: int) -> None:
    """A pile so many tiles high, in this place."""
    step = max(1, place.width // 20)
    edge = (height - 1) * step
    for below in range(height - 1, 0, -1):
        shifted = pygame.Rect(
            place.left + below * step,
            place.top + below * step,
            place.width - edge,
            place.height - edge,
        )
        colour = canvas.theme.letter if below % 2 else canvas.theme.under
        pygame.draw.rect(canvas.surface, colour, shifted, border_radius=max(1, place.width // 9))
    top = pygame.Rect(place.left, place.top, place.width - edge, place.height - edge)
    draw_tile(canvas, top, look)
    _draw_height(canvas, place, height)


def _draw_height(canvas: Canvas, place: pygame.Rect, height: int) -> None:
    """The number in the lower right corner, where letters leave the most room."""
    size = max(canvas.smallest - 2, round(place.height * NUMBER))
    if size > MOST * place.height:
        return
    number = font(size, Face.TITLE).render(str(height), True, canvas.theme.text)
    ink = number.get_bounding_rect()
    box = pygame.Rect(0, 0, ink.width + max(3, size // 3), ink.height + max(3, size // 3))
    box.bottomright = place.bottomright
    pygame.draw.rect(canvas.surface, canvas.theme.ground, box, border_radius=2)
    at = (box.centerx - ink.centerx, box.centery - ink.centery)
    canvas.surface.blit(number, at)
