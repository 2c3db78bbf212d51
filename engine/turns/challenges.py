"""Challenges: what becomes of the last play, and of the challenger.

Each game declares its outcome (ChallengeRule); here is that of turns that are over with one play.
A turn against the clock has its own (engine/turns/letter_and_clock.py).
Tests: tests/engine/test_turns.py.
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import Challenged, Side
from engine.faults import Fault, FaultCode
from engine.scoring import Reason
from engine.sentences import Sentence
from engine.state import Entry, EntryKind, Provisional, State
from engine.turns.order import next_turn, owing, served
from engine.variants import ChallengeRule

CHALLENGED = "challenge"
"""What points for a wrong challenge are for, as the score sheet has it."""


def challenge(state: State, event: Challenged) -> State | Fault:
    """The state after a challenge that was decided (JUN-CHA-01 and TOP-CHA-01: by default).

    A bad play is taken back, and where that is the game's rule the turn is lost (CLA-CHA-03); a
    good one costs the challenger one turn (CLA-CHA-04), never more (CLA-CHA-05), or earns points.
    """
    last = challengeable(state, event.by)
    if isinstance(last, Fault):
        return last
    then = state.variant.challenge.then
    if event.good:
        stands = _with_bonus(replace(state, provisional=None), last.by, event)
        return served(owing(stands, event.by)) if then.costs_turn else stands
    back = challenged_off(state, last)
    return next_turn(back) if then.loses_turn else back


def _with_bonus(state: State, by: Side, event: Challenged) -> State:
    """What a side earns whose last play was challenged and is good, where a household or its club
    plays so (OWN-01): for the words that were challenged, where not all were."""
    formed = 0 if state.last_play is None else len(state.last_play.words)
    points = state.variant.challenge.bonus(min(len(event.words) or formed, formed))
    if not points:
        return state
    reason = Reason("OWN-01", CHALLENGED, points)
    return state.entered(Entry(by, EntryKind.CHALLENGE_BONUS, (reason,)))


def challengeable(state: State, by: Side) -> Provisional | Fault:
    """The play that a side can challenge, or why it can't (CLA-CHA-01)."""
    last = state.provisional
    if by not in state.sides:
        return Fault(FaultCode.UNKNOWN_SIDE, Sentence("No player is called {by}.", by=by))
    if state.variant.challenge is ChallengeRule.NONE:
        return Fault(FaultCode.NO_CHALLENGE, Sentence("This game has no challenges."))
    if last is None:
        return Fault(FaultCode.TOO_LATE, Sentence("There’s no play left to challenge."))
    if last.by in state.variant.unchallenged:
        return Fault(
            FaultCode.NEVER_CHALLENGED,
            Sentence("{by}’s words are never challenged.", by=last.by),
        )
    if last.by == by:
        return Fault(FaultCode.OWN_PLAY, Sentence("You can’t challenge your own play."))
    return last


def challenged_off(state: State, last: Provisional) -> State:
    """How things stood before the last play, with a note that it fell."""
    return last.before.entered(Entry(last.by, EntryKind.CHALLENGED_OFF, scored=state.last_play))


def withdraw(state: State, by: Side) -> State | Fault:
    """The last play never happened."""
    if state.provisional is None or state.provisional.by != by:
        return Fault(
            FaultCode.NOTHING_TO_WITHDRAW,
            Sentence("{by} has no play left to take back.", by=by),
        )
    return state.provisional.before
