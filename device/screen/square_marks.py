"""Marks over squares of a board: asked about, pointed at, to be taken up, to be put back.

Each has a shape of its own and an edge that is seen on any tile. Knows no view.
Tests: tests/device/test_board_drawn.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face, font


def draw_asked(canvas: Canvas, place: pygame.Rect) -> None:
    """A frame round a square that a question is about."""
    thick, thin = max(2, place.width // 8), canvas.px(1)
    frame = place.inflate(2 * canvas.px(2), 2 * canvas.px(2))
    edge = frame.inflate(2 * thin, 2 * thin)
    pygame.draw.rect(canvas.surface, canvas.theme.mark_edge, edge, thick + 2 * thin)
    pygame.draw.rect(canvas.surface, canvas.theme.asked, frame, thick)


def draw_pointed(canvas: Canvas, place: pygame.Rect) -> None:
    """A wide frame with four notches pointing at the square."""
    thick, edge = max(2, place.width // 6), canvas.px(2)
    outer = place.inflate(4 * thick, 4 * thick)
    frame = outer.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(canvas.surface, canvas.theme.mark_edge, outer, thick + edge)
    pygame.draw.rect(canvas.surface, canvas.theme.pointed, frame, thick)
    for way_x, way_y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip = (
            place.centerx + way_x * place.width // 2,
            place.centery + way_y * place.height // 2,
        )
        foot = (tip[0] + way_x * 2 * thick, tip[1] + way_y * 2 * thick)
        corners = [
            tip,
            (foot[0] + way_y * thick, foot[1] + way_x * thick),
            (foot[0] - way_y * thick, foot[1] - way_x * thick),
        ]
        pygame.draw.polygon(canvas.surface, canvas.theme.pointed, corners)


def draw_lift(canvas: Canvas, place: pygame.Rect) -> None:
    """A cross over what is to be taken up, with an edge."""
    inset, thin = -2 * canvas.px(2), max(2, place.width // 9)
    box = place.inflate(inset, inset)
    for colour, width in ((canvas.theme.mark_edge, thin + 2), (canvas.theme.lift, thin)):
        pygame.draw.line(canvas.surface, colour, box.topleft, box.bottomright, width)
        pygame.draw.line(canvas.surface, colour, box.topright, box.bottomleft, width)
    pygame.draw.rect(canvas.surface, canvas.theme.lift, place, thin)


def draw_put_back(canvas: Canvas, place: pygame.Rect, tile: str) -> None:
    """The corners of what is to be put back, with its letter."""
    canvas.surface.fill(canvas.theme.mark_edge, place)
    corner, thick = place.width // 3, max(2, place.width // 9)
    for x, y, way_x, way_y in (
        (place.left, place.top, 1, 1),
        (place.right - 1, place.top, -1, 1),
        (place.left, place.bottom - 1, 1, -1),
        (place.right - 1, place.bottom - 1, -1, -1),
    ):
        colour = canvas.theme.put_back
        pygame.draw.line(canvas.surface, colour, (x, y), (x + way_x * corner, y), thick)
        pygame.draw.line(canvas.surface, colour, (x, y), (x, y + way_y * corner), thick)
    letters = font(max(8, place.height - 4), Face.TITLE)
    letter = letters.render(tile.upper(), True, canvas.theme.put_back)
    canvas.surface.blit(letter, letter.get_rect(center=place.center))
