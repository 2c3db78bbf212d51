"""How a turn against the clock ends: accepted with a word, or without one.

What dice have promised for later turns is carried on here (PAR-CHN-04 … 07, PAR-END-02).
Tests: tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from engine.circumstances import ChanceFace, Zone
from engine.events import EndReason
from engine.faults import Fault, FaultCode
from engine.scoring import Reason
from engine.stages import LetterTurn, Promises
from engine.state import Entry, EntryKind, State
from engine.turn_order import next_turn, same_side_again

NO_WORD = -5
"""The clock has run out and no word lies there (PAR-CLK-12)."""
ADVERSARY = {ChanceFace.ADVERSARY_X1: Zone.X1, ChanceFace.ADVERSARY_X2: Zone.X2}
"""Where the opponents' next clock begins (PAR-CHN-06, -07)."""


def accept(state: State, turn: LetterTurn) -> State | Fault:
    """All are content: the word counts and the turn is over, and so is the game if no letters are
    left (PAR-END-01). Nothing, where no word counts yet."""
    if not turn.counted or state.turn is None or state.over is not None:
        return state
    if state.chance_due:
        return Fault(FaultCode.CHANCE_DUE, "A letter lies on a chance square: roll the chance die.")
    state = replace(state, provisional=None)
    if not state.unseen:
        return replace(state, over=EndReason.NO_LETTERS, turn=None)
    state = replace(state, stage=replace(turn, promises=_promised(state, turn)))
    if turn.chance is ChanceFace.PLAY_AGAIN:
        return same_side_again(state)
    return next_turn(state)


def _promised(state: State, turn: LetterTurn) -> Promises:
    """What the chance die has promised for later turns."""
    side, promises = state.turn, row_broken(turn.promises)
    if side is not None and turn.chance is ChanceFace.NO_LETTER_DIE:
        return replace(promises, no_letter_die=promises.no_letter_die | {side})
    if turn.chance in ADVERSARY:
        others = dict.fromkeys((s for s in state.sides if s != side), ADVERSARY[turn.chance])
        clocks = MappingProxyType({**promises.clock_from, **others})
        return replace(promises, clock_from=clocks)
    return promises


def row_broken(promises: Promises) -> Promises:
    """Both teams in vain must be one right after the other (PAR-END-02)."""
    return replace(promises, in_vain=frozenset())


def no_word(state: State, turn: LetterTurn) -> State:
    """The clock has run out on a side without a word (PAR-CLK-12)."""
    if state.turn is None:
        return state
    reason = Reason("PAR-CLK-12", "no word", NO_WORD)
    after = state.entered(Entry(state.turn, EntryKind.TIME_UP, (reason,)))
    return without_word(after, turn)


def without_word(state: State, turn: LetterTurn) -> State:
    """The turn is over and nothing was laid in it."""
    stage = replace(turn, promises=row_broken(turn.promises))
    return next_turn(replace(state, stage=stage, provisional=None))
