"""A turn against the clock: who starts it, who stops it, and what lies there then.

The zone is that of the moment of the press; the picture afterwards only tells what was laid. What
follows from it is in word_in_time.py, the time itself in turn_clock.py.
Tests: tests/device/test_against_clock.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.clock_states import Running, Stopping
from device.session.clock_zone import zone_at
from device.session.committing import ask, commit, go_on, option, tell
from device.session.effects import LookNow, SayAloud
from device.session.phases import resting
from device.session.rolling import tumbles
from device.session.state import CameraStatus, Question, Step, TableState
from device.session.turn_buttons import nobody, side_of
from device.session.turn_clock import wound_up
from device.session.what_next import next_press, say_next
from device.session.word_in_time import look_at_the_word
from device.texts import Message
from device.zone_clock import SECOND, ZoneClock
from engine.events import ClockStarted, Offence, Penalised, Side
from engine.stages import Clock, LetterTurn
from hardware.panel import Press, Tone

LOOK_FOR = 6.0
"""Seconds that the table may take to lie still before it is asked what lies there."""


BOTH_AT_ONCE = 1.0
"""Seconds after a start in which a stop without new tiles was meant as a start, too; a stop too
early costs a turn (PAR-CLK-11)."""


# The clock stands


def start_pressed(state: TableState, press: Press) -> Step:
    """Starts the clock: the others do so in Party, anybody with letter dice."""
    side = side_of(state, press)
    if side is None:
        return nobody(state)
    if tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    if _by_the_others(state) and side == state.side:
        return _say_who_starts(state)
    return _start(state, side, press.at)


def say_ready(state: TableState, press: Press) -> Step:
    """Says who starts the clock; starts it where anybody may."""
    side = state.side
    if side is None:
        return state, ()
    if _by_the_others(state):
        return _say_who_starts(state)
    if tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    return _start(state, side, press.at)


def _say_who_starts(state: TableState) -> Step:
    then = next_press(state)
    return tell(state, then) if then is not None else (state, ())


def _by_the_others(state: TableState) -> bool:
    """PAR-CLK-08: whoever plays against the side to play starts its clock."""
    return state.game.state.variant.letter_clock is not None


def _start(state: TableState, by: Side, at: float) -> Step:
    """The clock runs from the moment of the press; one that stood in a turn goes on from there."""
    clock, stage = state.clock, state.game.state.stage
    if clock is None or stage is None or state.side is None:
        return state, ()
    going = clock.started(at)
    text = Message("The clock runs.")
    if stage.clock is Clock.RUNNING:
        # It was started in this turn: nothing new has happened in the game.
        after = replace(state, clock=going, clock_looked=at, phase=Running(), message=text)
        return say_next((after, (LookNow(), SayAloud(text))))
    after, effects = commit(state, [ClockStarted(by)], state.followed, text, tone=Tone.CLICK)
    if after.turn == state.turn:
        return after, effects
    running = replace(after, clock=going, clock_looked=at, phase=Running())
    return say_next((running, effects))


# The clock runs


def stop_pressed(state: TableState, press: Press) -> Step:
    """Stops the clock, if it is the playing side's; then looks what lies there."""
    side, clock = side_of(state, press), state.clock
    if side is None:
        return nobody(state)
    if side != state.side or clock is None:
        return say_running(state, press)
    if clock.run_out(press.at):
        return time_is_up(state, press.at)
    if _just_started(state, clock, press.at):
        return say_running(state, press)
    return _stop(state, clock, press.at)


def _just_started(state: TableState, clock: ZoneClock, at: float) -> bool:
    """Whether both teams have pressed at once: nobody lays a word so fast."""
    if state.game.state.variant.letter_clock is None or state.seen is not None:
        return False
    return at < clock.since / SECOND + BOTH_AT_ONCE


def _stop(state: TableState, clock: ZoneClock, at: float) -> Step:
    phase = Stopping(at, zone_at(state, clock, at))
    stopped = replace(state, phase=phase, clock=clock.stopped(at), message=None)
    return _look(stopped, at)


def say_running(state: TableState, _: Press) -> Step:
    """Says who stops the clock."""
    text = Message("{side} stops the clock when the word lies there.", {"side": state.side or ""})
    return tell(state, text)


def time_is_up(state: TableState, at: float) -> Step:
    """The clock has run out: whatever lies there now is looked at (Q-PAR-12)."""
    clock = state.clock
    if clock is None:
        return state, ()
    text = _time_is_up(state)
    ran_out = clock.since / SECOND + clock.seconds_left(clock.since / SECOND) if clock.runs else at
    phase = Stopping(min(at, ran_out), zone_at(state, clock, at), dinged=True)
    after = replace(state, phase=phase, clock=clock.stopped(at), message=text)
    looking, effects = _look(after, at)
    return looking, (SayAloud(text), *effects)


