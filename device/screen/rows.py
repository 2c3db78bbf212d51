"""Rows to choose from on the screen: options of a question, lines of a lobby.

Draws as many as fit round the chosen one, and shows that there are more.
Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face

Row = tuple[str, str]
"""What stands at the left of a row, and in its second half, "" where the first may fill it."""


def draw_rows(
    canvas: Canvas,
    area: pygame.Rect,
    rows: Sequence[Row],
    chosen: int,
    *,
    height: int = 30,
    largest: int = 23,
) -> None:
    """Draws the rows, the chosen one filled and with a mark before it."""
    fits = max(1, area.height // height)
    first = min(max(0, chosen - fits // 2), max(0, len(rows) - fits))
    for place, number in enumerate(range(first, min(len(rows), first + fits))):
        row = pygame.Rect(area.left, area.top + place * height, area.width, height - 2)
        _draw_row(canvas, row, rows[number], number == chosen, largest)
    if first > 0:
        _more(canvas, area.right - 6, area.top + 10, -1)
    if first + fits < len(rows):
        _more(canvas, area.right - 6, area.top + fits * height - 12, 1)


def _draw_row(canvas: Canvas, area: pygame.Rect, row: Row, chosen: bool, largest: int) -> None:
    if chosen:
        pygame.draw.rect(canvas.surface, canvas.theme.chosen, area, border_radius=6)
    colour = canvas.theme.on_chosen if chosen else canvas.theme.text
    label, value = row
    inner = area.inflate(-24, -2)
    half = pygame.Rect(inner.left, inner.top, inner.width * 7 // 20, inner.height)
    text = f"› {label}" if chosen else label
    canvas.write(
        text, half if value else inner, colour, largest, face=Face.TITLE if chosen else Face.TEXT
    )
    if value:
        rest = pygame.Rect(half.right + 8, inner.top, inner.right - half.right - 8, inner.height)
        canvas.write(value, rest, colour, largest, face=Face.TITLE if chosen else Face.TEXT)


def _more(canvas: Canvas, x: int, y: int, way: int) -> None:
    """A small triangle: there are more rows that way."""
    corners = [(x - 6, y - 4 * way), (x + 6, y - 4 * way), (x, y + 5 * way)]
    pygame.draw.polygon(canvas.surface, canvas.theme.quiet, corners)
