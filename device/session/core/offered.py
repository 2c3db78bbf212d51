"""What add-ons add to the session: lines of its pages, and handlers for the results of their jobs.
Each registers them in its menu.py.

Pure, as all of the session: these tables stay the same while a program runs. Knows no add-on by
name. Tests: tests/device/test_care.py, tests/device/test_addons.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

from device.language.texts import Message
from device.registry import registered
from device.session.core.state import Act, Option, Step, TableState


class Place(Enum):
    """The pages that have room for lines of add-ons: of the device, its network, its USB stick, and
    its screen and sound, the turns so far, and the first question of a first start and of a safe
    one."""

    DEVICE = auto()
    NETWORK = auto()
    STICK = auto()
    SCREEN_AND_SOUND = auto()
    TURNS = auto()
    FIRST_START = auto()
    SAFE_START = auto()


Offer: TypeAlias = Callable[[TableState, Act, Act], Iterable[Option]]
"""Gives the lines of a page at that moment: `back` leads to the page again, `stay` to where the
table was before it."""


@dataclass(frozen=True)
class Heard:
    """Handles the result of a job that no question awaits. `failed`: the result for a job that met
    an error; None where its failure is merely announced."""

    then: Callable[[TableState, Any], Step]
    failed: object = None


Shown: TypeAlias = Callable[[TableState], Iterable[Message]]
"""What is to be read on the screen as long as the state is like this."""


def _nothing(_state: TableState) -> Iterable[Message]:
    return ()


@dataclass(frozen=True)
class Menu:
    """The lines of an add-on, and the handlers of its jobs' results by job name; and what it has on
    the screen all the time: `notes` about the game, and `troubles` with the device."""

    lines: Mapping[Place, Offer] = field(default_factory=lambda: MappingProxyType({}))
    heard: Mapping[str, Heard] = field(default_factory=lambda: MappingProxyType({}))
    notes: Shown = _nothing
    troubles: Shown = _nothing


def offered(place: Place, state: TableState, back: Act, stay: Act) -> Iterator[Option]:
    """The lines of all add-ons at that place, in the order of the add-ons' names."""
    for menu in registered("menu", Menu).values():
        if place in menu.lines:
            yield from menu.lines[place](state, back, stay)


def load_menus() -> None:
    """Loads them all, so that no press waits for that, and a question that was open when a program
    ended is found again by its name."""
    registered("menu", Menu)


@cache
def heard_by_addons() -> Mapping[str, Heard]:
    """The handlers of the add-ons' jobs' results."""
    menus = registered("menu", Menu).values()
    return MappingProxyType({name: one for menu in menus for name, one in menu.heard.items()})


def notes_of_addons(state: TableState) -> Iterator[Message]:
    """The notes of all add-ons."""
    for menu in registered("menu", Menu).values():
        yield from menu.notes(state)


def troubles_of_addons(state: TableState) -> Iterator[Message]:
    """What isn't as it should be, of all add-ons."""
    for menu in registered("menu", Menu).values():
        yield from menu.troubles(state)


def said_meanwhile(state: TableState, stay: Act, said: Message) -> Step:
    """Goes back to where the table was, and announces the background job that follows."""
    after, effects = stay(state)
    return replace(after, message=said), effects
