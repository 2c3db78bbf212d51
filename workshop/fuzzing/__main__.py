"""`script/fuzz`: bad inputs for so many minutes, by two processes, and a table in the end.

Exit status 1 if anything was found. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import sys
import time
from collections import Counter
from itertools import islice
from multiprocessing.queues import Queue
from pathlib import Path

from workshop.fuzzing.garden import Garden, planted
from workshop.fuzzing.kinds import KINDS
from workshop.fuzzing.running import Runner
from workshop.fuzzing.trials import KEPT_OF_A_SORT, Tally, Tried, numbered, sort_of, spelled, tried

PROCESSES = 2

REPORTS_EVERY = 60.0
"""Seconds between two lines on how far it is."""


def main(arguments: list[str] | None = None) -> int:
    """Runs trials, prints the table; 1 if anything was found."""
    asked = _asked(arguments)
    if asked.list:
        print("\n".join(kind.name for kind in KINDS))
        return 0
    begun = time.monotonic()
    samples = os.environ.get("TILEKEEPER_SAMPLES")
    with Runner() as runner:
        garden = planted(runner, Path(samples) if samples else None)
        _say(f"{len(garden.pictures)} good pictures and {len(garden.games)} good games")
        if asked.number is not None:
            return _one_again(runner, garden, asked)
    tally = _all(garden, asked, begun)
    print(tally.table(KINDS))
    if not tally.clean:
        print(f"What was found, with its inputs and the command to repeat it: {asked.output}")
    return 0 if tally.clean else 1


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long [5]")
    parser.add_argument("--count", type=int, help="end after so many trials")
    parser.add_argument("--seed", type=int, default=1, help="other inputs [1]")
    names = [kind.name for kind in KINDS]
    parser.add_argument("--only", action="append", default=[], choices=names, metavar="KIND")
    parser.add_argument("--list", action="store_true", help="name the kinds")
    parser.add_argument(
        "--number", type=_numbers, help="this one input of the kind (or 12-40), saved in any case"
    )
    parser.add_argument("--output", type=Path, default=Path("fuzz-output"), help="[fuzz-output]")
    asked = parser.parse_args(arguments)
    if asked.number is not None and len(asked.only) != 1:
        parser.error("--number goes with one --only")
    return asked


def _numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _one_again(runner: Runner, garden: Garden, asked: argparse.Namespace) -> int:
    kind = next(kind for kind in KINDS if kind.name == asked.only[0])
    done = tried(runner, garden, kind, asked.number, asked.seed, asked.output, always_saved=True)
    assert done.saved is not None
    print((Path(done.saved) / "report.txt").read_text(encoding="utf-8"), end="")
    return 1 if done.findings else 0


def _all(garden: Garden, asked: argparse.Namespace, begun: float) -> Tally:
    """Every trial until the time is over, by all processes together."""
    fork = multiprocessing.get_context("fork")
    results: Queue[Tried | None] = fork.Queue()
    workers = [
        fork.Process(target=_work, args=(number, garden, asked, begun, results))
        for number in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    tally, working, reported = Tally(), len(workers), time.monotonic()
    try:
        while working:
            try:
                done = results.get(timeout=5.0)
            except queue.Empty:
                if any(worker.exitcode not in (None, 0) for worker in workers):
                    raise RuntimeError("a process has ended: see what it says above") from None
                continue
            if done is None:
                working -= 1
                continue
            tally.add(done)
            which = spelled(done.numbers)
            for finding in done.findings[:2]:
                where = f" [{done.saved}]" if done.saved else ""
                _say(f"{done.kind} {which}: {finding.column}: {finding.what[:300]}{where}")
            if time.monotonic() - reported > REPORTS_EVERY:
                reported = time.monotonic()
                _say(
                    f"{sum(tally.inputs.values())} inputs in {(reported - begun) / 60:.0f} minutes"
                )
    except BaseException:
        for worker in workers:
            worker.terminate()
        raise
    for worker in workers:
        worker.join()
    return tally


def _work(
    which: int,
    garden: Garden,
    asked: argparse.Namespace,
    begun: float,
    results: Queue[Tried | None],
) -> None:
    """Every PROCESSES-th trial."""
    sorts: Counter[str] = Counter()
    with Runner() as runner:
        for kind, numbers in islice(numbered(asked.only), which, asked.count, PROCESSES):
            if time.monotonic() - begun > 60 * asked.minutes:
                break
            done = tried(
                runner, garden, kind, numbers, asked.seed, asked.output,
                enough=lambda sort: sorts[sort] >= KEPT_OF_A_SORT,
            )  # fmt: skip
            for finding in done.findings[:1]:
                sorts[sort_of(kind.name, finding)] += 1
            results.put(done)
    results.put(None)


def _say(text: str) -> None:
    """On standard error; what was found may hold anything."""
    print(
        "".join(x if x.isprintable() else repr(x)[1:-1] for x in text), file=sys.stderr, flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
