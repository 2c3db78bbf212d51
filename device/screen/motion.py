"""Motion: a score that counts up to its new total, the tiles of a play that arrive one by one.

From what was shown before, what is to be shown and the time follows what is shown right now, and
when it changes next; it always ends on what is true, and soon. Draws nothing and knows no clock.
Tests: tests/device/test_motion.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.views import TableView
from engine.squares import Square

FRAME = 0.05
"""Seconds between two frames: twenty a second are enough for numbers that eyes can follow."""

COUNTS_UP = 0.7
"""Seconds in which a total counts up to what it is now ..."""

COUNTS_DOWN = 0.3
"""... and down again, where a play was taken back."""

ARRIVES = 0.25
"""Seconds in which one tile arrives ..."""

ALL_ARRIVE = 0.6
"""... and all tiles of a play."""

STAGGER = 0.07
"""Seconds between two tiles, at the most."""

Arriving: TypeAlias = tuple[tuple[Square, int], ...]
"""The squares whose tiles are on their way, and how many percent of it they have come."""


@dataclass(frozen=True)
class Count:
    """A total on its way from one number to another."""

    start: int
    end: int
    began: float

    @property
    def ends(self) -> float:
        return self.began + (COUNTS_UP if self.end > self.start else COUNTS_DOWN)

    def at(self, now: float) -> int:
        """The number that is shown then; it slows down towards the last one."""
        if now >= self.ends:
            return self.end
        left = min(1.0, (self.ends - now) / (self.ends - self.began))
        return self.end - round((self.end - self.start) * left**2)


@dataclass(frozen=True)
class Motion:
    """What moves: `counts`, by the names of the sides, and `tiles` with the moment at which each
    begins to arrive. `began`: since when frames are counted."""

    counts: tuple[tuple[str, Count], ...] = ()
    tiles: tuple[tuple[Square, float], ...] = ()
    began: float = -math.inf

    @property
    def ends(self) -> float:
        """When all of it stands still."""
        counted = [count.ends for _, count in self.counts]
        return max([*counted, *(start + ARRIVES for _, start in self.tiles)], default=-math.inf)

    def shown(self, view: TableView, now: float) -> TableView:
        """The view with the totals that are shown now."""
        if now >= self.ends or not self.counts:
            return view
        counts = dict(self.counts)
        sides = tuple(
            replace(side, total=counts[side.name].at(now)) if side.name in counts else side
            for side in view.sides
        )
        return replace(view, sides=sides)

    def arriving(self, now: float) -> Arriving:
        """The tiles that are on their way now."""
        ways = (
            (square, max(0, round(100 * (now - start) / ARRIVES))) for square, start in self.tiles
        )
        return tuple((square, percent) for square, percent in ways if percent < 100)

    def due(self, now: float) -> float | None:
        """When something looks different next; None once all of it stands still."""
        if now >= self.ends:
            return None
        frame = math.floor((now - self.began) / FRAME + 1e-6) + 1
        looks = self._looks(now)
        while (then := self.began + frame * FRAME) < self.ends and self._looks(then) == looks:
            frame += 1
        return min(then, self.ends)

    def _looks(self, now: float) -> object:
        return [count.at(now) for _, count in self.counts], self.arriving(now)


STILL = Motion()


def moved(before: TableView | None, shown: TableView, now: float, motion: Motion) -> Motion:
    """What moves once this view is shown after that one, in which this moved.

    Nothing does where a table is shown for the first time or another game is opened, and no score
    that was or is hidden.
    """
    if before is None or not _same_game(before, shown):
        return STILL
    if now >= motion.ends:
        motion = STILL
    counts = tuple(_counts(before, shown, now, motion))
    tiles = tuple(_tiles(before, shown, now, motion))
    if (counts, tiles) == (motion.counts, motion.tiles):
        return motion
    return Motion(counts, tiles, now)


def _same_game(before: TableView, shown: TableView) -> bool:
    names = [[side.name for side in view.sides] for view in (before, shown)]
    return before.lobby is None and shown.lobby is None and names[0] == names[1]


def _counts(
    before: TableView, shown: TableView, now: float, motion: Motion
) -> list[tuple[str, Count]]:
    found, going = [], dict(motion.counts)
    for was, side in zip(before.sides, shown.sides, strict=True):
        if was.total is None or side.total is None:
            continue
        count = going.get(side.name)
        if count is None or count.end != side.total:
            count = Count(was.total if count is None else count.at(now), side.total, now)
        if count.start != count.end:
            found.append((side.name, count))
    return found


def _tiles(
    before: TableView, shown: TableView, now: float, motion: Motion
) -> list[tuple[Square, float]]:
    """Those still on their way, and those that lie where nothing of the kind lay before."""
    going = [(square, start) for square, start in motion.tiles if square in shown.lit]
    was, is_ = dict(before.piles), dict(shown.piles)
    new = sorted(
        square
        for square in shown.lit - before.lit
        if (_at(before, square), was.get(square)) != (_at(shown, square), is_.get(square))
    )
    apart = min(STAGGER, (ALL_ARRIVE - ARRIVES) / max(1, len(new) - 1))
    return [*going, *((square, now + number * apart) for number, square in enumerate(new))]


def _at(view: TableView, square: Square) -> str:
    return view.rows[square.row][square.column]
