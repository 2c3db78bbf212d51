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


def public_state(table: TableState, texts: Texts, now: float, game: int | None) -> TableStatus:
    """This table's screen as a message. `now`: monotonic seconds; `game`: its number in the
    journal."""
    shown, played = view(table, texts, now), not isinstance(table.where, BEFORE_THE_GAME)
    signatures = signatures_text(table)
    state, clocks, clock = table.game.state, table.clocks.sides, table.clocks.turn
    sides = tuple(
        SideStatus(
            side.name,
            side.total,
            side.turn,
            side.won,
            clock=None if clocks is None else _rounded(clocks.left_of(side.name, now)),
            clock_runs=side.clock_runs,
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
    )


def runs(status: TableStatus) -> bool:
    """Whether a clock is running in it, so that it has to be sent again even if nothing happens."""
    return any(side.clock_runs for side in status.sides)


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
