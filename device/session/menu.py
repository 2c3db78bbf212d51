"""The menu of what is done more rarely at a table: a question whose answers begin it.

Tests: tests/device/test_menu.py.
"""

from __future__ import annotations

from device.session.committing import ask, go_on, option
from device.session.ending import ask_end_of_game
from device.session.state import Question, Step, TableState
from device.texts import Message


def open_menu(state: TableState) -> Step:
    """Asks what is to be done."""
    options = (option("End the game", ask_end_of_game), option("Back to the game", go_on))
    return ask(state, Question(Message("What is to be done?"), options))
