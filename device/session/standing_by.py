"""What the buttons do while nobody plays: in a pause, and when the game is over.

Which button leads here is told in presses.py. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session import lobby, menu
from device.session.committing import back_to, tell
from device.session.effects import Finish, FollowAgain, LookNow
from device.session.phases import resting
from device.session.state import Step, TableState
from device.session.what_next import say_next
from device.texts import Message
from hardware.panel import Press


def go_on_after_pause(state: TableState, _: Press) -> Step:
    """Goes on after a pause."""
    after = replace(state, phase=resting(state), sight=None, message=Message("The game goes on."))
    return say_next((after, (FollowAgain(), LookNow())))


def say_paused(state: TableState, _: Press) -> Step:
    """Says how to go on."""
    return replace(state, message=back_to(state)), ()


def say_over(state: TableState, _: Press) -> Step:
    """Says that the game is over."""
    return tell(state, Message("The game is over. Undo takes the last play back."))


def open_menu_at_the_end(state: TableState, _: Press) -> Step:
    """Opens the menu of what can still be done about it."""
    return menu.open_menu_at_the_end(state)


def leave_game(state: TableState, _: Press) -> Step:
    """Leaves the game that is over: for the next one, or for good."""
    if state.offers is None:
        return state, (Finish(),)
    return lobby.again(state)
