"""Pointing at a square: the board large with the square marked, its name and what is known of it.

Beside the board stand what is wanted, the name of the square, which tile is thought to lie there,
and what the camera sees. Tests: tests/device/test_question_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.phase_views import PointingView
from device.screen.board import BoardShown, Grid, draw_board
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP, Layout, columns, rows
from device.screen.parts import AnyPart, Part
from device.screen.question import draw_text, places, sides_above
from device.screen.seen import draw_crop
from device.screen.tiles import TileLook, draw_tile
from device.side_views import CountdownView
from device.views import TableView
from engine.squares import Square

LARGE, SMALL = 96, 20
"""The square's name and its tile, and what stands below them, for 800 x 480."""


@dataclass(frozen=True)
class Pointed:
    """What is pointed at, and the seconds that are left of the turn."""

    view: PointingView
    countdown: CountdownView | None = None


def pointing_parts(
    shown: TableView, pointing: PointingView, layout: Layout, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a screen on which somebody points at a square, but for the foot."""
    column, place = places(layout, roomy=False)
    sides, below = sides_above(shown, column, canvas, slim=True)
    board = Part(place, draw_pointed_board, BoardShown.of(shown))
    return board, *sides, Part(below, draw_pointed, Pointed(pointing, shown.countdown))


def draw_pointed_board(canvas: Canvas, area: pygame.Rect, shown: BoardShown) -> None:
    """The board, with lines along the column and the row that lead to the square."""
    draw_board(canvas, area, shown)
    if shown.pointed is None:
        return
    grid = Grid.of(canvas, area, len(shown.rows))
    square, last = grid.place(shown.pointed), len(shown.rows) - 1
    whole = grid.place(Square(0, 0)).union(grid.place(Square(last, last)))
    thick, off = max(1, canvas.px(2)), grid.cell
    for column in (square.left - grid.gap, square.right):
        for top, bottom in ((whole.top, square.top - off), (square.bottom + off, whole.bottom)):
            if bottom > top:
                line = pygame.Rect(column, top, thick, bottom - top)
                canvas.surface.fill(canvas.theme.pointed, line)
    for row in (square.top - grid.gap, square.bottom):
        for left, right in ((whole.left, square.left - off), (square.right + off, whole.right)):
            if right > left:
                line = pygame.Rect(left, row, right - left, thick)
                canvas.surface.fill(canvas.theme.pointed, line)


def draw_pointed(canvas: Canvas, area: pygame.Rect, shown: Pointed) -> None:
    """What is wanted; below it the square, its tile, and what the camera sees of it."""
    view, gap = shown.view, canvas.px(GAP)
    used = draw_text(canvas, area, view.text, shown.countdown)
    rest = pygame.Rect(area.left, area.top + used + gap, area.width, area.height - used - gap)
    if view.crop is None:
        rest.height = min(rest.height, rest.width // 2)
    else:
        side = min(rest.height, rest.width * 3 // 5)
        place = pygame.Rect(0, rest.top, side, side)
        place.right = rest.right
        draw_crop(canvas, place, view.crop, canvas.theme.pointed, named=False)
        rest.width -= side + gap
        rest.height = side
    _draw_square(canvas, rest, view)


def _draw_square(canvas: Canvas, area: pygame.Rect, view: PointingView) -> None:
    """The name of the square and which of how many it is; the tile that is thought to lie there."""
    line, gap = canvas.line_height(SMALL), canvas.px(GAP)
    if area.width > area.height:
        name, tile = columns(area, 2, gap)
        high = area.height - line
    else:
        name, tile = rows(area, [(area.height - gap) // 2], gap)
        high = name.height - line
    high = min(high, name.width, canvas.px(LARGE))
    top = pygame.Rect(name.left, name.top, name.width, high)
    canvas.write_large(view.square, top, canvas.theme.accent, largest=LARGE)
    number = pygame.Rect(name.left, top.bottom, name.width, line)
    among = f"{view.place}/{view.among}"
    canvas.write(among, number, canvas.theme.quiet, SMALL, align=Align.MIDDLE)
    if view.tile:
        place = pygame.Rect(0, tile.top, high, high)
        place.centerx = tile.centerx
        draw_tile(canvas, place, TileLook(view.tile, None, view.blank))
    note = pygame.Rect(tile.left, tile.top + high, tile.width, line)
    canvas.write(view.note, note, canvas.theme.text, SMALL, align=Align.MIDDLE)
