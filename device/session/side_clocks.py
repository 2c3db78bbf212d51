"""The sides' own clocks and the countdown of a turn: extras, off by default.

A clock is seconds left, and since when it runs on the monotonic clock that inputs are stamped with;
reading it changes nothing. Tests: tests/device/test_clocks.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.events import Side


@dataclass(frozen=True)
class SideClocks:
    """Seconds left to each side when `runs` began to use up its own at `since`; None: all stand.

    `turn_since`: when the turn in progress began to be counted down.
    """

    left: Mapping[Side, float]
    runs: Side | None = None
    since: float = 0.0
    turn_left: float = 0.0
