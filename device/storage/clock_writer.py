"""Writes a running clock's remaining time on a thread of its own.

Tests: tests/device/test_clock_writer.py.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol, TypeAlias

from hardware.threads import watched

log = logging.getLogger(__name__)


class ClockFile(Protocol):
    """Where clocks are written; used by one thread only."""

    def keep_clock(self, game: int, body: str) -> None: ...

    def close(self) -> None: ...


OpenFile: TypeAlias = Callable[[], ClockFile]


class ClockWriter:
    """Writes a running clock's remaining time without holding up the loop: an SD card needs 50 to
    200 ms to commit, at times far more, and the clock ticks up to four times a second. Only the
    newest text counts.

    One thread, started with the first text; `open_file` is called on it.
    """

    def __init__(self, open_file: OpenFile) -> None:
        self._open_file = open_file
        self._changed = threading.Condition()
        self._waiting: tuple[int, str] | None = None
        self._busy = False
        self._closed = False
        self._failed: Exception | None = None
        self._thread: threading.Thread | None = None

    def write(self, game: int, body: str) -> None:
        """Queues a game's remaining time, replacing what still waits. Returns at once, or raises
        the error of the previous write."""
        with self._changed:
            self._waiting = (game, body)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=watched(self._run, self._died), name="clock writer", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()
            failed, self._failed = self._failed, None
        if failed is not None:
            raise failed

    def wait(self) -> None:
        """Returns once nothing waits or is being written."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy and self._waiting is None)

    def close(self) -> None:
        """Ends the thread once everything is written."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _died(self, error: Exception) -> None:
        with self._changed:
            self._failed, self._busy, self._waiting = error, False, None
            self._changed.notify_all()

    def _run(self) -> None:
        file: ClockFile | None = None
        while (next_one := self._next()) is not None:
            try:
                file = file or self._open_file()
                file.keep_clock(*next_one)
            except Exception as error:  # noqa: BLE001  (raised again on the loop's thread)
                log.info("a clock wasn't written: %s", error)
                with self._changed:
                    self._failed = error
        if file is not None:
            file.close()

    def _next(self) -> tuple[int, str] | None:
        """What to write next; None once it is closed."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._waiting is not None)
            next_one, self._waiting = self._waiting, None
            self._busy = next_one is not None
            return next_one
