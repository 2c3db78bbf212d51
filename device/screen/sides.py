"""The sides on the screen: a box each, with name, points, target, pegs and clock.

Draws what a view holds of them. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.colours import GAP, PANEL, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import write
from device.screen.pegs import draw_pegs
from device.side_views import PegsView, SideView

HIDDEN = "•••"
"""In place of points that are hidden until the end."""

TALL = 110
"""Pixels: a box as high as this has a row for target and clock below the points."""


def draw_sides(
    surface: pygame.Surface, area: pygame.Rect, sides: tuple[SideView, ...]
) -> pygame.Rect:
    """Draws the boxes, two in a row, into the upper half; the area left below them."""
    columns = 1 if len(sides) == 1 else 2
    rows = (len(sides) + columns - 1) // columns
    height = (area.height * 9 // 20 - (rows - 1) * GAP) // rows
    width = (area.width - (columns - 1) * GAP) // columns
    for number, side in enumerate(sides):
        left = area.left + number % columns * (width + GAP)
        top = area.top + number // columns * (height + GAP)
        _draw_side(surface, pygame.Rect(left, top, width, height), side)
    top = area.top + rows * (height + GAP)
    return pygame.Rect(area.left, top, area.width, area.bottom - top)


def arrow(surface: pygame.Surface, area: pygame.Rect) -> int:
    """An arrow at the left of the area, beside its first line; its width. A colour alone says
    nothing to some."""
    size = min(area.height // 3, area.width // 10, 9)
    middle = area.top + min(area.height, 26) // 2
    corners = [(area.left, middle - size), (area.left + size + 4, middle)]
    pygame.draw.polygon(surface, TURN, [*corners, (area.left, middle + size)])
    return size + 4 + min(6, size)


def _draw_side(surface: pygame.Surface, area: pygame.Rect, side: SideView) -> None:
    pygame.draw.rect(surface, PANEL, area, border_radius=8)
    colour = TURN if side.turn or side.won else TEXT
    if side.turn or side.won:
        pygame.draw.rect(surface, TURN, area, 4, border_radius=8)
    inner = area.inflate(-min(24, area.width // 8), -12)
    name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 3 // 10)
    if side.turn:
        used = arrow(surface, name)
        name = pygame.Rect(name.left + used, name.top, name.width - used, name.height)
    title = f"★{side.name}" if side.won else side.name
    write(surface, title, name, colour, 30, bold=True)
    points = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
    if side.clock or side.target is not None:
        points = _draw_beside(surface, points, side, tall=inner.height >= TALL)
    if side.pegs is not None:
        points = _draw_pegs_beside(surface, points, side.pegs, tall=inner.height >= TALL)
    total = HIDDEN if side.total is None else str(side.total)
    write(surface, total, points, colour, 96, bold=True, centred=True)


def _draw_beside(
    surface: pygame.Surface, area: pygame.Rect, side: SideView, *, tall: bool
) -> pygame.Rect:
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
        write(surface, f"/ {side.target}", target, QUIET, 26)
    if side.clock:
        if side.clock_runs:
            used = arrow(surface, clock) if tall else _bar(surface, clock)
            clock = pygame.Rect(clock.left + used, clock.top, clock.width - used, clock.height)
        colour = TROUBLE if side.overtime else TURN if side.clock_runs else QUIET
        write(surface, side.clock, clock, colour, 26, bold=side.clock_runs)
    return left


def _draw_pegs_beside(
    surface: pygame.Surface, area: pygame.Rect, pegs: PegsView, *, tall: bool
) -> pygame.Rect:
    """The pegs, below the points or beside them; the area left for the points."""
    if tall:
        row = pygame.Rect(area.left, area.bottom - 28, area.width, 28)
        draw_pegs(surface, row, pegs)
        return pygame.Rect(area.left, area.top, area.width, area.height - row.height)
    width = area.width * 2 // 5
    draw_pegs(surface, pygame.Rect(area.right - width, area.top, width, area.height), pegs)
    return pygame.Rect(area.left, area.top, area.width - width - 4, area.height)


def _bar(surface: pygame.Surface, area: pygame.Rect) -> int:
    """What stands for an arrow where there is no room for one; its width."""
    bar = pygame.Rect(area.left - 4, area.top + 3, 4, area.height - 6)
    pygame.draw.rect(surface, TURN, bar)
    return 4
