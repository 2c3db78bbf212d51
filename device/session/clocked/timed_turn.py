"""A turn against the clock: who starts it, who stops it, and what lies there then.

The zone is that of the moment of the press; the picture taken afterwards only shows what was laid.
A stop without a word is a slip, a pass, or came too early (PAR-CLK-11, Q-PAR-14), which the players
decide;
when the clock has run out, whatever is on the board counts in its last zone (Q-PAR-12); anything
uncertain is asked, including whether a roll was misread. How a word counts is in timed_word.py, the
time itself in turn_clock.py. Tests: tests/device/test_against_clock.py,
tests/device/test_word_in_time.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from device.clock_and_dice.zone_clock import SECOND, ZoneClock
from device.language.texts import Message
from device.language.wording import fault_message, square_names
from device.session.clocked.timed_word import (
    ask_word,
    count_word,
    out_of_time,
    pass_with_its_cost,
)
from device.session.core.commit import (
    ask,
    commit,
    for_pressing_side,
    go_on,
    look_closer,
    nothing_counted,
    notify,
    option,
    refuse,
    side_of,
)
from device.session.core.effects import Announce, FollowAgain, LookNow
from device.session.core.observation import (
    JudgedReading,
    TurnReading,
    untouched,
    with_explanation,
    with_tile,
)
from device.session.core.prompts import next_press, resting, say_next
from device.session.core.state import (
    LOOK_FOR,
    Asking,
    Do,
    Option,
    Question,
    Running,
    Step,
    Stopping,
    TableState,
    Then,
    for_side,
    in_phase,
)
from device.session.core.turn_clock import clock_at_start, say_rolling, tumbles, zone_at
from device.session.turn.by_hand import lying_too
from device.session.turn.challenge import are_orphans, orphans_among
from device.session.turn.end_turn import events_of, own_doubts, still_explains
from device.session.turn.missing_tiles import tiles_gone
from device.session.turn.questions import what_happened, which_tile
from device.session.turn.referee import refused
from device.session.turn.way_up import which_way_up
from engine.events import (
    ClockStarted,
    ClockStopped,
    Event,
    Offence,
    Penalised,
    Replaced,
    Rolled,
    Side,
)
from engine.faults import Fault, FaultCode
from engine.position import EMPTY
from engine.squares import Square
from engine.state import DiceTurn, LetterTurn, TurnClock
from engine.tiles import Tile, is_blank, piece_of
from hardware.panel.port import Press, Tone
from vision.game.doubt import COVERED, INDEX, DoubtKind
from vision.game.reconstruct import Candidate, Change
from vision.reading import Reading

# --- starting and stopping ---

STANDS_FOR = 10.0
"""Seconds for which the clock stops at most while the players are asked what a stop was
(Q-PAR-14)."""

BOTH_AT_ONCE = 1.0
"""Seconds after a start in which a stop without new tiles is taken for a start too."""


# The clock stands


@for_pressing_side
def start_pressed(state: TableState, side: Side, press: Press) -> Step:
    """Starts the clock: in Party the opponents do so, with letter dice anybody."""
    if tumbles(state, press.at):
        return say_rolling(state)
    if _by_the_others(state) and side == state.side:
        return _say_who_starts(state)
    return _start(state, side, press.at)


@for_side
def say_ready(state: TableState, side: Side, press: Press) -> Step:
    """Says who starts the clock; starts it where anybody may."""
    if _by_the_others(state):
        return _say_who_starts(state)
    if tumbles(state, press.at):
        return say_rolling(state)
    return _start(state, side, press.at)


def _say_who_starts(state: TableState) -> Step:
    then = next_press(state)
    return notify(state, then) if then is not None else (state, ())


def _by_the_others(state: TableState) -> bool:
    """PAR-CLK-08: an opponent of the side to play starts its clock."""
    return state.game.state.variant.letter_clock is not None


def _start(state: TableState, by: Side, at: float) -> Step:
    """The clock runs from the moment of the press; if it was stopped in this turn, it goes on from
    there."""
    clock, stage = state.clocks.turn, state.game.state.stage
    if clock is None or stage is None or state.side is None:
        return state, ()
    text = Message("Clock running.")
    if stage.clock is TurnClock.RUNNING:
        # It was started in this turn: nothing new has happened in the game.
        after = replace(_running(state, clock, at), message=text)
        return say_next((after, (LookNow(), Announce(text))))
    after, effects = commit(state, [ClockStarted(by)], state.board.followed, text, tone=Tone.CLICK)
    if nothing_counted(state, after):
        return after, effects
    return say_next((_running(after, clock, at), effects))


# The clock runs


@for_pressing_side
def stop_pressed(state: TableState, side: Side, press: Press) -> Step:
    """Stops the clock if the button is the playing side's, then looks at what lies there."""
    clock = state.clocks.turn
    if side != state.side or clock is None:
        return say_running(state, press)
    if clock.run_out(press.at):
        return time_is_up(state, press.at)
    if _just_started(state, clock, press.at):
        return say_running(state, press)
    return _stop(state, clock, press.at)


