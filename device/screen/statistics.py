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
"""The share of the width that the names take; less where the heads of the figures need more."""

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
    wide = _widths(canvas, area, shown.heads)
    for place, text in zip(_cells(head, wide), shown.heads, strict=True):
        canvas.write(text, place, canvas.theme.quiet, HEADS, align=Align.RIGHT, middle=True)
    for number, (name, *figures) in enumerate(shown.rows):
        row = pygame.Rect(area.left, head.bottom + number * high, area.width, high)
        _draw_row(canvas, row, name, figures, number if number in shown.marked else None, wide)
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
    wide: list[int],
) -> None:
    """A player's line, with a line above it; `mark`: the number of its curve, if it has one."""
    theme, size = canvas.theme, row.height / canvas.unit
    pygame.draw.line(canvas.surface, theme.line, row.topleft, (row.right - 1, row.top))
    side = min(row.height, canvas.px(20))
    if mark is not None:
        sign = pygame.Rect(row.left, row.top + 1, side, row.height - 1)
        draw_marker(canvas, sign, mark)
    left = row.left + side + canvas.px(4)
    place = pygame.Rect(left, row.top, row.right - sum(wide) - left, row.height)
    canvas.write(name, place, theme.text, size, face=Face.TITLE, middle=True)
    for cell, text in zip(_cells(row, wide), figures, strict=True):
        canvas.write(text, cell, theme.text, size, face=Face.TITLE, align=Align.RIGHT, middle=True)


def _widths(canvas: Canvas, area: pygame.Rect, heads: tuple[str, ...]) -> list[int]:
    """The widths of the figures' columns: each has room for its head, and they share what the
    names leave."""
    least = [canvas.width_of(head, HEADS) + canvas.px(GAP) for head in heads]
    more = max(0, area.width - round(area.width * NAME_SHARE) - sum(least))
    return [wide + more // len(heads) for wide in least]


def _cells(row: pygame.Rect, wide: list[int]) -> list[pygame.Rect]:
    """The places of the figures, at the right of the row."""
    left, cells = row.right - sum(wide), list[pygame.Rect]()
    for one in wide:
        cells.append(pygame.Rect(left, row.top, one - 2, row.height))
        left += one
    return cells
