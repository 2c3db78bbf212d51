"""Somebody at the virtual table who watches: whether what the script expects is so.

Sees the screen's words, the lamps and the tones, as anybody there would, and nothing behind them.
Tests: tests/device/test_scripted_evenings.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.evening_dice import ZONES
from device.evening_lines import Expect
from device.expectations import RUNS, STANDS, lamp_of
from device.virtual_table.answers import Screen
from device.virtual_table.panel import MockPins
from device.zone_views import ZONE_LAMPS
from engine.circumstances import Zone
from engine.events import Side
from hardware.panel import Tone


class Witness:
    """Remembers what was said and heard. `failed`: what should have been so and wasn't. `rolls`:
    how often dice have tumbled on the screen."""

    def __init__(self, sides: Sequence[Side], pins: MockPins) -> None:
        self._sides, self._pins = tuple(sides), pins
        self._screen: Screen | None = None
        self._said: list[str] = []
        self._heard = 0
        self.rolls = 0
        self.failed: list[str] = []

    def saw(self, screen: Screen) -> None:
        """The screen shows this now."""
        if screen.rolling and (self._screen is None or not self._screen.rolling):
            self.rolls += 1
        self._screen = screen
        if not self._said or self._said[-1] != screen.text:
            self._said.append(screen.text)

    def step_begins(self) -> None:
        """Something else is going to be done: what was said before no longer counts."""
        self._said = [] if self._screen is None else [self._screen.text]

    @property
    def zone(self) -> Zone | None:
        """The zone that the clock is in, as its lamps show it; None while they are dark."""
        shining = self._pins.shining()
        lamps = zip(ZONE_LAMPS, Zone, strict=True)
        return next((zone for lamp, zone in lamps if lamp in shining), None)

    def heard(self, tone: Tone) -> int:
        """How often that has been heard so far."""
        return self._pins.heard.count(tone)

    def sees(self, expect: Expect) -> bool:
        """Whether this is so now."""
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
            case "says", (text,):
                return any(text in said for said in (*self._said, screen.text))
            case "asks", (text,):
                return screen.question is not None and text in screen.question
            case _:
                raise ValueError(f"nobody knows how to see {expect}")

    def seen(self, expect: Expect) -> None:
        """It was so; a tone that was heard is not heard again."""
        if expect.what == "tone":
            later = self._pins.heard[self._heard :]
            self._heard += later.index(Tone(expect.words[0])) + 1

    def missed(self, expect: Expect) -> None:
        """It was not so, however long they looked."""
        what = " ".join((expect.what, *expect.words))
        self.failed.append(f"line {expect.line}: not so: {what}; {self._instead(expect.what)}")

    def _instead(self, what: str) -> str:
        screen = self._screen
        if screen is None:
            return "the screen is dark"
        match what:
            case "lamp" | "dark":
                lit = ", ".join(sorted(self._pins.shining()))
                return f"lit are {lit or 'none'}"
            case "tone":
                heard = ", ".join(self._pins.heard[self._heard :])
                return f"heard since then: {heard or 'nothing'}"
            case "zone":
                return f"the clock is in {self.zone or 'none'}"
            case "clock":
                return f"it {RUNS if screen.runs else STANDS}"
            case "letter":
                return f"the dice show {' '.join(screen.dice) or 'nothing'}"
            case "points":
                return f"the points are {', '.join(map(str, screen.totals))}"
            case "turn":
                return f"it is the turn of {screen.turn or 'nobody'}"
            case _:
                return f"it shows: {screen.question or screen.text or 'no message'}"
