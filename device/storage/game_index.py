"""An index of a journal's games, so that listing thousands needn't replay all of them.

It lives in its user's cache, may be deleted at any time, and is trusted no further than the
journal's own checksums: a game's entry is found only by a stamp of its rows and of this program.
Tests: tests/device/test_game_index.py.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import zlib
from collections.abc import Collection
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec

from device.storage.journal_tables import Sums
from device.system.files import (
    begin_file,
    cache_directory,
    check_database,
    is_nowhere,
    make_folder,
)

log = logging.getLogger(__name__)

ROOMS = ("engine", "device/storage", "device/score")
"""What a game's entry depends on: in a checkout it changes without a new version."""

KEPT_AT_ONCE = 200
"""Games to replay before writing them to the index."""

_TABLE = "CREATE TABLE IF NOT EXISTS games (stamp TEXT PRIMARY KEY, line BLOB, record BLOB)"


class ListedGame(msgspec.Struct, frozen=True):
    """A game's entry in a list. `record`: the record of a finished game as JSON, compressed; b"" if
    it isn't over or nothing has asked for it yet."""

    variant: str
    language: str
    sides: tuple[str, ...]
    totals: dict[str, int]
    over: bool
    events: int
    record: bytes = b""

    def whole_record(self) -> object:
        """The record as a program reads it; None if there is none."""
        return json.loads(zlib.decompress(self.record)) if self.record else None


def packed_record(record: str) -> bytes:
    """A record as ListedGame holds it."""
    return zlib.compress(record.encode(), 1)


class GameIndex:
    """The index of one journal. If it can't be read or written there is none: then every game is
    replayed."""

    def __init__(self, journal: Path) -> None:
        self._db: sqlite3.Connection | None = None
        self._new: list[tuple[str, bytes, bytes]] = []
        name = hashlib.sha256(str(journal.resolve()).encode("utf-8", "replace")).hexdigest()[:16]
        path = cache_directory() / f"games-{name}.index"
        if is_nowhere(path):
            return
        try:
            make_folder(path.parent)
            self._db = _opened(path)
        except (OSError, sqlite3.Error) as error:
            log.info("games are listed without an index: %s", error)

    def get(self, stamp: str, *, record: bool) -> ListedGame | None:
        """The entry of the game with that stamp, with its record if wanted; None if it isn't
        indexed."""
        if self._db is None:
            return None
        try:
            wanted = "SELECT line, record FROM games WHERE stamp = ?"
            found = self._db.execute(wanted, (_stamp_here(stamp),)).fetchone()
            line = None if found is None else msgspec.json.decode(found[0], type=ListedGame)
            if line is None or not (record and line.over):
                return line
            whole = msgspec.structs.replace(line, record=bytes(found[1]))
            return whole if isinstance(whole.whole_record(), dict) else None
        except (sqlite3.Error, msgspec.MsgspecError, zlib.error, ValueError, TypeError) as error:
            log.info("a line of the index can't be read: %s", error)
            return None

    def put(self, stamp: str, line: ListedGame) -> None:
        """Sets the entry that `get` returns for that stamp."""
        bare = msgspec.structs.replace(line, record=b"")
        self._new.append((_stamp_here(stamp), msgspec.json.encode(bare), line.record))
        if len(self._new) >= KEPT_AT_ONCE:
            self._write()

    def keep_only(self, stamps: Collection[str]) -> None:
        """Drops games that are no longer in the journal, or have changed there."""
        if self._db is None:
            return
        self._write()
        wanted = set(map(_stamp_here, stamps))
        try:
            there = [stamp for (stamp,) in self._db.execute("SELECT stamp FROM games")]
            gone = [(stamp,) for stamp in there if stamp not in wanted]
            self._db.executemany("DELETE FROM games WHERE stamp = ?", gone)
            self._db.commit()
        except sqlite3.Error as error:
            log.info("the index keeps what is gone: %s", error)

    def close(self) -> None:
        """Commits what was put."""
        self._write()
        if self._db is not None:
            self._db.close()

    def _write(self) -> None:
        new, self._new = self._new, []
        if self._db is None or not new:
            return
        try:
            self._db.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", new)
            self._db.commit()
        except sqlite3.Error as error:
            log.info("the index can't be written: %s", error)


def _opened(path: Path) -> sqlite3.Connection:
    """Opens the index, recreating it if it is damaged."""
    for last in (False, True):
        begin_file(path)  # it contains names
        check_database(path)
        db = sqlite3.connect(path, timeout=0.5)
        try:
            # A lost index costs nothing, so don't wait for the disk.
            db.execute("PRAGMA synchronous = OFF")
            db.execute(_TABLE)
            db.execute("SELECT stamp, line, record FROM games LIMIT 1").fetchone()
        except sqlite3.DatabaseError as error:
            db.close()
            if last or isinstance(error, sqlite3.OperationalError):
                raise
            path.unlink(missing_ok=True)
        else:
            return db
    raise AssertionError  # the second attempt returns or raises


def _stamp_here(stamp: str) -> str:
    return Sums.of(stamp, _program())


@cache
def _program() -> str:
    """This program's identity: its version, and when its files last changed."""
    top = Path(__file__).parents[2]
    files = (file for room in ROOMS for file in (top / room).rglob("*"))
    changed = max(file.stat().st_mtime_ns for file in files if file.suffix in (".py", ".toml"))
    return f"{version('tilekeeper')} {changed}"
