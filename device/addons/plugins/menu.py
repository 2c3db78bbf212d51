"""Plug-ins at the table: which are installed, which are on, and switching them.

Pure: whatever happens to one comes in as an event, and changes nothing but this page and the
message on the screen. Tests: tests/device/test_plugins_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.effects import Announce, Job
from device.session.core.offered import Heard, Menu, Place
from device.session.core.state import (
    Act,
    Awaited,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
)

SWITCH_PLUG_IN = "switch plug-in"
"""A job: switches the plug-in of that name on or off, and returns all PlugIns. What happens to one
later comes in under this name, too."""


@dataclass(frozen=True)
class PlugIn:
    """A plug-in by its `name`, the `package` it came in ("" if it isn't installed), whether it is
    meant to be on, and why it isn't all the same."""

    name: str
    package: str
    on: bool
    why: Message | None = None


@dataclass(frozen=True)
class PlugIns:
    """All plug-ins, by their names; `made_for`: the Python that their folder was made for, if it
    isn't this one's."""

    all: tuple[PlugIn, ...] = ()
    made_for: str | None = None


def cut_off(one: PlugIn) -> Message:
    """The sentence that a plug-in isn't running though it should."""
    return Message(
        "Plug-in {name} is off: {why}. The game continues without it.",
        {"name": one.name, "why": one.why or ""},
    )


def _offer(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """The menu's line for plug-ins, if there are any."""
    own = state.device.of(PlugIns)
    if own is not None and own.all:
        yield option("Plug-ins…", Do(ask_which, back))


def ask_which(state: TableState, back: Act) -> Step:
    """Lists the plug-ins, and asks which to look at."""
    own = state.device.of(PlugIns) or PlugIns()
    options = (*(_line(one, back) for one in own.all), option("Back", back))
    text = Message("Plug-ins know what spectators see, and can’t change a game.")
    return ask(state, Question(text, options, can_wait=True))


def _line(one: PlugIn, back: Act) -> Option:
    text = Message("{name}: off", {"name": one.name})
    if one.on:
        text = Message("{name}: on", {"name": one.name})
    if one.on and one.why is not None:
        text = Message("{name}: cut off", {"name": one.name})
    return Option(text, Do(ask_about, one.name, back))


def ask_about(state: TableState, name: str, back: Act) -> Step:
    """Says how that plug-in is, and asks whether to switch it."""
    own = state.device.of(PlugIns) or PlugIns()
    one = next((one for one in own.all if one.name == name), None)
    if one is None:
        return ask_which(state, back)
    leave = option("Back", Do(ask_which, back))
    on = option("Switch it on", Do(_switch, name, back, on=True))
    off = option("Switch it off", Do(_switch, name, back, on=False))
    values = {"name": name, "package": one.package}
    if one.on and one.why is not None:
        text, options = cut_off(one), (on, off, leave) if one.package else (off, leave)
    elif one.on:
        text, options = Message("{name} ({package}) is on.", values), (off, leave)
    else:
        text, options = Message("{name} ({package}) is off.", values), (on, leave)
    return ask(state, _question(text, options, name, back), options.index(leave) if one.on else 0)


def _question(text: Message, options: tuple[Option, ...], name: str, back: Act) -> Question:
    """A change is shown if its question is still on the screen."""
    awaits = Awaited(SWITCH_PLUG_IN, Then(_shown, name, back))
    return Question(text, options, can_wait=True, awaits=awaits)


def _switch(state: TableState, name: str, back: Act, *, on: bool) -> Step:
    leave = option("Back", Do(ask_which, back))
    after, effects = ask(state, _question(Message("One moment…"), (leave,), name, back))
    return after, (*effects, Job(SWITCH_PLUG_IN, (name, on)))


def _shown(state: TableState, found: PlugIns | None, name: str, back: Act) -> Step:
    after = replace(state, device=state.device.having(found or PlugIns()))
    return ask_about(after, name, back)[0], ()


def plug_ins_changed(state: TableState, found: PlugIns | None) -> Step:
    """Something has happened to a plug-in; one that is cut off is named."""
    if found is None:
        return state, ()
    before = state.device.of(PlugIns) or PlugIns()
    after = replace(state, device=state.device.having(found))
    known = {one.name: one.why for one in before.all}
    lost = [one for one in found.all if one.why is not None and one.why != known.get(one.name)]
    if not lost:
        return after, ()
    sentences = tuple(cut_off(one) for one in lost)
    said = tuple(Announce(one) for one in sentences)
    return replace(after, message=state.message or sentences[0]), said


REGISTERS = Menu(
    MappingProxyType({Place.DEVICE: _offer}),
    MappingProxyType({SWITCH_PLUG_IN: Heard(plug_ins_changed)}),
)
