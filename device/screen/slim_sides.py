"""The sides in little room, while a clock has the rest: names and points in one slim row.

Draws what a view holds of them. Tests: tests/device/test_party_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.points import points_text
from device.screen.symbols import arrow
from device.side_views import SideView

LOW, HIGH = 46, 66
"""How high a box is whose points stand beside the name, and one where they stand below it."""

ONE_LINE = 136
"""A box as wide as this has room for name and points beside each other."""

NAME, ENOUGH, LEAST = 26, 18, 14
"""Names are written no larger; so large in one row, or beside a target; no smaller ..."""

POINTS, TARGET = 38, 18
"""... nor points, nor those that a side plays to."""


@dataclass(frozen=True)
class SlimShown:
    """A side, and the size of all names."""

    side: SideView
    name: float


def slim_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side, and the area left below them: all in one row where their names can be
    read in it, else two by two."""
    gap, count = canvas.px(GAP), len(sides)
    longest = max(canvas.width_of(side.name, ENOUGH, Face.TITLE) for side in sides)
    columns = count
    if (area.width - (count - 1) * gap) // count < longest + canvas.px(40):
        columns = min(count, 2)
    width = (area.width - (columns - 1) * gap) // columns
    high = canvas.px(LOW if width >= canvas.px(ONE_LINE) else HIGH)
    shown = _with_names(canvas, pygame.Rect(0, 0, width, high), sides)
    parts = tuple(
        Part(
            pygame.Rect(
                area.left + number % columns * (width + gap),
                area.top + number // columns * (high + gap),
                width,
                high,
            ),
            draw_one,
            each,
        )
        for number, each in enumerate(shown)
    )
    used = -(-count // columns) * (high + gap)
    return parts, pygame.Rect(area.left, area.top + used, area.width, area.height - used)


def draw_one(canvas: Canvas, area: pygame.Rect, shown: SlimShown) -> None:
    """A side, its name as large as those of all can be."""
    draw_slim(canvas, area, shown.side, shown.name)


def draw_slim(canvas: Canvas, area: pygame.Rect, side: SideView, largest: float = NAME) -> None:
    """Name and points; whose turn it is has a frame and an arrow, and stands out."""
    theme, ahead = canvas.theme, side.turn or side.won
    colour = theme.accent if ahead else theme.text
    canvas.box(area, theme.panel, corner=8)
    inner = area.inflate(-canvas.px(16), -canvas.px(4))
    if ahead:
        canvas.box(area, theme.accent, edge=3, corner=8)
        sign = pygame.Rect(inner.left - canvas.px(3), inner.top, canvas.px(14), inner.height)
        if area.height > canvas.px(LOW):
            sign.height = inner.height * 2 // 5
        arrow(canvas, sign, colour)
        left = sign.right + canvas.px(3)
        inner = pygame.Rect(left, inner.top, inner.right - left, inner.height)
    total = points_text(side.total)
    if area.height > canvas.px(LOW):
        name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 2 // 5)
        points = pygame.Rect(area.left, name.bottom, area.width, inner.bottom - name.bottom)
        canvas.write(side.name, name, colour, largest, face=Face.TITLE, middle=True)
        canvas.write(
            total, points, colour, POINTS, face=Face.TITLE, align=Align.MIDDLE, middle=True
        )
        return
    target, beyond = _target(side), _target_width(canvas, side)
    room = _points_width(canvas, side)
    if canvas.width_of(side.name, min(largest, ENOUGH), Face.TITLE) > inner.width - room - beyond:
        target, beyond = "", 0
    aim = pygame.Rect(inner.right - beyond, inner.top, beyond, inner.height)
    points = pygame.Rect(aim.left - room, inner.top, room, inner.height)
    name = pygame.Rect(inner.left, inner.top, points.left - inner.left, inner.height)
    canvas.write(target, aim, theme.quiet, TARGET, align=Align.RIGHT, middle=True)
    canvas.write(side.name, name, colour, largest, face=Face.TITLE, middle=True)
    canvas.write(total, points, colour, POINTS, face=Face.TITLE, align=Align.RIGHT, middle=True)


def _with_names(
    canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...]
) -> tuple[SlimShown, ...]:
    """The sides with the largest letters in which each name has room beside the sign and its
    points; without targets where these would leave too little."""
    room = area.width - canvas.px(16) - canvas.px(17)
    below = area.height > canvas.px(LOW)
    points = [0 if below else _points_width(canvas, side) for side in sides]
    aims = [0 if below else _target_width(canvas, side) for side in sides]
    none = [0] * len(sides)
    tried = [(size, aims) for size in range(NAME, ENOUGH - 1, -1)]
    for size, beyond in (*tried, *((size, none) for size in range(NAME, LEAST, -1))):
        wide = [canvas.width_of(side.name, size, Face.TITLE) for side in sides]
        if all(sum(each) <= room for each in zip(wide, points, beyond, strict=True)):
            break
    else:
        size, beyond = LEAST, none
    shown = sides if beyond is aims else tuple(replace(side, target=None) for side in sides)
    return tuple(SlimShown(side, size) for side in shown)


def _target(side: SideView) -> str:
    return "" if side.target is None else f"/ {side.target}"


def _target_width(canvas: Canvas, side: SideView) -> int:
    text = _target(side)
    return canvas.width_of(text, TARGET) + canvas.px(4) if text else 0


def _points_width(canvas: Canvas, side: SideView) -> int:
    return canvas.width_of(points_text(side.total), POINTS, Face.TITLE) + canvas.px(6)
