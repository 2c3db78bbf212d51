"""What fingers and mice touch where there are no buttons: a bar of boxes side by side, and above it
what comes next, large.

At a table both are below what stands next to the board, or below the board on small and on upright
screens. Draws what a view holds. Tests: tests/device/test_tap_bar.py,
tests/device/test_next_tap.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from device.clock_and_dice.views import TapsView, TapView
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Letters,
    Part,
    ScreenPlaces,
    columns,
)
from device.themes import Colour

HIGH, LEAST_HIGH = 50, 40
"""The bar's height for 800 x 480, 9 mm on a 7-inch panel; and at least, in pixels: 6 mm on the
smallest one."""

NEXT_HIGH, NEXT_LEAST = 72, 48
"""The same of what comes next, 13 mm and 7 mm: it is hit without looking twice."""

LETTERS, NEXT_LETTERS = Letters.LINE, Letters.HEAD
"""The largest letters of their words."""

SMALL = 400
"""Pixels: screens with a shorter side below this have little room next to the board."""


@dataclass(frozen=True)
class TapPlaces:
    """The places of a table's screen with a bar, of the `bar`, and of what comes `next`."""

    layout: ScreenPlaces
    bar: pygame.Rect
    next: pygame.Rect


def bar_places(layout: ScreenPlaces, canvas: Canvas, *, next_too: bool = False) -> TapPlaces:
    """The board makes room for the bar where there is little next to it; `next_too`: what stands
    next to it, or above it, makes room for what comes next."""
    high, column, board, gap = bar_height(canvas), layout.column, layout.board, layout.gap
    large = next_height(canvas) if next_too else 0
    above = layout.whole.bottom - high - gap
    place, below = column, column.bottom
    if layout.upright or min(layout.screen.size) < SMALL:
        place = column if layout.upright else board
        side = min(board.width, above - board.top)
        board = pygame.Rect(board.centerx - side // 2, board.top, side, side)
    else:
        below = above
    if next_too:
        below -= large + gap
    column = pygame.Rect(column.left, column.top, column.width, below - column.top)
    bar = pygame.Rect(place.left, above + gap, place.width, high)
    following = pygame.Rect(column.left, below + gap, column.width, large)
    return TapPlaces(replace(layout, column=column, board=board), bar, following)


def bar_height(canvas: Canvas) -> int:
    """The height of the bar."""
    return max(LEAST_HIGH, canvas.px(HIGH))


def next_height(canvas: Canvas) -> int:
    """The height of what comes next."""
    return max(NEXT_LEAST, canvas.px(NEXT_HIGH))


def bar_parts(area: pygame.Rect, taps: tuple[TapView, ...], gap: int) -> list[AnyPart]:
    """A part for each place to touch."""
    places = columns(area, len(taps), gap)
    return [Part(place, draw_tap, tap) for place, tap in zip(places, taps, strict=True)]


def taps_below(
    area: pygame.Rect, taps: TapsView, canvas: Canvas
) -> tuple[list[AnyPart], pygame.Rect]:
    """What comes next over the bar, at the bottom of an area, and what they leave of it. Where
    nothing comes next its place stays empty, so that everything else stays where it is."""
    gap = canvas.px(GAP)
    bar = pygame.Rect(area.left, 0, area.width, bar_height(canvas))
    bar.bottom = area.bottom
    large = pygame.Rect(area.left, 0, area.width, next_height(canvas))
    large.bottom = bar.top - gap
    parts = bar_parts(bar, taps.others, gap)
    if taps.next is not None:
        parts.append(Part(large, draw_next, taps.next))
    return parts, pygame.Rect(area.left, area.top, area.width, large.top - gap - area.top)


def draw_tap(canvas: Canvas, area: pygame.Rect, tap: TapView) -> None:
    """A framed box with its words; filled while its lamp would be lit."""
    theme = canvas.theme
    canvas.offer(area, tap.button)
    canvas.box(area, theme.accent if tap.lit else theme.panel, corner=8)
    canvas.box(area, theme.accent if tap.lit else theme.quiet, edge=2, corner=8)
    _write(canvas, area, tap.label, theme.ground if tap.lit else theme.text, LETTERS)


def draw_next(canvas: Canvas, area: pygame.Rect, tap: TapView) -> None:
    """A box with large words, filled unless there is only to wait."""
    theme = canvas.theme
    canvas.offer(area, tap.button)
    canvas.box(area, theme.chosen if tap.lit else theme.panel, corner=8)
    _write(canvas, area, tap.label, theme.on_chosen if tap.lit else theme.text, NEXT_LETTERS)


def _write(canvas: Canvas, area: pygame.Rect, label: str, colour: Colour, largest: float) -> None:
    inner = area.inflate(-canvas.px(12), -canvas.px(6))
    canvas.write(label, inner, colour, largest, face=Face.TITLE, align=Align.MIDDLE, middle=True)
