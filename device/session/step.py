"""The way into the session: a table's first state, and the state after any input.

A pure function, (state, input) → step; presses are answered in presses.py. What the camera brings
in, readings, stillness and its own end, is judged here for the turn in progress. Tests:
tests/device/test_session.py, tests/device/test_watching.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from typing import cast

from device.clock_and_dice.dice import Dice
from device.language.sentences import as_message
from device.language.texts import Message
from device.session import keys_and_touch, signing, turn_buttons
from device.session.care import device
from device.session.clocked import cup, letter_dice, letter_die, timed_turn
from device.session.core import celebration, playing_time, side_clocks, turn_clock
from device.session.core.commit import ask, commit, play_text, result_text
from device.session.core.effects import (
    Announce,
    Finish,
    FinishUnseen,
    PlayTone,
)
from device.session.core.inputs import (
    BoardInView,
    CameraFound,
    CameraHung,
    CameraLost,
    CameraStuck,
    DiceRolled,
    Handle,
    Input,
    JobDone,
    JournalFailed,
    JournalWritten,
    KeyPressed,
    Layer,
    NothingMoves,
    PictureSettled,
    RackFound,
    ReadingDone,
    RecordingEnded,
    Stop,
    ThreadFailed,
    Tick,
    Touched,
)
from device.session.core.prompts import phase_of, resting
from device.session.core.setup import NO_EXTRAS, Extras, Offers
from device.session.core.state import (
    AWAY,
    Agreed,
    Aiming,
    Asking,
    Challenge,
    Clocks,
    DeviceState,
    Do,
    Explaining,
    Lobby,
    Looking,
    Over,
    Ready,
    Running,
    Settling,
    Shaking,
    Step,
    Stopping,
    TableState,
    Throw,
    Timing,
    WatchedBoard,
)
from device.session.lobby import party_timer, welcome
from device.session.presses import pressed
from device.session.readings import maybe_close, reading_done
from device.session.turn import duplicate, ending
from device.session.turn.challenge import are_orphans
from device.session.turn.end_turn import events_of, not_seen
from engine.course import leaders
from engine.game import Game
from engine.turns.ending import is_settled
from engine.words.lexicon import Lexicon
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Press, Tone
from vision.game.follow import Followed

# --- any input ---


def begin(
    game: Game,
    *,
    camera: bool = True,
    words: Lexicon | None = None,
    extras: Extras = NO_EXTRAS,
    offers: Offers | None = None,
) -> TableState:
    """The session of a game, new or resumed."""
    state = game.state
    position = state.position
    followed = Followed.at(position) if position.tiles else Followed.start(position.size)
    begun = TableState(
        game,
        WatchedBoard(followed),
        phase_of(game),
        finished=is_settled(state),
        clocks=Clocks(turn=turn_clock.clock_at_start(state)),
        agreed=Agreed(words, extras),
        offers=offers,
        device=DeviceState(CameraStatus.SEES if camera else CameraStatus.NONE),
    )
    return replace(begun, phase=resting(begun))


def step(state: TableState, event: Input) -> Step:
    """The state after an input, and the effects to carry out."""
    if isinstance(event, Touched) and not state.device.touched:
        state = replace(state, device=replace(state.device, touched=True))
    if isinstance(event, KeyPressed | Touched):
        state, event = keys_and_touch.meant(state, event)
    return _STEP(state, event)


def picture_looked_at(state: TableState, event: Input, inner: Handle) -> Step:
    """Puts a play's picture away when anything else is pressed."""
    after, effects = inner(state, event)
    if after.picture is not None and not isinstance(after.phase, Asking):
        after = replace(after, picture=None)
    return after, effects


def timer_looked_at(state: TableState, event: Input, inner: Handle) -> Step:
    """Looks at Party's timer where it is used alone."""
    if not isinstance(state.phase, Timing):
        return inner(state, event)
    return party_timer.with_timer_heard(state, event, inner)


