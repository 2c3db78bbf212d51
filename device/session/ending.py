"""The end of a game before anybody is out: asked, and then as far as it can be known, settled.

What is left on racks that must be named: settling.py. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from device.session.committing import added, ask, commit, go_on, option
from device.session.settling import begin_settling, result
from device.session.state import Question, Step, TableState
from device.texts import Message
from engine.events import Ended
from engine.faults import Fault


def ask_end_of_game(state: TableState) -> Step:
    """Somebody wants to end the game before anyone is out."""
    return ask(state, end_of_game())


def end_of_game() -> Question:
    """Whether the game is to end."""
    return _whether(Message("End the game as it stands?"))


def all_passed() -> Question:
    """Everybody has passed, one after the other: are there no plays left (Q-07)?"""
    return _whether(Message("All have passed. Is the game over?"))


def _whether(text: Message) -> Question:
    return Question(text, (option("No, play on", go_on), option("Yes, end it", end_game)))


def end_game(state: TableState) -> Step:
    """Ends the game: what is left on racks is settled at once where it follows, else named now."""
    settled = Ended()
    after = added(state.game, [settled])
    if isinstance(after, Fault):
        return begin_settling(state)
    return commit(state, [settled], state.followed, result(after))
