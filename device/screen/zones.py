"""The clock of zones on the screen: the time left, and the zones it runs through.

Draws a view into an area; which zone is the clock's is seen by its size as well as by its colour.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.colours import GAP, PANEL, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import Colour, write, write_in_middle
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


def draw_zones(surface: pygame.Surface, area: pygame.Rect, clock: ClockView) -> None:
    """What the clock does, the time left, the zones, and the hint below them."""
    head = pygame.Rect(area.left, area.top, area.width, 40)
    colour = TROUBLE if clock.over else TEXT
    write(surface, clock.state, head, colour, 30, bold=True, centred=True)
    foot = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
    if clock.hint:
        write(surface, clock.hint, foot, QUIET, 23, centred=True)
    body = pygame.Rect(area.left, head.bottom, area.width, foot.top - head.bottom - GAP)
    time = pygame.Rect(body.left, body.top, body.width, body.height * 9 // 20)
    draw_time(surface, time, clock)
    draw_row(
        surface,
        pygame.Rect(body.left, time.bottom, body.width, body.bottom - time.bottom),
        clock.zones,
    )


def draw_time(surface: pygame.Surface, area: pygame.Rect, clock: ClockView) -> None:
    """The time left, as large as fits."""
    ending = any(zone.ending for zone in clock.zones)
    colour = TROUBLE if ending or clock.over else TEXT
    write_in_middle(surface, clock.left, area, colour, 200, bold=True)


def draw_row(surface: pygame.Surface, row: pygame.Rect, zones: tuple[ZoneView, ...]) -> None:
    """The zones alone, side by side."""
    gap = min(GAP, row.width // 60)
    width = (row.width - gap * (len(zones) - 1)) // max(1, len(zones))
    for number, zone in enumerate(zones):
        place = pygame.Rect(row.left + number * (width + gap), row.top, width, row.height)
        _draw_zone(surface, place, zone)


def _draw_zone(surface: pygame.Surface, place: pygame.Rect, zone: ZoneView) -> None:
    """The zone's own colour stands in it as high as time is left of it."""
    margin = min(3 * GAP, place.height // 8)
    box = place if zone.now else place.inflate(-min(2 * GAP, place.width // 8), -2 * margin)
    corner = min(10, box.height // 6)
    pygame.draw.rect(surface, PANEL, box, border_radius=corner)
    lies = box.width > LYING * box.height
    if lies:
        level = pygame.Rect(box.left, box.top, round(box.width * zone.left), box.height)
    else:
        level = pygame.Rect(box.left, 0, box.width, round(box.height * zone.left))
        level.bottom = box.bottom
    if level.width > 0 and level.height > 0:
        surface.set_clip(level)
        pygame.draw.rect(surface, COLOURS[zone.colour], box, border_radius=corner)
        surface.set_clip(None)
    if zone.now and zone.lit:
        edge = max(3, min(5, box.height // 10))
        colour = TROUBLE if zone.ending else TURN
        pygame.draw.rect(surface, colour, box, edge, border_radius=corner)
    inner = box.inflate(-min(8, box.width // 8), -min(8, box.height // 8))
    colour = QUIET if zone.left <= 0 else TEXT
    if inner.height >= LENGTH_FROM or not (zone.label or lies):
        length = pygame.Rect(inner.left, inner.bottom - 26, inner.width, 26)
        write_in_middle(surface, zone.length, length if zone.label else inner, colour, 23)
        inner.height -= 28
    if zone.label:
        write_in_middle(surface, zone.label, inner, colour, 64 if zone.now else 52, bold=True)
