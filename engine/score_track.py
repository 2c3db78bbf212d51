"""TopWord's score track: which holes the three pegs of a side stand in (TOP-EQU-07).

Tests: tests/engine/test_flow_examples.py.
"""

from __future__ import annotations

from typing import NamedTuple

HIGHEST = 399
"""The most that the track can show."""


class Pegs(NamedTuple):
    """The holes of the units, tens and hundreds peg: 236 is 6, 30, 200."""

    units: int
    tens: int
    hundreds: int


def pegs(total: int) -> Pegs:
    """The holes for a total; beyond either end of the track those at its end (Q-TOP-14)."""
    shown = min(max(total, 0), HIGHEST)
    return Pegs(shown % 10, shown // 10 % 10 * 10, shown // 100 * 100)


def is_on_track(total: int) -> bool:
    """Whether the pegs can show this total; if not, the device alone counts on."""
    return 0 <= total <= HIGHEST
