"""The contents of a backup: a zip with a list of its files, each with its size and checksum, and
the conditions under which each may be restored.

Neither writes nor replaces anything. Names must match a list of patterns, so that none leads out of
the household's folders. Tests: tests/device/test_backup.py, tests/device/test_restore.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import msgspec

from device.settings.config import ConfigError, load_settings
from device.storage.household import (
    LONGEST_WORD,
    HouseholdLayoutError,
    HouseholdWordsError,
    read_layout,
)
from device.storage.household import read_own_words as read_words
from device.storage.journal import GAMES_FILE, DamagedJournalError, Journal, JournalError
from device.storage.screen_language import FILE as LANGUAGE_FILE
from device.storage.tables import NAME, TableFileError, table_of
from device.system.files import LARGEST as LARGEST_TOML
from device.system.files import SETTINGS_FILE, NoSuchFileError, check_is_file
from device.system.zips import UNPACKING_FAILS, contents_of, made_at
from engine.events import MOST_EVENTS
from engine.sentences import Plural, Sentence, edited, without_stop
from engine.tiles import TILE_LANGUAGES
from engine.words.dawg import Dawg, WordFileError, check_graph
from hardware.picture_files import picture_size

VERSION = 1
"""Version of the list and the names; newer ones are refused, older ones stay readable for ever."""

HEAD, FORMAT = "backup.json", "tilekeeper backup"
"""The list's name in the zip, and its format identifier."""

SETTINGS = f"settings/{SETTINGS_FILE}"
PICTURES_FOLDER = "pictures"

MOST_FILES = 200_000
"""An evening has some fifty pictures; no card holds as many as this."""

Meta = msgspec.Meta
BoundedText: TypeAlias = Annotated[str, Meta(max_length=100)]
FileName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
FileNames: TypeAlias = Annotated[tuple[FileName, ...], Meta(max_length=MOST_FILES)]


class BackupError(Exception):
    """A backup that can't be made, or isn't one that can be restored; one sentence."""


class BackupFile(msgspec.Struct, frozen=True):
    """One of its files: its name in the zip, its bytes, and their SHA-256 in hexadecimal."""

    name: FileName
    size: Annotated[int, Meta(ge=0, lt=2**50)]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class BackupHead(msgspec.Struct, frozen=True, kw_only=True):
    """The list. `release`: the version of tilekeeper that made it; `made`: when, in local time;
    `pictures`: whether it includes those of plays; `left_out`: what existed but couldn't be
    read; `games`: how many it holds, None in backups made before that was said."""

    format: Literal["tilekeeper backup"] = "tilekeeper backup"
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    release: BoundedText
    made: BoundedText
    pictures: bool
    left_out: FileNames = ()
    games: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    files: Annotated[tuple[BackupFile, ...], Meta(max_length=MOST_FILES)]


class _Version(msgspec.Struct, frozen=True):
    format: Literal["tilekeeper backup"]
    version: Annotated[int, Meta(ge=1)]


# --- conditions for each file ---


@dataclass(frozen=True)
class _Kind:
    """Files of one kind: their names, the most bytes, and a check that may refuse them."""

    name: re.Pattern[str]
    largest: int
    check: Callable[[Path], object]


class _NotWholeError(Exception):
    """A file that can't be used, in half a sentence."""


def _check_journal(path: Path) -> None:
    # Don't salvage a damaged one: it won't be restored, and may have been crafted to be slow.
    try:
        opened = Journal.open_to_read(path, whole=True)
    except DamagedJournalError as error:
        raise _NotWholeError(Sentence("its games aren’t those that were saved")) from error
    with closing(opened) as journal:
        longest = max((game.events for game in journal.games()), default=0)
        if longest > MOST_EVENTS:
            raise _NotWholeError(
                Sentence(
                    Plural(
                        "a game of it has {longest} event, {most} at most",
                        "a game of it has {longest} events, {most} at most",
                        by="longest",
                    ),
                    longest=longest,
                    most=MOST_EVENTS,
                )
            )


def _check_table(path: Path) -> None:
    table_of(path.read_bytes(), path)


def _check_own_words(path: Path) -> None:
    read_words(path.parent, path.stem)


def _check_list(path: Path) -> None:
    check_graph(Dawg.open(path), LONGEST_WORD)


def _check_language(path: Path) -> None:
    path.read_bytes().decode("ascii")


def _check_picture(path: Path) -> None:
    if picture_size(path) is None:
        raise _NotWholeError(Sentence("it isn’t a picture"))


_CODES = "|".join(TILE_LANGUAGES)
_LAYOUT = r"[^/\\.\x00-\x1f][^/\\\x00-\x1f]{0,39}"
MEGABYTE = 1024 * 1024

