"""Making a backup on a USB stick and restoring one, from the table's menu.

Jobs do the work; restoring is offered only before or after a game, and at a first or a safe
start. Tests:
tests/device/test_care.py, tests/device/test_stick_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import ask, notify, option
from device.session.core.effects import ExitAction, Finish, Job
from device.session.core.offered import Heard, Menu, Place, said_meanwhile
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

BACK_UP = "back up"
"""A job: writes a backup to the stick that is plugged in, and returns the message about it."""

FIND_BACKUPS = "find backups"
"""A job: returns the backups on the sticks that are plugged in and on the card itself, newest
first."""

PUT_BACK = "put back"
"""A job, once everything is closed: restores the backup in that file, and returns the message about
it."""

MOST_BACKUPS = 4
"""How many are offered, newest first: a page has six lines."""


@dataclass(frozen=True)
class FoundBackup:
    """A backup: its file, and when it was made, as text for the screen; `replaced`: a restore
    replaced what is in it, and left it on the card; `games`: how many are in it, and how many are
    here, None if that isn't known."""

    path: str
    made: str
    replaced: bool = False
    games: tuple[int, int] | None = None


def _back_up(state: TableState, stay: Act) -> Step:
    """Everything the household has is written to a USB stick; the result is shown later."""
    after, effects = said_meanwhile(state, stay, Message("Backing up…"))
    return after, (*effects, Job(BACK_UP))


def backed_up(state: TableState, said: Message | None) -> Step:
    """Shows the result of a backup."""
    nowhere = Message(
        "This table’s games are saved elsewhere, or not at all: nothing was backed up."
    )
    return notify(state, said or nowhere)


def _offer(state: TableState, back: Act, stay: Act) -> Iterator[Option]:
    yield option("Back up to a USB stick", Do(_back_up, stay))
    yield from _offer_to_put_back(state, back)


def _offer_to_put_back(state: TableState, back: Act) -> Iterator[Option]:
    """The table ends for it and is restarted: only offered if a service manager does so."""
    if state.device.may_switch_off and isinstance(state.where, Lobby | Over):
        yield option("Restore a backup…", Do(_look_for_backups, back))


def _offer_at_a_safe_start(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """Also in a game: it is part of what is backed up first."""
    if state.device.may_switch_off:
        yield option("Restore a backup…", Do(_look_for_backups, back))


def _offer_at_a_first_start(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    if state.device.may_switch_off:
        yield option("I have a backup…", Do(_look_for_backups, back))


def _look_for_backups(state: TableState, back: Act) -> Step:
    text = Message("Looking for backups…")
    awaits = Awaited(FIND_BACKUPS, Then(_ask_which_backup, back))
    question = Question(text, (option("Back", back),), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(FIND_BACKUPS, repeatable=True))


def _ask_which_backup(state: TableState, there: tuple[FoundBackup, ...] | None, back: Act) -> Step:
    if not there:
        none = Message("No backup found: insert the USB stick with it, and try again.")
        return ask(state, Question(none, (option("Back", back),), can_wait=True))
    options = (_backup(one, back) for one in there[:MOST_BACKUPS])
    text = Message("Restore which backup?")
    return ask(state, Question(text, (*options, option("Back", back)), can_wait=True))


def _backup(found: FoundBackup, back: Act) -> Option:
    label = Message("{day}", {"day": found.made})
    if found.replaced:
        label = Message("{day}, before a restore", {"day": found.made})
    return Option(label, Do(_ask_whether_sure, found, back))


def _ask_whether_sure(state: TableState, found: FoundBackup, back: Act) -> Step:
    text = Message(
        "Restore the backup of {day}? It replaces the games, names, tiles "
        "and words here, which are backed up first. Settings stay.",
        {"day": found.made},
    )
    if found.games is not None:
        there, here = found.games
        text = Message(
            "Restore the backup of {day}? Games in it: {there}; games here: {here}. Names, tiles "
            "and words are replaced, too. Everything is backed up first. Settings stay.",
            {"day": found.made, "there": there, "here": here},
        )
    options = (
        option("No, change nothing", back),
        option("Yes, restore it", Do(_put_back, found)),
    )
    return ask(state, Question(text, options, can_wait=True))


def _put_back(state: TableState, found: FoundBackup) -> Step:
    after, _ = notify(state, Message("Restoring the backup, then restarting…"))
    return after, (Finish(ExitAction.RESTART, Job(PUT_BACK, (found.path,))),)


REGISTERS = Menu(
    MappingProxyType(
        {
            Place.STICK: _offer,
            Place.FIRST_START: _offer_at_a_first_start,
            Place.SAFE_START: _offer_at_a_safe_start,
        }
    ),
    MappingProxyType({BACK_UP: Heard(backed_up)}),
)
