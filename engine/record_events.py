"""Events as the JSON of a game record, and back: the form in which the journal keeps them too.

Typed at the edge: what doesn't fit a type is an error with a sentence, never half an event. Knows
no file and no game; the record around the events is engine/record.py, its description
docs/game-record.md. Tests: tests/engine/test_record_events.py.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, TypeAlias

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

SquareName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Z][1-9][0-9]?$")]
"""A letter for the column and a number for the row: "H8"."""


class RecordError(Exception):
    """A record that can't be read; the message is one sentence."""


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all events have in common: the field `type` says which it is."""


class _Drawn(_Kind, frozen=True, tag="drawn"):
    by: str
    letter: str


class _BeginnerNamed(_Kind, frozen=True, tag="beginner-named"):
    side: str


class _Rolled(_Kind, frozen=True, tag="rolled"):
    by: str
    letters: str


class _ClockStarted(_Kind, frozen=True, tag="clock-started"):
    by: str


class _ClockStopped(_Kind, frozen=True, tag="clock-stopped"):
    by: str
    zone: Zone


class _Dinged(_Kind, frozen=True, tag="dinged"):
    pass


class _TakenUp(_Kind, frozen=True, tag="taken-up"):
    by: str


class _ChanceRolled(_Kind, frozen=True, tag="chance-rolled", omit_defaults=True):
    by: str
    face: ChanceFace
    square: SquareName | None = None


class _GoaliePulled(_Kind, frozen=True, tag="goalie-pulled"):
    by: str
    square: SquareName


class _Traded(_Kind, frozen=True, tag="traded"):
    by: str
    partners: tuple[str, ...]
    count: int


class _Penalised(_Kind, frozen=True, tag="penalised"):
    by: str
    on: str
    why: Offence


class _Played(_Kind, frozen=True, tag="played"):
    by: str
    tiles: dict[SquareName, str]


class _Passed(_Kind, frozen=True, tag="passed", omit_defaults=True):
    by: str
    zone: Zone | None = None


class _Exchanged(_Kind, frozen=True, tag="exchanged"):
    by: str
    count: int


class _Withdrawn(_Kind, frozen=True, tag="withdrawn"):
    by: str


class _Challenged(_Kind, frozen=True, tag="challenged"):
    by: str
    good: bool


class _Accepted(_Kind, frozen=True, tag="accepted"):
    pass


class _Adjusted(_Kind, frozen=True, tag="adjusted"):
    side: str
    points: int
    why: str


class _Ended(_Kind, frozen=True, tag="ended", omit_defaults=True):
    racks: dict[str, str]
    reason: EndReason = EndReason.NO_PLAYS


class _TileCorrected(_Kind, frozen=True, tag="tile-corrected"):
    square: SquareName
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


class _Replaced(_Kind, frozen=True, tag="replaced"):
    index: int
    event: _TableRecord


EventRecord: TypeAlias = _TableRecord | _TileCorrected | _Replaced
"""An event as it stands in a record."""

_decoder = msgspec.json.Decoder(EventRecord)


def write_event(event: Event) -> str:
    """An event as JSON."""
    return msgspec.json.encode(_record(event)).decode()


def read_event(text: str | bytes) -> Event:
    """The event that this JSON is; RecordError if it is none."""
    try:
        return _event(_decoder.decode(text))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise RecordError(f"An event of the game can't be read ({error}).") from error


def _record(event: Event) -> EventRecord:
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


def _event(record: EventRecord) -> Event:
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
