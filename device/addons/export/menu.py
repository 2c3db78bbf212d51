"""Putting the last games on a USB stick, from the table's menu. A job does the work.

Tests: tests/device/test_games_on_stick.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import notify, option
from device.session.core.effects import Job
from device.session.core.offered import Heard, Menu, Place, said_meanwhile
from device.session.core.state import Act, Do, Option, Step, TableState

SAVE_GAMES = "save games"
"""A job: writes the last games to the stick that is plugged in, and returns the message about
it."""


def _offer(_state: TableState, _back: Act, stay: Act) -> Iterator[Option]:
    yield option("Save the games to a stick", Do(_save, stay))


def _save(state: TableState, stay: Act) -> Step:
    after, effects = said_meanwhile(state, stay, Message("Saving the games…"))
    return after, (*effects, Job(SAVE_GAMES))


def games_saved(state: TableState, said: Message | None) -> Step:
    """Shows the result."""
    return notify(state, said or Message("This table’s games aren’t saved: there are none."))


REGISTERS = Menu(
    MappingProxyType({Place.STICK: _offer}), MappingProxyType({SAVE_GAMES: Heard(games_saved)})
)
"""A line of the stick's page, and the result of its job."""
