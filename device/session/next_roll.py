"""Who does what next in a turn with letter dice: one sentence, as the state has it.

Knows no button's doings. Tests: tests/device/test_cup.py, test_clearing.py.
"""

from __future__ import annotations

from device.session.clock_states import Clearing, Ready, Running, Shaking
from device.session.mat import clear_text, spaced
from device.session.state import TableState
from device.texts import Message, Value
from engine.stages import DiceTurn


def next_with_dice(state: TableState) -> Message | None:
    """What is to be done next; None where there is no such turn."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, DiceTurn) or side is None:
        return None
    match state.phase:
        case Clearing():
            return clear_text(state.game.state, state.phase)
        case Shaking():
            return roll_now(state)
        case Ready(by_itself=False):
            return Message("{side}: press your button, and the timer runs.", {"side": side})
        case Running():
            return Message("{side}: lay your word, then press your button.", {"side": side})
        case _:
            return None


def roll_now(state: TableState) -> Message:
    """What the next turn begins with, as it is said."""
    game, side = state.game.state, state.side or ""
    if not game.dice:
        return Message("{side}: press your button, and the timer runs.", {"side": side})
    values: dict[str, Value] = {"side": side, "n": game.dice}
    text = Message("{side}: roll {n} dice. OK rolls them on the screen.", values)
    stage = game.stage
    if not isinstance(stage, DiceTurn) or not stage.handed:
        return text
    first = Message("Handed on: {letters}.", {"letters": spaced(game.variant, stage.handed)})
    return Message("{first} {then}", {"first": first, "then": text})
