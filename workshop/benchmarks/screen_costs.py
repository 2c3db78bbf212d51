"""What the screen costs: python -m workshop.benchmarks.screen_costs [--seconds 20]

A table at rest (a core's share, memory), without a window and with one on a virtual X server, with
a USB camera's frames and without; every screen at every size, drawn whole and where the usual
thing changes; and the time from the start of the program to its first screen.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from device.language.texts import Texts
from device.views.table import TableView, view
from engine.position import Position
from workshop.benchmarks.budgets import BEFORE, photograph
from workshop.benchmarks.running_device import FRAME, LULL, UNSEEN, rested, save_frames, started

TESTS = Path(__file__).parents[2] / "tests" / "device"

SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))

ROUNDS = 15

BUDGET_IDLE, BUDGET_LULL, BUDGET_MEMORY, BUDGET_START = 3.0, 1.5, 200.0, 1000.0
"""Percent of a core, MB and ms."""


# Drawing


def views() -> dict[str, TableView]:
    """Every screen in French, by its name."""
    sys.path.insert(0, str(TESTS))
    clocked, table = import_module("clocked_moments"), import_module("table_moments")
    texts = Texts("fr")
    shown = {name: view(state, texts, table.NOW) for name, state in table.MOMENTS.items()}
    for some in (clocked.party_moments(), clocked.scramble_moments()):
        shown |= {f"clocked: {name}": view(state, texts, now) for name, state, now in some}
    return shown


def frames() -> None:
    """Prints what each screen takes to draw at each size."""
    import pygame

    from device.screen.scoreboard import Scoreboard

    shown = views()
    print(f"\nms to draw, {len(shown)} screens in French (mean, worst of the screens' means):")
    print(f"{'size':>10}{'whole':>14}{'score':>14}{'tiles':>14}{'sentence':>14}  slowest whole")

    def timed(draw: Callable[[], object]) -> float:
        took = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            draw()
            took.append(time.perf_counter() - began)
        return 1000 * statistics.median(took)

    def changing(size: tuple[int, int], *views: TableView) -> float:
        screen = Scoreboard(pygame.Surface(size), motion=False)
        screen.draw(views[-1])
        return timed(lambda: [screen.draw(one) for one in views]) / len(views)

    def figures(values: list[float]) -> str:
        return f"{statistics.mean(values):>7.1f}{max(values):>7.1f}"

    for size in SIZES:
        whole: dict[str, float] = {}
        scores, tiles, sentences = [], [], []
        for name, one in shown.items():
            surface = pygame.Surface(size)
            Scoreboard(surface).draw(one)
            whole[name] = timed(lambda: Scoreboard(surface).draw(one))  # noqa: B023 # at once
            counted = replace(one.sides[0], total=(one.sides[0].total or 0) + 7)
            scores.append(changing(size, replace(one, sides=(counted, *one.sides[1:])), one))
            tiles.append(
                changing(size, replace(one, board=replace(one.board, lit=frozenset())), one)
            )
            sentences.append(
                changing(size, replace(one, text=replace(one.text, message="Ann: QUIZ +44.")), one)
            )
        columns = "".join(map(figures, (list(whole.values()), scores, tiles, sentences)))
        slowest = max(whole, key=lambda name: whole[name])
        print(f"{size[0]:>5}x{size[1]:<4}{columns}  {slowest}", flush=True)


# What is measured from outside


@contextmanager
def x_server() -> Iterator[str | None]:
    """The name of a virtual X server's display; None, and it is said, where there is none."""
    program = shutil.which("Xvfb")
    if program is None:
        print("SKIPPED: a window, for there is no Xvfb (apt-get install xvfb)")
        yield None
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(writing), "-screen", "0", "1280x800x24"],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def row(what: str, figure: float, unit: str, budget: float | None = None) -> None:
    against = "" if budget is None else f" of {budget:g}{'' if figure <= budget else '  OVER'}"
    print(f"{what:<56}{figure:>9.1f} {unit:<9}{against}", flush=True)


def lulls(seconds: float, frames: Path) -> None:
    """A USB camera's table once nothing has moved for a minute."""
    found = rested(seconds, frames, UNSEEN, LULL)
    row("the same, after a minute without movement", found.share, "% of core", BUDGET_LULL)
    row("  of that decoding its frames", found.decoding, "%")


def rests(seconds: float, where: str, settings: Mapping[str, str], frames: Path) -> None:
    for folder in (None, frames):
        found = rested(seconds, folder, settings)
        camera = "no camera" if folder is None else f"a USB camera ({FRAME[0]} x {FRAME[1]})"
        row(f"at rest, {where}, {camera}", found.share, "% of core", BUDGET_IDLE)
        row("  of that the loop with its screen", found.loop, "%")
        if folder is not None:
            row("  of that decoding its frames", found.decoding, "%")
        row("  in memory", found.memory, "MB", BUDGET_MEMORY)
        row("  of that its own, no file's pages", found.own, "MB")


def starts() -> None:
    found = started()
    row("start of `play` to its first screen (whole process)", found.passed, "ms", BUDGET_START)
    row("  processor time of that", found.used, "ms")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20.0, help="how long a table rests")
    given = options.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    starts()
    with tempfile.TemporaryDirectory() as folder:
        stills = Path(folder)
        save_frames(photograph(Position.from_rows(BEFORE))[0], stills)
        rests(given.seconds, "no window", UNSEEN, stills)
        lulls(given.seconds, stills)
        with x_server() as display:
            if display is not None:
                window = {"SDL_VIDEODRIVER": "x11", "DISPLAY": display}
                rests(given.seconds, "a window", window, stills)
    frames()


if __name__ == "__main__":
    main()
