"""Beginning from what lies there already: the position, the points so far, and who is to play.

Tests: tests/device/test_adopting.py.
"""

from __future__ import annotations

from device.session.state import Step, TableState
from device.sight import Sight


def saw(state: TableState, sight: Sight) -> Step | None:
    """Asks whether the game begins from what lies there; None where that needn't be asked."""
    return None
