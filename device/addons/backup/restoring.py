"""Restores a backup: it is checked whole, then everything is replaced at once, so that a kill in
between leaves either the old state or the new one.

All of the backup is unpacked and checked in a folder next to the household's own; the moment the
plan file exists the new state applies, and any command finishes the work (`finish_restore`). The
previous files are in a backup of their own.
Tests: tests/device/test_restore.py.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import msgspec

from device.addons.backup import ASIDE, PLAN, RESTORE_FOLDER
from device.addons.backup.contents import (
    PICTURES_FOLDER,
    SETTINGS,
    BackupError,
    BackupFile,
    BackupHead,
    belongs,
    damaged,
    no_backup,
    read_head,
    why_unusable,
    without_its_end,
)
from device.addons.backup.making import FOLDERS_TO_KEEP, PIECE, Household, has_anything, make_backup
from device.storage.journal import GAMES_FILE, Journal, JournalError, KeptGame
from device.storage.screen_language import FILE as LANGUAGE_FILE
from device.system.files import (
    FOLDER_ALONE,
    FOLDER_OF_GROUP,
    FOLDER_SHARED,
    FOR_ALL_TO_READ,
    SHARED,
    found_in,
    is_file,
    is_folder,
    is_shared,
    is_there,
    open_itself,
    replace_file,
    sync_folder,
    there,
    whole_file,
)
from device.system.privileges import as_caller
from device.system.process import LOOK_AGAIN, Holder, TakenError, hold
from device.system.zips import UNPACKING_FAILS, begins_as_zip, is_cut_off, open_zip
from engine.records.json_texts import check_json
from engine.sentences import Plural, Sentence, without_stop

log = logging.getLogger(__name__)

ROOM = 16 * 1024 * 1024
"""Bytes to leave free on the disk."""

HALF_A_PLAN, HALF_A_ZIP = f".{PLAN}*.new", ".before-restore-*.new"
"""Half-written files of a killed process, as `whole_file` names them."""

LOGS = ("-wal", "-shm", ".last", ".open")
"""Files that belong to one particular journal: SQLite's log, the witness of its last game
(device/storage/salvage.py), and the table's state (device/storage/state_file.py)."""


LARGEST_PLAN = 16 * 1024 * 1024
"""Bytes of a plan; it names each folder of pictures ..."""

MOST_NAMES = 100_000
"""... and the most names in it: each is looked up on the disk several times."""

STAGED = ".{}.restored"
"""The new settings are placed next to the old ones, where only users who may write the settings can
have put them, and never in the state directory, which a group may write."""

_ASIDE = re.compile(r"before-restore-[0-9-]{1,40}")
_BELOW = re.compile(
    rf"({'|'.join(map(re.escape, (*FOLDERS_TO_KEEP, PICTURES_FOLDER)))})(/[^/\0]+)*"
)
_ITSELF = frozenset({LANGUAGE_FILE, SETTINGS, *(GAMES_FILE + ending for ending in ("", *LOGS))})


