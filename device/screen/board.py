"""The board on the screen: squares, premiums, tiles, the last ones lit, those asked about framed,
and the one that somebody points at.

Draws rows of codes as a view holds them. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.lettering import Colour, font
from device.views import TableView
from engine.squares import Square

PREMIUMS: dict[str, Colour] = {
    ".": (44, 62, 66),
    "d": (96, 150, 190),
    "t": (42, 92, 168),
    "D": (206, 134, 124),
    "*": (206, 134, 124),
    "T": (176, 58, 52),
    "c": (120, 150, 70),
}
TILE: Colour = (232, 216, 176)
LIT: Colour = (255, 244, 200)
LIT_FRAME: Colour = (255, 170, 0)
ASKED: Colour = (255, 64, 160)
POINTED: Colour = (90, 230, 255)
LETTER: Colour = (20, 20, 20)
BLANK: Colour = (150, 30, 30)
LABEL: Colour = (176, 184, 190)
LABELS = 15
"""Pixels for the names of columns and rows."""


def draw_board(surface: pygame.Surface, area: pygame.Rect, shown: TableView) -> None:
    """Draws the board as large as the area allows."""
    size = len(shown.rows)
    cell = (min(area.width, area.height) - LABELS) // size
    left, top = area.left + LABELS, area.top + LABELS
    names = font(12)
    for i in range(size):
        column, row = names.render(chr(65 + i), True, LABEL), names.render(str(i + 1), True, LABEL)
        surface.blit(column, (left + i * cell + (cell - column.get_width()) // 2, area.top))
        surface.blit(row, (left - 2 - row.get_width(), top + i * cell + (cell - 13) // 2))
    for r, tiles in enumerate(shown.rows):
        for c, tile in enumerate(tiles):
            place = pygame.Rect(left + c * cell, top + r * cell, cell - 1, cell - 1)
            surface.fill(PREMIUMS[shown.premiums[r][c]], place)
            square = Square(c, r)
            if tile != ".":
                _draw_tile(surface, place, tile, square in shown.lit)
    for square in sorted(shown.asked):
        place = pygame.Rect(
            left + square.column * cell, top + square.row * cell, cell - 1, cell - 1
        )
        pygame.draw.rect(surface, ASKED, place.inflate(4, 4), 3)
    if shown.pointed is not None:
        c, r = shown.pointed.column, shown.pointed.row
        place = pygame.Rect(left + c * cell, top + r * cell, cell - 1, cell - 1)
        # Dark round bright: seen on any square.
        pygame.draw.rect(surface, LETTER, place.inflate(14, 14), 4)
        pygame.draw.rect(surface, POINTED, place.inflate(8, 8), 5)


def _draw_tile(surface: pygame.Surface, place: pygame.Rect, tile: str, lit: bool) -> None:
    surface.fill(LIT if lit else TILE, place)
    if lit:
        pygame.draw.rect(surface, LIT_FRAME, place, 3)
    colour = BLANK if tile.islower() or tile == "?" else LETTER
    letter = font(max(12, place.height - 4), bold=True).render(tile.upper(), True, colour)
    surface.blit(letter, letter.get_rect(center=place.center))
