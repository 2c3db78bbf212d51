"""The clock of zones on the screen: the time left, and the zones it runs through.

Draws a view into an area; which zone is the clock's is seen by its size as well as by its colour.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.theme import Colour
from device.zone_views import ClockView, ZoneColour, ZoneView

LENGTH_FROM = 84
"""Pixels: a zone as high as this has room for its length."""

LYING = 4
"""A zone so many times as wide as high runs out from its right, not from its top."""

COLOURS: dict[ZoneColour, Colour] = {
    ZoneColour.BLUE: (30, 84, 168),
    ZoneColour.RED: (168, 40, 44),
    ZoneColour.OFF: (92, 74, 30),
}
"""The ground of each zone; white letters stand out from them by 4.5 to 1."""


def draw_zones(canvas: Canvas, area: pygame.Rect, clock: ClockView) -> None:
    """What the clock does, the time left, the zones, and the hint below them."""
    head = pygame.Rect(area.left, area.top, area.width, 40)
    colour = canvas.theme.trouble if clock.over else canvas.theme.text
    canvas.write(clock.state, head, colour, 30, face=Face.TITLE, align=Align.MIDDLE)
    foot = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
    if clock.hint:
        canvas.write(clock.hint, foot, canvas.theme.quiet, 23, align=Align.MIDDLE)
    body = pygame.Rect(area.left, head.bottom, area.width, foot.top - head.bottom - canvas.px(GAP))
    time = pygame.Rect(body.left, body.top, body.width, body.height * 9 // 20)
    draw_time(canvas, time, clock)
    draw_row(
        canvas,
        pygame.Rect(body.left, time.bottom, body.width, body.bottom - time.bottom),
        clock.zones,
    )


def draw_time(canvas: Canvas, area: pygame.Rect, clock: ClockView) -> None:
    """The time left, as large as fits."""
    ending = any(zone.ending for zone in clock.zones)
    colour = canvas.theme.trouble if ending or clock.over else canvas.theme.text
    canvas.write(clock.left, area, colour, 200, face=Face.TITLE, align=Align.MIDDLE, middle=True)


def draw_row(canvas: Canvas, row: pygame.Rect, zones: tuple[ZoneView, ...]) -> None:
    """The zones alone, side by side."""
    gap = min(canvas.px(GAP), row.width // 60)
    width = (row.width - gap * (len(zones) - 1)) // max(1, len(zones))
    for number, zone in enumerate(zones):
        place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
        _draw_zone(canvas, place, zone)


def _draw_zone(canvas: Canvas, place: pygame.Rect, zone: ZoneView) -> None:
    """The zone's own colour stands in it as high as time is left of it."""
    margin = min(3 * canvas.px(GAP), place.height // 8)
    box = (
        place
        if zone.now
        else place.inflate(-min(2 * canvas.px(GAP), place.width // 8), -2 * margin)
    )
    corner = min(10, box.height // 6)
    pygame.draw.rect(canvas.surface, canvas.theme.panel, box, border_radius=corner)
    lies = box.width > LYING * box.height
    if lies:
        level = pygame.Rect(box.left, box.top, round(box.width * zone.left), box.height)
    else:
        level = pygame.Rect(box.left, 0, box.width, round(box.height * zone.left))
        level.bottom = box.bottom
    if level.width > 0 and level.height > 0:
        canvas.surface.set_clip(level)
        pygame.draw.rect(canvas.surface, COLOURS[zone.colour], box, border_radius=corner)
        canvas.surface.set_clip(None)
    if zone.now and zone.lit:
        edge = max(3, min(5, box.height // 10))
        colour = canvas.theme.trouble if zone.ending else canvas.theme.accent
        pygame.draw.rect(canvas.surface, colour, box, edge, border_radius=corner)
    inner = box.inflate(-min(8, box.width // 8), -min(8, box.height // 8))
    colour = canvas.theme.quiet if zone.left <= 0 else canvas.theme.text
    if inner.height >= LENGTH_FROM or not (zone.label or lies):
        length = pygame.Rect(inner.left, inner.bottom - 26, inner.width, 26)
        canvas.write(
            zone.length,
            length if zone.label else inner,
            colour,
            23,
            align=Align.MIDDLE,
            middle=True,
        )
        inner.height -= 28
    if zone.label:
        canvas.write(
            zone.label,
            inner,
            colour,
            64 if zone.now else 52,
            face=Face.TITLE,
            align=Align.MIDDLE,
            middle=True,
        )
