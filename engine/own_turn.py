"""Whether a side may act at all: it sits at this table, the game goes on, it is its turn.

Asked before any rule of a turn, of which this knows none. Tests: tests/engine/test_turns.py.
"""

from __future__ import annotations

from engine.events import Side
from engine.faults import Fault, FaultCode
from engine.state import State


def unknown(state: State, *sides: Side) -> Fault | None:
    """A fault if one of them isn't at this table."""
    for side in sides:
        if side not in state.sides:
            return Fault(FaultCode.UNKNOWN_SIDE, f"Nobody here is called {side}.")
    return None


def going_on(state: State) -> Fault | None:
    """A fault if the game is over, or nobody is to play yet."""
    if state.over is not None:
        return Fault(FaultCode.GAME_OVER, "The game is over.")
    if state.turn is None:
        waiting = " and ".join(state.redraw)
        return Fault(FaultCode.NOT_YOUR_TURN, f"Nobody begins yet: {waiting} must draw.")
    return None


def own_turn(state: State, side: Side) -> Fault | None:
    """A fault unless it is this side's turn."""
    if fault := unknown(state, side) or going_on(state):
        return fault
    if side != state.turn:
        return Fault(FaultCode.NOT_YOUR_TURN, f"It is {state.turn}'s turn, not {side}'s.")
    return None
