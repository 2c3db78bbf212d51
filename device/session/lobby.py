"""The lobby: what is going to be played, chosen line by line.

Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.committing import tell
from device.session.effects import Finish, OpenGame
from device.session.state import Lobby, Step, TableState, Thinking
from device.texts import Message
from hardware.panel import Press


def again(state: TableState) -> Step:
    """Back to the lobby after a game."""
    return state, (Finish(),)


def side_pressed(state: TableState, _: Press) -> Step:
    """Makes this side the one that begins."""
    return say_lobby(state, _)


def take(state: TableState, _: Press) -> Step:
    """Takes the line that is chosen."""
    return replace(state, phase=Thinking()), (OpenGame(),)


def next_line(state: TableState, _: Press) -> Step:
    """Chooses the next line."""
    return _move(state, 1)


def line_before(state: TableState, _: Press) -> Step:
    """Chooses the line before."""
    return _move(state, -1)


def back(state: TableState, _: Press) -> Step:
    """Chooses the first line again."""
    if not isinstance(state.phase, Lobby):
        return state, ()
    return replace(state, phase=replace(state.phase, line=0)), ()


def say_lobby(state: TableState, _: Press) -> Step:
    """Says how to begin."""
    return tell(state, Message("Choose with the arrows; OK on the first line begins the game."))


def ask_leave(state: TableState, _: Press) -> Step:
    """Asks whether the device is to stop."""
    return state, (Finish(),)


def _move(state: TableState, by: int) -> Step:
    if not isinstance(state.phase, Lobby):
        return state, ()
    return replace(state, phase=replace(state.phase, line=state.phase.line + by)), ()
