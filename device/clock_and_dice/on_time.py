"""What has to happen on time: a sleep that ends then, a clock's lamps and tones, and the tones of
tumbling dice.

Shared by the table and by the clock alone. Knows no turn and no game. Tests:
tests/device/test_clock_command.py, tests/device/test_clock_at_the_table.py,
tests/device/test_zone_views.py.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from device.clock_and_dice.dice import Roll, faces_shown, lies_still
from device.clock_and_dice.zone_clock import Sign, Signal, ZoneClock
from hardware.panel.port import Lamp, Panel, Tone

Coming = TypeVar("Coming")

Lit: TypeAlias = tuple[frozenset[Lamp], frozenset[Lamp]]
"""The lamps that are lit, and those that blink."""

ZONE_LAMPS = (Lamp.ZONE_1, Lamp.ZONE_2, Lamp.ZONE_3, Lamp.ZONE_4, Lamp.ZONE_5, Lamp.ZONE_6)
"""The lamp of each zone, in their order; a sand timer has the first."""

LATE = 0.1
"""Seconds after which a late tick is dropped."""

EARLY = 0.005
"""Seconds by which a busy machine may wake a sleeper late: the last ones are slept in naps."""

NAP = 0.0003
"""Seconds of a nap. Staying awake instead would use up this thread's share of a busy machine just
when something is due, and would keep the reading thread from working."""


def wait_for(
    coming: queue.SimpleQueue[Coming], seconds: float | None, on_time: bool
) -> Coming | None:
    """The next input, or None once this many seconds have gone by without one; None waits as long
    as it takes. To be on time it wakes early and then naps."""
    if seconds is None:
        return coming.get()
    until = time.monotonic() + seconds
    try:
        return coming.get(timeout=max(0.0, seconds - EARLY) if on_time else seconds)
    except queue.Empty:
        while (left := until - time.monotonic()) > 0 and coming.empty():
            time.sleep(min(left, NAP))
        return None if coming.empty() else coming.get()


def zone_lamps(clock: ZoneClock, now: float) -> Lit:
    """The zone's lamp among those that are lit or, while the zone ends, among those that blink; all
    are dark once the clock has run out."""
    dark: frozenset[Lamp] = frozenset()
    number = clock.zone_at(now)
    if clock.run_out(now) or number >= len(ZONE_LAMPS):
        return dark, dark
    lamp = frozenset({ZONE_LAMPS[number]})
    return (dark, lamp) if clock.runs and clock.ending(now) else (lamp, dark)


def zone_tones(signals: Sequence[Signal], now: float) -> tuple[Tone, ...]:
    """The sounds of signals that have fallen due: the ding always; of ticks only one, and no late
    ones."""
    if any(signal.sign is Sign.DING for signal in signals):
        return (Tone.DING,)
    return (Tone.TICK,) if signals and now - signals[-1].at <= LATE else ()


def face_tones(roll: Roll, since: float, looked: float, now: float) -> tuple[Tone, ...]:
    """The sound of dice that began to tumble then, if a face has come up since the last look;
    another one for the last face."""
    if lies_still(roll, since, looked):
        return ()
    still = lies_still(roll, since, now)
    if not still and faces_shown(roll, since, max(looked, since)) == faces_shown(roll, since, now):
        return ()
    return (Tone.PLAY if still else Tone.TICK,)


class Lights:
    """A panel's lamps. Only changes are sent, and a tone isn't delayed by them."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._lit: Lit | None = None

    def change(self, lit: Lit, tones: Iterable[Tone] = ()) -> None:
        """Lights exactly these lamps, and plays the tones."""
        blinked: frozenset[Lamp] = frozenset() if self._lit is None else self._lit[1]
        # New lights first: stopping a blinking lamp takes milliseconds.
        first = (lit[0] - blinked, lit[1] | blinked)
        if first != self._lit:
            self._panel.light(*first)
        for tone in tones:
            self._panel.sound(tone)
        if lit != first:
            self._panel.light(*lit)
        self._lit = lit
