"""What a long run yields: counts, the memory of its process over time, and what was logged.

Small on purpose: a run's own figures must not be what grows. Knows no table.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import linear_regression

from workshop.benchmarks.running_device import resident_mb

WARM_UP = 40.0
"""Minutes of real time after which memory has to be flat: so long what is drawn and worked out once
is new now and then, and kept. Of two hours the least of each ten minutes, from the 20th on, were
306 310 316 316 317 319 318 319 319 319 MB."""

EVERY = 10.0
"""Minutes between two reports."""

FLAT = 5.0
"""MB an hour: memory that grows by more after the warm-up leaks. It breathes by tens of MB with the
games, so what is looked at is what is held between two evenings, and the least of every ten
minutes of it."""

FLAT_COUNT = 3
"""So many more threads, or open files, at the end than after the warm-up are a leak."""

MOST_KINDS = 300
"""Kinds of messages that are counted apart."""


@dataclass(frozen=True)
class Sample:
    """The process at a minute of the run."""

    minute: float
    memory: float
    own: float
    threads: int
    files: int

    @classmethod
    def taken(cls, minute: float) -> Sample:
        """As it is now."""
        files = len(os.listdir("/proc/self/fd"))
        return cls(minute, resident_mb(), resident_mb("RssAnon"), threading.active_count(), files)


def slope(samples: Sequence[Sample], of: Callable[[Sample], float]) -> float:
    """How much more it gets in an hour, by least squares over these."""
    if len(samples) < 3:
        return 0.0
    hours = [sample.minute / 60 for sample in samples]
    return linear_regression(hours, [of(sample) for sample in samples]).slope


def floors(samples: Sequence[Sample]) -> list[Sample]:
    """The least of everything in each of EVERY minutes that are whole, the warm-up left out."""
    return [
        Sample(
            begin + EVERY / 2,
            min(s.memory for s in some),
            min(s.own for s in some),
            min(s.threads for s in some),
            min(s.files for s in some),
        )
        for begin, some in spells(samples)
    ]


def spells(samples: Sequence[Sample]) -> Iterator[tuple[float, list[Sample]]]:
    """Each of EVERY minutes that are whole, the warm-up left out: when it begins, and its own."""
    last = samples[-1].minute if samples else 0.0
    begin = WARM_UP
    while begin + EVERY <= last + 1.0:
        if some := [s for s in samples if begin <= s.minute < begin + EVERY]:
            yield begin, some
        begin += EVERY


class CountedLog(logging.Handler):
    """Counts warnings and errors by who says them and their message; `recent` says what was wrong
    just then. The first of each is kept in full."""

    def __init__(self, recent: Callable[[], str]) -> None:
        super().__init__(logging.WARNING)
        self._recent = recent
        self.counts: Counter[tuple[str, str]] = Counter()
        self.unexpected: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], str] = {}

    def emit(self, record: logging.LogRecord) -> None:
        key = f"{record.levelname} {record.name}", str(record.msg)[:160]
        if len(self.counts) > MOST_KINDS:
            key = key[0], "others"
        self.counts[key] += 1
        why = self._recent()
        if not why:
            self.unexpected[key] += 1
        if key not in self.first:
            text = record.getMessage()
            if record.exc_info is not None and record.exc_info[1] is not None:
                text += f" ({record.exc_info[1]!r})"
            self.first[key] = f"{text[:300]} [{why or 'nothing was wrong'}]"


@dataclass
class Figures:
    """All that is counted. `samples`: the process, once a minute; `rests`: between two evenings,
    with everything given back that is free."""

    evenings: Counter[str] = field(default_factory=Counter)
    made_up: int = 0
    drawn: int = 0
    without_faults: int = 0
    turns: int = 0
    questions: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    given_up: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    wrong_points: int = 0
    lost: int = 0
    failed: int = 0
    repaired: int = 0
    unrepaired: int = 0
    left_open: int = 0
    raised: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)
    rests: list[Sample] = field(default_factory=list)
    messages: Counter[str] = field(default_factory=Counter)

    def report(self, what: str) -> None:
        """Something that went wrong, in a sentence; printed at once, so that none is kept."""
        print(f"  {what}", flush=True)
