"""Symbols: each has a shape of its own, and stays in its place, however small."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from device.screen import drawing
from device.screen.drawing import Canvas

INK, GROUND = (255, 255, 255), (0, 0, 0)
SYMBOLS = {
    "arrow": lambda canvas, area: drawing.draw_arrow(canvas, area, INK),
    "up": lambda canvas, area: drawing.draw_more(canvas, area, INK, up=True),
    "down": lambda canvas, area: drawing.draw_more(canvas, area, INK, up=False),
    "star": lambda canvas, area: drawing.draw_star(canvas, area, INK),
    "tick": lambda canvas, area: drawing.draw_tick(canvas, area, INK),
    "cross": lambda canvas, area: drawing.draw_cross(canvas, area, INK),
    "pause": lambda canvas, area: drawing.draw_pause(canvas, area, INK),
    "warning": lambda canvas, area: drawing.draw_warning(canvas, area, INK, GROUND),
    "camera off": lambda canvas, area: drawing.camera_off(canvas, area, INK, GROUND),
}


def shape(name: str, side: int) -> tuple[set[tuple[int, int]], bool]:
    """The pixels that it draws, and whether all lie in its place."""
    surface = pygame.Surface((3 * side, 3 * side))
    area = pygame.Rect(side, side, side, side)
    SYMBOLS[name](Canvas(surface), area)
    everywhere = [(x, y) for x in range(3 * side) for y in range(3 * side)]
    ink = {place for place in everywhere if surface.get_at(place)[0] > 127}
    return ink, all(area.inflate(2, 2).collidepoint(place) for place in ink)


@pytest.mark.parametrize("side", [12, 28, 90])
def test_symbols_differ_in_shape_and_stay_in_their_places(side: int) -> None:
    shapes = {name: shape(name, side) for name in SYMBOLS}
    assert [name for name, (_, inside) in shapes.items() if not inside] == []
    assert [name for name, (ink, _) in shapes.items() if len(ink) < side] == []
    alike = [
        (one, other)
        for one, other in combinations(SYMBOLS, 2)
        if len(shapes[one][0] ^ shapes[other][0]) < side
    ]
    assert alike == []
