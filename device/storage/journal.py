"""The journal: every event of every game in one SQLite file, safe against pulling the plug.

One transaction per event, on disk before the screen shows it (WAL, synchronous=FULL). It stores
text and knows no rules: a game's head is its record without events, and each event is one of the
record's own (engine/records/record.py). Wall time is only a stamp; order is by number. Every row
has a checksum; a damaged file is set aside, and its intact part carried on (salvage.py).
Tests: tests/device/test_journal.py, tests/device/test_damaged_journal.py.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from device.storage.clock_writer import ClockWriter
from device.storage.salvage import (
    HEADER_BYTES,
    MAGIC,
    UNKNOWN,
    EventRow,
    GameRow,
    Last,
    Salvage,
    SavedGame,
    Sums,
    Witness,
    looks_sound,
    salvaged,
)
from device.system.files import (
    begin_file,
    check_database,
    is_file,
    is_there,
    make_folder,
    read_file,
    replace_file,
    state_directory,
)
from engine.sentences import Plural, Sentence, located, with_stop

log = logging.getLogger(__name__)

VERSION = 4
"""Schema version; newer ones are refused, older ones stay readable for ever."""

GAMES_FILE = "games.sqlite"
"""The journal's name in the state directory."""


def _not_kept(path: Path, why: object) -> str:
    return Sentence("{path}: games can't be kept there ({why}).", path=path, why=why)


def _not_read(path: Path, why: object) -> str:
    return with_stop(Sentence("{path} can't be read ({why})", path=path, why=why))


_NEW_GAME = "INSERT INTO games (head, wall, extras) VALUES (?, ?, ?) RETURNING game"
_GAME_ROW = "UPDATE games SET over = ?, count = ?, last = ?, proof = ? WHERE game = ?"
_NEW_EVENT = "INSERT INTO events (game, number, body, wall, link, beside) VALUES (?, ?, ?, ?, ?, ?)"
_CLOCK = "INSERT OR REPLACE INTO clocks (game, body, proof) VALUES (?, ?, ?)"

WallClock: TypeAlias = Callable[[], float]
"""Seconds since 1970, as far as the machine knows (a Pi without a clock may be wrong)."""

JournalRow: TypeAlias = tuple[object, ...]

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

_GAMES = {
    1: "SELECT game, head, '', '', wall, over FROM games",
    2: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
    3: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
    4: "SELECT game, head, extras, coalesce(body, ''), wall, over"
    " FROM games LEFT JOIN clocks USING (game)",
}
"""A game's row in each version; a file opened for reading isn't upgraded."""

_EVENTS = {
    1: "SELECT number, body, wall, '', '' FROM events WHERE game = ? ORDER BY number",
    2: "SELECT number, body, wall, '', '' FROM events WHERE game = ? ORDER BY number",
    3: "SELECT number, body, wall, link, '' FROM events WHERE game = ? ORDER BY number",
    4: "SELECT number, body, wall, link, beside FROM events WHERE game = ? ORDER BY number",
}
"""A game's events in each version."""

LARGEST_TEXT = 8 * 1024 * 1024
"""Bytes of any value in the file: an event has a few hundred. SQLite itself reads no more, and
treats it as damage."""

LARGEST_SALVAGED = 256 * 1024 * 1024
"""Bytes of a damaged file from which games are still salvaged, in memory: 15 000 games."""

_NEWEST = " ORDER BY game DESC LIMIT 1"

_ROW = "SELECT game, head, wall, over, extras, count, last, proof FROM games"

_APPLICATION = 0x746B0000
"""In the file's head since version 3, together with the version, which is thus stored twice."""

_OF_THE_DISK = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
"""SQLite errors after which the file may still be intact; anything else is damage."""

_OF_READING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_LOCK,
    }
)
"""SQLite errors that concern the file being copied, not its private copy."""

_SURELY_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class JournalError(Exception):
    """The journal can't be opened, read or written; the message is one sentence."""


class DamagedJournalError(JournalError):
    """The contents differ from what was written."""


class NoJournalError(JournalError):
    """There is no journal yet."""


class CopyError(JournalError):
    """A copy of the journal can't be written; the journal itself may be intact."""


