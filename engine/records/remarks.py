"""Remarks: what a file says about a game in addition to its events: the players' full names,
titles, racks, notes.

They never change the game's state; they are kept so that an imported game can be exported
unchanged. Tests: tests/engine/test_remarks.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, NamedTuple

import msgspec

from engine.events import Side
from engine.tiles import Tile


class Note(NamedTuple):
    """A note after so many events; `settled`: after the lines of the last racks."""

    after: int
    text: str
    settled: bool = False


@dataclass(frozen=True)
class Remarks:
    """The remarks on a game.

    `head`: title, description, lexicon and the like, by their names in GCG. `names`: the sides'
    full names. `racks` and `exchanged`: the tiles held before an event and those it exchanged, by
    the event's number.
    """

    head: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    names: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))
    racks: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    exchanged: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[Note, ...] = ()


NO_REMARKS = Remarks()

MOST = 10_000
"""Notes, racks and lines of a head: as many as a record may have events."""

Meta = msgspec.Meta
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Rack = Annotated[str, Meta(min_length=1, max_length=1000)]
BoundedText = Annotated[str, Meta(max_length=100_000)]


class NoteRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A note in a record."""

    after: Number
    text: BoundedText
    settled: bool = False


class RackRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event's tiles in a record."""

    event: Number
    tiles: Rack


RackRecords = Annotated[tuple[RackRecord, ...], Meta(max_length=MOST)]


class RemarksRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Remarks in a record."""

    head: Annotated[dict[BoundedText, BoundedText], Meta(max_length=MOST)] = {}
    names: Annotated[dict[BoundedText, BoundedText], Meta(max_length=100)] = {}
    racks: RackRecords = ()
    exchanged: RackRecords = ()
    notes: Annotated[tuple[NoteRecord, ...], Meta(max_length=MOST)] = ()


def kept_remarks(remarks: Remarks) -> RemarksRecord | None:
    """Remarks in a record's form; None if there are none."""
    if remarks == NO_REMARKS:
        return None
    return RemarksRecord(
        dict(remarks.head),
        dict(remarks.names),
        _kept(remarks.racks),
        _kept(remarks.exchanged),
        tuple(NoteRecord(*note) for note in remarks.notes),
    )


def remarks_of(kept: RemarksRecord | None) -> Remarks:
    """Remarks from a record's form."""
    if kept is None:
        return NO_REMARKS
    return Remarks(
        MappingProxyType(kept.head),
        MappingProxyType(kept.names),
        MappingProxyType({rack.event: rack.tiles for rack in kept.racks}),
        MappingProxyType({rack.event: rack.tiles for rack in kept.exchanged}),
        tuple(Note(note.after, note.text, note.settled) for note in kept.notes),
    )


def _kept(racks: Mapping[int, Tile]) -> tuple[RackRecord, ...]:
    return tuple(RackRecord(event, tiles) for event, tiles in sorted(racks.items()))
