"""What the buttons do while a side thinks or lays, and while the table is looked at for it.

Which button leads here is told in presses.py. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device.dice import lies_still
from device.session import challenging, forgotten, menu
from device.session.committing import ask, tell
from device.session.effects import LookCloser, LookNow
from device.session.ending import ask_end_of_game
from device.session.open_doubts import ask_older, open_doubts
from device.session.phases import resting
from device.session.state import CameraStatus, Looking, Paused, Step, TableState
from device.session.taking_back import undo
from device.session.turn_end import not_seen
from device.texts import Message
from engine.events import Side
from hardware.panel import SIDE_BUTTONS, Press
from vision.reconstruct import Change

# Thinking


def turn_pressed(state: TableState, press: Press) -> Step:
    """Looks at the table once more, then closes the turn."""
    side = side_of(state, press)
    if side is None:
        return tell(state, Message("Nobody plays with this button."))
    # The next side's button closes the turn before it as well: its own was forgotten.
    forgot = state.side is not None and side != state.side
    if forgot and side not in forgotten.next_sides(state):
        return tell(state, Message("It is {side}'s turn.", {"side": state.side or ""}))
    close = partial(forgotten.close, forgot=forgot)
    state = replace(state, message=None)
    if state.camera is not CameraStatus.SEES:
        if state.side is not None and state.seen is not None:
            # What was seen last needn't be what lies there now.
            return ask(state, not_seen(state.side, close))
        return close(state)
    looking = replace(state, phase=Looking(press.at, forgot))
    if _shows(state, Change.NONE) and not forgot:
        # Before anybody is asked whether it is a pass: in the dark a tile is easily overlooked.
        return replace(looking, doubted=True), (LookNow(), LookCloser())
    if state.still_at >= press.at and state.up_to_date:
        return close(state)
    return looking, (LookNow(),)


def ask_open(state: TableState, press: Press) -> Step:
    """Asks what is still open about earlier turns, if anything is."""
    doubts = open_doubts(state)
    return ask_older(state, doubts[0]) if doubts else say_turn(state, press)


def say_turn(state: TableState, _: Press) -> Step:
    """Says whose turn it is, and what to press."""
    if state.side is None:
        return tell(state, Message("The game is over."))
    values = {"side": state.side}
    text = Message("{side}: lay tiles, then press your button. The arrows open the menu.", values)
    return tell(state, text)


def open_menu(state: TableState, press: Press) -> Step:
    """Opens the menu of what is done more rarely."""
    if _tumbles(state, press):
        return tell(state, Message("The dice are still rolling."))
    return menu.open_menu(state)


def take_back_last(state: TableState, _: Press) -> Step:
    """Takes back what happened last."""
    return undo(state)


def challenge(state: TableState, _: Press) -> Step:
    """Judges the last play, or calls a penalty."""
    return challenging.challenge(state)


def pause(state: TableState, _: Press) -> Step:
    """Pauses the game."""
    return replace(state, phase=Paused(), message=None), ()


def ask_end(state: TableState, press: Press) -> Step:
    """Asks whether the game is to end."""
    if _tumbles(state, press):
        return tell(state, Message("The dice are still rolling."))
    return ask_end_of_game(state)


def _tumbles(state: TableState, press: Press) -> bool:
    """Whether dice tumble on the screen, which shows no question meanwhile."""
    throw = state.throw
    return throw is not None and not lies_still(throw.roll, throw.since, press.at)


# Looking


def wait(state: TableState, _: Press) -> Step:
    """Says that the table is being looked at."""
    return tell(state, Message("Looking at the board …"))


def look_again(state: TableState, _: Press) -> Step:
    """Stops closing the turn."""
    return replace(state, phase=resting(state), message=Message("The turn goes on.")), ()


def side_of(state: TableState, press: Press) -> Side | None:
    """The side whose turn button was pressed, if one plays with it."""
    sides, number = state.game.state.sides, SIDE_BUTTONS.index(press.button)
    return sides[number] if number < len(sides) else None


def nobody(state: TableState) -> Step:
    """Says that the button is nobody's."""
    return tell(state, Message("Nobody plays with this button."))


def _shows(state: TableState, change: Change) -> bool:
    return state.sight is not None and state.sight.now.observed.change is change