def _just_started(state: TableState, clock: ZoneClock, at: float) -> bool:
    """Whether both teams pressed at once: no word is laid so fast."""
    if state.game.state.variant.letter_clock is None or state.seen is not None:
        return False
    return at < clock.since / SECOND + BOTH_AT_ONCE


def _stop(state: TableState, clock: ZoneClock, at: float) -> Step:
    stands = clock.stopped(at)
    phase = Stopping(at, zone_at(state, clock, at), stood=stands)
    stopped = replace(state.with_clock(stands), phase=phase, message=None)
    return _look_at_once(stopped, at)


def say_running(state: TableState, _: Press) -> Step:
    """Says who stops the clock."""
    text = Message("{side} stops the clock once the word is laid.", {"side": state.side or ""})
    return notify(state, text)


def time_is_up(state: TableState, at: float) -> Step:
    """The clock has run out: the table is read as it is now (Q-PAR-12)."""
    clock = state.clocks.turn
    if clock is None:
        return state, ()
    text = _time_is_up(state)
    ran_out = clock.since / SECOND + clock.seconds_left(clock.since / SECOND) if clock.runs else at
    phase = Stopping(min(at, ran_out), zone_at(state, clock, at), dinged=True)
    after = replace(state.with_clock(clock.stopped(at)), phase=phase, message=text)
    looking, effects = _look_at_once(after, at)
    return looking, (Announce(text), *effects)


def _time_is_up(state: TableState) -> Message:
    return Message("{side}: time’s up.", {"side": state.side or ""})


def press_while_looking(state: TableState, press: Press) -> Step:
    """Says that the table is being looked at; if pressed before the ding, stops the clock."""
    phase, clock = state.phase, state.clocks.turn
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    if not phase.dinged or press.at >= phase.since or side_of(state, press) != state.side:
        return notify(state, Message("Looking at the board…"))
    # The press was stamped first, though it arrives after the ding.
    left = round((phase.since - press.at) * SECOND)
    return _stop(state, replace(clock, left=min(left, sum(clock.zones))), press.at)


