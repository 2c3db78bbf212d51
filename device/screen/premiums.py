"""The squares of a board on the screen, with marks that say without colour what is printed on them.

Dots multiply letters, bars words, as many as the letter or the word counts; a ring is the start, a
diamond a square of chance. Knows codes and no points. Tests: tests/device/test_board_drawn.py.
"""

from __future__ import annotations

from functools import lru_cache

import pygame

from device.screen.canvas import Canvas
from device.screen.theme import Colour

DOTS = {"d": 2, "t": 3}
BARS = {"D": 2, "T": 3}
START, CHANCE = "*", "c"

LEAST = 8
"""Pixels: in a smaller square nothing could be told apart."""


def draw_square(canvas: Canvas, place: pygame.Rect, code: str) -> None:
    """Draws an empty square with what is printed on it, by its code in layouts."""
    theme = canvas.theme
    drawn = _drawn(code, place.size, theme.squares[code], theme.on_square, theme.ground)
    canvas.surface.blit(drawn, place)


@lru_cache(maxsize=64)
def _drawn(
    code: str, size: tuple[int, int], colour: Colour, mark: Colour, ground: Colour
) -> pygame.Surface:
    picture = pygame.Surface(size, 0, 32)
    picture.fill(ground)
    area = picture.get_rect()
    pygame.draw.rect(picture, colour, area, border_radius=min(size) // 9)
    if min(size) >= LEAST:
        _mark(picture, area, code, mark)
    return picture


def _mark(picture: pygame.Surface, area: pygame.Rect, code: str, colour: Colour) -> None:
    side, (x, y) = min(area.size), area.center
    step = max(2, round(side * 0.17))
    if code in DOTS:
        radius = max(1, round(side * 0.07))
        # Three make a triangle: told from two at a glance.
        places = [(-step, 0), (step, 0)]
        if DOTS[code] > len(places):
            places = [(0, -step), (-step, step * 3 // 4), (step, step * 3 // 4)]
        for right, down in places:
            pygame.draw.circle(picture, colour, (x + right, y + down), radius)
    elif code in BARS:
        wide, high = max(1, round(side * 0.08)), round(side * 0.46)
        count, apart = BARS[code], max(wide + 2, round(side * 0.2))
        for number in range(count):
            bar = pygame.Rect(0, 0, wide, high)
            bar.center = (x + (2 * number - count + 1) * apart // 2, y)
            pygame.draw.rect(picture, colour, bar)
    elif code == START:
        pygame.draw.circle(picture, colour, (x, y), side * 3 // 10, max(1, side // 11))
        pygame.draw.circle(picture, colour, (x, y), max(1, side // 12))
    elif code == CHANCE:
        out = side * 3 // 10
        corners = [(x, y - out), (x + out, y), (x, y + out), (x - out, y)]
        pygame.draw.polygon(picture, colour, corners, max(1, side // 11))
