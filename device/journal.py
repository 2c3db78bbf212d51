"""The journal: every event of every game in one SQLite file, safe against a pulled plug.

One transaction an event, on disk before the screen shows it (WAL, synchronous=FULL). It keeps text
and knows no rules: a game's head is its record without events, and each event is one of the
record's own (engine/record.py). Wall time only stamps; order is by number.
Tests: tests/device/test_journal.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from device.clock_writer import ClockWriter
from device.whole_files import begin_file, make_folder

VERSION = 2
"""Of the file's tables; a newer one is refused, older ones are read for ever."""

GAMES_FILE = "games.sqlite"
"""The journal's name in the state directory."""

WallClock: TypeAlias = Callable[[], float]
"""Seconds since 1970, as far as the machine knows (a Pi without a clock may be wrong)."""

Row: TypeAlias = tuple[object, ...]

_STEPS = {
    1: (
        "CREATE TABLE IF NOT EXISTS games (game INTEGER PRIMARY KEY, head TEXT NOT NULL,"
        " wall REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE IF NOT EXISTS events (game INTEGER NOT NULL REFERENCES games (game),"
        " number INTEGER NOT NULL, body TEXT NOT NULL, wall REAL NOT NULL,"
        " PRIMARY KEY (game, number))",
    ),
    2: (
        "ALTER TABLE games ADD COLUMN extras TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game),"
        " body TEXT NOT NULL)",
    ),
}
"""What makes the tables of each version out of those before it."""

_GAMES = {
    1: "SELECT game, head, '', '', wall, over FROM games",
    2: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
}
"""A game's row in a file of each version; a file that is only read stays as old as it is."""

_NEWEST = " ORDER BY game DESC LIMIT 1"


class JournalError(Exception):
    """The journal can't be opened, read or written; the message is one sentence."""


@dataclass(frozen=True)
class KeptGame:
    """A game as it stands in the journal, all as text: its head, its events, the device's extras
    and what was left on its clocks (both may be empty). `wall`: when it began; `over`: it
    won't be resumed."""

    number: int
    head: str
    events: tuple[str, ...]
    extras: str = ""
    clock: str = ""
    wall: float = 0.0
    over: bool = False


@dataclass(frozen=True)
class GameLine:
    """A game in the list of all: as KeptGame, with the number of its events in their place."""

    number: int
    head: str
    wall: float
    over: bool
    events: int