class _DamagedError(Exception):
    """The file's contents differ from what was written."""


class _WitnessError(_DamagedError):
    """The witness records more than the file holds."""


@dataclass(frozen=True)
class KeptGame:
    """A game as stored in the journal, all as text: its head, its events, the device's extras and
    its clocks' remaining time (both may be empty). `wall`: when it began, `walls`: when each event
    was written, `notes`: the one with each event; `over`: it won't be resumed."""

    number: int
    head: str
    events: tuple[str, ...]
    extras: str = ""
    clock: str = ""
    wall: float = 0.0
    over: bool = False
    walls: tuple[float, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class ChainedEvent:
    """An event with its number, when it was written, and its link in its game's chain."""

    number: int
    body: str
    wall: float
    link: str


@dataclass(frozen=True)
class GameLine:
    """A game in the list of all: as KeptGame, but with the number of its events in their place."""

    number: int
    head: str
    wall: float
    over: bool
    events: int


class Journal:
    """One open journal file; `path` is created with its folder if it doesn't exist.

    For one thread. JournalError with a sentence for everything that can go wrong with the file
    except damage: a damaged file is set aside, and `trouble` says so, "" if nothing is.
    `known_whole`: another open journal has already verified it.
    """

    _clock_writer: ClockWriter | None = None

    def __init__(self, path: Path, wall: WallClock, *, known_whole: bool = False) -> None:
        self._wall, self._path = wall, path
        self.trouble, self._witness = "", Witness(path)
        try:
            make_folder(path.parent)
            if not path.exists():
                self._witness.forget()  # the file was removed
            # SQLite gives its companion files the same permissions: without the group's, a user who
            # looks at games while the table is off would leave files that the table can't write.
            begin_file(path)
            check_database(path)
        except OSError as error:
            raise JournalError(_not_kept(path, _reason(error))) from error
        try:
            self._open(known_whole=known_whole)
        except _DamagedError as error:
            log.warning("%s is damaged: %s", path, error)
            self._mend(str(error))

    @property
    def path(self) -> Path:
        """Its file."""
        return self._path

    @property
    def now(self) -> float:
        """The time on its wall clock."""
        return self._wall()

    @property
    def folder(self) -> Path:
        """The folder of its file."""
        return self._path.parent

    @classmethod
    def open_to_read(cls, path: Path, *, whole: bool = False) -> Journal:
        """Opens a journal for reading, while a service may be writing it; writes nothing, and
        doesn't upgrade an older file. JournalError also if there is none; of a damaged one the
        intact part is read, and `trouble` says so. `whole`: raise DamagedJournalError for a damaged
        one instead."""
        journal = cls.__new__(cls)
        journal._path, journal._wall, journal.trouble = path, lambda: 0.0, ""
        journal._witness = Witness(path)
        try:
            if not is_there(path):
                raise NoJournalError(
                    Sentence(
                        "{path} does not exist: no game has been kept there yet. `tilekeeper play`"
                        " keeps one.",
                        path=path,
                    )
                )
            check_database(path)
            address = f"{path.resolve().as_uri()}?mode=ro"
            journal._db = sqlite3.connect(address, isolation_level=None, timeout=2.0, uri=True)
            journal._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_TEXT)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(_not_read(path, _reason(error))) from error
        try:
            journal._open_to_read()
        except _DamagedError as error:
            journal._db.close()
            if whole:
                raise DamagedJournalError(
                    Sentence("{path} is damaged: {why}.", path=path, why=error)
                ) from error
            journal._read_what_is_whole(str(error))
        except JournalError:
            journal._db.close()
            raise
        return journal

    def _open(self, *, known_whole: bool = False) -> None:
        try:
            self._db = sqlite3.connect(self._path, isolation_level=None, timeout=2.0)
            self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_TEXT)
        except sqlite3.Error as error:
            raise JournalError(_not_kept(self._path, error)) from error
        try:
            with _damage():
                _check_head(self._path)
                self._version = self._found()
                if not known_whole:
                    self._look_through()
            with _damage(_SURELY_DAMAGED):
                self._prepare()
        except (sqlite3.Error, OSError) as error:
            self._db.close()
            raise JournalError(_not_kept(self._path, error)) from error
        except (_DamagedError, JournalError):
            self._db.close()
            raise

    def _open_to_read(self) -> None:
        try:
            with _damage():
                _check_head(self._path)
                self._version = self._found()
                if self._version == 0:
                    raise JournalError(
                        Sentence(
                            "{path} is no journal, or an empty one: it holds no games.",
                            path=self._path,
                        )
                    )
                self._look_through()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(_unreadable(self._path, error)) from error

    def _found(self) -> int:
        """The version of the file; JournalError if it is newer than this program."""
        found = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        stated = int(self._db.execute("PRAGMA application_id").fetchone()[0]) - _APPLICATION
        if 0 < stated <= VERSION and stated != found:
            raise _DamagedError(
                Sentence("it says to be of version {found} and of {told}", found=found, told=stated)
            )
        if found > VERSION:
            self._db.close()
            raise JournalError(
                Sentence(
                    "{path} was written by a newer tilekeeper (version {found}, this one reads"
                    " {version}): update tilekeeper, or move the file away.",
                    path=self._path,
                    found=found,
                    version=VERSION,
                )
            )
        return found

    def _look_through(self) -> None:
        """_DamagedError if anything isn't as it was written. Older versions' files prove less."""
        seen: int | None = None
        while True:
            self._db.execute("BEGIN")
            try:
                before, seen = seen, self._moment()
                self._look_at_one_moment()
            except _WitnessError:
                if before == seen:
                    raise
                # The witness is read a moment after the file: a service may have written both
                # meanwhile. Then the file has changed too, and is checked again.
            else:
                return
            finally:
                self._db.rollback()

    def _moment(self) -> int:
        """A number that changes once another connection has written anything."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _look_at_one_moment(self) -> None:
        for (said,) in self._db.execute("PRAGMA quick_check(1)").fetchall():
            if said != "ok":
                raise _DamagedError(str(said).replace("\n", " "))
        if self._version in (1, 2):
            self._rows(_GAMES[self._version])
            self._rows("SELECT game, number, body, wall FROM events")
            return
        if self._version == 0:
            if (last := self._witness.read()) is not None:
                raise _DamagedError(
                    Sentence("it is empty, and game {game} was kept in it", game=last.game)
                )
            return
        for statement in (_NEW_GAME, _GAME_ROW, _NEW_EVENT, _CLOCK):
            # A table may be corrupt in a way that only writing would reveal.
            if statement != _NEW_EVENT or self._version == VERSION:
                self._rows(f"EXPLAIN {statement}", *([None] * statement.count("?")))
        for values in self._rows(_ROW):
            self._events_of(_row_of(values), str(values[-1]))
        orphans = "SELECT game FROM events WHERE game NOT IN (SELECT game FROM games) LIMIT 1"
        if lost := self._rows(orphans):
            raise _DamagedError(
                Sentence("game {lost} has events, and no row of its own", lost=lost[0][0])
            )
        for game, body, proof in self._rows("SELECT game, body, proof FROM clocks"):
            if proof != Sums.clock(int(str(game)), str(body)):
                raise _DamagedError(
                    Sentence("the clocks of game {game} are not those that were kept", game=game)
                )
        self._check_witness()

    def _events_of(self, row: GameRow, proof: str) -> tuple[EventRow, ...]:
        """A game's verified events; _DamagedError if some are missing."""
        if proof != Sums.game(row):
            raise _DamagedError(
                Sentence("the row of game {game} is not the one that was kept", game=row.game)
            )
        link, events = Sums.head(row.game, row.head, row.extras), list[EventRow]()
        for number, event in enumerate(self._event_rows(row.game)):
            link = Sums.event(link, number, event.body, event.note)
            if event.link != link:
                raise _DamagedError(
                    Sentence(
                        "event {number} of game {game} is not the one kept",
                        number=number,
                        game=row.game,
                    )
                )
            events.append(event)
        if (len(events), link) != (row.count, row.last):
            raise _DamagedError(
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

    def _event_rows(self, game: int) -> list[EventRow]:
        return [
            EventRow(str(body), float(str(wall)), str(link), str(note))
            for _, body, wall, link, note in self._rows(_EVENTS[self._version], game)
        ]

    def _check_witness(self) -> None:
        """Whether the last write is still there: a truncated log doesn't show it."""
        last = self._witness.read()
        if last is None:
            return
        wanted = "SELECT link FROM events WHERE game = ? AND number = ?"
        if last.count and not self._rows(wanted, last.game, last.count - 1):
            raise _WitnessError(
                Sentence(
                    "game {game} had more events: {count} at least",
                    game=last.game,
                    count=last.count,
                )
            )
        found = self._rows("SELECT over, count FROM games WHERE game = ?", last.game)
        if not found:
            raise _WitnessError(Sentence("game {game} is not there any more", game=last.game))
        if last.over and found[0] == (0, last.count):
            raise _WitnessError(Sentence("game {game} was over", game=last.game))

    def _prepare(self) -> None:
        """Creates the tables, or upgrades an older file's, all or nothing."""
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        # Overwrite deleted rows, so that a withdrawn event can't be salvaged by mistake.
        self._db.execute("PRAGMA secure_delete = ON")
        if self._version == VERSION:
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            # Another tilekeeper may have done it since.
            found = self._found()
            for version in range(found + 1, VERSION + 1):
                for statement in _STEPS[version]:
                    self._db.execute(statement)
            if found < 3:
                self._prove_all()
            self._db.execute(f"PRAGMA application_id = {_APPLICATION + VERSION}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
            self._db.execute("COMMIT")
        except sqlite3.Error:
            self._db.rollback()
            raise
        self._version = VERSION

    def _prove_all(self) -> None:
        """Adds checksums to every row of a file older than version 3."""
        for values in self._rows(_ROW):
            row = _row_of(values)
            link, count = Sums.head(row.game, row.head, row.extras), 0
            wanted = "SELECT number, body FROM events WHERE game = ? ORDER BY number"
            for number, body in self._rows(wanted, row.game):
                link, count = Sums.event(link, int(str(number)), str(body)), count + 1
                place = (link, row.game, number)
                self._rows("UPDATE events SET link = ? WHERE game = ? AND number = ?", *place)
            self._put(replace(row, count=count, last=link))
        for game, body in self._rows("SELECT game, body FROM clocks"):
            proof = Sums.clock(int(str(game)), str(body))
            self._rows("UPDATE clocks SET proof = ? WHERE game = ?", proof, game)

    # --- damage ---

    def _salvaged(
        self, why: str, unusable: Callable[[Path, object], str]
    ) -> tuple[Salvage, bytes, bytes]:
        """The intact part of the file, and the raw file with its log; JournalError if it never was
        a journal, or can't be read."""
        try:
            log_file = _log_of(self._path)
            if self._path.stat().st_size > LARGEST_SALVAGED:
                raise JournalError(
                    Sentence(
                        "{path} is damaged ({why}), and too large to be mended: move it away.",
                        path=self._path,
                        why=why,
                    )
                )
            data = read_file(self._path, LARGEST_SALVAGED)
            logged = read_file(log_file, LARGEST_SALVAGED) if is_file(log_file) else b""
        except OSError as error:
            raise JournalError(_not_read(self._path, error)) from error
        found = salvaged(data, logged)
        if not found.games:
            found = salvaged(data, logged, proved=False)
        last = self._witness.read()
        if last is not None:
            found = _with_witness(found, last)
        if not found.games and not found.gone and not data.startswith(MAGIC):
            raise JournalError(unusable(self._path, located("no database", why)))
        return found, data, logged

    def _mend(self, why: str) -> None:
        """Sets the damaged file aside, and carries on with its intact part."""
        found, data, logged = self._salvaged(why, _not_kept)
        stamp = datetime.fromtimestamp(self._wall()).strftime("%Y-%m-%d-%H%M%S")
        aside = self._path.with_name(f"{self._path.stem}-damaged-{stamp}{self._path.suffix}")
        half = self._path.with_name(f".{self._path.name}.new")
        try:
            replace_file(aside, data)
            if logged:
                replace_file(_log_of(aside), logged)
            half.unlink(missing_ok=True)
            begin_file(half)
            self._fill(half, found)
            # The log belongs to the damaged file, and would be mistaken for the new one's.
            for ending in ("-wal", "-shm"):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
            half.replace(self._path)
        except (OSError, sqlite3.Error) as error:
            raise JournalError(
                Sentence(
                    "{path} is damaged, and can't be set aside ({why}): move it away.",
                    path=self._path,
                    why=error,
                )
            ) from error
        self._witness.forget()
        self.trouble = f"{self._path} was damaged ({found.said()}). As it was it lies in {aside}."
        try:
            self._open(known_whole=True)
        except _DamagedError as error:
            raise JournalError(
                Sentence("{path} can't be made whole ({why}).", path=self._path, why=error)
            ) from error

    def _fill(self, half: Path, found: Salvage) -> None:
        """Writes the intact part into a new file."""
        self._db = sqlite3.connect(half, isolation_level=None)
        try:
            self._version = 0
            self._prepare()
            self._fill_in(found)
            self._db.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._db.close()

    def _fill_in(self, found: Salvage) -> None:
        self._db.execute("BEGIN")
        for saved in found.games:
            row, link = saved.row, Sums.head(saved.row.game, saved.row.head, saved.row.extras)
            self._rows(
                "INSERT INTO games (game, head, wall, extras) VALUES (?, ?, ?, ?)",
                *(row.game, row.head, row.wall, row.extras),
            )
            for number, (body, wall, _, note) in enumerate(saved.events):
                link = Sums.event(link, number, body, note)
                self._rows(_NEW_EVENT, row.game, number, body, wall, link, note)
            self._put(replace(row, count=len(saved.events), last=link))
            if saved.clock:
                self._rows(_CLOCK, row.game, saved.clock, Sums.clock(row.game, saved.clock))
        self._db.execute("COMMIT")

    def _read_what_is_whole(self, why: str) -> None:
        found, _, _ = self._salvaged(why, _not_read)
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._version = 0
        self._prepare()
        self._fill_in(found)
        self.trouble = f"{self._path} is damaged ({found.said()}). `tilekeeper play` sets it aside."

    # --- writing ---

    def begin(self, head: str, extras: str = "") -> int:
        """Adds a game with this head and the device's extras; returns its number."""
        with self._changing():
            wall = float(self._wall())
            row = self._rows(
                _NEW_GAME,
                *(head, wall, extras),
            )
            game = int(str(row[0][0]))
            self._put(GameRow(game, head, wall, False, extras, 0, Sums.head(game, head, extras)))
        self._witness.write(Last(game, 0))
        return game

    def append(self, game: int, number: int, body: str, note: str = "") -> None:
        """Adds the game's event of that number, counted from 0, with its note; on disk when this
        returns."""
        with self._changing():
            row = self._row(game)
            link = Sums.event(row.last, number, body, note)
            self._rows(_NEW_EVENT, game, number, body, self._wall(), link, note)
            # The play that ended it may have been challenged off: then it goes on.
            self._put(replace(row, over=False, count=row.count + 1, last=link))
        self._witness.write(Last(game, number + 1))

    def drop(self, game: int, number: int) -> None:
        """Withdraws the game's events from that number on (undo); the game goes on."""
        # If the program is killed in between there are more events than the witness knows, which is
        # harmless.
        self._witness.write(Last(game, number), for_good=True)
        with self._changing():
            row = self._row(game)
            self._rows("DELETE FROM events WHERE game = ? AND number >= ?", game, number)
            left = "SELECT count(*) FROM events WHERE game = ?"
            last = "SELECT link FROM events WHERE game = ? ORDER BY number DESC LIMIT 1"
            links = self._rows(last, game)
            link = str(links[0][0]) if links else Sums.head(game, row.head, row.extras)
            count = int(str(self._rows(left, game)[0][0]))
            self._put(replace(row, over=False, count=count, last=link))

    def keep_clock(self, game: int, body: str) -> None:
        """Replaces the game's clocks' remaining time."""
        with self._changing():
            self._rows(_CLOCK, game, body, Sums.clock(game, body))

    def keep_clock_in_background(self, game: int, body: str) -> None:
        """The same while a clock runs that mustn't be held up: it returns at once. Later writes
        wait for it; JournalError if the previous one failed."""
        if self._clock_writer is None:
            open_another = partial(type(self), self._path, self._wall, known_whole=True)
            self._clock_writer = ClockWriter(open_another)
        self._clock_writer.write(game, body)

    def settle(self) -> None:
        """Returns once everything is on the disk."""
        if self._clock_writer is not None:
            self._clock_writer.wait()

    def close_game(self, game: int, note: str = "") -> None:
        """The game is over and won't be resumed. `note`: what was noted after its last event,
        a line each; stored with it, and dropped if there was no event."""
        with self._changing():
            row = replace(self._row(game), over=True)
            if note and row.count:
                row = replace(row, last=self._note_last(row, note))
            self._put(row)
        self._witness.write(Last(game, row.count, over=True))

    def _note_last(self, row: GameRow, note: str) -> str:
        """Adds lines to the note with a game's last event; returns its new link."""
        *earlier, last = self._event_rows(row.game)
        noted = f"{last.note}\n{note}" if last.note else note
        before = earlier[-1].link if earlier else Sums.head(row.game, row.head, row.extras)
        link = Sums.event(before, row.count - 1, last.body, noted)
        place = (noted, link, row.game, row.count - 1)
        self._rows("UPDATE events SET beside = ?, link = ? WHERE game = ? AND number = ?", *place)
        return link

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
        """Head and extras of the newest game: the defaults for another evening."""
        with self._reading():
            rows = self._rows(_GAMES[self._version] + _NEWEST)
        return (str(rows[0][1]), str(rows[0][2])) if rows else None

    def games(self) -> tuple[GameLine, ...]:
        """All games, newest first."""
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

    def stamps(self) -> dict[int, str]:
        """For each game a checksum of everything stored about it, its events by the last link of
        their chain; none in an older version's file, whose rows have no checksums."""
        if self._version < VERSION:
            return {}
        walls = "SELECT game, total(wall), max(wall) FROM events GROUP BY game"
        with self._reading():
            times = {game: (total, newest) for game, total, newest in self._rows(walls)}
            rows = tuple(map(_row_of, self._rows(_ROW)))
        began = {row.game: datetime.fromtimestamp(row.wall).astimezone() for row in rows}
        return {
            row.game: Sums.of(Sums.game(row), times.get(row.game), began[row.game].isoformat())
            for row in rows
        }

    def rows_from(self, game: int) -> tuple[GameRow, ...]:
        """The rows of the games from that number on; none in an older version's file, which playing
        upgrades."""
        if self._version < VERSION:
            return ()
        with self._reading():
            return tuple(map(_row_of, self._rows(f"{_ROW} WHERE game >= ? ORDER BY game", game)))

    def chain(self, game: int, first: int) -> tuple[ChainedEvent, ...]:
        """A game's events from that number on, each with its link."""
        wanted = (
            "SELECT number, body, wall, link FROM events WHERE game = ? AND number >= ?"
            " ORDER BY number"
        )
        with self._reading():
            rows = self._rows(wanted, game, first)
        return tuple(
            ChainedEvent(int(str(number)), str(body), float(str(wall)), str(link))
            for number, body, wall, link in rows
        )

    def _kept(self, which: str, *values: object) -> KeptGame | None:
        rows = self._rows(_GAMES[self._version] + which, *values)
        if not rows:
            return None
        game, head, extras, clock, wall, over = rows[0]
        if self._version < 3:
            events = tuple(self._event_rows(int(str(game))))
        else:
            proved = self._rows(f"{_ROW} WHERE game = ?", game)[0]
            events = self._events_of(_row_of(proved), str(proved[-1]))
        return KeptGame(
            int(str(game)),
            str(head),
            tuple(event.body for event in events),
            str(extras),
            str(clock),
            float(str(wall)),
            bool(over),
            tuple(event.wall for event in events),
            tuple(event.note for event in events),
        )

    def _rows(self, statement: str, *values: object) -> list[JournalRow]:
        return self._db.execute(statement, values).fetchall()

    def _row(self, game: int) -> GameRow:
        rows = self._rows(f"{_ROW} WHERE game = ?", game)
        if not rows:
            raise sqlite3.IntegrityError(Sentence("there is no game {game}", game=game))
        return _row_of(rows[0])

    def _put(self, row: GameRow) -> None:
        """Writes the mutable part of a game's row, with its checksum."""
        self._rows(
            _GAME_ROW,
            *(int(row.over), row.count, row.last, Sums.game(row), row.game),
        )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Reads within are of one moment, even while a service writes."""
        try:
            self._db.execute("BEGIN")
            try:
                self._version = self._found()  # a writer may have upgraded it
                yield
            finally:
                self._db.rollback()
        except sqlite3.Error as error:
            raise JournalError(_unreadable(self._path, error)) from error
        except _DamagedError as error:
            raise JournalError(
                Sentence("{path} is damaged: {why}.", path=self._path, why=error)
            ) from error

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Changes within are on the disk afterwards, or none of them; JournalError then."""
        self.settle()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.rollback()
                raise
        except sqlite3.Error as error:
            raise JournalError(
                Sentence("{path} can't be written ({why}).", path=self._path, why=error)
            ) from error

    def copy_to(self, path: Path) -> None:
        """A complete copy in one new file without companions, by SQLite's own backup: a table may
        go on writing meanwhile. JournalError if the journal can't be read, CopyError if the new
        file can't be written."""
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as copy:
                self._db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) in _OF_READING:
                raise JournalError(_not_read(self._path, error)) from error
            raise CopyError(
                Sentence("{path} can't be written ({why}).", path=path, why=error)
            ) from error

    def close(self) -> None:
        if self._clock_writer is not None:
            self._clock_writer.close()
        self._db.close()
        self._witness.close()


def journal_file(named: Path | None) -> Path:
    """The journal named on the command line, else the one in the state directory."""
    return named if named is not None else state_directory() / GAMES_FILE


def _row_of(values: JournalRow) -> GameRow:
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


def _log_of(path: Path) -> Path:
    """The path of SQLite's write-ahead log for a file."""
    return path.with_name(f"{path.name}-wal")


def _check_head(path: Path) -> None:
    """_DamagedError for a file that isn't empty and doesn't begin as a journal does."""
    with path.open("rb") as file:
        head = file.read(HEADER_BYTES)
    if head and not looks_sound(head):
        raise _DamagedError(Sentence("it doesn't begin as a journal does"))


@contextmanager
def _damage(only: frozenset[int] | None = None) -> Iterator[None]:
    """Raises SQLite's reports of damage as _DamagedError, and those about the disk as they are.
    `only`: nothing else it reports is damage."""
    try:
        yield
    except sqlite3.Error as error:
        code = int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
        if code in _OF_THE_DISK if only is None else code not in only:
            raise
        raise _DamagedError(str(error)) from error
    except (ValueError, OverflowError) as error:  # not a number, or too large
        raise _DamagedError(str(error)) from error


def _with_witness(found: Salvage, last: Last) -> Salvage:
    """The same, knowing how far the last game had gone."""
    newest = max((saved.row.game for saved in found.games), default=0)
    missing = tuple(n for n in range(newest + 1, last.game + 1) if n not in found.gone)
    games = tuple(_as_witnessed(saved, last, newest) for saved in found.games)
    return replace(found, games=games, gone=(*found.gone, *missing))


def _as_witnessed(saved: SavedGame, last: Last, newest: int) -> SavedGame:
    if saved.row.game != last.game:
        # It was played before the lost one, and only looks unfinished.
        cut_off = saved.row.game == newest < last.game and not saved.row.over and not saved.lost
        return replace(saved, lost=UNKNOWN) if cut_off else saved
    lost = max(saved.lost, last.count - len(saved.events))
    over = last.over and len(saved.events) == last.count
    return replace(saved, lost=lost, row=replace(saved.row, over=saved.row.over or over))


def _unreadable(path: Path, error: Exception) -> str:
    """Why a file can't be read. Reading during writes needs a shared file (-shm); without
    permission to write or create it a journal can't be read either."""
    code = int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the driver's own errors have none
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return (
            f"{path} can't be read without the right to write {path.name}-shm beside it: read it as"
            " the user whose service keeps the games."
        )
    return _not_read(path, _reason(error))


def _reason(error: Exception) -> object:
    """What is wrong, without the file's name, which is in the sentence already."""
    return (isinstance(error, OSError) and error.strerror) or error
