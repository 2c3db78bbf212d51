"""What a still costs a PC, this checkout's and others', in turns on one core:

    python -m workshop.benchmarks.stills --samples DIR [--each N] [CHECKOUT ...]

Of every source's first photographs (N, 1 unless said) that are to be read: the processor's
milliseconds from the file to the reading, by a fresh reader a picture, JPEG included, the median of
three; found (whole), and with its corners given. The networks are open already, as for all but a
thread's first picture; “networks too” opens them for each, as older checkouts always do. Every
checkout runs in a process of its own, with this one's packages.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
TIMES = 3
WAYS = ("whole", "whole, networks too", "corners given", "corners given, networks too")


@dataclass(frozen=True)
class Checkout:
    """A checkout, and its process, which reads what it is asked to."""

    name: str
    process: subprocess.Popen[str]

    @classmethod
    def started(cls, folder: Path) -> Checkout:
        env = {**os.environ, "PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-P", __file__, "--answer"]  # -P: not our own modules
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        return cls(folder.resolve().name, process)

    def milliseconds(self, asked: dict[str, Any]) -> float:
        """What it takes to read a photograph; RuntimeError if the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.name} ended with status {self.process.wait()}")
        return float(answer)

    def end(self) -> None:
        self.process.communicate()


def photographs(folder: Path, each: int) -> Iterator[dict[str, Any]]:
    """What a checkout is asked to read, but for in which of WAYS."""
    from workshop.benchmarks.reading_sets.photographs import sources

    for source in sources(folder):
        known = [one for one in source.photographs if one.to_be_read and one.grid is not None]
        for one in known[:each]:
            assert one.grid is not None
            game = {"variant": source.game.name, "language": source.game.tile_set.name}
            yield {"path": str(one.path), "corners": one.grid.corners, **game}


def answer() -> None:
    """Reads in the checkout that Python's path names what standard input asks for."""
    import cv2

    from engine.variants import load_variant
    from hardware.picture_files import read_picture
    from vision.reader import BoardReader
    from vision.reading import Grid
    from vision.square import classify

    cv2.setNumThreads(1)
    kept = getattr(classify, "OPEN_NETWORKS", None)  # older checkouts keep none
    for line in sys.stdin:
        asked = json.loads(line)
        game = load_variant(asked["variant"], asked["language"])
        corners = Grid(tuple(map(tuple, asked["corners"])), game.layout.size)  # type: ignore[arg-type]
        given = [corners] if asked["way"].startswith("corners") else []
        spent = []
        for _ in range(TIMES):
            if kept is not None and asked["way"].endswith("networks too"):
                kept.networks.clear()
            begun = time.process_time()
            reader = BoardReader(game.layout, game.tile_set, highest_pile=game.highest_pile)
            reader.read(read_picture(Path(asked["path"])), *given)
            spent.append(1000 * (time.process_time() - begun))
        print(statistics.median(spent), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkouts", type=Path, nargs="*", metavar="CHECKOUT")
    parser.add_argument("--samples", type=Path, help="a folder of photographs, by source")
    parser.add_argument("--each", type=int, default=1, metavar="N", help="of every source")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if options.answer:
        answer()
        return
    from workshop.benchmarks.reading_sets.photographs import SETTING, samples_folder
    from workshop.benchmarks.reading_sets.tables import print_table

    folder = options.samples or samples_folder()
    if folder is None:
        parser.error(f"say with --samples or {SETTING} where the photographs are")
    asked = list(photographs(folder, options.each))
    if not asked:
        parser.error(f"{folder} has no source with a photograph whose corners are known")
    for path in options.checkouts:
        if not (path / "vision" / "reader.py").is_file():
            parser.error(f"{path} is no checkout of tilekeeper: it has no vision/reader.py")
    checkouts = [Checkout.started(path) for path in (*options.checkouts, HERE)]
    spent: dict[tuple[str, int], list[float]] = {}
    for one in (asked[0], *asked):  # the first warms up
        for way in WAYS:
            for number, checkout in enumerate(checkouts):
                took = checkout.milliseconds({**one, "way": way})
                spent.setdefault((way, number), []).append(took)
    head = ("checkout", *(f"{way}, {of}" for way in WAYS for of in ("median", "mean")))
    rows = []
    for number, checkout in enumerate(checkouts):
        every = (spent[way, number][1:] for way in WAYS)
        figures = [f"{of(ms):.0f}" for ms in every for of in (statistics.median, statistics.mean)]
        rows.append((checkout.name, *figures))
        checkout.end()
    print_table(f"Milliseconds a still, of {len(asked)} photographs", head, rows)


if __name__ == "__main__":
    main()
