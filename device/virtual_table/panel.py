"""The panel of the virtual table: the real one, on pins that are moved by fingers instead of a Pi.

Fingers close contacts, and lamps are read off the pins; what a press means is nobody's business
here. Tones are written down where they reach the loudspeaker.
Tests: tests/device/test_scripted_evenings.py.
"""

from __future__ import annotations

from dataclasses import replace

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio_panel import GpioPanel
from hardware.panel import LOUDEST, Button, Lamp, Tone
from hardware.pins import ButtonPin, load_pins

PRESS_SECONDS = 0.05
"""So long a finger closes a contact."""

BETWEEN_PRESSES = 0.1
"""Seconds from one press to the next, at the least."""

LONGER = 0.1
"""Seconds by which a long press is longer than it need be."""


class HeardTones:
    """A loudspeaker that writes down what reaches it."""

    missing = None

    def __init__(self) -> None:
        self.heard: list[Tone] = []
        self.volume = LOUDEST

    def sound(self, tone: Tone) -> None:
        if self.volume:
            self.heard.append(tone)

    @property
    def trouble(self) -> str | None:
        return None

    def set_volume(self, level: int) -> None:
        self.volume = level

    def close(self) -> None:
        """There is nothing to give back."""


class WatchedPanel(GpioPanel):
    """The real panel; `blinking` are the lamps that blink, which is in a time of their own."""

    blinking: frozenset[Lamp] = frozenset()

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        self.blinking = blinking
        super().light(lit, blinking)


class MockPins:
    """The panel wired as it ships, on mock pins. `panel` is what a table plugs in; `heard` are the
    tones so far."""

    def __init__(self) -> None:
        self._factory = MockFactory(pin_class=MockPWMPin)
        self._now = 0.0
        self._free = float("-inf")
        self._speaker = HeardTones()
        # A buzzer plays in its own time, and the table's clock may run faster.
        self._pins = replace(load_pins(), buzzer=None)
        self.panel = WatchedPanel(
            self._pins,
            factory=self._factory,
            clock=lambda: self._now,
            speaker=self._speaker,
        )

    @property
    def heard(self) -> list[Tone]:
        return self._speaker.heard

    def press(self, button: Button, at: float) -> None:
        """A finger presses a button at a time; one that shares it with another holds it down."""
        for wired in self._pins.buttons:
            if wired.button is button:
                self._close(wired.pin, at, PRESS_SECONDS)
            elif wired.held is button:
                self._close(wired.pin, at, self._long(wired))

    def hold(self, button: Button, at: float) -> None:
        """A finger holds a button down from a time on."""
        wired = next(wired for wired in self._pins.buttons if wired.button is button)
        self._close(wired.pin, at, self._long(wired))

    def _long(self, wired: ButtonPin) -> float:
        """Seconds after which it was a long press for sure."""
        return (self._pins.hold_of(wired) or self._pins.hold) + LONGER

    def lit(self) -> frozenset[Lamp]:
        """The lamps whose pins are on."""
        return frozenset(lamp for lamp, pin in self._pins.lamps if self._factory.pin(pin).state > 0)

    def shining(self) -> frozenset[Lamp]:
        """The same with those that blink, whether they are on just now or not."""
        return self.lit() | self.panel.blinking

    def _close(self, number: int, at: float, seconds: float) -> None:
        pin = self._factory.pin(number)
        self._now = max(at, self._free)
        pin.drive_low()
        self._now += seconds
        pin.drive_high()
        self._free = self._now + BETWEEN_PRESSES - PRESS_SECONDS
        self.panel.work_off()