_KINDS = (
    _Kind(re.compile(re.escape(GAMES_FILE)), 1024 * MEGABYTE, _check_journal),
    _Kind(re.compile(rf"tables/{NAME.pattern}\.table"), 64 * MEGABYTE, _check_table),
    _Kind(
        re.compile(r"layouts/[^/\\.\x00-\x1f][^/\\\x00-\x1f]{0,59}\.toml"),
        LARGEST_TOML,
        read_layout,
    ),
    _Kind(re.compile(rf"words/({_CODES})\.txt"), 64 * MEGABYTE, _check_own_words),
    _Kind(re.compile(rf"words/({_CODES})\.dawg"), 256 * MEGABYTE, _check_list),
    _Kind(re.compile(re.escape(LANGUAGE_FILE)), 64, _check_language),
    _Kind(re.compile(re.escape(SETTINGS)), LARGEST_TOML, load_settings),
    _Kind(re.compile(r"pictures/[0-9]{6,12}/[0-9]{4,12}\.jpg"), 32 * MEGABYTE, _check_picture),
)


def belongs(name: str) -> bool:
    """Whether a backup may contain a file of that name."""
    return _kind(name) is not None


def why_unusable(name: str, path: Path) -> str | None:
    """What is wrong with a file that is to have this name in a backup; None if it can be used."""
    kind = _kind(name)
    if kind is None:
        return "it belongs in no backup"
    try:
        check_is_file(path)
        if path.stat().st_size > kind.largest:
            return Sentence("it’s larger than one can be")
        kind.check(path)
    except (
        _NotWholeError,
        JournalError,
        TableFileError,
        HouseholdLayoutError,
        HouseholdWordsError,
        ConfigError,
        WordFileError,
        msgspec.MsgspecError,
        ValueError,
        OSError,
    ) as error:
        if isinstance(error, NoSuchFileError):
            return error.strerror
        return without_stop(edited(str(error), partial(_with_its_name, path)))
    return None


def _with_its_name(path: Path, why: str) -> str:
    return why.replace(str(path), path.name)


def _kind(name: str) -> _Kind | None:
    return next((kind for kind in _KINDS if kind.name.fullmatch(name)), None)


# --- the list ---


def backup_made_at(path: Path) -> str | None:
    """When the backup at this path was made, by its list alone; None if there is none."""
    return made_at(path, HEAD, FORMAT)


def read_head(path: Path, archive: ZipFile) -> BackupHead:
    """A backup's list, which must agree with the zip's directory; BackupError if this program can't
    restore it. The files' bytes are checked later."""
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if HEAD not in names:
        raise BackupError(no_backup(path))
    try:
        said = contents_of(archive, HEAD)
        version = msgspec.json.decode(said, type=_Version).version
        if version > VERSION:
            raise BackupError(
                Sentence(
                    "{path} was made by a newer tilekeeper (version {version}, this one reads"
                    " {version2}): update tilekeeper.",
                    path=path,
                    version=version,
                    version2=VERSION,
                )
            )
        head = msgspec.json.decode(said, type=BackupHead)
    except (*UNPACKING_FAILS, msgspec.MsgspecError) as error:
        raise BackupError(no_backup(path)) from error
    if not head.files:
        raise BackupError(
            Sentence("{path} is an empty backup: there’s nothing to restore.", path=path)
        )
    _check_names(path, head, names)
    for entry in entries:
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or entry.flag_bits & 1:
            raise BackupError(
                damaged(path, Sentence("{name} is packed differently", name=entry.filename))
            )
    return head


def _check_names(path: Path, head: BackupHead, names: list[str]) -> None:
    for file in head.files:
        kind = _kind(file.name)
        if kind is None:
            raise BackupError(
                Sentence(
                    "{path} has {name}, which doesn’t belong in a backup.",
                    path=path,
                    name=repr(file.name),
                )
            )
        if not 0 <= file.size <= kind.largest:
            raise BackupError(
                Sentence(
                    "{path} has {name}, which is larger than one can be.",
                    path=path,
                    name=repr(file.name),
                )
            )
    listed = [HEAD, *(file.name for file in head.files)]
    if sorted(names) != sorted(listed) or len(set(listed)) < len(listed):
        odd = sorted(set(names) ^ set(listed)) or [Sentence("a file twice")]
        raise BackupError(
            damaged(path, Sentence("its list and what it holds differ: {odd}", odd=odd[0]))
        )


def damaged(path: Path, why: str) -> str:
    """The sentence about a backup with altered contents."""
    return Sentence("{path} is damaged ({why}): take another backup.", path=path, why=why)


def without_its_end(path: Path) -> str:
    """The sentence about a truncated backup."""
    return Sentence(
        "{path} is cut off: copy it again from where it came from, or use an older one.", path=path
    )


def no_backup(path: Path) -> str:
    """The sentence about a file that isn't a backup."""
    return Sentence("{path} isn’t a backup: give a zip made by `tilekeeper backup`.", path=path)
