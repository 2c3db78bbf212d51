"""Damage to a journal: found by looking through the file, and mended by what is whole in it.

A damaged file is set aside as it is, and a new one takes its place with what salvage.py still
finds. Knows nothing of a game beyond its rows. Tests: tests/device/test_damaged_journal.py.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from device.storage.journal_tables import (
    CLOCK,
    GAME_ROW,
    GAMES,
    NEW_EVENT,
    NEW_GAME,
    ROW,
    VERSION,
    DamagedError,
    JournalError,
    Sums,
    WitnessError,
    fetch,
    make_tables,
    not_kept,
    not_read,
    proved_events,
    put,
    row_of,
)
from device.storage.salvage import (
    HEADER_BYTES,
    MAGIC,
    UNKNOWN,
    Last,
    Salvage,
    SavedGame,
    Witness,
    looks_sound,
    salvaged,
)
from device.system.files import begin_file, is_file, read_file, replace_file
from engine.sentences import Sentence, located

LARGEST_SALVAGED = 256 * 1024 * 1024
"""Bytes of a damaged file from which games are still salvaged, in memory: 15 000 games."""

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

SURELY_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


# --- found ---


@contextmanager
def damage(only: frozenset[int] | None = None) -> Iterator[None]:
    """Raises SQLite's reports of damage as DamagedError, and those about the disk as they are.
    `only`: nothing else it reports is damage."""
    try:
        yield
    except sqlite3.Error as error:
        code = int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
        if code in _OF_THE_DISK if only is None else code not in only:
            raise
        raise DamagedError(str(error)) from error
    except (ValueError, OverflowError) as error:  # not a number, or too large
        raise DamagedError(str(error)) from error


def check_head(path: Path) -> None:
    """DamagedError for a file that isn't empty and doesn't begin as a journal does."""
    with path.open("rb") as file:
        head = file.read(HEADER_BYTES)
    if head and not looks_sound(head):
        raise DamagedError(Sentence("it doesn’t start as a journal does"))


def look_through(db: sqlite3.Connection, version: int, witness: Witness) -> None:
    """DamagedError if anything isn't as it was written. Older versions' files prove less."""
    seen: int | None = None
    while True:
        db.execute("BEGIN")
        try:
            before, seen = seen, _moment(db)
            _look_at_one_moment(db, version, witness)
        except WitnessError:
            if before == seen:
                raise
            # The witness is read a moment after the file: a service may have written both
            # meanwhile. Then the file has changed too, and is checked again.
        else:
            return
        finally:
            db.rollback()


def _moment(db: sqlite3.Connection) -> int:
    """A number that changes once another connection has written anything."""
    return int(db.execute("PRAGMA data_version").fetchone()[0])


def _look_at_one_moment(db: sqlite3.Connection, version: int, witness: Witness) -> None:
    for (said,) in db.execute("PRAGMA quick_check(1)").fetchall():
        if said != "ok":
            raise DamagedError(str(said).replace("\n", " "))
    if version in (1, 2):
        fetch(db, GAMES[version])
        fetch(db, "SELECT game, number, body, wall FROM events")
        return
    if version == 0:
        if (last := witness.read()) is not None:
            raise DamagedError(
                Sentence("it’s empty, and game {game} was saved in it", game=last.game)
            )
        return
    for statement in (NEW_GAME, GAME_ROW, NEW_EVENT, CLOCK):
        # A table may be corrupt in a way that only writing would reveal.
        if statement != NEW_EVENT or version == VERSION:
            fetch(db, f"EXPLAIN {statement}", *([None] * statement.count("?")))
    for values in fetch(db, ROW):
        proved_events(db, version, row_of(values), str(values[-1]))
    orphans = "SELECT game FROM events WHERE game NOT IN (SELECT game FROM games) LIMIT 1"
    if lost := fetch(db, orphans):
        raise DamagedError(
            Sentence("game {lost} has events, and no row of its own", lost=lost[0][0])
        )
    for game, body, proof in fetch(db, "SELECT game, body, proof FROM clocks"):
        if proof != Sums.clock(int(str(game)), str(body)):
            raise DamagedError(
                Sentence("the clocks of game {game} aren’t those that were saved", game=game)
            )
    _check_witness(db, witness)


def _check_witness(db: sqlite3.Connection, witness: Witness) -> None:
    """Whether the last write is still there: a truncated log doesn't show it."""
    last = witness.read()
    if last is None:
        return
    wanted = "SELECT link FROM events WHERE game = ? AND number = ?"
    if last.count and not fetch(db, wanted, last.game, last.count - 1):
        raise WitnessError(
            Sentence(
                "game {game} had more events: at least {count}",
                game=last.game,
                count=last.count,
            )
        )
    found = fetch(db, "SELECT over, count FROM games WHERE game = ?", last.game)
    if not found:
        raise WitnessError(Sentence("game {game} no longer exists", game=last.game))
    if last.over and found[0] == (0, last.count):
        raise WitnessError(Sentence("game {game} was over", game=last.game))


