"""A celebrated play on the screen: for two seconds it is all there is, with the sides above it.

Rays go out from the middle, the word’s tiles come one by one, then its points. Everything is in
its place from the start, so that nothing is missing where the settings allow no motion. Tests:
tests/device/test_celebrations.py.
"""

from __future__ import annotations

import math

import pygame

from device.screen.board import DrawnTile, draw_tile
from device.screen.drawing import (
    NO_TARGET,
    Align,
    AnyPart,
    Canvas,
    Face,
    Letters,
    Part,
    ScreenPlaces,
    draw_star,
    gain_text,
)
from device.screen.sides import slim_parts
from device.views.celebration import CelebrationView
from device.views.table import TableView

TITLE, MORE, POINTS, TILE = Letters.HUGE, Letters.CALL, Letters.POSTER, 104
"""The largest letters of the title, of a line below it and of the points, and the largest tile."""

BETWEEN = "\u00a0\u00a0·  "
"""Between two of the lines below the title: none begins with the dot."""

RAYS = 14
"""How many go round."""

TILES_COME = 70
"""The percentage of it at which all tiles are there."""


def celebration_parts(
    shown: TableView, celebrated: CelebrationView, layout: ScreenPlaces, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of the screen without the foot: the sides, with their clocks if they have any, and
    the play."""
    clocks = any(side.clock for side in shown.sides)
    sides, below = slim_parts(layout.whole, shown.sides, canvas, clocks=clocks)
    return *sides, Part(below, draw_celebration, celebrated)


def draw_celebration(canvas: Canvas, area: pygame.Rect, shown: CelebrationView) -> None:
    """The title, the lines below it, the word and its points. A touch anywhere ends it."""
    canvas.offer(area, NO_TARGET)
    theme = canvas.theme
    _draw_rays(canvas, area, shown.come)
    inner = area.inflate(-2 * canvas.px(16), -2 * canvas.px(8))
    more, tiles_high = BETWEEN.join(shown.more), inner.height * 32 // 100
    high = inner.height * (24 if more else 30) // 100
    title = pygame.Rect(inner.left, inner.top, inner.width, high)
    line = pygame.Rect(inner.left, title.bottom, inner.width, inner.height * 14 // 100)
    if not more:
        line.height = 0
    word = pygame.Rect(inner.left, line.bottom, inner.width, tiles_high)
    rest = pygame.Rect(inner.left, word.bottom, inner.width, inner.bottom - word.bottom)
    middle = Align.MIDDLE
    canvas.write(
        shown.title, title, theme.accent, TITLE, face=Face.TITLE, align=middle, middle=True
    )
    canvas.write(more, line, theme.text, MORE, face=Face.TITLE, align=middle, middle=True)
    _draw_tiles(canvas, word, shown)
    points = "" if shown.points is None else f"  {gain_text(shown.points)}"
    canvas.write(
        f"{shown.side}{points}",
        rest,
        theme.text,
        POINTS,
        face=Face.TITLE,
        align=middle,
        middle=True,
    )


def _draw_tiles(canvas: Canvas, area: pygame.Rect, shown: CelebrationView) -> None:
    """The word in the middle of the area, between two stars where they have room."""
    count = len(shown.tiles)
    size = max(1, min(canvas.px(TILE), area.height * 9 // 10, area.width // count))
    left = area.centerx - count * size // 2
    top = area.centery - size // 2
    come = count if shown.come >= TILES_COME else count * shown.come // TILES_COME
    for number, tile in enumerate(shown.tiles[:come]):
        place = pygame.Rect(left + number * size, top, size - 1, size - 1)
        draw_tile(canvas, place, DrawnTile(tile.face, tile.points, tile.blank, tile.new))
    room = left - area.left
    if room >= size * 2 // 3 and come == count:
        side = min(size, room) * 3 // 4
        for x in (left - room // 2, area.right - room // 2):
            star = pygame.Rect(0, 0, side, side)
            star.center = (x, area.centery)
            draw_star(canvas, star, canvas.theme.accent)


def _draw_rays(canvas: Canvas, area: pygame.Rect, come: int) -> None:
    """Rays out of the middle as far as they have come; they turn a little on their way."""
    x, y = area.center
    reach = math.hypot(area.width, area.height) / 2 * come / 100
    turned, wide = math.pi / RAYS * come / 100, math.pi / RAYS / 2
    for number in range(RAYS):
        turn = turned + 2 * math.pi * number / RAYS
        ends = [
            (x + reach * math.cos(turn + way), y + reach * math.sin(turn + way))
            for way in (-wide, wide)
        ]
        pygame.draw.polygon(canvas.surface, canvas.theme.panel, [(x, y), *ends])
