"""From a press to what is felt while pictures are read: python -m workshop.benchmarks.press_latency

The real loop with its camera's and reading threads, the real reader without a pause on a rendered
picture, a scoreboard drawn into memory, and the real panel on gpiozero's mock pins: a press begins
when the button's pin goes low, and ends when the buzzer's or the lamp's pin is driven. Budget:
median 10 ms, worst of 1 000 presses 30 ms. The machine's load is printed with the figures.
"""

from __future__ import annotations

import os
import random
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.language.texts import Texts
from device.session.core.setup import Offers, Setup
from device.table.addons import AddOnParts
from device.table.display import LookedOn
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.run import READING_THREADS, run_table
from engine.position import Position
from engine.variants import load_variant
from engine.words.lexicon import shipped_lexicon
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.gpio import GpioPanel
from hardware.panel.pins import Pins, load_pins
from hardware.panel.port import Button, Lamp
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from workshop.benchmarks.budgets import BEFORE, photograph

PRESSES = 1000
DOWN = 0.04
"""Seconds that a button is held down: longer than its contact may chatter."""


class TimedPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A pin that notes when it was last driven high."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.driven = threading.Event()
        self.at = 0.0

    def _change_state(self, value: float) -> Any:
        changed = super()._change_state(value)
        if changed and value and self._function == "output" and not self.driven.is_set():
            self.at = time.perf_counter()
            self.driven.set()
        return changed


class BusyCamera:
    """Ten frames a second; a hand comes between them, so that there is always something to read."""

    turn_by_turn = False

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._hand = picture.copy()
        cv2.rectangle(self._hand, (0, 300), (500, 500), (90, 120, 180), -1)
        self.done = threading.Event()

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self.done.wait(0.1):
            number += 1
            yield Frame(self._hand if number % 20 < 3 else self._picture, time.monotonic())

    def close(self) -> None:
        self.done.set()


@dataclass(frozen=True)
class Course:
    """What is pressed in turn, and the pin that shows that each press was felt; `first` opens what
    the others move in."""

    name: str
    opening: Opening
    presses: tuple[tuple[Button, int], ...]
    first: Button | None = None


class Finger:
    """Presses the buttons of a panel, and keeps how many milliseconds each press took."""

    def __init__(self, course: Course, pins: Pins, factory: MockFactory) -> None:
        self._course, self._factory = course, factory
        self._pins = {wired.button: wired.pin for wired in pins.buttons}
        self.after: list[float] = []

    def press(self, button: Button, felt_on: int) -> float:
        """Milliseconds until that pin was driven; infinite if it never was."""
        felt, contact = self._factory.pin(felt_on), self._factory.pin(self._pins[button])
        felt.driven.clear()
        began = time.perf_counter()
        contact.drive_low()
        was_felt = felt.driven.wait(2.0)
        time.sleep(DOWN)
        contact.drive_high()
        return 1000 * (felt.at - began) if was_felt else float("inf")

    def press_all(self, buzzer: int, presses: int) -> None:
        chance = random.Random(1)
        if self._course.first is not None:
            self.press(self._course.first, buzzer)
            time.sleep(1.0)
        for number in range(presses):
            time.sleep(chance.uniform(0.03, 0.06))
            button, felt_on = self._course.presses[number % len(self._course.presses)]
            self.after.append(self.press(button, felt_on))


def run(
    course: Course, pins: Pins, presses: int | None = None, page: LookedOn | None = None
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Presses a course through, and prints how long it took; the milliseconds of each press.
    `page`: the onlookers meanwhile."""
    wanted = PRESSES if presses is None else presses
    game = course.opening.game.state.variant
    picture, grid = photograph(Position.from_rows(BEFORE))
    reader, camera = BoardReader(game.layout, game.tile_set), BusyCamera(picture)
    factory = MockFactory(pin_class=TimedPin)
    finger = Finger(course, pins, factory)
    reads = 0

    def read(_picture: Picture, _last: Grid | None) -> Reading | Refusal:
        """Reads until all presses are done: the reading thread never rests."""
        nonlocal reads
        while True:
            reading = reader.read(picture, last=grid)
            reads += 1
            if camera.done.is_set() or len(finger.after) >= wanted:
                return reading

    def press() -> None:
        while reads == 0:
            time.sleep(0.05)
        finger.press_all(buzzer_of(pins), wanted)
        camera.done.set()

    addons = AddOnParts(onlookers=() if page is None else (page,))
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    run_table(
        course.opening,
        Equipment(GpioPanel(pins, factory=factory), Display(headless=True), camera, read=read),
        Output(Texts("en"), lambda _: None, addons=addons),
    )
    presser.join()
    times = np.array(finger.after)
    print(f"{course.name}: median {statistics.median(times):.1f} ms of 10", end="")
    print(f", 99 of 100 within {np.percentile(times, 99):.1f} ms", end="")
    print(f", worst of {len(times)} {times.max():.1f} ms of 30", end="")
    print(f" ({reads} readings meanwhile, load {os.getloadavg()[0]:.1f})", flush=True)
    return times


def buzzer_of(pins: Pins) -> int:
    if pins.buzzer is None:
        raise ValueError("no buzzer is wired")
    return pins.buzzer


def main() -> None:
    pins = load_pins(None)
    lamps, buzzer = dict(pins.lamps), buzzer_of(pins)
    game = load_variant("classic", "en")
    sides = ("Ann", "Ben")
    clicks = ((Button.NEXT, buzzer),)  # one with a long press counts as it is let go
    turns = ((Button.SIDE_2, lamps[Lamp.SIDE_2]), (Button.SIDE_1, lamps[Lamp.SIDE_1]))
    setup = Setup(sides=sides)
    lobby = Opening(setup.game(), offers=Offers(lambda *_: shipped_lexicon("en")), setup=setup)
    print(f"{READING_THREADS} threads for OpenCV, {os.cpu_count()} cores")
    # In a menu nothing else is heard but clicks; in the lobby a side's button names who begins.
    run(Course("press to click", Opening.new(game, sides), clicks, first=Button.NEXT), pins)
    run(Course("turn button to its lamp", lobby, turns), pins)


if __name__ == "__main__":
    main()
