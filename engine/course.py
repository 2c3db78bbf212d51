"""How a game went: each side's total turn by turn, and which place it took in the end.

Worked out from a state's entries, for whoever shows or prints a game; nothing is counted anew.
Tests: tests/engine/test_course.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.ending import winners
from engine.events import Side
from engine.state import EntryKind, State

TURNS = frozenset(
    {
        EntryKind.PLAY,
        EntryKind.PASS,
        EntryKind.EXCHANGE,
        EntryKind.TRADE,
        EntryKind.TIME_UP,
        EntryKind.NO_LETTER,
        EntryKind.LOST_TURN,
        EntryKind.CHALLENGED_OFF,
        EntryKind.MISFIT,
    }
)
"""Entries that are a turn each; other points count to the turn that they follow."""


def totals_by_turn(state: State) -> Mapping[Side, list[int]]:
    """Each side's total at the start and after each of its turns, without the settlement.

    Points between two turns (a penalty, points changed by hand) count to the first of them.
    """
    totals: dict[Side, list[int]] = {side: [0] for side in state.sides}
    for entry in state.entries:
        if entry.kind is EntryKind.SETTLEMENT:
            continue
        of = totals[entry.side]
        if entry.kind in TURNS:
            of.append(of[-1])
        of[-1] += entry.points
    return totals


def places(state: State) -> Mapping[Side, int]:
    """The place of each side: 1 for the best, and one for all who are level. Who has won comes
    before all others, then points count, or the share of a target."""
    won = winners(state)
    targets = {} if state.variant.targets is None else state.variant.targets.of(state.sides)
    rank = {
        side: (side in won, Fraction(total, targets.get(side, 1)))
        for side, total in state.totals.items()
    }
    return {side: 1 + sum(other > rank[side] for other in rank.values()) for side in state.sides}
