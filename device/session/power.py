"""Whether the device is to be switched off: asked in any state, and left to exactly that state.

While it is asked nobody plays: clocks stand, and what the camera sees belongs to no turn. A long
press asks, OK says yes, anything else goes back. Which button leads here is told in presses.py.
Tests: tests/device/test_power_button.py, test_random_presses.py.
"""

from __future__ import annotations

import math
from dataclasses import replace

from device.afterwards import Then
from device.session.clock_states import Running, Shaking, Stopping
from device.session.committing import back_to, tell
from device.session.effects import CheckDevice, Effect, Finish, FollowAgain, LookCloser, LookNow
from device.session.phases import resting
from device.session.state import (
    Asking,
    CameraStatus,
    Checking,
    Looking,
    Phase,
    Step,
    SwitchingOff,
    TableState,
)
from device.texts import Message
from hardware.panel import Press

READ_FIRST = 1.0
"""Seconds in which OK isn't meant for this question: a child that steps back by holding the button,
as in a name, goes on pressing."""


def ask_off(state: TableState, at: float = -math.inf) -> Step:
    """Asks whether the device is to be switched off; `at`: when a long press wanted it."""
    phase = state.phase
    if isinstance(phase, SwitchingOff):
        return state, ()
    if isinstance(phase, Asking) and phase.question.rolled is not None:
        return tell(state, Message("The dice are still rolling."))
    ran = None if state.clocks is None else state.clocks.runs
    return replace(state, phase=SwitchingOff(phase, state.message, ran, at), message=None), ()


def switch_off(state: TableState, press: Press) -> Step:
    """Switches the device off."""
    phase = state.phase
    if not isinstance(phase, SwitchingOff):
        return state, ()
    if press.at - phase.since < READ_FIRST:
        return say_how(state, press)
    sure = replace(state, phase=replace(phase, sure=True), message=None)
    return sure, (Finish(Then.SWITCH_OFF),)


def leave(state: TableState, press: Press) -> Step:
    """Goes back to where the table was; a turn's clock stands, and is to be started again."""
    phase = state.phase
    if not isinstance(phase, SwitchingOff):
        return state, ()
    back, said = phase.back, phase.said
    in_question = back.back if isinstance(back, Asking) else back
    if isinstance(in_question, Running) or (isinstance(back, Looking) and _blind(state)):
        after = replace(state, phase=resting(state))
        return replace(after, message=back_to(after)), (FollowAgain(), LookNow())
    effects: tuple[Effect, ...] = (FollowAgain(), LookNow())
    if isinstance(back, Looking | Stopping):
        effects = (FollowAgain(), LookNow(), LookCloser())
    if isinstance(back, Checking) and back.report is None:
        effects = (CheckDevice(),)
    return replace(state, phase=_from_now_on(back, press.at), message=said), effects


def say_how(state: TableState, _: Press) -> Step:
    """Says how the device is switched off."""
    return tell(state, Message("OK switches off. Any other button goes back."))


def _blind(state: TableState) -> bool:
    return state.camera is not CameraStatus.SEES


def _from_now_on(phase: Phase, at: float) -> Phase:
    """The same; what was to be looked at for so long is looked at anew."""
    match phase:
        case Looking():
            return replace(phase, since=at)
        case Stopping() | Shaking():
            return replace(phase, until=None)
        case _:
            return phase