def call_early_start(state: TableState, _: Press) -> Step:
    """Asks whether the clock was started too early (PAR-CLK-10, Q-PAR-15); it runs on meanwhile."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or stage.started_by is None or side is None:
        return notify(state, Message("You can challenge a word once the clock has stopped."))
    on = stage.started_by
    text = Message("Did {side} start the clock before the letter was found?", {"side": on})
    too_early = option("Yes, too early", Do(_started_too_early, side, on))
    options = (option("No, keep the clock going", go_on), too_early)
    return ask(state, Question(text, options, can_wait=True))


def _started_too_early(state: TableState, side: Side, on: Side) -> Step:
    text = Message("{side} started too early and misses a turn. The clock is reset.", {"side": on})
    event = Penalised(side, on, Offence.EARLY_START)
    # If undone, it goes on from where it was.
    stopped = replace(state, clocks=state.clocks.turn_stopped())
    after, effects = commit(stopped, [event], state.board.followed, text, tone=Tone.WHISTLE)
    if nothing_counted(state, after):
        return state, effects
    full = after.with_clock(clock_at_start(after.game.state))
    return say_next((replace(full, phase=resting(full)), effects))


# --- reading the table ---


def _look_at_once(state: TableState, at: float) -> Step:
    if not state.device.sees:
        return _look_at_the_word(state)
    if state.frames.known_since(at):
        return _look_at_the_word(state)
    return state, (LookNow(),)


def maybe_look_at_word(state: TableState) -> Step:
    """Goes on once the table has settled since the clock was stopped."""
    phase = state.phase
    if isinstance(phase, Stopping) and state.frames.known_since(phase.since):
        return _look_at_the_word(state)
    return state, ()


@in_phase(Stopping)
def looked_long_enough(state: TableState, phase: Stopping, now: float) -> Step:
    """Asks what lies there if the table doesn't settle, or isn't read for too long."""
    if not state.device.sees:
        return _look_at_the_word(state)
    if phase.until is None:
        return replace(state, phase=replace(phase, until=now + LOOK_FOR)), ()
    late = state.frames.overdue(phase.until, now)
    return _look_at_the_word(state, unseen=True) if late else (state, ())


def run_on(state: TableState, _: Press) -> Step:
    """Lets the clock run on as if nobody had pressed; if it has run out, looks again."""
    phase, clock = state.phase, state.clocks.turn
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    if phase.dinged:
        again = replace(phase, until=None, closer=False)
        return replace(state, phase=again, message=_time_is_up(state)), (LookNow(),)
    return _not_pressed(state)


@in_phase(Stopping)
def _not_pressed(state: TableState, phase: Stopping) -> Step:
    clock = state.clocks.turn
    if clock is None:
        return state, ()
    going = _as_if_not_pressed(state, phase, clock)
    return say_next((replace(going, message=Message("Clock still running.")), ()))


def _as_if_not_pressed(state: TableState, phase: Stopping, clock: ZoneClock) -> TableState:
    """The clock runs, and has run since the press: a press can't buy time."""
    return _running(state, phase.stood or clock, phase.since)


def _running(state: TableState, clock: ZoneClock, at: float) -> TableState:
    """The same with this clock running from now on."""
    looked = max(at, state.clocks.looked_at)
    going = replace(state.clocks, turn=clock.started(at), looked_at=looked)
    return replace(state, clocks=going, phase=Running())


# --- what a stop means ---


@for_side
@in_phase(Stopping)
def _look_at_the_word(
    state: TableState, phase: Stopping, side: Side, *, unseen: bool = False
) -> Step:
    """Counts what lies there, or decides what an empty board means; asks where that isn't certain.

    `unseen`: the table hasn't settled since.
    """
    sight = state.board.sight
    if not state.device.sees:
        return _ask_what_lies(state, Message("{side}: is your word on the board?", {"side": side}))
    if _have_come(state, phase):
        return _came_later(state, phase, side)
    if phase.bare is None and not phase.dinged and sight is not None and not unseen:
        state = replace(state, phase=replace(phase, bare=_bare(sight)))
    if sight is None or unseen:
        return _ask_what_lies(state, Message("The board is hard to see. What’s there?"))
    if (asked := which_way_up(state, _look_at_the_word)) is not None:
        return asked
    observed = sight.now.observed
    match observed.change:
        case Change.NONE:
            if not phase.closer:
                # Tiles recognised only now were there at the stop.
                closer = replace(phase, closer=True, bare=None)
                return look_closer(replace(state, phase=closer))
            if hidden := _hidden(sight):
                text = Message("Something is over the board: please move it. What’s there?")
                return _ask_what_lies(state, text, hidden)
            if untouched(sight, state.game.state.variant) is None:
                if not observed.doubts:
                    state = _known_to_lie(state, {}, whole=False)
                return _ask_what_lies(state, Message("No new word seen. What’s there?"))
            return _nothing_new(state, side)
        case Change.WITHDRAWN:
            text = Message("Tiles from an earlier play are gone: please put them back.")
            return _ask_what_lies(state, text)
        case Change.GAP:
            left = orphans_among(state, observed.tiles)
            text = Message(
                "Tiles that don’t count are still there: pick up {squares}.",
                {"squares": square_names(left)},
            )
            if not left:
                squares = square_names(observed.tiles)
                text = Message("There’s more than one play: {squares}.", {"squares": squares})
            return _ask_what_lies(state, text)
        case Change.UNCLEAR:
            return _ask_what_happened(state, sight)
        case Change.PLAY:
            return _judge(state, side)


