"""Two hours at one table, many times faster than time: does anything grow, get lost or go wrong?

    python -m workshop.benchmarks.soak [--minutes 120] [--table-hours 80] [--seed 1]

Evenings of every game, those that ship and others made up, are played one after the other on one
process and one loop by the people of scripts, while faults come and go: camera, panel, disk,
broker, page, clocks. Each kept game is held against what its script laid, the points that were
shown against the engine's, and the process against itself ten minutes before. Most evenings are
seen in small pictures (soaked/table.py); every `--drawn-every`th, and those with light
and knocks in them, in whole ones that the real reader reads. Needs mosquitto (apt install
mosquitto) unless `--no-hall`. Exit status 1 if something was lost, reported wrongly, raised or
grew.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import cv2

from device.addons.hall.store import HALL_FILE
from device.storage.journal import Journal
from workshop.benchmarks.soaked.figures import (
    EVERY,
    FLAT,
    FLAT_COUNT,
    WARM_UP,
    Figures,
    Sample,
    floors,
    slope,
    spells,
)
from workshop.benchmarks.soaked.long_run import Soak

HALL_HAS_WITHIN = 90.0
"""Real seconds in which a hall has to have everything, once nothing is wrong any more."""

MOST_LINES = 40
"""Lines of a list that is printed."""

FEWEST = 3
"""Spells of EVERY minutes from which a line can be drawn."""

SERVICE = Path(__file__).resolve().parents[2] / "systemd" / "tilekeeper.service"

Rows: TypeAlias = list[tuple[str, str]]
"""What, and its figure."""


def report(soak: Soak) -> bool:
    """Prints everything; whether all was well."""
    figures = soak.figures
    print("| what | figure |\n|---|---|")
    for what, figure in (*_played(soak), *_went_wrong(soak), *_grown(figures)):
        print(f"| {what} | {figure} |")
    hall, whole = _hall_rows(soak)
    print(f"| the hall has | {hall} |")
    print("\nwarnings and errors by message (all/with nothing wrong):")
    for key, n in soak.log.counts.most_common():
        print(f"  {n}/{soak.log.unexpected[key]} {key[0]}: {key[1]}\n      {soak.log.first[key]}")
    for title, counts in (("questions", figures.asked), ("messages", figures.messages)):
        print(f"\n{title}, the most often:")
        for text, n in counts.most_common(MOST_LINES):
            print(f"  {n} {text}")
    misled = figures.differing["after faults, asked"]
    bad = [
        figures.differing.total() - misled,
        figures.lost,
        figures.left_open,
        figures.failed,
        figures.wrong_points,
        figures.raised.total(),
        not whole,
    ]
    flat = _is_flat(floors(figures.rests))
    verdict = "something went wrong" if any(bad) else "nothing lost, nothing wrong"
    print(f"\n{'flat' if flat else 'NOT FLAT'}; {verdict}", flush=True)
    return flat and not any(bad)


def _played(soak: Soak) -> Rows:
    f = soak.figures
    read = ", ".join(
        f"{kind} {n} ({1000 * soak.pictures.read_seconds[kind] / max(n, 1):.0f} ms each)"
        for kind, n in soak.pictures.reads.items()
    )
    return [
        ("real time", f"{soak.minutes:.1f} min"),
        ("table time", f"{soak.hours:.2f} h, {soak.hours * 60 / soak.minutes:.1f}x"),
        ("leaps of its clock", f"{soak.clock.jumped / 3600:.1f} h"),
        ("evenings", f"{f.evenings.total()}, {f.made_up} of them made up"),
        *((f"  {name}", str(n)) for name, n in sorted(f.evenings.items())),
        ("  drawn in whole, read by the reader", str(f.drawn)),
        ("  without faults", str(f.without_faults)),
        ("turns", str(f.turns)),
        ("presses", f"{soak.fingers.presses}, {soak.witness.presses} heard by the table"),
        ("questions answered", str(f.questions)),
        ("pictures read", read),
        ("frames", str(soak.steps)),
        ("faults", str(soak.faults.counts.total())),
        *((f"  {kind}", str(n)) for kind, n in sorted(soak.faults.counts.items())),
        ("clients of the page", str(dict(soak.faults.clients))),
        ("wild presses put right", f"{f.repaired}, not {f.unrepaired}"),
    ]


def _went_wrong(soak: Soak) -> Rows:
    f = soak.figures
    return [
        ("games that differ from what was laid", str(f.differing.total())),
        *((f"  {how}", str(n)) for how, n in sorted(f.differing.items())),
        ("games that can't be begun or left", str(f.left_open)),
        ("games that the journal has otherwise", str(f.lost)),
        ("points shown wrongly", str(f.wrong_points)),
        ("expected and not so", str(f.failed)),
        ("evenings given up", str(f.given_up.total())),
        *((f"  {why}", str(n)) for why, n in f.given_up.most_common(MOST_LINES)),
        ("raised", str(dict(f.raised))),
    ]


def _grown(figures: Figures) -> Rows:
    rows, due = Rows(), 0.0
    for sample in figures.samples:
        if sample.minute >= due or sample is figures.samples[-1]:
            due += EVERY
            of = f"threads {sample.threads}, files {sample.files}"
            figure = f"{sample.memory:.1f} MB, own {sample.own:.1f}; {of}"
            rows.append((f"memory at {sample.minute:.0f} min", figure))
    least = floors(figures.rests)
    memory, own = slope(least, lambda s: s.memory), slope(least, lambda s: s.own)
    rule = f"flat is {FLAT:.0f} or less, after {WARM_UP:.0f} min, by the least of {EVERY:.0f}"
    rows.append(("memory held between evenings", f"{memory:+.2f} MB a real hour, own {own:+.2f}"))
    rows.append(("  the rule", rule))
    most = [max(s.memory for s in some) for _, some in spells(figures.samples)]
    for name, values in (
        ("MB between evenings, the least", [round(s.memory) for s in least]),
        ("MB at any minute, the most", [round(most_of) for most_of in most]),
        ("threads, the least", [s.threads for s in least]),
        ("open files, the least", [s.files for s in least]),
    ):
        rows.append((f"{name} of each {EVERY:.0f} min", " ".join(map(str, values))))
    return rows


def _is_flat(least: list[Sample]) -> bool:
    """Whether nothing grew; a run that is too short to show it did not."""
    if len(least) < FEWEST:
        return True
    first, last = least[0], least[-1]
    more = max(last.threads - first.threads, last.files - first.files)
    return slope(least, lambda s: s.memory) <= FLAT and more <= FLAT_COUNT


def _hall_rows(soak: Soak) -> tuple[str, bool]:
    """What the hall has of it, next to the journal, and whether that is all."""
    if soak.hall is None:
        return "not asked", True
    own = Journal.open_to_read(soak.journal.path)
    try:
        games = [line.events for line in own.games()]
    finally:
        own.close()
    there, found = (len(games), sum(games)), (0, 0)
    path = soak.folder / "hall" / HALL_FILE
    until = time.monotonic() + HALL_HAS_WITHIN
    while found != there and time.monotonic() < until:
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
                found = (
                    int(db.execute("SELECT count(*) FROM games").fetchone()[0]),
                    int(db.execute("SELECT count(*) FROM events").fetchone()[0]),
                )
        except sqlite3.Error as error:
            return str(error), False
        time.sleep(0.5)
    counted = f"{found[0]} games and {found[1]} events, of {there[0]} and {there[1]}"
    return counted, found == there


def as_the_service() -> None:
    """Starts again with memory handed out as for the service: glibc asks once, as it starts."""
    unit = SERVICE.read_text(encoding="utf-8")
    wanted = dict(re.findall(r"^Environment=(MALLOC_\w+)=(\d+)$", unit, re.MULTILINE))
    if not wanted.items() <= os.environ.items():
        again = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, again, os.environ | wanted)


def main() -> int:
    options = _options()
    faulthandler.enable()
    cv2.setNumThreads(2)
    sys.setswitchinterval(0.001)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    good = False
    try:
        with ExitStack() as at_the_end:
            soak = Soak(options, folder, at_the_end)
            threading.excepthook = lambda given: (
                soak.figures.raised.update([repr(given.exc_value)[:200]]),
                traceback.print_exception(given.exc_value),
            )
            world = threading.Thread(target=soak.play, name="people")
            world.start()
            try:
                soak.table.loop.run()
            except BaseException as error:  # noqa: BLE001  (printed, and the run ends with 1)
                soak.figures.raised[repr(error)[:200]] += 1
                traceback.print_exc()
            finally:
                soak.turnstile.end()
                world.join()
            good = report(soak)
    finally:
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return 0 if good else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=120.0, help="of real time [120]")
    parser.add_argument("--table-hours", type=float, default=80.0, help="of the table's [80]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn-every", type=int, default=10, help="evenings seen in whole [10]")
    parser.add_argument("--only", default="", help="evenings whose names begin so")
    parser.add_argument("--no-faults", action="store_true", help="nothing goes wrong")
    parser.add_argument("--no-hall", action="store_true", help="without a broker and a hall")
    parser.add_argument("--keep", action="store_true", help="keep the folder with the journal")
    return parser.parse_args()


if __name__ == "__main__":
    as_the_service()
    sys.exit(main())