class _Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A restore's plan: in the state directory `removed` is deleted, then each of `replaced` is
    exchanged for what was unpacked under its name. `settings`: these are replaced too, by the file
    placed next to them; `kept_as_it_was`: items that can't be in a backup and so are kept in the
    folder `aside`. All are names below the state directory, and none leads out of it."""

    removed: tuple[str, ...]
    replaced: tuple[str, ...]
    settings: bool
    kept_as_it_was: tuple[str, ...]
    aside: str

    def __post_init__(self) -> None:
        named = (*self.removed, *self.replaced, *self.kept_as_it_was)
        if len(named) > MOST_NAMES:
            raise ValueError(
                Sentence(
                    Plural("{n} name, {most} at most", "{n} names, {most} at most"),
                    n=len(named),
                    most=MOST_NAMES,
                )
            )
        for name in named:
            plain = not {"", ".", ".."}.intersection(name.split("/"))
            if not plain or not (_BELOW.fullmatch(name) or name in _ITSELF):
                raise ValueError(f"{name[:60]!r} is nothing that is put back")
        if not _ASIDE.fullmatch(self.aside):
            raise ValueError(f"{self.aside[:60]!r} is no folder of a restore")


@dataclass(frozen=True)
class Restored:
    """What was restored, and where the previous files are: a backup, None if there were none; and a
    sentence about each item kept outside it, as it was."""

    head: BackupHead
    before: Path | None
    troubles: tuple[str, ...]


def check_backup(path: Path, folder: Path) -> BackupHead:
    """Unpacks a backup into a new folder, each file verified by its checksum and by parsing it;
    returns its list. BackupError if it can't be restored."""
    try:
        with as_caller():
            if is_folder(path):
                raise BackupError(Sentence("{file} is a folder: name a file in it.", file=path))
            if is_there(path) and not is_file(path):
                raise BackupError(no_backup(path))  # not a file: it may have no end
            opened = open_zip(path)
        with opened as archive:
            head = read_head(path, archive)
            if head.version < 1:
                raise BackupError(no_backup(path))
            entries = {entry.filename: entry for entry in archive.infolist()}
            wanted, free = sum(file.size for file in head.files), _free(folder)
            if wanted + ROOM > free:
                left = max(0, free - ROOM)
                raise BackupError(
                    Sentence(
                        "{path} needs {size} MB, and {free} MB are free for it in {folder}: make"
                        " room.",
                        path=path,
                        size=_megabytes(wanted),
                        free=_megabytes(left),
                        folder=folder.parent.parent,
                    )
                )
            for file in head.files:
                _unpack(path, archive, entries[file.name], file, folder / file.name)
    except FileNotFoundError as error:
        if error.filename == os.fspath(path):
            raise BackupError(
                Sentence("{path} doesn’t exist: check the name.", path=path)
            ) from error
        raise BackupError(_not_restored(path, error)) from error
    except UNPACKING_FAILS as error:
        if isinstance(error, OSError):
            raise BackupError(_not_restored(path, error)) from error
        with as_caller():
            begun, cut_off = begins_as_zip(path), is_cut_off(path)
        if not begun:
            raise BackupError(no_backup(path)) from error
        if cut_off:
            raise BackupError(without_its_end(path)) from error
        raise BackupError(damaged(path, Sentence("it can’t be unpacked"))) from error
    for file in head.files:
        if (why := why_unusable(file.name, folder / file.name)) is not None:
            raise BackupError(
                Sentence("Can’t restore {path}: {name}: {why}.", path=path, name=file.name, why=why)
            )
    return head


def restore(
    path: Path,
    own: Household,
    now: datetime,
    release: str,
    *,
    with_settings: bool,
    held: bool = False,
    report: Callable[[Restored], None] = lambda _: None,
) -> Restored:
    """Restores a backup over what the household has; `held`: the caller holds the games. `report`
    is called when everything is in place, and the plan still there: cut off until then, the next
    command finishes the restore and says so. BackupError if it can't be restored, for example
    because a table is running: then nothing has changed."""
    folder, before = own.state / RESTORE_FOLDER, _unused(own.state, now)
    _refuse_others(own.state)
    with nullcontext() if held else _alone(own.state):
        try:
            _take_away_leavings(own)
            head = check_backup(path, folder / "new")
            plan, troubles = _planned(head, own, before, (now, release), with_settings)
            if plan.settings:
                _stage_settings(head, own)
            _commit(own.state, plan)
        except BaseException as error:
            planned = os.path.lexists(own.state / PLAN)  # then the next command finishes it
            if not planned:
                _leave_as_it_was(own, before)
            if isinstance(error, OSError) and planned:
                raise _cut_off(own.state, error) from error
            if isinstance(error, OSError):
                raise BackupError(_not_restored(path, error)) from error
            raise
        try:
            _put_in_place(own, plan)
            done = Restored(head, before if before.exists() else None, troubles)
            report(done)
            _end(own.state)
        except OSError as error:
            raise _cut_off(own.state, error) from error
    return done


def _refuse_others(state: Path) -> None:
    """Only the folder's owner can read a plan, so no other user may start a restore."""
    if not is_folder(state):
        return
    owner = state.stat().st_uid
    if owner != os.geteuid():
        raise BackupError(
            Sentence(
                "{folder} is another user’s (number {number}), and only that user’s "
                "restore is trusted there: run this with sudo.",
                folder=state,
                number=owner,
            )
        )


