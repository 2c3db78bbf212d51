"""Runs jobs alongside the game, each on its own thread: memory sticks and networks are slow. A
virtual table, whose clock stands still while it works, waits for each.

Knows no job by name: a job is a function, and its result comes in as JobDone. An unforeseen error
is logged with its traceback and comes in too, and the table goes on.
Tests: tests/device/test_jobs.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from device.session.core.effects import Job
from device.session.core.inputs import JobDone, JobFailed
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

Answer: TypeAlias = Callable[[JobDone], object]
"""Called with a job's result, on the job's thread, or at once if there is no such job."""


class Jobs:
    """The jobs of one table, by their names. `waits`: `begin` returns once the job is done."""

    def __init__(
        self,
        known: Mapping[str, Callable[..., object]],
        clock: MonotonicClock,
        *,
        waits: bool = False,
    ) -> None:
        self._known, self._clock, self._waits = known, clock, waits
        self._lock = threading.Lock()
        self._running: set[tuple[Job, Answer]] = set()

    def begin(self, job: Job, args: Sequence[object], answer: Answer) -> None:
        """Starts a job; `args`: its arguments with all placeholders filled in, those of `job`
        itself are hashable. If the same caller's job is already running it isn't started twice:
        both get its result."""
        do = self._known.get(job.name)
        if do is None:
            answer(JobDone(job.name, None, self._clock()))
            return
        asked = job, answer
        with self._lock:
            if asked in self._running:
                return
            self._running.add(asked)
        run, failed = partial(self._run, asked, partial(do, *args)), partial(self._failed, asked)
        thread = threading.Thread(target=watched(run, failed), name=job.name, daemon=True)
        thread.start()
        if self._waits:
            thread.join()

    def _run(self, asked: tuple[Job, Answer], do: Callable[[], object]) -> None:
        try:
            result = do()
        finally:
            # Before the result is posted: asking again then runs the job again.
            with self._lock:
                self._running.discard(asked)
        self._answer(asked, result)

    def _failed(self, asked: tuple[Job, Answer], error: Exception) -> None:
        self._answer(asked, JobFailed(repr(error)))

    def _answer(self, asked: tuple[Job, Answer], result: object) -> None:
        job, answer = asked
        answer(JobDone(job.name, result, self._clock()))
