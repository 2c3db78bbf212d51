"""The messages between tables and halls over MQTT: topics, and JSON payloads by their types.

The format is described in docs/hall.md and by a schema (data/hall-messages.schema.json), made from
these types; every number, text and list has its bounds there, so that nothing else is ever stored.
Knows no broker and no file. Tests: tests/device/test_hall_messages.py,
tests/device/test_hall_lies.py.
"""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from typing import Annotated, TypeAlias

import msgspec

from engine.records.json_texts import check_depth

VERSION = 2
"""Of the format; it is the second part of every topic, so that another version has other topics. In
1 a table's name and number were one part, which no broker could compare with its user."""

ROOT = f"tilekeeper/{VERSION}"
SCHEMA = files("device") / "data" / "hall-messages.schema.json"

_NAME, _NUMBER = r"[a-z0-9][a-z0-9-]{0,47}", r"[a-z0-9]{1,12}"
USER = _NAME
"""A broker's user whose name can be the first part of a table's name."""

_TOPIC = re.compile(f"{ROOT}/({_NAME})/({_NUMBER})/([a-z]+)")

# --- bounds of the values ---

MOST_GAMES = 1_000_000_000
MOST_EVENTS = 5_000
"""Of one game; an evening of Party has some hundred."""

LARGEST = 64 * 1024
"""Bytes of a message; the longest state has some 4 000 ..."""

LARGEST_HEAD = 16 * 1024
LARGEST_EVENT = 4 * 1024
"""... and the head of a game, and an event."""

DEEPEST = 8
"""Nested lists and objects, in a head or an event."""

MOST_ROWS = 26
"""Of a board: its columns are called A to Z."""

Meta = msgspec.Meta
TableId: TypeAlias = Annotated[str, Meta(pattern=rf"^{_NAME}-{_NUMBER}\Z")]
"""A table: its first name, or its user's at the broker, and a number unique to it."""

Name: TypeAlias = Annotated[str, Meta(max_length=200)]
SeatName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=12)]
"""A name that a table's screen has room for, as in the settings."""

BoundedText: TypeAlias = Annotated[str, Meta(max_length=1000)]
Link: TypeAlias = Annotated[str, Meta(max_length=64, pattern=r"^[!-~]*\Z")]
GameNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_GAMES)]
Points: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Seconds: TypeAlias = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]
EventCount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_EVENTS)]
LATEST = 32_503_680_000
Moment: TypeAlias = Annotated[float, Meta(ge=0, le=LATEST)]
"""Seconds since 1970, until the year 3000."""

Row: TypeAlias = Annotated[str, Meta(max_length=MOST_ROWS)]
Rows: TypeAlias = Annotated[tuple[Row, ...], Meta(max_length=MOST_ROWS)]
SquareName: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Z][1-9][0-9]?\Z")]
TileCode: TypeAlias = Annotated[str, Meta(max_length=4)]
PileHeight: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
MOST_TILES = 100
"""Of a tile set: its different letters."""


class MessageError(Exception):
    """A message that can't be read; the text says why."""


# --- from a table ---


class Presence(msgspec.Struct, frozen=True):
    """`tilekeeper/2/NAME/NUMBER/presence`, retained, and every minute: whether the table is there.
    The broker sends the last will, `there` false, if a table disappears without a message."""

    there: bool
    name: Name


class SideStatus(msgspec.Struct, frozen=True):
    """A side as the screen shows it. `points`: null while hidden; `clock`: seconds left when this
    was sent, negative in overtime, null if the side has no clock."""

    name: Name
    points: Points | None
    turn: bool
    won: bool
    clock: Seconds | None = None
    clock_runs: bool = False


class BoardStatus(msgspec.Struct, frozen=True):
    """The board, top row first: letters ("." empty, lower case a blank), premium squares in the
    codes of layouts, and the squares that were laid last. As many columns as rows, in both.
    `values`: what each letter counts; `faces`: letters that show more than their code ("Qu");
    `piles`: how many tiles lie on squares with more than one. Older tables send none of the
    three."""

    rows: Rows
    premiums: Rows
    last: Annotated[tuple[SquareName, ...], Meta(max_length=MOST_ROWS * MOST_ROWS)]
    values: Annotated[dict[TileCode, Points], Meta(max_length=MOST_TILES)] = {}
    faces: Annotated[dict[TileCode, TileCode], Meta(max_length=MOST_TILES)] = {}
    piles: Annotated[dict[SquareName, PileHeight], Meta(max_length=MOST_ROWS * MOST_ROWS)] = {}

    def __post_init__(self) -> None:
        """ValueError unless both are square and of the same size."""
        size = len(self.rows)
        if len(self.premiums) != size or any(len(r) != size for r in self.rows + self.premiums):
            raise ValueError("rows and premiums of a board are as many and as long as each other")


class TableStatus(msgspec.Struct, frozen=True):
    """`tilekeeper/2/NAME/NUMBER/state`, retained: what the table's screen shows. `doing` and
    `message`: its lines, in the table's language; `game`: the game's number in the table's journal,
    null if it has none yet; `clock`: seconds left on a turn's clock; `signatures`: a line on
    those under a result; `rack`: in duplicate the rack that everybody plays with, empty until it
    is drawn; null in any other game."""

    sides: Annotated[tuple[SideStatus, ...], Meta(max_length=26)]
    turn: Name | None
    doing: BoundedText
    message: BoundedText
    over: bool
    variant: Name
    language: Name
    game: GameNumber | None
    clock: Seconds | None
    board: BoardStatus | None
    signatures: BoundedText = ""
    rack: Row | None = None


