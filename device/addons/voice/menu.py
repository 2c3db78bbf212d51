"""The voice's line of the menu: repeat the last announcement.

Tests: tests/device/test_said_aloud.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from device.session.core.commit import go_on, option, with_voice
from device.session.core.offered import Menu, Place
from device.session.core.state import Act, Option, Speaking, Step, TableState


def _offer(state: TableState, _back: Act, _stay: Act) -> Iterator[Option]:
    if state.device.of(Speaking) is not None:
        yield option("Say it again", _say_again)


def _say_again(state: TableState) -> Step:
    return with_voice(go_on(state))


REGISTERS = Menu(MappingProxyType({Place.SCREEN_AND_SOUND: _offer}))
