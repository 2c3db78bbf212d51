"""A property of Party's buttons: no press makes a penalty of another that comes at the same time.

In every state, in either order; what a press costs by itself it may cost.
"""

from __future__ import annotations

import itertools

import pytest
from clocked_moments import party_moments

from device.session.core.state import TableState
from device.session.step import step
from hardware.panel.port import Button, Press

BUTTONS = (Button.SIDE_1, Button.SIDE_2, Button.OK, Button.UNDO, Button.CHALLENGE)
AT_ONCE = 0.05
"""Seconds between two presses whose order isn't known."""


def _owed(state: TableState) -> int:
    return sum(state.game.state.owes.values())


@pytest.mark.rule("PAR-CLK-10", "PAR-CLK-11")
def test_what_costs_nothing_by_itself_costs_nothing_with_another_press() -> None:
    presses = itertools.product(BUTTONS, BUTTONS)
    for (name, state, now), (first, second) in itertools.product(party_moments(), presses):
        alone, _ = step(state, Press(second, now + AT_ONCE))
        one, _ = step(state, Press(first, now))
        both, _ = step(one, Press(second, now + AT_ONCE))
        deserved = max(0, _owed(alone) - _owed(state))
        assert _owed(both) <= _owed(one) + deserved, f"{name}: {first}, then {second}"