def _leave_as_it_was(own: Household, before: Path) -> None:
    """Removes the remains of a failed restore; what can't be removed now, as on a disk that has
    turned read-only, is removed by the next one."""
    for leave in (
        partial(_forget_staged, own.settings),
        partial(_take_away, own.state / RESTORE_FOLDER),
        partial(before.unlink, missing_ok=True),
    ):
        try:
            leave()
        except OSError as error:
            log.info("what was unpacked stays: %s", error)


def finish_restore(own: Household) -> str:
    """Finishes an interrupted restore, and returns the sentence about it; "" if there was none.
    BackupError if that isn't possible now. A plan that isn't valid or isn't this user's is set
    aside."""
    try:
        if (plan := _plan_of(own.state)) is None:
            return ""
        with _alone(own.state, wait=5.0):
            plan = _plan_of(own.state)  # another process may have finished it
            if plan is None:
                return ""
            _carry_out(own, plan)
    except _NoPlanError as error:
        return _set_aside(own.state, str(error))
    except (OSError, BackupError) as error:
        raise _cut_off(own.state, error) from error
    return FINISHED


FINISHED = Sentence("A restore was interrupted. It’s finished now: the backup is in use.")


def finish_held_restore(own: Household) -> str:
    """The same for a caller that holds the games already, as the restore may have been interrupted
    while waiting for them. Also removes the remains of one that was killed before it had a plan."""
    try:
        if (plan := _plan_of(own.state)) is not None:
            _carry_out(own, plan)
            return FINISHED
        _take_away_leavings(own)
    except _NoPlanError as error:
        return _set_aside(own.state, str(error))
    except OSError as error:
        raise _cut_off(own.state, error) from error
    return ""


def _cut_off(state: Path, error: Exception) -> BackupError:
    why = without_stop(getattr(error, "strerror", None) or str(error))
    return BackupError(
        Sentence(
            "A restore in {folder} was interrupted and can’t be finished "
            "({why}): run this again, with sudo if it’s the service’s.",
            folder=state,
            why=why,
        )
    )


# --- the plan of an interrupted restore ---


class _NoPlanError(Exception):
    """The file isn't a plan, or isn't this user's; the message says why."""


def _plan_of(state: Path) -> _Plan | None:
    """The remaining plan; None if there is none. PermissionError for anybody but the folder's
    owner, whose plan it is."""
    try:
        owner = state.stat().st_uid
        _check_plan((state / PLAN).lstat(), owner)
        if owner != os.geteuid():
            raise PermissionError(errno.EPERM, Sentence("it’s another user’s"))
        number = open_itself(state / PLAN, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    try:
        _check_plan(os.fstat(number), owner)
        with os.fdopen(number, "rb", closefd=False) as file:
            data = file.read(LARGEST_PLAN + 1)
    finally:
        os.close(number)
    try:
        check_json(data)
        return msgspec.json.decode(data, type=_Plan)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _NoPlanError(Sentence("it’s damaged: {why}", why=_in_a_line(error))) from error


def _in_a_line(error: Exception) -> str:
    """What is wrong with a plan; msgspec passes on our own check's message without its values."""
    said = str(error.__cause__ or error)
    return said if isinstance(said, Sentence) else str(error).splitlines()[0]


def _check_plan(found: os.stat_result, owner: int) -> None:
    """_NoPlanError unless it is the folder owner's file, which no other user can write."""
    if found.st_uid != owner:
        raise _NoPlanError(Sentence("another user has put it there"))
    if stat.S_ISLNK(found.st_mode):
        raise _NoPlanError(Sentence("it’s a link"))
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise _NoPlanError(Sentence("it isn’t a file of its own"))
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise _NoPlanError(Sentence("writable by others"))


def _name_aside(state: Path) -> str:
    number = 1
    while any(os.path.lexists(state / f"{ASIDE}-{number}{kind}") for kind in ("", ".json")):
        number += 1
    return f"{ASIDE}-{number}"


def _set_aside(state: Path, why: str) -> str:
    """Sets an unusable plan aside with its folder, losing nothing; returns the sentence about
    it."""
    name = _name_aside(state)
    aside = state / f"{name}.json"
    try:
        (state / PLAN).rename(aside)
        if os.path.lexists(state / RESTORE_FOLDER):
            (state / RESTORE_FOLDER).rename(state / name)
    except FileNotFoundError:
        return ""  # another process was quicker
    except OSError as error:
        why = Sentence(
            "{why}; it can’t be set aside either ({error})", why=why, error=error.strerror or error
        )
        return Sentence("{path} isn’t carried out ({why}): remove it.", path=state / PLAN, why=why)
    return Sentence(
        "{path} isn’t carried out ({why}): it’s in {aside} now. If anything "
        "is missing, restore the newest before-restore-….zip there.",
        path=state / PLAN,
        why=why,
        aside=aside,
    )


def _unused(state: Path, now: datetime) -> Path:
    """The file for the backup of the previous state; an existing one isn't replaced."""
    number, stamp = 1, f"before-restore-{now:%Y-%m-%d-%H%M%S}"
    while (file := state / (f"{stamp}.zip" if number == 1 else f"{stamp}-{number}.zip")).exists():
        number += 1
    return file


# --- unpacking ---


def _unpack(path: Path, archive: ZipFile, entry: ZipInfo, file: BackupFile, target: Path) -> None:
    """Writes one file; BackupError if its size or contents differ from the list."""
    size, digest = 0, hashlib.sha256()
    with archive.open(entry) as packed, whole_file(target) as out:
        while piece := packed.read(PIECE):
            size += len(piece)
            if size > file.size:
                break  # whatever a zip promises, no more is written
            digest.update(piece)
            out.write(piece)
        if size != file.size or digest.hexdigest() != file.sha256:
            raise BackupError(
                damaged(path, Sentence("{name} isn’t what was saved", name=file.name))
            )


def _free(folder: Path) -> int:
    return shutil.disk_usage(there(folder)).free


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.0f}"


