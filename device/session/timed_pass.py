"""A pass in a turn against the clock: at any time, for what the zone costs (PAR-EXC-01, -02).

A side's letters that lie there then count for nobody until they are taken up.
Tests: tests/device/test_against_clock.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.session.clock_zone import zone_now
from device.session.committing import commit
from device.session.ending import ask_if_no_room
from device.session.settling import announced
from device.session.state import Step, TableState
from device.session.what_next import and_then, say_next
from device.texts import Message
from engine.events import Dinged, Passed, Side
from engine.game import Game
from hardware.panel import Tone


def pass_turn(state: TableState) -> Step:
    """The side to play passes, in whichever zone the clock is (PAR-EXC-01, PAR-EXC-02)."""
    side, zone = state.side, zone_now(state)
    if side is None:
        return state, ()
    text = Message("{side} passes.", {"side": side})
    cost = _cost(state, side, Passed(side, zone))
    if cost:
        text = Message("{side} passes: {points}.", {"side": side, "points": f"{cost:+}"})
    return _without_word(state, Passed(side, zone), text, Tone.PLAY)


def out_of_time(state: TableState) -> Step:
    """The clock has run out and there is no word (PAR-CLK-12, SCR-TUR-04)."""
    side = state.side
    if side is None:
        return state, ()
    text = Message("{side} has laid no word in time.", {"side": side})
    lost = _cost(state, side, Dinged())
    if lost:
        values = {"side": side, "points": f"{lost:+}"}
        text = Message("{side} has laid no word in time: {points}.", values)
    return _without_word(state, Dinged(), text, Tone.BAD)


def _cost(state: TableState, side: Side, event: Passed | Dinged) -> int:
    after = state.game.added(event)
    if not isinstance(after, Game) or state.extras.hide_scores:
        return 0
    return after.state.totals[side] - state.game.state.totals[side]


def _without_word(state: TableState, event: Passed | Dinged, text: Message, tone: Tone) -> Step:
    """The turn is over; whatever lies there of it goes back."""
    clock = None if state.clock is None else state.clock.stopped(state.clock_looked)
    lying = {} if state.seen is None else dict(state.seen.observed.tiles)
    if lying:
        text = and_then(text, Message("Take the letters up again."))
    stopped = replace(state, clock=clock)
    step = announced(commit(stopped, [event], state.followed, text, tone=tone))
    after, effects = step
    if after.turn == state.turn:
        return step
    left = replace(after, nobodys=MappingProxyType(lying))
    return ask_if_no_room(say_next((left, effects)))
