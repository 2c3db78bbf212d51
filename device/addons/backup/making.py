"""Makes a backup of everything the household has, while a table may be running.

SQLite itself copies the journal; every other file is always replaced whole. What couldn't be
restored is left out, and named. Tests: tests/device/test_backup.py.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from device.addons.backup.contents import (
    HEAD,
    PICTURES_FOLDER,
    SETTINGS,
    BackupError,
    BackupFile,
    BackupHead,
    belongs,
    why_unusable,
)
from device.storage.journal import GAMES_FILE, CopyError, Journal, JournalError
from device.storage.screen_language import FILE as LANGUAGE_FILE
from device.system.files import (
    SETTINGS_FILE,
    configuration_directory,
    found_in,
    is_file,
    is_folder,
    settings_file,
    state_directory,
    whole_file,
)
from device.system.privileges import as_caller
from engine.sentences import Sentence, without_stop

log = logging.getLogger(__name__)

FOLDERS_TO_KEEP = {"tables": "*.table", "layouts": "*.toml", "words": "*"}
"""Restored as a whole: a table forgotten since the backup is there again, one taught since
isn't."""

PIECE = 1 << 20
"""Bytes copied at a time."""


class UnreadableError(BackupError):
    """Something to be saved can't be read: the target isn't to blame."""


@dataclass(frozen=True)
class Household:
    """A household's places: its state directory, and its settings file (which need not exist)."""

    state: Path
    settings: Path


def own_household() -> Household:
    """The places of this user, or of the service."""
    settings = settings_file() or configuration_directory() / SETTINGS_FILE
    return Household(state_directory(), settings)


@dataclass(frozen=True)
class Made:
    """A finished backup: its list, how many games it holds, and a sentence for each thing that is
    missing or incomplete."""

    head: BackupHead
    games: int
    troubles: tuple[str, ...]


def backup_name(now: datetime) -> str:
    """The default name of a backup's file."""
    return f"tilekeeper-{now:%Y-%m-%d-%H%M}.zip"


def make_backup(path: Path, own: Household, now: datetime, release: str, *, pictures: bool) -> Made:
    """Writes the backup to `path`, whole or not at all; BackupError if it can't be written, or if
    there is nothing to save."""
    troubles, left_out, files, games = list[str](), list[str](), list[BackupFile](), 0
    try:
        with (
            tempfile.TemporaryDirectory(prefix="tilekeeper-") as copies,
            whole_file(path, rights=partial(as_caller, path.parent)) as out,
            ZipFile(out, "w", ZIP_DEFLATED) as archive,
        ):
            for name, file in _everything(own, pictures=pictures):
                packed = file
                if name == GAMES_FILE:
                    packed = Path(copies) / GAMES_FILE
                    games, trouble = _copy_journal(file, packed)
                    if trouble:
                        troubles.append(trouble)
                        left_out.append(name)  # it isn't in it as it was
                        if not packed.exists():
                            continue
                try:
                    if (why := why_unusable(name, packed)) is None:
                        files.append(_pack(archive, name, packed, now))
                        continue
                except FileNotFoundError:
                    continue  # removed meanwhile, as pictures are to make room
                if packed.exists():
                    troubles.append(
                        Sentence("{file} isn’t in the backup: {why}.", file=file, why=why)
                    )
                    left_out.append(name)
            if not files and not left_out:
                raise BackupError(
                    Sentence(
                        "Nothing to back up in {folder}: play a game first with `tilekeeper play`.",
                        folder=own.state,
                    )
                )
            head = BackupHead(
                release=release,
                made=now.isoformat(timespec="seconds"),
                pictures=pictures,
                left_out=tuple(left_out),
                games=games,
                files=tuple(files),
            )
            archive.writestr(_entry(HEAD, now), msgspec.json.encode(head))
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupError(
            Sentence("Can’t write {path} ({why}); nothing was changed.", path=path, why=why)
        ) from error
    return Made(head, games, tuple(troubles))


def games_of(own: Household) -> int | None:
    """How many games the household has; None if they can't be read."""
    if not (own.state / GAMES_FILE).exists():
        return 0
    try:
        with closing(Journal.open_to_read(own.state / GAMES_FILE)) as journal:
            return len(journal.games())
    except JournalError as error:
        log.info("how many games are here isn't known: %s", error)
        return None


def has_anything(own: Household, *, pictures: bool) -> bool:
    """Whether there is anything to save; UnreadableError if this user may not look."""
    return next(_everything(own, pictures=pictures), None) is not None


def _everything(own: Household, *, pictures: bool) -> Iterator[tuple[str, Path]]:
    """Every file by its name in a backup, the journal first; UnreadableError for a folder that this
    user may not read."""
    for place in (own.state, *(own.state / folder for folder in FOLDERS_TO_KEEP)):
        if is_folder(place) and not os.access(place, os.R_OK | os.X_OK):
            raise UnreadableError(_unreadable(place, os.strerror(errno.EACCES)))
    if (own.state / GAMES_FILE).exists():
        yield GAMES_FILE, own.state / GAMES_FILE
    for folder, pattern in FOLDERS_TO_KEEP.items():
        for file in found_in(own.state / folder, pattern):
            if belongs(name := f"{folder}/{file.name}"):
                yield name, file
    if (own.state / LANGUAGE_FILE).is_file():
        yield LANGUAGE_FILE, own.state / LANGUAGE_FILE
    if is_file(own.settings):
        yield SETTINGS, own.settings
    if pictures:
        for file in found_in(own.state / PICTURES_FOLDER, "*/*.jpg"):
            if belongs(name := f"{PICTURES_FOLDER}/{file.parent.name}/{file.name}"):
                yield name, file


def _copy_journal(path: Path, copy: Path) -> tuple[int, str]:
    """Copies the journal to a file: the number of its games, and what is wrong with it. Of a
    damaged one the intact part is copied; of an unreadable one, nothing. BackupError if there is no
    room for the copy."""
    try:
        with closing(Journal.open_to_read(path)) as journal:
            journal.copy_to(copy)
            return len(journal.games()), journal.trouble
    except CopyError as error:
        raise BackupError(
            Sentence("{why}; nothing was changed.", why=without_stop(str(error)))
        ) from error
    except JournalError as error:
        copy.unlink(missing_ok=True)  # a partial copy
        return 0, str(error)


def _pack(archive: ZipFile, name: str, path: Path, now: datetime) -> BackupFile:
    """Adds a file to the zip; pictures aren't compressed."""
    entry = _entry(name, now)
    entry.compress_type = ZIP_STORED if path.suffix == ".jpg" else ZIP_DEFLATED
    with path.open("rb") as file, archive.open(entry, "w", force_zip64=True) as packed:
        size, digest = 0, hashlib.sha256()
        while piece := _piece(file, path):
            digest.update(piece)
            packed.write(piece)
            size += len(piece)
    return BackupFile(name, size, digest.hexdigest())


def _piece(file: BinaryIO, path: Path) -> bytes:
    try:
        return file.read(PIECE)
    except OSError as error:
        raise UnreadableError(_unreadable(path, error.strerror or str(error))) from error


def _unreadable(path: Path, why: str) -> str:
    return Sentence("{path} can’t be read ({why}); nothing was changed.", path=path, why=why)


def _entry(name: str, now: datetime) -> ZipInfo:
    """A zip's time stamp; works on a machine whose clock stands before 1980, too."""
    return ZipInfo(name, max(now.timetuple()[:6], (1980, 1, 1, 0, 0, 0)))
