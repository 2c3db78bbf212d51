"""Rows to choose from on the screen: options of a question, lines of a lobby.

Draws as many as fit round the chosen one, and shows that there are more. Knows no view.
Tests: tests/device/test_rows.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face
from device.screen.symbols import more

Row = tuple[str, str]
"""What stands at the left of a row, and in its second half, "" where the first may fill it."""

LOWEST, HIGHEST = 30, 46
"""Rows are no lower than this, and no higher if nobody says so, for 800 x 480."""

CHOSEN = "› "
"""Stands before the chosen row, and the others leave its room free."""

MORE = 20
"""The width of the marks that there are more rows, for 800 x 480."""


def draw_rows(
    canvas: Canvas,
    area: pygame.Rect,
    rows: Sequence[Row],
    chosen: int,
    *,
    height: int | None = None,
    largest: float = 26,
    highest: float = HIGHEST,
) -> None:
    """Draws the rows, the chosen one filled and with a mark before it.

    `height`: pixels from row to row, if not as high as there is room for, up to `highest`.
    """
    if height is None:
        low = max(canvas.px(LOWEST), canvas.smallest + 6)
        share = area.height // max(1, len(rows))
        height = max(min(low, area.height), min(canvas.px(highest), share))
    fits = max(1, area.height // height)
    first = min(max(0, chosen - fits // 2), max(0, len(rows) - fits))
    width, gap = area.width, max(2, canvas.px(4))
    if fits < len(rows):
        width -= canvas.px(MORE) + gap
    for place, number in enumerate(range(first, min(len(rows), first + fits))):
        row = pygame.Rect(area.left, area.top + place * height, width, height - gap)
        _draw_row(canvas, row, rows[number], number == chosen, largest)
    marks = pygame.Rect(area.right - canvas.px(MORE), area.top, canvas.px(MORE), height - gap)
    if first > 0:
        more(canvas, marks, canvas.theme.text, up=True)
    if first + fits < len(rows):
        marks.top += (fits - 1) * height
        more(canvas, marks, canvas.theme.text, up=False)


def _draw_row(canvas: Canvas, area: pygame.Rect, row: Row, chosen: bool, largest: float) -> None:
    canvas.box(area, canvas.theme.chosen if chosen else canvas.theme.panel)
    colour = canvas.theme.on_chosen if chosen else canvas.theme.text
    label, value = row
    face = Face.TITLE if chosen else Face.TEXT
    inner = area.inflate(-2 * canvas.px(8), -2)
    room = inner.width * 9 // 20 if value else inner.width
    indent = canvas.width_of(CHOSEN, largest, Face.TITLE)
    if chosen:
        place = pygame.Rect(inner.left, inner.top, room, inner.height)
        canvas.write(f"{CHOSEN}{label}", place, colour, largest, face=face, middle=True)
    else:
        place = pygame.Rect(inner.left + indent, inner.top, room - indent, inner.height)
        canvas.write(label, place, colour, largest, face=face, middle=True)
    if value:
        left = inner.left + room + canvas.px(8)
        rest = pygame.Rect(left, inner.top, inner.right - left, inner.height)
        canvas.write(value, rest, colour, largest, face=face, middle=True)
