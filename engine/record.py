"""A game on disk: what is played, by whom, from where on, and its events, in one form of JSON.

Reads and writes texts; whoever calls it opens the files. The form is described in
docs/game-record.md and by the schema beside it (data/game-record.schema.json); a newer version of
it is refused, older ones are read for ever. Tests: tests/engine/test_record.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, TypeVar

import msgspec

from engine.events import Event, Side
from engine.game import Game
from engine.json_texts import JsonTextError, check_json
from engine.layouts import Layout
from engine.position import EMPTY, Position
from engine.record_events import EventRecord, RecordError, read_event, write_event
from engine.state import State
from engine.variants import VariantError, load_variant

__all__ = ["VERSION", "GameRecord", "RecordError", "Start", "read_record", "write_record"]

Of = TypeVar("Of", int, str)

VERSION = 1
SCHEMA = files("engine") / "data" / "game-record.schema.json"


@dataclass(frozen=True)
class Start:
    """How things stood before the first event, where that isn't an empty board without points.

    `rows` and `heights`: the board as engine/position.py has it. `bag`: how many tiles were left to
    draw, `racks`: what sides held, `pool`: the letters that lay ready for all, each None or empty
    where it follows from the rules.
    """

    rows: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    bag: int | None = None
    racks: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))
    pool: str | None = None


@dataclass(frozen=True)
class GameRecord:
    """A game as it is kept: the names that `load_variant` takes, the sides and what happened.

    `layout`: the rows of the board's premium squares where it isn't the game's own. `totals`: what
    the writer made of it; empty where nothing is claimed.
    """

    variant: str
    language: str
    sides: tuple[Side, ...]
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    layout: tuple[str, ...] = ()
    start: Start = Start()
    events: tuple[Event, ...] = ()
    totals: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))

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
            raise RecordError(f"The game can't be set up: {str(error).rstrip('.')}.") from error

    def play_again(self) -> Game:
        """The game that its events make; those that don't fit are in its `misfits`."""
        return Game.fold(self.begin().start, self.events)


class _Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    rows: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()
    totals: dict[str, int] = {}
    bag: Annotated[int, msgspec.Meta(ge=0)] | None = None
    racks: dict[str, str] = {}
    pool: str | None = None


class _Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    version: Annotated[int, msgspec.Meta(ge=1, le=VERSION)]
    variant: str
    language: str
    sides: tuple[str, ...]
    options: dict[str, object] = {}
    layout: tuple[str, ...] = ()
    start: _Start | None = None
    totals: dict[str, int] = {}
    events: tuple[msgspec.Raw, ...] = ()


class RecordForm(_Record, frozen=True):
    """As _Record, with the events in their own types: what script/build-record-schema describes."""

    events: tuple[EventRecord, ...] = ()  # type: ignore[assignment]


class _Versioned(msgspec.Struct):
    """The one field that every version of the form has."""

    version: int


_versions = msgspec.json.Decoder(_Versioned)
_records = msgspec.json.Decoder(_Record)


def write_record(record: GameRecord) -> str:
    """The record as JSON, an event a line; RecordError if an option is no JSON."""
    head = _Record(
        VERSION,
        record.variant,
        record.language,
        record.sides,
        dict(record.options),
        record.layout,
        None if record.start == Start() else _kept_start(record.start),
        dict(record.totals),
    )
    try:
        fields = msgspec.json.decode(msgspec.json.encode(head), type=dict[str, msgspec.Raw])
    except TypeError as error:
        raise RecordError(f"An option of this game can't be written down ({error}).") from error
    lines = [f' "{name}": {bytes(value).decode()}' for name, value in fields.items()]
    events = ",\n".join(f"  {write_event(event)}" for event in record.events)
    lines.append(f' "events": [\n{events}\n ]' if events else ' "events": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_record(text: str | bytes) -> GameRecord:
    """The record that this JSON is; RecordError with one sentence if it is none."""
    return read_numbered(text)[0]


def read_numbered(text: str | bytes) -> tuple[GameRecord, tuple[int, ...]]:
    """The record, and the line of the text (from 1) on which each of its events begins."""
    data = text.encode() if isinstance(text, str) else text
    kept = _decoded(data)
    lines, at = [], 0
    events = []
    for number, raw in enumerate(kept.events, 1):
        body = bytes(raw)
        at = data.index(body, at)
        lines.append(data.count(b"\n", 0, at) + 1)
        at += len(body)
        try:
            events.append(read_event(body))
        except RecordError as error:
            raise RecordError(f"Line {lines[-1]}, event {number}: {error}") from error
    record = GameRecord(
        kept.variant,
        kept.language,
        kept.sides,
        MappingProxyType(kept.options),
        kept.layout,
        Start() if kept.start is None else _start(kept.start),
        tuple(events),
        MappingProxyType(kept.totals),
    )
    return record, tuple(lines)


def line_of(name: str, text: str | bytes) -> int:
    """The line of a record's text (from 1) that holds a field of that name."""
    data = text.encode() if isinstance(text, str) else text
    return data.count(b"\n", 0, max(0, data.rfind(f'"{name}"'.encode()))) + 1


def _kept_start(start: Start) -> _Start:
    totals, racks = dict(start.totals), dict(start.racks)
    return _Start(start.rows, start.heights, totals, start.bag, racks, start.pool)


def _start(kept: _Start) -> Start:
    totals, racks = MappingProxyType(kept.totals), MappingProxyType(kept.racks)
    return Start(kept.rows, kept.heights, totals, kept.bag, racks, kept.pool)


def _decoded(data: bytes) -> _Record:
    try:
        check_json(data)
        version = _versions.decode(data).version
        if version > VERSION:
            raise RecordError(
                f"This game was written by a newer tilekeeper (version {version}, this one reads"
                f" {VERSION}): update tilekeeper."
            )
        return _records.decode(data)
    except JsonTextError as error:
        raise RecordError(f"This is no record of a game: {error}.") from error
    except msgspec.ValidationError as error:
        raise RecordError(f"This is no record of a game: {_lowered(str(error))}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"This is no record of a game, or one cut short ({error}).") from error
    except RecursionError as error:
        raise RecordError("This is no record of a game: it is nested too deeply.") from error


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


def _position(start: Start, size: int) -> Position:
    if not start.rows:
        return Position(size)
    if len(start.rows) != size:
        raise ValueError(f"start.rows has {len(start.rows)} rows, but the board has {size}")
    position = Position.from_rows(start.rows, _heights(start))
    if strange := sorted(t for t in position.tiles.values() if t == " " or len(t) != 1):
        raise ValueError(f"start.rows holds {strange[0]!r}, which is no tile")
    return position


def _heights(start: Start) -> Sequence[str] | None:
    """The rows of heights; ValueError where they aren't digits or don't fit the board."""
    if not start.heights:
        return None
    for number, (digits, row) in enumerate(zip(start.heights, start.rows, strict=True), 1):
        fits = digits.isascii() and digits.isdigit() and len(digits) == len(row)
        if not fits or any((d == "0") != (t == EMPTY) for d, t in zip(digits, row, strict=True)):
            raise ValueError(f"start.heights: row {number} doesn't fit start.rows")
    return start.heights


def _of_sides(what: str, given: Mapping[Side, Of], sides: Sequence[Side]) -> Mapping[Side, Of]:
    if strange := [name for name in given if name not in sides]:
        raise ValueError(f"start.{what} names {strange[0]!r}, who doesn't play")
    return given
