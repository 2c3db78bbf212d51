"""What the camera brings into the session: readings, stillness, and the camera's own end.

Pure, like the rest of the session; says what a reading means for the turn in progress.
Tests: tests/device/test_watching.py, test_session.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.faults import refusal_message
from device.inputs import ReadingDone
from device.session import (
    adopting,
    against_clock,
    challenging,
    clearing,
    forgotten,
    laid_before,
    naming_sides,
    penalties,
    rolled_on_mat,
    settling,
)
from device.session.clock_states import AGAINST_CLOCK, Clearing, Shaking, Stopping
from device.session.committing import board_changed, commit, counted
from device.session.effects import Effect, Finish, FollowAgain, Play, SayAloud
from device.session.fallen import fell
from device.session.goalies import judged
from device.session.phases import resting
from device.session.reading_dice import without_rolled
from device.session.recorded import close_recorded_turn
from device.session.state import (
    AWAY,
    Asking,
    CameraStatus,
    Challenge,
    Lobby,
    Looking,
    Naming,
    Over,
    Settling,
    Step,
    SwitchingOff,
    TableState,
)
from device.session.turn_end import events_of
from device.sight import Seen, Sight, untouched
from device.texts import Message
from hardware.panel import Tone

HANGS = Message("The camera hangs: switch the device off, and check the camera's ribbon cable.")
"""Said where starting the program anew doesn't help, or nobody would do it."""


def reading_done(state: TableState, done: ReadingDone) -> Step:
    """Takes what lies there as this turn's tiles; closes the turn if its button was pressed."""
    if isinstance(state.phase, SwitchingOff):
        return state, ()  # it is judged again where the table goes on
    # A question changes nothing about where the table is: in a lobby nobody lays plays.
    where = state.where
    if isinstance(where, Lobby | Naming):
        return naming_sides.saw(state, done)
    if isinstance(where, (*AWAY, Over)):
        return replace(state, read_at=done.at), ()
    if done.turn != state.turn:
        return state, (FollowAgain(),)
    sight = without_rolled(state, done.sight)
    done = replace(done, sight=judged(sight, state.game, state.seen))
    observed = done.sight.now.observed
    state = replace(
        state,
        read_at=max(state.read_at, done.at),
        blind=observed.refused is not None,
        doubted=done.doubted,
    )
    if observed.refused is not None:
        after = replace(state, message=refusal_message(observed.refused))
        if done.turn_over:
            return close_recorded_turn(replace(after, sight=done.sight))
        # While the table is looked at once more there is nothing yet to complain about.
        return after, () if done.doubted else (SayAloud(refusal_message(observed.refused)),)
    rested = untouched(done.sight, state.game.state.variant)
    if rested is not None:
        moved = rested.position != state.followed.position
        state = replace(state, followed=rested, turn=state.turn + moved)
    if done.turn_over:
        return close_recorded_turn(replace(state, sight=done.sight))
    if isinstance(state.phase, Challenge):
        state = challenging.saw(state, done.sight)
        if isinstance(state.phase, Challenge):
            return state, ()
        where = state.where
    if isinstance(where, Settling):
        return settling.saw(state, done.sight)
    if isinstance(where, Clearing):
        return clearing.saw(state, done.sight)
    if isinstance(where, AGAINST_CLOCK):
        return _laid(state, done.sight, begun=False, earlier=())
    if (adopts := adopting.saw(state, done.sight)) is not None:
        return adopts
    if forgotten.forgotten(state, done.sight):
        return forgotten.close_forgotten(state, done.sight)
    if penalties.took_up(state, done.sight):
        return penalties.note_taken_up(state, done.sight)
    begun = state.begun or challenging.begins(state, done.sight)
    earlier = laid_before.remembered(state, done.sight)
    return _laid(state, done.sight, begun=begun, earlier=earlier)


def _laid(state: TableState, sight: Sight, *, begun: bool, earlier: tuple[Seen, ...]) -> Step:
    """The tiles of this turn, as they lie now."""
    before = state.seen
    after = replace(state, sight=sight, begun=begun, earlier=earlier)
    effects: tuple[Effect, ...] = ()
    tiles = {} if before is None else before.observed.tiles
    changed = after.seen is not None and after.seen.observed.tiles != tiles
    if changed or (before is not None and after.seen is None):
        # The same picture judged anew, after something was counted, is no reason to stop saying so.
        if not isinstance(after.phase, Looking) and state.sight is not None:
            after = replace(after, message=None)
        effects = (Play(Tone.CLICK),)
    phase = after.phase
    if isinstance(phase, Asking) and phase.question.squares and changed:
        if not phase.question.can_wait:
            return _asked_in_vain(after, phase)
        after = replace(after, phase=phase.back)  # it stays open, and OK asks it again
    last, more = maybe_close(after)
    return last, (*effects, *more)


def _asked_in_vain(state: TableState, phase: Asking) -> Step:
    """The board has changed while it was asked about; who stopped a clock needn't press again."""
    if isinstance(phase.back, Stopping):
        return against_clock.maybe_looked(replace(state, phase=phase.back))
    return replace(state, phase=resting(state), message=board_changed()), (Play(Tone.WARN),)


def maybe_close(state: TableState) -> Step:
    """Closes the turn if its button was pressed, and the table is known as it lies since then."""
    phase = state.phase
    if isinstance(phase, Looking) and state.still_at >= phase.since and state.up_to_date:
        return forgotten.close(replace(state, phase=resting(state)), forgot=phase.forgot)
    if isinstance(phase, Shaking):
        return rolled_on_mat.maybe_read(state)
    return against_clock.maybe_looked(state)


def camera_lost(state: TableState, why: str, *, cable: bool) -> Step:
    """Says so; the game goes on by buttons."""
    return _without_camera(state, Message("No camera: {why}", {"why": why}), cable=cable)


def camera_hung(state: TableState) -> Step:
    """Says what may help; the game goes on by buttons."""
    return _without_camera(state, HANGS, cable=True)


def _without_camera(state: TableState, message: Message, *, cable: bool) -> Step:
    status = CameraStatus.CABLE if cable else CameraStatus.LOST
    after = replace(state, camera=status, message=message)
    if isinstance(after.phase, Looking):
        after = replace(after, phase=resting(state))
    return after, (Play(Tone.WARN), SayAloud(message))


def camera_found(state: TableState) -> Step:
    """What lies there now is looked at, as if it had been seen all the time."""
    message = Message("The camera sees again.")
    after = replace(state, camera=CameraStatus.SEES, message=message)
    return after, (SayAloud(message),)


def camera_stuck(state: TableState) -> Step:
    """Said, and nothing more: a press finds no picture of the table as it lies then, and asks."""
    message = Message("The camera shows the same picture again and again: is it stuck?")
    return replace(state, message=message), (Play(Tone.WARN), SayAloud(message))


def recording_ended(state: TableState) -> Step:
    """Counts the play that was seen last, and ends the program."""
    ended = replace(state, camera=CameraStatus.ENDED)
    seen, side = ended.seen, ended.side
    if (
        isinstance(state.where, (Challenge, Settling, *AWAY, Over))
        or seen is None
        or seen.play is None
        or side is None
        or not seen.observed.sure
        or fell(ended, seen.observed.tiles)
    ):
        return ended, (Finish(),)
    after, effects = commit(
        ended, events_of(ended.game, side, seen), seen.after, counted(ended, side, seen.play)
    )
    return after, (*effects, Finish())
