"""Reporting a wrong reading from the table's menu.

A picture only leaves after somebody has seen it and agreed; jobs do the packing and writing. Tests:
tests/device/test_care.py, tests/device/test_stick_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import ask, notify, option
from device.session.core.effects import FromTable, Job
from device.session.core.offered import Heard, Menu, Place, said_meanwhile
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
from device.session.turn.corrections import plays_shown

PACK_REPORT = "pack report"
"""A job: reads the picture of a game's event again, by both numbers, and packs it with what was
really there; nothing is written. Returns what is packed, or why it isn't possible."""

WRITE_REPORT = "write report"
"""A job: writes what was packed of that event, and returns the message about it; None if it isn't
packed any more."""


@dataclass(frozen=True)
class PackedReport:
    """A report of a wrong reading is ready to be written; `tiles`: it includes what is known of the
    household's own."""

    tiles: bool


def _offer_report(state: TableState, back: Act, stay: Act) -> Iterator[Option]:
    if plays_shown(state):
        yield option("Report a misread…", Do(_show, 0, back, stay))


def _show(state: TableState, place: int, back: Act, stay: Act) -> Step:
    """Shows the newest play's picture first: is it that one?"""
    plays = plays_shown(state)
    play = plays[place]
    options = [option("Report this picture", Do(_pack, play.number, back, stay))]
    if place + 1 < len(plays):
        options.append(_step("Previous play", place + 1, back, stay))
    if place > 0:
        options.append(_step("Next play", place - 1, back, stay))
    options.append(option("Back", Do(_put_away, back)))
    text = Message("{turn}: was this misread?", {"turn": play.text})
    shown = replace(state, picture=play.number)
    return ask(shown, Question(text, tuple(options), can_wait=True))


def _step(text: str, place: int, back: Act, stay: Act) -> Option:
    return option(text, Do(_show, place, back, stay))


def _unseen(state: TableState) -> TableState:
    return replace(state, picture=None)


def _put_away(state: TableState, then: Act) -> Step:
    """Stops looking at the picture."""
    return then(_unseen(state))


def _pack(state: TableState, play: int, back: Act, stay: Act) -> Step:
    """Reads the play with this number again and packs it; nothing is written yet."""
    leave = option("Back", Do(_put_away, back))
    awaits = Awaited(PACK_REPORT, Then(_ask_whether_to_write, play, back, stay))
    question = Question(Message("Reading it again…"), (leave,), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(PACK_REPORT, (FromTable.GAME_NUMBER, play), repeatable=True))


def _ask_whether_to_write(
    state: TableState, packed: PackedReport | Message | None, play: int, back: Act, stay: Act
) -> Step:
    """Shows what is in it, and asks whether that may leave the table."""
    if packed is None:
        packed = Message("No pictures saved on this device: nothing to report.")
    if isinstance(packed, Message):
        leave = option("Back", Do(_put_away, back))
        return ask(_unseen(state), Question(packed, (leave,), can_wait=True))
    text = Message(
        "The report has this picture, what was read, what was there, and the "
        "device’s state. No names. Include the picture? It may show hands "
        "and faces."
    )
    if packed.tiles:
        text = Message(
            "The report has this picture, what was read, what was there, how "
            "your tiles look, and the device’s state. No names. Include the "
            "picture? It may show hands and faces."
        )

    yes, no = _write_it_or_not(play, stay)
    look = option("Look at the picture", Do(_look_again, play, stay))
    return ask(_unseen(state), Question(text, (yes, look, no), can_wait=True))


def _write_it_or_not(play: int, stay: Act) -> tuple[Option, Option]:
    return option("Yes, save it", Do(_write, play, stay)), option("No", Do(_put_away, stay))


def _look_again(state: TableState, play: int, stay: Act) -> Step:
    answers = _write_it_or_not(play, stay)
    question = Question(Message("Include this picture?"), answers, can_wait=True)
    return ask(replace(state, picture=play), question)


def _write(state: TableState, play: int, stay: Act) -> Step:
    after, effects = said_meanwhile(_unseen(state), stay, Message("Saving the report…"))
    return after, (*effects, Job(WRITE_REPORT, (FromTable.GAME_NUMBER, play)))


def report_written(state: TableState, said: Message | None) -> Step:
    """Shows the result of writing a report."""
    return notify(state, said or Message("Nothing was saved: please try again."))


REGISTERS = Menu(
    MappingProxyType({Place.STICK: _offer_report}),
    MappingProxyType({WRITE_REPORT: Heard(report_written)}),
)
