"""Makes a backup: everything that the household has, beside a table that may be running.

The journal is copied by SQLite itself; every other file is replaced whole by whoever writes it.
What couldn't be put back is left out, and named. Tests: tests/device/test_backup.py.
"""

from __future__ import annotations

import errno
import hashlib
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
    PICTURES,
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

FOLDERS = {"tables": "*.table", "layouts": "*.toml", "words": "*"}
"""What is put back as a whole: a table that was forgotten since the backup is there again, one that
was taught since is not."""

PIECE = 1 << 20
"""Bytes that are copied at once."""


class UnreadableError(BackupError):
    """What was to be kept can't be read: its target is not to blame."""


@dataclass(frozen=True)
class Household:
    """Where a household's things lie: its state directory, and its settings' file (which need not
    be there)."""

    state: Path
    settings: Path


def own_household() -> Household:
    """Where this user's, or the service's, things lie."""
    settings = settings_file() or configuration_directory() / SETTINGS_FILE
    return Household(state_directory(), settings)


@dataclass(frozen=True)
class Made:
    """A backup that was made: its list, how many games it holds, and a sentence for each thing
    that isn't in it as it should be."""

    head: BackupHead
    games: int
    troubles: tuple[str, ...]


def backup_name(now: datetime) -> str:
    """The name of a backup's file where nobody gives it one."""
    return f"tilekeeper-{now:%Y-%m-%d-%H%M}.zip"


def make_backup(path: Path, own: Household, now: datetime, release: str, *, pictures: bool) -> Made:
    """Writes the backup into `path`, whole or not at all; BackupError if it can't be written, or
    if there is nothing to keep."""
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
                        left_out.append(name)  # as it was it is not in it
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
                        Sentence("{file} is not in the backup: {why}.", file=file, why=why)
                    )
                    left_out.append(name)
            if not files and not left_out:
                raise BackupError(
                    Sentence(
                        "There is nothing to back up in {folder}: play a game first with"
                        " `tilekeeper play`.",
                        folder=own.state,
                    )
                )
            head = BackupHead(
                release=release,
                made=now.isoformat(timespec="seconds"),
                pictures=pictures,
                left_out=tuple(left_out),
                files=tuple(files),
            )
            archive.writestr(_entry(HEAD, now), msgspec.json.encode(head))
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupError(
            Sentence("{path} can't be written ({why}); nothing was changed.", path=path, why=why)
        ) from error
    return Made(head, games, tuple(troubles))


def has_anything(own: Household, *, pictures: bool) -> bool:
    """Whether there is anything to keep; UnreadableError where this user may not look."""
    return next(_everything(own, pictures=pictures), None) is not None


def _everything(own: Household, *, pictures: bool) -> Iterator[tuple[str, Path]]:
    """Every file by its name in a backup, the journal first; UnreadableError for a folder that this
    user may not read."""
    for place in (own.state, *(own.state / folder for folder in FOLDERS)):
        if is_folder(place) and not os.access(place, os.R_OK | os.X_OK):
            raise UnreadableError(_unreadable(place, os.strerror(errno.EACCES)))
    if (own.state / GAMES_FILE).exists():
        yield GAMES_FILE, own.state / GAMES_FILE
    for folder, pattern in FOLDERS.items():
        for file in found_in(own.state / folder, pattern):
            if belongs(name := f"{folder}/{file.name}"):
                yield name, file
    if (own.state / LANGUAGE_FILE).is_file():
        yield LANGUAGE_FILE, own.state / LANGUAGE_FILE
    if is_file(own.settings):
        yield SETTINGS, own.settings
    if pictures:
        for file in found_in(own.state / PICTURES, "*/*.jpg"):
            if belongs(name := f"{PICTURES}/{file.parent.name}/{file.name}"):
                yield name, file


def _copy_journal(path: Path, copy: Path) -> tuple[int, str]:
    """Writes the journal into a file of its own: how many games it has, and what is wrong with it.
    Of a damaged one that is what is whole; of one that can't be read, nothing. BackupError if there
    is no room for the copy."""
    try:
        with closing(Journal.open_to_read(path)) as journal:
            journal.copy_to(copy)
            return len(journal.games()), journal.trouble
    except CopyError as error:
        raise BackupError(
            Sentence("{why}; nothing was changed.", why=without_stop(str(error)))
        ) from error
    except JournalError as error:
        copy.unlink(missing_ok=True)  # what is half of it
        return 0, str(error)


def _pack(archive: ZipFile, name: str, path: Path, now: datetime) -> BackupFile:
    """Puts a file in; pictures can't be made smaller."""
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
    return Sentence("{path} can't be read ({why}); nothing was changed.", path=path, why=why)


def _entry(name: str, now: datetime) -> ZipInfo:
    """A machine whose clock stands before 1980 can make a zip, too."""
    return ZipInfo(name, max(now.timetuple()[:6], (1980, 1, 1, 0, 0, 0)))
