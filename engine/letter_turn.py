"""The turn by letter die and clock: roll, start, lay, stop, perhaps chance, accept (PAR-DIE, -CLK).

The word lies provisionally: its points are entered when the clock stops, and the turn is over once
all are content and no chance die is due. Which letter was rolled and which zone was reached comes
in with the events. Tests: tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from engine.circumstances import Zone
from engine.clocked_word import before_word, challenge, chance, counted, lay, take_up
from engine.events import (
    Accepted,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    EndReason,
    Offence,
    Passed,
    Penalised,
    Played,
    Rolled,
    Side,
    TakenUp,
    TurnEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.letter_turn_end import accept, no_word, row_broken, without_word
from engine.own_turn import going_on, own_turn, unknown
from engine.scoring import Reason
from engine.stages import Clock, LetterTurn
from engine.state import Entry, EntryKind, State
from engine.turn_order import next_turn, owing

ZONES = tuple(Zone)
COSTS = {Zone.MINUS_1: -1, Zone.MINUS_5: -5}
"""What a pass in these zones costs (PAR-EXC-02)."""

LetterEvent: TypeAlias = TurnEvent | Withdrawn | Challenged | Accepted | Penalised


def letter_turn(state: State, turn: LetterTurn, event: LetterEvent) -> State | Fault:
    """The state after an event of such a turn; a Fault if it can't be."""
    if _is_of_the_next_turn(state, turn, event):
        state_or_fault = accept(state, turn)
        if isinstance(state_or_fault, Fault) or not isinstance(state_or_fault.stage, LetterTurn):
            return state_or_fault
        state, turn = state_or_fault, state_or_fault.stage
    match event:
        case Rolled():
            return own_turn(state, event.by) or _roll(state, turn, event)
        case ClockStarted():
            return unknown(state, event.by) or going_on(state) or _start(state, turn, event.by)
        case Played():
            return own_turn(state, event.by) or lay(state, turn, event)
        case TakenUp() | Withdrawn():
            return own_turn(state, event.by) or take_up(state, turn)
        case ClockStopped():
            return own_turn(state, event.by) or _stop(state, turn, event)
        case Dinged():
            return going_on(state) or _ding(state, turn)
        case ChanceRolled():
            return own_turn(state, event.by) or chance(state, turn, event)
        case Passed():
            return own_turn(state, event.by) or _pass(state, turn, event)
        case Challenged():
            return challenge(state, turn, event)
        case Accepted():
            return accept(state, turn)
        case Penalised():
            return _penalise(state, turn, event)
        case _:
            return Fault(FaultCode.NOT_IN_THIS_GAME, "All letters lie ready: nothing is swapped.")


def _is_of_the_next_turn(state: State, turn: LetterTurn, event: LetterEvent) -> bool:
    """Whether another side begins its turn, so that all are content with this one (Q-PAR-23)."""
    return turn.counted and isinstance(event, Rolled | Passed) and event.by != state.turn


def _roll(state: State, turn: LetterTurn, event: Rolled) -> State | Fault:
    """PAR-DIE-01: the letter to be laid; again if none is left (PAR-DIE-05), three times at most
    (PAR-DIE-06)."""
    if not turn.must_roll or turn.clock is not None:
        return Fault(FaultCode.ALREADY_ROLLED, f"{event.by} needs no other letter in this turn.")
    if len(event.letters) != 1:
        return Fault(FaultCode.WRONG_NUMBER_OF_DICE, "There is one letter die.", number=1)
    if event.letters not in state.variant.tile_set.letters:
        return Fault(
            FaultCode.UNKNOWN_TILE,
            f"{event.letters!r} is no letter of this game.",
            tiles=(event.letters,),
        )
    if event.letters in state.unseen:
        found = replace(turn, letter=event.letters, promises=row_broken(turn.promises))
        return replace(state, stage=found)
    left = turn.rolls_left - 1
    if left:
        return replace(state, stage=replace(turn, rolls_left=left))
    in_vain = turn.promises.in_vain | {event.by}
    after = state.entered(Entry(event.by, EntryKind.NO_LETTER))
    if in_vain.issuperset(state.sides):
        return replace(after, over=EndReason.THREE_ROLLS, turn=None)
    promises = replace(turn.promises, in_vain=in_vain)
    return next_turn(replace(after, stage=replace(turn, promises=promises)))


