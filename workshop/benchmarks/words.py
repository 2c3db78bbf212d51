"""Word lists: speed, memory, what players lay: python -m workshop.benchmarks.words [--samples DIR]

`--samples` (or TILEKEEPER_SAMPLES): a folder with games/gcg, that is GCG files and an index.json;
then it is counted how many of the words laid in them the lists have.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from engine.squares import Direction, Square
from engine.words.dawg import Dawg, build_dawg, changed
from engine.words.lexicon import LISTS, Lexicon, shipped_lexicon

PLAY = re.compile(r">[^:]*:\s*\S*\s+(?:(\d+)([A-Oa-o])|([A-Oa-o])(\d+))\s+([^\s+-]\S*)\s")
WITHDRAWN = re.compile(r">[^:]*:\s*\S*\s+--\s")

SAMPLE = 20_000
"""Words that are judged."""

BUILT: int | None = None
"""Words that a list is built of; None: all."""

RESIDENT = {
    "the French list mapped, one word judged": "lexicon('CHEVAUX')",
    "… and every page of it read": "sum(lexicon.base.table)",
    "… and 100 household words in a graph": "lexicon.with_household(more, []).dawg",
    "all words in a Python set, for comparison": "words = set(lexicon.base)",
}
"""What a process does, as Python, whose memory is measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, default=os.environ.get("TILEKEEPER_SAMPLES"))
    samples = parser.parse_args().samples
    print("one thread, its own time; medians\n")
    for name in ("en", "fr"):
        speed(name)
    print(f"\n{'judge (whole process)':44}{process_ms():9.0f} ms")
    print(f"{'resident memory':44}{memory('pass'):9.1f} MB  with the engine alone")
    for what, code in RESIDENT.items():
        print(f"{'':44}{memory(code):9.1f} MB  {what}")
    if samples is not None:
        recall(Path(samples) / "games" / "gcg")


def speed(name: str) -> None:
    lexicon = shipped_lexicon(name)
    path = LISTS / f"{name}.dawg"
    words = random.Random(1).sample(sorted(lexicon.base), SAMPLE)
    wrong = ["".join(random.Random(word).sample(word, len(word))) for word in words]
    mixed = words + wrong
    row(name, "load (open and map)", 1000 * seconds(lambda: Dawg.open(path), 50), "ms", 50)
    each = 1e6 / len(mixed)
    row(
        name,
        "judge a word (half are none)",
        each * seconds(lambda: all_of(lexicon, mixed)),
        "µs",
        20,
    )
    verdicts = 1e6 / len(words) * seconds(lambda: [lexicon.judge(word) for word in words])
    row(name, "judge, with the list's name", verdicts, "µs", 20)
    blanks = [word[:2] + "?" + word[3:] for word in words if len(word) > 3]
    pattern = 1e6 / len(blanks) * seconds(lambda: all_of(lexicon, blanks))
    row(name, "judge a word with an unknown blank", pattern, "µs", None)
    two = 1e6 * seconds(lambda: lexicon("??AI????"), 20)
    row(name, "judge ??AI????", two, "µs", None)
    more = [word + "QQ" for word in words[:100]]
    row(
        name,
        "put 100 own words above it",
        1000 * seconds(lambda: changed(lexicon.base, more)),
        "ms",
        None,
    )
    every = list(islice(lexicon.base, BUILT))
    row(
        name,
        "build it (script, import)",
        seconds(lambda: build_dawg(every, lexicon.base.alphabet), 1),
        "s",
        None,
    )
    print(f"{name}: {len(every)} words in {path.stat().st_size / 1e6:.2f} MB")


def all_of(lexicon: Lexicon, words: list[str]) -> int:
    return sum(map(lexicon, words))


def row(name: str, what: str, figure: float, unit: str, budget: float | None) -> None:
    verdict = "" if budget is None else f" of {budget:g}" + ("  OVER" if figure > budget else "")
    print(f"{name}: {what:40}{figure:9.2f} {unit}{verdict}", flush=True)


def seconds(
    what: Callable[[], object], runs: int = 5, clock: Callable[[], float] = time.thread_time
) -> float:
    """The median of several runs, of this thread alone: other work on the machine counts little."""
    what()
    times = []
    for _ in range(runs):
        start = clock()
        what()
        times.append(clock() - start)
    return statistics.median(times)


def process_ms() -> float:
    call = [sys.executable, "-c", "from device.cli.main import main; main()", "judge", "quiz"]
    return 1000 * seconds(
        lambda: subprocess.run(call, check=True, capture_output=True), 7, time.perf_counter
    )


def memory(code: str) -> float:
    start = (
        "from engine.words.lexicon import shipped_lexicon\n"
        "import engine.variants\n"
        f"if {code!r} != 'pass': lexicon = shipped_lexicon('fr')\n"
        "more = [chr(65 + n // 26) + chr(65 + n % 26) + 'QQQ' for n in range(100)]\n"
        f"{code}\n"
        "for line in open('/proc/self/status'):\n"
        "    if line.startswith('VmRSS'): print(line.split()[1])\n"
    )
    ran = subprocess.run([sys.executable, "-c", start], check=True, capture_output=True, text=True)
    return int(ran.stdout) / 1024


def recall(folder: Path) -> None:
    """How many of the words laid in consistent games the lists have."""
    laid: dict[str, Counter[str]] = {"en": Counter(), "fr": Counter()}
    games = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for game in games:
        if game["consistent"] and game["language"] in laid:
            laid[game["language"]].update(words_laid(folder / game["file"]))
    print()
    for name in ("en", "en-north-america", "en-everyday", "fr"):
        words, lexicon = laid[name[:2]], shipped_lexicon(name)
        good = [word for word in words if lexicon(word)]
        print(
            f"{name}: words laid {len(words)} / {words.total()}, in the list"
            f" {len(good) / len(words):.3f} of different ones,"
            f" {sum(words[word] for word in good) / words.total():.3f} of all"
        )


def words_laid(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    board: dict[Square, str] = {}
    plays: list[tuple[dict[Square, str], list[str]]] = []
    for line in text.splitlines():
        if WITHDRAWN.match(line) and plays:
            for square in plays.pop()[0]:
                del board[square]
        elif play := PLAY.match(line):
            row_first, column_after, column_first, row_after, spelled = play.groups()
            direction = Direction.ACROSS if row_first else Direction.DOWN
            column, line_number = column_after or column_first, row_first or row_after
            square = Square(ord(column.upper()) - ord("A"), int(line_number) - 1)
            tiles = {}
            for letter in spelled.replace("(", "").replace(")", ""):
                if letter != "." and square not in board:
                    tiles[square] = letter.upper()
                square = square.step(direction)
            board |= tiles
            plays.append((tiles, list(formed(board, tiles))))
    for _, words in plays:
        yield from words


def formed(board: dict[Square, str], tiles: dict[Square, str]) -> Iterator[str]:
    seen = set()
    for square in tiles:
        for direction in Direction:
            start = square
            while (before := start.step(direction, -1)) in board:
                start = before
            word, at = "", start
            while at in board:
                word, at = word + board[at], at.step(direction)
            if len(word) > 1 and (start, direction) not in seen:
                seen.add((start, direction))
                yield word


if __name__ == "__main__":
    main()
