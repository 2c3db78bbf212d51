"""A clock that runs down through zones: Party's with six, a sand timer with one.

Everything follows from the seconds left and when it started; sounds and lights fall due at marks
that lamps, tones and screen all take from here. It counts in whole microseconds, so pausing neither
gains nor loses time. Knows no turn and no panel.
Tests: tests/device/test_zone_clock.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from engine.circumstances import Zone
from engine.sentences import Sentence

Micros: TypeAlias = int
"""Microseconds: whole numbers, since sums of fractions drift."""

SECOND = 1_000_000

ENDING = 3 * SECOND
"""How long before its end a zone starts ending: its lamp blinks, and ticks come faster."""

TICKS, QUICK_TICKS, LAST_TICKS = SECOND, SECOND // 2, SECOND // 4
"""From tick to tick: in a zone, while it ends, and while the last one ends."""

LONGEST = 3600
"""Seconds a zone may last: a clock computes all its ticks in advance."""

PARTY_ZONES = tuple(Zone)
"""The names of Party's zones, in their order (PAR-EQU-11)."""


class ClockError(Exception):
    """An invalid clock, in a text or in values; the message is one sentence."""


class Standing(StrEnum):
    """A clock's state. One that has run out still counts as running."""

    RESET = "wound-up"
    """Before its turn; journals write it so."""
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"


class Sign(StrEnum):
    """The kinds of marks; all but the ding sound as a tick."""

    TICK = "tick"
    ENDING = "ending"
    """The zone's last seconds begin."""
    ZONE = "zone"
    """The next zone begins."""
    DING = "ding"


class Signal(NamedTuple):
    """A kind of mark; `zone` is the one that it begins, or happens in."""

    sign: Sign
    zone: int
    at: float


class ClockMark(NamedTuple):
    """A sign, and how much of the clock is left then."""

    left: Micros
    sign: Sign
    zone: int


@dataclass(frozen=True)
class ZoneClock:
    """A clock at rest or, from `since` on, running; `left` was left of it then.

    Times are the seconds of the one monotonic clock that presses are stamped with. Meaningless
    calls (to pause or stop a clock that isn't running) change nothing.
    """

    zones: tuple[Micros, ...]
    left: Micros
    standing: Standing = Standing.RESET
    since: Micros = 0

    def started(self, now: float) -> ZoneClock:
        """Runs from then on, from its current time."""
        if self.standing is Standing.RUNNING:
            return self
        return replace(self, standing=Standing.RUNNING, since=_micros(now))

    def stopped(self, now: float) -> ZoneClock:
        """Stops in its current zone; started again it continues there (PAR-CHA-04)."""
        if self.standing is Standing.RESET:
            return self
        return self._at_rest(Standing.STOPPED, now)

    def paused(self, now: float) -> ZoneClock:
        """Pauses until it is started again; no effect unless it is running."""
        if self.standing is not Standing.RUNNING or self.run_out(now):
            return self
        return self._at_rest(Standing.PAUSED, now)

    def before_the_end(self, seconds: float) -> ZoneClock:
        """The same at rest, with this much of its last zone left if less than that was; never in an
        earlier zone."""
        least = min(_micros(seconds), self.zones[-1])
        return self if self.left >= least else replace(self, left=least, standing=Standing.STOPPED)

    def reset(self, first: int = 0) -> ZoneClock:
        """The same, set back to the beginning of a zone (PAR-CLK-02, PAR-CHN-06, PAR-CHN-07)."""
        return ZoneClock(self.zones, sum(self.zones[first:]))

    @property
    def runs(self) -> bool:
        """Whether it was started and hasn't been stopped."""
        return self.standing is Standing.RUNNING

    def run_out(self, now: float) -> bool:
        """Whether nothing is left of it."""
        return self._left(now) == 0

    def seconds_left(self, now: float) -> float:
        """What is left of the whole clock, in seconds."""
        return self._left(now) / SECOND

    def zone_at(self, now: float) -> int:
        """The number of the zone, from 0; where one ends the next has begun, but the last stays."""
        left = self._left(now)
        return next((n for n, end in enumerate(_ends(self.zones)) if left > end), self.last)

    def left_in_zone(self, now: float) -> float:
        """What is left of that zone, in seconds."""
        return self._left_in_zone(now) / SECOND

    def ending(self, now: float) -> bool:
        """Whether the zone is in its last seconds."""
        return self._left_in_zone(now) <= ENDING

    @property
    def last(self) -> int:
        return len(self.zones) - 1

    def zone_seconds(self, zone: int) -> float:
        """How long a zone lasts."""
        return self.zones[zone] / SECOND

    def due(self, now: float) -> float | None:
        """When the next mark is due; None unless it is running with time left."""
        if self.standing is not Standing.RUNNING:
            return None
        left = self._left(now)
        return next((self._time(m.left) for m in marks(self.zones) if m.left < left), None)

    def signals(self, before: float, now: float) -> tuple[Signal, ...]:
        """What has fallen due since the last look, oldest first. Looking again from the last look's
        time misses nothing, and repeats nothing."""
        if self.standing is not Standing.RUNNING:
            return ()
        above, below = self._left(before), self._left(now)
        return tuple(
            Signal(mark.sign, mark.zone, self._time(mark.left))
            for mark in marks(self.zones)
            if below <= mark.left < above
        )

    def _left(self, now: float) -> Micros:
        if self.standing is not Standing.RUNNING:
            return self.left
        return max(0, self.left - max(0, _micros(now) - self.since))

    def _left_in_zone(self, now: float) -> Micros:
        return self._left(now) - _ends(self.zones)[self.zone_at(now)]

    def _time(self, left: Micros) -> float:
        """When so much is left."""
        return (self.since + self.left - left) / SECOND

    def _at_rest(self, standing: Standing, now: float) -> ZoneClock:
        return ZoneClock(self.zones, self._left(now), standing)


