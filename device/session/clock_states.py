"""The states of a turn with dice and clock: what a table waits for from the first roll to the last
tile that is taken up.

Only shapes, no work: device/session/presses.py says which button does what in which state, and
against_clock.py, cup.py and clearing.py how one leads to the next. Tests:
tests/device/test_against_clock.py, tests/device/test_cup.py, tests/device/test_clearing.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.circumstances import Zone
from engine.squares import Square
from engine.tiles import Tile


@dataclass(frozen=True)
class Rolling:
    """The letter die or the chance die is to be rolled. What was rolled last may still tumble.

    `since`: from when on all can see that; infinite until the first moment after a picture led
    here, whose time is that of the picture.
    """

    since: float = -math.inf


@dataclass(frozen=True)
class Shaking:
    """The dice of a turn are to be rolled out of the cup.

    `since`: when somebody said that they lie on the mat, which is being looked at; `until`: when
    it is asked what lies there, None until the first tick.
    """

    since: float | None = None
    until: float | None = None


@dataclass(frozen=True)
class Ready:
    """The turn's clock stands, and is to be started: wound up, paused, or stopped in a zone.

    `by_itself`: it starts without a press, as soon as no dice tumble any more.
    """

    by_itself: bool = False


@dataclass(frozen=True)
class Running:
    """The turn's clock runs."""


@dataclass(frozen=True)
class Stopping:
    """The clock was stopped, in that zone, or has run out: the table is looked at once more.

    `since`: when that was; `until`: when it is asked what lies there, None until the first tick.
    `closer`: it has been looked at twice, since nothing was seen at first.
    """

    since: float
    zone: Zone | None = None
    dinged: bool = False
    until: float | None = None
    closer: bool = False


@dataclass(frozen=True)
class Late:
    """The clock was stopped without a word: one may still be finished, for the zone of the stop
    (Q-PAR-13)."""


@dataclass(frozen=True)
class Counted:
    """A word laid against the clock counts, and all may still be content with it or not."""


@dataclass(frozen=True)
class Clearing:
    """Dice that lie on the mat have to be taken up, or put back, before the next turn.

    `lift`: where there is to be nothing; `put_back`: what is to lie where. `seen`: the camera has
    seen that it is so.
    """

    lift: frozenset[Square] = frozenset()
    put_back: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    seen: bool = False


AGAINST_CLOCK = (Rolling, Shaking, Ready, Running, Stopping, Late, Counted, Clearing)
"""The states of a turn with dice and clock."""
