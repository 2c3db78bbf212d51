"""The way into the session: a table's first state, and the state after any input.

A pure function, (state, input) → step; presses are answered in presses.py. What the camera brings
in, readings, stillness and its own end, is judged here for the turn in progress. Tests:
tests/device/test_session.py, tests/device/test_watching.py.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from device.clock_and_dice.dice import Dice
from device.language.sentences import as_message
from device.language.texts import Message
from device.language.wording import refusal_message
from device.session import (
    beginning,
    challenge,
    cup,
    device,
    end_turn,
    ending,
    keys_and_touch,
    letter_dice,
    letter_die,
    names,
    onlookers,
    penalties,
    playing_time,
    side_clocks,
    timed_turn,
    timing,
    turn_buttons,
    turn_clock,
    updates,
    way_up,
    welcome,
)
from device.session.challenge import are_orphans
from device.session.commit import ask, board_changed, commit, play_text, result_text, tell
from device.session.effects import Announce, Effect, Finish, FinishUnseen, FollowAgain, PlayTone
from device.session.end_turn import close_recorded_turn, events_of, not_seen
from device.session.inputs import (
    BackedUp,
    BackupsFound,
    BoardInView,
    CameraFound,
    CameraHung,
    CameraLost,
    CameraStuck,
    DeviceChecked,
    DiceRolled,
    Input,
    JournalFailed,
    JournalWritten,
    KeyPressed,
    NetworkSeen,
    NothingMoves,
    PageSwitched,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    ReportPacked,
    ReportWritten,
    Stop,
    ThreadFailed,
    Tick,
    Touched,
    UpdateEnded,
    UpdateFound,
    UpdateLookedFor,
)
from device.session.letter_dice import without_rolled
from device.session.observation import Seen, Sight, untouched
from device.session.penalties import allow_goalies
from device.session.presses import pressed
from device.session.prompts import phase_of, resting
from device.session.setup import NO_EXTRAS, Extras, Offers
from device.session.state import (
    AGAINST_CLOCK,
    AWAY,
    LOOK_FOR,
    READ_FOR,
    Agreed,
    Aiming,
    Asking,
    Challenge,
    Clearing,
    Clocks,
    DeviceState,
    Lobby,
    Looking,
    Naming,
    Over,
    Ready,
    Running,
    Settling,
    Shaking,
    Step,
    Stopping,
    SwitchingOff,
    TableState,
    Throw,
    Timing,
    Trying,
    WatchedBoard,
)
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
    """The session of a game, new or taken up again."""
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
    """The state after an input, and what is to be done about it."""
    state, event = keys_and_touch.meant(state, event)
    moment, heard = timing.heard_so_far(turn_clock.at_this_moment(state, event), event)
    after, effects = _step(moment, event)
    if after.picture is not None and not isinstance(after.phase, Asking):
        after = replace(after, picture=None)  # whatever was pressed, it has been looked at
    after, effects = side_clocks.with_side_clocks(state, after, event, effects)
    timed = turn_clock.with_turn_clock(state, after, event, (*heard, *effects))
    return playing_time.with_playing_time(timed, event)


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
        case DeviceChecked():
            return device.show_report(state, event)
        case BackedUp(said=said) | ReportWritten(said=said) | UpdateEnded(said=said):
            return tell(state, said)
        case BackupsFound() | ReportPacked() | NetworkSeen() | UpdateLookedFor():
            return device.came_in(state, event)
        case UpdateFound():
            return updates.update_found(state, event)
        case PageSwitched():
            return onlookers.page_switched(state, event)
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
    """What was rolled counts for the turn that it was rolled for, or answers a question that waits
    for it."""
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
        return timing.rolled(state, done)
    if isinstance(state.where, Lobby | Timing):
        return state, ()  # the question that it was rolled for has been left
    return cup.rolled(state, done) if done.what is Dice.SCRAMBLE else letter_die.rolled(state, done)


def _tick(state: TableState, now: float) -> Step:
    """Goes on by itself where time is up, or asks about a turn that was to be closed, if the table
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
    phase, side = state.phase, state.side
    patience = READ_FOR if state.frames.being_read else LOOK_FOR
    if isinstance(phase, Looking) and now - phase.since > patience and side is not None:
        return ask(
            state, not_seen(side, partial(turn_buttons.close_pressed_turn, forgot=phase.forgot))
        )
    return state, ()


def _journal_failed(state: TableState, why: str) -> Step:
    """Says once that nothing is written down any more; the game goes on."""
    if not state.device.kept:
        return state, ()
    message = Message("The game can't be written down: {why}", {"why": why})
    after = replace(state, device=replace(state.device, kept=False), message=message)
    return after, (PlayTone(Tone.WARN), Announce(message))


def _journal_written(state: TableState) -> Step:
    """Says that the disk has all of the game again."""
    if state.device.kept:
        return state, ()
    message = Message("The game is written down again, all of it.")
    after = replace(state, device=replace(state.device, kept=True), message=message)
    return after, (Announce(message),)


# --- what the camera brings in ---

HANGS = Message("The camera hangs: switch the device off, and check the camera's ribbon cable.")
"""Said where starting the program anew doesn't help, or nobody would do it."""


