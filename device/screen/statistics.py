"""A household's statistics on the screen: a table of all players, and the curve of their games.

The marks in the table are those of the lines, as at the end of a game. Tests:
tests/device/test_statistics.py.
"""

from __future__ import annotations

import pygame

from device.screen.drawing import GAP, Align, Canvas, Face, Letters
from device.screen.result import draw_curve, draw_marker
from device.views.dialogs import StandingsView

LETTERS, HEADS = Letters.LINE, Letters.REMARK
"""The largest letters of the table, and of its head."""

NAME_SHARE = 0.36
"""The share of the width that the names take."""

LEAST_CURVE = 96
"""The curve is left out where it would be lower, for 800 x 480."""


def draw_standings(canvas: Canvas, area: pygame.Rect, shown: StandingsView) -> None:
    """The table, and below it the curve if there is one."""
    gap, count = canvas.px(GAP), len(shown.rows)
    lowest = canvas.line_height(Letters.LEAST, Face.TITLE)
    high = max(lowest, min(canvas.line_height(LETTERS, Face.TITLE), area.height // (2 * count + 1)))
    head = pygame.Rect(
        area.left, area.top, area.width, max(lowest, min(high, canvas.px(HEADS + 8)))
    )
    names = round(area.width * NAME_SHARE)
    for place, text in zip(_cells(head, names, len(shown.heads)), shown.heads, strict=True):
        canvas.write(text, place, canvas.theme.quiet, HEADS, align=Align.RIGHT, middle=True)
    for number, (name, *figures) in enumerate(shown.rows):
        row = pygame.Rect(area.left, head.bottom + number * high, area.width, high)
        _draw_row(canvas, row, name, figures, number if number in shown.marked else None, names)
    top = head.bottom + count * high + gap
    if shown.curve is not None and area.bottom - top >= canvas.px(LEAST_CURVE):
        place = pygame.Rect(area.left, top, area.width, area.bottom - top)
        draw_curve(canvas, place, shown.curve)


def _draw_row(
    canvas: Canvas,
    row: pygame.Rect,
    name: str,
    figures: list[str],
    mark: int | None,
    names: int,
) -> None:
    """A player's line, with a line above it; `mark`: the number of its curve, if it has one."""
    theme, size = canvas.theme, row.height / canvas.unit
    pygame.draw.line(canvas.surface, theme.line, row.topleft, (row.right - 1, row.top))
    side = min(row.height, canvas.px(20))
    if mark is not None:
        sign = pygame.Rect(row.left, row.top + 1, side, row.height - 1)
        draw_marker(canvas, sign, mark)
    left = row.left + side + canvas.px(4)
    place = pygame.Rect(left, row.top, row.left + names - left, row.height)
    canvas.write(name, place, theme.text, size, face=Face.TITLE, middle=True)
    for cell, text in zip(_cells(row, names, len(figures)), figures, strict=True):
        canvas.write(text, cell, theme.text, size, face=Face.TITLE, align=Align.RIGHT, middle=True)


def _cells(row: pygame.Rect, names: int, count: int) -> list[pygame.Rect]:
    """The places of the figures, right of the name."""
    wide = (row.width - names) // count
    return [
        pygame.Rect(row.left + names + number * wide, row.top, wide - 2, row.height)
        for number in range(count)
    ]
