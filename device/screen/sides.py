"""The sides on the screen: a box each, with name, points, target, pegs and clock.

Draws what a view holds of them. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.pegs import draw_pegs
from device.side_views import PegsView, SideView

HIDDEN = "•••"
"""In place of points that are hidden until the end."""

TALL = 110
"""Pixels: a box as high as this has a row for target and clock below the points."""


def side_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side, two in a row, in the upper half; and the area left below them."""
    gap = canvas.px(GAP)
    columns = 1 if len(sides) == 1 else 2
    rows = (len(sides) + columns - 1) // columns
    height = (area.height * 9 // 20 - (rows - 1) * gap) // rows
    width = (area.width - (columns - 1) * gap) // columns
    places = [
        pygame.Rect(
            area.left + number % columns * (width + gap),
            area.top + number // columns * (height + gap),
            width,
            height,
        )
        for number in range(len(sides))
    ]
    top = area.top + rows * (height + gap)
    parts = tuple(Part(p, draw_side, s) for p, s in zip(places, sides, strict=True))
    return parts, pygame.Rect(area.left, top, area.width, area.bottom - top)


def arrow(canvas: Canvas, area: pygame.Rect) -> int:
    """An arrow at the left of the area, beside its first line; its width. A colour alone says
    nothing to some."""
    size = min(area.height // 3, area.width // 10, 9)
    middle = area.top + min(area.height, 26) // 2
    corners = [(area.left, middle - size), (area.left + size + 4, middle)]
    pygame.draw.polygon(canvas.surface, canvas.theme.accent, [*corners, (area.left, middle + size)])
    return size + 4 + min(6, size)


def draw_side(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    """A box with name, points, target, pegs and clock."""
    pygame.draw.rect(canvas.surface, canvas.theme.panel, area, border_radius=8)
    colour = canvas.theme.accent if side.turn or side.won else canvas.theme.text
    if side.turn or side.won:
        pygame.draw.rect(canvas.surface, canvas.theme.accent, area, 4, border_radius=8)
    inner = area.inflate(-min(24, area.width // 8), -12)
    name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 3 // 10)
    if side.turn:
        used = arrow(canvas, name)
        name = pygame.Rect(name.left + used, name.top, name.width - used, name.height)
    title = f"★{side.name}" if side.won else side.name
    canvas.write(title, name, colour, 30, face=Face.TITLE)
    points = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
    if side.clock or side.target is not None:
        points = _draw_beside(canvas, points, side, tall=inner.height >= TALL)
    if side.pegs is not None:
        points = _draw_pegs_beside(canvas, points, side.pegs, tall=inner.height >= TALL)
    total = HIDDEN if side.total is None else str(side.total)
    canvas.write(total, points, colour, 96, face=Face.TITLE, align=Align.MIDDLE)


def _draw_beside(canvas: Canvas, area: pygame.Rect, side: SideView, *, tall: bool) -> pygame.Rect:
    """Target and clock, below the points or beside them; the area left for the points."""
    if tall:
        row = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
        target = pygame.Rect(row.left, row.top, row.width * 2 // 5, row.height)
        clock = pygame.Rect(target.right, row.top, row.right - target.right, row.height)
        left = pygame.Rect(area.left, area.top, area.width, area.height - row.height)
        if side.target is None:
            clock = row
    else:
        column = pygame.Rect(area.right - area.width * 2 // 5, area.top, area.width * 2 // 5, 0)
        half = area.height // 2
        clock = pygame.Rect(column.left, area.top, column.width, half)
        target = pygame.Rect(column.left, area.top + half, column.width, area.height - half)
        left = pygame.Rect(area.left, area.top, area.width - column.width - 4, area.height)
    if side.target is not None:
        canvas.write(f"/ {side.target}", target, canvas.theme.quiet, 26)
    if side.clock:
        if side.clock_runs:
            used = arrow(canvas, clock) if tall else _bar(canvas, clock)
            clock = pygame.Rect(clock.left + used, clock.top, clock.width - used, clock.height)
        colour = (
            canvas.theme.trouble
            if side.overtime
            else canvas.theme.accent
            if side.clock_runs
            else canvas.theme.quiet
        )
        canvas.write(
            side.clock, clock, colour, 26, face=Face.TITLE if side.clock_runs else Face.TEXT
        )
    return left


def _draw_pegs_beside(
    canvas: Canvas, area: pygame.Rect, pegs: PegsView, *, tall: bool
) -> pygame.Rect:
    """The pegs, below the points or beside them; the area left for the points."""
    if tall:
        row = pygame.Rect(area.left, area.bottom - 28, area.width, 28)
        draw_pegs(canvas, row, pegs)
        return pygame.Rect(area.left, area.top, area.width, area.height - row.height)
    width = area.width * 2 // 5
    draw_pegs(canvas, pygame.Rect(area.right - width, area.top, width, area.height), pegs)
    return pygame.Rect(area.left, area.top, area.width - width - 4, area.height)


def _bar(canvas: Canvas, area: pygame.Rect) -> int:
    """What stands for an arrow where there is no room for one; its width."""
    bar = pygame.Rect(area.left - 4, area.top + 3, 4, area.height - 6)
    pygame.draw.rect(canvas.surface, canvas.theme.accent, bar)
    return 4
