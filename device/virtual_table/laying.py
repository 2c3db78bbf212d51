"""What hands do at the virtual table: lay tiles one by one, take them up, put them straight.

Everything takes its time, frame by frame; when and why is told by the players.
Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import TypeAlias

import numpy as np

from device.virtual_table.hands import Reach
from device.virtual_table.motion import SEATS, Pace, between
from device.virtual_table.scene import Scene
from engine.squares import Square
from engine.tiles import Tile
from vision.reading import Picture, Point

Acting: TypeAlias = Generator[None, float, None]
"""Something done over several frames: each `send` brings the time of the next one."""


REACTION = 0.2
"""Seconds from seeing something to a press."""


class Present:
    """The time at the table, as everybody there shares it (seconds of its clock), and how quickly
    people move now. `shown`: the time of what screen and lamps show, which may be a frame ahead."""

    def __init__(self, pace: Pace) -> None:
        self.now = self.shown = 0.0
        self.pace = pace

    def frame(self) -> Acting:
        """Until the next frame."""
        self.now = yield

    def sit(self, seconds: float) -> Acting:
        """Nothing is done for a while."""
        begun = self.now
        while self.now - begun < seconds:
            yield from self.frame()

    def react(self) -> Acting:
        """As long as people take to act on what they have just seen."""
        seen = self.shown
        yield from self.sit(REACTION)
        while self.now < seen:
            yield from self.frame()


class Hands:
    """All hands at one table; a seat is the number of a side, from 0."""

    def __init__(self, scene: Scene, present: Present, seed: int) -> None:
        self._scene, self._present = scene, present
        self._rng = np.random.default_rng([seed, 4])
        self._seen: dict[int, tuple[Point, Picture | None]] = {}

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The hands that can be seen now."""
        return tuple(
            Reach(tip, SEATS[seat].elbow, seat, holds) for seat, (tip, holds) in self._seen.items()
        )

    def lay(self, seat: int, tiles: Mapping[Square, Tile]) -> Acting:
        """Tile by tile from the rack to its square; then the hand goes away."""
        at = SEATS[seat].away
        for square, tile in tiles.items():
            rack, over = self._rack(seat), self._over(square)
            yield from self._move(seat, at, rack, self._present.pace.fetch)
            yield from self._move(seat, rack, over, self._present.pace.reach, self._face(tile))
            self._scene.lay(square, tile)
            at = over
            self._seen[seat] = (at, None)
            yield from self._present.frame()
        yield from self._leave(seat, at)

    def take(self, seat: int, squares: Iterable[Square]) -> Acting:
        """Tile by tile back to the rack."""
        at = SEATS[seat].away
        for square in squares:
            rack, over = self._rack(seat), self._over(square)
            holds = self._face(self._scene.top(square))
            yield from self._move(seat, at, over, self._present.pace.reach)
            self._scene.take([square])
            yield from self._move(seat, over, rack, self._present.pace.fetch, holds)
            at = rack
        yield from self._leave(seat, at)

    def straighten(self, seat: int, squares: Iterable[Square]) -> Acting:
        """Shoves tiles into place, one by one."""
        at = SEATS[seat].away
        for square in squares:
            yield from self._move(seat, at, self._over(square), self._present.pace.reach)
            self._scene.straighten(square)
            at = self._over(square)
        yield from self._leave(seat, at)

    def rest(self, seat: int, square: Square) -> Acting:
        """An arm comes and stays, fingers at a square."""
        yield from self._move(seat, SEATS[seat].away, self._over(square), self._present.pace.reach)

    def withdraw(self, seat: int) -> Acting:
        """An arm that rests goes away."""
        if seat in self._seen:
            yield from self._leave(seat, self._seen[seat][0])
        yield from self._present.frame()

    def _leave(self, seat: int, at: Point) -> Acting:
        yield from self._move(seat, at, SEATS[seat].away, self._present.pace.leave)
        del self._seen[seat]

    def _move(
        self, seat: int, start: Point, end: Point, seconds: float, holds: Picture | None = None
    ) -> Acting:
        begun = self._present.now
        while (share := (self._present.now - begun) / seconds) < 1.0:
            self._seen[seat] = (between(start, end, share), holds)
            yield from self._present.frame()

    def _rack(self, seat: int) -> Point:
        x, y = SEATS[seat].rack
        return (x + float(self._rng.uniform(-120, 120)), y)

    def _over(self, square: Square) -> Point:
        x, y = self._scene.where(square)
        return (x, y + 4.0)  # fingers hold a tile a little below its middle

    def _face(self, tile: Tile) -> Picture:
        return self._scene.face(tile, round(0.95 * self._scene.square_pixels()))
