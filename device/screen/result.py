"""The end of a game on the screen: who has won, all sides in order, the curve of scores, the board.

The curve has one line per side, turn by turn, distinguished by dashes and marks as well as by
colour, and drawn twice as large and scaled down so that edges are smooth. Parts without room are
left out. Tests: tests/device/test_phase_screens.py, tests/device/test_curve.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import pygame

from device.screen.board import BoardShown, draw_board
from device.screen.button_hints import draw_hint, draw_hints
from device.screen.drawing import (
    PAD,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    ScreenPlaces,
    TextLine,
    draw_star,
    height_of,
    points_text,
)
from device.themes import Colour
from device.views.table import TableView
from device.views.turn import CurveView
from hardware.panel.port import Button

# --- the curve of scores ---

CurvePoint: TypeAlias = tuple[float, float]
"""In pixels from the top left."""

FINE = 2
"""The scale at which lines are drawn, before they are scaled down."""

CURVE_LETTERS = Letters.REMARK
"""The size of names and numbers, for 800 x 480."""

MOST_NUMBERS = 6
"""About the most labels on the points axis."""

DASHES: tuple[tuple[float, ...], ...] = ((), (14, 7), (3, 6), (16, 6, 3, 6))
"""Dash and gap of each line, for 800 x 480; the first has no gaps."""


@dataclass(frozen=True)
class Scale:
    """The places of turns and points in the area of the lines."""

    area: pygame.Rect
    last: int
    low: int
    high: int

    def x(self, turn: float) -> float:
        """Pixels from the left of the surface."""
        return self.area.left + self.area.width * turn / max(1, self.last)

    def y(self, total: float) -> float:
        """Pixels from the top of the surface."""
        share = (total - self.low) / max(1, self.high - self.low)
        return self.area.bottom - self.area.height * share


def draw_curve(canvas: Canvas, area: pygame.Rect, shown: CurveView) -> None:
    """The lines over a few numbers, with the names at their ends; below 0 only as far as a total
    goes."""
    totals = [total for curve in shown.curves for _, total in curve.points]
    low, high = min(0, *totals), max(10, *totals)
    line = _line(canvas)
    step = _step(high - low, max(2, min(MOST_NUMBERS, area.height // (2 * line) - 1)))
    numbers = range(math.ceil(low / step) * step, high + 1, step)
    left = max(
        canvas.width_of(points_text(n), CURVE_LETTERS, Face.TITLE) for n in numbers
    ) + canvas.px(16)
    names = [curve.side for curve in shown.curves]
    right = max(canvas.width_of(name, CURVE_LETTERS, Face.TITLE) for name in names) + canvas.px(36)
    right = min(right, area.width * 4 // 10)
    plot = pygame.Rect(
        area.left + left, area.top + line // 2, 0, area.height - line // 2 - line - canvas.px(8)
    )
    plot.width = area.width - left - right
    scale = Scale(plot, shown.last, low, high)
    _draw_axes(canvas, area, scale, numbers, shown)
    _draw_lines(canvas, scale, shown)
    names_at = pygame.Rect(plot.right, area.top, right, plot.bottom - area.top + line // 2)
    _draw_names(canvas, names_at, scale, shown)


def draw_marker(canvas: Canvas, area: pygame.Rect, number: int) -> None:
    """The mark of a side's line, in the middle of the area."""
    size = min(area.size)
    fine = pygame.Surface((size * FINE, size * FINE), depth=32)
    fine.fill(canvas.surface.get_at(area.center))
    middle = (size * FINE / 2, size * FINE / 2)
    _marker(fine, middle, size * FINE / 2.8, _colour(canvas, number), number)
    small = pygame.transform.smoothscale(fine, (size, size))
    canvas.surface.blit(small, small.get_rect(center=area.center))


def _line(canvas: Canvas) -> int:
    faces = (Face.TEXT, Face.TITLE)
    return max(canvas.line_height(CURVE_LETTERS, face) for face in faces)


def _colour(canvas: Canvas, number: int) -> Colour:
    return canvas.theme.lines[number % len(canvas.theme.lines)]