def _not_restored(path: Path, error: OSError) -> str:
    return Sentence(
        "Can’t restore {path} ({why}): nothing was changed.",
        path=path,
        why=error.strerror or error,
    )


# --- planning ---


def _planned(
    head: BackupHead,
    own: Household,
    before: Path,
    made: tuple[datetime, str],
    with_settings: bool,
) -> tuple[_Plan, tuple[str, ...]]:
    """The plan, and a sentence for each thing missing from the backup of the current state; that
    backup is written here if there is anything to save. `made`: when, and by which release."""
    state, new = own.state, own.state / RESTORE_FOLDER / "new"
    settings = with_settings and (new / SETTINGS).exists()
    with as_caller(own.settings.parent):
        folder = there(own.settings.parent)
        writable = os.access(folder, os.W_OK | os.X_OK)
    if settings and not writable:
        raise BackupError(
            Sentence(
                "Can’t write {file}: run this with sudo, or with --without-settings.",
                file=own.settings,
            )
        )
    whole = [*FOLDERS_TO_KEEP, LANGUAGE_FILE]
    removed = [item for item in whole if not (new / item).exists()]
    replaced = [item for item in whole if (new / item).exists()]
    if (new / GAMES_FILE).exists():
        removed += [GAMES_FILE + ending for ending in LOGS]
        replaced.append(GAMES_FILE)
        if head.pictures:
            (replaced if (new / PICTURES_FOLDER).exists() else removed).append(PICTURES_FOLDER)
        else:
            removed += _pictures_of_others(state, new / GAMES_FILE)
    left_out, aside = tuple[str, ...](), before.stem
    pictures = any(item.startswith(PICTURES_FOLDER) for item in (*removed, *replaced))
    if has_anything(own, pictures=pictures):
        left_out = make_backup(before, own, *made, pictures=pictures).head.left_out
    others = tuple(_in_no_backup(state))
    troubles = (
        *(
            Sentence(
                "{name} was damaged: the damaged copy is in {folder}.",
                name=name,
                folder=state / aside,
            )
            for name in left_out
        ),
        *(
            Sentence(
                "{name} doesn’t belong in a backup: it’s in {folder}.",
                name=name,
                folder=state / aside,
            )
            for name in others
        ),
    )
    kept = (*left_out, *others)
    try:
        return _Plan(tuple(removed), tuple(replaced), settings, kept, aside), troubles
    except ValueError as error:
        raise BackupError(
            Sentence(
                "The contents of {folder} can’t be set aside ({why}): nothing was changed.",
                folder=state,
                why=error,
            )
        ) from error


