"""How hands travel over the virtual table: from the rack to a square and away again.

Geometry and pace only; what is laid is the players' business. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.virtual_table.scene import SIZE
from vision.reading import Point

_WIDTH, _HEIGHT = SIZE
_AWAY = 260.0  # pixels beyond the edge: neither the hand nor its shadow is seen from there


@dataclass(frozen=True)
class Seat:
    """Where somebody sits: `rack` is where tiles are taken from, `elbow` where the arm comes from,
    `away` where the hand rests out of the camera's sight. Pixels of the picture."""

    rack: Point
    elbow: Point
    away: Point


SEATS: tuple[Seat, ...] = (
    Seat((650.0, 930.0), (700.0, _HEIGHT + 500.0), (690.0, _HEIGHT + _AWAY)),
    Seat((640.0, 75.0), (590.0, -500.0), (600.0, -_AWAY)),
    Seat((1200.0, 480.0), (_WIDTH + 500.0, 540.0), (_WIDTH + _AWAY, 500.0)),
    Seat((80.0, 480.0), (-500.0, 420.0), (-_AWAY, 460.0)),
)
"""The first side sits in front of the board, the second across, the others at its ends."""


@dataclass(frozen=True)
class Pace:
    """Seconds of the table's clock: `reach` from the rack to a square, `fetch` back to the rack,
    `leave` to take the hand away, `think` before a turn, `press` between hand and button,
    `settle_in` before the first turn."""

    reach: float = 0.22
    fetch: float = 0.16
    leave: float = 0.26
    think: float = 0.25
    press: float = 0.1
    settle_in: float = 1.0


BRISK = Pace(reach=0.15, fetch=0.1, leave=0.18, think=0.2, press=0.08)
"""People who know what they want to lay; a whole game fits into little more than a minute."""

HURRIED = Pace(reach=0.08, fetch=0.05, leave=0.12, think=0.1, press=0.05)
"""As quick as the camera can see."""


def between(start: Point, end: Point, share: float) -> Point:
    """A point on the way, slow at both ends as hands move."""
    share = min(1.0, max(0.0, share))
    eased = share * share * (3 - 2 * share)
    return (start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased)
