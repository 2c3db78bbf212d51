"""State: how a game stands: the board, whose turn it is, and every entry of the score sheet.

Totals are never stored: they are the sum of the entries' reasons. What is unseen is derived from
the set and the board. What an event changes is told in engine/turns.py.
Tests: tests/engine/test_game.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from engine.events import EndReason, Side
from engine.faults import Fault
from engine.position import Position
from engine.scoring import Reason, ScoredPlay
from engine.tiles import Tile, piece_of
from engine.variants import Variant


class EntryKind(StrEnum):
    """What a line of the score sheet is about."""

    START = "start"
    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    LOST_TURN = "lost-turn"
    CHALLENGED_OFF = "challenged-off"
    MISFIT = "misfit"
    ADJUSTED = "adjusted"
    SETTLEMENT = "settlement"


@dataclass(frozen=True)
class Entry:
    """A line of the score sheet: a side, what it did, and the reasons for its points."""

    side: Side
    kind: EntryKind
    reasons: tuple[Reason, ...] = ()
    scored: ScoredPlay | None = None
    count: int | None = None
    fault: Fault | None = None

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


@dataclass(frozen=True)
class Provisional:
    """The last play while it can still be challenged or withdrawn, and how things stood before."""

    by: Side
    before: State


@dataclass(frozen=True)
class State:
    """How a game stands.

    `turn`: the side to play, None when the game is over. `racks`: how many tiles each side has
    (all 0 where the game has no racks). `bag`: how many are left to draw. `owes`: turns still
    to be lost. `passes`: passes one after the other.
    """

    variant: Variant
    sides: tuple[Side, ...]
    position: Position
    turn: Side | None
    racks: Mapping[Side, int]
    bag: int
    entries: tuple[Entry, ...] = ()
    owes: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    passes: int = 0
    provisional: Provisional | None = None
    over: EndReason | None = None

    @classmethod
    def start(
        cls,
        variant: Variant,
        sides: Sequence[Side],
        *,
        position: Position | None = None,
        totals: Mapping[Side, int] = MappingProxyType({}),
        bag: int | None = None,
    ) -> State:
        """Before the first turn; on an empty board with no points unless others are given.

        ValueError if the game can't be played by so many sides, two have the same name, or a side
        has no target in a game that is played to one.
        """
        fewest, most = variant.sides
        if not fewest <= len(sides) <= most:
            raise ValueError(
                f"{variant.name} is for {fewest} to {most} sides, not for {len(sides)}"
            )
        if len(set(sides)) < len(sides):
            raise ValueError("two sides have the same name")
        if variant.targets is not None:
            variant.targets.of(sides)
        board = position or Position(variant.layout.size)
        left = max(0, variant.tile_set.total - _pieces(board))
        racks: dict[Side, int] = {}
        for side in sides:
            racks[side] = min(variant.rack_size, left)
            left -= racks[side]
        entries = tuple(
            Entry(side, EntryKind.START, (Reason("CLA-SCO-01", "carried over", points),))
            for side, points in totals.items()
        )
        return cls(
            variant,
            tuple(sides),
            board,
            sides[0],
            MappingProxyType(racks),
            left if bag is None else bag,
            entries,
        )

    @property
    def totals(self) -> dict[Side, int]:
        """Points of each side: the sum of all its reasons."""
        totals = dict.fromkeys(self.sides, 0)
        for entry in self.entries:
            totals[entry.side] += entry.points
        return totals

    @property
    def unseen(self) -> dict[Tile, int]:
        """The pieces not on the board, blanks under "?": in the bag or on racks."""
        on_board = Counter(map(piece_of, self.position.tiles.values()))
        counts = self.variant.tile_set.counts.items()
        return {piece: left for piece, n in counts if (left := n - on_board[piece]) > 0}

    @property
    def may_challenge(self) -> bool:
        return self.provisional is not None

    @property
    def ask_end(self) -> bool:
        """All have passed in a row: are there no plays left?"""
        return self.over is None and self.passes >= len(self.sides)

    def entered(self, entry: Entry) -> State:
        return replace(self, entries=(*self.entries, entry))


def _pieces(position: Position) -> int:
    return sum(position.height(square) for square in position.tiles)
