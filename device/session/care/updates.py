"""A newer version of the table's program: looked for by a press, told in the menu and nowhere else,
begun by another press.

Only before and after a game. What fetches and installs it is no part of the table, which is ended
and started anew meanwhile. Tests: tests/device/test_care.py, tests/device/test_updates.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from device.language.texts import Message
from device.session.core.commit import ask, option, tell
from device.session.core.effects import BeginUpdate, LookForUpdate
from device.session.core.inputs import UpdateFound, UpdateLookedFor
from device.session.core.state import (
    Act,
    Awaited,
    Do,
    Lobby,
    Option,
    Over,
    Question,
    Step,
    TableState,
    Then,
)


def update_found(state: TableState, found: UpdateFound) -> Step:
    """There is a newer version; nothing is said of it but in the menu."""
    return replace(state, device=replace(state.device, update=found.version)), ()


def offer_update(state: TableState, back: Act) -> Iterator[Option]:
    """What leads to a newer version, where one can be had and nobody plays."""
    version = state.device.update
    if version is None or not isinstance(state.where, Lobby | Over):
        return
    if version:
        label = Message("Version {version} is there …", {"version": version})
        yield Option(label, Do(_ask, version, back))
    else:
        yield option("Look for a newer version …", Do(_look, back))


def _look(state: TableState, back: Act) -> Step:
    """Nobody is asked for newer versions before this press, unless the settings say so."""
    text = Message("Looking for a newer version …")
    awaits = Awaited(UpdateLookedFor, Then(_looked, back))
    question = Question(text, (option("Back", back),), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, LookForUpdate())


def _looked(state: TableState, came: UpdateLookedFor, back: Act) -> Step:
    if not came.version:
        return ask(state, Question(came.said, (option("Back", back),), can_wait=True))
    after, _ = update_found(state, UpdateFound(came.version, came.at))
    return _ask(after, came.version, back)


def _ask(state: TableState, version: str, back: Act) -> Step:
    text = Message(
        "Update to version {version}? It is fetched and tried, ten minutes or more; then the table"
        " starts anew. If it can't, all stays as it is. Games and settings are kept.",
        {"version": version},
    )
    options = (option("Update now", Do(_begin, version)), option("Not now", back))
    return ask(state, Question(text, options, can_wait=True))


def _begin(state: TableState, version: str) -> Step:
    after, effects = tell(state, Message("The update has begun: the table starts anew by itself."))
    return after, (*effects, BeginUpdate(version))
