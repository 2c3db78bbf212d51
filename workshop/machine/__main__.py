"""`script/try-machine`: a table in a machine of its own, from power-on to the first presses, judged
by what comes out of it; or one that stays on for a developer.

Tests: workshop/tests/test_machine_trial.py.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.simulator.script import read_evening
from engine.variants import load_variant
from workshop.machine.bad_luck import ALL_KINDS, bad_luck
from workshop.machine.qemu import PROCESSORS, Machine, Running
from workshop.machine.trial import Table, Trial

PAGE = 18080
"""The port of this computer that leads to the page, unless another is given."""

CUTS = 30
"""Power cuts of --bad-luck."""


def main() -> int:
    """0 if all is as it should be."""
    called = argparse.ArgumentParser(prog="script/try-machine", description=__doc__)
    called.add_argument("processor", choices=PROCESSORS)
    # script/try-machine has made it.
    called.add_argument("folder", type=Path, help=argparse.SUPPRESS)
    called.add_argument("--megabytes", type=int, default=1024, help="of memory (1024)")
    called.add_argument("--output", type=Path, help="a folder for pictures of the screen")
    called.add_argument("--stay", action="store_true", help="nothing is tried, and it stays on")
    called.add_argument("--evening", type=Path, help="a script that is played (docs/evenings.md)")
    called.add_argument("--page", type=int, default=PAGE, help="the port of its page here (18080)")
    called.add_argument(
        "--bad-luck",
        nargs="*",
        choices=ALL_KINDS,
        metavar="KIND",
        help=f"what befalls a table while a game is typed at it: {', '.join(ALL_KINDS)}; or all",
    )
    called.add_argument("--times", type=int, default=CUTS, help="power cuts, crashed disks (30)")
    called.add_argument("--seed", type=int, default=1, help="of their moments")
    given = called.parse_args()
    evening, variant = None, load_variant("classic", "en")
    if given.evening is not None:
        evening, variant = read_evening(given.evening.read_text("utf-8"), given.evening.stem)
    machine = Machine(given.processor, given.folder, given.megabytes, given.page)
    if given.bad_luck is not None:
        kinds = given.bad_luck or ALL_KINDS
        return bad_luck(machine, kinds, given.times, given.seed, given.output)
    with Running(machine) as running:
        if given.stay:
            print(f"Its wires are in {running.wires}: docs/machine.md says what to do with them.")
            print("Ctrl-C pulls the plug.", flush=True)
            running.process.wait()
            return 0
        with Table.of(running) as table:
            return Trial(table, given.output).whole(evening, variant, given.page)


if __name__ == "__main__":
    sys.exit(main())
