"""The clock of a turn: which it is, its zone, when it stands, and its sounds.

`with_turn_clock` looks at each step from outside, as in side_clocks.py. The clock itself is in
clock_and_dice/zone_clock.py; what starts and stops it in timed_turn.py. Knows no lamp and no
screen. Tests: tests/device/test_turn_clock.py, tests/device/test_against_clock.py.
"""

from __future__ import annotations

import logging
import math
from dataclasses import replace

from device.clock_and_dice.dice import lies_still, next_face
from device.clock_and_dice.on_time import face_tones, zone_tones
from device.clock_and_dice.views import time_text
from device.clock_and_dice.zone_clock import (
    PARTY_ZONES,
    ClockError,
    Standing,
    ZoneClock,
    clock_of,
    read_clock,
    write_clock,
)
from device.language.texts import Message
from device.session.core.commit import notify
from device.session.core.effects import Announce, Effect, Finish, KeepClock, PlayTone
from device.session.core.inputs import Handle, Input, ThreadFailed
from device.session.core.prompts import next_press, others_text
from device.session.core.state import (
    AWAY,
    BEFORE_THE_GAME,
    Asking,
    Ready,
    Running,
    Step,
    Stopping,
    TableState,
    Timing,
)
from engine.circumstances import Zone
from engine.sentences import Sentence
from engine.state import LetterTurn, State, TurnClock
from hardware.panel.port import Press

# --- the clock ---

log = logging.getLogger(__name__)

KEPT_EVERY = 1
"""Seconds on the clock: at most this much is given back after the plug was pulled."""


def clock_at_start(game: State) -> ZoneClock | None:
    """The clock at the beginning of a turn of this game; None in a game without one."""
    party, dice = game.variant.letter_clock, game.variant.letter_dice
    if party is not None:
        stage = game.stage
        first = PARTY_ZONES.index(stage.clock_from) if isinstance(stage, LetterTurn) else 0
        return clock_of(party.zone_seconds, first)
    return None if dice is None else clock_of((dice.seconds,))


def restored_turn_clock(state: TableState, text: str) -> TableState:
    """A game resumed in the middle of a turn, with what was left of its clock.

    How long ago it ran is unknown: it stands, and has to be started again. Without a text, or with
    one that can't be read, it is full. Announces who starts it.
    """
    stage, full = state.game.state.stage, state.clocks.turn
    if full is None or stage is None or stage.clock is None:
        return replace(state, message=next_press(state))  # the kept clock is an earlier turn's
    clock, lost = full, False
    try:
        clock = _read(text, full) if text else full
    except ClockError as error:
        log.warning("%s", error)
        lost = True
    after = state.with_clock(clock)
    if not isinstance(state.phase, Ready):
        # It was stopped for good: the zone is in the game's events.
        return replace(after, message=next_press(after))
    said = _lost(state) if lost else how_much_is_left(state, clock)
    return replace(after, message=said)


def _read(text: str, full: ZoneClock) -> ZoneClock:
    """The clock in a text, if a turn that begins with this one can have it."""
    clock = read_clock(text)
    if clock.zones != full.zones or clock.left > full.left:
        raise ClockError(
            Sentence(
                "This turn’s clock says {text}, as in another game: reset it.",
                text=text[:60],
            )
        )
    return clock


def how_much_is_left(state: TableState, clock: ZoneClock) -> Message:
    """How much is left of a stopped clock, and who starts it."""
    values = {"side": state.side or "", "left": time_text(clock.seconds_left(0.0))}
    if state.game.state.variant.letter_clock is None:
        return Message("{side}: {left} left on the timer.", values)
    values["others"] = others_text(state, state.side or "")
    return Message("{side}: {left} left on the clock. {others} starts it.", values)


def _lost(state: TableState) -> Message:
    """The time of this turn isn't known any more."""
    if state.game.state.variant.letter_clock is None:
        return Message("The timer was lost and has been reset.")
    values = {"side": state.side or "", "others": others_text(state, state.side or "")}
    return Message("{side}: the clock was lost and has been reset. {others} starts it.", values)


def with_moment(state: TableState, event: Input, inner: Handle) -> Step:
    """Gives a step the moment of its input, while the clock runs or an answer may restart it."""
    clocks = state.clocks
    if isinstance(event, ThreadFailed) or clocks.turn is None:
        return inner(state, event)
    phase = state.phase
    entry = phase.question.entry if isinstance(phase, Asking) else None
    restarts = isinstance(state.where, Stopping) or (entry is not None and entry.left is not None)
    if not clocks.turn.runs and not restarts:
        return inner(state, event)
    looked_at = max(event.at, clocks.looked_at)
    return inner(replace(state, clocks=replace(clocks, looked_at=looked_at)), event)


def with_turn_clock(before: TableState, event: Input, inner: Handle) -> Step:
    """What a step led to, with the turn's clock as it stands or runs then, and its sounds."""
    after, effects = inner(before, event)
    if isinstance(event, ThreadFailed):
        return after, effects
    at = max(event.at, before.clocks.looked_at)
    heard = [*_ticks(before, at), *_faces(before, after, at)]
    after, aloud = _said_now(after, event, at)
    clock = _clock(after)
    if clock is not None and clock.runs and not _goes_on(after):
        clock = clock.stopped(at)
    elif clock is not None and isinstance(after.where, Stopping) and _goes_on(after):
        clock = clock.started(at)  # it had run on, before something else was asked or looked at
    if clock != after.clocks.turn:
        after = after.with_clock(clock)
    if heard or (clock is not None and clock.runs) or tumbles(after, at):
        after = replace(after, clocks=replace(after.clocks, looked_at=at))
    ends = any(isinstance(effect, Finish) for effect in effects)
    kept = _to_keep(before, after, at, ends=ends)
    # A tone comes before the journal, since writing takes time. The clock comes before what
    # started or stopped it: so a kept clock is never that of an earlier turn.
    return after, (*heard, *kept, *aloud, *effects)


