"""Hands made of a second Pi: its lines are wired to those of a table's buttons, which it pulls to
ground or lets go, and to its lamps, which it looks at. Any Linux with a GPIO chip will do.

Runs there, with nothing but Python and the kernel's own interface (linux/gpio.h, version 2, since
Linux 5.10); it is asked as board.py is, and the lines' numbers are the table's.
Tests: workshop/tests/test_machine_hands_pi.py.
"""

from __future__ import annotations

import argparse
import os
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from fcntl import ioctl
from functools import partial
from pathlib import Path

from workshop.machine.board import LOOKS, Header, answer
from workshop.machine.pipe import serve_pipe

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the chip of a Pi's header is called: 5, 4, and older ones and the Zeros."""

GET_CHIP_INFO = 0x8044B401
GET_LINE = 0xC250B407
GET_VALUES, SET_VALUES = 0xC010B40E, 0xC010B40F
CHIP_INFO = struct.Struct("=32s32sI")
LINE_REQUEST = struct.Struct("=64I32sQI20x240sII20xi")
ATTRIBUTE = struct.Struct("=I4xQQ")
VALUES = struct.Struct("=QQ")

INPUT, OUTPUT, OPEN_DRAIN, NO_PULL = 1 << 2, 1 << 3, 1 << 6, 1 << 10
"""As flags of a line. Without a pull, since a Pi pulls most of its pins down by itself: against the
table's own pull-up of the same strength that is neither up nor down."""

FIRST_VALUES = 2
"""The attribute that says what outputs are at first: else they'd be low, and every button down."""

Ioctl = Callable[[int, int, bytearray], object]


def request_of(lines: Sequence[int], *, out: bool) -> bytearray:
    """What the kernel is asked for: lines to pull, which are all let go at first, or to look at."""
    flags = NO_PULL | (OUTPUT | OPEN_DRAIN if out else INPUT)
    every = (1 << len(lines)) - 1
    attributes = ATTRIBUTE.pack(FIRST_VALUES, every, every) if out else b""
    numbers = [*lines, *([0] * (64 - len(lines)))]
    return bytearray(
        LINE_REQUEST.pack(
            *numbers, b"tilekeeper hands", flags, int(out), attributes, len(lines), 0, -1
        )
    )


class Lines:
    """Some lines of a chip that are held until this ends."""

    def __init__(self, chip: int, lines: Sequence[int], *, out: bool, ask: Ioctl = ioctl) -> None:
        self._at = {line: number for number, line in enumerate(lines)}
        self._ask = ask
        request = request_of(lines, out=out)
        ask(chip, GET_LINE, request)
        self._lines: int = LINE_REQUEST.unpack(request)[-1]

    def let(self, line: int, high: bool) -> None:
        """Lets a line go, or pulls it to ground."""
        bit = 1 << self._at[line]
        self._ask(self._lines, SET_VALUES, bytearray(VALUES.pack(bit if high else 0, bit)))

    def high(self) -> dict[int, bool]:
        """Whether each line is high."""
        values = bytearray(VALUES.pack(0, (1 << len(self._at)) - 1))
        self._ask(self._lines, GET_VALUES, values)
        bits = VALUES.unpack(values)[0]
        return {line: bool(bits >> number & 1) for line, number in self._at.items()}


class Wires(Header):
    """Between this computer and a table: `wired` has this computer's line for each of the table's
    that isn't on the same number."""

    def __init__(
        self,
        chip: int,
        wired: Mapping[int, int],
        sleep: Callable[[float], None] = time.sleep,
        ask: Ioctl = ioctl,
    ) -> None:
        super().__init__(Path(), sleep)
        self._chip, self._wired, self._ask = chip, wired, ask
        self._pulled: dict[int, Lines] = {}
        self._watched: dict[tuple[int, ...], Lines] = {}

    def pull(self, line: int, down: bool) -> None:
        own = self._wired.get(line, line)
        if own not in self._pulled:
            self._pulled[own] = Lines(self._chip, [own], out=True, ask=self._ask)
        self._pulled[own].let(own, not down)

    def watch(self, lines: list[int], milliseconds: float) -> dict[str, list[bool]]:
        own = tuple(self._wired.get(line, line) for line in lines)
        if own not in self._watched:
            self._watched[own] = Lines(self._chip, own, out=False, ask=self._ask)
        seen: dict[str, list[bool]] = {str(line): [] for line in lines}
        for _ in range(LOOKS):
            high = self._watched[own].high()
            for line, at in zip(lines, own, strict=True):
                seen[str(line)].append(high[at])
            self._sleep(milliseconds / 1000 / LOOKS)
        return seen


def open_chip(name: str | None, folder: Path = Path("/dev"), ask: Ioctl = ioctl) -> int:
    """The chip in that file of /dev, or the one with a Pi's header; OSError if there is none."""
    found: list[str] = []
    for file in sorted(folder.glob(name or "gpiochip*")):
        chip = os.open(file, os.O_RDWR | os.O_CLOEXEC)
        info = bytearray(CHIP_INFO.size)
        ask(chip, GET_CHIP_INFO, info)
        label = CHIP_INFO.unpack(info)[1].split(b"\0")[0].decode()
        if name or label in HEADERS:
            return chip
        found.append(f"{file.name} ({label})")
        os.close(chip)
    raise OSError(f"no chip {name or 'of a Pi’s header'} here: {', '.join(found) or 'none at all'}")


def wired_as(text: str) -> dict[int, int]:
    """ "17=0,27=1": the table's line 17 leads to line 0 here."""
    pairs = (pair.split("=") for pair in text.split(",") if pair)
    return {int(table): int(here) for table, here in pairs}


def main() -> int:
    """Until the other end goes away; then the kernel lets every line go."""
    called = argparse.ArgumentParser()
    called.add_argument("--chip")
    called.add_argument("--wired", type=wired_as, default={})
    given = called.parse_args()
    serve_pipe(partial(answer, Wires(open_chip(given.chip), given.wired)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
