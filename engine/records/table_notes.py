"""Table notes: what the device recorded about a game in addition to its events: when each happened,
what it asked the players, which features they had switched on.

They never change the game, and an imported game has none.
Tests: tests/engine/test_table_notes.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated

import msgspec


@dataclass(frozen=True)
class Answered:
    """A question about the game that the players answered. `before`: the number of the event that
    followed; `at`: seconds since the game began. Both texts are in English."""

    before: int
    at: float
    question: str
    answer: str


@dataclass(frozen=True)
class TableNotes:
    """The notes of one game.

    `began`: when, in ISO 8601; `times`: when each event was recorded, in seconds since then, by the
    machine's own clock (which may have been corrected meanwhile). `extras`: the device's features
    that the players had switched on, by the names of the settings.
    """

    began: str = ""
    times: tuple[float, ...] = ()
    answers: tuple[Answered, ...] = ()
    extras: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


NO_TABLE_NOTES = TableNotes()


MOST = 10_000
"""Answers, and times: as many as a record may have events."""

Meta = msgspec.Meta
Seconds = Annotated[float, Meta(ge=-1e12, le=1e12)]
BoundedText = Annotated[str, Meta(max_length=10_000)]


class AnsweredRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer in a record."""

    before: Annotated[int, Meta(ge=0, le=1_000_000)]
    at: Seconds
    question: BoundedText
    answer: BoundedText


class TableNotesRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Table notes in a record."""

    began: Annotated[str, Meta(max_length=100)] = ""
    times: Annotated[tuple[Seconds, ...], Meta(max_length=MOST)] = ()
    answers: Annotated[tuple[AnsweredRecord, ...], Meta(max_length=MOST)] = ()
    extras: Annotated[dict[BoundedText, object], Meta(max_length=1000)] = {}


def kept_table_notes(notes: TableNotes) -> TableNotesRecord | None:
    """Table notes in a record's form; None if there are none."""
    if notes == NO_TABLE_NOTES:
        return None
    answers = tuple(
        AnsweredRecord(one.before, one.at, one.question, one.answer) for one in notes.answers
    )
    return TableNotesRecord(notes.began, notes.times, answers, dict(notes.extras))


def table_notes_of(kept: TableNotesRecord | None) -> TableNotes:
    """Table notes from a record's form."""
    if kept is None:
        return NO_TABLE_NOTES
    answers = tuple(Answered(one.before, one.at, one.question, one.answer) for one in kept.answers)
    return TableNotes(kept.began, kept.times, answers, MappingProxyType(kept.extras))
