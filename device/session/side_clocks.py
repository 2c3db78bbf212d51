"""The sides' own clocks and the countdown of a turn: extras, off by default.

A clock is seconds left, and since when it runs on the monotonic clock that inputs are stamped with;
reading it changes nothing. Which clock runs is decided in timekeeping.py.
Tests: tests/device/test_side_clocks.py.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from device.extras import Extras
from engine.events import Side

SECONDS_A_MINUTE = 60.0


class ClocksError(Exception):
    """A text that isn't the clocks of a game; the message is one sentence."""


class Told(StrEnum):
    """What is said of a side's time, each once."""

    WARNED = "warned"
    TURN_UP = "turn-up"
    OVERTIME = "overtime"


@dataclass(frozen=True)
class SideClocks:
    """Seconds left to each side when `runs` began to use up its own at `since`; None: all stand.

    `left`: for the whole game, below 0 in overtime; nothing where there are no such clocks.
    `turns`: of the countdown of each side's turn, full until it begins; nothing where there is
    none. `told`: what has been said of them.
    """

    left: Mapping[Side, float] = field(default_factory=lambda: MappingProxyType({}))
    turns: Mapping[Side, float] = field(default_factory=lambda: MappingProxyType({}))
    runs: Side | None = None
    since: float = 0.0
    told: frozenset[tuple[Side, Told]] = frozenset()

    def left_of(self, side: Side, now: float) -> float | None:
        """Seconds that this side has left for the game."""
        return self._read(self.left, side, now)

    def turn_left_of(self, side: Side, now: float) -> float | None:
        """Seconds that are left of this side's turn."""
        return self._read(self.turns, side, now)

    def switched(self, runs: Side | None, at: float) -> SideClocks:
        """The clock of `runs` runs from then on, and all others stand."""
        at = max(at, self.since)
        left = {side: seconds - self._used(side, at) for side, seconds in self.left.items()}
        turns = {side: seconds - self._used(side, at) for side, seconds in self.turns.items()}
        return replace(
            self, left=MappingProxyType(left), turns=MappingProxyType(turns), runs=runs, since=at
        )

    def turn_ended(self, side: Side, seconds: float) -> SideClocks:
        """The countdown of this side's turns is full again, for its next one."""
        if side not in self.turns:
            return self
        told = self.told - {(side, Told.WARNED), (side, Told.TURN_UP)}
        return replace(self, turns=MappingProxyType({**self.turns, side: seconds}), told=told)

    def _read(self, seconds: Mapping[Side, float], side: Side, now: float) -> float | None:
        return seconds[side] - self._used(side, now) if side in seconds else None

    def _used(self, side: Side, now: float) -> float:
        return max(0.0, now - self.since) if side == self.runs else 0.0


def wound_up(sides: Iterable[Side], extras: Extras) -> SideClocks | None:
    """The clocks with which a game begins; None where it is played without."""
    if not extras.side_clock and not extras.turn_seconds:
        return None
    left = dict.fromkeys(sides, extras.side_clock * SECONDS_A_MINUTE) if extras.side_clock else {}
    return with_left(sides, extras, left)


def with_left(sides: Iterable[Side], extras: Extras, left: Mapping[Side, float]) -> SideClocks:
    """Clocks that stand, with so many seconds left, and every turn still to begin."""
    seconds = float(extras.turn_seconds)
    turns = dict.fromkeys(sides, seconds) if extras.turn_seconds else {}
    over = frozenset((side, Told.OVERTIME) for side, seconds in left.items() if seconds < 0)
    return SideClocks(MappingProxyType(dict(left)), MappingProxyType(turns), told=over)


def write_clocks(clocks: SideClocks, now: float) -> str:
    """The seconds left to each side as JSON, to a thousandth."""
    return json.dumps({side: round(s, 3) for side, s in clocks.switched(None, now).left.items()})


def write_shown(clocks: SideClocks, now: float) -> str:
    """The same to the second that is shown: another text only where that is another one."""
    left = clocks.switched(None, now).left
    return json.dumps({side: float(math.ceil(seconds)) for side, seconds in left.items()})


def read_clocks(text: str, sides: Iterable[Side]) -> Mapping[Side, float]:
    """The seconds left to each of these sides; ClocksError if the text isn't that."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ClocksError(f"The clocks of this game can't be read ({error}).") from error
    wanted = set(sides)
    if not isinstance(given, dict) or set(given) != wanted:
        named = ", ".join(sorted(wanted))
        raise ClocksError(f"The clocks of this game are not those of {named}: begin it anew.")
    for side, seconds in given.items():
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or not math.isfinite(seconds):
            raise ClocksError(f"The clock of {side} says {seconds!r}; it should be seconds.")
    return MappingProxyType({side: float(seconds) for side, seconds in given.items()})
