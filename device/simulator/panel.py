"""The virtual table's panel, and an onlooker who says whether what the script expects is so.

The panel is the real one, on mock pins that fingers move instead of a Pi; the table decides what a
press means. The onlooker reads the screen's words, the lamps and the tones, as anybody there would,
and nothing behind them. Tests: tests/device/test_scripted_evenings.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.clock_and_dice.on_time import ZONE_LAMPS
from device.simulator.answers import ReadScreen
from device.simulator.lines import RUNS, ZONES, Expect, lamp_of
from device.simulator.named_texts import is_name, shows, values_of
from engine.circumstances import Zone
from engine.events import Side
from engine.sentences import Sentence
from hardware.panel.debounce import OPENED
from hardware.panel.gpio import GpioPanel
from hardware.panel.pins import ButtonPin, load_pins
from hardware.panel.port import LOUDEST, Button, Lamp, Tone

# --- the panel ---

PRESS_SECONDS = 0.05
"""Seconds for which a finger closes a contact."""

BETWEEN_PRESSES = 0.1
"""The least number of seconds from one press to the next."""

LONGER = 0.1
"""Seconds by which a long press is longer than necessary."""


class HeardTones:
    """A loudspeaker that records what reaches it."""

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
        """There is nothing to release."""


class TablesTime(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Mock pins whose edges are stamped as they come: the table's clock isn't the machine's."""

    @staticmethod
    def ticks_diff(_later: float, _earlier: float) -> float:
        return 0.0


class WatchedPanel(GpioPanel):
    """The real panel; `blinking` are the lamps that blink, which is in a time of their own."""

    blinking: frozenset[Lamp] = frozenset()

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        self.blinking = blinking
        super().light(lit, blinking)


class MockPins:
    """The panel wired as it ships, on mock pins. `panel` is what a table uses; `heard` are the
    tones so far."""

    def __init__(self) -> None:
        self._factory = TablesTime(pin_class=MockPWMPin)
        self._now = 0.0
        self._free = float("-inf")
        self._speaker = HeardTones()
        # A buzzer plays in real time, and the table's clock may run faster.
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
        """A finger presses a button at a time; a button with a second function is held down."""
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
        """Seconds after which it was certainly a long press."""
        return (self._pins.hold_of(wired) or self._pins.hold) + LONGER

    def lit(self) -> frozenset[Lamp]:
        """The lamps whose pins are on."""
        return frozenset(lamp for lamp, pin in self._pins.lamps if self._factory.pin(pin).state > 0)

    def shining(self) -> frozenset[Lamp]:
        """The same with those that blink, whether on just now or not."""
        return self.lit() | self.panel.blinking

    def _close(self, number: int, at: float, seconds: float) -> None:
        pin = self._factory.pin(number)
        self._now = max(at, self._free)
        pin.drive_low()
        self._now += seconds
        pin.drive_high()
        self._free = self._now + BETWEEN_PRESSES - PRESS_SECONDS
        self._now += OPENED  # then it counts as let go
        self.panel.drain()


# --- the onlooker ---


class Onlooker:
    """Remembers the announcements and tones. `failed`: expectations that weren't met. `rolls`: how
    often dice have tumbled on the screen."""

    def __init__(self, sides: Sequence[Side], pins: MockPins) -> None:
        self._sides, self._pins = tuple(sides), pins
        self._screen: ReadScreen | None = None
        self._said: list[str] = []
        self._heard = 0
        self.rolls = 0
        self.failed: list[str] = []

    def saw(self, screen: ReadScreen) -> None:
        """The screen shows this now."""
        if screen.rolling and (self._screen is None or not self._screen.rolling):
            self.rolls += 1
        self._screen = screen
        if not self._said or self._said[-1] != screen.text:
            self._said.append(screen.text)

    def step_begins(self) -> None:
        """Something else is about to be done: earlier announcements no longer count."""
        self._said = [] if self._screen is None else [self._screen.text]

    @property
    def zone(self) -> Zone | None:
        """The zone that the clock is in, as its lamps show it; None while they are dark."""
        shining = self._pins.shining()
        lamps = zip(ZONE_LAMPS, Zone, strict=True)
        return next((zone for lamp, zone in lamps if lamp in shining), None)

    def heard(self, tone: Tone) -> int:
        """How often that tone has been heard so far."""
        return self._pins.heard.count(tone)

    def sees(self, expect: Expect) -> bool:
        """Whether this expectation is met now."""
        screen = self._screen
        if screen is None:
            return False
        match expect.what, expect.words:
            case "turn", (side,):
                return screen.turn == side
            case "points", (side, points):
                return screen.totals[self._sides.index(side)] == int(points)
            case "over", ():
                return screen.over
            case "won", (side,):
                return side in screen.won
            case "lamp", (name,):
                return lamp_of(name, self._sides) in self._pins.shining()
            case "dark", (name,):
                return lamp_of(name, self._sides) not in self._pins.shining()
            case "zone", (name,):
                return self.zone is ZONES[name]
            case "clock", (does,):
                return screen.runs == (does == RUNS)
            case "letter", (letter,):
                return letter in screen.dice
            case "tone", (name,):
                return Tone(name) in self._pins.heard[self._heard :]
            case "says", (text, *values):
                return any(_holds(said, text, values) for said in (*self._said, screen.text))
            case "asks", (text, *values):
                return screen.question is not None and _holds(screen.question, text, values)
            case _:
                raise ValueError(f"nobody knows how to see {expect}")

    def seen(self, expect: Expect) -> None:
        """It was met; a tone that was heard isn't counted again."""
        if expect.what == "tone":
            later = self._pins.heard[self._heard :]
            self._heard += later.index(Tone(expect.words[0])) + 1

    def missed(self, expect: Expect) -> None:
        """It was not met, however long they looked."""
        what = " ".join((expect.what, *expect.words))
        self.failed.append(
            Sentence(
                "line {number}: not true: {expected}; {why}",
                number=expect.line,
                expected=what,
                why=self._instead(expect.what),
            )
        )

    def _instead(self, what: str) -> str:
        screen = self._screen
        if screen is None:
            return Sentence("the screen is dark")
        match what:
            case "lamp" | "dark":
                if not (lit := sorted(self._pins.shining())):
                    return Sentence("no lamps are lit")
                return Sentence("lit: {lamps}", lamps=", ".join(lit))
            case "tone":
                if not (heard := self._pins.heard[self._heard :]):
                    return Sentence("heard since then: nothing")
                return Sentence("heard since then: {tones}", tones=", ".join(heard))
            case "zone":
                if not self.zone:
                    return Sentence("the clock is in none")
                return Sentence("the clock is in {zone}", zone=self.zone)
            case "clock":
                return Sentence("it’s running") if screen.runs else Sentence("it’s stopped")
            case "letter":
                if not screen.dice:
                    return Sentence("the dice show nothing")
                return Sentence("the dice show {letters}", letters=" ".join(screen.dice))
            case "points":
                return Sentence(
                    "the points are {points}", points=", ".join(map(str, screen.totals))
                )
            case "turn":
                if not screen.turn:
                    return Sentence("it’s no player’s turn")
                return Sentence("it’s {side}’s turn", side=screen.turn)
            case _:
                if not (text := screen.question or screen.text):
                    return Sentence("it shows: no message")
                return Sentence("it shows: {text}", text=text)


def _holds(shown: str, text: str, values: Sequence[str]) -> bool:
    """Whether what is shown holds a text, or the text of that name with these values."""
    return shows(shown, text, **values_of(values)) if is_name(text) else text in shown
