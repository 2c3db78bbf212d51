"""How a game went: each side's total turn by turn, which place it took in the end, and where its
pegs stand on TopWord's score track (TOP-EQU-07).

Worked out from a state's entries, for whoever shows or prints a game; nothing is counted anew.
Tests: tests/engine/test_course.py, tests/engine/test_flow_examples.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.events import Side
from engine.state import EntryKind, State
from engine.turns.ending import winners

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


# --- TopWord's score track ---

HIGHEST = 399
"""The most that the track can show."""


class Pegs(NamedTuple):
    """The holes of the units, tens and hundreds peg: 236 is 6, 30, 200."""

    units: int
    tens: int
    hundreds: int


def pegs(total: int) -> Pegs:
    """The holes for a total; beyond either end of the track those at its end (Q-TOP-14)."""
    shown = min(max(total, 0), HIGHEST)
    return Pegs(shown % 10, shown // 10 % 10 * 10, shown // 100 * 100)


def is_on_track(total: int) -> bool:
    """Whether the pegs can show this total; if not, the device alone counts on."""
    return 0 <= total <= HIGHEST
