"""Turns of a recording, where nobody is there to answer: one picture a turn, counted as seen.

What can't be counted so is said aloud instead, and counts nothing.
Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.faults import fault_message, square_names
from device.session.committing import added, commit, counted
from device.session.effects import SayAloud
from device.session.state import Step, TableState
from device.session.turn_end import events_of, own_doubts
from device.texts import Message
from engine.events import Challenged, Event, Withdrawn
from engine.faults import Fault
from vision.doubt import DoubtKind
from vision.reconstruct import Change


def close_recorded_turn(state: TableState) -> Step:
    """Closes a turn of a recording."""
    side, sight = state.side, state.sight
    if side is None or sight is None:
        return state, ()
    observed = sight.now.observed
    if observed.change is Change.NONE:
        return _spoken(state, Message("Nothing new on the board."))
    if observed.refused is not None or observed.change in (Change.UNCLEAR, Change.GAP):
        squares = square_names(observed.tiles.keys() | {d.square for d in observed.doubts})
        text = Message(
            "Not counted, it is not clear what was laid: {squares}.", {"squares": squares}
        )
        return _spoken(state, text)
    events: list[Event] = []
    last = state.game.state.provisional
    if observed.withdrawn and last is not None:
        # One picture a turn: who laid another play over it challenged it off, else it was undone.
        gone = Challenged(side, good=False) if observed.tiles else Withdrawn(last.by)
        events.append(gone)
    if observed.tiles:
        events += events_of(state.game, side, sight.now)
    after = added(state.game, events)
    if isinstance(after, Fault):
        return _spoken(state, fault_message(after))
    message = Message("The last play was taken back.")
    if sight.now.play is not None:
        message = counted(state, side, sight.now.play)
    step = commit(state, events, sight.now.after, message, recorded=True)
    doubts = [d for d in own_doubts(sight.now) if d.kind is not DoubtKind.BLANK_LETTER]
    if not doubts:
        return step
    squares = square_names(doubt.square for doubt in doubts)
    text = Message("Counted as most likely, but please check {squares}.", {"squares": squares})
    return replace(step[0], message=text), (*step[1], SayAloud(text))


def _spoken(state: TableState, message: Message) -> Step:
    return replace(state, message=message, sight=None), (SayAloud(message),)
