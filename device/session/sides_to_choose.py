"""Which side is meant: an option for each, which its own turn button takes at once.

Tests: tests/device/test_points_by_hand.py, test_trading.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from device.session.state import Option, Step, TableState
from device.texts import Message
from engine.events import Side
from hardware.panel import SIDE_BUTTONS


def side_options(
    state: TableState, sides: Iterable[Side], act: Callable[[TableState, Side], Step]
) -> tuple[Option, ...]:
    """An option for each of these sides."""
    return tuple(_option(state, side, act) for side in sides)


def others(state: TableState, side: Side) -> tuple[Side, ...]:
    """All sides but this one, in the order in which they play."""
    sides = state.game.state.sides
    place = sides.index(side)
    return (*sides[place + 1 :], *sides[:place])


def _option(state: TableState, side: Side, act: Callable[[TableState, Side], Step]) -> Option:
    button = SIDE_BUTTONS[state.game.state.sides.index(side)]
    return Option(Message("{side}", {"side": side}), lambda state: act(state, side), button)