class Length(msgspec.Struct, frozen=True, tag="length", tag_field="kind"):
    """The number of the game's events so far, smaller after a withdrawal; `link`: the last one's.
    `over`: it won't go on."""

    game: GameNumber
    events: EventCount
    link: Link
    over: bool


class Begun(msgspec.Struct, frozen=True, tag="begun", tag_field="kind"):
    """A game begins. `head`: its record without events (docs/game-record.md); `at`: seconds since
    1970; `link`: what the first event follows; `after`: how the previous game was left, null for
    the first one published."""

    game: GameNumber
    head: msgspec.Raw
    at: Moment
    link: Link
    after: Length | None

    def __post_init__(self) -> None:
        """ValueError if the head isn't JSON that a hall accepts."""
        _check_raw(self.head, LARGEST_HEAD)


class Happened(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """An event of a game, as in the record, by its number from 0. `link`: a checksum of it and of
    everything before it; `before`: the link it follows."""

    game: GameNumber
    number: Annotated[int, Meta(ge=0, lt=MOST_EVENTS)]
    event: msgspec.Raw
    at: Moment
    before: Link
    link: Link

    def __post_init__(self) -> None:
        """ValueError if the event isn't JSON that a hall accepts."""
        _check_raw(self.event, LARGEST_EVENT)


GameMessage: TypeAlias = Begun | Happened | Length
"""`tilekeeper/2/NAME/NUMBER/game`, not retained: what happens, in order, perhaps more than once."""


# --- from a hall ---


class Kept(msgspec.Struct, frozen=True):
    """How far a hall has stored one game."""

    game: GameNumber
    events: EventCount
    link: Link


class NextPairing(msgspec.Struct, frozen=True):
    """Who plays at a table next, by the names there. `starts`: the first of the two is to start."""

    division: Name
    round: Annotated[int, Meta(ge=1, le=1000)]
    table: SeatName
    sides: tuple[SeatName, SeatName]
    starts: bool


MOST_EARLIER = 400
"""The most games in one answer besides the newest."""


class Have(msgspec.Struct, frozen=True, omit_defaults=True):
    """`tilekeeper/2/NAME/NUMBER/have`, retained: how far a hall has stored this table's games on
    disk: `events` of `game` (0: none of any), the last with `link`. `asks`: changes whenever the
    table is to continue from there at once, since something is missing. `earlier`: the games before
    that one, newest first, as far as there is room: the table compares, and sends what is
    missing. `pairing`: who plays there next, where the hall knows."""

    game: GameNumber
    events: Annotated[int, Meta(ge=-1, le=MOST_EVENTS)]
    link: Link
    asks: Annotated[str, Meta(max_length=40)]
    earlier: Annotated[tuple[Kept, ...], Meta(max_length=MOST_EARLIER)] = ()
    pairing: NextPairing | None = None


NOTHING = Have(0, 0, "", "")

Body: TypeAlias = Presence | TableStatus | GameMessage | Have

_PRESENCE, _STATE = msgspec.json.Decoder(Presence), msgspec.json.Decoder(TableStatus)
_GAME, _HAVE = msgspec.json.Decoder(GameMessage), msgspec.json.Decoder(Have)
_DECODERS = {"presence": _PRESENCE, "state": _STATE, "game": _GAME, "have": _HAVE}


def topic(table: str, kind: str) -> str:
    """The topic of one kind of message from one table."""
    name, _, number = table.rpartition("-")
    return f"{ROOT}/{name}/{number}/{kind}"


def topic_of_all(kind: str) -> str:
    """The topics of one kind of message from all tables."""
    return f"{ROOT}/+/+/{kind}"


def written(body: Body) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(body)


def read(of: str, body: bytes) -> tuple[str, Body]:
    """Parses a topic and its message; MessageError if they aren't valid."""
    found = _TOPIC.fullmatch(of)
    if found is None or found[3] not in _DECODERS:
        raise MessageError(f"{of[:80]!r} is no topic of a table")
    table, kind = f"{found[1]}-{found[2]}", found[3]
    if len(body) > LARGEST:
        raise MessageError(f"{of}: a message of {len(body)} bytes is no table's")
    try:
        return table, _DECODERS[kind].decode(body)  # type: ignore[attr-defined]
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise MessageError(f"{of}: {error}") from error


def _check_raw(raw: msgspec.Raw, largest: int) -> None:
    """ValueError unless this is a UTF-8 object of at most so many bytes, nested no deeper than any
    game is. Its contents are parsed when it is shown."""
    body = bytes(raw)
    if len(body) > largest:
        raise ValueError(f"{len(body)} bytes, {largest} at most")
    text = body.decode("utf-8")
    if not text.lstrip().startswith("{"):
        raise ValueError("no object")
    check_depth(body, DEEPEST)


def slug(name: str) -> str:
    """A name as part of a topic: lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "table"