# Axes


def _step(span: int, most: int) -> int:
    """The spacing of round numbers, of which at most `most` fit into the span."""
    for power in range(7):
        for first in (1, 2, 5):
            if span / (step := first * 10**power) <= most:
                return int(step)
    return max(1, span)


def _draw_axes(
    canvas: Canvas, area: pygame.Rect, scale: Scale, numbers: Sequence[int], shown: CurveView
) -> None:
    """A thin line for each labelled number of points, and the turns below."""
    plot, quiet = scale.area, canvas.theme.quiet
    line = _line(canvas)
    for number in numbers:
        y = round(scale.y(number))
        strong = number == 0
        colour = quiet if strong else canvas.theme.line
        pygame.draw.line(canvas.surface, colour, (plot.left, y), (plot.right, y), 1 + strong)
        place = pygame.Rect(area.left, y - line // 2, plot.left - area.left - canvas.px(16), line)
        canvas.write(
            points_text(number), place, quiet, CURVE_LETTERS, face=Face.TITLE, align=Align.RIGHT
        )
    _draw_turns(canvas, scale, shown)


def _draw_turns(canvas: Canvas, scale: Scale, shown: CurveView) -> None:
    """The word for turns, then as many numbers as there is room for, and the end."""
    plot, quiet = scale.area, canvas.theme.quiet
    line, gap = _line(canvas), canvas.px(10)
    row = pygame.Rect(plot.left, plot.bottom + canvas.px(7), 0, line)
    row.width = canvas.width_of(shown.axis, CURVE_LETTERS) + 1
    canvas.write(shown.axis, row, quiet, CURVE_LETTERS)
    free, until = row.right + gap, plot.right + canvas.px(40)
    if shown.end:
        row.width = canvas.width_of(shown.end, CURVE_LETTERS) + 1
        row.left = min(plot.right - row.width // 2, canvas.surface.get_width() - row.width)
        canvas.write(shown.end, row, quiet, CURVE_LETTERS)
        until = row.left - gap
    turns = shown.last - shown.settled
    wide = canvas.width_of("100", CURVE_LETTERS, Face.TITLE)
    step = _step(turns, max(1, plot.width // (2 * wide)))
    for turn in range(step, turns + 1, step):
        row.width = canvas.width_of(str(turn), CURVE_LETTERS, Face.TITLE) + 1
        row.centerx = round(scale.x(turn))
        if free <= row.left and row.right <= until:
            canvas.write(str(turn), row, quiet, CURVE_LETTERS, face=Face.TITLE)
            free = row.right + gap


# Lines


def _draw_lines(canvas: Canvas, scale: Scale, shown: CurveView) -> None:
    """The lines with their marks, the winners' last and so on top."""
    plot, unit = scale.area, canvas.unit * FINE
    margin = canvas.px(12)
    whole = plot.inflate(2 * margin, 2 * margin)
    ground = pygame.Surface(whole.size, depth=32)
    ground.blit(canvas.surface, (0, 0), whole)
    fine = pygame.transform.scale(ground, (whole.width * FINE, whole.height * FINE))
    for number in reversed(shown.order):
        colour = _colour(canvas, number)
        points = [
            ((scale.x(turn) - whole.left) * FINE, (scale.y(total) - whole.top) * FINE)
            for turn, total in shown.curves[number].points
        ]
        for piece in dashed(points, [length * unit for length in DASHES[number % len(DASHES)]]):
            _stroke(fine, piece, colour, 3.2 * unit)
        apart = plot.width * FINE / max(1, shown.last)
        every = max(1, math.ceil(26 * unit / apart))
        for place_in_line, point in enumerate(points):
            if place_in_line % every == 0 or place_in_line == len(points) - 1:
                _marker(fine, point, 6.4 * unit, colour, number)
    small = pygame.transform.smoothscale(fine, whole.size)
    canvas.surface.blit(small, whole)


def dashed(points: Sequence[CurvePoint], lengths: Sequence[float]) -> Iterator[list[CurvePoint]]:
    """The dashes of a line through these points, with these lengths of dash and gap; all of it
    without lengths."""
    if not lengths:
        yield list(points)
        return
    part, left, piece = 0, lengths[0], [points[0]]
    for one, other in pairwise(points):
        at, whole = 0.0, math.dist(one, other)
        while whole - at >= left:
            at += left
            corner = _between(one, other, at / whole)
            if part % 2 == 0:
                yield [*piece, corner]
            part = (part + 1) % len(lengths)
            left, piece = lengths[part], [corner]
        left -= whole - at
        piece.append(other)
    if part % 2 == 0 and len(piece) > 1:
        yield piece


def _between(one: CurvePoint, other: CurvePoint, share: float) -> CurvePoint:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _stroke(
    surface: pygame.Surface, points: Sequence[CurvePoint], colour: Colour, wide: float
) -> None:
    """A line this wide, with round ends and corners."""
    for one, other in pairwise(points):
        long = math.dist(one, other)
        if long:
            x, y = (wide / 2 * (other[i] - one[i]) / long for i in (0, 1))
            sides = [(one[0] - y, one[1] + x), (one[0] + y, one[1] - x)]
            ends = [(other[0] + y, other[1] - x), (other[0] - y, other[1] + x)]
            pygame.draw.polygon(surface, colour, [*sides, *ends])
    for point in points:
        pygame.draw.circle(surface, colour, point, wide / 2)


def _marker(
    surface: pygame.Surface, middle: CurvePoint, size: float, colour: Colour, number: int
) -> None:
    """The mark of a side's line: a disc, a square, a triangle, a diamond."""
    x, y = middle
    if number % 4 == 0:
        pygame.draw.circle(surface, colour, middle, size)
        return
    corners, turned, reach = {1: (4, 0.25, 1.25), 2: (3, 1.0, 1.35), 3: (4, 0.0, 1.35)}[number % 4]
    turns = [math.pi * (2 * corner / corners + turned) for corner in range(corners)]
    spots = [(x + reach * size * math.sin(t), y + reach * size * math.cos(t)) for t in turns]
    pygame.draw.polygon(surface, colour, spots)


# Names


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as possible to these, at least this far apart, between low and high."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    places = list(wanted)
    lowest = low
    for number in order:
        places[number] = max(places[number], lowest)
        lowest = places[number] + apart
    highest = high
    for number in reversed(order):
        places[number] = min(places[number], highest)
        highest = places[number] - apart
    return places


def _draw_names(canvas: Canvas, area: pygame.Rect, scale: Scale, shown: CurveView) -> None:
    """The name of each side at its line's end, or as near to it as the others allow."""
    line = _line(canvas)
    ends = [scale.y(curve.total) for curve in shown.curves]
    middles = spread(ends, line, area.top + line / 2, area.bottom - line / 2)
    for number, curve in enumerate(shown.curves):
        colour, left = _colour(canvas, number), area.left + canvas.px(30)
        start = (area.left + canvas.px(9), round(ends[number]))
        end = (left - canvas.px(4), round(middles[number]))
        # pygame's anti-aliased lines differ from one drawing to the next.
        pygame.draw.line(canvas.surface, colour, start, end)
        place = pygame.Rect(left, round(middles[number] - line / 2), area.right - left, line)
        canvas.write(curve.side, place, colour, CURVE_LETTERS, face=Face.TITLE)


# --- the whole screen ---

SMALLEST_BOARD = 190
"""Pixels: no letter can be read on a smaller board."""

HEAD, LINE, OK = 60, Letters.LINE, 46
"""Heights of the title, of a line, and of what OK does, for 800 x 480."""

ROW, LOW_ROW, HIGH_ROW = 64, 54, 96
"""The height of a side in the list, that of one of more than two, and the greatest."""

TWO_LINES = 50
"""A row this high has room for a best play below the name."""

FEW = 2

CURVE = 140
"""The height of the curve that is kept free on an upright screen."""

NAME, POINTS, BEST = Letters.HEAD, Letters.LARGE, Letters.REMARK
"""The largest letters of a name, of points, and of a side's best play in the list."""

SMALL_NAME = Letters.SMALL
"""Letters in which a name leaves the rest of its line to its side's best play."""


@dataclass(frozen=True)
class Winner:
    """Who has won, in words; `won`: somebody has. `time`: how long it took; `tie`: a tie without
    names, which stand in the list as well."""

    text: str
    won: bool
    time: str = ""
    tie: str = ""


@dataclass(frozen=True)
class Ranking:
    """A side in the list: its number round the table, which selects the mark of its line; `best`:
    its best play, `racks`: what tiles left on racks changed, "" for none."""

    number: int
    place: int
    name: str
    total: int
    won: bool
    best: str
    racks: str = ""


def winner_parts(shown: TableView, layout: ScreenPlaces, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen of a game that is over, without the foot."""
    curve = shown.page.curve
    if curve is None:
        return ()
    whole, gap = layout.whole, layout.gap
    head = pygame.Rect(whole.left, whole.top, whole.width, canvas.px(HEAD))
    body = pygame.Rect(whole.left, head.bottom + gap, whole.width, whole.bottom - head.bottom - gap)
    count = len(curve.order)
    list_high = count * canvas.px(ROW if count <= FEW else LOW_ROW)
    # At least as high as the names at the ends of its lines.
    least = (max(2, count) + 1) * _line(canvas)
    side, column = min(body.height, body.width * 6 // 11), body.copy()
    if not layout.upright and side >= SMALLEST_BOARD:
        column.width -= side + 2 * gap
    # On an upright screen the winner has the whole line, and how long it took is a remark.
    time = "" if layout.upright else curve.time
    texts = curve.remarks if time or not curve.time else (*curve.remarks, curve.time)
    said = tuple(TextLine(text, LINE) for text in texts)
    remarks_high = sum(height_of(canvas, text, column.width) for text in said)
    room = body.height - list_high - canvas.px(OK) - 2 * gap
    if not layout.upright and room - least < remarks_high:
        said, remarks_high = (), 0
    below = bottom = body.bottom - canvas.px(OK) - gap - remarks_high
    board = pygame.Rect(body.right - side, body.top, side, side)
    if layout.upright:
        side = min(room - remarks_high - max(least, canvas.px(CURVE)) - gap, body.width)
        board = pygame.Rect(body.centerx - side // 2, below - side, side, side)
        bottom = board.top - gap if side >= SMALLEST_BOARD else below
    places = pygame.Rect(column.left, column.top, column.width, list_high)
    lines = pygame.Rect(column.left, places.bottom + gap, column.width, 0)
    lines.height = max(0, bottom - lines.top)
    if lines.height < least:
        places.height = min(bottom - places.top, count * canvas.px(HIGH_ROW))
        smaller = side - least - gap
        if not layout.upright and smaller >= SMALLEST_BOARD:
            # The curve stands above the board, and the list has all of its column.
            lines = pygame.Rect(board.left, board.top, side, least)
            board = pygame.Rect(0, 0, smaller, smaller)
            board.midtop = (lines.centerx, lines.bottom + gap)
    remarks = pygame.Rect(column.left, below, column.width, remarks_high)
    ok, hint = _buttons(
        canvas, pygame.Rect(remarks.left, 0, remarks.width, body.bottom), curve, gap
    )
    parts: tuple[AnyPart, ...] = (
        Part(
            head,
            draw_winner,
            Winner(shown.text.state, any(c.won for c in curve.curves), time, curve.tie),
        ),
        Part(places, draw_places, _places(curve)),
        Part(ok, draw_ok, curve.ok),
        Part(hint, draw_hint, TextLine(curve.hint, Letters.REMARK, Ink.QUIET)),
    )
    if side >= SMALLEST_BOARD:
        parts = (*parts, Part(board, draw_board, BoardShown(shown.board)))
    if lines.height >= least:
        parts = (*parts, Part(lines, draw_curve, curve))
    if said:
        parts = (*parts, Part(remarks, draw_hints, said))
    return parts


def _buttons(
    canvas: Canvas, whole: pygame.Rect, curve: CurveView, gap: int
) -> tuple[pygame.Rect, pygame.Rect]:
    """The places of what OK does, and of the line on the other buttons next to it."""
    high = canvas.px(OK)
    wide = canvas.width_of(curve.ok, Letters.LINE, Face.TITLE) + 2 * canvas.px(16)
    wide = min(wide, whole.width * 3 // 8)  # where keys are named, both are long
    ok = pygame.Rect(whole.left, whole.bottom - high, wide, high)
    return ok, pygame.Rect(ok.right + 2 * gap, ok.top, whole.right - ok.right - 2 * gap, high)


def draw_ok(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    """What OK does, drawn like every chosen answer; a touch is OK."""
    canvas.offer(area, Button.OK)
    canvas.box(area, canvas.theme.chosen)
    inner = area.inflate(-canvas.px(16), 0)
    canvas.write(
        text,
        inner,
        canvas.theme.on_chosen,
        Letters.LINE,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _places(curve: CurveView) -> tuple[Ranking, ...]:
    return tuple(
        Ranking(n, one.place, one.side, one.total, one.won, one.best, one.racks)
        for n in curve.order
        for one in (curve.curves[n],)
    )


def draw_winner(canvas: Canvas, area: pygame.Rect, shown: Winner) -> None:
    """Who has won, behind a star."""
    left = area.left
    if shown.won:
        draw_star(
            canvas, pygame.Rect(left, area.top, area.height, area.height), canvas.theme.accent
        )
        left += area.height + canvas.px(12)
    right = area.right
    if shown.time:
        right -= canvas.width_of(shown.time, LINE) + 1
        time = pygame.Rect(right, area.top, area.right - right, area.height)
        canvas.write(shown.time, time, canvas.theme.quiet, LINE, middle=True)
        right -= canvas.px(12)
    place = pygame.Rect(left, area.top, right - left, area.height)
    text = shown.text
    if shown.tie and canvas.width_of(text, Letters.NAME, Face.TITLE) > place.width:
        text = shown.tie
    canvas.write(text, place, canvas.theme.accent, Letters.NAME, face=Face.TITLE, middle=True)


def draw_places(canvas: Canvas, area: pygame.Rect, shown: tuple[Ranking, ...]) -> None:
    """The sides, best first, winners in a frame and with a star."""
    high, gap = area.height // max(1, len(shown)), canvas.px(6)
    for row, one in enumerate(shown):
        box = pygame.Rect(area.left, area.top + row * high, area.width, high - gap)
        canvas.box(box, canvas.theme.panel, corner=8)
        if one.won:
            canvas.box(box, canvas.theme.accent, edge=3, corner=8)
        inner = box.inflate(-2 * canvas.px(PAD), -2 * canvas.px(4))
        number = pygame.Rect(inner.left, inner.top, canvas.px(26), inner.height)
        colour = canvas.theme.accent if one.won else canvas.theme.text
        if one.won:
            draw_star(canvas, number, colour)
        else:
            text = str(one.place)
            canvas.write(
                text,
                number,
                canvas.theme.quiet,
                Letters.LINE,
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
        said = " · ".join(filter(None, (one.best, one.racks)))
        if canvas.width_of(said, BEST, Face.TITLE) >= name.width:
            said = one.best
        enough = canvas.px(TWO_LINES if one.best else ROW) - gap
        if said and box.height >= enough:
            name.height = inner.height * 11 // 20
            best = pygame.Rect(left, name.bottom, name.width, inner.bottom - name.bottom)
            canvas.write(said, best, canvas.theme.quiet, BEST, face=Face.TITLE)
        elif one.best:
            wide = canvas.width_of(one.best, Letters.LEAST, Face.TITLE) + 1
            if wide + gap + canvas.width_of(one.name, SMALL_NAME, Face.TITLE) <= name.width:
                best = pygame.Rect(name.right - wide, name.top, wide, name.height)
                name.width -= wide + gap
                canvas.write(
                    one.best, best, canvas.theme.quiet, Letters.LEAST, face=Face.TITLE, middle=True
                )
        canvas.write(one.name, name, colour, NAME, face=Face.TITLE, middle=True)
