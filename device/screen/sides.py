"""The sides on the screen: a box each, and in it the points as large as they can be.

A box is one of two forms, whichever gives larger points: name over points over the rest, or the
name and the rest beside the points. Points of one digit and of four have one size and stand in one
place, so that nothing jumps while they grow. Tests: tests/device/test_sides_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face, font
from device.screen.parts import AnyPart, Part
from device.screen.points import points_text
from device.screen.side_lines import MOST, draw_rest, has_rest, rest_fits
from device.screen.symbols import arrow, star
from device.side_views import PegsView, SideView

WIDEST = "0000"
"""Points that are no wider than this are all written in letters of one size."""

SHARE, LARGE_SHARE = 0.46, 0.52
"""How much of the column's height the sides take: few of them, and more."""

FEW = 2

IN_ROWS = 1.2
"""One below the other they are easier to compare: that is worth so much smaller points."""

NAME, REST, REST_LEAST = 40, 30, 18
"""Lengths: lines of the name, and of target, clock and pegs below it, at most and at least."""

NAME_SIZE = 46
"""The largest letters of a name."""

NAME_LEAST = 18
"""The smallest beside the points: rather smaller points than that."""

BESIDE = 0.5
"""How much of a box's width the points take beside the name."""


@dataclass(frozen=True)
class Form:
    """How all boxes are laid out: `rest`: with a line of target, clock or pegs; `beside`: the
    points beside the name, not below it; `name`: the size of the names, in pixels."""

    rest: bool
    beside: bool
    name: int = 0


@dataclass(frozen=True)
class SideBox:
    """The places in a side's box: the sign of whose turn it is, the name, the points, the rest;
    `size`: of the points' letters, in pixels."""

    sign: pygame.Rect
    name: pygame.Rect
    points: pygame.Rect
    rest: pygame.Rect
    size: int

    @classmethod
    def of(cls, canvas: Canvas, area: pygame.Rect, form: Form) -> SideBox:
        """The places in a box of this size."""
        return (_beside if form.beside else _over)(canvas, area, form.rest)


@dataclass(frozen=True)
class SideShown:
    """A side, and the form of the boxes of all sides."""

    side: SideView
    form: Form


def side_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side in the upper part of the area, and the area left below them."""
    if not sides:
        return (), area
    gap = canvas.px(GAP)
    places, form = _chosen(canvas, tuple(area), tuple(map(_kind, sides)))
    parts = tuple(
        Part(place.copy(), draw_side, SideShown(side, form))
        for place, side in zip(places, sides, strict=True)
    )
    top = max(place.bottom for place in places) + gap
    return parts, pygame.Rect(area.left, top, area.width, area.bottom - top)


def _kind(side: SideView) -> SideView:
    """The side without what changes during a game: boxes don't depend on it."""
    pegs = None if side.pegs is None else PegsView(0, 0, 0)
    return SideView(
        side.name, None, turn=False, target=side.target, clock=side.clock and MOST, pegs=pegs
    )


@lru_cache(maxsize=16)
def _chosen(
    canvas: Canvas, room: tuple[int, int, int, int], sides: tuple[SideView, ...]
) -> tuple[list[pygame.Rect], Form]:
    """The boxes and their form in which the points are largest."""
    area = pygame.Rect(room)
    gap = canvas.px(GAP)
    rest = any(has_rest(side) for side in sides)
    tall = round(area.height * (SHARE if len(sides) <= FEW else LARGE_SHARE))
    tried = [
        (places, form)
        for columns in sorted({1, 2, len(sides)})
        for places in (_places(area, len(sides), columns, tall, gap),)
        for form in (Form(rest, beside=False), Form(rest, beside=True))
    ]
    fitting = [(places, form) for places, form in tried if _fits(canvas, places[0], sides, form)]
    places, form = max(fitting or tried, key=lambda tried: _worth(canvas, *tried))
    form = replace(form, name=_name_size(canvas, places[0], sides, form))
    return places, form


def _places(area: pygame.Rect, count: int, columns: int, tall: int, gap: int) -> list[pygame.Rect]:
    rows = (count + columns - 1) // columns
    height = (tall - (rows - 1) * gap) // rows
    width = (area.width - (columns - 1) * gap) // columns
    return [
        pygame.Rect(
            area.left + number % columns * (width + gap),
            area.top + number // columns * (height + gap),
            width,
            height,
        )
        for number in range(count)
    ]


def draw_side(canvas: Canvas, area: pygame.Rect, shown: SideShown) -> None:
    """A box with name, points, target, pegs and clock."""
    side, form = shown.side, shown.form
    theme = canvas.theme
    canvas.box(area, theme.panel)
    box = SideBox.of(canvas, area, form)
    if side.turn or side.won:
        canvas.box(area, theme.accent, edge=3)
    if side.won:
        star(canvas, box.sign, theme.accent)
    elif side.turn:
        arrow(canvas, box.sign, theme.accent)
    colour = theme.accent if side.turn or side.won else theme.text
    size = form.name / canvas.unit if form.name else NAME_SIZE
    canvas.write(side.name, box.name, colour, size, face=Face.TITLE, middle=True)
    total = points_text(side.total)
    canvas.write_large(
        total,
        box.points,
        theme.text,
        largest=box.size / canvas.unit,
        align=Align.RIGHT if form.beside else Align.MIDDLE,
    )
    if form.rest:
        draw_rest(canvas, box.rest, side)


