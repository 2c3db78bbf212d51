"""What a screen shows of the sides: names, points and targets, and the time that is left to them.

Worked out from a table's state and a time that is handed in; knows no clock and no screen.
Tests: tests/device/test_views.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from device.session.state import Settling, TableState
from engine.ending import winners
from engine.events import Side
from engine.score_track import is_on_track, pegs


@dataclass(frozen=True)
class PegsView:
    """The holes in which a side's pegs stand (TOP-EQU-07): 236 is 200, 30 and 6. `beyond`: they
    stand at an end of the track and can't show the total."""

    hundreds: int
    tens: int
    units: int
    beyond: bool = False


@dataclass(frozen=True)
class SideView:
    """A side's name and points (None: hidden until the end); `turn`: it is its turn; `won`: it has
    won, maybe with others; `target`: the points it plays to, if there are such; `pegs`: where its
    pegs stand, in a game with a score track.

    `clock`: the time it has left for the game, as text, "" without clocks; `clock_runs`: right
    now; `overtime`: it has none left.
    """

    name: str
    total: int | None
    turn: bool
    won: bool = False
    target: int | None = None
    clock: str = ""
    clock_runs: bool = False
    overtime: bool = False
    pegs: PegsView | None = None


@dataclass(frozen=True)
class CountdownView:
    """The time that is left of a turn, as text; `low`: its end has been warned of."""

    left: str
    low: bool


def side_views(table: TableState, now: float) -> tuple[SideView, ...]:
    """The sides in their order round the table."""
    state, won, clocks = table.game.state, winners(table.game.state), table.clocks
    targets: Mapping[Side, int] = {}
    if state.variant.targets is not None:
        targets = state.variant.targets.of(state.sides)
    hidden = table.extras.hide_scores and not table.finished
    turn = None if table.finished else _whose(table)

    def shown(side: Side, total: int) -> SideView:
        left = None if clocks is None else clocks.left_of(side, now)
        return SideView(
            side,
            None if hidden else total,
            turn=side == turn,
            won=side in won,
            target=targets.get(side),
            clock="" if left is None else clock_text(left),
            clock_runs=clocks is not None and left is not None and clocks.runs == side,
            overtime=left is not None and left < 0,
            pegs=_pegs(total) if state.variant.score_track and not hidden else None,
        )

    return tuple(shown(side, total) for side, total in state.totals.items())


def countdown(table: TableState, now: float) -> CountdownView | None:
    """What is left of the turn whose clock runs, else of the turn of the side to move."""
    clocks = table.clocks
    side = table.side if clocks is None or clocks.runs is None else clocks.runs
    if clocks is None or side is None or table.finished:
        return None
    left = clocks.turn_left_of(side, now)
    if left is None:
        return None
    warned = left <= table.extras.turn_warning < table.extras.turn_seconds
    return CountdownView(clock_text(max(0.0, left)), warned or left <= 0)


def clock_text(seconds: float) -> str:
    """Minutes and seconds, each begun one counted as a whole: "0:01" till the very end, then at
    once "-0:01", as overtime is counted."""
    whole = math.ceil(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"


def _pegs(total: int) -> PegsView:
    units, tens, hundreds = pegs(total)
    return PegsView(hundreds, tens, units, not is_on_track(total))


def _whose(table: TableState) -> Side | None:
    """The side that has something to do: most often the one to move."""
    phase = table.where
    return phase.side if isinstance(phase, Settling) else table.side