def _hidden(sight: JudgedReading) -> tuple[Square, ...]:
    """Squares that something covers: with a short word under an arm, a stop isn't one without a
    word, though everything visible around it is unchanged."""
    if not isinstance(sight.reading, Reading):
        return ()
    rows, columns = np.nonzero(sight.reading.covered > COVERED)
    return tuple(Square(int(c), int(r)) for r, c in zip(rows, columns, strict=True))


def _judge(state: TableState, side: Side, *, again: bool = False) -> Step:
    """New tiles lie there: they count if they are a word. `again`: even if they fell before."""
    if state.board.sight is None:
        return state, ()
    seen = state.board.sight.now
    if seen.observed.withdrawn:
        text = Message("Tiles from an earlier play are gone: please put them back.")
        return _ask_what_lies(state, text)
    if doubts := own_doubts(seen):
        return ask(state, which_tile(doubts[0], Then(_name_tile, doubts[0].square)))
    if are_orphans(state, seen.observed.tiles) and not again:
        return _ask_if_again(state, seen)
    if seen.play is None:
        faults = seen.observed.faults
        return _no_word_yet(state, fault_message(faults[0]) if faults else None)
    if (why := refused(state, seen.play.play)) is not None:
        return _no_word_yet(state, why, whole=True)
    laid = events_of(state.game, side, seen)
    step = count_word(state, laid, seen.after, seen.observed.tiles)
    if not isinstance(step, Fault):
        return step
    roll = _roll_as_laid(state, seen.observed.tiles)
    if step.code is FaultCode.NOT_ROLLED and roll is not None:
        return _ask_if_rolled(state, step, seen, (roll, *laid))
    return _no_word_yet(state, fault_message(step), whole=True)


def _nothing_new(state: TableState, side: Side) -> Step:
    """Nothing new lies there: out of time, a press without meaning yet, or the players say what it
    means (Q-PAR-14)."""
    if isinstance(state.phase, Stopping) and state.phase.dinged:
        return out_of_time(state)
    if state.game.state.variant.letter_clock is None:
        # The timer runs on as if unpressed: letting it run out is the pass (Q-SCR-07).
        return _runs_on(state, Message("No new dice: the timer keeps running."))
    text = Message("{side} stopped the clock, but there are no new tiles. Why?", {"side": side})
    by_camera = (_look_again(), option("Enter the word by hand…", _enter))
    question = Question(text, (*_without_a_word(state), *by_camera), noted=True)
    return ask(_known_to_lie(state, {}, whole=False), question)


def _known_to_lie(state: TableState, tiles: Mapping[Square, Tile], *, whole: bool) -> TableState:
    """The same, knowing what lay there at the press: later tiles don't count."""
    phase = state.phase
    if not isinstance(phase, Stopping) or phase.lay is not None:
        return state
    return replace(state, phase=replace(phase, lay=MappingProxyType(dict(tiles)), whole=whole))


def _have_come(state: TableState, phase: Stopping) -> bool:
    """Whether new tiles are certainly there now that weren't at the press."""
    if phase.dinged or phase.bare is None or state.board.sight is None:
        return False
    observed, lay = state.board.sight.now.observed, phase.lay or {}
    if observed.change not in (Change.PLAY, Change.GAP):
        return False
    others = {s for s, tile in observed.tiles.items() if tile != lay.get(s, tile)}
    return bool(others or observed.tiles.keys() & phase.bare)


