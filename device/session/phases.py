"""The state in which a table is as its game stands, when nobody is asked and nothing is judged.

Worked out from the game and the turn's clock, so that undo and a restart come to the same. Knows no
button. Tests: tests/device/test_phases.py.
"""

from __future__ import annotations

from device.session.state import (
    Clearing,
    Counted,
    Late,
    Over,
    Phase,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    TableState,
    Thinking,
)
from device.zone_clock import ZoneClock
from engine.ending import is_settled
from engine.events import Played
from engine.game import Game
from engine.squares import Square
from engine.stages import Clock, DiceTurn, LetterTurn
from engine.state import EntryKind


def resting(state: TableState) -> Phase:
    """The state of a table that goes on as its game stands."""
    return phase_of(state.game, state.clock)


def phase_of(game: Game, clock: ZoneClock | None = None) -> Phase:
    """The same of a game, with its turn's clock; its racks may still have to be settled."""
    state = game.state
    if state.over is not None:
        unknown = [side for side in state.sides if state.racks[side] and side not in state.held]
        return Over() if is_settled(state) or not unknown else Settling(unknown[0])
    runs = Running() if clock is not None and clock.runs else Ready()
    match state.stage:
        case LetterTurn(counted=True):
            return Rolling() if state.chance_due else Counted()
        case LetterTurn(clock=Clock.STOPPED):
            return Late()
        case LetterTurn() as turn:
            return Rolling() if turn.must_roll and turn.clock is None else runs
        case DiceTurn(letters=None, clock=None):
            lift = to_lift(game)
            return Clearing(lift) if lift else Shaking()
        case DiceTurn():
            return runs
        case _:
            return Thinking()


def to_lift(game: Game) -> frozenset[Square]:
    """Where dice lie that the last play has left over (SCR-CLR-01), if nothing came after it."""
    if not game.events or not isinstance(game.events[-1], Played):
        return frozenset()
    played = (e.scored for e in reversed(game.state.entries) if e.kind is EntryKind.PLAY)
    scored = next((play for play in played if play is not None), None)
    if scored is None:
        return frozenset()
    return frozenset(scored.play.after.tiles.keys() - game.state.position.tiles.keys())
