"""Dice that don't stay on the mat: lifted after the score (SCR-CLR), put back when a play falls
(Q-SCR-06).

Shown square by square; the camera sees when it is done. Tests: tests/device/test_clearing.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.committing import tell
from device.session.state import Shaking, Step, TableState
from device.sight import Sight
from device.texts import Message
from hardware.panel import Press


def go_on(state: TableState, _: Press) -> Step:
    """Goes on with the next turn; while dice lie there still, at the second press."""
    return replace(state, phase=Shaking()), ()


def say_clear(state: TableState, _: Press) -> Step:
    """Says which dice go back into the cup."""
    return tell(state, Message("Dice go back into the cup."))


def saw(state: TableState, sight: Sight) -> Step:
    """The mat as it lies now: goes on by itself once it is as it should be."""
    return replace(state, sight=sight), ()