SURELY_BARE = 0.98
"""Above this probability a square counts as empty, and no blank on it is asked about."""


def _bare(sight: JudgedReading) -> frozenset[Square] | None:
    """The squares that are certainly empty; None where nothing could be read, or something covers
    the board."""
    if not isinstance(sight.reading, Reading) or _hidden(sight):
        return None
    rows, columns = np.nonzero(sight.reading.probabilities[:, :, INDEX[EMPTY]] > SURELY_BARE)
    return frozenset(Square(int(c), int(r)) for r, c in zip(rows, columns, strict=True))


def _came_later(state: TableState, phase: Stopping, side: Side) -> Step:
    """Tiles laid after the press make it a stop too early (Q-PAR-14); if an invalid word lay there
    at the press, the clock has run on."""
    if not phase.whole:
        text = Message(
            "{side} stopped the clock before the word was laid, and misses the "
            "next turn. It keeps running.",
            {"side": side},
        )
        return _too_early(state, phase, side, text)
    if state.clocks.turn is None:
        return state, ()
    going = _as_if_not_pressed(state, phase, state.clocks.turn)
    text = Message("That came after the press: the clock keeps running.")
    return say_next((replace(going, message=text), (Announce(text),)))


@in_phase(Stopping)
def _enter(state: TableState, phase: Stopping) -> Step:
    """The word that lay there at the press is entered while the clock stands as it did then."""
    if phase.stood is not None:
        state = replace(state.with_clock(phase.stood), phase=replace(phase, runs_on=False))
    return ask_word(state, _too_late, _ask_again)


@in_phase(Stopping)
def _ask_again(state: TableState, phase: Stopping) -> Step:
    """The entry was cancelled: the question that led there is put again."""
    return _look_at_the_word(replace(state, phase=replace(phase, until=None)))


def _too_late(state: TableState, tiles: Mapping[Square, Tile]) -> Step | None:
    """What becomes of a word that wasn't there at the press; None if it may have been. A letter may
    have been misread, but an empty square had no tile."""
    phase, side = state.phase, state.side
    if side is None or not isinstance(phase, Stopping) or phase.dinged or phase.bare is None:
        return None
    if not tiles.keys() & phase.bare:
        return None
    return _came_later(_standing_no_longer(state, phase), phase, side)


def _standing_no_longer(state: TableState, phase: Stopping) -> TableState:
    """The clock has run on since the ten seconds, though it stood while a word was entered."""
    clock = state.clocks.turn
    if clock is None or phase.asked is None or phase.asked + STANDS_FOR > state.clocks.looked_at:
        return state
    return state.with_clock(clock.started(phase.asked + STANDS_FOR))


def asked_long_enough(state: TableState, asking: Asking, phase: Stopping, now: float) -> Step:
    """The clock stops for ten seconds at most while the players are asked what a stop was, then
    runs on (Q-PAR-14): the zone stays that of the press. If a word may lie there, the end of the
    clock waits for the answer, and while a word is being entered the clock stands."""
    clock = state.clocks.turn
    if state.game.state.variant.letter_clock is None or phase.dinged or clock is None:
        return state, ()
    if asking.question.entry is not None:
        return state, ()
    if not phase.runs_on:
        if phase.asked is None:
            return _behind(state, asking, replace(phase, asked=now)), ()
        if now - phase.asked < STANDS_FOR:
            return state, ()
        going = state.with_clock(clock.started(phase.asked + STANDS_FOR))
        return _behind(going, asking, replace(phase, runs_on=True)), ()
    if phase.lay is None or not clock.run_out(now):
        return state, ()
    behind = replace(state, phase=phase)
    if _have_come(behind, phase) and state.side is not None:
        return _came_later(behind, phase, state.side)
    return time_is_up(behind, now)


def _behind(state: TableState, asking: Asking, phase: Stopping) -> TableState:
    return replace(state, phase=replace(asking, back=phase))


