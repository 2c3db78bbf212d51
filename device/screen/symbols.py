"""Symbols: what stands for a word where there is no room for one, or beside it, told by its shape.

Drawn, not written: typefaces have different ones, or none. Each fills the middle of its area.
Tests: tests/device/test_symbols.py.
"""

from __future__ import annotations

import math

import pygame

from device.screen.canvas import Canvas
from device.screen.theme import Colour


def arrow(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A triangle that points to the right: whose turn it is, which row is chosen."""
    size = min(area.width, area.height) // 2
    x, y = area.centerx, area.centery
    corners = [(x - size // 2, y - size * 3 // 4), (x + size * 3 // 4, y)]
    pygame.draw.polygon(canvas.surface, colour, [*corners, (x - size // 2, y + size * 3 // 4)])


def more(canvas: Canvas, area: pygame.Rect, colour: Colour, *, up: bool) -> None:
    """A flat triangle: there is more that way."""
    wide, high = min(area.width, 2 * area.height) // 2, area.height // 2
    way = -1 if up else 1
    x, y = area.center
    corners = [(x - wide, y - way * high // 2), (x + wide, y - way * high // 2)]
    pygame.draw.polygon(canvas.surface, colour, [*corners, (x, y + way * high // 2)])


def star(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A star of five points: who has won."""
    radius = min(area.size) / 2
    points = []
    for place in range(10):
        out = radius if place % 2 == 0 else radius * 0.42
        turn = math.pi * (place / 5 - 0.5)
        points.append((area.centerx + out * math.cos(turn), area.centery + out * math.sin(turn)))
    pygame.draw.polygon(canvas.surface, colour, points)


def tick(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A tick: good."""
    size, (x, y) = min(area.size) // 3, area.center
    corners = [(x - size, y), (x - size // 3, y + size * 2 // 3), (x + size, y - size * 2 // 3)]
    pygame.draw.lines(canvas.surface, colour, False, corners, max(2, size // 2))


def cross(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A cross: not good."""
    size, (x, y), thick = min(area.size) // 3, area.center, max(2, min(area.size) // 7)
    pygame.draw.line(canvas.surface, colour, (x - size, y - size), (x + size, y + size), thick)
    pygame.draw.line(canvas.surface, colour, (x - size, y + size), (x + size, y - size), thick)


def pause(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """Two bars: nothing goes on until somebody says so."""
    size = min(area.size)
    for way in (-1, 1):
        bar = pygame.Rect(0, 0, max(2, size // 4), size * 4 // 5)
        bar.center = (area.centerx + way * size // 4, area.centery)
        pygame.draw.rect(canvas.surface, colour, bar, border_radius=max(1, size // 20))


def warning(canvas: Canvas, area: pygame.Rect, colour: Colour, inside: Colour) -> None:
    """A triangle with an exclamation mark: something is missing."""
    size, (x, y) = min(area.size) // 2, area.center
    corners = [(x, y - size), (x + size, y + size * 4 // 5), (x - size, y + size * 4 // 5)]
    pygame.draw.polygon(canvas.surface, colour, corners)
    bar = pygame.Rect(0, 0, max(2, size // 4), max(3, size * 4 // 5))
    bar.midtop = (x, y - size // 3)
    pygame.draw.rect(canvas.surface, inside, bar)
    pygame.draw.circle(canvas.surface, inside, (x, y + size * 5 // 8), max(1, size // 7))


def camera_off(canvas: Canvas, area: pygame.Rect, colour: Colour, ground: Colour) -> None:
    """A camera, crossed out: it isn't there."""
    size = min(area.width, area.height * 4 // 3)
    body = pygame.Rect(0, 0, size * 9 // 10, size * 11 // 20)
    body.center = (area.centerx, area.centery + size // 20)
    top = pygame.Rect(0, 0, size * 3 // 10, size // 8)
    top.midbottom = (body.centerx, body.top + 1)
    pygame.draw.rect(canvas.surface, colour, body, border_radius=max(1, size // 12))
    pygame.draw.rect(canvas.surface, colour, top, border_radius=max(1, size // 40))
    pygame.draw.circle(canvas.surface, ground, body.center, max(2, size // 5))
    pygame.draw.circle(canvas.surface, colour, body.center, max(1, size // 8))
    ends = (body.left, body.bottom + size // 10), (body.right, body.top - size // 10)
    pygame.draw.line(canvas.surface, ground, *ends, max(4, size // 7))
    pygame.draw.line(canvas.surface, colour, *ends, max(2, size // 14))
