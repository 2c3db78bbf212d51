"""Points given or taken by hand, which stay visible in the score sheet (OWN-01).

Tests: tests/device/test_points_by_hand.py.
"""

from __future__ import annotations

from device.session.state import Step, TableState


def ask_points(state: TableState) -> Step:
    """Asks which side's points are changed, by how many and why."""
    return state, ()
