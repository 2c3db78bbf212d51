"""Scramble's dice at the table: rolled on the screen for who has none, read on the mat for who has.

What comes up is Rolled; the timer starts once the dice lie still (SCR-TUR-03, Q-SCR-08).
Tests: tests/device/test_cup.py.
"""

from __future__ import annotations

from device.dice import Dice, letter_dice
from device.inputs import DiceRolled
from device.session.committing import tell
from device.session.effects import RollDice
from device.session.state import Step, TableState
from device.texts import Message
from hardware.panel import Press


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the dice on the screen."""
    del press
    game = state.game.state
    dice = letter_dice(game.variant)
    out = frozenset(state.lying.values())
    return state, (RollDice(Dice.SCRAMBLE, dice, game.dice, state.turn, out),)


def read_pressed(state: TableState, press: Press) -> Step:
    """Reads the dice that were rolled onto the mat, and starts the timer."""
    return roll_pressed(state, press)


def enter_roll(state: TableState, press: Press) -> Step:
    """Asks which letters were rolled."""
    return say_shaking(state, press)


def say_shaking(state: TableState, _: Press) -> Step:
    """Says how the dice are rolled."""
    return tell(state, Message("{side}: roll the dice.", {"side": state.side or ""}))


def rolled(state: TableState, done: DiceRolled) -> Step:
    """The device's dice show this."""
    del done
    return state, ()


def tick(state: TableState, now: float) -> Step:
    """The timer starts once the dice on the screen lie still."""
    del now
    return state, ()
