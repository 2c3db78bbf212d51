"""What the clock was stopped for: the word that lies there counts, or there is none.

A stop without a word is too early (PAR-CLK-11); a clock that has run out counts what lies there in
its last zone (Q-PAR-12). What isn't sure is asked. Tests: tests/device/test_word_in_time.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.faults import fault_message, square_names
from device.session.blanks import then_ask_letters
from device.session.by_hand import ask_play, lying_too
from device.session.committing import added, ask, commit, counted, option, refuse, tell
from device.session.effects import FollowAgain, LookCloser, LookNow, SayAloud
from device.session.phases import resting
from device.session.questions import what_happened, which_tile
from device.session.settling import announced
from device.session.state import (
    CameraStatus,
    Option,
    Question,
    Running,
    Step,
    Stopping,
    TableState,
)
from device.session.turn_end import events_of, own_doubts
from device.sight import chosen, named, untouched
from device.texts import Message
from device.zone_clock import PARTY_ZONES
from device.zone_views import ZONE_LABELS
from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Event, Passed, Played, Side
from engine.faults import Fault
from engine.game import Game
from engine.squares import Square
from engine.stages import Clock
from engine.state import EntryKind
from engine.tiles import Tile
from hardware.panel import Tone
from vision.followed import Followed
from vision.reconstruct import Candidate, Change


def look_at_the_word(state: TableState, *, unseen: bool = False) -> Step:
    """Counts what lies there, or what it means that nothing does; asks where that isn't sure.

    `unseen`: the table hasn't come to rest since.
    """
    side, sight, phase = state.side, state.sight, state.phase
    if side is None or not isinstance(phase, Stopping):
        return state, ()
    if sight is None or unseen or state.camera is not CameraStatus.SEES:
        return _ask_what_lies(state, Message("The board can't be seen well. What lies there?"))
    observed = sight.now.observed
    match observed.change:
        case Change.NONE:
            if not phase.closer:
                # In the dark a tile is easily overlooked.
                closer = replace(state, phase=replace(phase, closer=True), doubted=True)
                return closer, (LookNow(), LookCloser())
            if untouched(sight, state.game.state.variant) is None:
                return _ask_what_lies(state, Message("No new word can be seen. What lies there?"))
            return without_word(state)
        case Change.WITHDRAWN:
            text = Message("Tiles of an earlier play are gone: put them back, please.")
            return _ask_what_lies(state, text)
        case Change.GAP:
            squares = square_names(observed.tiles)
            text = Message("More than one play lies there: {squares}.", {"squares": squares})
            return _ask_what_lies(state, text)
        case Change.UNCLEAR:
            rules, before = state.game.state.variant, sight.before.position
            asked = what_happened(
                observed.candidates, observed.doubts, before, rules, _happened, (_look_again(),)
            )
            return ask(state, asked)
        case Change.PLAY:
            return _judge(state, side)


def _judge(state: TableState, side: Side) -> Step:
    """New tiles lie there: they count if they are a word."""
    if state.sight is None:
        return state, ()
    seen = state.sight.now
    if doubts := own_doubts(seen):
        return ask(state, which_tile(doubts[0], _name_tile))
    if seen.play is None:
        faults = seen.observed.faults
        return _no_word_yet(state, faults[0] if faults else None)
    return _count(state, events_of(state.game, side, seen), seen.after, seen.observed.tiles)


def _count(
    state: TableState,
    laid: tuple[Event, ...],
    followed: Followed,
    tiles: Mapping[Square, Tile],
) -> Step:
    """The word counts, in the zone in which the clock was stopped."""
    side, events = state.side, [*laid, *_stop(state)]
    after = added(state.game, events)
    if isinstance(after, Fault) or side is None:
        return _no_word_yet(state, after if isinstance(after, Fault) else None)
    played = next(e for e in reversed(after.state.entries) if e.kind is EntryKind.PLAY)
    if played.scored is None:
        raise ValueError(f"a play without its points: {played!r}")
    lying = replace(Followed.at(after.state.position), bare=followed.bare)
    # Where dice go back into the cup something else is believed than what lies there now.
    same = followed.position == after.state.position
    text = counted(state, side, played.scored)
    step = announced(commit(state, events, followed if same else lying, text))
    return then_ask_letters(step, tiles)


def _stop(state: TableState) -> tuple[Event, ...]:
    """What has become of the clock, as the game has it; nothing where a word is finished late, or
    where the play itself ends the turn (SCR-TUR-05)."""
    phase, side, stage = state.phase, state.side, state.game.state.stage
    if not isinstance(phase, Stopping) or side is None or stage is None:
        return ()
    if state.game.state.variant.letter_clock is None or stage.clock is not Clock.RUNNING:
        return ()
    if phase.dinged or phase.zone is None:
        return (Dinged(),)
    return (ClockStopped(side, phase.zone),)


def without_word(state: TableState) -> Step:
    """No word lies there: too early, out of time, or nothing to be counted yet."""
    phase, side, stage = state.phase, state.side, state.game.state.stage
    if not isinstance(phase, Stopping) or side is None or stage is None:
        return state, ()
    if phase.dinged:
        return _out_of_time(state, side)
    if state.game.state.variant.letter_clock is None:
        # The timer runs as if nobody had pressed: letting it run out is the pass (Q-SCR-07).
        return _runs_on(state, Message("No new dice lie there: the timer runs on."))
    if stage.clock is Clock.STOPPED or phase.zone is None:
        text = Message("{side}: no new word lies there yet.", {"side": side})
        return tell(replace(state, phase=resting(state)), text)
    values = {"side": side, "zone": ZONE_LABELS[phase.zone]}
    text = Message(
        "{side} stopped the clock without a word and loses the next turn. "
        "A word laid now counts {zone}.",
        values,
    )
    event = ClockStopped(side, phase.zone)
    return commit(state, [event], state.followed, text, tone=Tone.WHISTLE)


def _runs_on(state: TableState, text: Message) -> Step:
    phase, clock = state.phase, state.clock
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    going = clock.started(phase.since)
    after = replace(state, phase=Running(), clock=going, message=text)
    return after, (SayAloud(text),)


def _out_of_time(state: TableState, side: Side) -> Step:
    """PAR-CLK-12, SCR-TUR-04."""
    after = state.game.added(Dinged())
    text = Message("{side} has laid no word in time.", {"side": side})
    if isinstance(after, Game):
        lost = after.state.totals[side] - state.game.state.totals[side]
        if lost:
            values = {"side": side, "points": f"{lost:+}"}
            text = Message("{side} has laid no word in time: {points}.", values)
    return commit(state, [Dinged()], state.followed, text, tone=Tone.BAD)


# Questions


def _no_word_yet(state: TableState, fault: Fault | None) -> Step:
    """What lies there is against a rule: that is said, and where it costs something, asked."""
    why = Message("That is no play.") if fault is None else fault_message(fault)
    phase, stage = state.phase, state.game.state.stage
    dinged = isinstance(phase, Stopping) and phase.dinged
    finishing = stage is not None and stage.clock is Clock.STOPPED
    if finishing and not dinged:
        return refuse(replace(state, phase=resting(state)), why)
    if state.game.state.variant.letter_clock is None and not dinged:
        going, effects = _runs_on(state, why)
        refused, more = refuse(going, why)
        del effects
        return refused, more
    return _ask_what_lies(state, why)


def _ask_what_lies(state: TableState, why: Message) -> Step:
    """What lies there isn't known, or is no word: the players say."""
    phase, side = state.phase, state.side
    if side is None or not isinstance(phase, Stopping):
        return state, ()
    options = [_look_again(), option("Enter the word by hand …", _by_hand)]
    if state.camera is not CameraStatus.SEES:
        options.reverse()
    if phase.dinged:
        options.append(option("No word in time", without_word))
    else:
        options += _instead(state)
    return ask(state, Question(why, tuple(options)))


