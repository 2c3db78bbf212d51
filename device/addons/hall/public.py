"""What a table tells of itself at a moment: what its screen shows, and nothing that it doesn't.

Made from the view that the screen draws, so that hidden points, racks and a tournament's rules are
kept here as they are there. Tests: tests/device/test_hall_messages.py,
tests/device/test_hidden_points.py.
"""

from __future__ import annotations

from device.addons.hall.messages import BoardTold, SideTold, StateTold
from device.language.texts import Texts
from device.session.core.state import BEFORE_THE_GAME, TableState
from device.views.table import view


def public_state(table: TableState, texts: Texts, now: float, game: int | None) -> StateTold:
    """What this table's screen shows, as it is told. `now`: monotonic seconds; `game`: its number
    in the journal."""
    shown, played = view(table, texts, now), not isinstance(table.where, BEFORE_THE_GAME)
    state, clocks, clock = table.game.state, table.clocks.sides, table.clocks.turn
    sides = tuple(
        SideTold(
            side.name,
            side.total,
            side.turn,
            side.won,
            clock=None if clocks is None else _rounded(clocks.left_of(side.name, now)),
            clock_runs=side.clock_runs,
        )
        for side in shown.sides
    )
    return StateTold(
        sides=sides if played else (),
        turn=next((side.name for side in sides if side.turn), None) if played else None,
        doing=shown.text.state,
        message=shown.text.message,
        over=played and shown.over,
        variant=state.variant.name,
        language=state.variant.language,
        game=game if played else None,
        clock=None if clock is None or not played else _rounded(clock.seconds_left(now)),
        board=BoardTold(
            shown.board.rows,
            shown.board.premiums,
            tuple(square.name for square in sorted(shown.board.lit)),
        )
        if played
        else None,
    )


def runs(told: StateTold) -> bool:
    """Whether a clock runs in it, so that it is to be told again without anything happening."""
    return any(side.clock_runs for side in told.sides)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