def _time_is_up(state: TableState) -> Message:
    return Message("{side}: time is up.", {"side": state.side or ""})


def press_while_looking(state: TableState, press: Press) -> Step:
    """Says that the table is being looked at; stops the clock if it was pressed before the ding."""
    phase, clock = state.phase, state.clock
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    if not phase.dinged or press.at >= phase.since or side_of(state, press) != state.side:
        return tell(state, Message("Looking at the board …"))
    # The press was stamped first, though it comes in later than the ding.
    left = round((phase.since - press.at) * SECOND)
    return _stop(state, replace(clock, left=min(left, sum(clock.zones))), press.at)


def call_early_start(state: TableState, _: Press) -> Step:
    """Asks whether the clock was started too early (PAR-CLK-10, Q-PAR-15); it runs on meanwhile."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or stage.started_by is None or side is None:
        return tell(state, Message("A word can be challenged once the clock is stopped."))
    on = stage.started_by

    def called(now: TableState) -> Step:
        text = Message(
            "{side} started too early: a turn is lost. The clock is full again.", {"side": on}
        )
        event = Penalised(side, on, Offence.EARLY_START)
        # Undone, it goes on from where it was.
        stood = None if now.clock is None else now.clock.stopped(now.clock_looked)
        stopped = replace(now, clock=stood)
        after, effects = commit(stopped, [event], now.followed, text, tone=Tone.WHISTLE)
        if after.turn == now.turn:
            return now, effects
        full = replace(after, clock=wound_up(after.game.state))
        return say_next((replace(full, phase=resting(full)), effects))

    text = Message("Did {side} start the clock before the letter was found?", {"side": on})
    options = (option("No, the clock runs on", go_on), option("Yes, too early", called))
    return ask(state, Question(text, options, can_wait=True))


# The table is looked at


def _look(state: TableState, at: float) -> Step:
    if state.camera is not CameraStatus.SEES:
        return look_at_the_word(state)
    if state.still_at >= at and state.up_to_date:
        return look_at_the_word(state)
    return state, (LookNow(),)


def maybe_looked(state: TableState) -> Step:
    """Goes on once the table is known as it lies since the clock was stopped."""
    phase = state.phase
    if isinstance(phase, Stopping) and state.still_at >= phase.since and state.up_to_date:
        return look_at_the_word(state)
    return state, ()


def looked_long_enough(state: TableState, now: float) -> Step:
    """Asks what lies there, if the table doesn't come to rest."""
    phase = state.phase
    if not isinstance(phase, Stopping):
        return state, ()
    if state.camera is not CameraStatus.SEES:
        return look_at_the_word(state)
    if phase.until is None:
        return replace(state, phase=replace(phase, until=now + LOOK_FOR)), ()
    return look_at_the_word(state, unseen=True) if now > phase.until else (state, ())


def run_on(state: TableState, press: Press) -> Step:
    """Lets the clock run on, as the press was a mistake; if it has run out, looks again."""
    phase, clock = state.phase, state.clock
    if not isinstance(phase, Stopping) or clock is None:
        return state, ()
    if phase.dinged:
        again = replace(phase, until=None, closer=False)
        return replace(state, phase=again, message=_time_is_up(state)), (LookNow(),)
    if _finishing(state):
        return say_next((replace(state, phase=resting(state), message=None), ()))
    text = Message("The clock runs on.")
    going = clock.started(press.at)
    after = replace(state, clock=going, clock_looked=press.at, phase=Running(), message=text)
    return say_next((after, ()))


def _finishing(state: TableState) -> bool:
    """Whether a word is being finished whose clock was stopped too early."""
    stage = state.game.state.stage
    return stage is not None and stage.clock is Clock.STOPPED


# A word is finished after the clock was stopped too early


def finish_pressed(state: TableState, press: Press) -> Step:
    """Counts the word that was finished, for the zone of the stop."""
    side = side_of(state, press)
    if side is None:
        return nobody(state)
    if side != state.side:
        return say_late(state, press)
    return _look(replace(state, phase=Stopping(press.at), message=None), press.at)


def say_late(state: TableState, _: Press) -> Step:
    """Says that the word may be finished."""
    values = {"side": state.side or ""}
    text = Message(
        "{side}: finish your word and press your button, or pass: the arrows open the menu.",
        values,
    )
    return tell(state, text)
