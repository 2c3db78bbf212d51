"""The clock of zones on the screen: the time left, and the zones it runs through.

Draws a view into an area; which zone is the clock's is seen by its size as well as by its colour.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.colours import GAP, PANEL, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import Colour, font, write
from device.zone_views import ClockView, ZoneColour, ZoneView

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
    ending = any(zone.ending for zone in clock.zones)
    _draw_time(surface, time, clock.left, TROUBLE if ending or clock.over else TEXT)
    row = pygame.Rect(body.left, time.bottom, body.width, body.bottom - time.bottom)
    width = (row.width - GAP * (len(clock.zones) - 1)) // max(1, len(clock.zones))
    for number, zone in enumerate(clock.zones):
        place = pygame.Rect(row.left + number * (width + GAP), row.top, width, row.height)
        _draw_zone(surface, place, zone)


def _draw_time(surface: pygame.Surface, area: pygame.Rect, left: str, colour: Colour) -> None:
    drawn = font(min(200, area.height * 9 // 10), bold=True).render(left, True, colour)
    surface.blit(drawn, drawn.get_rect(center=area.center))


def _draw_zone(surface: pygame.Surface, place: pygame.Rect, zone: ZoneView) -> None:
    """The zone's own colour stands in it as high as time is left of it."""
    box = place if zone.now else place.inflate(-2 * GAP, -6 * GAP)
    pygame.draw.rect(surface, PANEL, box, border_radius=10)
    level = pygame.Rect(box.left, 0, box.width, round(box.height * zone.left))
    level.bottom = box.bottom
    if level.height > 0:
        surface.set_clip(level)
        pygame.draw.rect(surface, COLOURS[zone.colour], box, border_radius=10)
        surface.set_clip(None)
    if zone.now:
        pygame.draw.rect(surface, TROUBLE if zone.ending else TURN, box, 5, border_radius=10)
    length = pygame.Rect(box.left, box.bottom - 38, box.width, 30)
    gone = zone.left <= 0
    write(surface, zone.length, length, QUIET if gone else TEXT, 23, centred=True)
    if zone.label:
        letters = font(72 if zone.now else 52, bold=True)
        drawn = letters.render(zone.label, True, QUIET if gone else TEXT)
        centre = (box.centerx, box.top + (box.height - 30) // 2)
        surface.blit(drawn, drawn.get_rect(center=centre))
