"""Many letters or numbers to choose from, all to be seen at once: in lines, the chosen one large.

Whoever presses an arrow sees how far it is to the one that is wanted. What else can be answered
stands below them. Knows no view. Tests: tests/device/test_question_screen.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.rows import draw_rows

MANY = 8
"""So many short answers stand side by side; fewer are rows."""

SHORT = 2
"""Letters at most in an answer that takes no more room than a tile."""

HIGHEST, LOWEST = 54, 22
"""The heights of the cells, for 800 x 480; they are as wide, or wider where there is room."""


def are_letters(options: Sequence[str]) -> bool:
    """Whether there are many short answers, and if others, those come last."""
    short = [len(option) <= SHORT for option in options]
    count = sum(short)
    return count >= MANY and all(short[:count])


def draw_letters(canvas: Canvas, area: pygame.Rect, options: Sequence[str], selected: int) -> None:
    """The short answers in lines, from the first on as one reads; the others as rows below."""
    letters = [option for option in options if len(option) <= SHORT]
    others = options[len(letters) :]
    row = min(canvas.px(HIGHEST), max(canvas.smallest + 6, area.height // 6))
    below = row * min(2, len(others)) + canvas.px(GAP) if others else 0
    room = pygame.Rect(area.left, area.top, area.width, area.height - below)
    across, high = cells(len(letters), room.size, canvas.px(HIGHEST), canvas.px(LOWEST))
    lines = -(-len(letters) // across)
    fits = max(1, min(lines, room.height // high))
    line = selected // across if selected < len(letters) else lines - 1
    first = min(max(0, line - fits // 2), lines - fits)
    for number in range(first * across, min(len(letters), (first + fits) * across)):
        column, down = number % across, number // across - first
        left = room.left + room.width * column // across
        right = room.left + room.width * (column + 1) // across
        cell = pygame.Rect(left, room.top + down * high, right - left, high)
        _draw_letter(canvas, cell, letters[number], chosen=number == selected)
    if others:
        top = room.top + fits * high + canvas.px(GAP)
        rest = pygame.Rect(area.left, top, area.width, area.bottom - top)
        draw_rows(canvas, rest, [(other, "") for other in others], selected - len(letters))


def cells(number: int, size: tuple[int, int], highest: int, lowest: int) -> tuple[int, int]:
    """How many cells stand side by side and how large they are, so that all are as large as can
    be; no smaller than `lowest`, even if not all are seen then."""
    width, height = size
    found = max(1, width // max(1, lowest)), lowest
    for across in range(1, number + 1):
        side = min(width // across, height // -(-number // across), highest)
        if side > found[1]:
            found = across, side
    return found


def _draw_letter(canvas: Canvas, cell: pygame.Rect, letter: str, chosen: bool) -> None:
    gap = max(2, canvas.px(4))
    place = cell.inflate(-gap, -gap)
    if chosen:
        # Larger than the others and with an edge: it stands out without its colour.
        place = cell.inflate(gap // 2, gap // 2)
        canvas.box(place, canvas.theme.chosen)
        canvas.box(place, canvas.theme.text, edge=3)
    else:
        canvas.box(place, canvas.theme.panel)
    colour = canvas.theme.on_chosen if chosen else canvas.theme.text
    size = place.height / canvas.unit * (0.92 if chosen else 0.72)
    canvas.write(letter, place, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)
