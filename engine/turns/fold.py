"""Turns: what each event does to a game, or why it can't be.

`apply` is a pure function from state to state. Here is what all games share; the rules of a turn
are in plain.py, dice.py and letter_and_clock.py next to it, by what a variant declares. Knows no
amendments: those are edits of the list of events (engine/game.py).
Tests: tests/engine/test_turns.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.events import (
    Adjusted,
    BeginnerNamed,
    Drawn,
    Ended,
    EndReason,
    Exchanged,
    Passed,
    Played,
    Side,
    Signed,
    TableEvent,
    TakenUp,
    Traded,
)
from engine.faults import Fault, FaultCode
from engine.scoring import Reason
from engine.sentences import Sentence
from engine.state import DiceTurn, Entry, EntryKind, LetterTurn, State, TurnClock
from engine.turns.beginning import draw, name_beginner
from engine.turns.dice import dice_turn
from engine.turns.ending import end, has_target, sign
from engine.turns.letter_and_clock import accept, letter_turn
from engine.turns.order import next_turn, unknown
from engine.turns.plain import plain_turn


def apply(state: State, event: TableEvent) -> State | Fault:
    """The state after an event; a Fault if it can't be, and then nothing has changed."""
    after = _applied(state, event)
    if isinstance(after, Fault) or isinstance(event, Signed):
        return after
    if after.signed:
        after = replace(after, signed=())
    if isinstance(event, TakenUp | Adjusted):
        return after
    return replace(after, taken_up=None)


def _applied(state: State, event: TableEvent) -> State | Fault:
    match event:
        case Drawn():
            return draw(state, event)
        case BeginnerNamed():
            return name_beginner(state, event)
        case Adjusted():
            return _adjust(state, event)
        case Ended():
            return _end(state, event)
        case Signed():
            return sign(state, event)
    match state.stage:
        case LetterTurn():
            return letter_turn(state, state.stage, event)
        case DiceTurn():
            return dice_turn(state, state.stage, event)
        case None:
            return plain_turn(state, event)


def misfit(state: State, event: TableEvent, fault: Fault) -> State:
    """The state after an event that no longer fits: its turn is spent, without points.

    Only for going through a game again after a correction; what is no turn of the side to play
    changes nothing.
    """
    if isinstance(event, Played | Passed | Exchanged | Traded) and event.by == state.turn:
        entry = Entry(event.by, EntryKind.MISFIT, fault=fault)
        return next_turn(replace(state.entered(entry), provisional=None, taken_up=None))
    return state


def _adjust(state: State, event: Adjusted) -> State | Fault:
    if fault := unknown(state, event.side):
        return fault
    reason = Reason("OWN-01", event.why, event.points)
    entry = Entry(event.side, EntryKind.ADJUSTED, (reason,))
    return _also_before(state, lambda s: _won_by_points(s.entered(entry), event.side))


def _won_by_points(state: State, side: Side) -> State:
    """The game is over as soon as a side has its target, also where points are given by hand
    (NHL-PRO-01)."""
    if state.over is not None or not has_target(state, side):
        return state
    return replace(state, over=EndReason.TARGET, turn=None)


def _also_before(state: State, change: Callable[[State], State]) -> State:
    """A change that stays even if the last play falls."""
    after, last = change(state), state.provisional
    if last is None:
        return after
    return replace(after, provisional=replace(last, before=change(last.before)))


def _end(state: State, event: Ended) -> State | Fault:
    turn = state.stage
    if isinstance(turn, LetterTurn) and state.over is None:
        if turn.clock is TurnClock.RUNNING:
            return Fault(
                FaultCode.CLOCK_RUNNING, Sentence("The clock is running: end the turn first.")
            )
        accepted = accept(state, turn)
        if isinstance(accepted, Fault):
            return accepted
        state = accepted
    return end(state, event)
