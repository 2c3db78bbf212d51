"""A word laid against the clock counts: in the zone in which the clock was stopped, or the last.

Seen by the camera or entered by hand; whether there is one is found out in word_in_time.py.
Tests: tests/device/test_word_in_time.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.session.blanks import then_ask_letters
from device.session.by_hand import ask_play, lying_too
from device.session.clock_states import Running, Stopping
from device.session.clock_zone import zone_now
from device.session.committing import added, commit, counted, tell
from device.session.phases import resting
from device.session.settling import announced
from device.session.state import Step, TableState
from device.session.what_next import say_next
from device.texts import Message
from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Event, Played
from engine.faults import Fault
from engine.squares import Square
from engine.stages import Clock
from engine.state import EntryKind
from engine.tiles import Tile
from vision.follow import Followed


def count_word(
    state: TableState,
    laid: tuple[Event, ...],
    followed: Followed,
    tiles: Mapping[Square, Tile],
) -> Step | Fault:
    """These tiles count, in the zone of the stop; a fault if they can't."""
    side, events = state.side, [*laid, *_stop(state)]
    after = added(state.game, events)
    if side is None:
        return state, ()
    if isinstance(after, Fault):
        return after
    played = next(e for e in reversed(after.state.entries) if e.kind is EntryKind.PLAY)
    if played.scored is None:
        raise ValueError(f"a play without its points: {played!r}")
    lying = replace(Followed.at(after.state.position), bare=followed.bare)
    # Where dice go back into the cup something else is believed than what lies there now.
    same = followed.position == after.state.position
    text = counted(state, side, played.scored)
    step = announced(commit(state, events, followed if same else lying, text))
    return then_ask_letters(say_next(step), tiles)


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


def ask_word(state: TableState) -> Step:
    """The players say which word lies there, while the table is looked at."""
    phase = state.phase
    return _ask(state, phase) if isinstance(phase, Stopping) else (state, ())


def enter_word(state: TableState) -> Step:
    """The players enter the word by hand, without a picture: the clock stands from now on."""
    phase = state.phase
    if state.clock is None or isinstance(phase, Stopping):
        return ask_word(state)
    clock = state.clock.stopped(state.clock_looked)
    zone: Zone | None = zone_now(state)
    since = state.clock_looked if isinstance(phase, Running) else state.still_at
    stands = replace(state, clock=clock)
    return _ask(replace(stands, phase=resting(stands)), Stopping(since, zone))


def _ask(state: TableState, stopped: Stopping) -> Step:
    side = state.side
    if side is None:
        return tell(state, Message("The game is over."))

    def finish(now: TableState, tiles: Mapping[Square, Tile]) -> Step | Fault:
        # The last reading may not show them: nothing is learned from it.
        counting = replace(now, phase=stopped, sight=None)
        return count_word(counting, (Played(side, tiles),), lying_too(now.followed, tiles), tiles)

    return ask_play(state, side, state.game.state, finish)
