"""Runs one part of the device by itself, dice or clock: presses in, lamps, tones and a screen out.

It sleeps until something is due or pressed, so a part is on time and idle costs nothing; only a
window has to be looked at for its keys. Knows nothing of what the part is.
Tests: tests/device/test_clock_command.py, tests/device/test_roll_command.py.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Protocol, TypeAlias

from device.on_time import wait_for
from device.stopping import stopped_by_signals
from hardware.display import Display, KeyDown, WindowClosed
from hardware.panel import Button, KeyboardPanel, Panel, Press, Tone

POLL_WINDOW = 0.02
"""Seconds between two looks at the window's keys."""

Presses: TypeAlias = "queue.SimpleQueue[Press]"
Clock: TypeAlias = Callable[[], float]
Wait: TypeAlias = Callable[[Presses, float | None, bool], Press | None]
"""Gives the next press, or None when so many seconds have gone by without one; None waits for as
long as it takes. True: whoever waits has to be on time."""


class Part(Protocol):
    """What runs by itself. `finished`: it is to be left."""

    @property
    def finished(self) -> bool: ...

    def press(self, press: Press) -> None:
        """Do what the press means."""

    def look(self, now: float) -> bool:
        """Sound and light what has come, and draw it; whether anything was drawn."""

    def due(self, now: float) -> float | None:
        """When to look again, if nothing is pressed."""


def run_alone(
    part: Part,
    *,
    panel: Panel,
    display: Display,
    clock: Clock,
    say: Callable[[str], None],
    wait: Wait = wait_for,
) -> None:
    """Runs the part until it is finished; a closed window or SIGTERM is a press of END.

    Call it on the main thread: SDL and signals live there. Whatever is missing is said once.
    """
    presses: Presses = queue.SimpleQueue()
    keyboard = panel if isinstance(panel, KeyboardPanel) else KeyboardPanel()
    for missing in (panel.missing, display.missing):
        if missing is not None:
            say(missing)
    with stopped_by_signals(lambda: presses.put(Press(Button.END, clock()))):
        panel.start(presses.put)
        if keyboard is not panel:
            keyboard.start(presses.put)
        try:
            _run(part, presses, panel, keyboard, display, clock, wait)
        finally:
            panel.close()


def _run(
    part: Part,
    presses: Presses,
    panel: Panel,
    keyboard: KeyboardPanel,
    display: Display,
    clock: Clock,
    wait: Wait,
) -> None:
    while True:
        if part.look(clock()):
            display.show()
        if part.finished:
            return
        now = clock()
        due = part.due(now)
        seconds = None if due is None else max(0.0, due - now)
        on_time = seconds is not None
        if display.visible:
            _hand_over_keys(display, keyboard, presses, clock)
            if seconds is None or seconds > POLL_WINDOW:
                seconds, on_time = POLL_WINDOW, False
        press = wait(presses, seconds, on_time)
        if press is not None:
            # Whatever the press means, it was felt; what it means follows.
            panel.sound(Tone.CLICK)
            part.press(press)


def _hand_over_keys(
    display: Display, keyboard: KeyboardPanel, presses: Presses, clock: Clock
) -> None:
    for event in display.events():
        match event:
            case KeyDown(name, at):
                keyboard.key(name, at)
            case WindowClosed():
                presses.put(Press(Button.END, clock()))