def said_later(step: Step) -> Step:
    """A step in which dice began to tumble: its announcements wait until they lie still."""
    after, effects = step
    if after.dice.throw is None:
        return step
    aloud = tuple(effect for effect in effects if isinstance(effect, Announce))
    throw = replace(after.dice.throw, aloud=aloud, message=after.message, turn=after.board.turn)
    others = tuple(effect for effect in effects if not isinstance(effect, Announce))
    return after.with_throw(throw), others


def due(state: TableState) -> float | None:
    """The next moment when something has to be heard or shown without input; None for never."""
    throw, looked = state.dice.throw, state.clocks.looked_at
    times = [
        None
        if state.clocks.turn is None or not state.clocks.turn.runs
        else state.clocks.turn.due(looked),
        None if throw is None else next_face(throw.roll, throw.since, looked),
        state.phase.timer.due() if isinstance(state.phase, Timing) else None,
    ]
    return min((time for time in times if time is not None), default=None)


def _goes_on(state: TableState) -> bool:
    """Whether a clock may run: in a turn, or while the players are asked what a stop was
    (Q-PAR-14)."""
    where = state.where
    if isinstance(where, Stopping):
        return where.runs_on and isinstance(state.phase, Asking)
    return isinstance(where, Running)


def _clock(state: TableState) -> ZoneClock | None:
    fresh = None if isinstance(state.where, BEFORE_THE_GAME) else clock_at_start(state.game.state)
    if fresh is None:
        return None
    stage = state.game.state.stage
    if state.clocks.turn is None or stage is None or stage.clock is None:
        return fresh
    return state.clocks.turn


def _ticks(before: TableState, at: float) -> tuple[Effect, ...]:
    if before.clocks.turn is None:
        return ()
    return tuple(
        map(PlayTone, zone_tones(before.clocks.turn.signals(before.clocks.looked_at, at), at))
    )


def tumbles(state: TableState, at: float) -> bool:
    """Whether dice are still tumbling on the screen; it shows no question meanwhile."""
    throw = state.dice.throw
    return throw is not None and not lies_still(throw.roll, throw.since, at)


def say_rolling(state: TableState) -> Step:
    """Says that dice are still tumbling."""
    return notify(state, Message("The dice are still rolling."))


def _said_now(state: TableState, event: Input, at: float) -> Step:
    """Announces what waited for the dice to lie still; anything announced meanwhile was
    unimportant."""
    throw = state.dice.throw
    if throw is None or not throw.aloud or tumbles(state, at):
        return state, ()
    after = state.with_throw(replace(throw, aloud=()))
    pressed = isinstance(event, Press)  # which has an answer of its own
    if (
        state.board.turn == throw.turn
        and not pressed
        and not isinstance(state.phase, (Asking, *AWAY))
    ):
        after = replace(after, message=throw.message)
    return after, throw.aloud


def _faces(before: TableState, after: TableState, at: float) -> tuple[Effect, ...]:
    """A tone for a face that has come up, a different one for the last."""
    throw = after.dice.throw
    if throw is None or before.dice.throw is not throw:
        return ()
    return tuple(map(PlayTone, face_tones(throw.roll, throw.since, before.clocks.looked_at, at)))


def _to_keep(
    before: TableState, after: TableState, at: float, *, ends: bool
) -> tuple[KeepClock, ...]:
    """The effect that writes the clock down: when it starts and stops, every few seconds, and at
    the end."""
    was, now = before.clocks.turn, after.clocks.turn
    if now is None or (now == was and not now.runs):
        return ()
    changed = now != was and now.standing is not Standing.RESET
    passed = now.runs and was is now and _fives(now, before.clocks.looked_at) != _fives(now, at)
    return (KeepClock(write_clock(now, at)),) if changed or passed or ends else ()


def _fives(clock: ZoneClock, at: float) -> int:
    """How many of these periods are left, one that has begun counting as a whole."""
    return math.ceil(clock.seconds_left(at) / KEPT_EVERY)


# --- its zone ---


def zone_at(state: TableState, clock: ZoneClock, at: float) -> Zone | None:
    """The zone in which a clock stands at a moment; None where zones mean nothing."""
    return PARTY_ZONES[clock.zone_at(at)] if state.game.state.variant.letter_clock else None


def zone_now(state: TableState) -> Zone | None:
    """The zone that the clock is in, or was stopped in; None where it wasn't started in this turn,
    and where the game knows it already or has none."""
    phase, clock, stage = state.where, state.clocks.turn, state.game.state.stage
    if clock is None or not isinstance(stage, LetterTurn) or stage.clock is not TurnClock.RUNNING:
        return None
    if isinstance(phase, Stopping):
        return phase.zone
    return zone_at(state, clock, state.clocks.looked_at)
