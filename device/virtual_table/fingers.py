"""What fingers do at the virtual table's panel: press, hold, wait for the screen, choose an answer.

Which answer is the right one is the players' business. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from device.virtual_table.answers import Screen
from device.virtual_table.laying import Acting, Present
from hardware.panel import Button

PATIENCE = 45.0
"""Seconds after which people give up on a table that doesn't do what they press for."""

ASKED_AGAIN = 4.0
"""Seconds after which a question that still stands there after OK is taken for a new one."""

REACTS = 1.0
"""Seconds in which whatever a press brings up is on the screen."""

BETWEEN = 0.1
"""Seconds between two presses of one finger."""


class TableStuckError(Exception):
    """The screen never showed what had to come; the text says at which line, and what it shows."""


class Buttons(Protocol):
    """What fingers press, at a time of the table's clock."""

    def press(self, button: Button, at: float) -> None: ...

    def hold(self, button: Button, at: float) -> None: ...


class Fingers:
    """All fingers at one table. `screen` is what it shows now; others keep it up to date."""

    def __init__(self, buttons: Buttons, present: Present, patience: float) -> None:
        self._buttons, self._present = buttons, present
        self.patience = patience
        self.screen: Screen | None = None

    def press(self, button: Button) -> None:
        self._buttons.press(button, self._present.now)

    def hold(self, button: Button) -> None:
        self._buttons.hold(button, self._present.now)

    def press_often(self, button: Button, times: int) -> Acting:
        for _ in range(times):
            self.press(button)
            yield from self._present.sit(BETWEEN)

    def press_and_see(self, button: Button) -> Acting:
        """Presses, and waits for what that changes on the screen."""
        before = self.screen
        self.press(button)
        yield from self.unlike(before)

    def take(self, screen: Screen, wanted: int, line: int) -> Acting:
        """Chooses an option with the arrow buttons and takes it with OK, unless the question goes
        away meanwhile."""
        question, count = screen.question, len(screen.options)
        if self.shown(line).question != question:
            return
        forward = (wanted - screen.selected) % count
        back = count - forward
        button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
        yield from self.press_often(button, times)
        yield from self.until(
            lambda s: s.question != question or s.selected == wanted, "doesn't select", line
        )
        asking = self.screen
        if asking is None or asking.question != question:
            return
        self.press(Button.OK)
        # The same question may come back at once, and then the screen looks as before.
        yield from self.unlike(asking, ASKED_AGAIN)

    def unlike(self, before: Screen | None, seconds: float = REACTS) -> Acting:
        """Waits until the screen shows something else, but no longer than that."""
        begun = self._present.now
        while self.screen == before and self._present.now - begun < seconds:
            yield from self._present.frame()

    def until(self, shows: Callable[[Screen], bool], otherwise: str, line: int) -> Acting:
        """Waits until the screen shows this; TableStuckError if it never does."""
        begun = self._present.now
        while self.screen is None or not shows(self.screen):
            if self._present.now - begun > self.patience:
                raise self.stuck(line, f"the screen {otherwise}")
            yield from self._present.frame()

    def shown(self, line: int) -> Screen:
        """What the screen shows; TableStuckError if it is dark."""
        if self.screen is None:
            raise self.stuck(line, "the screen is dark")
        return self.screen

    def stuck(self, line: int, what: str) -> TableStuckError:
        screen = self.screen
        shown = "nothing" if screen is None else screen.question or screen.message or "no message"
        return TableStuckError(f"line {line}: {what}; it shows: {shown}")
