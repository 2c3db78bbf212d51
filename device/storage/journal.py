"""The journal: every event of every game in one SQLite file, safe against pulling the plug.

One transaction per event, on disk before the screen shows it (WAL, synchronous=FULL). It stores
text and knows no rules: a game's head is its record without events, and each event is one of the
record's own (engine/records/record.py). Wall time is only a stamp; order is by number. Its tables
and rows are in journal_tables.py, and what happens to a damaged file in journal_damage.py.
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
from device.storage.journal_damage import (
    SURELY_DAMAGED,
    check_head,
    damage,
    fill,
    look_through,
    mend,
    remains_of,
)
from device.storage.journal_tables import (
    CLOCK,
    GAMES,
    LARGEST_TEXT,
    NEW_EVENT,
    NEW_GAME,
    ROW,
    VERSION,
    CopyError,
    DamagedError,
    DamagedJournalError,
    GameRow,
    JournalError,
    JournalRow,
    NoJournalError,
    Sums,
    event_rows,
    fetch,
    make_tables,
    not_kept,
    not_read,
    proved_events,
    put,
    row_of,
    version_of,
)
from device.storage.salvage import Last, Witness
from device.system.files import begin_file, check_database, is_there, make_folder, state_directory
from engine.sentences import Sentence

__all__ = [
    "GAMES_FILE",
    "ChainedEvent",
    "CopyError",
    "DamagedJournalError",
    "GameLine",
    "Journal",
    "JournalError",
    "KeptGame",
    "NoJournalError",
    "WallClock",
    "journal_file",
]

log = logging.getLogger(__name__)

GAMES_FILE = "games.sqlite"
"""The journal's name in the state directory."""

WallClock: TypeAlias = Callable[[], float]
"""Seconds since 1970, as far as the machine knows (a Pi without a clock may be wrong)."""

