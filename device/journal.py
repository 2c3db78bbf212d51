"""The journal: every event of every game in one SQLite file, safe against a pulled plug.

One transaction an event, on disk before the screen shows it (WAL, synchronous=FULL). It keeps text
and knows no rules: a game's head is its record without events, and each event is one of the
record's own (engine/record.py). Wall time only stamps; order is by number.
Tests: tests/device/test_journal.py.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import platformdirs

VERSION = 1
"""Of the file's tables; a newer one is refused, older ones are read for ever."""

WallClock: TypeAlias = Callable[[], float]
"""Seconds since 1970, as far as the machine knows (a Pi without a clock may be wrong)."""

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS events (
    game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL,
    wall REAL NOT NULL, PRIMARY KEY (game, number)
);
"""


class JournalError(Exception):
    """The journal can't be opened, read or written; the message is one sentence."""


@dataclass(frozen=True)
class KeptGame:
    """A game as it stands in the journal: its number, head and events, all as text."""

    number: int
    head: str
    events: tuple[str, ...]


def state_directory() -> Path:
    """Where games are kept: systemd's state directory for a service, else the user's own."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else Path(platformdirs.user_state_dir("tilekeeper"))


class Journal:
    """One open journal file; `path` is created with its folder if it isn't there.

    For one thread. JournalError with a sentence for everything that can go wrong with the file.
    """

    def __init__(self, path: Path, wall: WallClock) -> None:
        self._wall = wall
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=2.0)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{path}: games can't be kept there ({error}).") from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            raise JournalError(f"{path}: games can't be kept there ({error}).") from error

    def _prepare(self) -> None:
        found = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if found > VERSION:
            self._db.close()
            raise JournalError(
                f"{self._path} was written by a newer tilekeeper (version {found}, this one reads "
                f"{VERSION}): update tilekeeper, or move the file away."
            )
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(_TABLES)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def begin(self, head: str) -> int:
        """A new game with this head; its number."""
        row = self._change(
            "INSERT INTO games (head, wall) VALUES (?, ?) RETURNING game", (head, self._wall())
        )
        return int(str(row[0][0]))

    def append(self, game: int, number: int, body: str) -> None:
        """The game's event of that number, counted from 0; on disk when this returns."""
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

    def close_game(self, game: int) -> None:
        """The game is over and won't be resumed."""
        self._change("UPDATE games SET over = 1 WHERE game = ?", (game,))

    def unfinished(self) -> KeptGame | None:
        """The last game, if it isn't over."""
        try:
            with closing(self._db.cursor()) as cursor:
                row = cursor.execute(
                    "SELECT game, head, over FROM games ORDER BY game DESC LIMIT 1"
                ).fetchone()
                if row is None or row[2]:
                    return None
                bodies = cursor.execute(
                    "SELECT body FROM events WHERE game = ? ORDER BY number", (row[0],)
                ).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} can't be read ({error}).") from error
        return KeptGame(int(row[0]), str(row[1]), tuple(str(body) for (body,) in bodies))

    def _change(self, statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} can't be written ({error}).") from error

    def close(self) -> None:
        self._db.close()
