"""The journal's tables in every version of its file, and its rows with their checksums.

It knows what is in the file, and not where that lies or what the games mean: text in, text out.
Older versions stay readable for ever. Tests: tests/device/test_journal.py,
tests/device/test_damaged_journal.py.
"""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engine.sentences import Plural, Sentence, with_stop

# JournalError
# ├── DamagedJournalError   where a damaged one is refused
# ├── NoJournalError
# └── CopyError
# DamagedError              within the journal, which mends it
# └── WitnessError


class JournalError(Exception):
    """The journal can't be opened, read or written; the message is one sentence."""


class DamagedJournalError(JournalError):
    """The contents differ from what was written."""


class NoJournalError(JournalError):
    """There is no journal yet."""


class CopyError(JournalError):
    """A copy of the journal can't be written; the journal itself may be intact."""


class DamagedError(Exception):
    """The file's contents differ from what was written."""


class WitnessError(DamagedError):
    """The witness records more than the file holds."""


def not_kept(path: Path, why: object) -> str:
    """The sentence that nothing can be written there."""
    return Sentence("{path}: games can’t be saved there ({why}).", path=path, why=why)


def not_read(path: Path, why: object) -> str:
    """The sentence that a file can't be read."""
    return with_stop(Sentence("{path} can’t be read ({why})", path=path, why=why))


# --- rows, and how each is proved ---


class Sums:
    """How a row is verified: each event by everything before it in its game."""

    @staticmethod
    def of(*parts: object) -> str:
        """A checksum of these parts, as text."""
        hashed = hashlib.blake2b(digest_size=12)
        for part in parts:
            data = str(part).encode("utf-8", "surrogatepass")
            hashed.update(f"{len(data)}:".encode() + data)
        return hashed.hexdigest()

    @classmethod
    def head(cls, game: int, head: str, extras: str) -> str:
        """The first link of a game's chain."""
        return cls.of("head", game, head, extras)

    @classmethod
    def event(cls, before: str, number: int, body: str, note: str = "") -> str:
        """The next link, after the previous one."""
        return cls.of(before, number, body, *((note,) if note else ()))

    @classmethod
    def game(cls, row: GameRow) -> str:
        """The checksum of a game's own row."""
        state = (float(row.wall), int(row.over), row.count, row.last)
        return cls.of("game", row.game, row.head, row.extras, *state)

    @classmethod
    def clock(cls, game: int, body: str) -> str:
        return cls.of("clock", game, body)


@dataclass(frozen=True)
class GameRow:
    """A game's own row. `count`: how many events it has; `last`: the last link of their chain; -1
    and "" in a file of a version that had neither."""

    game: int
    head: str
    wall: float
    over: bool
    extras: str = ""
    count: int = -1
    last: str = ""


class EventRow(NamedTuple):
    """An event's row: its text, when it was written, its link, and its note."""

    body: str
    wall: float
    link: str = ""
    note: str = ""


# --- the tables of every version ---

VERSION = 4
"""Schema version; newer ones are refused, older ones stay readable for ever."""

JournalRow: TypeAlias = tuple[object, ...]

STEPS = {
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
    3: (
        "ALTER TABLE games ADD COLUMN count INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN last TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN proof TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE events ADD COLUMN link TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE clocks ADD COLUMN proof TEXT NOT NULL DEFAULT ''",
    ),
    4: ("ALTER TABLE events ADD COLUMN beside TEXT NOT NULL DEFAULT ''",),
}
"""Upgrades each version's tables to the next."""

GAMES = {
    1: "SELECT game, head, '', '', wall, over FROM games",
    2: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
    3: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
    4: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
}
"""A game's row in each version; a file opened for reading isn't upgraded."""

EVENTS = {
    1: "SELECT number, body, wall, '', '' FROM events WHERE game = ? ORDER BY number",
    2: "SELECT number, body, wall, '', '' FROM events WHERE game = ? ORDER BY number",
    3: "SELECT number, body, wall, link, '' FROM events WHERE game = ? ORDER BY number",
    4: "SELECT number, body, wall, link, beside FROM events WHERE game = ? ORDER BY number",
}
"""A game's events in each version."""

NEW_GAME = "INSERT INTO games (head, wall, extras) VALUES (?, ?, ?) RETURNING game"
GAME_ROW = "UPDATE games SET over = ?, count = ?, last = ?, proof = ? WHERE game = ?"
NEW_EVENT = "INSERT INTO events (game, number, body, wall, link, beside) VALUES (?, ?, ?, ?, ?, ?)"
CLOCK = "INSERT OR REPLACE INTO clocks (game, body, proof) VALUES (?, ?, ?)"
ROW = "SELECT game, head, wall, over, extras, count, last, proof FROM games"
"""Every game's own row, for `row_of`."""

LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of any value in the file: an event has a few hundred. SQLite itself reads no more, and
treats it as damage."""

APPLICATION = 0x746B0000
"""In the file's head since version 3, together with the version, which is thus stored twice."""


def fetch(db: sqlite3.Connection, statement: str, *values: object) -> list[JournalRow]:
    """What a statement gives."""
    return db.execute(statement, values).fetchall()


def row_of(values: JournalRow) -> GameRow:
    """A game's own row, as ROW gives it."""
    game, head, wall, over, extras, count, last, _ = values
    return GameRow(
        int(str(game)),
        str(head),
        float(str(wall)),
        bool(over),
        str(extras),
        int(str(count)),
        str(last),
    )


def put(db: sqlite3.Connection, row: GameRow) -> None:
    """Writes the mutable part of a game's row, with its checksum."""
    fetch(db, GAME_ROW, *(int(row.over), row.count, row.last, Sums.game(row), row.game))


def event_rows(db: sqlite3.Connection, version: int, game: int) -> list[EventRow]:
    """A game's events in a file of that version, as they stand there."""
    return [
        EventRow(str(body), float(str(wall)), str(link), str(note))
        for _, body, wall, link, note in fetch(db, EVENTS[version], game)
    ]


def proved_events(
    db: sqlite3.Connection, version: int, row: GameRow, proof: str
) -> tuple[EventRow, ...]:
    """A game's verified events; DamagedError if some are missing. `proof`: its row's checksum."""
    if proof != Sums.game(row):
        raise DamagedError(
            Sentence("the row of game {game} isn’t the one that was saved", game=row.game)
        )
    link, events = Sums.head(row.game, row.head, row.extras), list[EventRow]()
    for number, event in enumerate(event_rows(db, version, row.game)):
        link = Sums.event(link, number, event.body, event.note)
        if event.link != link:
            raise DamagedError(
                Sentence(
                    "event {number} of game {game} isn’t the one saved",
                    number=number,
                    game=row.game,
                )
            )
        events.append(event)
    if (len(events), link) != (row.count, row.last):
        raise DamagedError(
            Sentence(
                Plural(
                    "game {game} has {bodies} of its {count} event",
                    "game {game} has {bodies} of its {count} events",
                    by="count",
                ),
                game=row.game,
                bodies=len(events),
                count=row.count,
            )
        )
    return tuple(events)


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The version of the file; JournalError if it is newer than this program."""
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    stamped = int(db.execute("PRAGMA application_id").fetchone()[0]) - APPLICATION
    if 0 < stamped <= VERSION and stamped != found:
        raise DamagedError(
            Sentence("it gives its version as {found} and as {told}", found=found, told=stamped)
        )
    if found > VERSION:
        db.close()
        raise JournalError(
            Sentence(
                "{path} was written by a newer tilekeeper (version {found}, this one reads"
                " {version}): update tilekeeper, or move the file away.",
                path=path,
                found=found,
                version=VERSION,
            )
        )
    return found


def make_tables(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Creates the tables, or upgrades an older file's, all or nothing: it is of VERSION then.
    `version`: as it was found."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    # Overwrite deleted rows, so that a withdrawn event can't be salvaged by mistake.
    db.execute("PRAGMA secure_delete = ON")
    if version == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        # Another tilekeeper may have done it since.
        found = version_of(db, path)
        for number in range(found + 1, VERSION + 1):
            for statement in STEPS[number]:
                db.execute(statement)
        if found < 3:
            _prove_all(db)
        db.execute(f"PRAGMA application_id = {APPLICATION + VERSION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except sqlite3.Error:
        db.rollback()
        raise


def _prove_all(db: sqlite3.Connection) -> None:
    """Adds checksums to every row of a file older than version 3."""
    for values in fetch(db, ROW):
        row = row_of(values)
        link, count = Sums.head(row.game, row.head, row.extras), 0
        wanted = "SELECT number, body FROM events WHERE game = ? ORDER BY number"
        for number, body in fetch(db, wanted, row.game):
            link, count = Sums.event(link, int(str(number)), str(body)), count + 1
            place = (link, row.game, number)
            fetch(db, "UPDATE events SET link = ? WHERE game = ? AND number = ?", *place)
        put(db, replace(row, count=count, last=link))
    for game, body in fetch(db, "SELECT game, body FROM clocks"):
        proof = Sums.clock(int(str(game)), str(body))
        fetch(db, "UPDATE clocks SET proof = ? WHERE game = ?", proof, game)
