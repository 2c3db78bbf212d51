"""The way into the session: a table's first state, and the state after any input.

A pure function, (state, input) → step; presses are answered in presses.py, what the camera brings
in watching.py. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device.dice import Dice
from device.extras import NO_EXTRAS, Extras
from device.inputs import (
    CameraFound,
    CameraHung,
    CameraLost,
    CameraStuck,
    DeviceChecked,
    DiceRolled,
    Input,
    JournalFailed,
    NothingMoves,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    Stop,
    ThreadFailed,
    Tick,
)
from device.session import (
    against_clock,
    cup,
    forgotten,
    rolled_on_mat,
    rolling,
    service,
    timekeeping,
    turn_clock,
)
from device.session.clock_states import Ready, Running, Shaking, Stopping
from device.session.committing import ask
from device.session.effects import Finish, Play, SayAloud
from device.session.phases import phase_of, resting
from device.session.presses import pressed
from device.session.setup import Offers
from device.session.state import Asking, CameraStatus, Lobby, Looking, Step, TableState, Throw
from device.session.turn_end import not_seen
from device.session.watching import (
    camera_found,
    camera_hung,
    camera_lost,
    camera_stuck,
    maybe_close,
    reading_done,
    recording_ended,
)
from device.texts import Message
from engine.ending import is_settled
from engine.game import Game
from engine.lexicon import Lexicon
from hardware.panel import Press, Tone
from vision.follow import Followed

LOOK_FOR = 6.0
"""Seconds that a pressed turn button waits for the table to lie still before it asks. The watcher
waits 3 s for an arm that rests at the edge."""


def begin(
    game: Game,
    *,
    camera: bool = True,
    words: Lexicon | None = None,
    extras: Extras = NO_EXTRAS,
    offers: Offers | None = None,
    volume: int = 2,
) -> TableState:
    """The session of a game, new or taken up again."""
    state = game.state
    begun = TableState(
        game,
        Followed.at(state.position)
        if state.position.tiles
        else Followed.start(state.position.size),
        phase_of(game),
        camera=CameraStatus.SEES if camera else CameraStatus.NONE,
        finished=is_settled(state),
        words=words,
        extras=extras,
        offers=offers,
        volume=volume,
        clock=turn_clock.wound_up(state),
    )
    return replace(begun, phase=resting(begun))


def step(state: TableState, event: Input) -> Step:
    """The state after an input, and what is to be done about it."""
    after, effects = _step(turn_clock.at_this_moment(state, event), event)
    if after.picture is not None and not isinstance(after.phase, Asking):
        after = replace(after, picture=None)  # whatever was pressed, it has been looked at
    after, effects = timekeeping.follow(state, after, event, effects)
    return turn_clock.follow(state, after, event, effects)


def _step(state: TableState, event: Input) -> Step:
    match event:
        case Press():
            return pressed(state, event)
        case PictureSettled(at=at):
            return replace(state, settled_at=at, still_at=at), ()
        case NothingMoves(at=at):
            return maybe_close(replace(state, still_at=at))
        case ReadingDone():
            return reading_done(state, event)
        case DiceRolled():
            return _dice_rolled(state, event)
        case DeviceChecked():
            return service.checked(state, event)
        case Tick(at=at):
            return _tick(state, at)
        case CameraLost(why=why, cable=cable):
            return camera_lost(state, why, cable=cable)
        case CameraFound():
            return camera_found(state)
        case CameraStuck():
            return camera_stuck(state)
        case CameraHung():
            return camera_hung(state)
        case RecordingEnded():
            return recording_ended(state)
        case JournalFailed(why=why):
            return _journal_failed(state, why)
        case ThreadFailed(error=error):
            raise error
        case Stop(then=then):
            return state, (Finish(then),)


def _dice_rolled(state: TableState, done: DiceRolled) -> Step:
    """What was rolled counts for the turn that it was rolled for, or answers a question that waits
    for it."""
    if done.turn != state.turn:
        return state, ()
    phase = state.phase
    if isinstance(phase, Asking) and phase.question.rolled is not None:
        throw = Throw(done.what, done.roll, done.at, phase.question.rolls or state.side)
        looked = max(state.clock_looked, done.at)
        back = replace(state, phase=phase.back, message=None, throw=throw, clock_looked=looked)
        return turn_clock.said_later(phase.question.rolled(back, done.roll))
    if isinstance(state.where, Lobby):
        return state, ()  # the question that it was rolled for has been left
    return cup.rolled(state, done) if done.what is Dice.SCRAMBLE else rolling.rolled(state, done)


def _tick(state: TableState, now: float) -> Step:
    """Goes on by itself where time is up, or asks about a turn that was to be closed, if the table
    doesn't come to rest."""
    if isinstance(state.where, Running) and state.clock is not None and state.clock.run_out(now):
        return against_clock.time_is_up(state, now)
    if isinstance(state.phase, Stopping):
        return against_clock.looked_long_enough(state, now)
    if isinstance(state.phase, Ready) and state.game.state.variant.letter_dice is not None:
        return cup.tick(state, now)
    if isinstance(state.phase, Shaking):
        return rolled_on_mat.looked_long_enough(state, now)
    phase, side = state.phase, state.side
    if isinstance(phase, Looking) and now - phase.since > LOOK_FOR and side is not None:
        return ask(state, not_seen(side, partial(forgotten.close, forgot=phase.forgot)))
    return state, ()


def _journal_failed(state: TableState, why: str) -> Step:
    """Says once that nothing is written down any more; the game goes on."""
    if not state.kept:
        return state, ()
    message = Message("The game can't be written down: {why}", {"why": why})
    after = replace(state, kept=False, message=message)
    return after, (Play(Tone.WARN), SayAloud(message))
