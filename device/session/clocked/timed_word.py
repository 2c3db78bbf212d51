"""A word or a pass in a turn against the clock, and what it counts or costs in its zone.

A word is seen by the camera or entered by hand; a pass may come at any time (PAR-EXC-01, -02), and
letters lying there then count for no side until they are taken up. Tests:
tests/device/test_word_in_time.py, tests/device/test_against_clock.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.numbers import signed
from device.language.texts import Message, and_then
from device.session.core.commit import (
    added,
    commit,
    go_on,
    nothing_counted,
    option,
    play_text,
    while_game_lasts,
)
from device.session.core.effects import Announce, FollowAgain, LookNow
from device.session.core.observation import untouched
from device.session.core.prompts import resting, say_next
from device.session.core.state import (
    Act,
    Do,
    Option,
    Running,
    Step,
    Stopping,
    TableState,
    Then,
    for_side,
)
from device.session.core.turn_clock import zone_now
from device.session.turn.by_hand import ask_play, lying_too
from device.session.turn.doubts import then_ask_letters
from device.session.turn.ending import ask_if_no_room, with_result
from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Event, Passed, Played, Side
from engine.faults import Fault
from engine.game import Game
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel.port import Tone
from vision.game.follow import Followed

# --- a word ---


def count_word(
    state: TableState,
    laid: tuple[Event, ...],
    followed: Followed,
    tiles: Mapping[Square, Tile],
) -> Step | Fault:
    """These tiles count in the zone of the stop; a fault if they can't."""
    side, events = state.side, [*laid, *_stop(state)]
    after = added(state.game, events)
    if side is None:
        return state, ()
    if isinstance(after, Fault):
        return after
    played = after.state.last_play
    if played is None:
        raise ValueError(f"a play without its points: {tiles!r}")
    lying = replace(Followed.at(after.state.position), bare=followed.bare)
    # Where dice go back into the cup, the board believed afterwards isn't the one seen now.
    same = followed.position == after.state.position
    text = play_text(state, side, played)
    step = with_result(commit(state, events, followed if same else lying, text))
    return then_ask_letters(say_next(step), tiles)


def _stop(state: TableState) -> tuple[Event, ...]:
    """What has become of the clock in the game's own terms; nothing where the play itself ends the
    turn (SCR-TUR-05)."""
    phase, side = state.phase, state.side
    if not isinstance(phase, Stopping) or side is None:
        return ()
    if state.game.state.variant.letter_clock is None:
        return ()
    if phase.dinged or phase.zone is None:
        return (Dinged(),)
    return (ClockStopped(side, phase.zone),)


TooLate: TypeAlias = Callable[[TableState, Mapping[Square, Tile]], "Step | None"]
"""What becomes of a word that wasn't there when the clock was stopped; None if it was."""


def ask_word(state: TableState, too_late: TooLate, leave: Act) -> Step:
    """The players say which word lies there while the table is being read; `leave`: what Cancel
    does."""
    phase = state.phase
    if not isinstance(phase, Stopping):
        return state, ()
    return _ask(state, Stopping(phase.since, phase.zone), too_late, leave)


def enter_word(state: TableState) -> Step:
    """The players enter the word by hand, without a picture: the clock stands from now on, unless
    the camera sees that no new tile is there. Then it is stopped by the answer that all has been
    entered (Q-PAR-14). If the entry is left, the clock runs on from where it stood."""
    phase = state.phase
    if state.clocks.turn is None:
        return state, ()
    if isinstance(phase, Running) and _is_seen_empty(state):
        return _ask(state, None, leave=_still_running)
    since = state.clocks.looked_at if isinstance(phase, Running) else state.frames.still_at
    stopped = Stopping(since, zone_now(state))
    stands = replace(state, clocks=state.clocks.turn_stopped())
    stands = replace(stands, phase=resting(stands))
    if isinstance(phase, Running):
        return _ask(stands, stopped, leave=_run_on, left=_run_on)
    return _ask(stands, stopped)


def _run_on(state: TableState) -> Step:
    """The entry was left, and the clock stood for it: it goes on from there."""
    clock, at = state.clocks.turn, state.clocks.looked_at
    if clock is None:
        return go_on(state)
    text = Message("Clock running again from where it stood.")
    going = replace(state.with_clock(clock.started(at)), phase=Running(), message=text)
    return say_next((going, (Announce(text), FollowAgain(), LookNow())))


