"""Time in a session: which side's clock runs after an input, the countdown of a turn, what is over.

Tests: tests/device/test_timekeeping.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.inputs import Input
from device.session.effects import Effect
from device.session.state import Step, TableState


def follow(before: TableState, after: TableState, event: Input, effects: Sequence[Effect]) -> Step:
    """What a step led to, with the sides' clocks as they run then."""
    return after, tuple(effects)