class Journal:
    """One open journal file; `path` is created with its folder if it isn't there.

    For one thread. JournalError with a sentence for everything that can go wrong with the file.
    """

    _beside: ClockWriter | None = None

    def __init__(self, path: Path, wall: WallClock) -> None:
        self._wall, self._path = wall, path
        try:
            make_folder(path.parent)
            # SQLite gives its files beside it the same rights: without the group's, whoever looks
            # at games while the table is off would leave files there that the table can't write.
            begin_file(path)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=2.0)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{path}: games can't be kept there ({error}).") from error
        try:
            self._version = self._found()
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(f"{path}: games can't be kept there ({error}).") from error

    @property
    def folder(self) -> Path:
        """The folder of its file."""
        return self._path.parent

    @classmethod
    def open_to_read(cls, path: Path) -> Journal:
        """The journal as it stands, beside a service that may be writing it; writes nothing, and
        an older file stays one. JournalError also if there is none."""
        journal = cls.__new__(cls)
        journal._path, journal._wall = path, lambda: 0.0
        try:
            if not path.is_file():
                raise JournalError(f"{path} does not exist: no game has been kept there yet.")
            address = f"{path.resolve().as_uri()}?mode=ro"
            journal._db = sqlite3.connect(address, isolation_level=None, timeout=2.0, uri=True)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{path} can't be read ({error}).") from error
        try:
            journal._version = journal._found()
        except sqlite3.Error as error:
            journal._db.close()
            raise JournalError(_unreadable(path, error)) from error
        if journal._version == 0:
            journal._db.close()
            raise JournalError(f"{path} is no journal, or an empty one: it holds no games.")
        return journal

    def _found(self) -> int:
        """The version of the file; JournalError if it is newer than this program."""
        found = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if found > VERSION:
            self._db.close()
            raise JournalError(
                f"{self._path} was written by a newer tilekeeper (version {found}, this one reads "
                f"{VERSION}): update tilekeeper, or move the file away."
            )
        return found

    def _prepare(self) -> None:
        """Makes the tables, or those of an older file into today's, all or nothing."""
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        if self._version == VERSION:
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            # Another tilekeeper may have done it since.
            for version in range(self._found() + 1, VERSION + 1):
                for statement in _STEPS[version]:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            self._db.execute("COMMIT")
        except sqlite3.Error:
            self._db.rollback()
            raise
        self._version = VERSION

    def begin(self, head: str, extras: str = "") -> int:
        """A new game with this head and what the device offers in it; its number."""
        row = self._change(
            "INSERT INTO games (head, wall, extras) VALUES (?, ?, ?) RETURNING game",
            (head, self._wall(), extras),
        )
        return int(str(row[0][0]))

    def append(self, game: int, number: int, body: str) -> None:
        """The game's event of that number, counted from 0; on disk when this returns."""
        # The play that ended it may have been challenged off: then it goes on.
        self._change("UPDATE games SET over = 0 WHERE game = ? AND over = 1", (game,))
        self._change(
            "INSERT INTO events (game, number, body, wall) VALUES (?, ?, ?, ?)",
            (game, number, body, self._wall()),
        )

    def drop(self, game: int, number: int) -> None:
        """Takes the game's events from that number on back (undo); the game goes on."""
        self._change("BEGIN IMMEDIATE", ())
        try:
            self._change("DELETE FROM events WHERE game = ? AND number >= ?", (game, number))
            self._change("UPDATE games SET over = 0 WHERE game = ?", (game,))
        except JournalError:
            self._db.rollback()
            raise
        self._change("COMMIT", ())

    def keep_clock(self, game: int, body: str) -> None:
        """What is left on the game's clocks, in the place of what was left before."""
        self._change("INSERT OR REPLACE INTO clocks (game, body) VALUES (?, ?)", (game, body))

    def keep_clock_beside(self, game: int, body: str) -> None:
        """The same while a clock runs that must not be held up: it returns at once. Whatever is
        written after it waits for it; JournalError where the one before it couldn't be written."""
        if self._beside is None:
            self._beside = ClockWriter(partial(type(self), self._path, self._wall))
        self._beside.write(game, body)

    def settle(self) -> None:
        """Returns once all that was to be kept is on the disk."""
        if self._beside is not None:
            self._beside.wait()

    def close_game(self, game: int) -> None:
        """The game is over and won't be resumed."""
        self._change("UPDATE games SET over = 1 WHERE game = ?", (game,))

    def unfinished(self) -> KeptGame | None:
        """The last game, if it isn't over."""
        with self._reading():
            kept = self._kept(_NEWEST)
        return None if kept is None or kept.over else kept

    def game(self, number: int) -> KeptGame | None:
        """The game of that number, if there is one."""
        with self._reading():
            return self._kept(" WHERE game = ?", number)

    def last_head(self) -> tuple[str, str] | None:
        """Head and extras of the newest game: what another evening begins with."""
        with self._reading():
            rows = self._rows(_GAMES[self._version] + _NEWEST)
        return (str(rows[0][1]), str(rows[0][2])) if rows else None

    def games(self) -> tuple[GameLine, ...]:
        """All games, the newest first."""
        with self._reading():
            rows = self._rows(
                "SELECT game, head, wall, over,"
                " (SELECT count(*) FROM events WHERE events.game = games.game)"
                " FROM games ORDER BY game DESC"
            )
        return tuple(
            GameLine(int(str(game)), str(head), float(str(wall)), bool(over), int(str(events)))
            for game, head, wall, over, events in rows
        )

    def _kept(self, which: str, *values: object) -> KeptGame | None:
        rows = self._rows(_GAMES[self._version] + which, *values)
        if not rows:
            return None
        game, head, extras, clock, wall, over = rows[0]
        bodies = self._rows("SELECT body FROM events WHERE game = ? ORDER BY number", game)
        return KeptGame(
            int(str(game)),
            str(head),
            tuple(str(body) for (body,) in bodies),
            str(extras),
            str(clock),
            float(str(wall)),
            bool(over),
        )

    def _rows(self, statement: str, *values: object) -> list[Row]:
        return self._db.execute(statement, values).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """What is read within is of one moment, also while a service writes."""
        try:
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.rollback()
        except sqlite3.Error as error:
            raise JournalError(_unreadable(self._path, error)) from error

    def _change(self, statement: str, values: Row) -> list[Row]:
        self.settle()
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} can't be written ({error}).") from error

    def close(self) -> None:
        if self._beside is not None:
            self._beside.close()
        self._db.close()


def _unreadable(path: Path, error: sqlite3.Error) -> str:
    """Why a file can't be read. Reading beside a writer goes by way of a file that both share
    (-shm); who may not write it, or make it, can't read a journal either."""
    code = int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the driver's own errors have none
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return (
            f"{path} can't be read without the right to write {path.name}-shm beside it: read it as"
            " the user whose service keeps the games."
        )
    return f"{path} can't be read ({error})."
