"""The clock of zones on the screen: the time left, and the zones it runs through.

A zone that is to come stands half high and full of its colour, the clock's own is framed, higher,
and runs empty, one that is past is low and hollow: none of it is told by colour alone.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.lines import Ink, Line, draw_line, height_of
from device.screen.parts import AnyPart, Part
from device.zone_views import ClockView, ZoneView

TALLEST = 1.8
"""A zone is at most so many times as high as wide."""

BAR = 72
"""The bar of a sand timer is no higher."""

TO_COME, PAST = 0.78, 0.46
"""How high zones stand that are to come and that are past, where the clock's own is 1."""

LENGTH_FROM = 72
"""A zone as high as this has room for its length."""

LEVEL = 6
"""The marks of how far a zone has run, at both its edges, are this part of its width each."""

EDGE = 3
"""Between the edge of a zone and what stands in it."""


@dataclass(frozen=True)
class TimeLeft:
    """The time left as text; `low`: it, or the zone, is about to end."""

    text: str
    low: bool

    @classmethod
    def of(cls, clock: ClockView) -> TimeLeft:
        """The time of this clock."""
        return cls(clock.left, clock.over or any(zone.ending for zone in clock.zones))


def clock_parts(area: pygame.Rect, clock: ClockView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The clock alone: what it does, the time left, the zones, and the hint below them."""
    gap = canvas.px(GAP)
    ink = Ink.TROUBLE if clock.over else Ink.TEXT
    state = Line(clock.state, 34, ink, Face.TITLE, Align.MIDDLE)
    hint = Line(clock.hint, 22, Ink.QUIET, align=Align.MIDDLE)
    # What it does is said in one line or in two: the time stands where it stood.
    high = 2 * canvas.line_height(state.largest, state.face) * 2 // 3
    head = pygame.Rect(area.left, area.top, area.width, high)
    foot = pygame.Rect(area.left, 0, area.width, height_of(canvas, hint, area.width))
    foot.bottom = area.bottom
    body = pygame.Rect(area.left, head.bottom, area.width, foot.top - gap - head.bottom)
    if len(clock.zones) > 1:
        most = round(TALLEST * body.width / len(clock.zones))
        high = min(body.height * 9 // 25, most)
    else:
        high = min(body.height // 5, canvas.px(BAR))
    row = pygame.Rect(body.left, 0, body.width, high)
    row.bottom = body.bottom
    time = pygame.Rect(body.left, body.top + gap, body.width, row.top - body.top - 4 * gap)
    return (
        Part(head, draw_line, state),
        Part(time, draw_time, TimeLeft.of(clock)),
        *zone_parts(row, clock.zones, canvas),
        Part(foot, draw_line, hint),
    )


def draw_time(canvas: Canvas, area: pygame.Rect, time: TimeLeft) -> None:
    """The time left, as large as fits; its figures stand still as it runs."""
    colour = canvas.theme.trouble if time.low else canvas.theme.text
    canvas.write_large(time.text, area, colour, largest=480, figures=True)


def zone_parts(
    row: pygame.Rect, zones: tuple[ZoneView, ...], canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The zones side by side, a part each."""
    count = max(1, len(zones))
    gap = max(2, min(canvas.px(GAP), row.width // 60))
    width = (row.width - gap * (count - 1)) // count
    return tuple(
        Part(
            pygame.Rect(row.left + number * (width + gap), row.top, width, row.height),
            draw_zone,
            zone,
        )
        for number, zone in enumerate(zones)
    )


def draw_zone(canvas: Canvas, place: pygame.Rect, zone: ZoneView) -> None:
    """A zone that is past, the clock's own, or one that is to come."""
    if not zone.label:
        _draw_lying(canvas, place, zone)
        return
    past = zone.left <= 0 and not zone.now
    box = place.copy()
    least = canvas.line_height(1, Face.TITLE) + 2 * canvas.px(EDGE)
    high = round(place.height * (1 if zone.now else PAST if past else TO_COME))
    box.height = min(place.height, max(high, least))
    box.bottom = place.bottom
    theme, corner = canvas.theme, canvas.px(8)
    if past:
        pygame.draw.rect(canvas.surface, theme.line, box, canvas.px(2), border_radius=corner)
        _write(canvas, box, zone, Ink.QUIET.of(theme), length=False)
        return
    flashes = zone.ending and zone.lit
    ground = theme.trouble if flashes else theme.panel
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    tall = box.height >= canvas.px(LENGTH_FROM)
    if flashes:
        _write(canvas, box, zone, theme.ground, length=tall)
        return
    level = pygame.Rect(box.left, 0, box.width, round(box.height * min(1.0, zone.left)))
    level.bottom = box.bottom
    if level.height < box.height:
        _write(canvas, box, zone, theme.text, length=tall)
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(level.clip(clip))
    if level.height:
        pygame.draw.rect(canvas.surface, theme.zones[zone.colour], box, border_radius=corner)
        if zone.now and level.height < box.height:
            # The two grounds alone differ too little to be told apart across a room; a line
            # across all of it would strike out what stands there.
            short = max(2, level.width // LEVEL)
            for left in (level.left, level.right - short):
                mark = pygame.Rect(left, level.top, short, canvas.px(3))
                canvas.surface.fill(theme.accent, mark)
        _write(canvas, box, zone, theme.on_zone, length=tall)
    canvas.surface.set_clip(clip)
    if zone.now:
        colour = theme.trouble if zone.ending else theme.accent
        edge = max(3, canvas.px(4))
        pygame.draw.rect(canvas.surface, colour, box, edge, border_radius=corner)


def _write(
    canvas: Canvas,
    box: pygame.Rect,
    zone: ZoneView,
    colour: tuple[int, int, int],
    *,
    length: bool,
) -> None:
    """What stands in the zone, and below it what is left of it."""
    inner = box.inflate(-min(canvas.px(8), box.width // 8), -2 * canvas.px(EDGE))
    if length:
        line = canvas.line_height(20)
        text = zone.seconds or zone.length
        place = pygame.Rect(inner.left, inner.bottom - line, inner.width, line)
        canvas.write(text, place, colour, 20, align=Align.MIDDLE, middle=True)
        inner.height -= line
    canvas.write(
        zone.label,
        inner,
        colour,
        110 if zone.now else 84,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _draw_lying(canvas: Canvas, box: pygame.Rect, zone: ZoneView) -> None:
    """A sand timer: a bar that runs out from its right, with a mark at each quarter."""
    theme, corner = canvas.theme, min(canvas.px(8), box.height // 3)
    flashes = zone.ending and zone.lit
    ground = theme.trouble if flashes else theme.panel
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    clip = canvas.surface.get_clip()
    if not flashes:
        level = pygame.Rect(box.left, box.top, round(box.width * zone.left), box.height)
        canvas.surface.set_clip(level.clip(clip))
        if level.width:
            pygame.draw.rect(canvas.surface, theme.zones[zone.colour], box, border_radius=corner)
            if level.width < box.width:
                end = pygame.Rect(level.right - canvas.px(3), box.top, canvas.px(3), box.height)
                canvas.surface.fill(theme.accent, end)
        canvas.surface.set_clip(clip)
    for quarter in (1, 2, 3):
        mark = pygame.Rect(0, box.top, canvas.px(2), box.height)
        mark.centerx = box.left + box.width * quarter // 4
        canvas.surface.fill(theme.ground, mark.clip(clip))
    colour = theme.trouble if zone.ending else theme.accent if zone.now else theme.line
    edge = max(2, canvas.px(4 if zone.now else 2))
    pygame.draw.rect(canvas.surface, colour, box, edge, border_radius=corner)
