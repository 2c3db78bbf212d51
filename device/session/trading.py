"""Trading tiles with other sides in place of a play, and its deadline (NHL-OPT-02, NHL-OPT-03).

Tests: tests/device/test_trading.py.
"""

from __future__ import annotations

from device.session.state import Step, TableState


def may_trade(state: TableState) -> bool:
    """Whether tiles can be traded in this game now."""
    return False


def ask_trade(state: TableState) -> Step:
    """The side to play trades: asks with whom, and how many tiles."""
    return state, ()
