"""What the screen costs: python -m benchmarks.screen_costs [--seconds 20]

A table at rest (a core's share, memory), without a window and with one on a virtual X server, with
a camera of still pictures and without; every screen at every size, drawn whole and where the usual
thing changes; and the time from the start of the program to its first screen.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests" / "device"

SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800), (720, 1280))

SETTLE = 4.0
"""Seconds before a table counts as at rest: its pictures have been read by then."""

ROUNDS = 15

BUDGET_IDLE, BUDGET_MEMORY, BUDGET_START = 3.0, 200.0, 1000.0
"""Percent of a core, MB and ms."""


# A table at rest, in a process of its own


def at_rest(seconds: float, photo: Path | None) -> None:
    """Runs a table for so long, with a camera that sees this picture, and prints what it cost."""
    import cv2
    import numpy as np

    from device.opening import Opening
    from device.table import run_table
    from device.texts import Texts
    from engine.variants import load_variant
    from hardware.camera import Frame
    from hardware.display import Display
    from hardware.panel import KeyboardPanel
    from vision.reading import Picture

    class StillCamera:
        """Ten frames a second of a table at which nothing moves."""

        turn_by_turn = False

        def __init__(self, picture: Picture) -> None:
            self._picture, self._done = picture, threading.Event()

        def frames(self) -> Iterator[Frame]:
            while not self._done.wait(0.1):
                yield Frame(self._picture, time.monotonic())

        def close(self) -> None:
            self._done.set()

    def measure() -> None:
        time.sleep(SETTLE)
        began, before, main = time.monotonic(), time.process_time(), thread_seconds()
        time.sleep(seconds)
        passed = time.monotonic() - began
        share = 100 * (time.process_time() - before) / passed
        loop = 100 * (thread_seconds() - main) / passed
        print(json.dumps({"share": share, "loop": loop, "mb": resident_mb()}), flush=True)
        os._exit(0)

    threading.Thread(target=measure, daemon=True).start()
    picture = None if photo is None else np.asarray(cv2.imread(str(photo)), np.uint8)
    run_table(
        Opening.new(load_variant("classic", "en"), ("Ann", "Ben")),
        camera=None if picture is None else StillCamera(picture),
        panel=KeyboardPanel(),
        display=Display(),
        journal=None,
        texts=Texts("en"),
        say=lambda _: None,
    )


def thread_seconds() -> float:
    """Seconds of a processor that the main thread has used."""
    ticks = Path(f"/proc/self/task/{os.getpid()}/stat").read_text(encoding="ascii")
    user, system = ticks.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def resident_mb() -> float:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(float(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def first_screen() -> None:
    """Ends the process as soon as the lobby of `tilekeeper play` is on the screen."""
    from device import shown_views
    from device.commands.play import command

    drawn = shown_views.Showing.show

    def show(showing: shown_views.Showing, *view: object) -> None:
        drawn(showing, *view)  # type: ignore[arg-type]  # passed on as it came
        os._exit(0)

    shown_views.Showing.show = show  # type: ignore[assignment,method-assign]  # to see the first one
    command(["--headless", "--new"])


# Drawing


def frames() -> None:
    """Prints what each screen takes to draw at each size."""
    sys.path.insert(0, str(TESTS))
    import pygame

    clocked, table = import_module("clocked_moments"), import_module("table_moments")

    from device.screen.scoreboard import Scoreboard
    from device.texts import Texts
    from device.views import TableView, view

    texts = Texts("fr")
    shown = {name: view(state, texts, table.NOW) for name, state in table.MOMENTS.items()}
    for some in (clocked.party_moments(), clocked.scramble_moments()):
        shown |= {f"clocked: {name}": view(state, texts, now) for name, state, now in some}
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
            tiles.append(changing(size, replace(one, lit=frozenset()), one))
            sentences.append(changing(size, replace(one, message="Ann: QUIZ +44."), one))
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


def child(*arguments: str, settings: Mapping[str, str]) -> str:
    """What another process of this program prints."""
    call = [sys.executable, "-m", "benchmarks.screen_costs", *arguments]
    done = subprocess.run(
        call, env={**os.environ, **settings}, check=True, capture_output=True, text=True
    )
    return done.stdout


def row(what: str, figure: float, budget: float, unit: str) -> None:
    verdict = "" if figure <= budget else "  OVER"
    print(f"{what:<52}{figure:>9.1f} {unit:<9} of {budget:g}{verdict}", flush=True)


def take_picture(path: Path) -> None:
    """A board on a table, photographed, in a file: whoever rests doesn't draw it."""
    import cv2

    from benchmarks.budgets import BEFORE, photograph
    from engine.position import Position

    picture, _ = photograph(Position.from_rows(BEFORE))
    cv2.imwrite(str(path), picture)


def rests(seconds: float, where: str, settings: Mapping[str, str], photo: Path) -> None:
    for camera in ([], ["--camera", str(photo)]):
        told = child("--rest", str(seconds), *camera, settings=settings)
        figures = json.loads(told.splitlines()[-1])
        what = f"at rest, {where}, {'a camera' if camera else 'no camera'}"
        row(what, figures["share"], BUDGET_IDLE, "% of core")
        print(f"{'  of that the loop with its screen':<52}{figures['loop']:>9.1f} %")
        row("  resident memory", figures["mb"], BUDGET_MEMORY, "MB")


def starts() -> None:
    took, used = [], []
    for _ in range(5):
        began, before = time.perf_counter(), children_seconds()
        child("--first-screen", settings={"SDL_VIDEODRIVER": "dummy"})
        took.append(1000 * (time.perf_counter() - began))
        used.append(1000 * (children_seconds() - before))
    row("start of `play` to its first screen (whole process)", min(took), BUDGET_START, "ms")
    print(f"{'  processor time of that':<52}{min(used):>9.1f} ms")


def children_seconds() -> float:
    """Seconds of a processor that other processes of this one have used."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20.0, help="how long a table rests")
    options.add_argument("--rest", type=float, default=None, help=argparse.SUPPRESS)
    options.add_argument("--camera", type=Path, default=None, help=argparse.SUPPRESS)
    options.add_argument("--first-screen", action="store_true", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.rest is not None:
        at_rest(given.rest, given.camera)
        return
    if given.first_screen:
        first_screen()
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    starts()
    with tempfile.TemporaryDirectory() as folder:
        photo = Path(folder) / "board.png"
        take_picture(photo)
        rests(given.seconds, "no window", {"SDL_VIDEODRIVER": "dummy"}, photo)
        with x_server() as display:
            if display is not None:
                window = {"SDL_VIDEODRIVER": "x11", "DISPLAY": display}
                rests(given.seconds, "a window", window, photo)
    frames()


if __name__ == "__main__":
    main()
