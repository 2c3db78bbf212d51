"""How a game went, for the screen of its end: each side's total turn by turn, and the final order.

Worked out from the engine's entries alone, so that every curve ends at the engine's totals; knows
no screen. Tests: tests/device/test_curve_views.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from device.session.state import Over, TableState
from device.texts import Message, Texts
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


@dataclass(frozen=True)
class Curve:
    """A side's total: `points` are (number of its turn, total after it), from the start at 0 to the
    end of the game. `place`: 1 for the best, and for all who are level with it."""

    side: str
    points: tuple[tuple[int, int], ...]
    place: int
    won: bool

    @property
    def total(self) -> int:
        """The points it has in the end."""
        return self.points[-1][1]


@dataclass(frozen=True)
class CurveView:
    """The curves, in the order of the sides round the table; all end at `last`.

    `settled`: the last step of each is the settlement. `order`: the numbers of the sides, best
    first. `axis` and `end` are what stands below the turns and the settlement, `hint` is a line on
    what the buttons do now.
    """

    curves: tuple[Curve, ...]
    order: tuple[int, ...]
    last: int
    settled: bool
    axis: str
    end: str
    hint: str


def curve_view(table: TableState, texts: Texts) -> CurveView | None:
    """The curves of a game that is over; None before."""
    if not table.finished or not isinstance(table.where, Over):
        return None
    state = table.game.state
    settled = any(entry.kind is EntryKind.SETTLEMENT for entry in state.entries)
    steps = totals_by_turn(state)
    last = max(len(totals) for totals in steps.values()) - 1
    curves = _curves(state, steps, last + settled)
    order = sorted(range(len(curves)), key=lambda n: curves[n].place)
    on = Message("OK: another game – UNDO: take the last play back – arrows: look back, correct")
    if table.offers is None:
        on = Message("OK: leave – UNDO: take the last play back – arrows: look back, correct")
    return CurveView(
        curves,
        tuple(order),
        last + settled,
        settled,
        texts("Turns"),
        texts("end") if settled else "",
        texts.say(on),
    )


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


def _curves(state: State, steps: Mapping[Side, list[int]], last: int) -> tuple[Curve, ...]:
    won, totals = winners(state), state.totals
    rank = _rank(state, won)
    found = []
    for side in state.sides:
        points = tuple(enumerate(steps[side]))
        if points[-1] != (last, totals[side]):
            points = (*points, (last, totals[side]))
        place = 1 + sum(other > rank[side] for other in rank.values())
        found.append(Curve(side, points, place, side in won))
    return tuple(found)


def _rank(state: State, won: tuple[Side, ...]) -> dict[Side, tuple[bool, Fraction]]:
    """What the sides are put in order by: who has won, then points, or the share of a target."""
    targets = {} if state.variant.targets is None else state.variant.targets.of(state.sides)
    return {
        side: (side in won, Fraction(total, targets.get(side, 1)))
        for side, total in state.totals.items()
    }
