"""What a hall stores of its tables: which are there, what they show, and every game's events, once.

One SQLite file; a message's changes are on disk when `commit` returns, and only then does the hall
acknowledge them. An event is stored if it follows what the hall has, ignored if the hall has it
already, and if there is a gap the missing ones are asked for. Tests:
tests/device/test_hall_outbox.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

import msgspec

from device.addons.hall.messages import (
    MOST_GAMES,
    NOTHING,
    Begun,
    GameMessage,
    Happened,
    Have,
    Kept,
    Length,
    Presence,
    TableStatus,
    written,
)
from device.system.files import begin_file, check_database, make_folder
from engine.sentences import Sentence

HALL_FILE = "hall.sqlite"
VERSION = 1

SIGNED = "signed"
"""The type of an event with which a side signs a result (docs/game-record.md)."""


class _Tagged(msgspec.Struct):
    """An event's type."""

    type: str = ""


_TABLES = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '',"
    " there INTEGER NOT NULL DEFAULT 0, state BLOB, seen REAL NOT NULL DEFAULT 0)",
    "CREATE TABLE games (id TEXT NOT NULL, game INTEGER NOT NULL, head TEXT NOT NULL,"
    " wall REAL NOT NULL, first TEXT NOT NULL, count INTEGER NOT NULL, last TEXT NOT NULL,"
    " over INTEGER NOT NULL, PRIMARY KEY (id, game)) WITHOUT ROWID",
    "CREATE TABLE events (id TEXT NOT NULL, game INTEGER NOT NULL, number INTEGER NOT NULL,"
    " body TEXT NOT NULL, wall REAL NOT NULL, link TEXT NOT NULL,"
    " PRIMARY KEY (id, game, number)) WITHOUT ROWID",
)


class HallError(Exception):
    """The hall can't store anything there; the message is one sentence."""


class Taken(Enum):
    """The outcome of a message about a game."""

    NEW = auto()
    KNOWN = auto()
    GAP = auto()
    """There is a gap between it and what the hall has."""
    REFUSED = auto()
    """It belongs to another game than the one stored under this number, or withdraws something from
    an earlier finished game."""


@dataclass(frozen=True)
class KnownTable:
    """A table of the hall. `state`: what it showed last, None before its first state; `seen`: when
    its last message came, in seconds since 1970."""

    id: str
    name: str
    there: bool
    state: bytes | None
    seen: float


@dataclass(frozen=True)
class HallGame:
    """A game as a table has published it; head and events as in its journal. `moments`: when each
    event happened, in seconds since 1970."""

    table: str
    game: int
    head: str
    wall: float
    over: bool
    events: tuple[str, ...] = ()
    moments: tuple[float, ...] = ()


@dataclass
class Counts:
    """How many messages about games were new, known, asked for again and refused since the hall
    started."""

    new: int = 0
    known: int = 0
    gaps: int = 0
    refused: int = 0
    taken_back: int = 0


def _is_signature(event: Happened) -> bool:
    try:
        return msgspec.json.decode(event.event, type=_Tagged).type == SIGNED
    except msgspec.DecodeError:
        return False  # it is stored as it came, and named where games are shown