def _worth(canvas: Canvas, places: list[pygame.Rect], form: Form) -> float:
    """How large the points become, and more for boxes one below the other; less for a hole."""
    size = SideBox.of(canvas, places[0], form).size
    columns = len({place.left for place in places})
    if columns == 1:
        return size * IN_ROWS
    return size if len(places) % columns == 0 else size / IN_ROWS


def _fits(canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...], form: Form) -> bool:
    """Whether names are large enough in such a box, and what stands below them has room."""
    box = SideBox.of(canvas, area, form)
    least = _line(canvas, NAME_LEAST) if form.beside else canvas.smallest
    return (
        _name_size(canvas, area, sides, form) >= least
        and _inside(canvas, area).height >= box.name.height + box.rest.height
        and all(rest_fits(canvas, box.rest, side) for side in sides)
    )


def _name_size(canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...], form: Form) -> int:
    """The size in which all names fit such a box; 0 for none that can be read."""
    place = SideBox.of(canvas, area, form).name
    names = tuple(side.name for side in sides)
    return _largest(names, place.size, canvas.px(NAME_SIZE), canvas.smallest)


@lru_cache(maxsize=256)
def _largest(names: tuple[str, ...], place: tuple[int, int], largest: int, smallest: int) -> int:
    """The largest size in which each name fits that place; 0 if none does. Asked of several forms
    for every picture of a screen: counted once, and no letters are loaded that are far too large.
    """
    size = largest
    while size >= smallest:
        letters = font(size, Face.TITLE)
        wide, high = max(letters.size(name)[0] for name in names), letters.get_linesize()
        if wide <= place[0] and high <= place[1]:
            return size
        share = min(place[0] / max(1, wide), place[1] / max(1, high))
        # Letters don't grow quite evenly with their size.
        size = min(size - 1, int(size * share * 1.05) + 1)
    return 0


def _inside(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    return area.inflate(-2 * canvas.px(9), -2 * canvas.px(6))


def _line(canvas: Canvas, length: float) -> int:
    """A line so high, but never too low for letters that can be read."""
    return max(canvas.px(length), canvas.smallest + 2)


def _over(canvas: Canvas, area: pygame.Rect, rest: bool) -> SideBox:
    """The name over the points over the rest."""
    inner, gap = _inside(canvas, area), canvas.px(3)
    name = max(canvas.smallest + 2, min(_line(canvas, NAME), inner.height * 3 // 10))
    low = max(_line(canvas, REST_LEAST), min(_line(canvas, REST), inner.height // 4)) if rest else 0
    top = pygame.Rect(inner.left, inner.top, inner.width, name)
    sign, title = _signed(canvas, top)
    bottom = pygame.Rect(inner.left, inner.bottom - low, inner.width, low)
    high = max(1, bottom.top - top.bottom - gap * (2 if rest else 1))
    points = pygame.Rect(inner.left, top.bottom + gap, inner.width, high)
    return SideBox(sign, title, points, bottom, _size(points.size))


def _beside(canvas: Canvas, area: pygame.Rect, rest: bool) -> SideBox:
    """The name and the rest beside the points."""
    inner = _inside(canvas, area)
    wide = round(inner.width * BESIDE)
    points = pygame.Rect(inner.right - wide, inner.top, wide, inner.height)
    points = points.inflate(0, -canvas.px(6))
    left = pygame.Rect(inner.left, inner.top, inner.width - wide - canvas.px(GAP), inner.height)
    low = max(_line(canvas, REST_LEAST), left.height * 9 // 20) if rest else 0
    sign, title = _signed(canvas, pygame.Rect(left.left, left.top, left.width, left.height - low))
    bottom = pygame.Rect(left.left, left.bottom - low, left.width, low)
    return SideBox(sign, title, points, bottom, _size(points.size))


def _signed(canvas: Canvas, line: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """The place of a sign at the left of a line, the same with a sign and without; and the rest."""
    wide = canvas.px(16)
    sign = pygame.Rect(line.left, line.top, wide, line.height)
    left = line.left + wide + canvas.px(4)
    return sign, pygame.Rect(left, line.top, line.right - left, line.height)


@lru_cache(maxsize=256)
def _size(room: tuple[int, int]) -> int:
    """The largest letters in which points of four digits fit into that width and height."""
    tried = 200
    ink = font(tried, Face.TITLE).render(WIDEST, True, (255, 255, 255)).get_bounding_rect()
    return max(1, int(min(room[0] * tried / ink.width, room[1] * tried / ink.height)) - 1)