def _instead(state: TableState) -> list[Option]:
    """What a stop may have been, if there is no word."""
    stage = state.game.state.stage
    if state.game.state.variant.letter_clock is None:
        return [option("No word yet: the timer runs on", without_word)]
    if stage is not None and stage.clock is Clock.STOPPED:
        return [option("No word yet", _leave), option("Pass", pass_turn)]
    return [
        option("No word: stopped too early", without_word),
        option("Pass", pass_turn),
        option("Pressed by mistake", _leave),
    ]


def _look_again() -> Option:
    return option("Look again", _look)


def _look(state: TableState) -> Step:
    phase = state.phase
    if not isinstance(phase, Stopping):
        return state, ()
    looking = replace(state, phase=replace(phase, until=None, closer=False), doubted=True)
    return looking, (FollowAgain(), LookNow(), LookCloser())


def _leave(state: TableState) -> Step:
    """As if nobody had pressed."""
    stage = state.game.state.stage
    if stage is not None and stage.clock is Clock.STOPPED:
        return replace(state, phase=resting(state), message=None), ()
    return _runs_on(state, Message("The clock runs on."))


def _name_tile(state: TableState, square: Square, tile: Tile) -> Step:
    if state.sight is None:
        return _look(state)
    sight = named(state.sight, square, tile, state.game.state.variant)
    return look_at_the_word(replace(state, sight=sight))


def _happened(state: TableState, candidate: Candidate) -> Step:
    if state.sight is None:
        return _look(state)
    sight = chosen(state.sight, candidate, state.game.state.variant)
    if candidate.change is Change.NONE:
        return without_word(state)
    return look_at_the_word(replace(state, sight=sight))


def _by_hand(state: TableState) -> Step:
    """The players say which word lies there."""
    side = state.side
    if side is None:
        return state, ()

    def finish(now: TableState, tiles: Mapping[Square, Tile]) -> Step | Fault:
        events: tuple[Event, ...] = (Played(side, tiles),)
        after = added(now.game, [*events, *_stop(now)])
        if isinstance(after, Fault):
            return after
        return _count(replace(now, sight=None), events, lying_too(now.followed, tiles), tiles)

    return ask_play(state, side, state.game.state, finish)


# Passing


def pass_turn(state: TableState) -> Step:
    """The side to play passes, in whichever zone the clock is (PAR-EXC-01, PAR-EXC-02)."""
    side, zone = state.side, zone_now(state)
    if side is None:
        return state, ()
    event = Passed(side, zone)
    after = state.game.added(event)
    text = Message("{side} passes.", {"side": side})
    if isinstance(after, Game):
        cost = after.state.totals[side] - state.game.state.totals[side]
        if cost:
            values = {"side": side, "points": f"{cost:+}"}
            text = Message("{side} passes: {points}.", values)
    return announced(commit(state, [event], state.followed, text))


def zone_now(state: TableState) -> Zone | None:
    """The zone that the clock is in, or was stopped in; None where it wasn't started in this turn,
    and where the game knows it already."""
    phase, clock, stage = state.phase, state.clock, state.game.state.stage
    if clock is None or stage is None or stage.clock is not Clock.RUNNING:
        return None
    if isinstance(phase, Stopping):
        return phase.zone
    return PARTY_ZONES[clock.zone_at(state.clock_looked)]