class HallStore:
    """The file in a hall's folder; for one thread."""

    def __init__(self, folder: Path) -> None:
        path = folder / HALL_FILE
        try:
            if not folder.exists():
                make_folder(folder.parent)
                folder.mkdir()
                folder.chmod(0o755)  # a web server may serve its pages
            begin_file(path)
            check_database(path)
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            try:
                self._prepare(path)
            except BaseException:
                self._db.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise HallError(
                Sentence("{path}: nothing can be saved there ({why}).", path=path, why=error)
            ) from error
        self.counts = Counts()
        self.shown_at = dict[str, float]()
        """When each table's state came since this program began, in seconds since 1970."""
        self._have = {have[0]: have[1] for have in self._found()}
        self._changing = False

    def _prepare(self, path: Path) -> None:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise HallError(
                Sentence("{path} was written by a newer tilekeeper: update this one.", path=path)
            )
        if version == VERSION:
            return
        self._db.execute("BEGIN")
        for statement in _TABLES:
            self._db.execute(statement)
        self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def _found(self) -> Iterator[tuple[str, Have]]:
        newest = (
            "SELECT id, game, count, last FROM games AS g"
            " WHERE game = (SELECT max(game) FROM games WHERE id = g.id AND game <= ?)"
        )
        for table, game, count, last in self._db.execute(newest, (MOST_GAMES,)):
            yield table, Have(game, count, last, "")

    def has(self, table: str) -> Have:
        """How far this table's games are stored; on disk after `commit`."""
        return self._have.get(table, NOTHING)

    def earlier(self, table: str, most: int) -> tuple[Kept, ...]:
        """The games before the newest, at most this many, newest first."""
        rows = self._db.execute(
            "SELECT game, count, last FROM games WHERE id = ? AND game < ?"
            " ORDER BY game DESC LIMIT ?",
            (table, self.has(table).game, most),
        )
        return tuple(Kept(*row) for row in rows)

    def known(self) -> tuple[str, ...]:
        """The ids of all tables, in order of arrival."""
        return tuple(row[0] for row in self._db.execute("SELECT id FROM tables ORDER BY rowid"))

    # --- incoming messages ---

    def _begin(self) -> None:
        if not self._changing:
            self._db.execute("BEGIN IMMEDIATE")
            self._changing = True

    def commit(self) -> None:
        """Everything stored is on disk when this returns."""
        if self._changing:
            self._db.execute("COMMIT")
            self._changing = False

    def take_presence(self, table: str, presence: Presence, now: float) -> None:
        """A table appears or disappears."""
        self._seen(table, now)
        self._db.execute(
            "UPDATE tables SET name = ?, there = ? WHERE id = ?",
            (presence.name, presence.there, table),
        )

    def take_state(self, table: str, state: TableStatus, now: float) -> None:
        """A table shows something else."""
        self._seen(table, now)
        self.shown_at[table] = now
        self._db.execute("UPDATE tables SET state = ? WHERE id = ?", (written(state), table))

    def _seen(self, table: str, now: float) -> None:
        self._begin()
        self._db.execute(
            "INSERT INTO tables (id, seen) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
            (table, now),
        )

    def take(self, table: str, message: GameMessage) -> Taken:
        """Something has happened in one of this table's games."""
        self._begin()
        match message:
            case Begun():
                taken = self._take_begun(table, message)
            case Happened():
                taken = self._take_event(table, message)
            case Length():
                taken = self._take_length(table, message)
        self.counts.new += taken is Taken.NEW
        self.counts.known += taken is Taken.KNOWN
        self.counts.gaps += taken is Taken.GAP
        self.counts.refused += taken is Taken.REFUSED
        return taken

    def _take_begun(self, table: str, begun: Begun) -> Taken:
        there = self._db.execute(
            "SELECT first, count FROM games WHERE id = ? AND game = ?", (table, begun.game)
        ).fetchone()
        if there is not None and there[0] == begun.link:
            return Taken.KNOWN
        if there is not None and (there[1] or begun.game < self.has(table).game):
            return Taken.REFUSED
        if begun.after is not None and not self._stands(table, begun.after):
            return Taken.GAP
        self._db.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, 0, ?, 0)",
            (table, begun.game, bytes(begun.head).decode(), begun.at, begun.link, begun.link),
        )
        self._found_new(table, begun.game)
        return Taken.NEW

    def _take_event(self, table: str, event: Happened) -> Taken:
        row = self._db.execute(
            "SELECT first, count, last, over FROM games WHERE id = ? AND game = ?",
            (table, event.game),
        ).fetchone()
        if row is None or event.number > row[1]:
            return Taken.GAP
        first, count, last, was_over = row
        if event.number < count:
            before = first if event.number == 0 else self._link(table, event.game, event.number - 1)
            if before != event.before:
                return Taken.GAP
            if self._link(table, event.game, event.number) == event.link:
                return Taken.KNOWN
            if self._settled(table, event.game):
                return Taken.REFUSED
            self._cut(table, event.game, event.number)
            last = before
        if last != event.before:
            return Taken.GAP
        self._db.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
            (
                table,
                event.game,
                event.number,
                bytes(event.event).decode(),
                event.at,
                event.link,
            ),
        )
        # The play that ended it may have been challenged off: then it goes on. Completing an
        # earlier game doesn't reopen it, nor does a signature under its result.
        over = self._settled(table, event.game) or bool(was_over and _is_signature(event))
        self._db.execute(
            "UPDATE games SET count = ?, last = ?, over = ? WHERE id = ? AND game = ?",
            (event.number + 1, event.link, over, table, event.game),
        )
        self._found_new(table, event.game)
        return Taken.NEW

    def _take_length(self, table: str, length: Length) -> Taken:
        row = self._db.execute(
            "SELECT first, count, over FROM games WHERE id = ? AND game = ?", (table, length.game)
        ).fetchone()
        if row is None or length.events > row[1]:
            return Taken.GAP
        first, count, over = row
        link = first if not length.events else self._link(table, length.game, length.events - 1)
        if link != length.link:
            return Taken.GAP
        if (length.events, length.over) == (count, bool(over)):
            return Taken.KNOWN
        if self._settled(table, length.game):
            return Taken.REFUSED
        self._cut(table, length.game, length.events)
        self._db.execute(
            "UPDATE games SET count = ?, last = ?, over = ? WHERE id = ? AND game = ?",
            (length.events, link, length.over, table, length.game),
        )
        self._found_new(table, length.game)
        return Taken.NEW

    def _stands(self, table: str, length: Length) -> bool:
        """Whether this is the game's current end here."""
        row = self._db.execute(
            "SELECT count, last, over FROM games WHERE id = ? AND game = ?", (table, length.game)
        ).fetchone()
        return row is not None and tuple(row) == (length.events, length.link, int(length.over))

    def _settled(self, table: str, game: int) -> bool:
        """Whether it is over and another has followed: nothing in it can be withdrawn any more."""
        row = self._db.execute(
            "SELECT over FROM games WHERE id = ? AND game = ?", (table, game)
        ).fetchone()
        return bool(row[0]) and game < self.has(table).game

    def _link(self, table: str, game: int, number: int) -> str:
        row = self._db.execute(
            "SELECT link FROM events WHERE id = ? AND game = ? AND number = ?",
            (table, game, number),
        ).fetchone()
        return str(row[0])

    def _cut(self, table: str, game: int, events: int) -> None:
        """Removes a game's events from that number on: they were taken back at the table."""
        done = self._db.execute(
            "DELETE FROM events WHERE id = ? AND game = ? AND number >= ?", (table, game, events)
        )
        self.counts.taken_back += done.rowcount

    def _found_new(self, table: str, game: int) -> None:
        if game < self.has(table).game:
            return
        count, last = self._db.execute(
            "SELECT count, last FROM games WHERE id = ? AND game = ?", (table, game)
        ).fetchone()
        self._have[table] = Have(game, count, last, "")

    # --- queries ---

    def tables(self) -> tuple[KnownTable, ...]:
        """All tables, by name."""
        rows = self._db.execute("SELECT id, name, there, state, seen FROM tables ORDER BY name, id")
        return tuple(
            KnownTable(i, name, bool(there), state, seen) for i, name, there, state, seen in rows
        )

    def games(self) -> tuple[tuple[str, int], ...]:
        """The tables and numbers of all games."""
        return tuple(self._db.execute("SELECT id, game FROM games ORDER BY id, game"))

    def game(self, table: str, number: int) -> HallGame | None:
        """A game with its events."""
        row = self._db.execute(
            "SELECT head, wall, over FROM games WHERE id = ? AND game = ?", (table, number)
        ).fetchone()
        if row is None:
            return None
        rows = self._db.execute(
            "SELECT body, wall FROM events WHERE id = ? AND game = ? ORDER BY number",
            (table, number),
        ).fetchall()
        events = tuple(str(body) for body, _ in rows)
        moments = tuple(float(wall) for _, wall in rows)
        return HallGame(table, number, row[0], row[1], bool(row[2]), events, moments)

    def close(self) -> None:
        self.commit()
        self._db.close()
