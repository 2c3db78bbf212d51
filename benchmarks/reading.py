"""How well boards are read: on rendered acceptance sets, on photographs, beside other methods.

    python -m benchmarks.reading [--boards N] [--sets plain,blur,...] [--only sets,photos,...]
                                 [--plot OUT.png] [--json OUT.json]

Photographs lie where TILEKEEPER_SAMPLES says. What each part measures: docs/benchmarks.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from benchmarks.reading_sets.conditions import CURVES, SETS, Condition, step_of_curve
from benchmarks.reading_sets.measuring import Result, measure_sets, measure_source, together
from benchmarks.reading_sets.photographs import SETTING, samples_folder, sources
from benchmarks.reading_sets.tables import as_data, print_results

PARTS = ("sets", "curves", "photos")
SEED = 2_000_001
"""No seed of training or of its figures (script/training)."""
CURVE_SHARE = 8
"""A step of a curve takes an eighth of a set's boards: curves show where, sets how often."""


def main() -> int:
    """Exit status 0; 2 where the call is wrong."""
    options = _options()
    cv2.setNumThreads(1)
    data: dict[str, object] = {"boards": options.boards, "seed": options.seed}
    started = time.monotonic()
    if "sets" in options.only:
        chosen = {name: SETS[name] for name in options.sets}
        results = _measured(chosen, options.boards, options, "sets")
        print_results(
            f"Rendered sets, {options.boards} boards each, letters never trained on",
            "set (rendered)", [*results.items(), ("together", together(results.values()))],
        )  # fmt: skip
        data["sets"] = {name: as_data(result) for name, result in results.items()}
    if "curves" in options.only:
        data["curves"] = _curves(options)
    if "photos" in options.only:
        data["photos"] = _photographs()
    print(f"\n{time.monotonic() - started:.0f} s", file=sys.stderr)
    if options.json:
        text = json.dumps(data, indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=300, help="of every set (300)")
    parser.add_argument("--sets", type=_names(SETS), default=list(SETS), help="parted by commas")
    parser.add_argument("--only", type=_names(PARTS), default=list(PARTS), help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--json", type=Path, help="write all figures and mistakes there")
    return parser.parse_args()


class _names:  # noqa: N801  (argparse names it in its message)
    """Names parted by commas, each of which must be known."""

    def __init__(self, known: Mapping[str, object] | tuple[str, ...]) -> None:
        self._known = known

    def __call__(self, text: str) -> list[str]:
        names = [name.strip() for name in text.split(",")]
        for name in names:
            if name not in self._known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(self._known)}")
        return names


def _measured(
    conditions: Mapping[str, Condition], boards: int, options: argparse.Namespace, what: str
) -> dict[str, Result]:
    results = {name: Result() for name in conditions}
    with _progress() as progress:
        bar = progress.add_task(what, total=boards * len(conditions))
        for part in measure_sets(conditions, boards, options.seed, options.processes):
            for name, result in part.items():
                results[name].add(result)
                progress.advance(bar, result.tally.pictures)
    return results


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    return Progress(*columns, console=Console(stderr=True))


def _curves(options: argparse.Namespace) -> dict[str, object]:
    boards = max(1, options.boards // CURVE_SHARE)
    steps = {
        (title, value): step_of_curve(field, value)
        for title, (field, values) in CURVES.items()
        for value in values
    }
    named = {f"{title} {value:g}": condition for (title, value), condition in steps.items()}
    results = _measured(named, boards, options, "curves")
    for title, (_, values) in CURVES.items():
        rows = [(f"{value:g}", results[f"{title} {value:g}"]) for value in values]
        print_results(f"Plain boards, {boards} each, by {title}", "", rows)
    return {name: as_data(result) for name, result in results.items()}


def _photographs() -> dict[str, object] | None:
    folder = samples_folder()
    if folder is None:
        print(f"\nno photographs: {SETTING} names no folder", file=sys.stderr)
        return None
    rows: dict[str, Result] = {}
    views: dict[str, Result] = {}
    found = list(sources(folder))
    with _progress() as progress:
        bar = progress.add_task("photographs", total=sum(len(s.photographs) for s in found))
        for source in found:
            rows[source.name] = Result()
            for _, result in measure_source(source):
                rows[source.name].add(result)
                views.setdefault(source.view, Result()).add(result)
                progress.advance(bar)
    totals = [(f"all {view}", result) for view, result in views.items()]
    print_results("Photographs", "source", [*rows.items(), *totals])
    return {name: as_data(result) for name, result in rows.items()}


if __name__ == "__main__":
    raise SystemExit(main())
