"""A newer version of the table's program, and the one before: searched for by a press, shown in the
menu and nowhere else, started by another press.

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

GO_BACK = "go back"
"""A job: has the machine go back to the version before; everything else as with BEGIN_UPDATE."""

UPDATE_FOUND, UPDATE_ENDED = "update found", "update ended"
"""Inputs that come unasked: a newer version, and a message about a finished update, which the
previous run may have started."""

CANNOT_UPDATE = Message("This device can’t update itself: do it the way it was installed.")


@dataclass(frozen=True)
class Updatable:
    """A table whose version can be changed from here; `version`: one newer than its own, "" if none
    is known; `source`: newer ones can be looked for; `before`: the one that was in use before and
    can be gone back to, "" if there is none."""

    version: str = ""
    source: bool = True
    before: str = ""


def update_found(state: TableState, version: str) -> Step:
    """There is a newer version; only the menu shows it."""
    known = state.device.of(Updatable) or Updatable()
    return replace(state, device=state.device.having(replace(known, version=version))), ()


def _offer(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """The menu's line for a newer version, if updates are possible and nobody is playing."""
    own = state.device.of(Updatable)
    if own is None or not isinstance(state.where, Lobby | Over):
        return
    if own.version:
        label = Message("Version {version} is available…", {"version": own.version})
        yield Option(label, Do(_ask, own.version, back))
    elif own.source:
        yield option("Check for updates…", Do(_look, back))
    else:
        yield from _offer_the_one_before(state, back)


def _offer_the_one_before(state: TableState, back: Act) -> Iterator[Option]:
    """Behind the line for newer versions, where there is one."""
    own = state.device.of(Updatable)
    if own is not None and own.before:
        label = Message("Back to version {version}…", {"version": own.before})
        yield Option(label, Do(_ask_whether_back, own.before, back))


def _offer_at_a_safe_start(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    yield from _offer_the_one_before(state, back)


def _look(state: TableState, back: Act) -> Step:
    """No server is asked for newer versions before this press, unless the settings say so."""
    text = Message("Checking for updates…")
    awaits = Awaited(LOOK_FOR_UPDATE, Then(_looked, back))
    options = (*_offer_the_one_before(state, back), option("Back", back))
    question = Question(text, options, can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(LOOK_FOR_UPDATE, repeatable=True))


def _looked(state: TableState, found: str | Message | None, back: Act) -> Step:
    if isinstance(found, str):
        after, _ = update_found(state, found)
        return _ask(after, found, back)
    said = CANNOT_UPDATE if found is None else found
    options = (*_offer_the_one_before(state, back), option("Back", back))
    return ask(state, Question(said, options, can_wait=True))


def _ask(state: TableState, version: str, back: Act) -> Step:
    text = Message(
        "Update to version {version}? Downloading and testing take ten "
        "minutes or more, then it restarts. If it fails, nothing changes. "
        "Games and settings are kept.",
        {"version": version},
    )
    options = (
        option("Update now", Do(_begin, version)),
        *_offer_the_one_before(state, back),
        option("Not now", back),
    )
    return ask(state, Question(text, options, can_wait=True))


def _begin(state: TableState, version: str) -> Step:
    after, effects = notify(state, Message("Updating: the device will restart by itself."))
    return after, (*effects, Job(BEGIN_UPDATE, (version,)))


def _ask_whether_back(state: TableState, version: str, back: Act) -> Step:
    text = Message(
        "Go back to version {version}? It restarts, and you can return the same way. "
        "Games and settings are kept.",
        {"version": version},
    )
    options = (
        option("No, change nothing", back),
        option("Yes, go back", Do(_go_back, version)),
    )
    return ask(state, Question(text, options, can_wait=True))


def _go_back(state: TableState, version: str) -> Step:
    after, effects = notify(state, Message("Going back: the device will restart by itself."))
    return after, (*effects, Job(GO_BACK, (version,)))


def update_begun(state: TableState, begun: str | Message | None) -> Step:
    """Shows why an update can't start; its start has been announced already."""
    if isinstance(begun, str):
        return state, ()
    return notify(state, CANNOT_UPDATE if begun is None else begun)


REGISTERS = Menu(
    MappingProxyType({Place.DEVICE: _offer, Place.SAFE_START: _offer_at_a_safe_start}),
    MappingProxyType(
        {
            BEGIN_UPDATE: Heard(update_begun),
            GO_BACK: Heard(update_begun),
            UPDATE_FOUND: Heard(update_found),
            UPDATE_ENDED: Heard(notify),
        }
    ),
)
