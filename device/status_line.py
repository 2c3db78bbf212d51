"""What `systemctl status` says of a table: in which part of an evening it is, and of which game.

In English, for whoever looks after the device; it tells no names and no points, which may be
hidden. Tests: tests/device/test_status_line.py.
"""

from __future__ import annotations

from device.session.state import BEFORE_THE_GAME, Over, Paused, TableState


def status_line(state: TableState) -> str:
    """One sentence."""
    where, game = state.where, state.game.state
    if isinstance(where, BEFORE_THE_GAME):
        return "In the lobby."
    lines = len(game.entries)
    told = f"{game.variant.name}, {lines} {'line' if lines == 1 else 'lines'} on its sheet"
    if isinstance(where, Over):
        return f"A game is over: {told}."
    return f"A game {'rests' if isinstance(where, Paused) else 'is played'}: {told}."