def clock_of(seconds: Sequence[int], first: int = 0) -> ZoneClock:
    """A clock of zones of this many seconds, set to the beginning of the zone `first`."""
    if not seconds or not all(1 <= length <= LONGEST for length in seconds):
        raise ClockError(
            Sentence(
                "A clock has one or more zones, each of 1 to {longest} seconds: it can’t be {any}.",
                longest=LONGEST,
                any=", ".join(map(str, seconds))[:60] or "without any",
            )
        )
    zones = tuple(length * SECOND for length in seconds)
    return ZoneClock(zones, sum(zones)).reset(first)


def write_clock(clock: ZoneClock, now: float) -> str:
    """The clock's remaining time and state, as JSON."""
    left, zones = clock.seconds_left(now), [length // SECOND for length in clock.zones]
    return json.dumps({"left": left, "zones": zones, "standing": clock.standing})


def read_clock(text: str) -> ZoneClock:
    """Parses a clock; ClockError if the text isn't one. A running one is paused: how long ago it
    was saved is unknown."""
    try:
        given = json.loads(text)
        left, lengths, standing = given["left"], given["zones"], Standing(given["standing"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ClockError(
            Sentence("This turn’s clock can’t be read ({why}): reset it.", why=error)
        ) from error
    whole = isinstance(lengths, list) and all(type(length) is int for length in lengths)
    if not whole or type(left) not in (int, float) or not 0 <= left <= sum(lengths):
        raise ClockError(Sentence("This turn’s clock says {text}: reset it.", text=text[:60]))
    clock = clock_of(lengths)
    if standing is Standing.RUNNING:
        standing = Standing.PAUSED
    return replace(clock, left=_micros(left), standing=standing)


@cache
def marks(zones: tuple[Micros, ...]) -> tuple[ClockMark, ...]:
    """All marks as a clock of these zones runs down, in order."""
    found: list[ClockMark] = []
    for number, (length, end) in enumerate(zip(zones, _ends(zones), strict=True)):
        if number:
            found.append(ClockMark(end + length, Sign.ZONE, number))
        last = number == len(zones) - 1
        found += [
            ClockMark(end + left, Sign.ENDING if left == ENDING else Sign.TICK, number)
            for left in _ticks(length, LAST_TICKS if last else QUICK_TICKS)
        ]
    return (*found, ClockMark(0, Sign.DING, len(zones) - 1))


def _ticks(length: Micros, quick: Micros) -> list[Micros]:
    """The ticks of a zone of that length, as time left: none at its beginning or end. `quick`:
    between ticks while it ends."""
    slow = range(ENDING, length, TICKS)
    return [*reversed(slow), *range(min(ENDING, length) - quick, 0, -quick)]


@cache
def _ends(zones: tuple[Micros, ...]) -> tuple[Micros, ...]:
    """What is left of the clock at the end of each zone."""
    after = tuple(accumulate(reversed(zones), initial=0))
    return after[-2::-1]


def _micros(seconds: float) -> Micros:
    return round(seconds * SECOND)
