"""Tables on paper's width, and the same as JSON. Knows no reader.

Tests: workshop/tests/test_measuring.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from workshop.benchmarks.reading_sets.columns import HEAD
from workshop.benchmarks.reading_sets.measuring import Result
from workshop.benchmarks.reading_sets.reliability import KINDS


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A heading and rows under a head; the first column is set to the left."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    print(f"\n{title}")
    for line in lines:
        first, *others = (
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join((first, *others)).rstrip(), flush=True)


def print_results(title: str, what: str, results: Iterable[tuple[str, Result]]) -> None:
    """A row a result, in the columns that all of them share."""
    head = (what, *HEAD, "why refused")
    print_table(title, head, ((name, *r.tally.cells(), _why(r)) for name, r in results))


def _why(result: Result) -> str:
    return " ".join(f"{word}:{number}" for word, number in sorted(result.tally.why.items()))


def as_data(result: Result) -> dict[str, object]:
    """A result as JSON."""
    reliability = {
        kind: {"error": round(result.reliability.error(kind), 5),
               "bins": result.reliability.lines(kind)}
        for kind in KINDS
    }  # fmt: skip
    mistakes = [asdict(mistake) for mistake in result.mistakes]
    return {**asdict(result.tally), "mistakes": mistakes, "reliability": reliability}
