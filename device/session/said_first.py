"""What can't be used at the start of a table: shown until somebody has read it.

A camera that is lost meanwhile, or found, takes nothing of it away. Tests:
tests/device/test_appliance.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from device.session.committing import ask, go_on, option
from device.session.state import Asking, Lobby, Pointing, Question, Step, TableState
from device.texts import Message


def said_first(state: TableState, troubles: Sequence[Message]) -> TableState:
    """The table with these sentences on its screen, as it is without any."""
    if not troubles:
        return state
    text, said = reduce(_joined, troubles), state.message

    asked = state.phase if isinstance(state.phase, Asking | Pointing) else None

    def read(now: TableState) -> Step:
        if asked is not None:
            return replace(now, phase=asked, message=said), ()
        after, effects = (now, ()) if isinstance(now.phase, Lobby) else go_on(now)
        return (after if said is None else replace(after, message=said)), effects

    asking, _ = ask(state, Question(text, (option("Go on", read),), can_wait=True))
    return asking


def _joined(first: Message, then: Message) -> Message:
    return Message("{first} {then}", {"first": first, "then": then})
