"""The clock of a turn: which it is, when it stands though nobody stopped it, what is heard of it.

`follow` looks at each step from outside, like timekeeping.py. The clock itself is in zone_clock.py;
what starts and stops it in against_clock.py. Knows no lamp and no screen.
Tests: tests/device/test_turn_clock.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.dice import lies_still, next_face, shown
from device.inputs import Input, ThreadFailed
from device.session.effects import Effect, KeepClock, Play
from device.session.state import Lobby, Running, Step, TableState, Throw
from device.zone_clock import (
    PARTY_ZONES,
    Sign,
    Signal,
    Standing,
    ZoneClock,
    clock_of,
    read_clock,
    write_clock,
)
from engine.stages import LetterTurn
from engine.state import State
from hardware.panel import Tone

LATE = 0.1
"""Seconds after which a tick is worth nothing any more."""

KEPT_EVERY = 5
"""Seconds on the clock: so much is given back at most where the plug was pulled."""


def wound_up(game: State) -> ZoneClock | None:
    """The clock as a turn of this game begins with it; None in a game without one."""
    party, dice = game.variant.letter_clock, game.variant.letter_dice
    if party is not None:
        stage = game.stage
        first = PARTY_ZONES.index(stage.clock_from) if isinstance(stage, LetterTurn) else 0
        return clock_of(party.zone_seconds, first)
    return None if dice is None else clock_of((dice.seconds,))


def restored(state: TableState, text: str) -> TableState:
    """A game taken up again, with what was left of the clock; ClockError if that can't be read.
    Nobody knows how long ago it ran: it stands, and is to be started again."""
    return replace(state, clock=read_clock(text))


def at_this_moment(state: TableState, event: Input) -> TableState:
    """The same while the clock runs, knowing the moment of what comes in."""
    if isinstance(event, ThreadFailed) or state.clock is None or not state.clock.runs:
        return state
    return replace(state, clock_looked=max(event.at, state.clock_looked))


def follow(before: TableState, after: TableState, event: Input, effects: Sequence[Effect]) -> Step:
    """What a step led to, with the turn's clock as it stands or runs then, and what is heard."""
    if isinstance(event, ThreadFailed):
        return after, tuple(effects)
    at = max(event.at, before.clock_looked)
    heard = [*_ticks(before, at), *_tumbles(before, after, at)]
    clock = _clock(after)
    if clock is not None and clock.runs and not isinstance(after.where, Running):
        clock = clock.stopped(at)
    if clock != after.clock:
        after = replace(after, clock=clock)
    if heard or (clock is not None and clock.runs) or _tumbling(after.throw, at):
        after = replace(after, clock_looked=at)
    kept = _to_keep(before, after, at)
    # A tone comes before the journal: writing takes its time.
    return after, (*heard, *effects, *kept) if heard else (*effects, *kept)


def due(state: TableState) -> float | None:
    """When something is to be heard or shown next, if nothing comes in; None for nothing."""
    throw, looked = state.throw, state.clock_looked
    times = [
        None if state.clock is None or not state.clock.runs else state.clock.due(looked),
        None if throw is None else next_face(throw.roll, throw.since, looked),
    ]
    return min((time for time in times if time is not None), default=None)


def _clock(state: TableState) -> ZoneClock | None:
    fresh = None if isinstance(state.phase, Lobby) else wound_up(state.game.state)
    if fresh is None:
        return None
    stage = state.game.state.stage
    if state.clock is None or stage is None or stage.clock is None:
        return fresh
    return state.clock


def _ticks(before: TableState, at: float) -> tuple[Effect, ...]:
    """The ding always; of ticks only one, and none that comes late."""
    if before.clock is None:
        return ()
    signals: tuple[Signal, ...] = before.clock.signals(before.clock_looked, at)
    if any(signal.sign is Sign.DING for signal in signals):
        return (Play(Tone.DING),)
    return (Play(Tone.TICK),) if signals and at - signals[-1].at <= LATE else ()


def _tumbling(throw: Throw | None, at: float) -> bool:
    return throw is not None and not lies_still(throw.roll, throw.since, at)


def _tumbles(before: TableState, after: TableState, at: float) -> tuple[Effect, ...]:
    """A face that has come up; another tone for the last one of them."""
    throw = after.throw
    if throw is None or before.throw is not throw or not _tumbling(throw, before.clock_looked):
        return ()
    looked = max(before.clock_looked, throw.since)
    if shown(throw.roll, throw.since, looked) == shown(throw.roll, throw.since, at):
        return ()
    return (Play(Tone.TICK if _tumbling(throw, at) else Tone.PLAY),)


def _to_keep(before: TableState, after: TableState, at: float) -> tuple[Effect, ...]:
    """The clock is written down when it starts and stands, and every few seconds."""
    was, now = before.clock, after.clock
    if now is None or (now == was and not now.runs):
        return ()
    standing = None if was is None else was.standing
    changed = now.standing is not standing and now.standing is not Standing.WOUND_UP
    kept_at = int(now.seconds_left(before.clock_looked)) // KEPT_EVERY
    passed = now.runs and was is now and kept_at != int(now.seconds_left(at)) // KEPT_EVERY
    return (KeepClock(write_clock(now, at)),) if changed or passed else ()
