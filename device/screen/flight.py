"""A tile that flies from the board to the points it counts for: where a score has come from.

It is drawn over the parts of a screen, and what was below it is put back, so that no part is drawn
again for it. How long it flies is the scoreboard's business. Tests: tests/device/test_flight.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from device.screen.board import BoardPlace, BoardShown, draw_tile, looks
from device.screen.drawing import AnyPart, Canvas
from device.screen.sides import points_place
from engine.squares import Square

LARGER = 1.3
"""The flying tile is this many times as large as one on the board."""

RISE = 0.12
"""How far above a straight line it flies, as a share of the way."""


@dataclass(frozen=True)
class Flight:
    """The tile of this square flies to the points of this side, from the moment `began`."""

    square: Square
    side: str
    began: float


@dataclass(frozen=True)
class Way:
    """From the middle of a square to that of a side's points, both on the screen."""

    board: BoardShown
    square: Square
    start: tuple[int, int]
    end: tuple[int, int]
    size: int

    def place(self, share: float) -> pygame.Rect:
        """Where the tile is after this share of its time: slow at both ends, in a low arc."""
        eased = share * share * (3 - 2 * share)
        across, down = self.end[0] - self.start[0], self.end[1] - self.start[1]
        rise = RISE * math.hypot(across, down) * math.sin(math.pi * eased)
        place = pygame.Rect(0, 0, self.size, self.size)
        place.center = (
            round(self.start[0] + across * eased),
            round(self.start[1] + down * eased - rise),
        )
        return place


def way_of(flight: Flight, parts: Sequence[AnyPart], canvas: Canvas) -> Way | None:
    """The way of a flight on the screen with these parts; None if board or side isn't on it."""
    boards = [part for part in parts if isinstance(part.shows, BoardShown)]
    ends = [place for part in parts if (place := points_place(canvas, part, flight.side))]
    if not boards or not ends:
        return None
    board = boards[0]
    grid = BoardPlace.of(canvas, board.area, len(board.shows.board.rows))
    start = grid.place(flight.square)
    return Way(board.shows, flight.square, start.center, ends[0].center, round(LARGER * grid.cell))


class Overlay:
    """The flying tile on a surface, and what is below it."""

    def __init__(self) -> None:
        self._under: tuple[pygame.Surface, pygame.Rect] | None = None

    def lift(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Takes the tile off again; returns the changed place, if it was there."""
        if self._under is None:
            return []
        picture, place = self._under
        self._under = None
        surface.blit(picture, place)
        return [place]

    def put(self, canvas: Canvas, way: Way, share: float) -> list[pygame.Rect]:
        """Draws the tile where it is now; returns the changed place."""
        look = looks(way.board.board).get(way.square)
        place = way.place(share).clip(canvas.surface.get_rect())
        if look is None or not place:
            return []
        self._under = canvas.surface.subsurface(place).copy(), place
        draw_tile(canvas, way.place(share), look)
        return [place]
