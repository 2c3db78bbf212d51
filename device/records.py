"""Games and events as the JSON text that the journal keeps, and back.

Typed at the edge: what doesn't fit a type is an error with a sentence, never half a game. The
version is that of this form; a newer one is refused. Tests: tests/device/test_records.py.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeAlias

import msgspec

from engine.circumstances import ChanceFace, Zone
from engine.events import (
    Accepted,
    Adjusted,
    BeginnerNamed,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Drawn,
    Ended,
    EndReason,
    Event,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    Replaced,
    Rolled,
    TableEvent,
    TakenUp,
    TileCorrected,
    Traded,
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


class _Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    by: str
    letter: str


class _BeginnerNamed(msgspec.Struct, frozen=True, tag="beginner-named"):
    side: str


class _Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    by: str
    letters: str


class _ClockStarted(msgspec.Struct, frozen=True, tag="clock-started"):
    by: str


class _ClockStopped(msgspec.Struct, frozen=True, tag="clock-stopped"):
    by: str
    zone: Zone


class _Dinged(msgspec.Struct, frozen=True, tag="dinged"):
    pass


class _TakenUp(msgspec.Struct, frozen=True, tag="taken-up"):
    by: str


class _ChanceRolled(msgspec.Struct, frozen=True, tag="chance-rolled", omit_defaults=True):
    by: str
    face: ChanceFace
    square: str | None = None


class _GoaliePulled(msgspec.Struct, frozen=True, tag="goalie-pulled"):
    by: str
    square: str


class _Traded(msgspec.Struct, frozen=True, tag="traded"):
    by: str
    partners: tuple[str, ...]
    count: int


class _Penalised(msgspec.Struct, frozen=True, tag="penalised"):
    by: str
    on: str
    why: Offence


class _Played(msgspec.Struct, frozen=True, tag="played"):
    by: str
    tiles: dict[str, str]


class _Passed(msgspec.Struct, frozen=True, tag="passed", omit_defaults=True):
    by: str
    zone: Zone | None = None


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


class _Ended(msgspec.Struct, frozen=True, tag="ended", omit_defaults=True):
    racks: dict[str, str]
    reason: EndReason = EndReason.NO_PLAYS


class _TileCorrected(msgspec.Struct, frozen=True, tag="tile-corrected"):
    square: str
    tile: str


_TableRecord: TypeAlias = (
    _Drawn
    | _BeginnerNamed
    | _Rolled
    | _ClockStarted
    | _ClockStopped
    | _Dinged
    | _Played
    | _TakenUp
    | _ChanceRolled
    | _GoaliePulled
    | _Passed
    | _Exchanged
    | _Traded
    | _Withdrawn
    | _Challenged
    | _Accepted
    | _Penalised
    | _Adjusted
    | _Ended
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
        case Drawn(by, letter):
            return _Drawn(by, letter)
        case BeginnerNamed(side):
            return _BeginnerNamed(side)
        case Rolled(by, letters):
            return _Rolled(by, letters)
        case ClockStarted(by):
            return _ClockStarted(by)
        case ClockStopped(by, zone):
            return _ClockStopped(by, zone)
        case Dinged():
            return _Dinged()
        case Played(by, tiles):
            return _Played(by, {s.name: t for s, t in sorted(tiles.items())})
        case TakenUp(by):
            return _TakenUp(by)
        case ChanceRolled(by, face, square):
            return _ChanceRolled(by, face, None if square is None else square.name)
        case GoaliePulled(by, square):
            return _GoaliePulled(by, square.name)
        case Passed(by, passed_in):
            return _Passed(by, passed_in)
        case Exchanged(by, count):
            return _Exchanged(by, count)
        case Traded(by, partners, count):
            return _Traded(by, partners, count)
        case Withdrawn(by):
            return _Withdrawn(by)
        case Challenged(by, good):
            return _Challenged(by, good)
        case Accepted():
            return _Accepted()
        case Penalised(by, on, offence):
            return _Penalised(by, on, offence)
        case Adjusted(side, points, why):
            return _Adjusted(side, points, why)
        case Ended(racks, reason):
            return _Ended(dict(racks), reason)


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
        case _Drawn():
            return Drawn(record.by, record.letter)
        case _BeginnerNamed():
            return BeginnerNamed(record.side)
        case _Rolled():
            return Rolled(record.by, record.letters)
        case _ClockStarted():
            return ClockStarted(record.by)
        case _ClockStopped():
            return ClockStopped(record.by, record.zone)
        case _Dinged():
            return Dinged()
        case _Played():
            tiles = {Square.parse(s): t for s, t in record.tiles.items()}
            return Played(record.by, MappingProxyType(tiles))
        case _TakenUp():
            return TakenUp(record.by)
        case _ChanceRolled():
            chosen = None if record.square is None else Square.parse(record.square)
            return ChanceRolled(record.by, record.face, chosen)
        case _GoaliePulled():
            return GoaliePulled(record.by, Square.parse(record.square))
        case _Passed():
            return Passed(record.by, record.zone)
        case _Exchanged():
            return Exchanged(record.by, record.count)
        case _Traded():
            return Traded(record.by, record.partners, record.count)
        case _Withdrawn():
            return Withdrawn(record.by)
        case _Challenged():
            return Challenged(record.by, record.good)
        case _Accepted():
            return Accepted()
        case _Penalised():
            return Penalised(record.by, record.on, record.why)
        case _Adjusted():
            return Adjusted(record.side, record.points, record.why)
        case _Ended():
            return Ended(MappingProxyType(record.racks), record.reason)
