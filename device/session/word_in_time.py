"""What the clock was stopped for: the word that lies there counts, or there is none.

A stop without a word is too early (PAR-CLK-11); a clock that has run out counts what lies there in
its last zone (Q-PAR-12). What isn't sure is asked. How a word counts is in timed_word.py, a pass in
timed_pass.py. Tests: tests/device/test_word_in_time.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from device.faults import fault_message, square_names
from device.session.clock_states import Running, Stopping
from device.session.committing import ask, commit, option, refuse, tell
from device.session.effects import FollowAgain, LookCloser, LookNow, SayAloud
from device.session.fallen import fell, left_lying
from device.session.misread_roll import roll_as_laid
from device.session.phases import resting
from device.session.questions import what_happened, which_tile
from device.session.referee import refused
from device.session.state import CameraStatus, Option, Question, Step, TableState
from device.session.timed_pass import out_of_time, pass_turn
from device.session.timed_word import ask_word, count_word
from device.session.turn_end import events_of, own_doubts, still_explains
from device.session.what_next import say_next
from device.sight import Seen, Sight, chosen, named, untouched
from device.texts import Message
from device.zone_views import ZONE_LABELS
from engine.events import ClockStopped, Event, Side
from engine.faults import Fault, FaultCode
from engine.squares import Square
from engine.stages import Clock
from engine.tiles import Tile
from hardware.panel import Tone
from vision.doubt import COVERED, DoubtKind
from vision.reading import Reading
from vision.reconstruct import Candidate, Change


def look_at_the_word(state: TableState, *, unseen: bool = False) -> Step:
    """Counts what lies there, or what it means that nothing does; asks where that isn't sure.

    `unseen`: the table hasn't come to rest since.
    """
    side, sight, phase = state.side, state.sight, state.phase
    if side is None or not isinstance(phase, Stopping):
        return state, ()
    if state.camera is not CameraStatus.SEES:
        return _ask_what_lies(state, Message("{side}: does your word lie there?", {"side": side}))
    if sight is None or unseen:
        return _ask_what_lies(state, Message("The board can't be seen well. What lies there?"))
    observed = sight.now.observed
    match observed.change:
        case Change.NONE:
            if not phase.closer:
                # In the dark a tile is easily overlooked.
                closer = replace(state, phase=replace(phase, closer=True), doubted=True)
                return closer, (LookNow(), LookCloser())
            if hidden := _hidden(sight):
                text = Message(
                    "Something lies over the board: take it away, please. What lies there?"
                )
                return _ask_what_lies(state, text, hidden)
            if untouched(sight, state.game.state.variant) is None:
                return _ask_what_lies(state, Message("No new word can be seen. What lies there?"))
            return without_word(state)
        case Change.WITHDRAWN:
            text = Message("Tiles of an earlier play are gone: put them back, please.")
            return _ask_what_lies(state, text)
        case Change.GAP:
            left = left_lying(state, observed.tiles)
            text = Message(
                "Tiles of a play that doesn't count lie there still: take up {squares}.",
                {"squares": square_names(left)},
            )
            if not left:
                squares = square_names(observed.tiles)
                text = Message("More than one play lies there: {squares}.", {"squares": squares})
            return _ask_what_lies(state, text)
        case Change.UNCLEAR:
            return _ask_what_happened(state, sight)
        case Change.PLAY:
            return _judge(state, side)


def _hidden(sight: Sight) -> tuple[Square, ...]:
    """Squares that something lies over: a short word under an arm is no stop without one, though
    what can be seen beside it is as it was."""
    if not isinstance(sight.reading, Reading):
        return ()
    rows, columns = np.nonzero(sight.reading.covered > COVERED)
    return tuple(Square(int(c), int(r)) for r, c in zip(rows, columns, strict=True))


def _judge(state: TableState, side: Side, *, again: bool = False) -> Step:
    """New tiles lie there: they count if they are a word. `again`: though they fell before."""
    if state.sight is None:
        return state, ()
    seen = state.sight.now
    if seen.observed.withdrawn:
        text = Message("Tiles of an earlier play are gone: put them back, please.")
        return _ask_what_lies(state, text)
    if doubts := own_doubts(seen):
        return ask(state, which_tile(doubts[0], _name_tile))
    if fell(state, seen.observed.tiles) and not again:
        return _ask_if_again(state, seen)
    if seen.play is None:
        faults = seen.observed.faults
        return _no_word_yet(state, fault_message(faults[0]) if faults else None)
    if (why := refused(state, seen.play.play)) is not None:
        return _no_word_yet(state, why)
    laid = events_of(state.game, side, seen)
    step = count_word(state, laid, seen.after, seen.observed.tiles)
    if not isinstance(step, Fault):
        return step
    roll = roll_as_laid(state, seen.observed.tiles)
    if step.code is FaultCode.NOT_ROLLED and roll is not None:
        return _ask_if_rolled(state, step, seen, (roll, *laid))
    return _no_word_yet(state, fault_message(step))


def without_word(state: TableState) -> Step:
    """No word lies there: too early, out of time, or nothing to be counted yet."""
    phase, side, stage = state.phase, state.side, state.game.state.stage
    if not isinstance(phase, Stopping) or side is None or stage is None:
        return state, ()
    if phase.dinged:
        return out_of_time(state)
    if state.game.state.variant.letter_clock is None:
        # The timer runs as if nobody had pressed: letting it run out is the pass (Q-SCR-07).
        return _runs_on(state, Message("No new dice lie there: the timer runs on."))
    if stage.clock is Clock.STOPPED or phase.zone is None:
        text = Message("No new word lies there yet.")
        return say_next(tell(replace(state, phase=resting(state)), text))
    values = {"side": side, "zone": ZONE_LABELS[phase.zone]}
    text = Message(
        "{side} stopped the clock without a word and loses the next turn. "
        "A word laid now counts {zone}.",
        values,
    )
    event = ClockStopped(side, phase.zone)
    return say_next(commit(state, [event], state.followed, text, tone=Tone.WHISTLE))


def _runs_on(state: TableState, text: Message) -> Step:
    phase, clock = state.phase, state.clock
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    going = clock.started(phase.since)
    after = replace(state, phase=Running(), clock=going, message=text)
    return after, (SayAloud(text),)


# Questions


def _no_word_yet(state: TableState, why: Message | None) -> Step:
    """What lies there is no word yet: that is said, and where it costs something, asked."""
    why = why or Message("That is no play.")
    phase, stage = state.phase, state.game.state.stage
    dinged = isinstance(phase, Stopping) and phase.dinged
    finishing = stage is not None and stage.clock is Clock.STOPPED
    if finishing and not dinged:
        return say_next(refuse(replace(state, phase=resting(state)), why))
    if state.game.state.variant.letter_clock is None and not dinged:
        going, _ = _runs_on(state, why)
        return refuse(going, why)
    return _ask_what_lies(state, why)


def _ask_if_again(state: TableState, seen: Seen) -> Step:
    """Tiles that fell, or whose turn was over, lie where they lay."""

    def again(now: TableState) -> Step:
        side = now.side
        return (now, ()) if side is None else _judge(now, side, again=True)

    text = Message("The letters that were not counted lie there still. Are they played now?")
    options = (_look_again(), *_instead(state), option("Yes, count them", again))
    return ask(state, Question(text, options, tuple(sorted(seen.observed.tiles))))


def _ask_if_rolled(state: TableState, fault: Fault, seen: Seen, laid: tuple[Event, ...]) -> Step:
    """A letter lies there that the roll had not, as it was read."""

    def was(now: TableState) -> Step:
        step = count_word(now, laid, seen.after, seen.observed.tiles)
        return _no_word_yet(now, fault_message(step)) if isinstance(step, Fault) else step

    text = Message("{why} Was it rolled all the same?", {"why": fault_message(fault)})
    options = (option("Yes, it was misread", was), _look_again(), *_instead(state))
    return ask(state, Question(text, options, fault.squares))


def _ask_what_happened(state: TableState, sight: Sight) -> Step:
    """Asks which word lies there. That there is none costs something, and is never the answer that
    is lit; where no word is likely, another look is."""
    observed, rules = sight.now.observed, state.game.state.variant
    words = tuple(c for c in observed.candidates if c.change is not Change.NONE)
    instead, before = _instead(state), sight.before.position
    asked = what_happened(words, observed.doubts, before, rules, _happened, instead)
    if any(doubt.kind is DoubtKind.COVERED for doubt in observed.doubts):
        # Once it is gone the board has changed, and is looked at again by itself.
        text = Message("Something lies over the board: take it away, please. What was laid?")
        asked = replace(asked, text=text)
    if len(asked.options) > len(instead) + 1:
        return ask(state, asked)
    return _ask_what_lies(state, asked.text, asked.squares)


def _ask_what_lies(state: TableState, why: Message, squares: tuple[Square, ...] = ()) -> Step:
    """What lies there isn't known, or is no word: the players say."""
    phase, side = state.phase, state.side
    if side is None or not isinstance(phase, Stopping):
        return state, ()
    options = [option("Enter the word by hand …", ask_word)]
    if state.camera is CameraStatus.SEES:
        options.insert(0, _look_again())
    return ask(state, Question(why, (*options, *_instead(state)), squares))