def _without_a_word(state: TableState) -> tuple[Option, ...]:
    """What a stop without a word is (Q-PAR-14): what costs nothing comes first, and each says what
    it costs."""
    return _slip(), pass_with_its_cost(state), _admit_too_early()


def _slip() -> Option:
    """Nobody wanted to stop: the clock has run all the time, so it buys none."""
    return option("Pressed by mistake: the clock has run on", _not_pressed)


def _admit_too_early() -> Option:
    return option("Stopped too early: miss a turn", _stopped_too_early)


@for_side
@in_phase(Stopping)
def _stopped_too_early(state: TableState, phase: Stopping, side: Side) -> Step:
    """The players' answer."""
    text = Message(
        "{side} stopped the clock too early and misses the next turn. It keeps running.",
        {"side": side},
    )
    return _too_early(state, phase, side, text)


def _too_early(state: TableState, phase: Stopping, side: Side, text: Message) -> Step:
    """PAR-CLK-11: this costs the next turn; it isn't a stop, and the clock runs on from where it
    stood (Q-PAR-13)."""
    clock, zone = state.clocks.turn, phase.zone
    if clock is None or zone is None:
        return state, ()
    event = ClockStopped(side, zone)
    after, effects = commit(state, [event], state.board.followed, text, tone=Tone.WHISTLE)
    if nothing_counted(state, after):
        return after, effects
    return say_next((_running(after, clock, state.clocks.looked_at), effects))


def _runs_on(state: TableState, text: Message) -> Step:
    phase, clock = state.phase, state.clocks.turn
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    going = clock.started(phase.since)
    after = replace(state.with_clock(going), phase=Running(), message=text)
    return after, (Announce(text),)


# Questions


def _no_word_yet(state: TableState, why: Message | None, *, whole: bool = False) -> Step:
    """What lies there is no word yet: says so, and asks where it costs something. `whole`: it is
    one, but may not be played."""
    why = why or Message("That’s not a play.")
    dinged = isinstance(state.phase, Stopping) and state.phase.dinged
    if state.game.state.variant.letter_clock is None and not dinged:
        going, _ = _runs_on(state, why)
        return refuse(going, why)
    tiles = {} if state.seen is None else state.seen.observed.tiles
    return _ask_what_lies(_known_to_lie(state, tiles, whole=whole), why)


def _ask_if_again(state: TableState, seen: TurnReading) -> Step:
    """Tiles of a fallen play, or of a turn that is over, lie where they lay."""
    text = Message("The uncounted letters are still there. Are you playing them now?")
    options = (_look_again(), *_instead(state), option("Yes, count them", _judge_again))
    squares = tuple(sorted(seen.observed.tiles))
    return ask(state, Question(text, options, squares, noted=True))


@for_side
def _judge_again(state: TableState, side: Side) -> Step:
    return _judge(state, side, again=True)


def _ask_if_rolled(
    state: TableState, fault: Fault, seen: TurnReading, laid: tuple[Event, ...]
) -> Step:
    """Letters on the board weren't in the roll as it was read."""
    text = Message("{why} Was the roll misread?", {"why": fault_message(fault)})
    misread = option("Yes, it was misread", Do(_count_misread, laid, seen.observed.tiles))
    options = (misread, _look_again(), *_instead(state))
    return ask(state, Question(text, options, fault.squares, noted=True))


def _count_misread(
    state: TableState, laid: tuple[Event, ...], tiles: Mapping[Square, Tile]
) -> Step:
    seen, followed = state.seen, lying_too(state.board.followed, tiles)
    if seen is not None and seen.observed.tiles == tiles:
        followed = seen.after
    step = count_word(state, laid, followed, tiles)
    if isinstance(step, Fault):
        return _no_word_yet(state, fault_message(step), whole=True)
    return step


