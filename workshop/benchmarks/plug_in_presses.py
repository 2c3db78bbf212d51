"""From a press to its click while plug-ins run: python -m workshop.benchmarks.plug_in_presses

The table of press_latency.py, whose reader never rests, with no plug-in and with a good, a hung, a
crashing, a slow, a hungry and a chatty one, each in turn and round after round, so that whatever
else the machine does falls on all of them alike. Bad ones are restarted a second after each failure
and never cut off: worse than at a table. Budget as there: median 10 ms, worst 30 ms; a press is
missed if nothing is felt of it for two seconds, as on a machine that is busy with something else.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from pathlib import Path

import click
import numpy as np

from device.addons.plugins.installed import own_environment
from device.addons.plugins.plug_ins import RunningPlugIns
from device.addons.plugins.process import Limits
from device.addons.plugins.settings import PlugInSettings
from device.session.core.inputs import Input
from device.table.opening import Opening
from engine.variants import load_variant
from hardware.panel.pins import load_pins
from hardware.panel.port import Button
from workshop.benchmarks.press_latency import Course, buzzer_of, run
from workshop.plug_in_folders import environment, install

CASES = ("none", "good", "hung", "crashing", "slow", "hungry", "chatty")

RESTLESS = Limits(asks_within=2.0, restarts_after=(1.0,) * 1000)


def measured(
    case: str, home: Path, prefix: Path, presses: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Milliseconds of each press while that plug-in runs."""
    if case != "none":
        install(home, case)
    settings = PlugInSettings(() if case == "none" else (case,))
    plug_ins = RunningPlugIns(settings, None, own_environment(prefix), RESTLESS)

    def ignore(_: Input) -> None:
        """Nothing is cut off here."""

    pins = load_pins(None)
    clicks = ((Button.NEXT, buzzer_of(pins)),)
    opening = Opening.new(load_variant("classic", "en"), ("Ann", "Ben"))
    plug_ins.begin(ignore)
    try:
        return run(Course(case, opening, clicks, first=Button.NEXT), pins, presses, plug_ins)
    finally:
        plug_ins.close()


@click.command()
@click.option("--presses", default=100, show_default=True, help="In each round, of each case.")
@click.option("--rounds", default=4, show_default=True)
def main(presses: int, rounds: int) -> None:
    """Prints a line for each case."""
    times = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        prefix = environment(Path(folder))
        for number in range(rounds):
            # Each case comes first, and last, in some round.
            turned = CASES[number % len(CASES) :] + CASES[: number % len(CASES)]
            for case in turned:
                times[case].append(measured(case, Path(folder), prefix, presses))
    print(f"\npress to click, ms; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'plug-in':10} {'presses':>7} {'median':>7} {'90 %':>7} {'99 %':>7} {'missed':>7}")
    for case in CASES:
        of_all = np.concatenate(times[case])
        felt = of_all[np.isfinite(of_all)]
        figures = np.percentile(felt, (50, 90, 99))
        print(f"{case:10} {len(of_all):7}", *(f"{one:7.1f}" for one in figures), end="")
        print(f" {len(of_all) - len(felt):7}")


if __name__ == "__main__":
    main()
