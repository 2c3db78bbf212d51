"""The bar for fingers and mice: what a panel's buttons do while nothing is asked, in a few words.

It is shown from the first touch or click on: a screen doesn't tell whether it can be touched, and
where there are buttons nobody needs it. In a turn and in a pause, what comes next is a large one of
its own. Everything else that is touched is on the screen anyway.
Tests: tests/device/test_tap_bar.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.clock_and_dice.views import TapView
from device.language.texts import Message, Texts
from device.session.care.device import lamps
from device.session.clocked.cup import own_dice as own_cup
from device.session.clocked.letter_die import own_dice
from device.session.core.inputs import MENU
from device.session.core.state import (
    Challenge,
    Clearing,
    Counted,
    Looking,
    Paused,
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
from device.session.turn.by_hand import is_unseen
from device.session.turn.challenge import CHALLENGE_SIGN
from device.session.turn.doubts import open_doubts
from hardware.panel.port import SIDE_BUTTONS, Button, Lamp


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


def _taps(table: TableState) -> Iterator[tuple[Message, Button | int]]:
    undo = Message("Undo"), Button.UNDO
    challenge = Message("{sign}", {"sign": CHALLENGE_SIGN}), Button.CHALLENGE
    pause = Message("Pause"), Button.PAUSE
    match table.phase:
        case Thinking() | Looking() | Ready() | Running() | Stopping() | Counted() | Clearing():
            yield from ((Message("Menu"), Button.NEXT), undo, challenge, pause)
        case Rolling() | Shaking():
            # The arrows name what the players' own dice show; for fingers the menu does so, too.
            yield from ((Message("Menu"), MENU), undo, challenge, pause)
        case Settling(side=side):
            if table.device.sees:
                own = SIDE_BUTTONS[table.game.state.sides.index(side)]
                yield Message("Done"), own
            yield from ((Message("Enter letters"), Button.NEXT), undo, challenge)
        case Challenge():
            yield from ((Message("Continue"), Button.OK), undo)
        case Pointing():
            yield from ((Message("This square"), Button.OK), (Message("Back"), Button.UNDO))


# --- what comes next ---


def next_tap(table: TableState, texts: Texts, *, tumbles: bool) -> TapView | None:
    """The next thing to do in a turn or a pause, unlit while the board is looked at; None where
    nobody has touched the screen, and while there is nothing to do but wait. `tumbles`: dice
    do."""
    found = None if tumbles or not table.device.touched else _next(table)
    lit = not isinstance(table.phase, Looking)
    return None if found is None else TapView(texts.say(found[0]), found[1], lit)


def _next(table: TableState) -> tuple[Message, Button] | None:
    party, side = table.game.state.variant.letter_clock is not None, table.side
    sides = table.game.state.sides
    match table.phase:
        case Thinking() if side is not None and is_unseen(table) and not open_doubts(table):
            return Message("{side}: enter my play", {"side": side}), Button.OK
        case Thinking() if side is not None:
            label = Message("{side}: score my play", {"side": side})
            return label, SIDE_BUTTONS[sides.index(side)]
        case Looking():
            return Message("Looking at the board…"), Button.OK
        case Paused():
            return Message("Resume"), Button.OK
        case Rolling() if own_dice(table):
            due = table.game.state.chance_due
            label = Message("Enter your chance die") if due else Message("Enter your letter die")
            return label, Button.NEXT
        case Rolling() if table.game.state.chance_due:
            return Message("Roll the chance die"), Button.OK
        case Rolling():
            return Message("Roll the letter die"), Button.OK
        case Shaking(since=None) if table.game.state.dice and side is not None and own_cup(table):
            if table.device.sees:
                return Message("Read the dice on the mat"), SIDE_BUTTONS[sides.index(side)]
            return Message("Enter your dice"), Button.NEXT
        case Shaking(since=None) if table.game.state.dice:
            return Message("Roll on the screen"), Button.OK
        case Shaking(since=None):
            return Message("Start the timer"), Button.OK
        case Ready() if party and side is not None:
            others = next(n for n, one in enumerate(sides) if one != side)
            return Message("Start the clock"), SIDE_BUTTONS[others]
        case Ready(by_itself=False):
            return Message("Start the timer"), Button.OK
        case Running() if side is not None:
            label = Message("Stop the clock") if party else Message("Done")
            return label, SIDE_BUTTONS[sides.index(side)]
        case Counted():
            return Message("Next turn"), Button.OK
        case Clearing():
            return Message("Done"), Button.OK
        case _:
            return None
