"""The clock by itself: what its buttons do, and what is heard, lit and shown as it runs.

All of it comes from the one clock in device/zone_clock.py, tones and lamps before the screen. Knows
no game and no turn. Tests: tests/device/test_clock_command.py, tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable

from device.on_time import Lights
from device.texts import Message, Texts
from device.zone_clock import Standing, ZoneClock
from device.zone_views import PARTY_LABELS, ClockView, clock_view, zone_lamps, zone_tones
from hardware.panel import Button, Panel, Press, Tone

HINT = Message("OK: start, stop – UNDO: wind up – NEXT: later zone – PAUSE – END: leave")
TIMER_HINT = Message("OK: start, stop – UNDO: wind up – PAUSE – END: leave")


def clock_state(clock: ZoneClock, now: float, labels: tuple[str, ...] = PARTY_LABELS) -> Message:
    """What the clock does, for the players."""
    if clock.run_out(now):
        return Message("Time is up! OK winds the clock up.")
    match clock.standing:
        case Standing.WOUND_UP:
            return Message("OK or a turn button starts the clock.")
        case Standing.RUNNING:
            return Message("The clock runs.")
        case Standing.PAUSED:
            return Message("Paused: PAUSE or OK goes on.")
        case Standing.STOPPED:
            number = clock.zone_at(now)
            if number < len(labels):
                return Message("Stopped in {zone}.", {"zone": labels[number]})
            return Message("Stopped.")


class ClockTable:
    """A clock with buttons: a side's or OK starts and stops it, UNDO winds it up, PAUSE pauses,
    BACK and NEXT choose the zone that it starts in, END leaves it."""

    def __init__(
        self,
        clock: ZoneClock,
        *,
        panel: Panel,
        draw: Callable[[ClockView], None],
        texts: Texts,
        labels: tuple[str, ...] = PARTY_LABELS,
    ) -> None:
        self.clock = clock
        self.finished = False
        self._panel, self._draw, self._texts, self._labels = panel, draw, texts, labels
        self._looked = 0.0
        self._shown: ClockView | None = None
        self._lights = Lights(panel)

    def press(self, press: Press) -> None:
        """Do what the button means, as of the moment it went down."""
        at = press.at
        for tone in self._tones(at):
            self._panel.sound(tone)
        clock = self._pressed(press.button, at)
        # A press may be older than the last look: what that has sounded isn't to be heard again.
        self._looked = at if clock is not self.clock else max(self._looked, at)
        self.clock = clock
        self.finished = press.button is Button.END

    def look(self, now: float) -> bool:
        """Sound and light what has come, and draw it; whether anything was drawn."""
        self._lights.change(zone_lamps(self.clock, now), self._tones(now))
        self._looked = now
        state = clock_state(self.clock, now, self._labels)
        hint = HINT if len(self.clock.zones) > 1 else TIMER_HINT
        shown = clock_view(self.clock, now, self._texts, state, hint, self._labels)
        if shown == self._shown:
            return False
        self._shown = shown
        self._draw(shown)
        return True

    def due(self, now: float) -> float | None:
        """When the clock's next mark comes."""
        return self.clock.due(now)

    def _pressed(self, button: Button, at: float) -> ZoneClock:
        clock = self.clock
        match button:
            case Button.UNDO:
                return clock.wound_up()
            case Button.PAUSE if clock.standing is Standing.PAUSED:
                return clock.started(at)
            case Button.PAUSE:
                return clock.paused(at)
            case Button.NEXT | Button.BACK if clock.standing is Standing.WOUND_UP:
                step = 1 if button is Button.NEXT else -1
                return clock.wound_up((clock.zone_at(at) + step) % len(clock.zones))
            case Button.OK | Button.SIDE_1 | Button.SIDE_2 | Button.SIDE_3 | Button.SIDE_4:
                return self._started_or_stopped(at)
            case _:
                return clock

    def _started_or_stopped(self, at: float) -> ZoneClock:
        if self.clock.run_out(at):
            return self.clock.wound_up()
        return self.clock.stopped(at) if self.clock.runs else self.clock.started(at)

    def _tones(self, now: float) -> tuple[Tone, ...]:
        """What is heard of the time since the last look."""
        return zone_tones(self.clock.signals(self._looked, now), now)
