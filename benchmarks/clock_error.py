"""The clock's error while a thread reads pictures: python -m benchmarks.clock_error

The stand-alone clock as `tilekeeper clock` runs it, on the real panel over gpiozero's mock pins,
and beside it the real reader without a pause on a rendered picture. Time counts from the moment at
which the button's pin goes low; each zone's lamp, every tick and the ding are timed on their own
pins. Budget: 5 ms. `--seconds` is the length of all six zones together, ten minutes if it isn't
given; `--idle` leaves the reader out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import threading
import time
from typing import Any

import cv2
from gpiozero.pins.mock import MockFactory, MockPWMPin

from benchmarks.budgets import BEFORE, photograph
from device.clock_table import ClockTable
from device.screen.zones import draw_zones
from device.stand_alone import run_alone
from device.table import READING_THREADS, SWITCH_SECONDS
from device.texts import Texts
from device.zone_clock import SECOND, Sign, clock_of, marks
from device.zone_views import ZONE_LAMPS, ClockView
from engine.position import Position
from engine.variants import load_variant
from hardware.display import Display
from hardware.gpio_panel import GpioPanel
from hardware.panel import Button
from hardware.pins import Pins, load_pins
from vision.reader import BoardReader

BUDGET = 5.0
ZONES = 6
DOWN = 0.04
"""Seconds that a button is held down: longer than its contact may chatter."""


class TimedPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A pin that notes every time at which it was driven high."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.driven: list[float] = []

    def _change_state(self, value: float) -> Any:
        changed = super()._change_state(value)
        if changed and value and self._function == "output":
            self.driven.append(time.monotonic())
        return changed


SLEEPER = """
import statistics, sys, time
late, end = [], time.monotonic() + float(sys.argv[1])
while (due := time.monotonic() + 0.25) < end:
    time.sleep(0.25)
    late.append(1000 * (time.monotonic() - due))
print(f"a process that only sleeps, meanwhile: median {statistics.median(late):.2f} ms late, "
      f"worst of {len(late)} {max(late):.2f} ms")
"""
"""What the machine itself adds, busy as it is."""


class BusyReader:
    """Reads the same picture again and again, on a thread of its own."""

    def __init__(self) -> None:
        game = load_variant("classic", "en")
        self._picture, self._grid = photograph(Position.from_rows(BEFORE))
        self._reader = BoardReader(game.layout, game.tile_set)
        self.done = threading.Event()
        self.reads = 0
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self.done.is_set():
            self._reader.read(self._picture, last=self._grid)
            self.reads += 1


def run(pins: Pins, seconds: int, busy: BusyReader) -> tuple[MockFactory, float]:
    """Runs the clock once to its ding; the pins, and when its button was pressed."""
    factory = MockFactory(pin_class=TimedPin)
    panel, display = GpioPanel(pins, factory=factory), Display(headless=True)

    def draw(shown: ClockView) -> None:
        draw_zones(display.surface, display.surface.get_rect(), shown)

    clock = clock_of((seconds // ZONES,) * ZONES)
    table = ClockTable(clock, panel=panel, draw=draw, texts=Texts("en"))
    contacts = {wired.button: factory.pin(wired.pin) for wired in pins.buttons}
    ends = {wired.held: factory.pin(wired.pin) for wired in pins.buttons if wired.held}
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        while busy.reads == 0 and busy.thread.is_alive():
            time.sleep(0.05)
        pressed = time.monotonic()
        contacts[Button.OK].drive_low()
        time.sleep(DOWN)
        contacts[Button.OK].drive_high()
        time.sleep(seconds + 1)
        ends[Button.END].drive_low()
        time.sleep(pins.hold + 0.5)
        ends[Button.END].drive_high()

    finger = threading.Thread(target=press, daemon=True)
    finger.start()
    run_alone(table, panel=panel, display=display, clock=time.monotonic, say=print)
    finger.join()
    return factory, pressed


def tell(name: str, late: list[float]) -> None:
    """A line of how many milliseconds late something was."""
    worst = max(late, key=abs)
    print(f"{name}: median {statistics.median(late):.2f} ms, worst of {len(late)}", end="")
    print(f" {worst:.2f} ms (budget {BUDGET:.0f})", flush=True)


def nearest(times: list[float], wanted: float) -> float:
    """How many milliseconds after that time something happened; before it, below 0."""
    return 1000 * min((at - wanted for at in times), key=abs, default=float("inf"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=int, default=600, help="of the whole clock, 6 or more")
    parser.add_argument("--idle", action="store_true", help="read no pictures meanwhile")
    given = parser.parse_args()
    seconds = max(ZONES, given.seconds)
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    pins, busy = load_pins(None), BusyReader()
    lamps = dict(pins.lamps)
    if not given.idle:
        busy.thread.start()
    sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER, str(seconds)])
    factory, pressed = run(pins, seconds, busy)
    sleeper.wait()
    busy.done.set()
    if not given.idle:
        busy.thread.join()
    zones = clock_of((seconds // ZONES,) * ZONES).zones
    buzzed = [at for at in factory.pin(pins.buzzer).driven if at > pressed + 2 * DOWN]
    due = [(mark, pressed + (sum(zones) - mark.left) / SECOND) for mark in marks(zones)]
    print(
        f"{sum(zones) // SECOND} s, {busy.reads} readings meanwhile, load {os.getloadavg()[0]:.1f}"
    )
    lamp = [
        nearest(factory.pin(lamps[ZONE_LAMPS[mark.zone]]).driven, at)
        for mark, at in due
        if mark.sign is Sign.ZONE
    ]
    tell("zone's lamp", lamp)
    tell("zone's tone", [nearest(buzzed, at) for mark, at in due if mark.sign is Sign.ZONE])
    ticks = [nearest(buzzed, at) for mark, at in due if mark.sign in (Sign.TICK, Sign.ENDING)]
    tell("ticks", ticks)
    tell("the ding, and with it the clock", [nearest(buzzed, at) for mark, at in due[-1:]])


if __name__ == "__main__":
    main()
