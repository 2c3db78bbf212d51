"""The time of a table that is played faster than people play: it passes only while its camera waits
for the next frame, so that whatever is worked out meanwhile takes none of it.

Knows no table. Tests: tests/device/test_scripted_evenings.py, tests/device/test_virtual.py.
"""

from __future__ import annotations


class TableTime:
    """Seconds as a clock tells them; `sleep` is the only thing that takes any."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Passes so many seconds at once."""
        self.now += seconds
