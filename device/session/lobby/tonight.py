"""The end of an evening in the middle of a game: it is stopped, kept, and offered the next time.

A dedicated device is switched off, elsewhere the program ends. The snapshot kept with the journal
records that the players left and weren't cut off. Tests: tests/device/test_tonight.py.
"""

from __future__ import annotations

from device.language.numbers import plain
from device.language.texts import Message, TextValue
from device.session.care.device import ask_off
from device.session.core.commit import ask, go_on, option
from device.session.core.effects import CloseGame
from device.session.core.prompts import resumed
from device.session.core.state import Option, Question, Step, TableState
from device.session.lobby import lobby


def offer_to_stop() -> Option:
    """The menu's line to stop for tonight."""
    return option("Stop for tonight…", ask_to_stop)


def ask_to_stop(state: TableState) -> Step:
    """Asks whether to stop; a dedicated device is switched off."""
    if state.device.may_switch_off:
        return ask_off(state)
    yes = option("Yes, stop", lobby.finish)
    text = Message("Stop for tonight? The game is saved for next time.")
    return ask(state, Question(text, (option("No, play on", go_on), yes)))


def ask_to_go_on(state: TableState) -> Step:
    """Asks whether to go on with the game that the players left, or to begin another; without a
    lobby to begin one in, the game goes on."""
    if state.offers is None:
        return state, ()
    totals = state.game.state.totals
    listed = ", ".join(f"{side} {plain(points)}" for side, points in totals.items())
    if state.agreed.extras.hide_scores:
        listed = ", ".join(totals)
    values: dict[str, TextValue] = {"sides": listed}
    text = Message("{sides}: continue this game?", values)
    options = option("Continue", resumed), option("New game", _another)
    return ask(state, Question(text, options))


def _another(state: TableState) -> Step:
    """The game stays in the history as it is; the lobby is open for another one."""
    after, effects = lobby.again(state)
    return after, (CloseGame(), *effects)
