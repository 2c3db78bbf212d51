"""A game on disk: which game, its sides, its starting position, and its events, in one JSON format
that the journal also uses for events.

Reads and writes texts; the caller opens the files. The format is described in docs/game-record.md
and by its schema (data/game-record.schema.json); newer versions are refused, older ones stay
readable for ever. Typed at the edge: anything of the wrong type is an error with a sentence, never
half an event. Tests: tests/engine/test_record.py, tests/engine/test_record_events.py.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

import msgspec

from engine.events import (
    MOST_EVENTS,
    Challenged,
    Event,
    Letters,
    Points,
    RackDrawn,
    Replaced,
    Side,
    Sides,
    Signed,
)
from engine.game import Game
from engine.layouts import Layout
from engine.position import EMPTY, Position
from engine.records.forms import Forms
from engine.records.json_texts import JsonTextError, check_json
from engine.records.remarks import NO_REMARKS, Remarks, RemarksRecord, kept_remarks, remarks_of
from engine.records.table_notes import (
    NO_TABLE_NOTES,
    TableNotes,
    TableNotesRecord,
    kept_table_notes,
    table_notes_of,
)
from engine.sentences import Plural, Sentence, begun_small, without_stop
from engine.state import State
from engine.variants import VariantError, load_variant

# --- events as JSON, and back ---

# Input from a file has bounds, which no real game comes near: docs/game-record.md.

LARGEST = 8 * 1024 * 1024
"""Bytes of a record."""

LARGEST_EVENT = 64 * 1024
"""Bytes of an event."""

Meta = msgspec.Meta
Rows: TypeAlias = Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=100)]


class RecordError(Exception):
    """A record that can't be read; the message is one sentence."""


EVENT_FORMS = Forms(get_args(Event))
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(EVENT_FORMS.union)


def write_event(event: Event) -> str:
    """An event as JSON."""
    return msgspec.json.encode(EVENT_FORMS.write(event)).decode()


def read_event(text: str | bytes) -> Event:
    """Parses an event; RecordError if it is invalid."""
    if len(text) > LARGEST_EVENT:
        raise RecordError(
            Sentence(
                Plural(
                    "An event of the game can’t be read ({n} byte is too many).",
                    "An event of the game can’t be read ({n} bytes is too many).",
                ),
                n=len(text),
            )
        )
    try:
        event: Event = EVENT_FORMS.read(_decoder.decode(text))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise RecordError(
            Sentence("An event of the game can’t be read ({why}).", why=error)
        ) from error
    return event


# --- the record around them ---

Of = TypeVar("Of", int, str)

VERSION = 4
"""Of the format; 2 has remarks, 3 the table's notes and the challenged words, 4 signatures and the
racks that are drawn for everybody. A record is written as the lowest version that can hold it."""
SCHEMA = files("engine") / "data" / "game-record.schema.json"


@dataclass(frozen=True)
class StartingPosition:
    """The position before the first event, unless it is an empty board without points.

    `rows` and `heights`: the board as engine/position.py has it. `bag`: how many tiles were left to
    draw, `racks`: what sides held, `pool`: the letters available to all, each None or empty if it
    follows from the rules.
    """

    rows: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    bag: int | None = None
    racks: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))
    pool: str | None = None


