"""A newer version of the table's program: told in the menu and nowhere else, begun by a press.

Only before and after a game. What fetches and installs it is no part of the table, which is ended
and started anew meanwhile. Tests: tests/device/test_care.py, tests/device/test_updates.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from device.language.texts import Message
from device.session.commit import ask, option, tell
from device.session.effects import BeginUpdate
from device.session.inputs import UpdateFound
from device.session.state import Act, Lobby, Option, Over, Question, Step, TableState


def update_found(state: TableState, found: UpdateFound) -> Step:
    """There is a newer version; nothing is said of it but in the menu."""
    return replace(state, device=replace(state.device, update=found.version)), ()


def offer_update(state: TableState, back: Act) -> Iterator[Option]:
    """What leads to a newer version, where there is one and nobody plays."""
    if state.device.update and isinstance(state.where, Lobby | Over):
        label = Message("Version {version} is there …", {"version": state.device.update})
        yield Option(label, lambda now: _ask(now, back))


def _ask(state: TableState, back: Act) -> Step:
    text = Message(
        "Update to version {version}? It is fetched and tried, ten minutes or more; then the table"
        " starts anew. If it can't, all stays as it is. Games and settings are kept.",
        {"version": state.device.update},
    )
    options = (option("Update now", _begin), option("Not now", back))
    return ask(state, Question(text, options, can_wait=True))


def _begin(state: TableState) -> Step:
    after, effects = tell(state, Message("The update has begun: the table starts anew by itself."))
    return after, (*effects, BeginUpdate(state.device.update))
