"""The board under a table in a machine of its own: makes a GPIO chip like a Pi's header and pulls
its lines as it is asked to, line by line of JSON on a serial port.

Runs inside that machine, by Python's own library alone; knows no table.
Tests: workshop/tests/test_machine_board.py.

A request is {"do": "pull", "line": 5, "down": true}, {"do": "trace", "line": 5, "trace": [[down,
milliseconds], …]}, {"do": "watch", "lines": [4, 22], "milliseconds": 1000}, {"do": "time"} or
{"do": "run", "command": "…"}; an answer {"good": …} or {"bad": "why"}. A number that comes with a
request goes with its answer.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

PORT = Path("/dev/virtio-ports/board")
CONFIG = Path("/sys/kernel/config/gpio-sim")
DEVICES = Path("/sys/devices/platform")

LABEL, LINES = "pinctrl-bcm2711", 58
"""As a Pi 4 calls its header's chip, and how many lines that has."""

LOOKS = 6
"""How often a line is looked at while it's watched."""

SLEEPS_FROM = 0.005
"""A shorter time is counted out in place of sleeping: a machine that sleeps wakes by the clock of a
computer that may be busy, and a bounce of 0.3 ms would be one of 30."""

RUN_SECONDS = 120.0
"""A command that takes longer is ended."""

Answer: TypeAlias = Callable[[Mapping[str, Any]], object]
"""Does what is asked, and says what came of it."""


def pause(
    seconds: float,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """So long, and not longer where it matters."""
    if seconds >= SLEEPS_FROM:
        sleep(seconds)
        return
    until = clock() + seconds
    while clock() < until:
        pass


class Header:
    """The lines of a chip of gpio-sim, by number (docs.kernel.org, "Configfs GPIO Simulator")."""

    def __init__(self, lines: Path, sleep: Callable[[float], None] = pause) -> None:
        """`lines`: the folder with the chip's sim_gpio0, sim_gpio1 and so on."""
        self._lines, self._sleep = lines, sleep

    def pull(self, line: int, down: bool) -> None:
        """What a finger, or the resistor without one, does to a line."""
        (self._lines / f"sim_gpio{line}/pull").write_text("pull-down" if down else "pull-up")

    def trace(self, line: int, trace: list[tuple[bool, float]]) -> None:
        """Down or up for so many milliseconds each, one after the other: a press that bounces."""
        for down, milliseconds in trace:
            self.pull(line, down)
            self._sleep(milliseconds / 1000)

    def watch(self, lines: list[int], milliseconds: float) -> dict[str, list[bool]]:
        """Whether each line is high, by its number, at moments of so long a time."""
        seen: dict[str, list[bool]] = {str(line): [] for line in lines}
        for _ in range(LOOKS):
            for line in lines:
                value = (self._lines / f"sim_gpio{line}/value").read_text().strip()
                seen[str(line)].append(value == "1")
            self._sleep(milliseconds / 1000 / LOOKS)
        return seen


def make_header(config: Path = CONFIG, devices: Path = DEVICES) -> Header:
    """A chip with a Pi's label and lines, in use from now on."""
    device = config / "header"
    bank = device / "bank"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text(LABEL)
    (device / "live").write_text("1")
    name, chip = ((at).read_text().strip() for at in (device / "dev_name", bank / "chip_name"))
    return Header(devices / name / chip)


def run(command: str) -> dict[str, Any]:
    """A shell's command, as root: what a developer at the machine's console would type."""
    done = subprocess.run(
        ["chrt", "--other", "0", "sh", "-c", command],
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )
    return {"status": done.returncode, "output": done.stdout + done.stderr}


def answer(header: Header, request: Mapping[str, Any]) -> object:
    """Does what is asked."""
    match request["do"]:
        case "pull":
            header.pull(request["line"], request["down"])
        case "trace":
            header.trace(request["line"], request["trace"])
        case "watch":
            return header.watch(request["lines"], request["milliseconds"])
        case "time":
            return time.monotonic()
        case "run":
            return run(request["command"])
        case unknown:
            raise ValueError(f"{unknown!r} is unknown to the board")
    return None


def answered(header: Header, line: bytes) -> dict[str, Any]:
    """The answer to a line, whatever is in it."""
    return answered_by(partial(answer, header), line)


def answered_by(answer: Answer, line: bytes) -> dict[str, Any]:
    """The answer of something else that is asked in the same way."""
    number = None
    try:
        request = json.loads(line)
        number = request.get("number")
        return {"number": number, "good": answer(request)}
    except Exception as error:  # noqa: BLE001  # the other end judges
        return {"number": number, "bad": f"{type(error).__name__}: {error}"}


def serve(header: Header, port: BinaryIO, wait: Callable[[float], None] = time.sleep) -> None:
    """Answers requests for as long as the machine is on."""
    while True:
        line = port.readline()
        if not line:  # nobody is at the other end yet
            wait(0.2)
            continue
        left = memoryview(json.dumps(answered(header, line)).encode() + b"\n")
        while left:  # the port takes no more at once than it has room for
            left = left[port.write(left) :]


def say_ready() -> None:
    """That the chip is there, so that the table may start (sd_notify)."""
    if place := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.connect(place.replace("@", "\0", 1))
            notified.send(b"READY=1")


def main() -> int:
    """Never ends by itself."""
    for module in ("configfs", "gpio-sim"):
        subprocess.run(["modprobe", module], check=True)
    if not CONFIG.parent.is_mount():
        subprocess.run(["mount", "-t", "configfs", "none", str(CONFIG.parent)], check=True)
    header = make_header()
    # A finger waits for no program.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    subprocess.run(["udevadm", "settle"], check=True)  # its group may use it from then on
    say_ready()
    with PORT.open("r+b", buffering=0) as port:
        serve(header, port)
    return 0


if __name__ == "__main__":
    sys.exit(main())
