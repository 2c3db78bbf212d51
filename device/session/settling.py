"""The settlement: what each side has left is laid in a row for the camera, or named by buttons.

Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.committing import tell
from device.session.effects import CloseGame
from device.session.state import Over, Step, TableState
from device.sight import Sight
from device.texts import Message
from hardware.panel import Press


def side_pressed(state: TableState, press: Press) -> Step:
    """Takes the tiles that lie there as this side's rack."""
    return say_settling(state, press)


def take(state: TableState, _: Press) -> Step:
    """Takes the letters named so far as the rack."""
    return say_settling(state, _)


def name_by_buttons(state: TableState, _: Press) -> Step:
    """Names the tiles left, one by one."""
    return say_settling(state, _)


def back(state: TableState, _: Press) -> Step:
    """Takes back what happened last."""
    return say_settling(state, _)


def say_settling(state: TableState, _: Press) -> Step:
    """Says whose rack is wanted, and how to show it."""
    return tell(state, Message("Lay what is left in a row on the board, and press your button."))


def ask_leave(state: TableState, _: Press) -> Step:
    """Leaves the racks out of the score."""
    message = Message("The game is over; tiles left on racks are not counted off.")
    return replace(state, phase=Over(), finished=True, message=message), (CloseGame(),)


def saw(state: TableState, sight: Sight) -> Step:
    """The table while racks are shown: what lies there now."""
    return replace(state, sight=sight), ()
