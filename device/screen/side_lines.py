"""What a side's box holds besides name and points: its clock, the points it plays to, its pegs.

A clock that runs has an arrow, one in overtime lies in a box with a sign of warning: neither is
told by its colour alone. Tests: tests/device/test_sides_drawn.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.lettering import Face
from device.screen.pegs import draw_pegs
from device.screen.symbols import arrow, warning
from device.side_views import SideView

SIZE = 34
"""The largest letters."""

MOST = "-000:00"
"""The longest time that is written: its place is as wide, so that nothing moves while it runs."""


def has_rest(side: SideView) -> bool:
    """Whether there is anything besides name and points."""
    return bool(side.clock) or side.target is not None or side.pegs is not None


def rest_fits(canvas: Canvas, area: pygame.Rect, side: SideView) -> bool:
    """Whether clock and target, or pegs, can be read side by side in this line."""
    wide = 0
    if side.clock:
        wide += _sign(canvas, area.height) + canvas.px(12) + canvas.width_of(MOST, 1, Face.TITLE)
    if side.target is not None:
        wide += canvas.width_of(_target(side.target), 1)
    if side.pegs is not None:
        wide += canvas.px(112)
    return wide <= area.width


def _target(points: int) -> str:
    return f"/ {points}"


def draw_rest(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    """The clock at the left, the target or the pegs at the right; alone in the whole line."""
    line = area
    if side.clock:
        wide = min(_clock_width(canvas, area.height), area.width * 6 // 10)
        if side.target is None and side.pegs is None:
            wide = min(_clock_width(canvas, area.height), area.width)
        _draw_clock(canvas, pygame.Rect(area.left, area.top, wide, area.height), side)
        left = area.left + wide + canvas.px(4)
        line = pygame.Rect(left, area.top, area.right - left, area.height)
    if side.pegs is not None:
        draw_pegs(canvas, line, side.pegs)
    elif side.target is not None:
        align = Align.RIGHT if side.clock else Align.LEFT
        if not side.clock:
            # Below the name, which has a sign before it.
            line = line.move(canvas.px(20), 0)
        canvas.write(_target(side.target), line, canvas.theme.quiet, SIZE, align=align, middle=True)


def _clock_width(canvas: Canvas, high: int) -> int:
    size = min(SIZE, high / canvas.unit)
    return _sign(canvas, high) + canvas.width_of(MOST, size, Face.TITLE) + canvas.px(10)


def _sign(canvas: Canvas, high: int) -> int:
    return min(canvas.px(16), high)


def _draw_clock(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    theme = canvas.theme
    colour = theme.text if side.clock_runs else theme.quiet
    if side.overtime:
        canvas.box(area, theme.trouble, corner=4)
        colour = theme.ground
    sign = pygame.Rect(area.left, area.top, _sign(canvas, area.height), area.height)
    if side.clock_runs:
        arrow(canvas, sign, colour if side.overtime else theme.accent)
    elif side.overtime:
        warning(canvas, sign.inflate(-2, 0), colour, theme.trouble)
    # As far from its sign as the name above it is.
    left = sign.right + canvas.px(4)
    time = pygame.Rect(left, area.top, area.right - left - 2, area.height)
    bold = side.clock_runs or side.overtime
    canvas.write(
        side.clock, time, colour, SIZE, face=Face.TITLE if bold else Face.TEXT, middle=True
    )
