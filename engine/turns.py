"""Turns: what each event does to a game, or why it can't be.

`apply` is a pure function from state to state; lost turns and skips are one mechanism (`owes`).
Knows no amendments: those are edits of the list of events (engine/game.py).
Tests: tests/engine/test_turns.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.ending import is_settled, settle
from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    Ended,
    EndReason,
    Exchanged,
    Passed,
    Played,
    Side,
    TableEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.scoring import Reason, ScoredPlay, judge_play
from engine.state import Entry, EntryKind, Provisional, State
from engine.variants import ChallengeRule


def apply(state: State, event: TableEvent) -> State | Fault:
    """The state after an event; a Fault if it can't be, and then nothing has changed."""
    match event:
        case Played():
            return _own_turn(state, event.by) or _play(state, event)
        case Passed():
            return _own_turn(state, event.by) or _pass(state, event.by)
        case Exchanged():
            return _own_turn(state, event.by) or _exchange(state, event)
        case Withdrawn():
            return _withdraw(state, event.by)
        case Challenged():
            return _challenge(state, event)
        case Accepted():
            return replace(state, provisional=None)
        case Adjusted():
            return _adjust(state, event)
        case Ended():
            return _end(state, event)


def misfit(state: State, event: TableEvent, fault: Fault) -> State:
    """The state after an event that no longer fits: its turn is spent, without points.

    Only for going through a game again after a correction; what is no turn of the side to play
    changes nothing.
    """
    if isinstance(event, Played | Passed | Exchanged) and event.by == state.turn:
        entry = Entry(event.by, EntryKind.MISFIT, fault=fault)
        return _next_turn(replace(state.entered(entry), provisional=None))
    return state


def _own_turn(state: State, side: Side) -> Fault | None:
    if side not in state.sides:
        return _nobody(side)
    if state.over is not None:
        return Fault(FaultCode.GAME_OVER, "The game is over.")
    if side != state.turn:
        return Fault(FaultCode.NOT_YOUR_TURN, f"It is {state.turn}'s turn, not {side}'s.")
    return None


def _nobody(side: Side) -> Fault:
    return Fault(FaultCode.UNKNOWN_SIDE, f"Nobody here is called {side}.")


def _play(state: State, event: Played) -> State | Fault:
    variant, by = state.variant, event.by
    judged = judge_play(variant, state.position, event.tiles)
    if not isinstance(judged, ScoredPlay):
        return judged[0]
    laid = len(event.tiles)
    if variant.rack_size and laid > state.racks[by]:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            f"{laid} tiles were laid, but {by} has only {state.racks[by]} left.",
            number=laid,
        )
    after = state.entered(Entry(by, EntryKind.PLAY, judged.reasons, judged))
    after = replace(_drawn(after, by, laid), position=judged.after, passes=0)
    over = _over_after_play(after, by)
    if over is None:
        after = _next_turn(_delayed(after, judged))
    else:
        after = replace(after, over=over, turn=None)
        if over is EndReason.OUT and len(state.sides) == 2:
            settled = settle(after, {})
            if isinstance(settled, Fault):
                return settled
            after = settled
    return replace(after, provisional=Provisional(by, replace(state, provisional=None)))


def _drawn(state: State, side: Side, laid: int) -> State:
    """So many tiles gone from a rack, and drawn again as long as the bag lasts (CLA-TUR-02)."""
    if not state.variant.rack_size:
        return state
    kept = state.racks[side] - laid
    new = min(state.variant.rack_size - kept, state.bag)
    racks = {**state.racks, side: kept + new}
    return replace(state, racks=MappingProxyType(racks), bag=state.bag - new)


def _over_after_play(state: State, by: Side) -> EndReason | None:
    targets = state.variant.targets
    if targets is not None and state.totals[by] >= targets.of(state.sides)[by]:
        return EndReason.TARGET
    if state.variant.rack_size and not state.racks[by] and not state.bag:
        return EndReason.OUT
    return None


def _delayed(state: State, judged: ScoredPlay) -> State:
    """The next side owes a turn if a word of this play says so (NHL-OPT-04)."""
    if not any(word.text in state.variant.delay_words for word in judged.words):
        return state
    return _owing(state, _after(state, state.turn))