def reading_done(state: TableState, done: ReadingDone) -> Step:
    """Takes what lies there as this turn's tiles; closes the turn if its button was pressed."""
    if isinstance(state.phase, SwitchingOff):
        return state, ()  # it is judged again where the table goes on
    # A question changes nothing about where the table is: in a lobby nobody lays plays.
    where = state.where
    if isinstance(where, Lobby | Naming):
        return names.watch_name(state, done)
    if isinstance(where, (*AWAY, Timing, Trying, Over)):
        return replace(state, frames=replace(state.frames, read_at=done.at)), ()
    if done.turn != state.board.turn:
        return state, (FollowAgain(),)
    sight = without_rolled(state, done.sight)
    done = replace(done, sight=allow_goalies(sight, state.game, state.seen))
    observed, first = done.sight.now.observed, state.frames.read_at == -math.inf
    state = replace(
        state,
        frames=replace(
            state.frames,
            read_at=max(state.frames.read_at, done.at),
            blind=observed.refused is not None,
            doubted=done.doubted,
        ),
    )
    if observed.refused is not None:
        after = replace(state, message=refusal_message(observed.refused))
        if done.turn_over:
            return close_recorded_turn(after.with_sight(done.sight))
        # While the table is looked at once more there is nothing yet to complain about.
        return after, () if done.doubted else (Announce(refusal_message(observed.refused)),)
    if observed.turned:
        return way_up.put_upright(state, done.sight)
    rested = untouched(done.sight, state.game.state.variant)
    if rested is not None:
        moved = rested.position != state.board.followed.position
        state = replace(
            state, board=replace(state.board, followed=rested, turn=state.board.turn + moved)
        )
    if done.turn_over:
        return close_recorded_turn(state.with_sight(done.sight), first=first)
    if isinstance(state.phase, Challenge):
        state = challenge.watch_lift(state, done.sight)
        if isinstance(state.phase, Challenge):
            return state, ()
        where = state.where
    if isinstance(where, Settling):
        return ending.watch_racks(state, done.sight)
    if isinstance(state.phase, Asking) and state.phase.question.rack:
        return state.with_sight(done.sight), ()
    if isinstance(where, Clearing):
        return cup.watch_clearing(state, done.sight)
    if isinstance(where, AGAINST_CLOCK):
        return _laid(state, done.sight, begun=False, earlier=())
    if (adopts := beginning.ask_to_adopt(state, done.sight)) is not None:
        return adopts
    if turn_buttons.press_was_forgotten(state, done.sight):
        return turn_buttons.close_forgotten(state, done.sight)
    if penalties.took_up(state, done.sight):
        return penalties.note_taken_up(state, done.sight)
    begun = state.board.begun or challenge.next_side_begins(state, done.sight)
    earlier = end_turn.earlier_plays(state, done.sight)
    return _laid(state, done.sight, begun=begun, earlier=earlier)


def _laid(state: TableState, sight: Sight, *, begun: bool, earlier: tuple[Seen, ...]) -> Step:
    """The tiles of this turn, as they lie now."""
    before = state.seen
    after = replace(state, board=replace(state.board, sight=sight, begun=begun, earlier=earlier))
    effects: tuple[Effect, ...] = ()
    tiles = {} if before is None else before.observed.tiles
    changed = after.seen is not None and after.seen.observed.tiles != tiles
    if changed or (before is not None and after.seen is None):
        # The same picture judged anew, after something was counted, is no reason to stop saying so.
        if not isinstance(after.phase, Looking) and state.board.sight is not None:
            after = replace(after, message=None)
        effects = (PlayTone(Tone.CLICK),)
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
        return timed_turn.maybe_look_at_word(replace(state, phase=phase.back))
    return replace(state, phase=resting(state), message=board_changed()), (PlayTone(Tone.WARN),)


def maybe_close(state: TableState) -> Step:
    """Closes the turn if its button was pressed, and the table is known as it lies since then."""
    phase = state.phase
    if isinstance(phase, Looking) and state.frames.known_since(phase.since):
        return turn_buttons.close_pressed_turn(
            replace(state, phase=resting(state)), forgot=phase.forgot
        )
    if isinstance(phase, Shaking):
        return letter_dice.maybe_read(state)
    return timed_turn.maybe_look_at_word(state)


def camera_lost(state: TableState, why: str, *, cable: bool) -> Step:
    """Says so; the game goes on by buttons."""
    return _without_camera(state, as_message(why), cable=cable)


def camera_hung(state: TableState) -> Step:
    """Says what may help; the game goes on by buttons."""
    return _without_camera(state, HANGS, cable=True)


def _without_camera(state: TableState, message: Message, *, cable: bool) -> Step:
    status = CameraStatus.CABLE if cable else CameraStatus.LOST
    after = replace(state.with_camera(status), message=message)
    if isinstance(after.phase, Looking):
        after = replace(after, phase=resting(state))
    if isinstance(after.phase, Aiming):
        after = replace(after, phase=replace(after.phase, found_since=None))
    return after, (PlayTone(Tone.WARN), Announce(message))


def camera_found(state: TableState) -> Step:
    """What lies there now is looked at, as if it had been seen all the time."""
    message = Message("The camera sees again.")
    after = replace(state.with_camera(CameraStatus.SEES), message=message)
    return after, (Announce(message),)


def camera_stuck(state: TableState) -> Step:
    """Said, and nothing more: a press finds no picture of the table as it lies then, and asks."""
    message = Message("The camera shows the same picture again and again: is it stuck?")
    return replace(state, message=message), (PlayTone(Tone.WARN), Announce(message))


def _last_screen(step: Step) -> Step:
    """Who has won, or leads, stays to be looked at where there is a screen; OK leaves it."""
    state, effects = step
    result = result_text(state.game)
    if state.game.state.over is None:
        ahead = {"names": ", ".join(leaders(state.game.state))}
        result = Message("No more pictures; the game isn't over. In the lead: {names}.", ahead)
    after = replace(state, phase=Over(), finished=True, message=result)
    waits = tuple(FinishUnseen() if effect == Finish() else effect for effect in effects)
    return after, (PlayTone(Tone.END), Announce(result), *waits)


def recording_ended(state: TableState) -> Step:
    """Counts the play that was seen last, and ends the program."""
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
