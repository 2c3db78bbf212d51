"""What every reading of the camera's means in every state: the table READINGS, one row per state.

Each handler's first line says what it does; docs/states.md is drawn from them. In a turn a reading
is judged first: which part of it isn't of this turn, whether the board was turned, whether the
earlier tiles are still there. Tests: tests/device/test_watching.py, tests/device/test_session.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message
from device.language.wording import refusal_message
from device.session import turn_buttons
from device.session.clocked import letter_dice, timed_turn
from device.session.clocked.letter_dice import without_rolled
from device.session.core.commit import board_changed
from device.session.core.effects import (
    Announce,
    Effect,
    FollowAgain,
    PlayTone,
)
from device.session.core.inputs import (
    ReadingDone,
)
from device.session.core.observation import (
    JudgedReading,
    TurnReading,
    plain_tiles,
    untouched,
)
from device.session.core.prompts import resting
from device.session.core.state import (
    AWAY,
    Asking,
    Challenge,
    Clearing,
    Counted,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Over,
    Phase,
    Pointing,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Step,
    Stopping,
    SwitchingOff,
    TableState,
    Thinking,
    Timing,
    Trying,
)
from device.session.lobby import beginning, names
from device.session.turn import challenge, clearing, end_turn, ending, penalties, way_up
from device.session.turn.end_turn import close_recorded_turn
from device.session.turn.missing_tiles import tiles_to_lay
from device.session.turn.penalties import allow_goalies
from hardware.panel.port import Tone

Handler: TypeAlias = Callable[[TableState, ReadingDone], Step]
Watch: TypeAlias = Callable[[TableState, JudgedReading], Step]


def reading_done(state: TableState, done: ReadingDone) -> Step:
    """What it means in each state is listed below; while a question is open, the state that it was
    asked in counts."""
    if isinstance(state.phase, SwitchingOff):
        return state, ()  # it is judged again when play goes on
    return READINGS[type(state.where)](state, done)


def note_reading(state: TableState, done: ReadingDone) -> Step:
    """Notes the reading, and nothing else happens."""
    return replace(state, frames=replace(state.frames, read_at=done.at)), ()


def _judged(watch: Watch) -> Handler:
    """Hands a handler what this turn's picture shows, unless the picture needs a message first or
    ends the turn."""

    @wraps(watch)
    def handler(state: TableState, done: ReadingDone) -> Step:
        if done.turn != state.board.turn:
            return state, (FollowAgain(),)
        sight, first = without_rolled(state, done.sight), state.frames.read_at == -math.inf
        sight = allow_goalies(sight, state.game, state.whole_play)
        refused = sight.now.observed.refused
        frames = replace(
            state.frames,
            read_at=max(state.frames.read_at, done.at),
            blind=refused is not None,
            doubted=done.doubted,
        )
        state = replace(state, frames=frames)
        if refused is not None:
            why = refusal_message(refused, state.game_sought)
            return _refused(state, why, replace(done, sight=sight))
        if sight.now.observed.turned:
            return way_up.put_upright(state, sight)
        state = _at_rest(state, sight)
        if done.turn_over:
            return close_recorded_turn(state.with_sight(sight), first=first)
        return watch(state, sight)

    return handler


def _refused(state: TableState, why: Message, done: ReadingDone) -> Step:
    after = replace(state, message=why)
    if done.turn_over:
        return close_recorded_turn(after.with_sight(done.sight))
    # While the table is being read again there is nothing to complain about yet.
    return after, () if done.doubted else (Announce(why),)


def _at_rest(state: TableState, sight: JudgedReading) -> TableState:
    """The state with the earlier tiles as they are now seen to lie, if nothing was laid."""
    rested = untouched(sight, state.game.state.variant)
    if rested is None:
        return state
    moved = rested.position != state.board.followed.position
    board = replace(state.board, followed=rested, turn=state.board.turn + moved)
    return replace(state, board=board)


# --- handlers by state ---


def watch_challenged(state: TableState, sight: JudgedReading) -> Step:
    """Goes on once the tiles of a bad play have been taken up, or the next side has begun after a
    good one."""
    state = challenge.watch_lift(state, sight)
    if isinstance(state.phase, Challenge):
        return state, ()
    return WATCHED.get(type(state.where), watch_play)(state, sight)


def watch_racks(state: TableState, sight: JudgedReading) -> Step:
    """Says which tiles of a rack are seen; takes them if its button was pressed."""
    after, effects = ending.watch_racks(state, sight)
    last, more = maybe_close(after)
    return last, (*effects, *more)


def watch_mat(state: TableState, sight: JudgedReading) -> Step:
    """Goes on by itself once the mat is as it should be."""
    if _shows_a_rack(state):
        return state.with_sight(sight), ()
    return clearing.watch_clearing(state, sight)


def watch_word(state: TableState, sight: JudgedReading) -> Step:
    """Takes what lies there as the word laid in time; closes the turn if its button was pressed."""
    if _shows_a_rack(state):
        return state.with_sight(sight), ()
    return _laid(state, sight, begun=False, earlier=())


def watch_play(state: TableState, sight: JudgedReading) -> Step:
    """Takes what lies there as this turn's tiles; closes the turn if its button was pressed."""
    if _shows_a_rack(state):
        return state.with_sight(sight), ()
    if (adopts := beginning.ask_to_adopt(state, sight)) is not None:
        return adopts
    if turn_buttons.press_was_forgotten(state, sight):
        return turn_buttons.close_forgotten(state, sight)
    if penalties.took_up(state, sight):
        return penalties.note_taken_up(state, sight)
    begun = state.board.begun or challenge.next_side_begins(state, sight)
    return _laid(state, sight, begun=begun, earlier=end_turn.earlier_plays(state, sight))