def _ask_what_happened(state: TableState, sight: JudgedReading) -> Step:
    """Asks which word lies there. "No word" has a cost, so it is never the preselected answer; if
    no word is likely, another look is preselected."""
    observed, rules = sight.now.observed, state.game.state.variant
    words = tuple(c for c in observed.candidates if c.change is not Change.NONE)
    instead, before = _instead(state), sight.before.position
    gone = tiles_gone(state)
    asked = what_happened(words, observed.doubts, before, rules, _happened, instead, gone)
    if any(doubt.kind is DoubtKind.COVERED for doubt in observed.doubts):
        # Once it is gone the board has changed, and is read again by itself.
        text = Message("Something is over the board: please move it. What was laid?")
        asked = replace(asked, text=text)
    if len(asked.options) > len(instead) + 1:
        return ask(state, asked)
    return _ask_what_lies(state, asked.text, asked.squares)


def _ask_what_lies(state: TableState, why: Message, squares: tuple[Square, ...] = ()) -> Step:
    """What lies there is unknown, or no word: the players say what it is."""
    options = [option("Enter the word by hand…", _enter)]
    if state.device.sees:
        options.insert(0, _look_again())
    return ask(state, Question(why, (*options, *_instead(state)), squares, noted=True))


def _instead(state: TableState) -> tuple[Option, ...]:
    """What a stop may have been if there is no word; new tiles that make no word came too early
    (Q-PAR-14)."""
    phase = state.phase
    if isinstance(phase, Stopping) and phase.dinged:
        return (option("No word in time", out_of_time),)
    if state.game.state.variant.letter_clock is None:
        return (option("No word yet", _stands),)
    if isinstance(phase, Stopping) and phase.lay is not None and not phase.whole:
        return _slip(), _admit_too_early()
    return _without_a_word(state)


def _look_again() -> Option:
    return option("Look again", _look_while_stopping)


@in_phase(Stopping)
def _look_while_stopping(state: TableState, phase: Stopping) -> Step:
    again = replace(phase, until=None, closer=False, asked=None)
    looking, effects = look_closer(replace(state, phase=again))
    return looking, (FollowAgain(), *effects)


def _stands(state: TableState) -> Step:
    """As if the press hadn't happened; but the clock stood while the question was open, and still
    does."""
    return say_next((replace(state, phase=resting(state), message=None), ()))


def _name_tile(state: TableState, tile: Tile, square: Square) -> Step:
    if state.board.sight is None:
        return _look_while_stopping(state)
    sight = with_tile(state.board.sight, square, tile, state.game.state.variant)
    return _look_at_the_word(state.with_sight(sight))


def _happened(state: TableState, candidate: Candidate) -> Step:
    if state.board.sight is None or not still_explains(state.board.sight, candidate):
        return _look_while_stopping(state)
    sight = with_explanation(state.board.sight, candidate, state.game.state.variant)
    return _look_at_the_word(state.with_sight(sight))


# --- a roll that was misread ---


def _roll_as_laid(state: TableState, tiles: Mapping[Square, Tile]) -> Replaced | None:
    """The roll of this turn as it must have been for these tiles to be laid; None if that is
    impossible: it was rolled on the screen, every laid tile was in the roll, or more was laid than
    rolled."""
    stage, throw, side = state.game.state.stage, state.dice.throw, state.side
    if not isinstance(stage, DiceTurn) or stage.letters is None or side is None:
        return None
    number, roll = _last_roll(state)
    if roll is None or (throw is not None and throw.roll.letters == roll.letters):
        return None
    laid = Counter(map(piece_of, tiles.values()))
    strange = sorted((laid - Counter(stage.letters)).elements())
    # Which of the other letters it was read as doesn't matter; a blank resembles no letter.
    left = sorted((Counter(roll.letters) - laid).elements(), key=is_blank)
    if not strange or len(strange) > len(left):
        return None
    letters = roll.letters
    for was, now in zip(left, strange, strict=False):
        letters = letters.replace(was, now, 1)
    return Replaced(number, Rolled(roll.by, letters))


def _last_roll(state: TableState) -> tuple[int, Rolled | None]:
    rolls = [(n, e) for n, e in state.game.happened.items() if isinstance(e, Rolled)]
    return rolls[-1] if rolls else (-1, None)
