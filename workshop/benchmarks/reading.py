"""How well boards are read: on rendered acceptance sets, on photographs, against other methods.

    python -m workshop.benchmarks.reading [--boards N] [--sets plain,blur] [--only sets,photos]
                                 [--plot OUT.png] [--json OUT.json]

Photographs lie where TILEKEEPER_SAMPLES says. What each part and column means: docs/benchmarks.md.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import shutil
import sys
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from workshop.benchmarks.reading_sets import rivals, stages
from workshop.benchmarks.reading_sets.conditions import CURVES, SETS, Condition, step_of_curve
from workshop.benchmarks.reading_sets.drawing import draw
from workshop.benchmarks.reading_sets.measuring import (
    Result,
    measure_sets,
    measure_source,
    together,
)
from workshop.benchmarks.reading_sets.photographs import SETTING, samples_folder, sources
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.reliability import Reliability
from workshop.benchmarks.reading_sets.reliability_plot import drawn_plot
from workshop.benchmarks.reading_sets.squares_sampled import photographed_sample, rendered_sample
from workshop.benchmarks.reading_sets.tables import as_data, print_results, print_table

PARTS = ("sets", "curves", "photos", "rivals", "stages")
SEED = 2_000_001
"""No seed of training or of its figures (workshop/training)."""
CURVE_SHARE = 12
"""A step of a curve takes a twelfth of a set's boards: curves show where, sets how often."""
RIVAL_SETS = ("plain", "blur")
RIVAL_LETTERS = 600
LETTERS_A_SOURCE = 60
TESSERACT_LETTERS = 150
"""A call of Tesseract takes a fifth of a second."""
TIMED = 15
PLOTTED = ("letters", "empties")


def main() -> int:
    """Exit status 0; 2 where the call is wrong."""
    options = _options()
    cv2.setNumThreads(1)
    data: dict[str, object] = {"boards": options.boards, "seed": options.seed}
    started = time.monotonic()
    plotted: dict[str, Reliability] = {}
    if "sets" in options.only:
        data["sets"] = _sets(options, plotted)
    if "curves" in options.only:
        data["curves"] = _curves(options)
    if {"photos", "rivals"} & set(options.only) and samples_folder() is None:
        print(f"\nno photographs: {SETTING} names no folder", file=sys.stderr)
    if "photos" in options.only:
        data["photos"] = _photographs(plotted)
    if "rivals" in options.only:
        data["rivals"] = _rivals(options)
    if "stages" in options.only:
        data["stages"] = _stages(options)
    print(f"\n{time.monotonic() - started:.0f} s", file=sys.stderr)
    if options.plot and plotted:
        cv2.imwrite(str(options.plot), drawn_plot(plotted, PLOTTED), _SMALL_PNG)
    if options.json:
        text = json.dumps(data, ensure_ascii=False, default=float)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0


_SMALL_PNG = [cv2.IMWRITE_PNG_COMPRESSION, 9]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    say = parser.add_argument
    say("--boards", type=_above_none, default=300, help="of every set (300)")
    say("--sets", type=_names(SETS), default=list(SETS), help="names parted by commas")
    say("--only", type=_names(PARTS), default=list(PARTS), help=", ".join(PARTS))
    say("--seed", type=int, default=SEED)
    say("--processes", type=_above_none, default=min(2, os.cpu_count() or 1))
    say("--mistakes", action="store_true", help="name every square that was promised wrongly")
    say("--plot", type=Path, metavar="OUT.png", help="the reliability plot")
    say("--json", type=Path, metavar="OUT.json", help="all figures and mistakes")
    return parser.parse_args()


def _names(known: Collection[str]) -> Callable[[str], list[str]]:
    def names(text: str) -> list[str]:
        given = [name.strip() for name in text.split(",")]
        for name in given:
            if name not in known:
                raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(known)}")
        return given

    return names


def _above_none(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


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


def _sets(options: argparse.Namespace, plotted: dict[str, Reliability]) -> dict[str, object]:
    chosen = {name: SETS[name] for name in options.sets}
    results = _measured(chosen, options.boards, options, "sets")
    total = together(results.values())
    plotted["rendered"] = total.reliability
    title = f"Rendered sets, {options.boards} boards each, letters never trained on"
    print_results(title, "set (rendered)", [*results.items(), ("together", total)])
    if options.mistakes:
        for mistake in total.mistakes:
            print(f"{mistake.picture} {mistake.square}: {mistake.true!r} read as {mistake.read!r}")
    return {name: as_data(result) for name, result in results.items()}


def _curves(options: argparse.Namespace) -> dict[str, object]:
    boards = max(1, options.boards // CURVE_SHARE)
    steps = {
        f"{title} {value:g}": step_of_curve(field, value)
        for title, (field, values) in CURVES.items()
        for value in values
    }
    results = _measured(steps, boards, options, "curves")
    for title, (_, values) in CURVES.items():
        rows = [(f"{value:g}", results[f"{title} {value:g}"]) for value in values]
        print_results(f"Plain boards (rendered), {boards} each, by {title}", "", rows)
    return {name: as_data(result) for name, result in results.items()}


def _photographs(plotted: dict[str, Reliability]) -> dict[str, object] | None:
    folder = samples_folder()
    if folder is None:
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
    plotted["photographs"] = together(views.values()).reliability
    return {name: as_data(result) for name, result in rows.items()}


def _rivals(options: argparse.Namespace) -> dict[str, object]:
    """On crops cut with the true corners: what is compared is the reading of squares alone."""
    if not shutil.which("tesseract"):
        print("\nno Tesseract is installed: compared without it", file=sys.stderr)
    few = max(1, min(RIVAL_LETTERS, 4 * options.boards))
    samples = {f"rendered: {name}": rendered_sample(name, few, options.seed) for name in RIVAL_SETS}
    folder = samples_folder()
    if folder is not None:
        here = max(1, min(LETTERS_A_SOURCE, options.boards))
        samples["photographs"] = photographed_sample(sources(folder), here, options.seed)
    data: dict[str, object] = {}
    for name, sample in samples.items():
        rows = []
        for method, outcome in rivals.compared(sample, min(TESSERACT_LETTERS, options.boards)):
            rows.append((method, *outcome.cells()))
            data[f"{name}: {method}"] = vars(outcome)
        print_table(f"The same crops, {name}", ("method", *rivals.HEAD), rows)
    return data


def _stages(options: argparse.Namespace) -> dict[str, object]:
    rendered = (
        stages.Taken(drawn.picture, drawn.grid, game(*drawn.game))
        for number in range(min(TIMED, options.boards))
        for drawn in [draw("plain", SETS["plain"], number, options.seed)]
    )
    times = {"rendered, 960 x 720": stages.timed(rendered)}
    folder = samples_folder()
    if folder is not None:
        times["photographs"] = stages.timed(
            stages.Taken(photograph.load(), photograph.grid, source.game)
            for source in sources(folder)
            for photograph in source.photographs[: 1 + options.boards // 100]
            if photograph.grid is not None and photograph.to_be_read
        )
    for name, taken in times.items():
        title = f"Time of a stage on one thread, OpenCV {cv2.__version__}, {name}"
        print_table(title, ("stage", *stages.HEAD), stages.rows_of(taken))
    return {
        name: {stage: float(np.median(values)) for stage, values in taken.items() if values}
        for name, taken in times.items()
    }


if __name__ == "__main__":
    raise SystemExit(main())
