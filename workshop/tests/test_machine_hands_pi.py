"""Hands made of a second Pi: what they ask of its kernel, by a chip that keeps what it is asked."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hardware.panel.gpio import CHIP_LABELS
from workshop.machine.board import answer, answered_by
from workshop.machine.hands_pi import (
    CHIP_INFO,
    GET_CHIP_INFO,
    GET_LINE,
    GET_VALUES,
    HEADERS,
    INPUT,
    LINE_REQUEST,
    NO_PULL,
    OPEN_DRAIN,
    OUTPUT,
    SET_VALUES,
    VALUES,
    Wires,
    open_chip,
    wired_as,
)

CHIP = 3


class Chip:
    """A kernel's chip whose lines are pulled up by the table at their other end: `high` has those
    that are high now, `pulls` all that was done to them."""

    def __init__(self) -> None:
        self.held: dict[int, list[int]] = {}
        self.flags: dict[int, int] = {}
        self.low: set[int] = set()
        self.lit: set[int] = set()
        self.pulls: list[tuple[int, bool]] = []

    def __call__(self, file: int, asked: int, given: bytearray) -> object:
        match asked:
            case 0x8044B401:
                assert asked == GET_CHIP_INFO
                given[:] = CHIP_INFO.pack(b"gpiochip0", b"pinctrl-bcm2711", 58)
            case 0xC250B407:
                assert (asked, file) == (GET_LINE, CHIP)
                self._claim(given)
            case 0xC010B40F:
                assert asked == SET_VALUES
                bits, mask = VALUES.unpack(given)
                for number, line in enumerate(self.held[file]):
                    if mask >> number & 1:
                        self._pull(line, not bits >> number & 1)
            case _:
                assert asked == GET_VALUES
                high = [line in self.lit for line in self.held[file]]
                bits = sum(1 << number for number, up in enumerate(high) if up)
                given[:] = VALUES.pack(bits, (1 << len(high)) - 1)
        return 0

    def _claim(self, given: bytearray) -> None:
        *fields, flags, count, attributes, lines, _, _ = LINE_REQUEST.unpack(given)
        own = list(fields[:lines])
        taken = {line for held in self.held.values() for line in held}
        if taken & set(own):
            raise OSError(16, "busy")
        handle = 100 + len(self.held)
        self.held[handle], self.flags[handle] = own, flags
        if flags & OUTPUT:
            high = int.from_bytes(attributes[8:16], "little") if count else 0
            for number, line in enumerate(own):
                self._pull(line, not high >> number & 1)
        given[-4:] = handle.to_bytes(4, "little")

    def _pull(self, line: int, down: bool) -> None:
        self.pulls.append((line, down))
        (self.low.add if down else self.low.discard)(line)


def asked(wires: Wires, **request: Any) -> Any:
    said = answered_by(partial(answer, wires), json.dumps(request | {"number": 1}).encode())
    return said.get("good", said.get("bad"))


def wires(chip: Chip, wired: dict[int, int] | None = None) -> Wires:
    return Wires(CHIP, wired or {}, lambda _: None, chip)


def test_it_takes_the_chips_that_the_panel_takes() -> None:
    assert set(HEADERS) == CHIP_LABELS


def test_a_press_pulls_to_ground_and_lets_go() -> None:
    chip = Chip()
    hands = wires(chip)
    trace = [[True, 1.0], [False, 0.7], [True, 120.0], [False, 0.0]]
    assert asked(hands, do="trace", line=17, trace=trace) is None
    downs = [down for _, down in chip.pulls]
    assert downs == [False, True, False, True, False], "let go as soon as it is taken"
    assert {line for line, _ in chip.pulls} == {17}
    assert not chip.low


def test_it_never_drives_a_line_high_nor_pulls_it_by_itself() -> None:
    chip = Chip()
    hands = wires(chip)
    asked(hands, do="pull", line=17, down=True)
    asked(hands, do="watch", lines=[4, 22], milliseconds=1)
    pulling, watching = chip.flags.values()
    assert pulling == OUTPUT | OPEN_DRAIN | NO_PULL
    assert watching == INPUT | NO_PULL


def test_each_button_is_a_line_of_its_own() -> None:
    chip = Chip()
    hands = wires(chip)
    asked(hands, do="pull", line=17, down=True)
    asked(hands, do="pull", line=27, down=True)
    assert chip.low == {17, 27}
    asked(hands, do="pull", line=17, down=False)
    assert chip.low == {27}


def test_lamps_are_looked_at_by_the_tables_numbers() -> None:
    chip = Chip()
    hands = wires(chip, {22: 1, 17: 0})
    chip.lit = {1}
    seen = asked(hands, do="watch", lines=[4, 22], milliseconds=600)
    assert seen == {"4": [False] * 6, "22": [True] * 6}
    chip.lit = set()
    seen = asked(hands, do="watch", lines=[4, 22], milliseconds=600)
    assert seen["22"] == [False] * 6
    asked(hands, do="pull", line=17, down=True)
    assert chip.low == {0}


def test_a_line_that_another_program_has_is_said() -> None:
    chip = Chip()
    hands = wires(chip)
    asked(hands, do="watch", lines=[4], milliseconds=1)
    assert "busy" in asked(hands, do="pull", line=4, down=True)


def test_the_header_is_found_among_chips(tmp_path: Path) -> None:
    labels = {"gpiochip0": b"raspberrypi-exp-gpio", "gpiochip4": b"pinctrl-rp1"}
    for name in labels:
        (tmp_path / name).touch()

    def ask(file: int, _: int, given: bytearray) -> object:
        name = Path(f"/proc/self/fd/{file}").readlink().name
        given[:] = CHIP_INFO.pack(name.encode(), labels[name], 8)
        return 0

    def opened(name: str | None) -> str:
        return Path(f"/proc/self/fd/{open_chip(name, tmp_path, ask)}").readlink().name

    assert opened(None) == "gpiochip4"
    assert opened("gpiochip0") == "gpiochip0", "another one, if it is named"
    labels["gpiochip4"] = b"a board on USB"
    with pytest.raises(OSError, match="a board on USB"):
        open_chip(None, tmp_path, ask)


def test_wires_with_other_numbers_are_named() -> None:
    assert wired_as("17=0,27=1") == {17: 0, 27: 1}
    assert wired_as("") == {}
