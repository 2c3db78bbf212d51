"""What fingers reach on a screen as it is drawn: targets by their places, in steps of a few pixels.

Used by the random walks, by the evenings by one means alone, and by what touches a table.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from device.language.texts import Texts
from device.screen.drawing import Target
from device.screen.scoreboard import Scoreboard
from device.session.core.state import TableState
from device.views.table import view

STEP = 8
"""Pixels: what is smaller is missed by fingers, too."""

SIZES = ((480, 320), (800, 480), (480, 800))
"""Screens with little room, with the usual room, and upright."""

Place = tuple[int, int]


def targets_on(screen: Scoreboard, size: tuple[int, int]) -> Mapping[Target, list[Place]]:
    """Everything that can be touched on a screen, with the places where it is."""
    found: dict[Target, list[Place]] = {}
    for y in range(0, size[1], STEP):
        for x in range(0, size[0], STEP):
            target = screen.touched((x, y))
            if target is not None:
                found.setdefault(target, []).append((x, y))
    return found


class TouchScreen:
    """A screen of this size that states are drawn on to see what can be touched."""

    def __init__(self, size: tuple[int, int] = SIZES[0]) -> None:
        self._screen = Scoreboard(pygame.Surface(size), motion=False)
        self._texts = Texts("en")

    def targets(self, state: TableState, now: float) -> tuple[Target, ...]:
        """What can be touched while a table is in this state: whatever is met in its middle."""
        self._screen.draw(view(state, self._texts, now))
        offered = self._screen._canvas._targets
        return tuple(
            {
                target: None
                for area, target in offered
                if min(area.size) >= STEP and self._screen.touched(area.center) == target
            }
        )
