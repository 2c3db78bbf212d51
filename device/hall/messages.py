"""What tables and halls write to each other over MQTT: topics, and JSON bodies by their types.

The form is described in docs/hall.md and by a schema (data/hall-messages.schema.json), made from
these types. Knows no broker and no file. Tests: tests/device/test_hall_messages.py.
"""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from typing import Annotated, TypeAlias

import msgspec

VERSION = 1
"""Of the form; it is the second part of every topic, so that another one is another topic."""

ROOT = f"tilekeeper/{VERSION}"
SCHEMA = files("device") / "data" / "hall-messages.schema.json"

TableId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,60}$")]
"""A table's own part of its topics: its first name, and a number that no other table has."""


class MessageError(Exception):
    """A message that can't be read; the text says why."""


# --- what a table tells ---


class Presence(msgspec.Struct, frozen=True):
    """`tilekeeper/1/TABLE/presence`, retained: whether the table is there. The broker itself sends
    the last will, `there` false, where a table goes without a word."""

    there: bool
    name: str


class SideTold(msgspec.Struct, frozen=True):
    """A side as the screen shows it. `points`: null while they are hidden; `clock`: seconds left
    when this was sent, negative in overtime, null where the side has no clock."""

    name: str
    points: int | None
    turn: bool
    won: bool
    clock: float | None = None
    clock_runs: bool = False


class BoardTold(msgspec.Struct, frozen=True):
    """The board, top row first: letters ("." empty, lower case a blank), premium squares in the
    codes of layouts, and the squares that were laid last."""

    rows: tuple[str, ...]
    premiums: tuple[str, ...]
    last: tuple[str, ...]


class StateTold(msgspec.Struct, frozen=True):
    """`tilekeeper/1/TABLE/state`, retained: what the table's screen shows. `doing` and `message`:
    its lines, in the table's language; `game`: the game's number in the table's journal, null
    where it has none yet; `clock`: seconds left of a turn's clock."""

    sides: tuple[SideTold, ...]
    turn: str | None
    doing: str
    message: str
    over: bool
    variant: str
    language: str
    game: int | None
    clock: float | None
    board: BoardTold | None


class Length(msgspec.Struct, frozen=True, tag="length", tag_field="kind"):
    """So many events the game has now, fewer where some were taken back; `link`: the last one's.
    `over`: it won't go on."""

    game: int
    events: int
    link: str
    over: bool


class Begun(msgspec.Struct, frozen=True, tag="begun", tag_field="kind"):
    """A game begins. `head`: its record without events (docs/game-record.md); `at`: seconds since
    1970; `link`: what the first event follows; `after`: how the game before it was left, null for
    the first that is told."""

    game: int
    head: msgspec.Raw
    at: float
    link: str
    after: Length | None


class Happened(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """An event of a game, as the record has it, by its number from 0. `link`: a sum of it and of
    all before it; `before`: the one that it follows."""

    game: int
    number: int
    event: msgspec.Raw
    at: float
    before: str
    link: str


GameMessage: TypeAlias = Begun | Happened | Length
"""`tilekeeper/1/TABLE/game`, not retained: what happens, in order. It may come more than once."""


# --- what a hall answers ---


class Have(msgspec.Struct, frozen=True):
    """`tilekeeper/1/TABLE/have`, retained: how far a hall has kept this table's games, for good:
    `events` of `game` (0: none of any), the last with `link`. `asks`: another number whenever the
    table is to go on from there at once, since something is missing."""

    game: int
    events: int
    link: str
    asks: str


NOTHING = Have(0, 0, "", "")

Body: TypeAlias = Presence | StateTold | GameMessage | Have

_PRESENCE, _STATE = msgspec.json.Decoder(Presence), msgspec.json.Decoder(StateTold)
_GAME, _HAVE = msgspec.json.Decoder(GameMessage), msgspec.json.Decoder(Have)
_DECODERS = {"presence": _PRESENCE, "state": _STATE, "game": _GAME, "have": _HAVE}

LARGEST = 64 * 1024
"""Bytes; the longest state has some 4 000."""


def topic(table: str, kind: str) -> str:
    """The topic of a kind of message of one table, or of all for "+"."""
    return f"{ROOT}/{table}/{kind}"


def written(body: Body) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(body)


def read(of: str, body: bytes) -> tuple[str, Body]:
    """The table and the message that came on a topic; MessageError if it is none."""
    parts = of.removeprefix(f"{ROOT}/").split("/")
    if (
        len(parts) != 2
        or parts[1] not in _DECODERS
        or not re.fullmatch(r"[a-z0-9-]{1,60}", parts[0])
    ):
        raise MessageError(f"{of[:80]} is no topic of a table")
    if len(body) > LARGEST:
        raise MessageError(f"{of}: a message of {len(body)} bytes is no table's")
    try:
        return parts[0], _DECODERS[parts[1]].decode(body)  # type: ignore[attr-defined]
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise MessageError(f"{of}: {error}") from error


def slug(name: str) -> str:
    """A name as part of a topic: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "table"
