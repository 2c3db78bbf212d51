"""`script/try-machine`: a table in a machine of its own or, with --ssh, a real one, from its start
to the first presses, judged by what comes out of it; or one that stays on for a developer.

Tests: workshop/tests/test_machine_trial.py, workshop/tests/test_machine_ssh.py.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from device.simulator.script import read_evening
from hardware.panel.pins import load_pins
from workshop.machine.bad_luck import ALL_KINDS, bad_luck
from workshop.machine.evening import play_evenings
from workshop.machine.hands_pi import wired_as
from workshop.machine.qemu import PROCESSORS, SCREEN, Machine, Running, free_port
from workshop.machine.real_pi import RealTable, SecondPi
from workshop.machine.trial import FailedError, Table, Trial

EVENING_SCREEN = (800, 480)
"""Pixels of the screen on which evenings are played: a Pi's usual one."""

CUTS = 30
"""Power cuts of --bad-luck."""


def machines() -> argparse.ArgumentParser:
    """The options of a machine."""
    called = argparse.ArgumentParser(
        prog="script/try-machine",
        description=__doc__,
        epilog="A real table: script/try-machine --ssh pi@tilekeeper.local --help",
    )
    called.add_argument("processor", choices=PROCESSORS)
    # script/try-machine has made it.
    called.add_argument("folder", type=Path, help=argparse.SUPPRESS)
    called.add_argument("--megabytes", type=int, default=1024, help="of memory (1024)")
    called.add_argument("--output", type=Path, help="a folder for pictures of the screen")
    called.add_argument("--stay", action="store_true", help="nothing is tried, and it stays on")
    called.add_argument(
        "--evening",
        type=Path,
        nargs="+",
        metavar="SCRIPT",
        help="evenings that are played in place of the first presses (docs/evenings.md)",
    )
    called.add_argument("--page", type=int, help="the port of its page here (any that is free)")
    called.add_argument(
        "--bad-luck",
        nargs="*",
        choices=ALL_KINDS,
        metavar="KIND",
        help=f"what befalls a table while a game is typed at it: {', '.join(ALL_KINDS)}; or all",
    )
    called.add_argument("--times", type=int, default=CUTS, help="power cuts, crashed disks (30)")
    called.add_argument("--seed", type=int, default=1, help="of their moments")
    return called


def real_tables() -> argparse.ArgumentParser:
    """The options of a real table."""
    called = argparse.ArgumentParser(prog="script/try-machine", description=__doc__)
    called.add_argument("--ssh", required=True, metavar="pi@HOST", help="the table’s Pi")
    called.add_argument("--hands", metavar="pi@HOST", help="a second Pi, wired to its buttons")
    called.add_argument("--pins", type=Path, help="the table’s own wiring (docs/panel.md)")
    called.add_argument("--chip", help="of the hands, in /dev, if they aren’t a Pi: gpiochip1")
    called.add_argument(
        "--wired",
        type=wired_as,
        default={},
        help="lines of the hands with other numbers: 17=0,27=1",
    )
    called.add_argument("--output", type=Path, help="a folder for pictures of the screen")
    return called


def main() -> int:
    """0 if all is as it should be."""
    # QEMU ends with this program, however it's ended.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    if "--ssh" in sys.argv:
        return try_real_table()
    try:
        return try_machine(machines().parse_args())
    except FailedError as failed:
        print(f"FAILED  {failed}", flush=True)
        return 1


def try_machine(given: argparse.Namespace) -> int:
    """What is asked for, at a machine; FailedError if it can't go on."""
    evenings = [read_evening(path.read_text("utf-8"), path.stem) for path in given.evening or ()]
    screen = EVENING_SCREEN if evenings else SCREEN
    machine = Machine(
        given.processor, given.folder, given.megabytes, given.page or free_port(), screen
    )
    if given.bad_luck is not None:
        kinds = given.bad_luck or ALL_KINDS
        return bad_luck(machine, kinds, given.times, given.seed, given.output)
    with Running(machine) as running:
        if given.stay:
            print(f"Its page is http://127.0.0.1:{machine.page}, and its wires are in")
            print(f"{running.wires}: docs/machine.md says what to do with them.")
            print("Ctrl-C pulls the plug.", flush=True)
            running.process.wait()
            return 0
        with Table.of(running) as table:
            if evenings:
                return play_evenings(table, evenings, given.output)
            return Trial(table, given.output).whole()


def try_real_table() -> int:
    """The same at a table of wood."""
    given = real_tables().parse_args()
    hands = None if given.hands is None else SecondPi(given.hands, given.chip, given.wired)
    pins = load_pins(given.pins)
    with RealTable(given.ssh, hands, pins) as table:
        return Trial(table, given.output).whole()


if __name__ == "__main__":
    sys.exit(main())
