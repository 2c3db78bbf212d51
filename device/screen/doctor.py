"""A check of the device on the screen: a row for each thing that was looked at, the worst first,
each with what to do about it.

As many rows as fit round the one that is chosen. Draws what a view holds.
Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from device.doctor.checks import Verdict
from device.doctor_views import CheckLine, DoctorView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP, Layout
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.symbols import more
from device.screen.verdicts import draw_verdict

TITLE = 38
"""The height of the title, for 800 x 480."""

NAMES, VALUES = 23, 21
"""The largest letters of a row, for 800 x 480."""

SIGN, MORE = 28, 22
"""The width of a row's sign, and of the marks that there are more rows, for 800 x 480."""

THUMB = 4
"""The width of the bar that tells which of the rows are seen, for 800 x 480."""

SHARE = 0.3
"""Share of a row's width that its name takes."""


@dataclass(frozen=True)
class Head:
    """The title, and how it went."""

    title: str
    summary: str
    verdict: Verdict | None


@dataclass(frozen=True)
class Rows:
    """All checks, and the one that is chosen."""

    lines: tuple[CheckLine, ...]
    chosen: int


@dataclass(frozen=True)
class _Row:
    """Where things stand in a row, from its top left corner."""

    sign: pygame.Rect
    name: pygame.Rect
    value: pygame.Rect
    advice: pygame.Rect
    height: int


def doctor_parts(shown: DoctorView, layout: Layout, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, but for the foot."""
    area = layout.whole
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    top = head.bottom + canvas.px(GAP) // 2
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    return (
        Part(head, draw_head, Head(shown.title, shown.summary, shown.verdict)),
        Part(rows, draw_checks, Rows(shown.lines, shown.chosen)),
    )


def draw_head(canvas: Canvas, area: pygame.Rect, shown: Head) -> None:
    """The title at the left, how it went at the right."""
    half = area.width // 2
    left = pygame.Rect(area.left, area.top, half, area.height)
    canvas.write(shown.title, left, canvas.theme.text, 30, face=Face.TITLE, middle=True)
    right = pygame.Rect(left.right, area.top, area.width - half - area.height, area.height)
    canvas.write(
        shown.summary, right, canvas.theme.text, 26, face=Face.TITLE, align=Align.RIGHT, middle=True
    )
    sign = pygame.Rect(right.right, area.top, area.height, area.height)
    draw_verdict(canvas, sign, shown.verdict, canvas.theme.ground)


def draw_checks(canvas: Canvas, area: pygame.Rect, shown: Rows) -> None:
    """The rows round the chosen one, and marks where there are more."""
    gap, width = max(2, canvas.px(4)), area.width - canvas.px(MORE) - canvas.px(GAP) // 2
    rows = [_row(canvas, width, line) for line in shown.lines]
    first, last = _seen([row.height + gap for row in rows], shown.chosen, area.height + gap)
    top = area.top
    for number in range(first, last):
        row, line = rows[number], shown.lines[number]
        place = pygame.Rect(area.left, top, width, min(row.height, area.bottom - top))
        _draw_row(canvas, place, row, line, chosen=number == shown.chosen)
        top += row.height + gap
    mark = pygame.Rect(area.right - canvas.px(MORE), area.top, canvas.px(MORE), canvas.px(MORE))
    if first > 0:
        more(canvas, mark, canvas.theme.text, up=True)
    if last < len(rows):
        mark.bottom = area.bottom
        more(canvas, mark, canvas.theme.text, up=False)
    if last - first < len(rows):
        track = pygame.Rect(0, 0, canvas.px(THUMB), area.height - 3 * mark.height)
        track.center = mark.centerx, area.centery
        _draw_thumb(canvas, track, first / len(rows), last / len(rows))


def _seen(heights: Sequence[int], chosen: int, room: int) -> tuple[int, int]:
    """The first row that is shown and the one after the last: with the chosen one there are as many
    as fit, and if there is room the next one, so that nobody looks for it."""
    first = 0
    until = min(chosen + 2, len(heights))
    while first < chosen and sum(heights[first:until]) > room:
        first += 1
    last = min(first + 1, len(heights))
    while last < len(heights) and sum(heights[first : last + 1]) <= room:
        last += 1
    return first, last


def _draw_thumb(canvas: Canvas, track: pygame.Rect, first: float, last: float) -> None:
    """Which share of the rows is seen, as a bar that moves down as they do."""
    pygame.draw.rect(canvas.surface, canvas.theme.panel, track)
    top, bottom = (track.top + round(track.height * share) for share in (first, last))
    thumb = pygame.Rect(track.left, top, track.width, bottom - top)
    pygame.draw.rect(canvas.surface, canvas.theme.quiet, thumb)


def _row(canvas: Canvas, width: int, line: CheckLine) -> _Row:
    pad, gap = canvas.px(6), canvas.px(GAP)
    sign = pygame.Rect(gap, pad, canvas.px(SIGN), canvas.line_height(NAMES, Face.TITLE))
    name_width = int((width - sign.right - 3 * gap) * SHARE)
    name = pygame.Rect(sign.right + gap, pad, name_width, 0)
    name.height = canvas.height_of(line.name, name.width, NAMES, Face.TITLE)
    lower = (sign.height - canvas.line_height(VALUES)) // 2  # in the middle of the name's line
    value = pygame.Rect(name.right + gap, pad + lower, width - name.right - 2 * gap, 0)
    value.height = canvas.height_of(line.value, value.width, VALUES)
    advice = pygame.Rect(value.left, value.bottom, value.width, 0)
    if line.advice:
        advice.height = canvas.height_of(line.advice, advice.width, VALUES, Face.STRONG)
    return _Row(sign, name, value, advice, max(name.bottom, advice.bottom) + pad)


def _draw_row(
    canvas: Canvas, area: pygame.Rect, row: _Row, line: CheckLine, *, chosen: bool
) -> None:
    theme, at = canvas.theme, area.topleft
    ground = theme.chosen if chosen else theme.panel
    colour = theme.on_chosen if chosen else theme.text
    canvas.box(area, ground)
    sign = theme.on_chosen if chosen else None
    draw_verdict(canvas, row.sign.move(at), line.verdict, ground, sign)
    canvas.write(line.name, row.name.move(at), colour, NAMES, face=Face.TITLE)
    canvas.write(line.value, row.value.move(at), colour, VALUES)
    canvas.write(line.advice, row.advice.move(at), colour, VALUES, face=Face.STRONG)