@dataclass(frozen=True)
class GameRecord:
    """A saved game: the names that `load_variant` takes, the sides and the events.

    `layout`: the rows of the board's premium squares if it isn't the game's own. `totals`: as the
    writer computed them; empty if none are claimed. `remarks`: on the game. `table`: the device's
    notes from during the game.
    """

    variant: str
    language: str
    sides: tuple[Side, ...]
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    layout: tuple[str, ...] = ()
    start: StartingPosition = StartingPosition()
    events: tuple[Event, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    remarks: Remarks = NO_REMARKS
    table: TableNotes = NO_TABLE_NOTES

    def begin(self) -> Game:
        """The game before its first event; RecordError if there can be no such game."""
        start = self.start
        try:
            layout = Layout(self.layout) if self.layout else None
            size = len(self.layout or start.rows) or None
            variant = load_variant(self.variant, self.language, self.options, layout, size)
            return Game.from_state(
                State.start(
                    variant,
                    self.sides,
                    position=_position(start, variant.layout.size),
                    totals=_of_sides("totals", start.totals, self.sides),
                    bag=start.bag,
                    racks=_of_sides("racks", start.racks, self.sides),
                    pool=start.pool,
                )
            )
        except (VariantError, ValueError) as error:
            raise RecordError(
                Sentence("The game can’t be set up: {why}.", why=without_stop(str(error)))
            ) from error

    def play_again(self) -> Game:
        """The game that its events make; invalid ones are in its `misfits`."""
        return Game.fold(self.begin().start, self.events)


class _Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    rows: Rows = ()
    heights: Rows = ()
    totals: Annotated[dict[Side, Points], Meta(max_length=100)] = {}
    bag: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    racks: Annotated[dict[Side, Letters], Meta(max_length=100)] = {}
    pool: Letters | None = None


class _Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    version: Annotated[int, msgspec.Meta(ge=1, le=VERSION)]
    variant: Side
    language: Side
    sides: Sides
    options: Annotated[dict[Side, object], Meta(max_length=1000)] = {}
    layout: Rows = ()
    start: _Start | None = None
    totals: Annotated[dict[Side, Points], Meta(max_length=100)] = {}
    remarks: RemarksRecord | None = None
    table: TableNotesRecord | None = None
    events: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=MOST_EVENTS)] = ()


RecordForm = msgspec.defstruct(
    "RecordForm",
    [("events", Annotated[tuple[EVENT_FORMS.union, ...], Meta(max_length=MOST_EVENTS)], ())],  # type: ignore[name-defined]
    bases=(_Record,),
    frozen=True,
)
"""As _Record, with the events in their own types: what script/build-record-schema describes."""


class _Versioned(msgspec.Struct):
    """The one field that every version of the form has."""

    version: int


_versions = msgspec.json.Decoder(_Versioned)
_records = msgspec.json.Decoder(_Record)