# --- mended ---


class Remains(NamedTuple):
    """What is whole in a damaged file, and the file itself with its log, as they are."""

    found: Salvage
    data: bytes
    logged: bytes


def remains_of(
    path: Path, witness: Witness, why: str, unusable: Callable[[Path, object], str]
) -> Remains:
    """The intact part of a file that is damaged, and why; JournalError if it never was a journal
    (with this sentence), or can't be read."""
    try:
        log_file = _log_of(path)
        if path.stat().st_size > LARGEST_SALVAGED:
            raise JournalError(
                Sentence(
                    "{path} is damaged ({why}), and too large to repair: move it away.",
                    path=path,
                    why=why,
                )
            )
        data = read_file(path, LARGEST_SALVAGED)
        logged = read_file(log_file, LARGEST_SALVAGED) if is_file(log_file) else b""
    except OSError as error:
        raise JournalError(not_read(path, error)) from error
    found = salvaged(data, logged)
    if not found.games:
        found = salvaged(data, logged, proved=False)
    last = witness.read()
    if last is not None:
        found = _with_witness(found, last)
    if not found.games and not found.gone and not data.startswith(MAGIC):
        raise JournalError(unusable(path, located("no database", why)))
    return Remains(found, data, logged)


def mend(path: Path, witness: Witness, why: str, now: float) -> str:
    """Sets the damaged file aside, and puts its intact part in its place; returns the sentence on
    both. `now`: seconds since 1970, which name the file that is set aside."""
    found, data, logged = remains_of(path, witness, why, not_kept)
    stamp = datetime.fromtimestamp(now).strftime("%Y-%m-%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    half = path.with_name(f".{path.name}.new")
    try:
        replace_file(aside, data)
        if logged:
            replace_file(_log_of(aside), logged)
        half.unlink(missing_ok=True)
        begin_file(half)
        with closing(sqlite3.connect(half, isolation_level=None)) as db:
            fill(db, half, found)
            db.execute("PRAGMA journal_mode = DELETE")
        # The log belongs to the damaged file, and would be mistaken for the new one's.
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        half.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(
            Sentence(
                "{path} is damaged, and can’t be set aside ({why}): move it away.",
                path=path,
                why=error,
            )
        ) from error
    witness.forget()
    return Sentence(
        "{path} was damaged. Saved: {found}. The damaged copy is in {aside}.",
        path=path,
        found=found.said(),
        aside=aside,
    )


def fill(db: sqlite3.Connection, path: Path, found: Salvage) -> None:
    """Writes the intact part into a new, empty file."""
    make_tables(db, path, 0)
    db.execute("BEGIN")
    for saved in found.games:
        row, link = saved.row, Sums.head(saved.row.game, saved.row.head, saved.row.extras)
        fetch(
            db,
            "INSERT INTO games (game, head, wall, extras) VALUES (?, ?, ?, ?)",
            *(row.game, row.head, row.wall, row.extras),
        )
        for number, (body, wall, _, note) in enumerate(saved.events):
            link = Sums.event(link, number, body, note)
            fetch(db, NEW_EVENT, row.game, number, body, wall, link, note)
        put(db, replace(row, count=len(saved.events), last=link))
        if saved.clock:
            fetch(db, CLOCK, row.game, saved.clock, Sums.clock(row.game, saved.clock))
    db.execute("COMMIT")


def _log_of(path: Path) -> Path:
    """The path of SQLite's write-ahead log for a file."""
    return path.with_name(f"{path.name}-wal")


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
