"""Games and events as the JSON text that the journal keeps, and back.

Typed at the edge: what doesn't fit a type is an error with a sentence, never half a game. The
version is that of this form; a newer one is refused. Tests: tests/device/test_records.py.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeAlias

import msgspec

from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    Replaced,
    TableEvent,
    TileCorrected,
    Withdrawn,
)
from engine.squares import Square
from engine.variants import Variant

VERSION = 1


class RecordError(Exception):
    """A record that can't be read; the message is one sentence."""


class Head(msgspec.Struct, frozen=True):
    """What a game is before its first event."""

    variant: str
    language: str
    sides: tuple[str, ...]
    version: int = VERSION


class _Played(msgspec.Struct, frozen=True, tag="played"):
    by: str
    tiles: dict[str, str]


class _Passed(msgspec.Struct, frozen=True, tag="passed"):
    by: str


class _Exchanged(msgspec.Struct, frozen=True, tag="exchanged"):
    by: str
    count: int


class _Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    by: str


class _Challenged(msgspec.Struct, frozen=True, tag="challenged"):
    by: str
    good: bool


class _Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    pass


class _Adjusted(msgspec.Struct, frozen=True, tag="adjusted"):
    side: str
    points: int
    why: str


class _Ended(msgspec.Struct, frozen=True, tag="ended"):
    racks: dict[str, str]


class _TileCorrected(msgspec.Struct, frozen=True, tag="tile-corrected"):
    square: str
    tile: str


_TableRecord: TypeAlias = (
    _Played | _Passed | _Exchanged | _Withdrawn | _Challenged | _Accepted | _Adjusted | _Ended
)


class _Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    index: int
    event: _TableRecord


_Record: TypeAlias = _TableRecord | _TileCorrected | _Replaced

_decoder = msgspec.json.Decoder(_Record)
_heads = msgspec.json.Decoder(Head)


def head_of(variant: Variant, sides: tuple[str, ...]) -> str:
    """The head of a new game as JSON."""
    return msgspec.json.encode(Head(variant.name, variant.language, sides)).decode()


def read_head(text: str) -> Head:
    """The head that this JSON is; RecordError if it is none, or of a newer version."""
    try:
        head = _heads.decode(text)
    except msgspec.DecodeError as error:
        raise RecordError(f"The game kept in the journal can't be read ({error}).") from error
    if head.version > VERSION:
        raise RecordError(
            f"The game was kept by a newer tilekeeper (version {head.version}, this one reads "
            f"{VERSION}): update tilekeeper."
        )
    return head


def write_event(event: Event) -> str:
    """An event as JSON."""
    return msgspec.json.encode(_record(event)).decode()


def read_event(text: str) -> Event:
    """The event that this JSON is; RecordError if it is none."""
    try:
        return _event(_decoder.decode(text))
    except (msgspec.DecodeError, ValueError) as error:
        raise RecordError(f"An event in the journal can't be read ({error}).") from error


def _record(event: Event) -> _Record:
    match event:
        case TileCorrected(square, tile):
            return _TileCorrected(square.name, tile)
        case Replaced(index, inner):
            return _Replaced(index, _table_record(inner))
        case _:
            return _table_record(event)


def _table_record(event: TableEvent) -> _TableRecord:
    match event:
        case Played(by, tiles):
            return _Played(by, {s.name: t for s, t in sorted(tiles.items())})
        case Passed(by):
            return _Passed(by)
        case Exchanged(by, count):
            return _Exchanged(by, count)
        case Withdrawn(by):
            return _Withdrawn(by)
        case Challenged(by, good):
            return _Challenged(by, good)
        case Accepted():
            return _Accepted()
        case Adjusted(side, points, why):
            return _Adjusted(side, points, why)
        case Ended(racks):
            return _Ended(dict(racks))


def _event(record: _Record) -> Event:
    match record:
        case _TileCorrected():
            return TileCorrected(Square.parse(record.square), record.tile)
        case _Replaced():
            return Replaced(record.index, _table_event(record.event))
        case _:
            return _table_event(record)


def _table_event(record: _TableRecord) -> TableEvent:
    match record:
        case _Played():
            tiles = {Square.parse(s): t for s, t in record.tiles.items()}
            return Played(record.by, MappingProxyType(tiles))
        case _Passed():
            return Passed(record.by)
        case _Exchanged():
            return Exchanged(record.by, record.count)
        case _Withdrawn():
            return Withdrawn(record.by)
        case _Challenged():
            return Challenged(record.by, record.good)
        case _Accepted():
            return Accepted()
        case _Adjusted():
            return Adjusted(record.side, record.points, record.why)
        case _Ended():
            return Ended(MappingProxyType(record.racks))
