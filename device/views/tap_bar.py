"""The bar for fingers and mice: what a panel's buttons do while nothing is asked, in a few words.

It is shown from the first touch or click on: a screen doesn't tell whether it can be touched, and
where there are buttons nobody needs it. Everything else that is touched is on the screen anyway.
Tests: tests/device/test_tap_bar.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from device.language.texts import Message, Texts
from device.session.care.device import lamps
from device.session.core.state import (
    Challenge,
    Clearing,
    Counted,
    Looking,
    Pointing,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Stopping,
    TableState,
    Thinking,
)
from device.session.turn.challenge import CHALLENGE_SIGN
from hardware.panel.port import Button, Lamp


@dataclass(frozen=True)
class TapView:
    """A place to touch: its words, and the button, or the answer by its place, that it is. `lit`:
    as its lamp is."""

    label: str
    button: Button | int
    lit: bool = False


def tap_bar(table: TableState, texts: Texts) -> tuple[TapView, ...]:
    """The bar from left to right; empty where nobody has touched the screen, and where everything
    that can be done is on it."""
    if not table.device.touched:
        return ()
    return tuple(
        TapView(texts.say(label), button, button is Button.CHALLENGE and _may_challenge(table))
        for label, button in _taps(table)
    )


def _may_challenge(table: TableState) -> bool:
    return Lamp.CHALLENGE in lamps(table)[0]


def _taps(table: TableState) -> Iterator[tuple[Message, Button]]:
    undo = Message("Undo"), Button.UNDO
    challenge = Message("{sign}", {"sign": CHALLENGE_SIGN}), Button.CHALLENGE
    pause = Message("Pause"), Button.PAUSE
    match table.phase:
        case Thinking() | Looking() | Ready() | Running() | Stopping() | Counted() | Clearing():
            yield from ((Message("Menu"), Button.NEXT), undo, challenge, pause)
        case Rolling():
            yield from ((Message("Own die"), Button.NEXT), undo, challenge, pause)
        case Shaking():
            yield from ((Message("Own dice"), Button.NEXT), undo, challenge, pause)
        case Settling():
            yield from ((Message("Enter letters"), Button.NEXT), undo, challenge)
        case Challenge():
            yield from ((Message("Continue"), Button.OK), undo)
        case Pointing():
            yield from ((Message("This square"), Button.OK), (Message("Back"), Button.UNDO))