LAYERS: tuple[Layer, ...] = (
    duplicate.with_duplicate,
    celebration.with_celebration,
    playing_time.with_playing_time,
    signing.with_signatures,
    turn_clock.with_turn_clock,
    side_clocks.with_side_clocks,
    picture_looked_at,
    turn_clock.with_moment,
    timer_looked_at,
)
"""The layers round every step, from the outside in: each is given the state, the input and the
layer within it, and returns a step."""


def _step(state: TableState, event: Input) -> Step:
    match event:
        case Press():
            return pressed(state, event)
        case KeyPressed():
            return keys_and_touch.key_pressed(state, event)
        case Touched():
            return keys_and_touch.touched(state, event)
        case PictureSettled(at=at):
            return replace(state, frames=replace(state.frames, settled_at=at, still_at=at)), ()
        case NothingMoves(at=at):
            return maybe_close(replace(state, frames=replace(state.frames, still_at=at)))
        case ReadingDone():
            return reading_done(state, event)
        case DiceRolled():
            return _dice_rolled(state, event)
        case RackFound():
            return duplicate.rack_found(state, event)
        case JobDone():
            return device.job_done(state, event)
        case Tick(at=at):
            return _tick(state, at)
        case CameraLost(why=why, cable=cable):
            return camera_lost(state, why, cable=cable)
        case CameraFound():
            return camera_found(state)
        case CameraStuck():
            return camera_stuck(state)
        case BoardInView():
            return welcome.board_in_view(state, event)
        case CameraHung():
            return camera_hung(state)
        case RecordingEnded(by_turns=by_turns):
            ended = recording_ended(state)
            return _last_screen(ended) if by_turns else ended
        case JournalFailed(why=why):
            return _journal_failed(state, why)
        case JournalWritten():
            return _journal_written(state)
        case ThreadFailed(error=error):
            raise error
        case Stop(then=then):
            return state, (Finish(then),)


def _dice_rolled(state: TableState, done: DiceRolled) -> Step:
    """The roll counts for the turn that it was made for, or answers the question that waits for
    it."""
    if done.turn != state.board.turn:
        return state, ()
    phase = state.phase
    if isinstance(phase, Asking) and phase.question.rolled is not None:
        throw = Throw(done.what, done.roll, done.at, phase.question.rolls or state.side)
        looked = max(state.clocks.looked_at, done.at)
        back = replace(
            state.with_throw(throw),
            phase=phase.back,
            message=None,
            clocks=replace(state.clocks, looked_at=looked),
        )
        return turn_clock.said_later(phase.question.rolled(back, done.roll))
    if isinstance(state.phase, Timing):
        return party_timer.rolled(state, done)
    if isinstance(state.where, Lobby | Timing | Explaining):
        return state, ()  # the question that it was for has been left
    return cup.rolled(state, done) if done.what is Dice.SCRAMBLE else letter_die.rolled(state, done)


def _tick(state: TableState, now: float) -> Step:
    """Goes on by itself when time is up; asks about a turn that was to be closed if the table
    doesn't come to rest."""
    if (
        isinstance(state.where, Running)
        and state.clocks.turn is not None
        and state.clocks.turn.run_out(now)
    ):
        return timed_turn.time_is_up(state, now)
    if isinstance(state.phase, Stopping):
        return timed_turn.looked_long_enough(state, now)
    if isinstance(state.phase, Asking) and isinstance(state.phase.back, Stopping):
        return timed_turn.asked_long_enough(state, state.phase, state.phase.back, now)
    if isinstance(state.phase, Ready) and state.game.state.variant.letter_dice is not None:
        return cup.tick(state, now)
    if isinstance(state.phase, Shaking):
        return letter_dice.looked_long_enough(state, now)
    if isinstance(state.phase, Settling):
        return ending.looked_long_enough(state, now)
    phase, side = state.phase, state.side
    waited = isinstance(phase, Looking) and now - phase.since > state.frames.patience
    if isinstance(phase, Looking) and waited and side is not None:
        closing = Do(turn_buttons.close_pressed_turn, forgot=phase.forgot)
        return ask(state, not_seen(state, side, closing))
    return state, ()


