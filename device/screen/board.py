"""The board on the screen: squares, premiums, tiles and piles, the last ones lit, those asked about
framed, the one that somebody points at, and what is to be taken up or put back.

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
LIFT: Colour = (224, 32, 32)
PUT_BACK: Colour = (120, 230, 140)
LABEL: Colour = (176, 184, 190)
UNDER: Colour = (150, 132, 92)
"""The edges of the tiles that lie under another."""
COUNT: Colour = (24, 60, 96)
"""The ground of a pile's height; white stands out from it by 11 to 1."""
COUNTED: Colour = (255, 255, 255)
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
    piles, faces = dict(shown.piles), dict(shown.faces)
    for r, tiles in enumerate(shown.rows):
        for c, tile in enumerate(tiles):
            square = Square(c, r)
            place = _place(left, top, cell, square)
            surface.fill(PREMIUMS[shown.premiums[r][c]], place)
            if tile != ".":
                face = faces.get(tile.upper(), tile.upper())
                _draw_tile(surface, place, tile, face, piles.get(square, 1), square in shown.lit)
    for square in sorted(shown.asked):
        pygame.draw.rect(surface, ASKED, _place(left, top, cell, square).inflate(4, 4), 3)
    if shown.clearing is not None:
        for square in sorted(shown.clearing.lift):
            _draw_lift(surface, _place(left, top, cell, square))
        for square, tile in shown.clearing.put_back:
            _draw_put_back(surface, _place(left, top, cell, square), tile)
    if shown.pointed is not None:
        place = _place(left, top, cell, shown.pointed)
        # Dark round bright: seen on any square.
        pygame.draw.rect(surface, LETTER, place.inflate(14, 14), 4)
        pygame.draw.rect(surface, POINTED, place.inflate(8, 8), 5)


def _place(left: int, top: int, cell: int, square: Square) -> pygame.Rect:
    return pygame.Rect(left + square.column * cell, top + square.row * cell, cell - 1, cell - 1)


def _draw_lift(surface: pygame.Surface, place: pygame.Rect) -> None:
    """A red cross over what is to be taken up, with a light edge: seen on any tile."""
    box, thin = place.inflate(-4, -4), max(2, place.width // 9)
    for colour, width in ((LIT, thin + 2), (LIFT, thin)):
        pygame.draw.line(surface, colour, box.topleft, box.bottomright, width)
        pygame.draw.line(surface, colour, box.topright, box.bottomleft, width)
    pygame.draw.rect(surface, LIFT, place, thin)


def _draw_put_back(surface: pygame.Surface, place: pygame.Rect, tile: str) -> None:
    """The outline of what is to be put back, with its letter."""
    surface.fill(LETTER, place)
    corner = place.width // 3
    for x, y, way_x, way_y in (
        (place.left, place.top, 1, 1),
        (place.right - 1, place.top, -1, 1),
        (place.left, place.bottom - 1, 1, -1),
        (place.right - 1, place.bottom - 1, -1, -1),
    ):
        pygame.draw.line(surface, PUT_BACK, (x, y), (x + way_x * corner, y), 3)
        pygame.draw.line(surface, PUT_BACK, (x, y), (x, y + way_y * corner), 3)
    letter = font(max(12, place.height - 6), bold=True).render(tile.upper(), True, PUT_BACK)
    surface.blit(letter, letter.get_rect(center=place.center))


def _draw_tile(
    surface: pygame.Surface, place: pygame.Rect, tile: str, face: str, height: int, lit: bool
) -> None:
    """A tile with its letter; on a pile it lies shifted, over the edges of those below it, with
    their number in its corner."""
    top = place
    if height > 1:
        edge = min(height - 1, max(1, place.width // 10))
        surface.fill(UNDER, place)
        for step in range(edge, 0, -2):
            surface.fill(LETTER, (place.left, place.bottom - step, place.width, 1))
            surface.fill(LETTER, (place.right - step, place.top, 1, place.height))
        top = pygame.Rect(place.left, place.top, place.width - edge, place.height - edge)
    surface.fill(LIT if lit else TILE, top)
    if lit:
        pygame.draw.rect(surface, LIT_FRAME, top, 3 if height == 1 else 2)
    colour = BLANK if tile.islower() or tile == "?" else LETTER
    size, room = max(12, place.height - 4), top.inflate(-4, 0)
    if height > 1:
        size = max(12, place.height * 3 // 4)
    letter = font(size, bold=True).render(face, True, colour)
    if letter.get_width() > room.width:
        letter = font(size * room.width // letter.get_width(), bold=True).render(face, True, colour)
    middle = letter.get_rect(center=top.center)
    if height > 1:
        middle.midleft = (top.left + 3, top.centery + top.height // 10)
    surface.blit(letter, middle)
    if height > 1:
        _draw_height(surface, top, height)


def _draw_height(surface: pygame.Surface, top: pygame.Rect, height: int) -> None:
    """How many tiles a pile has, in the upper right corner of its top one."""
    number = font(max(12, top.height * 2 // 5), bold=True).render(str(height), True, COUNTED)
    box = pygame.Rect(0, 0, number.get_width() + 2, max(11, top.height * 2 // 5))
    box.topright = top.topright
    surface.fill(COUNT, box)
    surface.blit(number, number.get_rect(center=box.center))