def _shows_a_rack(state: TableState) -> bool:
    """Whether tiles of a rack are being shown for a question about them."""
    return isinstance(state.phase, Asking) and state.phase.question.rack


def _laid(
    state: TableState, sight: JudgedReading, *, begun: bool, earlier: tuple[TurnReading, ...]
) -> Step:
    """The tiles of this turn, as they lie now."""
    before = state.seen
    after = replace(state, board=replace(state.board, sight=sight, begun=begun, earlier=earlier))
    effects: tuple[Effect, ...] = ()
    tiles = {} if before is None else before.observed.tiles
    changed = after.seen is not None and after.seen.observed.tiles != tiles
    if changed or (before is not None and after.seen is None):
        # Judging the same picture again after something counted is no reason to stop saying so.
        if not isinstance(after.phase, Looking) and state.board.sight is not None:
            after = replace(after, message=None)
        effects = (PlayTone(Tone.CLICK),)
    phase = after.phase
    if isinstance(phase, Asking) and phase.question.squares and (changed or _moved(state, sight)):
        if not phase.question.can_wait:
            return _asked_in_vain(after, phase)
        after = replace(after, phase=phase.back)  # it stays open, and OK asks it again
    last, more = maybe_close(after)
    return last, (*effects, *more)


def _moved(state: TableState, sight: JudgedReading) -> bool:
    """Whether tiles that may be no play as they lie have come or gone since the last picture, or
    some of those to be laid again lie there."""
    rules, last = state.game.state.variant, state.board.sight
    if tiles_to_lay(state) != tiles_to_lay(state.with_sight(sight)):
        return True
    return last is not None and plain_tiles(last, rules) != plain_tiles(sight, rules)


def _asked_in_vain(state: TableState, phase: Asking) -> Step:
    """The board changed while a question about it was open; the side that stopped a clock needn't
    press again."""
    if isinstance(phase.back, Stopping):
        return timed_turn.maybe_look_at_word(replace(state, phase=phase.back))
    return replace(state, phase=resting(state), message=board_changed()), (PlayTone(Tone.WARN),)


WATCHED: Mapping[type[Phase], Watch] = MappingProxyType(
    {
        Challenge: watch_challenged,
        Settling: watch_racks,
        Clearing: watch_mat,
        **dict.fromkeys((Rolling, Shaking, Ready, Running, Stopping, Counted), watch_word),
        **dict.fromkeys((Thinking, Looking, Asking, Pointing), watch_play),
    }
)
"""The handler of a reading in each state in which tiles are laid."""

READINGS: Mapping[type[Phase], Handler] = MappingProxyType(
    {
        **dict.fromkeys((Lobby, Naming), names.watch_name),
        **dict.fromkeys((Timing, Trying, Explaining, *AWAY, Over), note_reading),
        **{state: _judged(watch) for state, watch in WATCHED.items()},
    }
)
"""What a reading does in every state; each handler's first line says it."""

# --- the awaited reading ---


def maybe_close(state: TableState) -> Step:
    """Closes the turn, or takes the rack, if its button was pressed and the table has been read
    since."""
    phase = state.phase
    if isinstance(phase, Settling):
        return ending.take_awaited_rack(state)
    if isinstance(phase, Looking) and state.frames.known_since(phase.since):
        after, effects = turn_buttons.close_pressed_turn(
            replace(state, phase=resting(state)), forgot=phase.forgot
        )
        if isinstance(after.phase, Asking):
            after = replace(after, phase=replace(after.phase, since=phase.since))
        return after, effects
    if isinstance(phase, Shaking):
        return letter_dice.maybe_read(state)
    return timed_turn.maybe_look_at_word(state)