def _journal_failed(state: TableState, why: str) -> Step:
    """Says once that the game is no longer written down; it goes on."""
    if not state.device.kept:
        return state, ()
    message = Message("The game can’t be saved. {why}", {"why": why})
    after = replace(state, device=replace(state.device, kept=False), message=message)
    return after, (PlayTone(Tone.WARN), Announce(message))


def _journal_written(state: TableState) -> Step:
    """Says that all of the game is on the disk again."""
    if state.device.kept:
        return state, ()
    message = Message("The whole game is being saved again.")
    after = replace(state, device=replace(state.device, kept=True), message=message)
    return after, (Announce(message),)


# --- what the camera brings in ---

HANGS = Message(
    "The camera has frozen: switch off the device, and check the camera’s ribbon cable."
)
"""Shown where restarting the program doesn't help, or can't be done by anybody there."""


def camera_lost(state: TableState, why: str, *, cable: bool) -> Step:
    """Says so; the game goes on with buttons."""
    return _without_camera(state, as_message(why), cable=cable)


def camera_hung(state: TableState) -> Step:
    """Says what may help; the game goes on with buttons."""
    return _without_camera(state, HANGS, cable=True)


def _without_camera(state: TableState, message: Message, *, cable: bool) -> Step:
    status = CameraStatus.CABLE if cable else CameraStatus.LOST
    after = replace(state.with_camera(status), message=message)
    if isinstance(after.phase, Looking):
        after = replace(after, phase=resting(state))
    if isinstance(after.phase, Aiming):
        after = replace(after, phase=replace(after.phase, found=False))
    return after, (PlayTone(Tone.WARN), Announce(message))


def camera_found(state: TableState) -> Step:
    """Looks at what lies there now, as if the camera had seen it all the time."""
    message = Message("The camera is back.")
    after = replace(state.with_camera(CameraStatus.SEES), message=message)
    return after, (Announce(message),)


def camera_stuck(state: TableState) -> Step:
    """Says so, and nothing more: the next press finds no picture of the table as it lies then, and
    asks."""
    message = Message("The camera shows the same picture again and again: is it stuck?")
    return replace(state, message=message), (PlayTone(Tone.WARN), Announce(message))


def _last_screen(step: Step) -> Step:
    """The result stays on the screen, where there is one, until OK leaves it."""
    state, effects = step
    result = result_text(state.game)
    if state.game.state.over is None:
        ahead = {"names": ", ".join(leaders(state.game.state))}
        result = Message("No more pictures; the game isn’t over. Leading: {names}.", ahead)
    after = replace(state, phase=Over(), finished=True, message=result)
    waits = tuple(FinishUnseen() if effect == Finish() else effect for effect in effects)
    return after, (PlayTone(Tone.END), Announce(result), *waits)


def recording_ended(state: TableState) -> Step:
    """Counts the last play seen, and ends the program."""
    ended = state.with_camera(CameraStatus.ENDED)
    seen, side = ended.seen, ended.side
    if (
        isinstance(state.where, (Challenge, Settling, *AWAY, Over))
        or seen is None
        or seen.play is None
        or side is None
        or not seen.observed.sure
        or are_orphans(ended, seen.observed.tiles)
    ):
        return ended, (Finish(),)
    after, effects = commit(
        ended, events_of(ended.game, side, seen), seen.after, play_text(ended, side, seen.play)
    )
    return after, (*effects, Finish())


def _around(inner: Handle, layer: Layer) -> Handle:
    return partial(layer, inner=inner)


_STEP = reduce(_around, reversed(LAYERS), cast(Handle, _step))
