"""The clock's error while a thread reads pictures: python -m workshop.benchmarks.clock_error

Party's clock at the table, as `tilekeeper play` runs it: the real loop with its camera's and its
reading thread, the real reader without a pause on rendered pictures, the journal on disk, a screen
drawn into memory, and the real panel over gpiozero's mock pins. The letter is rolled, the others'
button starts the clock, and it runs through all six zones to its ding. Time counts from the moment
at which that button's pin goes low; each zone's lamp, every tick and the ding are timed on their
own pins. Budget: 5 ms.

`--seconds` is the length of all six zones together, ten minutes if it isn't given; `--disk-ms` is
what writing takes in addition (an SD card: 200); `--idle` reads nothing; `--alone` runs the clock
of `tilekeeper clock` instead. `--voice`: the table speaks (espeak-ng; without a sound card
SDL_AUDIODRIVER=dummy takes the samples), and on top of its own sentences it is given one
every tenth of a second, each cut short by the next.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.addons.voice.voice import Voice
from device.clock_and_dice.alone import ClockAlone, run_alone
from device.clock_and_dice.on_time import ZONE_LAMPS
from device.clock_and_dice.views import PARTY_LABELS
from device.clock_and_dice.zone_clock import SECOND, ClockMark, Sign, clock_of, marks
from device.language.texts import Message, Texts, TextValue
from device.screen.dice_and_clock import AloneScreen, clock_parts
from device.session.core.effects import Announce, Effect
from device.session.core.inputs import Input, Tick
from device.session.core.state import TableState
from device.storage.journal import Journal
from device.table.addons import AddOnParts
from device.table.equipment import Equipment, Output, Storage
from device.table.opening import Opening
from device.table.run import READING_THREADS, SWITCH_SECONDS, run_table
from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.gpio import GpioPanel
from hardware.panel.pins import Pins, load_pins
from hardware.panel.port import Button
from hardware.speech import Espeak
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from workshop.benchmarks.budgets import photograph

BUDGET = 5.0
ZONES = 6
DOWN = 0.04
"""Seconds that a button is held down: longer than its contact may chatter."""

TUMBLES = 4.0
"""Seconds after which a die lies still on the screen."""

A_READING = 1.0
"""Seconds after which the reading thread hands over what it has read, again and again, till then:
so it never rests, and the loop has something to show as at a real table."""

MANY = 30
"""Ticks at the beginning and at the end, by whose medians the drift is measured."""


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
    """The real reader: it reads a picture again and again before it says what it has read."""

    def __init__(self, *, idle: bool) -> None:
        game = load_variant("classic", "en")
        empty = Position(15)
        word = {Square(7 + n, 7): letter for n, letter in enumerate("EAT")}
        self._idle = idle
        self.pictures = tuple(photograph(lies)[0] for lies in (empty, empty.laid(word)))
        self._grid = photograph(empty)[1]
        self._reader = BoardReader(game.layout, game.tile_set)
        self.done = threading.Event()
        self.reads = 0

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        until = time.monotonic() + (0.0 if self._idle else A_READING)
        while True:
            reading = self._reader.read(picture, last=self._grid)
            self.reads += 1
            if time.monotonic() > until or self.done.is_set():
                return reading

    def run(self) -> None:
        """Reads on until it is done, for a clock that has no camera."""
        while not self.done.is_set():
            self.read(self.pictures[0], None)

    def wait_until_it_reads(self) -> None:
        while self.reads == 0:
            time.sleep(0.05)


class BusyCamera:
    """Ten frames a second. A word is laid and taken up; hands come between, so that there is always
    something to read."""

    turn_by_turn = False

    def __init__(self, reader: BusyReader, *, idle: bool) -> None:
        self._done = reader.done
        self._still = reader.pictures[:1] if idle else reader.pictures
        self._hand = reader.pictures[0].copy()
        if not idle:
            cv2.rectangle(self._hand, (0, 300), (500, 500), (90, 120, 180), -1)

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._done.wait(0.1):
            number += 1
            still = self._still[number // 20 % len(self._still)]
            yield Frame(self._hand if number % 20 < 3 else still, time.monotonic())

    def close(self) -> None:
        self._done.set()


class SlowJournal(Journal):
    """A journal on a disk that takes its time."""

    taken = 0.0
    written = 0

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with super()._changing():
            yield
        SlowJournal.written += 1
        time.sleep(SlowJournal.taken)


class Finger:
    """Presses buttons by their pins."""

    def __init__(self, pins: Pins, factory: MockFactory) -> None:
        self._contacts = {wired.button: factory.pin(wired.pin) for wired in pins.buttons}
        self._held = {wired.held: factory.pin(wired.pin) for wired in pins.buttons if wired.held}
        self._hold = pins.hold

    def press(self, button: Button) -> float:
        """Presses it; when that was."""
        return self._down(self._contacts[button], DOWN)

    def hold(self, button: Button) -> None:
        """Presses what is a long press of another button."""
        self._down(self._held[button], self._hold + 0.5)

    def _down(self, contact: Any, seconds: float) -> float:
        at = time.monotonic()
        contact.drive_low()
        time.sleep(seconds)
        contact.drive_high()
        return at


@dataclass
class Ran:
    """The pins that a clock ran on, and when its button was pressed."""

    factory: MockFactory
    pressed: float = 0.0


class Chatter:
    """A table's voice that is given far more to say than any evening has: `sentences` so far."""

    def __init__(self, done: threading.Event) -> None:
        speech = Espeak()
        if speech.missing is not None:
            raise SystemExit(speech.missing)
        self.voice = Voice(speech, Texts("en"), print)
        self._done, self.sentences = done, 0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self, state: TableState) -> None:
        self._state = state
        self._thread.start()

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        self.voice.follow(before, event, after, effects)

    def pressed(self) -> None:
        self.voice.pressed()

    def _run(self) -> None:
        while not self._done.wait(0.1):
            self.sentences += 1
            sentence = Announce(
                Message("{side}: {word} {points}.", {**CHATTER, "n": self.sentences})
            )
            self.voice.pressed()
            self.voice.follow(self._state, Tick(0.0), self._state, (sentence,))
        self.voice.close()


