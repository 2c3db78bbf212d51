"""Events: what can happen at a table. A game on disk is nothing but these.

Frozen values without behaviour; engine/turns/fold.py says what each does to a game, and
engine/game.py how a list of them becomes one. What dice and clock showed comes in as events too.
Records and journals hold them as they are defined here (engine/records/forms.py), so that names,
order, bounds and defaults are those of files that are read for ever. Tests:
tests/engine/test_game.py, tests/engine/test_flow_examples.py, tests/engine/test_record_events.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, TypeAlias

from msgspec import Meta

from engine.circumstances import ChanceFace, Zone
from engine.squares import Square
from engine.tiles import Tile

# What comes from a file has bounds, which no game comes near: docs/game-record.md.

MOST_EVENTS = 10_000
"""Of a game."""

Side: TypeAlias = Annotated[str, Meta(max_length=200)]
"""A player or a team, by name."""

Sides: TypeAlias = Annotated[tuple[Side, ...], Meta(max_length=100)]
BoundedTile: TypeAlias = Annotated[Tile, Meta(max_length=20)]
Letters: TypeAlias = Annotated[str, Meta(max_length=1000)]
Laid: TypeAlias = Annotated[Mapping[Square, BoundedTile], Meta(max_length=1000)]
Racks: TypeAlias = Annotated[Mapping[Side, Letters], Meta(max_length=100)]
Text: TypeAlias = Annotated[str, Meta(max_length=10_000)]
Points: TypeAlias = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Count: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class EndReason(StrEnum):
    """Why a game is over."""

    OUT = "out"
    NO_PLAYS = "no-plays"
    ALL_PASSED = "all-passed"
    TARGET = "target"
    NO_LETTERS = "no-letters"
    THREE_ROLLS = "three-rolls"
    NO_SPACE = "no-space"
    NO_RACK = "no-rack"
    """No rack can be drawn that counts (duplicate)."""


class Offence(StrEnum):
    """What one side can call on another."""

    TOO_MANY_MEN = "too-many-men"
    """Tiles put down and taken up again (NHL-OPT-05)."""
    EARLY_START = "early-start"
    """The clock started before the rolled letter was found (PAR-CLK-10)."""


# Before the first turn


@dataclass(frozen=True)
class Drawn:
    """A side drew a tile or rolled a letter, to see who begins; "?" a blank."""

    by: Side
    letter: Letters


@dataclass(frozen=True)
class BeginnerNamed:
    """The players say who begins."""

    side: Side


# In a turn


@dataclass(frozen=True)
class Rolled:
    """The letter die, one letter (Party), or all the dice of a turn ("?" a blank, Scramble)."""

    by: Side
    letters: Letters


@dataclass(frozen=True)
class RackDrawn:
    """All letters of the rack that everybody plays with, "?" a blank: those left of the one before
    too, unless it was thrown back (duplicate)."""

    letters: Letters


@dataclass(frozen=True)
class ClockStarted:
    """A side pressed the clock."""

    by: Side


@dataclass(frozen=True)
class ClockStopped:
    """The side to play pressed the clock, in that zone."""

    by: Side
    zone: Zone


@dataclass(frozen=True)
class Dinged:
    """The clock ran out."""


@dataclass(frozen=True)
class Played:
    """Tiles laid and announced. Most often a turn, open to challenges until the next side's event;
    where a clock runs, they count when it stops."""

    by: Side
    tiles: Laid


@dataclass(frozen=True)
class TakenUp:
    """Tiles put down in this turn were taken up again before the play was announced."""

    by: Side


@dataclass(frozen=True)
class ChanceRolled:
    """The chance die; `square`: the letter chosen for it, None: the one that earns most."""

    by: Side
    face: ChanceFace
    square: Square | None = None


@dataclass(frozen=True)
class GoaliePulled:
    """The letter that the blank on a square stands for took its place (NHL-OPT-06)."""

    by: Side
    square: Square


@dataclass(frozen=True)
class Passed:
    """A turn without a play; `zone`: where the clock stopped, if it ran."""

    by: Side
    zone: Zone | None = None


@dataclass(frozen=True)
class Exchanged:
    """A turn used to exchange so many tiles with the bag."""

    by: Side
    count: Count


@dataclass(frozen=True)
class Traded:
    """A turn used to swap so many tiles with other sides (NHL-OPT-02)."""

    by: Side
    partners: Sides
    count: Count


# After a play


@dataclass(frozen=True)
class Withdrawn:
    """The side that played last takes its tiles up again: it is as if they had not been laid."""

    by: Side


@dataclass(frozen=True)
class Challenged:
    """The last play was challenged; `good`: the word list has all that were challenged. `words`:
    which of the play's they were, where not all of them."""

    by: Side
    good: bool
    words: Annotated[tuple[Letters, ...], Meta(max_length=100)] = ()


@dataclass(frozen=True)
class Accepted:
    """All are content: the last play can't be challenged any more."""


# At any time


@dataclass(frozen=True)
class Penalised:
    """`by` called an offence of `on`."""

    by: Side
    on: Side
    why: Offence


@dataclass(frozen=True)
class Adjusted:
    """Points given or taken by hand; they stay visible in the score sheet (OWN-01)."""

    side: Side
    points: Points
    why: Text


@dataclass(frozen=True)
class Ended:
    """The players say that it is over, or name what is left once it is.

    `racks`: the tiles left, side by side ("QI?"). One may be left out where the bag is empty:
    it is what is unseen beyond the others. A file always has the field, empty or not.
    """

    racks: Racks = field(default_factory=lambda: MappingProxyType({}))
    reason: EndReason = EndReason.NO_PLAYS


# After the game


@dataclass(frozen=True)
class Signed:
    """A side signs the result by its own press, as players sign a tournament's slip. Whatever
    happens to the game afterwards but another signature makes it another result: then nobody has
    signed it."""

    by: Side


# What turned out to have been otherwise


@dataclass(frozen=True)
class TileCorrected:
    """A tile on the board is another than the game believed: a blank was named, a letter misread.

    The play that laid it is counted again, and everything after it.
    """

    square: Square
    tile: BoundedTile


@dataclass(frozen=True)
class Replaced:
    """Event number `index` (from 0) was really another; all after it is looked at again."""

    index: Annotated[int, Meta(ge=-MOST_EVENTS, le=MOST_EVENTS)]
    event: TableEvent


TurnEvent: TypeAlias = (
    Rolled
    | RackDrawn
    | ClockStarted
    | ClockStopped
    | Dinged
    | Played
    | TakenUp
    | ChanceRolled
    | GoaliePulled
    | Passed
    | Exchanged
    | Traded
)
"""What a turn consists of."""

TableEvent: TypeAlias = (
    Drawn
    | BeginnerNamed
    | TurnEvent
    | Withdrawn
    | Challenged
    | Accepted
    | Penalised
    | Adjusted
    | Ended
    | Signed
)
"""What happened, in the order in which it did."""

Amendment: TypeAlias = TileCorrected | Replaced
"""What turned out to have been otherwise."""

Event: TypeAlias = TableEvent | Amendment
