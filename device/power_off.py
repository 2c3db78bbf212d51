"""Switches the machine off: asks the system for it, and waits until it ends this program.

Who may ask is settled outside: a polkit rule that goes with the service. Knows no table and no
screen. Tests: tests/device/test_power_off.py.
"""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import TypeAlias

from device.stopping import stopped_by_signals

log = logging.getLogger(__name__)

COMMAND = ("systemctl", "poweroff")

ASKED_WITHIN, STOPPED_WITHIN = 8.0, 10.0
"""Seconds for the answer to the command, and until the system stops this program: together less
than a watchdog waits."""

READ_FOR = 5.0
"""Seconds that what is on the screen can be read, at the least."""

Run: TypeAlias = Callable[[Sequence[str]], None]


class PowerOffError(Exception):
    """The machine goes on; one sentence says why."""


def run_command(command: Sequence[str]) -> None:
    """Runs it; PowerOffError if it fails or doesn't answer."""
    told = " ".join(command)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=ASKED_WITHIN, check=False
        )
    except OSError as error:
        raise PowerOffError(f"{told} can't be run ({error}).") from error
    except subprocess.TimeoutExpired as error:
        raise PowerOffError(f"{told} doesn't answer.") from error
    if done.returncode:
        lines = dict.fromkeys(filter(None, map(str.strip, done.stderr.splitlines())))
        why = " ".join(lines) or f"status {done.returncode}"  # systemctl may say a line twice
        raise PowerOffError(f"{told} was refused ({why}).")


def power_off(
    run: Run = run_command,
    clock: Callable[[], float] = time.monotonic,
    stopped_within: float = STOPPED_WITHIN,
    read_for: float = READ_FOR,
) -> None:
    """Returns when the system stops this program to switch the machine off, and what is on the
    screen could be read; PowerOffError if it doesn't. On the main thread: it hears of SIGTERM."""
    began, stopped = clock(), Event()
    with stopped_by_signals(stopped.set):
        run(COMMAND)
        log.info("the machine is going to be switched off")
        if not stopped.wait(stopped_within):
            raise PowerOffError("The machine was asked to switch off, and goes on.")
        time.sleep(max(0.0, began + read_for - clock()))
