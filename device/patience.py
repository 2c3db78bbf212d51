"""How long the end of a table waits for the threads that work beside it.

Where nobody is in a hurry each may take its time. Once the system has asked for the end it is a
second for all of them together, and what is only being read or looked at isn't waited for: who asks
kills in the end, and what must not be lost is on the disk by then. Knows no table.
Tests: tests/device/test_patience.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Protocol

IN_A_HURRY = 1.0
"""Seconds for all threads together, once the system has asked for the end."""

NAP = 0.05
"""Seconds between two looks at whether there is a hurry by now."""


class Works(Protocol):
    """A thread."""

    def is_alive(self) -> bool: ...

    def join(self, timeout: float | None = None) -> None: ...


class Patience:
    """Waits for threads that have been told to end; `clock` counts seconds and never jumps.
    `meanwhile` is called again and again: together they may take as long as a watchdog waits."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._meanwhile, self._until = clock, meanwhile, math.inf

    def hurry(self) -> None:
        """The system asks for the end; also while a thread is being waited for, by a signal."""
        self._until = min(self._until, self._clock() + IN_A_HURRY)

    def join(self, thread: Works, seconds: float) -> None:
        """Waits so long at the most for a thread without which something is lost."""
        end = self._clock() + seconds
        while thread.is_alive() and (left := min(end, self._until) - self._clock()) > 0:
            thread.join(min(left, NAP))
            self._meanwhile()

    def spare(self, thread: Works, seconds: float) -> None:
        """The same for one without which nothing is lost: in a hurry it isn't waited for at all."""
        end = self._clock() + seconds
        while thread.is_alive() and math.isinf(self._until) and (left := end - self._clock()) > 0:
            thread.join(min(left, NAP))
            self._meanwhile()
