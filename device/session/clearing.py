"""Dice that don't stay on the mat: lifted after the score (SCR-CLR), put back when a play falls
(Q-SCR-06).

Shown square by square; the camera sees when it is done, and whether the word that stays lies whole.
What a picture shows of it is in mat.py. Tests: tests/device/test_clearing.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.clock_states import Clearing
from device.session.committing import refuse
from device.session.effects import Play, SayAloud
from device.session.mat import clear_text, still_to_do
from device.session.next_roll import next_with_dice, roll_now
from device.session.phases import resting
from device.session.state import Asking, CameraStatus, Phase, Step, TableState
from device.sight import Sight
from device.texts import Message
from hardware.panel import Press, Tone


def go_on(state: TableState, _: Press) -> Step:
    """Goes on with the next turn; while dice are seen to lie there still, at the second press."""
    phase = state.phase
    if not isinstance(phase, Clearing):
        return state, ()
    seen = None if state.sight is None else still_to_do(state, state.sight, _wanted(state))
    if seen is not None and state.camera is CameraStatus.SEES:
        todo = clear_text(state.game.state, seen)
        if todo is not None:
            again = Message("{first} Or press again to go on.", {"first": todo})
            if state.message != again:
                return refuse(replace(state, phase=seen), again)
    after = _cleared(state)
    return replace(after, message=_next(after)), ()


def entered(state: TableState) -> TableState:
    """The table as it goes on after a challenge, saying what is to be lifted and put back."""
    after = replace(state, phase=resting(state), message=None)
    if isinstance(after.phase, Clearing):
        return replace(after, message=clear_text(after.game.state, after.phase))
    return after


def saw(state: TableState, sight: Sight) -> Step:
    """The mat as it lies now: goes on by itself once it is as it should be."""
    before, after = state.where, replace(state, sight=sight)
    todo = still_to_do(state, sight, _wanted(state))
    if todo is None or not isinstance(before, Clearing):
        return after, ()
    if not todo.seen:
        after = _within(after, todo)
        text = clear_text(state.game.state, todo)
        if isinstance(after.phase, Asking) or text is None or _same(before, todo):
            return after, ()
        return replace(after, message=text), ()
    after = replace(_within(after, _cleared(state).phase), cleared=True)
    if isinstance(after.phase, Asking):
        return after, ()
    text = _next(after)
    news = _news(state.message, clear_text(state.game.state, before))
    said = text if news is None else Message("{first} {then}", {"first": news, "then": text})
    return replace(after, message=said), (Play(Tone.CLICK), SayAloud(text))


def _cleared(state: TableState) -> TableState:
    """The table as it goes on with all dice where they belong: the next roll comes, or the timer of
    a turn that goes on."""
    after = replace(state, cleared=True)
    return replace(after, phase=resting(after))


def _next(state: TableState) -> Message:
    return next_with_dice(state) or roll_now(state)


def _news(said: Message | None, todo: Message | None) -> Message | None:
    """What was said before what was to be done, which is done now."""
    if said is None or said == todo:
        return None
    first = said.values.get("first")
    if first == todo:
        return None  # it was said that another press goes on
    return first if isinstance(first, Message) and said.values.get("then") == todo else said


def _wanted(state: TableState) -> Clearing:
    """All that there is to be done, whatever of it has been done already."""
    phase = resting(state)
    return phase if isinstance(phase, Clearing) else Clearing()


def _within(state: TableState, phase: Phase) -> TableState:
    """The table in this state, also while something is asked in it."""
    if isinstance(state.phase, Asking):
        return replace(state, phase=replace(state.phase, back=phase))
    return replace(state, phase=phase)


def _same(before: Clearing, now: Clearing) -> bool:
    return before.lift == now.lift and dict(before.put_back) == dict(now.put_back)