def _instead(state: TableState) -> tuple[Option, ...]:
    """What a stop may have been, if there is no word."""
    phase, stage = state.phase, state.game.state.stage
    if isinstance(phase, Stopping) and phase.dinged:
        return (option("No word in time", without_word),)
    if state.game.state.variant.letter_clock is None:
        return (option("No word yet", _stands),)
    if stage is not None and stage.clock is Clock.STOPPED:
        return option("No word yet", _stands), option("Pass", pass_turn)
    return (
        option("No word: stopped too early", without_word),
        option("Pass", pass_turn),
        option("Pressed by mistake", _stands),
    )


def _look_again() -> Option:
    return option("Look again", _look)


def _look(state: TableState) -> Step:
    phase = state.phase
    if not isinstance(phase, Stopping):
        return state, ()
    looking = replace(state, phase=replace(phase, until=None, closer=False), doubted=True)
    return looking, (FollowAgain(), LookNow(), LookCloser())


def _stands(state: TableState) -> Step:
    """As if nobody had pressed; but while it was asked the clock stood, and it stands still."""
    return say_next((replace(state, phase=resting(state), message=None), ()))


def _name_tile(state: TableState, square: Square, tile: Tile) -> Step:
    if state.sight is None:
        return _look(state)
    sight = named(state.sight, square, tile, state.game.state.variant)
    return look_at_the_word(replace(state, sight=sight))


def _happened(state: TableState, candidate: Candidate) -> Step:
    if state.sight is None or not still_explains(state.sight, candidate):
        return _look(state)
    sight = chosen(state.sight, candidate, state.game.state.variant)
    return look_at_the_word(replace(state, sight=sight))