def _pass(state: State, by: Side) -> State:
    after = state.entered(Entry(by, EntryKind.PASS))
    return _next_turn(replace(after, passes=state.passes + 1, provisional=None))


def _exchange(state: State, event: Exchanged) -> State | Fault:
    if event.count < 1:
        return Fault(FaultCode.EMPTY_EXCHANGE, "An exchange takes one tile at least.", number=0)
    if event.count > state.bag:
        return Fault(
            FaultCode.BAG_TOO_SMALL,
            f"{event.count} tiles can't be exchanged: the bag has {state.bag}.",
            number=state.bag,
        )
    if event.count > state.racks[event.by]:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            f"{event.by} has {state.racks[event.by]} tiles, not {event.count}.",
            number=event.count,
        )
    after = state.entered(Entry(event.by, EntryKind.EXCHANGE, count=event.count))
    return _next_turn(replace(after, passes=0, provisional=None))


def _withdraw(state: State, by: Side) -> State | Fault:
    if state.provisional is None or state.provisional.by != by:
        return Fault(
            FaultCode.NOTHING_TO_WITHDRAW, f"{by} has no play that can still be taken back."
        )
    return state.provisional.before


def _challenge(state: State, event: Challenged) -> State | Fault:
    rule, last = state.variant.challenge, state.provisional
    if event.by not in state.sides:
        return _nobody(event.by)
    if rule is ChallengeRule.NONE:
        return Fault(FaultCode.NO_CHALLENGE, "Plays are not challenged in this game.")
    if last is None:
        return Fault(FaultCode.TOO_LATE, "There is no play that can still be challenged.")
    if last.by == event.by:
        return Fault(FaultCode.OWN_PLAY, "Nobody challenges a play of his own.")
    if event.good:
        stands = replace(state, provisional=None)
        return stands if rule is ChallengeRule.VOID else _serve(_owing(stands, event.by))
    played = next(e for e in reversed(state.entries) if e.kind is EntryKind.PLAY)
    fallen = last.before.entered(Entry(last.by, EntryKind.CHALLENGED_OFF, scored=played.scored))
    return fallen if rule is ChallengeRule.VOID else _next_turn(fallen)


def _adjust(state: State, event: Adjusted) -> State | Fault:
    if event.side not in state.sides:
        return _nobody(event.side)
    reason = Reason("OWN-01", event.why, event.points)
    entry = Entry(event.side, EntryKind.ADJUSTED, (reason,))
    return _also_before(state, lambda s: s.entered(entry))


def _also_before(state: State, change: Callable[[State], State]) -> State:
    """A change that stays even if the last play falls."""
    after, last = change(state), state.provisional
    if last is None:
        return after
    return replace(after, provisional=replace(last, before=change(last.before)))


def _end(state: State, event: Ended) -> State | Fault:
    if is_settled(state):
        return Fault(FaultCode.GAME_OVER, "The game is over.")
    over = state.over or EndReason.NO_PLAYS
    return settle(replace(state, over=over, provisional=None), event.racks)


# Whose turn


def _after(state: State, side: Side | None) -> Side:
    place = state.sides.index(side) if side is not None else -1
    return state.sides[(place + 1) % len(state.sides)]


def _next_turn(state: State) -> State:
    """On to the next side that owes no turn."""
    return _serve(replace(state, turn=_after(state, state.turn)))


def _serve(state: State) -> State:
    """Sides that owe a turn lose it as soon as it would be theirs (CLA-CHA-04)."""
    while state.turn is not None and state.owes.get(state.turn, 0):
        side = state.turn
        state = state.entered(Entry(side, EntryKind.LOST_TURN))
        state = replace(state, owes=_changed(state.owes, side, -1), turn=_after(state, side))
    return state


def _owing(state: State, side: Side) -> State:
    return replace(state, owes=_changed(state.owes, side, 1))


def _changed(owes: Mapping[Side, int], side: Side, by: int) -> Mapping[Side, int]:
    changed = {**owes, side: owes.get(side, 0) + by}
    return MappingProxyType({s: n for s, n in changed.items() if n})