CHATTER: Mapping[str, TextValue] = {"side": "Ann", "word": "QUIZZES", "points": "+148"}


def at_the_table(
    pins: Pins, seconds: int, reader: BusyReader, *, idle: bool, voice: bool = False
) -> Ran:
    """Runs Party's clock once to its ding, at the table."""
    ran = Ran(MockFactory(pin_class=TimedPin))
    panel, finger = GpioPanel(pins, factory=ran.factory), Finger(pins, ran.factory)
    game = load_variant("party", "en", {"clock_seconds": seconds // ZONES})
    chatter = Chatter(reader.done) if voice else None

    def press() -> None:
        reader.wait_until_it_reads()
        finger.press(Button.OK)
        time.sleep(TUMBLES)
        ran.pressed = finger.press(Button.SIDE_2)
        time.sleep(seconds + 1)
        reader.done.set()

    with tempfile.TemporaryDirectory() as folder:
        journal = SlowJournal(Path(folder) / "games.sqlite", time.time)
        presser = threading.Thread(target=press, daemon=True)
        presser.start()
        run_table(
            Opening.new(game, ("Ann", "Ben")),
            Equipment(
                panel,
                Display(headless=True),
                BusyCamera(reader, idle=idle),
                read=reader.read,
                chance=Random(1),
            ),
            Output(
                Texts("en"),
                lambda _: None,
                addons=AddOnParts(followers=(chatter,) if chatter else ()),
            ),
            Storage(journal),
        )
        presser.join()
        journal.close()
    if chatter is not None:
        print(f"{chatter.sentences} sentences", end="; ")
    print(f"{SlowJournal.written} writings of {1000 * SlowJournal.taken:.0f} ms more", end="; ")
    return ran


def alone(pins: Pins, seconds: int, reader: BusyReader, *, idle: bool) -> Ran:
    """Runs the clock once to its ding, by itself."""
    ran = Ran(MockFactory(pin_class=TimedPin))
    panel, finger = GpioPanel(pins, factory=ran.factory), Finger(pins, ran.factory)
    display = Display(headless=True)
    draw = AloneScreen(display.surface, clock_parts).draw

    def press() -> None:
        if not idle:
            threading.Thread(target=reader.run, daemon=True).start()
            reader.wait_until_it_reads()
        ran.pressed = finger.press(Button.OK)
        time.sleep(seconds + 1)
        finger.hold(Button.END)
        reader.done.set()

    clock = clock_of((seconds // ZONES,) * ZONES)
    table = ClockAlone(clock, panel=panel, draw=draw, texts=Texts("en"))
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    run_alone(table, panel=panel, display=display, clock=time.monotonic, say=print)
    presser.join()
    return ran


def print_late(name: str, late: list[float]) -> None:
    """A line of how many milliseconds late something was."""
    worst = max(late, key=abs)
    print(f"{name}: median {statistics.median(late):.2f} ms", end="")
    print(f", 99 of 100 within {np.percentile(np.abs(late), 99):.2f} ms", end="")
    print(f", worst of {len(late)} {worst:.2f} ms (budget {BUDGET:.0f})", flush=True)


def nearest(times: list[float], wanted: float) -> float:
    """How many milliseconds after that time something happened; before it, below 0."""
    return 1000 * min((at - wanted for at in times), key=abs, default=float("inf"))


def report(ran: Ran, pins: Pins, seconds: int) -> None:
    """Prints how far from its time everything came."""
    lamps, zones = dict(pins.lamps), clock_of((seconds // ZONES,) * ZONES).zones
    buzzed = [at for at in ran.factory.pin(pins.buzzer).driven if at > ran.pressed + 2 * DOWN]
    due = [(mark, ran.pressed + (sum(zones) - mark.left) / SECOND) for mark in marks(zones)]

    def tones(wanted: Callable[[ClockMark], bool]) -> list[float]:
        return [nearest(buzzed, at) for mark, at in due if wanted(mark)]

    lit = []
    for mark, at in due:
        if mark.sign is Sign.ZONE:
            lamp = nearest(ran.factory.pin(lamps[ZONE_LAMPS[mark.zone]]).driven, at)
            lit.append(lamp)
            print(f"  {PARTY_LABELS[mark.zone]:>2}: lamp {lamp:.2f} ms", end="")
            print(f", tone {nearest(buzzed, at):.2f} ms", flush=True)
    print_late("a zone's lamp", lit)
    print_late("a zone's tone", tones(lambda mark: mark.sign is Sign.ZONE))
    ticks = tones(lambda mark: mark.sign in (Sign.TICK, Sign.ENDING))
    print_late("ticks", ticks)
    print_late("the ding, and with it the clock", tones(lambda mark: mark.sign is Sign.DING))
    drift = statistics.median(ticks[-MANY:]) - statistics.median(ticks[:MANY])
    print(f"drift: {drift:.2f} ms from the first {MANY} ticks to the last", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=int, default=600, help="of the whole clock, 6 or more")
    parser.add_argument("--disk-ms", type=int, default=0, help="that each writing takes besides")
    parser.add_argument("--idle", action="store_true", help="read no pictures meanwhile")
    parser.add_argument("--alone", action="store_true", help="the clock of `tilekeeper clock`")
    parser.add_argument("--voice", action="store_true", help="the table speaks without a pause")
    given = parser.parse_args()
    seconds = max(ZONES, given.seconds)
    SlowJournal.taken = given.disk_ms / 1000
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    pins, reader = load_pins(None), BusyReader(idle=given.idle)
    sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER, str(seconds)])
    if given.alone:
        ran = alone(pins, seconds, reader, idle=given.idle)
    else:
        ran = at_the_table(pins, seconds, reader, idle=given.idle, voice=given.voice)
    sleeper.wait()
    print(f"{seconds} s, {reader.reads} readings meanwhile, load {os.getloadavg()[0]:.1f}")
    report(ran, pins, seconds)


if __name__ == "__main__":
    main()
