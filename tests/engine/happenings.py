"""What happens to a game, event by event, for the tests."""

from __future__ import annotations

from engine.events import TableEvent
from engine.faults import Fault
from engine.state import State
from engine.turns.fold import apply


def after(state: State, *events: TableEvent) -> State:
    """The state after these events, none of which may be refused."""
    for event in events:
        following = apply(state, event)
        assert isinstance(following, State), (event, following)
        state = following
    return state


def refused(state: State, event: TableEvent) -> str:
    """The code with which an event is refused."""
    fault = apply(state, event)
    assert isinstance(fault, Fault), fault
    return fault.code.value
