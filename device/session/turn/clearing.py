"""Clearing the mat of letter dice, between two rolls.

Dice that don't stay are lifted (SCR-CLR), or put back when a play falls (Q-SCR-06), square by
square; reading a mat is in mat.py. Tests: tests/device/test_clearing.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.language.texts import Message, and_then
from device.session.core.commit import refuse
from device.session.core.effects import Announce, PlayTone
from device.session.core.mat import clear_text, still_to_do
from device.session.core.observation import JudgedReading
from device.session.core.prompts import next_with_dice, resting, roll_now, to_clear
from device.session.core.state import (
    Asking,
    Clearing,
    Phase,
    Step,
    TableState,
)
from engine.events import Challenged
from engine.faults import Fault
from hardware.panel.port import Press, Tone


def leave_clearing(state: TableState, _: Press) -> Step:
    """Goes on with the next turn; while dice are still seen there, only at the second press."""
    sight = state.board.sight
    seen = None if sight is None else still_to_do(state, sight, _wanted(state))
    if seen is not None and state.device.sees:
        todo = clear_text(state.game.state, seen)
        if todo is not None:
            again = Message("{first} Or press again to continue.", {"first": todo})
            if state.message != again:
                return refuse(replace(state, phase=seen), again)
    after = _cleared(state)
    return replace(after, message=_next(after)), ()


def after_a_fall(state: TableState, fell: Challenged) -> Clearing:
    """What is still to be done about the mat once the last play falls, as far as it can be seen:
    dice in the right place are neither lifted nor put back (Q-SCR-06). After a play that ended the
    game there was no instruction to lift anything: the camera shows later what is missing all the
    same."""
    fallen = state.game.added(fell)
    wanted = None if isinstance(fallen, Fault) else to_clear(fallen.state)
    if isinstance(fallen, Fault) or wanted is None:
        return Clearing()
    sight = state.board.sight if state.device.sees else None
    if sight is None:
        unlifted = state.device.sees and state.game.state.over is not None
        return Clearing(wanted.lift) if unlifted else wanted
    return still_to_do(replace(state, game=fallen), sight, wanted) or wanted


def after_challenge(state: TableState) -> TableState:
    """The table as it goes on after a challenge, saying what is still to be lifted and put back."""
    after = replace(state, phase=resting(state), message=None)
    if not isinstance(after.phase, Clearing):
        return after
    announced = replace(after, message=clear_text(after.game.state, after.phase))
    sight = state.board.sight if state.device.sees else None
    return announced if sight is None else watch_clearing(announced, sight)[0]


def watch_clearing(state: TableState, sight: JudgedReading) -> Step:
    """Goes on by itself once the mat is as it should be."""
    before, after = state.where, state.with_sight(sight)
    todo = still_to_do(state, sight, _wanted(state))
    if todo is None or not isinstance(before, Clearing):
        return after, ()
    if not todo.seen:
        after = _within(after, todo)
        text = clear_text(state.game.state, todo)
        if isinstance(after.phase, Asking) or text is None or _same(before, todo):
            return after, ()
        return replace(after, message=text), ()
    after = _within(after, _cleared(state).phase)
    after = replace(after, dice=replace(after.dice, cleared=True))
    if isinstance(after.phase, Asking):
        return after, ()
    text = _next(after)
    news = _news(state.message, clear_text(state.game.state, before))
    return replace(after, message=and_then(news, text)), (PlayTone(Tone.CLICK), Announce(text))


def _cleared(state: TableState) -> TableState:
    """The table as it goes on with all dice where they belong: with the next roll, or the timer of
    a turn that goes on."""
    after = replace(state, dice=replace(state.dice, cleared=True))
    return replace(after, phase=resting(after))


def _next(state: TableState) -> Message:
    return next_with_dice(state) or roll_now(state)


def _news(said: Message | None, todo: Message | None) -> Message | None:
    """The message before the instructions, which have now been followed."""
    if said is None or said == todo:
        return None
    first = said.values.get("first")
    if first == todo:
        return None  # the message says that another press goes on
    return first if isinstance(first, Message) and said.values.get("then") == todo else said


def _wanted(state: TableState) -> Clearing:
    """Everything to be done, including what has been done already."""
    phase = resting(state)
    return phase if isinstance(phase, Clearing) else Clearing()


def _within(state: TableState, phase: Phase) -> TableState:
    """The table in this state, also while something is asked in it."""
    if isinstance(state.phase, Asking):
        return replace(state, phase=replace(state.phase, back=phase))
    return replace(state, phase=phase)


def _same(before: Clearing, now: Clearing) -> bool:
    return before.lift == now.lift and dict(before.put_back) == dict(now.put_back)
