"""A turned screen: the picture is drawn as players see it and turned as it is shown.

Panels that are mounted upright or upside down show what is given to them as they were built; only
what has changed is turned. Knows no game. Tests: tests/hardware/test_turned.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import pygame


class Turn(IntEnum):
    """Degrees by which the picture is turned clockwise."""

    NONE = 0
    RIGHT = 90
    OVER = 180
    LEFT = 270


def turned_size(size: tuple[int, int], turn: Turn) -> tuple[int, int]:
    """The size of a picture once it is turned."""
    return size if turn in (Turn.NONE, Turn.OVER) else (size[1], size[0])


def turned_area(area: pygame.Rect, size: tuple[int, int], turn: Turn) -> pygame.Rect:
    """Where an area of a picture of that size lies once it is turned."""
    left, top, width, height = area
    match turn:
        case Turn.NONE:
            return pygame.Rect(area)
        case Turn.RIGHT:
            return pygame.Rect(size[1] - top - height, left, height, width)
        case Turn.OVER:
            return pygame.Rect(size[0] - left - width, size[1] - top - height, width, height)
        case Turn.LEFT:
            return pygame.Rect(top, size[0] - left - width, height, width)


def turn_onto(
    screen: pygame.Surface, picture: pygame.Surface, areas: Iterable[pygame.Rect], turn: Turn
) -> list[pygame.Rect]:
    """Copies these areas of the picture onto the screen, turned; where they lie there."""
    places = []
    for area in areas:
        part = pygame.Rect(area).clip(picture.get_rect())
        place = turned_area(part, picture.get_size(), turn)
        screen.blit(pygame.transform.rotate(picture.subsurface(part), -int(turn)), place)
        places.append(place)
    return places