def write_record(record: GameRecord) -> str:
    """The record as JSON, an event a line; RecordError if an option can't be JSON."""
    head = _Record(
        _version(record),
        record.variant,
        record.language,
        record.sides,
        dict(record.options),
        record.layout,
        None if record.start == StartingPosition() else _kept_start(record.start),
        dict(record.totals),
        kept_remarks(record.remarks),
        kept_table_notes(record.table),
    )
    try:
        fields = msgspec.json.decode(msgspec.json.encode(head), type=dict[str, msgspec.Raw])
    except TypeError as error:
        raise RecordError(
            Sentence("An option of this game can’t be saved ({why}).", why=error)
        ) from error
    lines = [f' "{name}": {bytes(value).decode()}' for name, value in fields.items()]
    events = ",\n".join(f"  {write_event(event)}" for event in record.events)
    lines.append(f' "events": [\n{events}\n ]' if events else ' "events": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_record(text: str | bytes) -> GameRecord:
    """Parses a record; RecordError with one sentence if it is invalid."""
    return read_numbered(text)[0]


def read_numbered(text: str | bytes) -> tuple[GameRecord, tuple[int, ...]]:
    """Parses a record; also the line of the text (from 1) on which each of its events begins."""
    data = text.encode() if isinstance(text, str) else text
    data = data.removeprefix(codecs.BOM_UTF8)
    if len(data) > LARGEST:
        megabytes = LARGEST // 1024**2
        raise RecordError(
            Sentence(
                "This isn’t the record of a game: it has more than {megabytes} MB.",
                megabytes=megabytes,
            )
        )
    kept = _decoded(data)
    lines, at, line, counted = list[int](), 0, 1, 0
    events = []
    for number, raw in enumerate(kept.events, 1):
        body = bytes(raw)
        at = data.index(body, at)
        line, counted = line + data.count(b"\n", counted, at), at
        lines.append(line)
        at += len(body)
        try:
            events.append(read_event(body))
        except RecordError as error:
            raise RecordError(
                Sentence(
                    "Line {lines}, event {number}: {why}", lines=lines[-1], number=number, why=error
                )
            ) from error
    record = GameRecord(
        kept.variant,
        kept.language,
        kept.sides,
        MappingProxyType(kept.options),
        kept.layout,
        StartingPosition() if kept.start is None else _start(kept.start),
        tuple(events),
        MappingProxyType(kept.totals),
        remarks_of(kept.remarks),
        table_notes_of(kept.table),
    )
    return record, tuple(lines)


def _version(record: GameRecord) -> int:
    """The lowest version of the format that can hold all of it."""
    if any(map(_is_of_version_4, record.events)):
        return 4
    if record.table != NO_TABLE_NOTES or any(map(_names_words, record.events)):
        return 3
    return 1 if record.remarks == NO_REMARKS else 2


def _is_of_version_4(event: Event) -> bool:
    happened = event.event if isinstance(event, Replaced) else event
    return isinstance(happened, Signed | RackDrawn)


def _names_words(event: Event) -> bool:
    happened = event.event if isinstance(event, Replaced) else event
    return isinstance(happened, Challenged) and bool(happened.words)


def line_of(name: str, text: str | bytes) -> int:
    """The line of a record's text (from 1) with a field of that name."""
    data = text.encode() if isinstance(text, str) else text
    return data.count(b"\n", 0, max(0, data.rfind(f'"{name}"'.encode()))) + 1


def _kept_start(start: StartingPosition) -> _Start:
    totals, racks = dict(start.totals), dict(start.racks)
    return _Start(start.rows, start.heights, totals, start.bag, racks, start.pool)


def _start(kept: _Start) -> StartingPosition:
    totals, racks = MappingProxyType(kept.totals), MappingProxyType(kept.racks)
    return StartingPosition(kept.rows, kept.heights, totals, kept.bag, racks, kept.pool)


def _decoded(data: bytes) -> _Record:
    try:
        check_json(data)
        version = _versions.decode(data).version
        if version > VERSION:
            raise RecordError(
                Sentence(
                    "This game was written by a newer tilekeeper (version {version}, this one"
                    " reads {version2}): update tilekeeper.",
                    version=version,
                    version2=VERSION,
                )
            )
        return _records.decode(data)
    except JsonTextError as error:
        raise RecordError(Sentence("This isn’t the record of a game: {why}.", why=error)) from error
    except msgspec.ValidationError as error:
        raise RecordError(
            Sentence("This isn’t the record of a game: {why}.", why=begun_small(str(error)))
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(
            Sentence("This isn’t the record of a game, or it’s cut short ({why}).", why=error)
        ) from error
    except RecursionError as error:
        raise RecordError(
            Sentence("This isn’t the record of a game: it’s nested too deeply.")
        ) from error


def _position(start: StartingPosition, size: int) -> Position:
    if not start.rows:
        return Position(size)
    if len(start.rows) != size:
        raise ValueError(
            Sentence(
                Plural(
                    "start.rows has {rows} row, but the board has {size}",
                    "start.rows has {rows} rows, but the board has {size}",
                    by="rows",
                ),
                rows=len(start.rows),
                size=size,
            )
        )
    position = Position.from_rows(start.rows, _heights(start))
    if strange := sorted(t for t in position.tiles.values() if t == " " or len(t) != 1):
        raise ValueError(
            Sentence("start.rows holds {strange}, which isn’t a tile", strange=repr(strange[0]))
        )
    return position


def _heights(start: StartingPosition) -> Sequence[str] | None:
    """Parses the rows of heights; ValueError if they aren't digits or don't fit the board."""
    if not start.heights:
        return None
    for number, (digits, row) in enumerate(zip(start.heights, start.rows, strict=True), 1):
        fits = digits.isascii() and digits.isdigit() and len(digits) == len(row)
        if not fits or any((d == "0") != (t == EMPTY) for d, t in zip(digits, row, strict=True)):
            raise ValueError(
                Sentence("start.heights: row {number} doesn’t match start.rows", number=number)
            )
    return start.heights


def _of_sides(what: str, given: Mapping[Side, Of], sides: Sequence[Side]) -> Mapping[Side, Of]:
    if strange := [name for name in given if name not in sides]:
        raise ValueError(
            Sentence(
                "start.{what} names {strange}, who isn’t playing",
                what=what,
                strange=repr(strange[0]),
            )
        )
    return given