def _still_running(state: TableState) -> Step:
    """The entry was cancelled, and the clock ran meanwhile."""
    return say_next((replace(state, message=Message("Clock still running.")), ()))


def _is_seen_empty(state: TableState) -> bool:
    """Whether the camera is sure that no new tile is there, in a game where that matters."""
    sight, rules = state.board.sight, state.game.state.variant
    if rules.letter_clock is None or not state.device.sees or sight is None:
        return False
    return untouched(sight, rules) is not None


@while_game_lasts
def _ask(
    state: TableState,
    side: Side,
    stopped: Stopping | None,
    too_late: TooLate | None = None,
    leave: Act = go_on,
    left: Act | None = None,
) -> Step:
    """Asks for the word; `stopped`: the stopped clock, None if it runs until the word is
    complete."""
    finish = Then(_finish, side, stopped, too_late)
    return ask_play(state, side, finish, leave=leave, left=left)


def _finish(
    state: TableState,
    tiles: Mapping[Square, Tile],
    side: Side,
    stopped: Stopping | None,
    too_late: TooLate | None,
) -> Step | Fault:
    """Counts the entered word."""
    phase = stopped or Stopping(state.clocks.looked_at, zone_now(state))
    if stopped is not None and isinstance(state.phase, Stopping):
        phase = state.phase
    if too_late is not None:
        late = too_late(replace(state, phase=phase), tiles)
        if late is not None:
            return late
    # The last reading may not show them: nothing is learned from it.
    counting = replace(state.with_sight(None), phase=phase)
    lying = lying_too(state.board.followed, tiles)
    return count_word(counting, (Played(side, tiles),), lying, tiles)


# --- a pass ---


def pass_in_zone(state: TableState) -> Step:
    """The side to play passes in any zone of the clock (PAR-EXC-01, PAR-EXC-02)."""
    return _pass(state, zone_now(state))


def pass_with_its_cost(state: TableState) -> Option:
    """The pass of a side that has stopped its clock, and what it costs in that zone."""
    zone, side = zone_now(state), state.side
    cost = 0 if side is None else _cost(state, side, Passed(side, zone))
    if cost:
        return option("Pass: the turn ends, {points}", pass_in_zone, points=signed(cost))
    return option("Pass: the turn ends", pass_in_zone)


def offer_pass(state: TableState) -> Option:
    """A pass in the clock's present zone: time spent choosing it costs no zone (Q-PAR-14)."""
    zone = zone_now(state)
    return option("Pass", Do(_pass, zone))


@for_side
def _pass(state: TableState, side: Side, zone: Zone | None) -> Step:
    text = Message("{side} passes.", {"side": side})
    cost = _cost(state, side, Passed(side, zone))
    if cost:
        text = Message("{side} passes: {points}.", {"side": side, "points": signed(cost)})
    return _without_word(state, Passed(side, zone), text, Tone.PLAY)


@for_side
def out_of_time(state: TableState, side: Side) -> Step:
    """The clock has run out and there is no word (PAR-CLK-12, SCR-TUR-04)."""
    text = Message("{side} ran out of time.", {"side": side})
    lost = _cost(state, side, Dinged())
    if lost:
        values = {"side": side, "points": signed(lost)}
        text = Message("{side} ran out of time: {points}.", values)
    return _without_word(state, Dinged(), text, Tone.BAD)


def _cost(state: TableState, side: Side, event: Passed | Dinged) -> int:
    after = state.game.added(event)
    if not isinstance(after, Game) or state.agreed.extras.hide_scores:
        return 0
    return after.state.totals[side] - state.game.state.totals[side]


def _without_word(state: TableState, event: Passed | Dinged, text: Message, tone: Tone) -> Step:
    """The turn is over; tiles of it that still lie there go back."""
    lying = {} if state.seen is None else dict(state.seen.observed.tiles)
    if lying:
        text = and_then(text, Message("Pick up the letters again."))
    stopped = replace(state, clocks=state.clocks.turn_stopped())
    step = with_result(commit(stopped, [event], state.board.followed, text, tone=tone))
    after, effects = step
    if nothing_counted(state, after):
        return step
    left = replace(after, board=replace(after.board, orphaned=MappingProxyType(lying)))
    return ask_if_no_room(say_next((left, effects)))
