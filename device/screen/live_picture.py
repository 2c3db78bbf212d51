"""A live picture with a board's grid over it: thin lines between the squares, a thick one round
them, and the names of the squares in its corners, so that everybody sees which way up it lies.

Draws what a view holds. Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.lettering import Face
from device.screen.symbols import camera_off
from device.shown_pictures import Image, ShownGrid
from vision.reading import Point

LETTERS = 19
"""The letters of a corner's name, for 800 x 480."""


@dataclass(frozen=True)
class Live:
    """A picture, and the grid of the board in it; `waits`: one is about to come."""

    image: Image | None
    grid: ShownGrid | None
    waits: bool = False


def draw_live(canvas: Canvas, area: pygame.Rect, shown: Live) -> None:
    """The picture as large as it goes, or that there is none."""
    canvas.box(area, canvas.theme.panel)
    if shown.image is None:
        sign = pygame.Rect(0, 0, canvas.px(120), canvas.px(90))
        sign.center = area.center
        if not shown.waits:
            camera_off(canvas, sign, canvas.theme.quiet, canvas.theme.panel)
        return
    image = shown.image
    share = min(area.width / image.width, area.height / image.height)
    place = pygame.Rect(0, 0, int(image.width * share), int(image.height * share))
    place.center = area.center
    picture = pygame.image.frombuffer(image.rgb, (image.width, image.height), "RGB")
    if picture.get_size() != place.size:
        picture = pygame.transform.smoothscale(picture, place.size)
    canvas.surface.blit(picture, place)
    if shown.grid is not None:
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(place.clip(clip))
        _draw_grid(canvas, place, shown.grid)
        canvas.surface.set_clip(clip)


def _draw_grid(canvas: Canvas, place: pygame.Rect, grid: ShownGrid) -> None:
    surface, theme = canvas.surface, canvas.theme
    for line in grid.lines:
        # pygame's anti-aliased lines differ from one drawing to the next.
        pygame.draw.lines(surface, theme.pointed, False, _at(place, line))
    outline = _at(place, grid.outline)
    pygame.draw.lines(surface, theme.mark_edge, True, outline, canvas.px(5))
    pygame.draw.lines(surface, theme.pointed, True, outline, canvas.px(3))
    if not grid.turn_known:
        return
    middle = pygame.Vector2(_at(place, [_middle(grid.corners)])[0])
    for number, (corner, name) in enumerate(zip(grid.corners, grid.names, strict=True)):
        at = pygame.Vector2(_at(place, [corner])[0])
        _draw_name(canvas, place, at, (at - middle).normalize(), name, first=number == 0)


def _draw_name(
    canvas: Canvas,
    place: pygame.Rect,
    at: pygame.Vector2,
    outwards: pygame.Vector2,
    name: str,
    *,
    first: bool,
) -> None:
    """A corner's name in a box just outside it, as far as the picture reaches."""
    theme, size = canvas.theme, LETTERS * (1.25 if first else 1.0)
    box = pygame.Rect(0, 0, 0, canvas.line_height(size, Face.TITLE) + canvas.px(2))
    box.width = canvas.width_of(name, size, Face.TITLE) + canvas.px(12)
    centre = at + outwards * max(box.size) * 0.7
    box.center = (round(centre.x), round(centre.y))
    box.clamp_ip(place)
    canvas.box(box, theme.chosen if first else theme.panel)
    colour = theme.on_chosen if first else theme.text
    canvas.write(name, box, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)


def _at(place: pygame.Rect, points: Sequence[Point]) -> list[Point]:
    return [(place.left + x * place.width, place.top + y * place.height) for x, y in points]


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
