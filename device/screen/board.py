"""The board on the screen: squares, premiums, tiles and piles, the last ones lit, those asked about
framed, the one that somebody points at, and what is to be taken up or put back.

Draws rows of codes as a view holds them. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.clocked_views import ClearingView
from device.screen.canvas import Canvas
from device.screen.lettering import Face, font
from device.views import TableView
from engine.squares import Square
from engine.tiles import Tile

LABELS = 15
"""Pixels for the names of columns and rows."""


@dataclass(frozen=True)
class BoardShown:
    """What the board shows of a view, and which tiles are just arriving."""

    rows: tuple[str, ...]
    premiums: tuple[str, ...]
    lit: frozenset[Square]
    asked: frozenset[Square]
    pointed: Square | None
    clearing: ClearingView | None
    piles: tuple[tuple[Square, int], ...]
    faces: tuple[tuple[Tile, str], ...]

    @classmethod
    def of(cls, shown: TableView) -> BoardShown:
        """The board of this view."""
        return cls(
            shown.rows,
            shown.premiums,
            shown.lit,
            shown.asked,
            shown.pointed,
            shown.clearing,
            shown.piles,
            shown.faces,
        )


def draw_board(canvas: Canvas, area: pygame.Rect, shown: BoardShown) -> None:
    """Draws the board as large as the area allows."""
    size = len(shown.rows)
    cell = (min(area.width, area.height) - LABELS) // size
    left, top = area.left + LABELS, area.top + LABELS
    names = font(12)
    for i in range(size):
        column, row = (
            names.render(chr(65 + i), True, canvas.theme.quiet),
            names.render(str(i + 1), True, canvas.theme.quiet),
        )
        canvas.surface.blit(column, (left + i * cell + (cell - column.get_width()) // 2, area.top))
        canvas.surface.blit(row, (left - 2 - row.get_width(), top + i * cell + (cell - 13) // 2))
    piles, faces = dict(shown.piles), dict(shown.faces)
    for r, tiles in enumerate(shown.rows):
        for c, tile in enumerate(tiles):
            square = Square(c, r)
            place = _place(left, top, cell, square)
            canvas.surface.fill(canvas.theme.squares[shown.premiums[r][c]], place)
            if tile != ".":
                face = faces.get(tile.upper(), tile.upper())
                _draw_tile(canvas, place, tile, face, piles.get(square, 1), square in shown.lit)
    for square in sorted(shown.asked):
        pygame.draw.rect(
            canvas.surface, canvas.theme.asked, _place(left, top, cell, square).inflate(4, 4), 3
        )
    if shown.clearing is not None:
        for square in sorted(shown.clearing.lift):
            _draw_lift(canvas, _place(left, top, cell, square))
        for square, tile in shown.clearing.put_back:
            _draw_put_back(canvas, _place(left, top, cell, square), tile)
    if shown.pointed is not None:
        place = _place(left, top, cell, shown.pointed)
        # Dark round bright: seen on any square.
        pygame.draw.rect(canvas.surface, canvas.theme.letter, place.inflate(14, 14), 4)
        pygame.draw.rect(canvas.surface, canvas.theme.pointed, place.inflate(8, 8), 5)


def _place(left: int, top: int, cell: int, square: Square) -> pygame.Rect:
    return pygame.Rect(left + square.column * cell, top + square.row * cell, cell - 1, cell - 1)


def _draw_lift(canvas: Canvas, place: pygame.Rect) -> None:
    """A red cross over what is to be taken up, with a light edge: seen on any tile."""
    box, thin = place.inflate(-4, -4), max(2, place.width // 9)
    for colour, width in ((canvas.theme.lit, thin + 2), (canvas.theme.lift, thin)):
        pygame.draw.line(canvas.surface, colour, box.topleft, box.bottomright, width)
        pygame.draw.line(canvas.surface, colour, box.topright, box.bottomleft, width)
    pygame.draw.rect(canvas.surface, canvas.theme.lift, place, thin)


def _draw_put_back(canvas: Canvas, place: pygame.Rect, tile: str) -> None:
    """The outline of what is to be put back, with its letter."""
    canvas.surface.fill(canvas.theme.letter, place)
    corner = place.width // 3
    for x, y, way_x, way_y in (
        (place.left, place.top, 1, 1),
        (place.right - 1, place.top, -1, 1),
        (place.left, place.bottom - 1, 1, -1),
        (place.right - 1, place.bottom - 1, -1, -1),
    ):
        pygame.draw.line(canvas.surface, canvas.theme.put_back, (x, y), (x + way_x * corner, y), 3)
        pygame.draw.line(canvas.surface, canvas.theme.put_back, (x, y), (x, y + way_y * corner), 3)
    letter = font(max(12, place.height - 6), face=Face.TITLE).render(
        tile.upper(), True, canvas.theme.put_back
    )
    canvas.surface.blit(letter, letter.get_rect(center=place.center))


def _draw_tile(
    canvas: Canvas, place: pygame.Rect, tile: str, face: str, height: int, lit: bool
) -> None:
    """A tile with its letter; on a pile it lies shifted, over the edges of those below it, with
    their number in its corner."""
    top = place
    if height > 1:
        edge = min(height - 1, max(1, place.width // 10))
        canvas.surface.fill(canvas.theme.under, place)
        for step in range(edge, 0, -2):
            canvas.surface.fill(
                canvas.theme.letter, (place.left, place.bottom - step, place.width, 1)
            )
            canvas.surface.fill(
                canvas.theme.letter, (place.right - step, place.top, 1, place.height)
            )
        top = pygame.Rect(place.left, place.top, place.width - edge, place.height - edge)
    canvas.surface.fill(canvas.theme.lit if lit else canvas.theme.tile, top)
    if lit:
        pygame.draw.rect(canvas.surface, canvas.theme.lit_edge, top, 3 if height == 1 else 2)
    colour = canvas.theme.blank if tile.islower() or tile == "?" else canvas.theme.letter
    size, room = max(12, place.height - 4), top.inflate(-4, 0)
    if height > 1:
        size = max(12, place.height * 3 // 4)
    letter = font(size, face=Face.TITLE).render(face, True, colour)
    if letter.get_width() > room.width:
        letter = font(size * room.width // letter.get_width(), face=Face.TITLE).render(
            face, True, colour
        )
    middle = letter.get_rect(center=top.center)
    if height > 1:
        middle.midleft = (top.left + 3, top.centery + top.height // 10)
    canvas.surface.blit(letter, middle)
    if height > 1:
        _draw_height(canvas, top, height)


def _draw_height(canvas: Canvas, top: pygame.Rect, height: int) -> None:
    """How many tiles a pile has, in the upper right corner of its top one."""
    number = font(max(12, top.height * 2 // 5), face=Face.TITLE).render(
        str(height), True, canvas.theme.text
    )
    box = pygame.Rect(0, 0, number.get_width() + 2, max(11, top.height * 2 // 5))
    box.topright = top.topright
    canvas.surface.fill(canvas.theme.ground, box)
    canvas.surface.blit(number, number.get_rect(center=box.center))
