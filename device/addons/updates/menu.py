"""A newer version of the table's program: searched for by a press, shown in the menu and nowhere
else, started by another press.

Only before and after a game. The update itself isn't part of the table, which is stopped and
restarted by it. Tests: tests/device/test_care.py, tests/device/test_updates.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import ask, notify, option
from device.session.core.effects import Job
from device.session.core.offered import Heard, Menu, Place
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

LOOK_FOR_UPDATE = "look for update"
"""A job: returns the version newer than this one, or a message if there is none."""

BEGIN_UPDATE = "begin update"
"""A job: has the machine update this program to that version, and returns the version once it has
started, else a message. The outcome is UPDATE_ENDED, maybe for the restarted program."""

UPDATE_FOUND, UPDATE_ENDED = "update found", "update ended"
"""Inputs that come unasked: a newer version, and a message about a finished update, which the
previous run may have started."""

CANNOT_UPDATE = Message("This device can’t update itself: do it the way it was installed.")


@dataclass(frozen=True)
class Updatable:
    """A table that can be updated from here; `version`: one newer than its own, "" if none is
    known."""

    version: str = ""


def update_found(state: TableState, version: str) -> Step:
    """There is a newer version; only the menu shows it."""
    return replace(state, device=state.device.having(Updatable(version))), ()


def _offer(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """The menu's line for a newer version, if updates are possible and nobody is playing."""
    own = state.device.of(Updatable)
    if own is None or not isinstance(state.where, Lobby | Over):
        return
    if own.version:
        label = Message("Version {version} is available…", {"version": own.version})
        yield Option(label, Do(_ask, own.version, back))
    else:
        yield option("Check for updates…", Do(_look, back))


def _look(state: TableState, back: Act) -> Step:
    """No server is asked for newer versions before this press, unless the settings say so."""
    text = Message("Checking for updates…")
    awaits = Awaited(LOOK_FOR_UPDATE, Then(_looked, back))
    question = Question(text, (option("Back", back),), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(LOOK_FOR_UPDATE, repeatable=True))


def _looked(state: TableState, found: str | Message | None, back: Act) -> Step:
    if isinstance(found, str):
        after, _ = update_found(state, found)
        return _ask(after, found, back)
    said = CANNOT_UPDATE if found is None else found
    return ask(state, Question(said, (option("Back", back),), can_wait=True))


def _ask(state: TableState, version: str, back: Act) -> Step:
    text = Message(
        "Update to version {version}? Downloading and testing take ten "
        "minutes or more, then it restarts. If it fails, nothing changes. "
        "Games and settings are kept.",
        {"version": version},
    )
    options = (option("Update now", Do(_begin, version)), option("Not now", back))
    return ask(state, Question(text, options, can_wait=True))


def _begin(state: TableState, version: str) -> Step:
    after, effects = notify(state, Message("Updating: the device will restart by itself."))
    return after, (*effects, Job(BEGIN_UPDATE, (version,)))


def update_begun(state: TableState, begun: str | Message | None) -> Step:
    """Shows why an update can't start; its start has been announced already."""
    if isinstance(begun, str):
        return state, ()
    return notify(state, CANNOT_UPDATE if begun is None else begun)


REGISTERS = Menu(
    MappingProxyType({Place.DEVICE: _offer}),
    MappingProxyType(
        {
            BEGIN_UPDATE: Heard(update_begun),
            UPDATE_FOUND: Heard(update_found),
            UPDATE_ENDED: Heard(notify),
        }
    ),
)
