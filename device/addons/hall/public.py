"""What a table publishes of its current state: what its screen shows, and nothing else.

Made from the view that the screen draws, so that points, racks and whatever a tournament's rules
hide are hidden here too. Tests: tests/device/test_hall_messages.py,
tests/device/test_hidden_points.py.
"""

from __future__ import annotations

from device.addons.hall.messages import BoardStatus, SideStatus, TableStatus
from device.language.texts import Texts
from device.session.core.signatures import signatures_text
from device.session.core.state import BEFORE_THE_GAME, TableState
from device.views.table import view
from engine.state import State


def public_state(table: TableState, texts: Texts, now: float, game: int | None) -> TableStatus:
    """This table's screen as a message. `now`: monotonic seconds; `game`: its number in the
    journal."""
    shown, played = view(table, texts, now), not isinstance(table.where, BEFORE_THE_GAME)
    signatures = signatures_text(table)
    state, clocks, clock = table.game.state, table.clocks.sides, table.clocks.turn
    everybody, runs = state.variant.common_rack, None if clocks is None else clocks.runs
    sides = tuple(
        SideStatus(
            side.name,
            side.total,
            side.turn,
            side.won,
            clock=_rounded(_left(table, side.name, now)),
            clock_runs=side.clock_runs or (runs == side.name and everybody),
        )
        for side in shown.sides
    )
    return TableStatus(
        sides=sides if played else (),
        turn=next((side.name for side in sides if side.turn), None) if played else None,
        doing=shown.text.state,
        message=shown.text.message,
        over=played and shown.over,
        variant=state.variant.name,
        language=state.variant.language,
        game=game if played else None,
        clock=None if clock is None or not played else _rounded(clock.seconds_left(now)),
        board=BoardStatus(
            shown.board.rows,
            shown.board.premiums,
            tuple(square.name for square in sorted(shown.board.lit)),
            dict(shown.board.values),
            dict(shown.board.faces),
            {square.name: height for square, height in shown.board.piles},
        )
        if played
        else None,
        signatures="" if signatures is None else texts.say(signatures),
        rack=_rack(state) if played and everybody else None,
    )


def _left(table: TableState, side: str, now: float) -> float | None:
    """The seconds that a side has left for the game; in duplicate everybody's for the turn."""
    clocks = table.clocks.sides
    if clocks is None or not table.game.state.variant.common_rack:
        return None if clocks is None else clocks.left_of(side, now)
    left = clocks.turn_left_of(side, now)
    return None if left is None else max(0.0, left)


def _rack(state: State) -> str:
    return "" if state.rack_due else state.held.get(state.sides[0], "")


def runs(status: TableStatus) -> bool:
    """Whether a clock is running in it, so that it has to be sent again even if nothing happens."""
    return any(side.clock_runs for side in status.sides)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
