"""Ignored messages: counted by reason, and logged once for each.

Flooding a broker doesn't flood the log. Tests: tests/device/test_hall_lies.py.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Mapping
from enum import Enum

log = logging.getLogger(__name__)


class WhyIgnored(Enum):
    """Why a message was ignored."""

    UNREADABLE = "not what a table or a hall writes"
    TOO_MANY = "more than can wait; the table sends it again"
    TOO_MANY_TABLES = "from more tables than a hall has room for"
    ANOTHER_GAME = "of a game that is kept here otherwise"
    FAILED = "it could not be dealt with"


class PassedOver:
    """Counts ignored messages; thread-safe."""

    def __init__(self) -> None:
        self._counts: Counter[WhyIgnored] = Counter()
        self._lock = threading.Lock()

    def count(self, why: WhyIgnored, what: object, *, error: BaseException | None = None) -> None:
        """Counts a message, and logs the first of its kind: `what` it was, `error`: a bug of
        ours."""
        with self._lock:
            self._counts[why] += 1
            first = self._counts[why] == 1
        if first:
            log.warning("passed over (%s): %s; more of these are only counted", why.value, what)
            if error is not None:
                log.error("this is a mistake of tilekeeper's own", exc_info=error)

    @property
    def counts(self) -> Mapping[WhyIgnored, int]:
        """The counts by reason."""
        with self._lock:
            return dict(self._counts)

    @property
    def total(self) -> int:
        """The total."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        return ", ".join(f"{why.name.lower()} {n}" for why, n in self.counts.items()) or "none"
