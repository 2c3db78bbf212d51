"""Known failures of readers, each on a rendered set of its own; silent errors against questions.

    python -m workshop.benchmarks.read_failures [--sets "pale;M and W"] [--boards N] [--seed N]
                                       [--json OUT.json] [--against BEFORE.json]
    python -m workshop.benchmarks.read_failures --draw OUT.png [--boards N]   what is read wrong

Every board is read on its true grid by `BoardReader`, as a still. The same call in two checkouts
compares their readers: `--json` in one, `--against` that file in the other. What the sets and
columns are: docs/benchmarks.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

import cv2
from rich.console import Console
from rich.progress import Progress

from vision.game.doubt import ASK_STILL_BELOW
from vision.reader import BoardReader
from vision.reading import Reading
from workshop.benchmarks.reading_sets.conditions import Game
from workshop.benchmarks.reading_sets.failures import FAILURES, draw_failing
from workshop.benchmarks.reading_sets.misread import Misread, misread, sheet
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.sureness import HEAD, THRESHOLDS, Judged, Outcome, judged
from workshop.benchmarks.reading_sets.tables import print_table

SEED = 2_000_011
"""No seed of training or of another benchmark."""

DRAWN, IN_A_ROW = 8, 6
"""Boards of each set that are looked at for the sheet, and squares shown of it."""

Curve: TypeAlias = Sequence[Sequence[float]]
"""Threshold, asked and silent in question, asked and silent elsewhere; row by row."""


def main() -> int:
    """Exit status 0; 2 where the call is wrong."""
    options = _options()
    cv2.setNumThreads(1)
    if options.draw is not None:
        wrong = {
            name: _misread(name, options.boards or DRAWN, options.seed) for name in options.sets
        }
        found = {name: some for name, some in wrong.items() if some}
        cv2.imwrite(str(options.draw), sheet(found, IN_A_ROW))
        return 0
    boards = {name: options.boards or FAILURES[name].boards for name in options.sets}
    outcomes = {name: Outcome() for name in boards}
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("boards", total=sum(boards.values()))
        for name, outcome in measured(boards, options.seed, options.processes):
            outcomes[name].add(outcome)
            progress.advance(bar)
    total = Outcome()
    for outcome in outcomes.values():
        total.add(outcome)
    rows = [(name, *_cells(of)) for name, of in (*outcomes.items(), ("together", total))]
    head = ("set (rendered)", "pics", "refused", *HEAD, "silent elsewhere")
    print_table(f"Squares in question, asked below {ASK_STILL_BELOW}", head, rows)
    curve = curve_of(total)
    print_curve("Silent errors against questions, all sets together", curve)
    if options.against:
        before = json.loads(options.against.read_text(encoding="utf-8"))
        print_curve(f"The same in {options.against}", before["curve"])
    if options.json:
        text = json.dumps({"sets": {row[0]: row[1:] for row in rows}, "curve": curve}, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0


def _misread(name: str, boards: int, seed: int) -> list[Misread]:
    """What is read wrong of so many boards of a set, the surest first."""
    found: list[Misread] = []
    for number in range(boards):
        drawn = draw_failing(name, number, seed)
        answer = _reader(FAILURES[name].game).read(drawn.picture, corners=drawn.grid)
        if isinstance(answer, Reading):
            tiles = game(*FAILURES[name].game).tile_set
            found += misread(drawn.picture, drawn.grid, drawn.rows, drawn.asked, answer, tiles)
    return sorted(found, key=lambda each: -each.sure)


def measured(boards: Mapping[str, int], seed: int, processes: int) -> Iterator[tuple[str, Outcome]]:
    """What came of each board: of so many of each set, by these processes."""
    tasks = [(name, number) for name, many in boards.items() for number in range(many)]
    if processes == 1:
        yield from (read_one(task, seed) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.imap(partial(read_one, seed=seed), tasks, chunksize=8)


def read_one(task: tuple[str, int], seed: int) -> tuple[str, Outcome]:
    """Draws and reads the board of that number of a set."""
    name, number = task
    drawn = draw_failing(name, number, seed)
    answer = _reader(FAILURES[name].game).read(drawn.picture, corners=drawn.grid)
    return name, judged(drawn.rows, drawn.asked, answer, game(*FAILURES[name].game).tile_set)


@cache
def _reader(named: Game) -> BoardReader:
    rules = game(*named)
    return BoardReader(rules.layout, rules.tile_set)


def _cells(outcome: Outcome) -> tuple[str, ...]:
    elsewhere = outcome.elsewhere.silent(ASK_STILL_BELOW)
    figures = (*outcome.question.counts(ASK_STILL_BELOW), elsewhere)
    return tuple(map(str, (outcome.pictures, outcome.refused, *figures)))


def curve_of(outcome: Outcome) -> Curve:
    """What every threshold costs."""

    def costs(of: Judged, threshold: float) -> tuple[int, int]:
        return of.asked(threshold), of.silent(threshold)

    return [
        (threshold, *costs(outcome.question, threshold), *costs(outcome.elsewhere, threshold))
        for threshold in THRESHOLDS
    ]


def print_curve(title: str, curve: Curve) -> None:
    """A row a threshold."""
    head = ("asked below", "asked", "silent", "asked elsewhere", "silent elsewhere")
    print_table(title, head, [tuple(f"{figure:g}" for figure in row) for row in curve])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    say = parser.add_argument
    say("--sets", type=_known, default=list(FAILURES), help="names parted by semicolons")
    say("--boards", type=int, default=0, help="of every set (enough for 300 squares)")
    say("--seed", type=int, default=SEED)
    say("--processes", type=int, default=min(2, os.cpu_count() or 1))
    say("--draw", type=Path, metavar="OUT.png", help="draw what is read wrong, and nothing else")
    say("--json", type=Path, metavar="OUT.json", help="write the figures there")
    say("--against", type=Path, metavar="BEFORE.json", help="show another reader's curve as well")
    return parser.parse_args()


def _known(text: str) -> list[str]:
    names = [name.strip() for name in text.split(";")]
    for name in names:
        if name not in FAILURES:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {'; '.join(FAILURES)}")
    return names


if __name__ == "__main__":
    raise SystemExit(main())