def _in_no_backup(state: Path) -> Iterator[str]:
    """Files that somebody put into the household's folders, or that were set aside there."""
    for folder in FOLDERS_TO_KEEP:
        for file in sorted((state / folder).rglob("*")):
            name = str(file.relative_to(state))
            if file.is_file() and not belongs(name):
                yield name


def _pictures_of_others(state: Path, restored: Path) -> Iterator[str]:
    """Pictures that would be mistaken for other games', which have the same numbers."""
    folders = state / PICTURES_FOLDER
    numbers = sorted(folders.iterdir()) if folders.is_dir() else []
    ours, theirs = _games(state / GAMES_FILE), _games(restored)
    for folder in numbers:
        number = int(folder.name) if folder.name.isdecimal() else 0
        one, other = ours.get(number), theirs.get(number)
        if one is None or other is None or not _same_game(one, other):
            yield f"{PICTURES_FOLDER}/{folder.name}"


def _same_game(one: KeptGame, other: KeptGame) -> bool:
    """Whether they are the same, as far as the shorter goes."""
    common = min(len(one.events), len(other.events))
    begun = (one.head, one.wall) == (other.head, other.wall)
    return begun and one.events[:common] == other.events[:common]


def _games(path: Path) -> dict[int, KeptGame]:
    try:
        with closing(Journal.open_to_read(path)) as journal:
            kept = (journal.game(line.number) for line in journal.games())
            return {game.number: game for game in kept if game is not None}
    except JournalError:
        return {}  # whose pictures they are is unknown; the backup of the previous state has them


# --- carrying it out ---


