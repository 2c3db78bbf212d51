"""Party's timer at a table, without a game: for people who read their own board.

Opened from the lobby, with its names. The meaning of a press is in clock_and_dice/party_timer.py;
here it becomes steps of the session. Nothing of it is kept: a table that restarts is in its lobby.
Tests: tests/device/test_timing.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.clock_and_dice.dice import CHANCE_DIE, Dice, letter_die
from device.clock_and_dice.party_timer import PartyTimer, after_press, party_timer
from device.clock_and_dice.zone_clock import clock_of
from device.session.core.commit import notify
from device.session.core.effects import PlayTone, RollDice
from device.session.core.inputs import DiceRolled, Handle, Input, ThreadFailed
from device.session.core.setup import Setup, languages_of
from device.session.core.state import Lobby, Step, TableState, Timing, in_phase
from engine.variants import load_variant
from engine.variants.variant import LetterClock
from hardware.panel.port import Press

GAME = "party"
"""Whose clock and dice they are."""


def open_timer(state: TableState) -> Step:
    """Opens the timer from the lobby, for the sides chosen there."""
    lobby = state.phase
    if not isinstance(lobby, Lobby):
        return state, ()
    clock = clock_of(_clock(lobby.setup).zone_seconds)
    timer = party_timer(lobby.setup.sides, clock)
    return replace(state, phase=Timing(lobby, timer), message=None), ()


def _clock(setup: Setup) -> LetterClock:
    """Party's clock as chosen in this lobby, else with its default lengths."""
    language = setup.language if setup.language in languages_of(GAME) else None
    options = dict(setup.options) if setup.variant == GAME else {}
    clock = load_variant(GAME, language, options).letter_clock
    if clock is None:
        raise ValueError("Party is played with a clock")
    return clock


# What is pressed


def side_pressed(state: TableState, press: Press) -> Step:
    """Rolls, starts or stops, if it is for this side to do so now."""
    return _pressed(state, press)


def next_step(state: TableState, press: Press) -> Step:
    """Does what comes next in the turn: rolls, starts, stops, or begins the next turn."""
    return _pressed(state, press)


def arrow_pressed(state: TableState, press: Press) -> Step:
    """Chooses the zone that the clock starts in; once it has stopped, rolls the chance die."""
    return _pressed(state, press)


def step_back(state: TableState, press: Press) -> Step:
    """Undoes the last step."""
    return _pressed(state, press)


def bad_word(state: TableState, press: Press) -> Step:
    """Lets the clock run on from where it stopped, for another word."""
    return _pressed(state, press)


def pause_pressed(state: TableState, press: Press) -> Step:
    """Stops the clock, or lets it run on."""
    return _pressed(state, press)


@in_phase(Timing)
def leave_timer(state: TableState, phase: Timing, _: Press) -> Step:
    """Goes back to the lobby."""
    return replace(state, phase=phase.lobby, message=None), ()


@in_phase(Timing)
def _pressed(state: TableState, phase: Timing, press: Press) -> Step:
    timer, rolls, said = after_press(phase.timer, press.button, press.at)
    after = with_timer(replace(state, message=None), timer)
    if said is not None:
        return notify(after, said)
    return after, () if rolls is None else (_roll(after, phase.lobby.setup, rolls),)


def _roll(state: TableState, setup: Setup, what: Dice) -> RollDice:
    die = CHANCE_DIE if what is Dice.CHANCE else letter_die(_clock(setup))
    return RollDice(what, (die,), 1, state.board.turn)


# What comes in


@in_phase(Timing)
def rolled(state: TableState, phase: Timing, done: DiceRolled) -> Step:
    """The die that was asked for begins to tumble."""
    return with_timer(state, phase.timer.rolled(done.what, done.roll, done.at)), ()


def with_timer_heard(state: TableState, event: Input, inner: Handle) -> Step:
    """The step to the timer's new state after an input, with its sounds."""
    if not isinstance(state.phase, Timing) or isinstance(event, ThreadFailed):
        return inner(state, event)
    before = state.phase.timer
    if not before.clock.runs and not before.tumbles(before.looked):
        return inner(state, event)
    timer, heard = before.look(event.at)
    after, effects = inner(with_timer(state, timer), event)
    return after, (*map(PlayTone, heard), *effects)


def with_timer(state: TableState, timer: PartyTimer) -> TableState:
    """The same with this timer."""
    if not isinstance(state.phase, Timing) or timer is state.phase.timer:
        return state
    return replace(state, phase=replace(state.phase, timer=timer))
