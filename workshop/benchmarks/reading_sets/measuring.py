"""Pictures through the reader, counted: one by one, or many by several processes.

Every process keeps a reader a game. Nothing is drawn or judged here.
Tests: workshop/tests/test_measuring.py.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2

from engine.variants import Variant
from vision.game.doubt import Still, judge_still
from vision.quality import hand_over
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from vision.square.classify import TileNet
from workshop.benchmarks.reading_sets.columns import Mistake, Tally, compare
from workshop.benchmarks.reading_sets.conditions import Condition
from workshop.benchmarks.reading_sets.drawing import draw
from workshop.benchmarks.reading_sets.photographs import Photograph, Source
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.reliability import Reliability

CHUNK = 5
"""Boards a task: one board laid and drawn serves many sets."""


@dataclass
class Result:
    """What came of some pictures of one row of a table."""

    tally: Tally = field(default_factory=Tally)
    reliability: Reliability = field(default_factory=Reliability)
    mistakes: list[Mistake] = field(default_factory=list)

    def add(self, other: Result) -> None:
        self.tally.add(other.tally)
        self.reliability.add(other.reliability)
        self.mistakes += other.mistakes


@dataclass(frozen=True)
class Task:
    """These boards under all these conditions, each by the name of its row."""

    conditions: Mapping[str, Condition]
    numbers: range
    seed: int


def measure_sets(
    conditions: Mapping[str, Condition], boards: int, seed: int, processes: int
) -> Iterator[dict[str, Result]]:
    """What came of `boards` pictures of every condition, part by part as it gets done."""
    spans = [range(n, min(n + CHUNK, boards)) for n in range(0, boards, CHUNK)]
    tasks = [Task(conditions, span, seed) for span in spans]
    if processes == 1:
        yield from map(carry_out, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.imap(carry_out, tasks)


def carry_out(task: Task) -> dict[str, Result]:
    """Draws and reads the pictures of a task."""
    results = {name: Result() for name in task.conditions}
    for number in task.numbers:
        for name, condition in task.conditions.items():
            drawn = draw(name, condition, number, task.seed)
            reads = f"{name}/{number}"
            rules, still = game(*drawn.game), condition.still
            results[name].add(
                read_one(reads, drawn.picture, rules, drawn.rows, drawn.grid, still=still)
            )
    return results


def measure_source(source: Source) -> Iterator[tuple[Photograph, Result]]:
    """What came of each photograph of a source."""
    for photograph in source.photographs:
        name = f"{source.name}/{photograph.path.name}"
        rows, grid = photograph.rows, photograph.grid
        picture = photograph.load()
        yield (
            photograph,
            read_one(name, picture, source.game, rows, grid, photograph.to_be_read),
        )


def read_one(
    name: str,
    picture: Picture,
    rules: Variant,
    rows: Sequence[str] | None,
    grid: Grid | None,
    to_be_read: bool = True,
    still: bool = True,
) -> Result:
    """What came of one picture; `still`: nothing is promised where a hand lies over the board."""
    reader = _reader(rules)
    start = time.process_time()
    answer = _answer(reader, picture, rules, still)
    seconds = time.process_time() - start
    tally, mistakes = compare(name, rows, grid, answer, to_be_read)
    tally.seconds = seconds
    result = Result(tally, mistakes=list(mistakes))
    if rows is not None and tally.fit and not isinstance(answer, Refusal):
        result.reliability.note(rows, answer[0].probabilities)
    return result


def _answer(
    reader: BoardReader, picture: Picture, rules: Variant, still: bool
) -> tuple[Reading, Still] | Refusal:
    """As `tilekeeper read` comes to it."""
    reading = reader.read(picture)
    if isinstance(reading, Refusal):
        return reading
    if still and hand_over(reading.covered):
        return Refusal.COVERED
    return reading, judge_still(reading, rules.tile_set, rules.counted, rules.usual_words)


_readers: dict[int, BoardReader] = {}


def _reader(rules: Variant) -> BoardReader:
    """The reader of a game; all of them share one network."""
    key = id(rules)
    if key not in _readers:
        _readers[key] = BoardReader(
            rules.layout, rules.tile_set, _net(), highest_pile=rules.highest_pile
        )
    return _readers[key]


@cache
def _net() -> TileNet:
    return TileNet()


def together(results: Iterable[Result]) -> Result:
    """The sum of results."""
    total = Result()
    for result in results:
        total.add(result)
    return total
