"""The bar for fingers and mice on the screen: boxes side by side, below what stands next to the
board, or below the board on small and on upright screens.

Draws what a view holds. Tests: tests/device/test_tap_bar.py.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.screen.drawing import Align, AnyPart, Canvas, Face, Letters, Part, ScreenPlaces, columns
from device.views.tap_bar import TapView

HIGH, LEAST_HIGH = 50, 40
"""The bar's height for 800 x 480, 9 mm on a 7-inch panel; and at least, in pixels: 6 mm on the
smallest one."""

LETTERS = Letters.LINE
"""The largest letters of its words."""

SMALL = 400
"""Pixels: screens with a shorter side below this have little room next to the board."""


def bar_places(layout: ScreenPlaces, canvas: Canvas) -> tuple[ScreenPlaces, pygame.Rect]:
    """The places with a bar, and the bar's own: the board makes room for it where there is little
    next to the board."""
    high, column, board = max(LEAST_HIGH, canvas.px(HIGH)), layout.column, layout.board
    above = layout.whole.bottom - high - layout.gap
    place = column
    if layout.upright or min(layout.screen.size) < SMALL:
        place = column if layout.upright else board
        side = min(board.width, above - board.top)
        board = pygame.Rect(board.centerx - side // 2, board.top, side, side)
    else:
        column = pygame.Rect(column.left, column.top, column.width, above - column.top)
    bar = pygame.Rect(place.left, above + layout.gap, place.width, high)
    return replace(layout, column=column, board=board), bar


def bar_parts(area: pygame.Rect, taps: tuple[TapView, ...], layout: ScreenPlaces) -> list[AnyPart]:
    """A part for each place to touch."""
    places = columns(area, len(taps), layout.gap)
    return [Part(place, draw_tap, tap) for place, tap in zip(places, taps, strict=True)]


def draw_tap(canvas: Canvas, area: pygame.Rect, tap: TapView) -> None:
    """A framed box with its words; filled while its lamp would be lit."""
    theme = canvas.theme
    canvas.offer(area, tap.button)
    canvas.box(area, theme.accent if tap.lit else theme.panel, corner=8)
    canvas.box(area, theme.accent if tap.lit else theme.quiet, edge=2, corner=8)
    colour = theme.ground if tap.lit else theme.text
    inner = area.inflate(-canvas.px(12), -canvas.px(6))
    canvas.write(
        tap.label, inner, colour, LETTERS, face=Face.TITLE, align=Align.MIDDLE, middle=True
    )
