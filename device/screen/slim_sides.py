"""The sides in little room, while a clock has the rest: names and points in one slim row.

Draws what a view holds of them. Tests: tests/device/test_party_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.points import points_text
from device.screen.symbols import arrow
from device.side_views import SideView

LOW, HIGH = 40, 62
"""How high a box is whose points stand beside the name, and one where they stand below it."""

ONE_LINE = 136
"""A box as wide as this has room for name and points beside each other."""

NAME = 22
"""Names are written no larger."""


def slim_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side, and the area left below them: all in one row where their names can be
    read in it, else two by two."""
    gap, count = canvas.px(GAP), len(sides)
    longest = max(canvas.width_of(side.name, 1, Face.TITLE) for side in sides)
    columns = count
    if (area.width - (count - 1) * gap) // count < longest + canvas.px(40):
        columns = min(count, 2)
    width = (area.width - (columns - 1) * gap) // columns
    high = canvas.px(LOW if width >= canvas.px(ONE_LINE) else HIGH)
    parts = tuple(
        Part(
            pygame.Rect(
                area.left + number % columns * (width + gap),
                area.top + number // columns * (high + gap),
                width,
                high,
            ),
            draw_slim,
            side,
        )
        for number, side in enumerate(sides)
    )
    used = -(-count // columns) * (high + gap)
    return parts, pygame.Rect(area.left, area.top + used, area.width, area.height - used)


def draw_slim(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    """Name and points; whose turn it is has a frame and an arrow, and stands out."""
    theme, ahead = canvas.theme, side.turn or side.won
    colour = theme.accent if ahead else theme.text
    canvas.box(area, theme.panel, corner=8)
    inner = area.inflate(-canvas.px(16), -canvas.px(4))
    if ahead:
        canvas.box(area, theme.accent, edge=3, corner=8)
        sign = pygame.Rect(inner.left - canvas.px(3), inner.top, canvas.px(16), inner.height)
        if area.height > canvas.px(LOW):
            sign.height = inner.height * 2 // 5
        arrow(canvas, sign, colour)
        inner = pygame.Rect(sign.right, inner.top, inner.right - sign.right, inner.height)
    total = points_text(side.total)
    if area.height > canvas.px(LOW):
        name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 2 // 5)
        points = pygame.Rect(area.left, name.bottom, area.width, inner.bottom - name.bottom)
        canvas.write(side.name, name, colour, NAME, face=Face.TITLE, middle=True)
        canvas.write(total, points, colour, 30, face=Face.TITLE, align=Align.MIDDLE, middle=True)
        return
    target = "" if side.target is None else f"/ {side.target}"
    room = canvas.width_of(total, 28, Face.TITLE) + canvas.px(6)
    beyond = canvas.width_of(target, 16) + canvas.px(4) if target else 0
    if canvas.width_of(side.name, NAME - 4, Face.TITLE) > inner.width - room - beyond:
        target, beyond = "", 0
    aim = pygame.Rect(inner.right - beyond, inner.top, beyond, inner.height)
    points = pygame.Rect(aim.left - room, inner.top, room, inner.height)
    name = pygame.Rect(inner.left, inner.top, points.left - inner.left, inner.height)
    canvas.write(target, aim, theme.quiet, 16, align=Align.RIGHT, middle=True)
    canvas.write(side.name, name, colour, NAME, face=Face.TITLE, middle=True)
    canvas.write(total, points, colour, 28, face=Face.TITLE, align=Align.RIGHT, middle=True)
