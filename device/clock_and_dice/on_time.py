"""What has to come on time: a sleep that ends then, lamps and tones that wait for nothing else.

Shared by the table and by the clock alone. Knows no clock of zones, no turn and no game.
Tests: tests/device/test_clock_command.py, tests/device/test_clock_at_the_table.py.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from hardware.panel.port import Lamp, Panel, Tone

Coming = TypeVar("Coming")

Lit: TypeAlias = tuple[frozenset[Lamp], frozenset[Lamp]]
"""The lamps that are lit, and those that blink."""

EARLY = 0.005
"""Seconds: a busy machine wakes a sleeper so much late that the last ones are slept in naps."""

NAP = 0.0003
"""Seconds of a nap. Whoever stays awake instead has used up its share of a busy machine just when
something is due, and keeps the thread that reads from working."""


def wait_for(
    coming: queue.SimpleQueue[Coming], seconds: float | None, on_time: bool
) -> Coming | None:
    """The next of what comes in, or None when so many seconds have gone by without one; None waits
    for as long as it takes. To be on time it wakes early and then sleeps lightly."""
    if seconds is None:
        return coming.get()
    until = time.monotonic() + seconds
    try:
        return coming.get(timeout=max(0.0, seconds - EARLY) if on_time else seconds)
    except queue.Empty:
        while (left := until - time.monotonic()) > 0 and coming.empty():
            time.sleep(min(left, NAP))
        return None if coming.empty() else coming.get()


class Lights:
    """A panel's lamps. They change only where they are to, and a tone isn't held up by them."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._lit: Lit | None = None

    def change(self, lit: Lit, tones: Iterable[Tone] = ()) -> None:
        """Lights these lamps and no others, and sounds the tones."""
        blinked: frozenset[Lamp] = frozenset() if self._lit is None else self._lit[1]
        # First what is to shine: a lamp that blinks takes milliseconds to stop.
        first = (lit[0] - blinked, lit[1] | blinked)
        if first != self._lit:
            self._panel.light(*first)
        for tone in tones:
            self._panel.sound(tone)
        if lit != first:
            self._panel.light(*lit)
        self._lit = lit
