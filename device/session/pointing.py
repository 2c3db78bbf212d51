"""Pointing at a square of the board with two arrows and OK.

What is done with the square is handed in. Tests: tests/device/test_pointing.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from device.session.committing import tell
from device.session.phases import resting
from device.session.state import Pointing, Step, TableState
from device.texts import Message
from engine.squares import Square
from hardware.panel import Press


def point(
    state: TableState,
    text: Message,
    among: Sequence[Square],
    then: Callable[[TableState, Square], Step],
) -> Step:
    """Lets somebody choose one of these squares, the first to begin with."""
    return replace(state, phase=Pointing(text, tuple(among), 0, then), message=None), ()


def after(state: TableState, _: Press) -> Step:
    """Points at the next square."""
    return _move(state, 1)


def before(state: TableState, _: Press) -> Step:
    """Points at the square before."""
    return _move(state, -1)


def take(state: TableState, _: Press) -> Step:
    """Takes the square that is pointed at."""
    phase = state.phase
    if not isinstance(phase, Pointing):
        return state, ()
    return phase.then(replace(state, phase=resting(state), message=None), phase.square)


def leave(state: TableState, _: Press) -> Step:
    """Leaves it; the turn goes on."""
    return replace(state, phase=resting(state), message=Message("The turn goes on.")), ()


def say_point(state: TableState, _: Press) -> Step:
    """Says how to point."""
    return tell(state, Message("Choose a square with the arrows, then OK; undo leaves."))


def _move(state: TableState, by: int) -> Step:
    phase = state.phase
    if not isinstance(phase, Pointing):
        return state, ()
    place = (phase.place + by) % len(phase.among)
    return replace(state, phase=replace(phase, place=place), message=None), ()
