"""Events: what can happen at a table. A game on disk is nothing but these.

Frozen values without behaviour; what each does to a game is told in engine/turns.py, and how a
list of them becomes a game in engine/game.py. Tests: tests/engine/test_game.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from engine.squares import Square
from engine.tiles import Tile

Side: TypeAlias = str
"""A player or a team, by name."""


class EndReason(StrEnum):
    """Why a game is over."""

    OUT = "out"
    NO_PLAYS = "no-plays"
    TARGET = "target"


@dataclass(frozen=True)
class Played:
    """Tiles laid and announced: a turn. It can be challenged until the next side's event."""

    by: Side
    tiles: Mapping[Square, Tile]


@dataclass(frozen=True)
class Passed:
    """A turn without a play."""

    by: Side


@dataclass(frozen=True)
class Exchanged:
    """A turn used to exchange so many tiles with the bag."""

    by: Side
    count: int


@dataclass(frozen=True)
class Withdrawn:
    """The side that played last takes its tiles up again: it is as if they had not been laid."""

    by: Side


@dataclass(frozen=True)
class Challenged:
    """The last play was challenged; `good`: the word list has all its words."""

    by: Side
    good: bool


@dataclass(frozen=True)
class Accepted:
    """All are content: the last play can't be challenged any more."""


@dataclass(frozen=True)
class Adjusted:
    """Points given or taken by hand; they stay visible in the score sheet (OWN-01)."""

    side: Side
    points: int
    why: str


@dataclass(frozen=True)
class Ended:
    """The players say that no play is possible, or name what is left once somebody is out.

    `racks`: the tiles left, side by side ("QI?"). One may be left out where the bag is empty:
    it is what is unseen beyond the others.
    """

    racks: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class TileCorrected:
    """A tile on the board is another than the game believed: a blank was named, a letter misread.

    The play that laid it is counted again, and everything after it.
    """

    square: Square
    tile: Tile


@dataclass(frozen=True)
class Replaced:
    """Event number `index` (from 0) was really another; all after it is looked at again."""

    index: int
    event: TableEvent


TableEvent: TypeAlias = (
    Played | Passed | Exchanged | Withdrawn | Challenged | Accepted | Adjusted | Ended
)
"""What happened, in the order in which it did."""

Amendment: TypeAlias = TileCorrected | Replaced
"""What turned out to have been otherwise."""

Event: TypeAlias = TableEvent | Amendment
