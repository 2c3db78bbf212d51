"""The end of a game on the screen: who has won, the points of all in order, how it went, the board.

Gives the parts of the whole screen above the foot; which of them there is room for is its business.
Tests: tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.curve_views import CurveView
from device.screen.board import BoardShown, draw_board
from device.screen.canvas import Align, Canvas
from device.screen.curve import draw_curve, draw_marker
from device.screen.layout import Layout
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.points import points_text
from device.screen.symbols import star
from device.views import TableView

SMALLEST_BOARD = 190
"""Pixels: on a smaller board no letter can be read."""

HEAD, ROW, LINE = 60, 58, 28
"""Heights of the title, of a side, and of the line on the buttons, for 800 x 480."""

HIGH_ROW = 76
"""A side is so high at most where no board stands below the list."""

CURVE = 236
"""The least height of the curve on an upright screen, for 800 x 480."""

LIST = 330
"""The width of the list of sides, for 800 x 480."""

NAME, POINTS = 36, 58
"""The largest letters of a name and of points in the list."""


@dataclass(frozen=True)
class Title:
    """Who has won, in words; `won`: somebody has."""

    text: str
    won: bool


@dataclass(frozen=True)
class Place:
    """A side in the list: its number round the table, which mark its line has."""

    number: int
    place: int
    name: str
    total: int
    won: bool


def winner_parts(shown: TableView, layout: Layout, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen of a game that is over, without the foot."""
    curve = shown.curve
    if curve is None:
        return ()
    whole, gap, line = layout.whole, layout.gap, canvas.line_height(LINE - 6)
    head = pygame.Rect(whole.left, whole.top, whole.width, canvas.px(HEAD))
    below = whole.bottom - line
    if canvas.width_of(curve.hint, LINE - 6) > whole.width:
        below -= line
    hint = pygame.Rect(whole.left, below, whole.width, whole.bottom - below)
    body = pygame.Rect(whole.left, head.bottom + gap, whole.width, below - head.bottom - 2 * gap)
    list_high = len(curve.order) * canvas.px(ROW)
    if layout.upright:
        places = pygame.Rect(body.left, body.top, body.width, list_high)
        rest = body.bottom - places.bottom - gap
        side = min(rest - canvas.px(CURVE) - gap, body.width * 3 // 5)
        board = pygame.Rect(body.centerx - side // 2, body.bottom - side, side, side)
        bottom = board.top - gap if side >= SMALLEST_BOARD else body.bottom
        lines = pygame.Rect(body.left, places.bottom + gap, body.width, 0)
        lines.height = bottom - lines.top
    else:
        places = pygame.Rect(body.left, body.top, canvas.px(LIST), list_high)
        side = min(places.width, body.bottom - places.bottom - gap)
        if side < SMALLEST_BOARD:
            count = len(curve.order)
            places.height = count * min(canvas.px(HIGH_ROW), body.height // max(1, count))
        board = pygame.Rect(places.left, body.bottom - side, side, side)
        left = places.right + 2 * gap
        lines = pygame.Rect(left, body.top, body.right - left, body.height)
    parts: tuple[AnyPart, ...] = (
        Part(head, draw_title, Title(shown.state, any(c.won for c in curve.curves))),
        Part(places, draw_places, _places(curve)),
        Part(lines, draw_curve, curve),
        Part(hint, draw_hint, curve.hint),
    )
    if side >= SMALLEST_BOARD:
        parts = (*parts, Part(board, draw_board, BoardShown.of(shown)))
    return parts


def _places(curve: CurveView) -> tuple[Place, ...]:
    return tuple(
        Place(n, one.place, one.side, one.total, one.won)
        for n in curve.order
        for one in (curve.curves[n],)
    )


def draw_title(canvas: Canvas, area: pygame.Rect, shown: Title) -> None:
    """Who has won, behind a star."""
    left = area.left
    if shown.won:
        star(canvas, pygame.Rect(left, area.top, area.height, area.height), canvas.theme.accent)
        left += area.height + canvas.px(12)
    place = pygame.Rect(left, area.top, area.right - left, area.height)
    canvas.write(shown.text, place, canvas.theme.accent, 56, face=Face.TITLE, middle=True)


def draw_places(canvas: Canvas, area: pygame.Rect, shown: tuple[Place, ...]) -> None:
    """The sides, best first, those that have won in a frame and with a star."""
    high, gap = area.height // max(1, len(shown)), canvas.px(6)
    for row, one in enumerate(shown):
        box = pygame.Rect(area.left, area.top + row * high, area.width, high - gap)
        canvas.box(box, canvas.theme.panel, corner=8)
        if one.won:
            canvas.box(box, canvas.theme.accent, edge=3, corner=8)
        inner = box.inflate(-2 * canvas.px(10), 0)
        number = pygame.Rect(inner.left, inner.top, canvas.px(26), inner.height)
        colour = canvas.theme.accent if one.won else canvas.theme.text
        if one.won:
            star(canvas, number, colour)
        else:
            text = str(one.place)
            canvas.write(
                text,
                number,
                canvas.theme.quiet,
                28,
                face=Face.TITLE,
                align=Align.MIDDLE,
                middle=True,
            )
        mark = pygame.Rect(number.right + gap, inner.top, canvas.px(20), inner.height)
        draw_marker(canvas, mark, one.number)
        wide = max(canvas.width_of(points_text(other.total), POINTS, Face.TITLE) for other in shown)
        points = pygame.Rect(inner.right - wide - 1, inner.top, wide + 1, inner.height)
        canvas.write(
            points_text(one.total),
            points,
            colour,
            POINTS,
            face=Face.TITLE,
            align=Align.RIGHT,
            middle=True,
        )
        left = mark.right + gap
        name = pygame.Rect(left, inner.top, points.left - gap - left, inner.height)
        canvas.write(one.name, name, colour, NAME, face=Face.TITLE, middle=True)


def draw_hint(canvas: Canvas, area: pygame.Rect, shown: str) -> None:
    """What the buttons do now."""
    canvas.write(shown, area, canvas.theme.quiet, LINE - 6, middle=True)
