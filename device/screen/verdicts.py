"""How something is, told by a shape as well as by its colour: a tick, a sign of warning, a cross,
or three points while nobody knows yet.

Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

import pygame

from device.doctor.checks import Verdict
from device.screen.canvas import Canvas
from device.screen.symbols import cross, tick, warning
from device.screen.theme import Colour


def draw_verdict(
    canvas: Canvas,
    area: pygame.Rect,
    verdict: Verdict | None,
    ground: Colour,
    colour: Colour | None = None,
) -> None:
    """The sign of a verdict in the middle of the area, on that ground; in a colour of its own
    where that would not stand out."""
    theme = canvas.theme
    match verdict:
        case Verdict.GOOD:
            tick(canvas, area, colour or theme.good)
        case Verdict.DOUBTFUL:
            side = min(area.size) * 4 // 5
            place = pygame.Rect(0, 0, side, side)
            place.center = area.center
            warning(canvas, place, colour or theme.accent, ground)
        case Verdict.BAD:
            cross(canvas, area, colour or theme.trouble)
        case None:
            _points(canvas, area, colour or theme.quiet)


def _points(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    step, radius = min(area.size) // 3, max(2, min(area.size) // 12)
    for way in (-1, 0, 1):
        centre = (area.centerx + way * step, area.centery)
        pygame.draw.circle(canvas.surface, colour, centre, radius)
