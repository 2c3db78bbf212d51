"""How a game went, for the screen of its end: each side's total turn by turn, and the final order.

What the engine says of a game's course, in one language; every curve ends at the engine's totals.
Knows no screen. Tests: tests/device/test_curve_views.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from device.session.state import Over, TableState
from device.texts import Message, Texts
from engine.course import places, totals_by_turn
from engine.ending import winners
from engine.events import Side
from engine.state import EntryKind, State


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
    curves = _curves(state, steps, last, settled=settled)
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


def _curves(
    state: State, steps: Mapping[Side, list[int]], last: int, *, settled: bool
) -> tuple[Curve, ...]:
    """`last`: the most turns that a side has had. One that had fewer keeps its total till then, so
    that what is settled falls into the settlement's step alone."""
    won, totals, took = winners(state), state.totals, places(state)
    found = []
    for side in state.sides:
        points = tuple(enumerate(steps[side]))
        if settled and len(points) <= last:
            points = (*points, (last, points[-1][1]))
        if points[-1] != (last + settled, totals[side]):
            points = (*points, (last + settled, totals[side]))
        found.append(Curve(side, points, took[side], side in won))
    return tuple(found)
