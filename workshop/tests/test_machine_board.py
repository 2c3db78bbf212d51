"""The board inside a machine: its chip is made as the kernel wants it; lines are pulled, read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hardware.panel.gpio import CHIP_LABELS
from hardware.panel.pins import load_pins
from workshop.machine.board import LABEL, LINES, Header, answered, make_header, pause, serve


def chip(folder: Path) -> Path:
    """The folder of a chip with two lines."""
    for line in (4, 5):
        (folder / f"sim_gpio{line}").mkdir(parents=True)
        (folder / f"sim_gpio{line}/pull").write_text("pull-down\n")
        (folder / f"sim_gpio{line}/value").write_text("0\n")
    return folder


def test_its_chip_is_one_that_the_panel_takes() -> None:
    pins = load_pins()
    used = [wired.pin for wired in pins.buttons] + [pin for _, pin in pins.lamps]
    assert LABEL in CHIP_LABELS
    assert max(used) < LINES


def test_a_chip_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, devices = tmp_path / "config/gpio-sim", tmp_path / "devices"
    config.mkdir(parents=True)
    made = chip(devices / "gpio-sim.0/gpiochip1")
    mkdir = Path.mkdir

    def as_the_kernel_does(folder: Path, *given: Any, **named: Any) -> None:
        mkdir(folder, *given, **named)
        if folder.name == "bank":
            (folder.parent / "dev_name").write_text("gpio-sim.0\n")
            (folder / "chip_name").write_text("gpiochip1\n")

    monkeypatch.setattr(Path, "mkdir", as_the_kernel_does)
    header = make_header(config, devices)
    assert (config / "header/live").read_text() == "1"
    assert (config / "header/bank/label").read_text() == LABEL
    assert (config / "header/bank/num_lines").read_text() == str(LINES)
    header.pull(5, down=False)
    assert (made / "sim_gpio5/pull").read_text() == "pull-up"


def test_a_trace_takes_its_time(tmp_path: Path) -> None:
    slept: list[float] = []
    Header(chip(tmp_path), slept.append).trace(5, [(True, 1), (False, 2), (True, 100)])
    assert slept == [0.001, 0.002, 0.1]
    assert (tmp_path / "sim_gpio5/pull").read_text() == "pull-down"


def test_a_bounce_is_counted_out() -> None:
    slept: list[float] = []
    now = [10.0]

    def clock() -> float:
        now[0] += 0.0001
        return now[0]

    pause(0.0007, slept.append, clock)
    assert now[0] == pytest.approx(10.0008, abs=0.00015)
    assert slept == []
    pause(0.12, slept.append, clock)
    assert slept == [0.12]


def test_lines_are_read(tmp_path: Path) -> None:
    def blink(_: float) -> None:
        value = tmp_path / "sim_gpio4/value"
        value.write_text("0\n" if value.read_text() == "1\n" else "1\n")

    header = Header(chip(tmp_path), blink)
    asked = {"do": "watch", "lines": [4, 5], "milliseconds": 600, "number": "a"}
    answer = answered(header, json.dumps(asked).encode())
    assert answer == {"number": "a", "good": {"4": [False, True] * 3, "5": [False] * 6}}


def test_a_command_is_run(tmp_path: Path) -> None:
    asked = json.dumps({"do": "run", "command": "echo in; echo out >&2; exit 3"}).encode()
    good = answered(Header(tmp_path), asked)["good"]
    assert good == {"status": 3, "output": "in\nout\n"}


@pytest.mark.parametrize(
    "line", [b"{", b'{"do": "fly"}', b'{"do": "pull", "line": 9, "down": true}']
)
def test_what_it_cant_do_it_says(tmp_path: Path, line: bytes) -> None:
    assert set(answered(Header(chip(tmp_path)), line)) == {"number", "bad"}


class Port(io.BytesIO):
    """A serial port that takes a few bytes at once: what is asked lies in it, and what is answered
    is kept apart."""

    def __init__(self, asked: bytes) -> None:
        super().__init__(asked)
        self.said = b""

    def write(self, data: Any) -> int:
        self.said += bytes(data[:7])
        return min(len(data), 7)


def test_it_waits_while_nobody_is_at_the_other_end(tmp_path: Path) -> None:
    port = Port(b'{"do": "pull", "line": 5, "down": true, "number": 1}\n')

    def gives_up(_: float) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        serve(Header(chip(tmp_path)), port, gives_up)
    assert [json.loads(line) for line in port.said.splitlines()] == [{"number": 1, "good": None}]
