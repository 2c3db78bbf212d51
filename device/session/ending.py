"""The end of a game before anybody is out: asked, and then as far as it can be known, settled.

What is left on racks that must be named: settling.py. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from device.session.committing import added, ask, commit, go_on, option
from device.session.settling import begin_settling, result
from device.session.state import Question, Step, TableState
from device.texts import Message
from engine.events import Ended, EndReason, Side
from engine.faults import Fault


def ask_end_of_game(state: TableState) -> Step:
    """Somebody wants to end the game before anyone is out."""
    return ask(state, end_of_game(state.side if state.seen is not None else None))


def end_of_game(laying: Side | None = None) -> Question:
    """Whether the game is to end; `laying`: a side whose tiles lie there and don't count yet."""
    text = Message("End the game as it stands?")
    if laying is not None:
        values = {"side": laying}
        text = Message("{side}'s tiles aren't counted yet. End the game all the same?", values)
    return _whether(text)


def all_passed() -> Question:
    """Everybody has passed, one after the other: are there no plays left (Q-07)?"""
    return _whether(Message("All have passed. Is the game over?"))


def ask_if_no_room(state: TableState) -> Step:
    """The list knows no word that can still be laid: is the game over (PAR-END-03)?"""
    text = Message("No word can be laid any more. Is the game over?")
    yes, no = option("Yes, the game is over", _no_room), option("No, play on", go_on)
    return ask(state, Question(text, (yes, no)))


def _no_room(state: TableState) -> Step:
    over = Ended(reason=EndReason.NO_SPACE)
    after = added(state.game, [over])
    if isinstance(after, Fault):
        return end_game(state)
    return commit(state, [over], state.followed, result(after))


def _whether(text: Message) -> Question:
    return Question(text, (option("No, play on", go_on), option("Yes, end it", end_game)))


def end_game(state: TableState) -> Step:
    """Ends the game: what is left on racks is settled at once where it follows, else named now."""
    settled = Ended()
    after = added(state.game, [settled])
    if isinstance(after, Fault):
        return begin_settling(state)
    return commit(state, [settled], state.followed, result(after))
