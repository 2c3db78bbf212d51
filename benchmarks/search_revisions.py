"""Search now and as it was, side by side: python -m benchmarks.search_revisions --samples DIR

`--samples` (or TILEKEEPER_SAMPLES): as for benchmarks/search.py, and positions are drawn in the
same way. `--beside`: the revision that is searched beside this checkout, in a process of its own;
each position is searched in both, one after the other, in turns one first and the other. What they
find is compared, play by play and point by point. Times are of one thread each.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import TypeAlias, TypeVar

from engine.position import Position
from engine.search import all_plays, any_play, short_plays
from engine.variants import load_variant
from engine.words.lexicon import shipped_lexicon

ROOT = Path(__file__).parents[1]
ONE_BLANK = 100
TWO_BLANKS = 50
"""All that were recorded, and as many more as it takes with two tiles of a rack made blanks."""
HINT_MOST = 1000
"""As device/session/turn/hints.py."""

Answer: TypeAlias = dict[str, float | str]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Asked:
    """A position that both are asked about."""

    language: str
    rows: tuple[str, ...]
    rack: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, default=os.environ.get("TILEKEEPER_SAMPLES"))
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--beside", default="HEAD", metavar="REVISION")
    given = parser.parse_args()
    if given.samples is None:
        sys.exit("Which folder of samples? (--samples DIR)")
    groups = drawn(Path(given.samples) / "games" / "gcg", given.positions)
    print(f"{given.beside} → this checkout; ms of one thread, positions in turns\n")
    print(f"{'':24}{'n':>5}{'mean':>16}{'median':>16}{'worst':>16}{'times':>7}{'plays':>8}")
    with tempfile.TemporaryDirectory() as folder:
        before = engine_of(given.beside, Path(folder))
        pairs = {name: asked_both(before, asked) for name, asked in groups.items()}
        held = {
            name: memory_of_both(before, groups[name], of_group)
            for name, of_group in pairs.items()
            if of_group
        }
    plain = ["?" not in asked.rack for asked in groups["as drawn"]]
    for name, of_group in pairs.items():
        row(f"all plays, {name}", of_group, "all", plays=True)
        if name == "as drawn":
            row("… those without a blank", list(compress(of_group, plain)), "all", plays=True)
    row("is there any?, as drawn", pairs["as drawn"], "any")
    row("short plays, as drawn", pairs["as drawn"], "short")
    every = [pair for of_group in pairs.values() for pair in of_group]
    same = sum(old["found"] == new["found"] for old, new in every)
    print(f"\nsame plays, words and points in the same order: {same} of {len(every)}")
    print("most that a search holds at a time, where there are the most plays, MB:")
    for name, peaks in held.items():
        print(f"{name:24}" + " → ".join(f"{peak:.1f}" for peak in peaks))


def engine_of(revision: str, folder: Path) -> Path:
    """A folder with the engine of a revision."""
    archive = subprocess.run(
        ["git", "archive", revision, "engine"], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode:
        sys.exit(f"The engine of {revision} can't be had: {archive.stderr.decode().strip()}")
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    return folder


def drawn(folder: Path, number: int) -> dict[str, list[Asked]]:
    """Positions as benchmarks/search.py draws them; more with one blank; some with two."""
    from benchmarks.search import SEED, recorded

    turns = [Asked(turn.language, turn.position.rows(), turn.rack) for turn in recorded(folder)]
    some = random.Random(SEED).sample(turns, min(number, len(turns)))
    one = [asked for asked in turns if asked.rack.count("?") == 1]
    two = [asked for asked in turns if asked.rack.count("?") == 2]
    plain = (a for a in some if "?" not in a.rack and "".join(a.rows).isupper())
    made = [replace(asked, rack="??" + asked.rack[2:]) for asked in plain]
    most = min(TWO_BLANKS, number)
    return {
        "as drawn": some,
        "one blank": random.Random(SEED).sample(one, min(ONE_BLANK, number, len(one))),
        "two blanks": [*two, *made][:most],
    }


def asked_both(before: Path, positions: list[Asked]) -> list[tuple[Answer, Answer]]:
    """What the revision before and this one answer, in processes of their own."""
    pairs: list[tuple[Answer, Answer]] = []
    with searching(before) as old, searching(ROOT) as new:
        for number, asked in enumerate(positions):
            if number % 2:
                second = answer_of(new, asked)
                pairs.append((answer_of(old, asked), second))
            else:
                pairs.append((answer_of(old, asked), answer_of(new, asked)))
    return pairs


def memory_of_both(
    before: Path, positions: list[Asked], pairs: list[tuple[Answer, Answer]]
) -> list[float]:
    """The most that each holds at a time while it searches the position with the most plays."""
    most = max(range(len(pairs)), key=lambda number: float(pairs[number][1]["plays"]))
    peaks = []
    for tree in (before, ROOT):
        with searching(tree) as process:
            peaks.append(float(answer_of(process, positions[most], MEMORY)["peak"]))
    return peaks


@contextmanager
def searching(tree: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that answers with the search of this tree, until it isn't asked any more."""
    with subprocess.Popen(
        [sys.executable, "-P", __file__, ANSWERS],
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def answer_of(process: subprocess.Popen[str], asked: Asked, what: str = "times") -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps([what, asked.language, asked.rows, asked.rack]) + "\n")
    process.stdin.flush()
    answer: Answer = json.loads(process.stdout.readline())
    return answer


def row(what: str, pairs: list[tuple[Answer, Answer]], key: str, *, plays: bool = False) -> None:
    if not pairs:
        return
    old, new = ([float(answer[key]) for answer in side] for side in zip(*pairs, strict=True))
    columns = "".join(
        f"{f'{figure(old):.1f} → {figure(new):.1f}':>16}"
        for figure in (statistics.mean, statistics.median, max)
    )
    times = f"{sum(old) / sum(new):7.1f}"
    found = f"{statistics.mean(float(now['plays']) for _, now in pairs):8.0f}" if plays else ""
    print(f"{what:24}{len(pairs):5}{columns}{times}{found}", flush=True)


# --- in a process of its own, with the engine of either revision ---

ANSWERS = "--answers"
MEMORY = "memory"
MEGABYTE = 1 << 20


def answers() -> None:
    """Answers each position on standard input with times, and what was found."""
    for line in sys.stdin:
        print(json.dumps(answered(*json.loads(line))), flush=True)


def answered(what: str, language: str, rows: list[str], rack: str) -> Answer:
    lexicon = shipped_lexicon(language)
    variant = load_variant("classic", language, {"lexicon": lexicon})
    position = Position.from_rows(rows)
    if what == MEMORY:
        tracemalloc.start()
        all_plays(variant, position, rack, lexicon)
        return {"peak": tracemalloc.get_traced_memory()[1] / MEGABYTE}
    took, found = timed(lambda: all_plays(variant, position, rack, lexicon))
    any_took, _ = timed(lambda: any_play(variant, position, rack, lexicon))
    short_took, _ = timed(lambda: short_plays(variant, position, rack, lexicon, HINT_MOST))
    told = [(play.points, play.words, play.start, play.path) for play in found]
    return {
        "all": took,
        "any": any_took,
        "short": short_took,
        "plays": len(found),
        "found": hashlib.sha256(repr(told).encode()).hexdigest(),
    }


def timed(what: Callable[[], Result]) -> tuple[float, Result]:
    start = time.thread_time()
    result = what()
    return 1000 * (time.thread_time() - start), result


if __name__ == "__main__":
    if sys.argv[1:] == [ANSWERS]:
        answers()
    else:
        main()