def _start(state: State, turn: LetterTurn, by: Side) -> State | Fault:
    """PAR-CLK-08: the others start the clock."""
    if by == state.turn:
        return Fault(FaultCode.NOT_YOURS, f"The others start the clock, not {by}.")
    if turn.clock is not None:
        return Fault(FaultCode.CLOCK_RUNNING, "The clock was started in this turn.")
    if turn.must_roll:
        return _too_early(state, by, "PAR-CLK-10", "clock started too early")
    return replace(state, stage=replace(turn, clock=Clock.RUNNING, started_by=by))


def _stop(state: State, turn: LetterTurn, event: ClockStopped) -> State | Fault:
    """PAR-CLK-09: the side to play stops it."""
    if fault := _not_running(turn) or _gone_by(turn, event.zone):
        return fault
    stopped = replace(turn, clock=Clock.STOPPED, zone=event.zone, started_by=None)
    if turn.laid:
        return counted(state, stopped, turn.laid)
    after = _too_early(state, event.by, "PAR-CLK-11", "clock stopped without a word")
    return replace(after, stage=stopped)


def _ding(state: State, turn: LetterTurn) -> State | Fault:
    """A word that lies there counts in the last zone (Q-PAR-12)."""
    if fault := _not_running(turn):
        return fault
    if turn.laid:
        stopped = replace(turn, clock=Clock.STOPPED, zone=Zone.MINUS_5, dinged=True)
        return counted(state, stopped, turn.laid)
    return no_word(state, turn)


def _pass(state: State, turn: LetterTurn, event: Passed) -> State | Fault:
    """PAR-EXC-01: at any time; in a minus zone it costs that (PAR-EXC-02)."""
    if turn.counted:
        return Fault(FaultCode.ALREADY_LAID, "A word was laid and counts.")
    zone = turn.zone if turn.clock is Clock.STOPPED else event.zone
    if turn.clock is Clock.RUNNING and zone is None:
        return Fault(FaultCode.ZONE_MISSING, "In which zone was the clock stopped?")
    if event.zone is not None and turn.clock is None:
        return Fault(FaultCode.CLOCK_NOT_RUNNING, "The clock doesn't run.")
    if zone is not None and turn.clock is Clock.RUNNING and (fault := _gone_by(turn, zone)):
        return fault
    cost = COSTS.get(zone, 0) if zone is not None else 0
    reasons = (Reason("PAR-EXC-02", zone.value, cost),) if zone is not None and cost else ()
    after = before_word(state, turn).entered(Entry(event.by, EntryKind.PASS, reasons))
    return without_word(after, turn)


def _penalise(state: State, turn: LetterTurn, event: Penalised) -> State | Fault:
    """PAR-CLK-10: who started before the letter was found; the clock goes back to full."""
    if fault := unknown(state, event.by, event.on) or going_on(state):
        return fault
    early = event.why is Offence.EARLY_START and turn.letter is not None and not turn.laid
    if not early or turn.started_by != event.on or event.by != state.turn:
        return Fault(FaultCode.NO_CALL, f"There is nothing to call on {event.on}.")
    after = _too_early(state, event.on, "PAR-CLK-10", "clock started too early")
    return replace(after, stage=replace(turn, clock=None, started_by=None))


def _too_early(state: State, side: Side, rule: str, what: str) -> State:
    """A press of the clock that costs the next turn."""
    penalty = Entry(side, EntryKind.PENALTY, (Reason(rule, what, 0),))
    return owing(state.entered(penalty), side)


def _not_running(turn: LetterTurn) -> Fault | None:
    if turn.clock is Clock.RUNNING:
        return None
    return Fault(FaultCode.CLOCK_NOT_RUNNING, "The clock doesn't run.")


def _gone_by(turn: LetterTurn, zone: Zone) -> Fault | None:
    if ZONES.index(zone) >= ZONES.index(turn.clock_from):
        return None
    return Fault(
        FaultCode.ZONE_GONE_BY, f"This clock began at {turn.clock_from.value}, after {zone.value}."
    )
