"""Hands at the board of a machine: buttons pressed, with the bounce that a contact has, and lamps
read back from the chip.

Talks to board.py through a serial port; knows pins by their names and no game.
Tests: workshop/tests/test_machine_hands.py.
"""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hardware.panel.pins import ButtonPin, Pins, load_pins
from hardware.panel.port import Button, Lamp
from workshop.machine.qmp import connected

BOUNCE = ((True, 1.0), (False, 0.7), (True, 0.4), (False, 0.3))
"""Down or up, and for how many milliseconds: how a contact closes before it stays closed."""

PRESS_MILLISECONDS = 120.0
"""For so long a finger is on a button."""

BETWEEN_MILLISECONDS = 100.0
"""From one press to the next, at least: so long does a hand take."""

WATCHED_MILLISECONDS = 1000.0
"""For so long lamps are watched: one that blinks is seen both ways."""


class BoardError(Exception):
    """What the board couldn't do, in its own words."""


@dataclass(frozen=True)
class Ran:
    """How a command on the machine ended, and all it said."""

    status: int
    output: str


@dataclass(frozen=True)
class Lamps:
    """Which shine steadily, and which blink."""

    lit: frozenset[Lamp]
    blinking: frozenset[Lamp]


class Hands:
    """At the board of one machine; `pins` are those that the table's wiring names."""

    def __init__(self, port: socket.socket, pins: Pins | None = None) -> None:
        self._port = port
        self._answers = port.makefile("r", encoding="utf-8")
        self._asked = 0
        self._pins = pins or load_pins()
        self._lines = {wired.button: wired.pin for wired in self._pins.buttons}
        self._held = {wired.held: wired for wired in self._pins.buttons if wired.held}

    @classmethod
    def at(cls, place: Path, seconds: float = 20.0) -> Self:
        """As soon as QEMU listens there; the board answers when it has started."""
        return cls(connected(place, seconds))

    def press(self, button: Button) -> None:
        """A press as a finger does it: it bounces as it closes, and as it opens."""
        if button in self._lines:
            self._close(self._lines[button], PRESS_MILLISECONDS)
        else:
            self._close(self._held[button].pin, self._long(self._held[button]))

    def hold(self, button: Button) -> None:
        """A long press of a button, in the same way."""
        wired = next(wired for wired in self._pins.buttons if wired.button is button)
        self._close(wired.pin, self._long(wired))

    def _long(self, wired: ButtonPin) -> float:
        """Milliseconds after which it was certainly a long press."""
        return 1000 * (self._pins.hold_of(wired) or self._pins.hold) + 300

    def _close(self, line: int, milliseconds: float) -> None:
        trace = [
            *BOUNCE,
            (True, milliseconds),
            *((not down, ms) for down, ms in BOUNCE),
            (False, BETWEEN_MILLISECONDS),
        ]
        self._ask(do="trace", line=line, trace=trace)

    def lamps(self) -> Lamps:
        """What each lamp does, looked at for a second."""
        lines = {str(line): lamp for lamp, line in self._pins.lamps}
        watched = {"lines": list(map(int, lines)), "milliseconds": WATCHED_MILLISECONDS}
        seen = {lines[line]: set(highs) for line, highs in self._ask(do="watch", **watched).items()}
        return Lamps(
            frozenset(lamp for lamp, highs in seen.items() if highs == {True}),
            frozenset(lamp for lamp, highs in seen.items() if len(highs) == 2),
        )

    def time(self) -> float:
        """Seconds of the machine's own time since it was switched on."""
        return float(self._ask(do="time"))

    def run(self, command: str) -> Ran:
        """A command of the machine's own shell, as root."""
        ran = self._ask(do="run", command=command)
        return Ran(ran["status"], ran["output"])

    def _ask(self, **request: object) -> Any:
        self._asked += 1
        number = f"{id(self)}-{self._asked}"
        self._port.sendall(json.dumps(request | {"number": number}).encode() + b"\n")
        while True:
            line = self._answers.readline()
            if not line:
                raise BoardError("the machine is off")
            answer = json.loads(line)
            if answer["number"] != number:
                continue  # for hands that left before it came
            if "bad" in answer:
                raise BoardError(answer["bad"])
            return answer["good"]

    def close(self) -> None:
        """The hands leave; all stays as it is."""
        self._answers.close()
        self._port.close()
