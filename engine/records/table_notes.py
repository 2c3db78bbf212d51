"""Table notes: what the device that kept a game knew of it besides its events: when each of them
happened, what it asked the players, what they had switched on.

Nothing of it changes the game, and a game that came from a file has none.
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
    was kept next; `at`: seconds since the game began. Both texts are in English."""

    before: int
    at: float
    question: str
    answer: str


@dataclass(frozen=True)
class TableNotes:
    """What was noted of a game while it was played.

    `began`: when, as ISO 8601 has it; `times`: when each event was kept, in seconds since then, by
    the machine's own clock (which may have been put right meanwhile). `extras`: what the players
    had switched on beside the rules, by the names of the settings.
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
Line = Annotated[str, Meta(max_length=10_000)]


class AnsweredRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer as it stands in a record."""

    before: Annotated[int, Meta(ge=0, le=1_000_000)]
    at: Seconds
    question: Line
    answer: Line


class TableNotesRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Table notes as they stand in a record."""

    began: Annotated[str, Meta(max_length=100)] = ""
    times: Annotated[tuple[Seconds, ...], Meta(max_length=MOST)] = ()
    answers: Annotated[tuple[AnsweredRecord, ...], Meta(max_length=MOST)] = ()
    extras: Annotated[dict[Line, object], Meta(max_length=1000)] = {}


def kept_table_notes(notes: TableNotes) -> TableNotesRecord | None:
    """Table notes as a record keeps them; None where there are none."""
    if notes == NO_TABLE_NOTES:
        return None
    answers = tuple(
        AnsweredRecord(one.before, one.at, one.question, one.answer) for one in notes.answers
    )
    return TableNotesRecord(notes.began, notes.times, answers, dict(notes.extras))


def table_notes_of(kept: TableNotesRecord | None) -> TableNotes:
    """The table notes that a record has kept."""
    if kept is None:
        return NO_TABLE_NOTES
    answers = tuple(Answered(one.before, one.at, one.question, one.answer) for one in kept.answers)
    return TableNotes(kept.began, kept.times, answers, MappingProxyType(kept.extras))
