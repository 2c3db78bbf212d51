"""Parts: what a screen is made of, each an area, what it shows, and the function that draws it.

A part that shows the same in the same place isn't drawn again: that is what keeps a table that
waits from using a processor. Knows no view. Tests: tests/device/test_parts.py, and of all screens
tests/device/test_parts_of_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from device.screen.canvas import Canvas

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Part(Generic[T]):
    """`draw(canvas, area, shows)` draws this part, and nothing outside the area; with equal values
    it draws the same. Parts of one screen don't overlap."""

    area: pygame.Rect
    draw: Callable[[Canvas, pygame.Rect, T], None]
    shows: T

    def same_as(self, other: AnyPart) -> bool:
        """Whether the other one is drawn in the same place, and looks the same."""
        return (
            self.area == other.area and self.draw == other.draw and bool(self.shows == other.shows)
        )


AnyPart: TypeAlias = Part[Any]


def draw_changed(
    canvas: Canvas, before: Sequence[AnyPart], parts: Sequence[AnyPart]
) -> list[pygame.Rect]:
    """Draws these parts where the surface shows those before them; what it has changed, no place of
    it twice.

    Places that no part has any more are cleared to the ground.
    """
    surface, clip = canvas.surface, canvas.surface.get_clip()
    kept = [part for part in parts if any(part.same_as(other) for other in before)]
    cleared = [part.area for part in before if not any(part.same_as(other) for other in kept)]
    for area in cleared:
        surface.fill(canvas.theme.ground, area)
    drawn: list[pygame.Rect] = []
    for part in parts:
        if part in kept and part.area.collidelist(cleared) < 0:
            continue
        surface.fill(canvas.theme.ground, part.area)
        surface.set_clip(part.area.clip(clip))
        part.draw(canvas, part.area, part.shows)
        surface.set_clip(clip)
        drawn.append(part.area)
    return [*drawn, *(area for area in cleared if not any(one.contains(area) for one in drawn))]