_NEWEST = " ORDER BY game DESC LIMIT 1"

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
    wall: float = field(kw_only=True)
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
            raise JournalError(not_kept(path, _reason(error))) from error
        try:
            self._open(known_whole=known_whole)
        except DamagedError as error:
            log.warning("%s is damaged: %s", path, error)
            self.trouble = mend(path, self._witness, str(error), wall())
            self._open_mended()

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
                        "{path} doesn’t exist: no games saved there yet. `tilekeeper play` "
                        "saves them.",
                        path=path,
                    )
                )
            check_database(path)
            address = f"{path.resolve().as_uri()}?mode=ro"
            journal._db = sqlite3.connect(address, isolation_level=None, timeout=2.0, uri=True)
            journal._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_TEXT)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(not_read(path, _reason(error))) from error
        try:
            journal._open_to_read()
        except DamagedError as error:
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
            raise JournalError(not_kept(self._path, error)) from error
        try:
            with damage():
                check_head(self._path)
                self._version = version_of(self._db, self._path)
                if not known_whole:
                    look_through(self._db, self._version, self._witness)
            with damage(SURELY_DAMAGED):
                make_tables(self._db, self._path, self._version)
                self._version = VERSION
        except (sqlite3.Error, OSError) as error:
            self._db.close()
            raise JournalError(not_kept(self._path, error)) from error
        except (DamagedError, JournalError):
            self._db.close()
            raise

    def _open_mended(self) -> None:
        try:
            self._open(known_whole=True)
        except DamagedError as error:
            raise JournalError(
                Sentence("Can’t repair {path} ({why}).", path=self._path, why=error)
            ) from error

    def _open_to_read(self) -> None:
        try:
            with damage():
                check_head(self._path)
                self._version = version_of(self._db, self._path)
                if self._version == 0:
                    raise JournalError(
                        Sentence(
                            "{path} isn’t a journal, or is an empty one: it has no games.",
                            path=self._path,
                        )
                    )
                look_through(self._db, self._version, self._witness)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(_unreadable(self._path, error)) from error

    def _read_what_is_whole(self, why: str) -> None:
        found = remains_of(self._path, self._witness, why, not_read).found
        self._db, self._version = sqlite3.connect(":memory:", isolation_level=None), VERSION
        fill(self._db, self._path, found)
        self.trouble = Sentence(
            "{path} is damaged. Still whole: {found}. `tilekeeper play` sets it aside.",
            path=self._path,
            found=found.said(),
        )

    # --- writing ---

    def begin(self, head: str, extras: str = "") -> int:
        """Adds a game with this head and the device's extras; returns its number."""
        with self._changing():
            wall = float(self._wall())
            row = self._rows(NEW_GAME, head, wall, extras)
            game = int(str(row[0][0]))
            link = Sums.head(game, head, extras)
            put(self._db, GameRow(game, head, wall, False, extras, 0, link))
        self._witness.write(Last(game, 0))
        return game

    def append(
        self, game: int, number: int, body: str, note: str = "", *, reopens: bool = True
    ) -> None:
        """Adds the game's event of that number, counted from 0, with its note; on disk when this
        returns. `reopens`: a game that was over goes on with it."""
        with self._changing():
            row = self._row(game)
            link = Sums.event(row.last, number, body, note)
            self._rows(NEW_EVENT, game, number, body, self._wall(), link, note)
            # The play that ended it may have been challenged off: then it goes on.
            over = row.over and not reopens
            put(self._db, replace(row, over=over, count=row.count + 1, last=link))
        self._witness.write(Last(game, number + 1, over=over))

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
            put(self._db, replace(row, over=False, count=count, last=link))

    def keep_clock(self, game: int, body: str) -> None:
        """Replaces the game's clocks' remaining time."""
        with self._changing():
            self._rows(CLOCK, game, body, Sums.clock(game, body))

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
            put(self._db, row)
        self._witness.write(Last(game, row.count, over=True))

    def _note_last(self, row: GameRow, note: str) -> str:
        """Adds lines to the note with a game's last event; returns its new link."""
        *earlier, last = event_rows(self._db, self._version, row.game)
        noted = f"{last.note}\n{note}" if last.note else note
        before = earlier[-1].link if earlier else Sums.head(row.game, row.head, row.extras)
        link = Sums.event(before, row.count - 1, last.body, noted)
        place = (noted, link, row.game, row.count - 1)
        self._rows("UPDATE events SET beside = ?, link = ? WHERE game = ? AND number = ?", *place)
        return link

    def unfinished(self) -> KeptGame | None:
        """The last game, if it isn't over."""
        kept = self.newest()
        return None if kept is None or kept.over else kept

    def newest(self) -> KeptGame | None:
        """The last game, over or not; None if there is none."""
        with self._reading():
            return self._kept(_NEWEST)

    def game(self, number: int) -> KeptGame | None:
        """The game of that number, if there is one."""
        with self._reading():
            return self._kept(" WHERE game = ?", number)

    def last_head(self) -> tuple[str, str] | None:
        """Head and extras of the newest game: the defaults for another evening."""
        with self._reading():
            rows = self._rows(GAMES[self._version] + _NEWEST)
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
            rows = tuple(map(row_of, self._rows(ROW)))
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
            return tuple(map(row_of, self._rows(f"{ROW} WHERE game >= ? ORDER BY game", game)))

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
        rows = self._rows(GAMES[self._version] + which, *values)
        if not rows:
            return None
        game, head, extras, clock, wall, over = rows[0]
        if self._version < 3:
            events = tuple(event_rows(self._db, self._version, int(str(game))))
        else:
            proved = self._rows(f"{ROW} WHERE game = ?", game)[0]
            events = proved_events(self._db, self._version, row_of(proved), str(proved[-1]))
        return KeptGame(
            int(str(game)),
            str(head),
            tuple(event.body for event in events),
            str(extras),
            str(clock),
            wall=float(str(wall)),
            over=bool(over),
            walls=tuple(event.wall for event in events),
            notes=tuple(event.note for event in events),
        )

    def _rows(self, statement: str, *values: object) -> list[JournalRow]:
        return fetch(self._db, statement, *values)

    def _row(self, game: int) -> GameRow:
        rows = self._rows(f"{ROW} WHERE game = ?", game)
        if not rows:
            raise sqlite3.IntegrityError(Sentence("there’s no game {game}", game=game))
        return row_of(rows[0])

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Reads within are of one moment, even while a service writes."""
        try:
            self._db.execute("BEGIN")
            try:
                self._version = version_of(self._db, self._path)  # a writer may have upgraded it
                yield
            finally:
                self._db.rollback()
        except sqlite3.Error as error:
            raise JournalError(_unreadable(self._path, error)) from error
        except DamagedError as error:
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
                Sentence("Can’t write {path} ({why}).", path=self._path, why=error)
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
                raise JournalError(not_read(self._path, error)) from error
            raise CopyError(
                Sentence("Can’t write {path} ({why}).", path=path, why=error)
            ) from error

    def close(self) -> None:
        if self._clock_writer is not None:
            self._clock_writer.close()
        self._db.close()
        self._witness.close()


def journal_file(named: Path | None) -> Path:
    """The journal named on the command line, else the one in the state directory."""
    return named if named is not None else state_directory() / GAMES_FILE


def _unreadable(path: Path, error: Exception) -> str:
    """Why a file can't be read. Reading during writes needs a shared file (-shm); without
    permission to write or create it a journal can't be read either."""
    code = int(getattr(error, "sqlite_errorcode", 0)) & 0xFF  # the driver's own errors have none
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return Sentence(
            "{path} can’t be read by users who may not write next to it: read it as the user whose "
            "service keeps the games.",
            path=path,
        )
    return not_read(path, _reason(error))


def _reason(error: Exception) -> object:
    """What is wrong, without the file's name, which is in the sentence already."""
    return (isinstance(error, OSError) and error.strerror) or error