def _commit(state: Path, plan: _Plan) -> None:
    """From here on the new state applies, whatever happens."""
    new = state / RESTORE_FOLDER / "new"
    for folder in [new, *(path for path in new.rglob("*") if path.is_dir())]:
        sync_folder(folder)
    sync_folder(state)
    half = state / f".{PLAN}-{os.getpid()}.new"
    # Its owner's alone, even in a group's folder: it is trusted.
    number = open_itself(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with os.fdopen(number, "wb") as file:
        file.write(msgspec.json.encode(plan))
        file.flush()
        os.fsync(number)
    half.replace(state / PLAN)
    sync_folder(state)


def _carry_out(own: Household, plan: _Plan) -> None:
    """Carries out the plan, or what remains of it."""
    _put_in_place(own, plan)
    _end(own.state)


def _put_in_place(own: Household, plan: _Plan) -> None:
    if plan.settings:
        _replace_settings(plan, own)
    with _Folder(own.state) as state:
        for item in plan.removed:
            if not state.has(f"{RESTORE_FOLDER}/old/{item}"):
                state.move(item, f"{RESTORE_FOLDER}/old/{item}")
        for item in plan.replaced:
            if state.has(f"{RESTORE_FOLDER}/new/{item}"):  # else it is in its place already
                state.move(item, f"{RESTORE_FOLDER}/old/{item}")
                state.move(f"{RESTORE_FOLDER}/new/{item}", item)
        for item in plan.kept_as_it_was:
            state.move(f"{RESTORE_FOLDER}/old/{item}", f"{plan.aside}/{item}")
            if item == GAMES_FILE:
                state.move(f"{RESTORE_FOLDER}/old/{item}-wal", f"{plan.aside}/{item}-wal")
    sync_folder(own.state)


def _end(state: Path) -> None:
    (state / PLAN).unlink()
    sync_folder(state)
    _take_away(state / RESTORE_FOLDER)


class _Folder:
    """A folder that other users may write to: paths below it are opened folder by folder, without
    following links."""

    def __init__(self, path: Path) -> None:
        self._number = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._shared = is_shared(path)

    def __enter__(self) -> _Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._number)

    def has(self, name: str) -> bool:
        """Whether the path exists, even as a link."""
        try:
            with self._within(name) as (folder, last):
                os.stat(last, dir_fd=folder, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True

    def move(self, name: str, target: str) -> None:
        """Renames a file, creating the target's folder if need be."""
        if self.has(name):
            with (
                self._within(name) as (folder, last),
                self._within(target, make=True) as (into, new),
            ):
                os.rename(last, new, src_dir_fd=folder, dst_dir_fd=into)

    @contextmanager
    def _within(self, name: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """The opened parent folder, and the name in it."""
        *folders, last = name.split("/")
        number = os.dup(self._number)
        try:
            for one in folders:
                made = make and self._made(one, number)
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
                above, number = number, os.open(one, flags, dir_fd=number)
                os.close(above)
                if made and self._shared and os.fstat(number).st_mode & SHARED != SHARED:
                    os.fchmod(number, FOLDER_SHARED)
            yield number, last
        finally:
            os.close(number)

    def _made(self, name: str, folder: int) -> bool:
        mode = FOLDER_OF_GROUP if self._shared else FOLDER_ALONE
        try:
            os.mkdir(name, mode, dir_fd=folder)
        except FileExistsError:
            return False
        return True


def _staged(settings: Path) -> Path:
    return settings.with_name(STAGED.format(settings.name))


def _stage_settings(head: BackupHead, own: Household) -> None:
    """Places the new settings next to the old ones: on the same disk, in the same folder."""
    unpacked = (own.state / RESTORE_FOLDER / "new" / SETTINGS).read_bytes()
    sums = [file.sha256 for file in head.files if file.name == SETTINGS]
    if sums != [hashlib.sha256(unpacked).hexdigest()]:
        raise BackupError(
            Sentence(
                "The unpacked files have been changed by something else: nothing was restored."
            )
        )
    with as_caller(own.settings.parent):
        mode = FOR_ALL_TO_READ
        if own.settings.exists():
            mode = stat.S_IMODE(own.settings.stat().st_mode)
        replace_file(_staged(own.settings), unpacked, mode)
        sync_folder(own.settings.parent)


def _forget_staged(settings: Path) -> None:
    with as_caller(settings.parent):
        _staged(settings).unlink(missing_ok=True)


def _replace_settings(plan: _Plan, own: Household) -> None:
    """Puts the new settings in place; does nothing if that is done."""
    staged, aside = _staged(own.settings), own.state / plan.aside / SETTINGS
    with as_caller(own.settings.parent):
        if not staged.exists():
            return
        before = own.settings.read_bytes() if is_file(own.settings) else None
    if before is not None and SETTINGS in plan.kept_as_it_was and not aside.exists():
        replace_file(aside, before)
    with as_caller(own.settings.parent):
        staged.replace(own.settings)
        sync_folder(own.settings.parent)


def _take_away_leavings(own: Household) -> None:
    """Removes the remains of a restore that was killed before there was a plan."""
    _take_away(own.state / RESTORE_FOLDER)
    for half in (*found_in(own.state, HALF_A_PLAN), *found_in(own.state, HALF_A_ZIP)):
        half.unlink()
    if os.path.lexists(_staged(own.settings)):
        _forget_staged(own.settings)


def _take_away(folder: Path) -> None:
    """Removes what was unpacked; whatever else is in its place, a link or a FIFO, is removed itself
    (rmtree would open a FIFO, and wait). Other users' files in there that aren't to be removed are
    set aside."""
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
    else:
        try:
            shutil.rmtree(folder)
        except PermissionError as error:
            log.info("%s can't be removed: %s", folder, error)
            folder.rename(folder.with_name(_name_aside(folder.parent)))


@contextmanager
def _alone(state: Path, wait: float = 0.0) -> Iterator[None]:
    """Holds the games, so that nobody plays and no other restore runs; BackupError if somebody
    does."""
    until = time.monotonic() + wait
    while True:
        try:
            held = hold(state / GAMES_FILE, Holder(os.getpid(), time.time()))
            break
        except TakenError as error:
            if time.monotonic() < until:
                time.sleep(LOOK_AGAIN)
                continue
            raise BackupError(_somebody_plays(error.by)) from error
    with closing(held):
        if held.trouble:
            raise BackupError(held.trouble)
        yield


def _somebody_plays(who: Holder | None) -> str:
    if who is None:
        return Sentence("Already running here: stop it first.")
    if who.service:
        return Sentence("Already running here: stop it first (sudo systemctl stop tilekeeper).")
    return Sentence("Already running here (process {number}): stop it first.", number=who.pid)
