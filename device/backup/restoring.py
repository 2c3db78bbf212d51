"""Puts a backup back: checked whole, then everything at once, so that whoever is killed in between
leaves the old state or the new one.

All of the backup is unpacked and checked in a folder beside the household's own; a file that says
what is to be done is the moment from which on it is the new state, and any command goes on from
there (`finish_restore`). What was there before is in a backup of its own.
Tests: tests/device/test_restore.py.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import msgspec

from device.backup import BESIDE, PLAN
from device.backup.contents import (
    PICTURES,
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
from device.backup.making import FOLDERS, PIECE, Household, has_anything, make_backup
from device.storage.journal import GAMES_FILE, Journal, JournalError, KeptGame
from device.storage.screen_language import FILE as LANGUAGE_FILE
from device.system.files import (
    FOR_ALL_TO_READ,
    found_in,
    is_file,
    is_folder,
    is_there,
    make_folder,
    replace_file,
    sync_folder,
    there,
    whole_file,
)
from device.system.process import LOOK_AGAIN, Holder, TakenError, hold
from device.system.zips import UNPACKING_FAILS, begins_as_zip, is_cut_off, open_zip

ROOM = 16 * 1024 * 1024
"""Bytes that stay free on the disk."""

HALF_A_PLAN, HALF_A_ZIP = f"{PLAN}*.new", ".before-restore-*.new"
"""What somebody left half written who was killed."""

LOGS = ("-wal", "-shm", ".last", ".open")
"""What lies beside a journal and belongs to that one alone: SQLite's log, how far the last game
went (device/storage/salvage.py), and what the table showed (device/storage/under_way.py)."""


class _Plan(msgspec.Struct, frozen=True):
    """What is to be done: in the state directory `removed` goes, and then each of `replaced` gives
    way to what was unpacked under its name. `settings`: the file that is replaced, "" for none;
    `kept_as_it_was`: what is in no backup and so is kept in the folder `aside`."""

    removed: tuple[str, ...]
    replaced: tuple[str, ...]
    settings: str
    kept_as_it_was: tuple[str, ...]
    aside: str


@dataclass(frozen=True)
class Restored:
    """What was put back, and where what was there before is: a backup, None where nothing was; and
    a sentence for what of it is kept beside that, as it was."""

    head: BackupHead
    before: Path | None
    troubles: tuple[str, ...]


def check_backup(path: Path, folder: Path) -> BackupHead:
    """Unpacks a backup into a new folder, each file proved by its sum and read as this program
    reads it; its list. BackupError if it can't be put back."""
    try:
        if is_folder(path):
            raise BackupError(f"{path} is a folder: name a file in it.")
        if is_there(path) and not is_file(path):
            raise BackupError(no_backup(path))  # what is no file may have no end
        with open_zip(path) as archive:
            head = read_head(path, archive)
            entries = {entry.filename: entry for entry in archive.infolist()}
            wanted, free = sum(file.size for file in head.files), _free(folder)
            if wanted + ROOM > free:
                left = max(0, free - ROOM)
                raise BackupError(
                    f"{path} needs {_megabytes(wanted)} MB, and {_megabytes(left)} MB are free for "
                    f"it in {folder.parent.parent}: make room."
                )
            for file in head.files:
                _unpack(path, archive, entries[file.name], file, folder / file.name)
    except FileNotFoundError as error:
        if error.filename == os.fspath(path):
            raise BackupError(f"{path} does not exist: check the name.") from error
        raise BackupError(_not_restored(path, error)) from error
    except UNPACKING_FAILS as error:
        if isinstance(error, OSError):
            raise BackupError(_not_restored(path, error)) from error
        if not begins_as_zip(path):
            raise BackupError(no_backup(path)) from error
        if is_cut_off(path):
            raise BackupError(without_its_end(path)) from error
        raise BackupError(damaged(path, "it can't be unpacked")) from error
    for file in head.files:
        if (why := why_unusable(file.name, folder / file.name)) is not None:
            raise BackupError(f"{path} can't be restored: {file.name}: {why}.")
    return head


def restore(
    path: Path,
    own: Household,
    now: datetime,
    release: str,
    *,
    with_settings: bool,
    held: bool = False,
) -> Restored:
    """Puts a backup in the place of what the household has; `held`: who does it holds the games.
    BackupError if it can't be, for one because a table runs: then everything is as it was."""
    beside, before = own.state / BESIDE, _unused(own.state, now)
    with nullcontext() if held else _alone(own.state):
        try:
            _take_away(beside)
            for half in (*found_in(own.state, HALF_A_PLAN), *found_in(own.state, HALF_A_ZIP)):
                half.unlink()
            head = check_backup(path, beside / "new")
            plan, troubles = _planned(head, own, before, (now, release), with_settings)
            _commit(own.state, plan)
        except BaseException as error:
            if not (own.state / PLAN).exists():
                _take_away(beside)
                before.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise BackupError(_not_restored(path, error)) from error
            raise
        try:
            _carry_out(own.state)
        except OSError as error:
            raise _cut_off(own.state, error) from error
    return Restored(head, before if before.exists() else None, troubles)


def finish_restore(state: Path) -> None:
    """Goes on with a restore that was cut off; BackupError if that can't be done now."""
    try:
        with _alone(state, wait=5.0):
            _carry_out(state)
    except (OSError, BackupError) as error:
        raise _cut_off(state, error) from error


def finish_held_restore(state: Path) -> None:
    """The same for who holds the games already: it may have been cut off while that was waited
    for."""
    try:
        _carry_out(state)
    except OSError as error:
        raise _cut_off(state, error) from error


def _cut_off(state: Path, error: Exception) -> BackupError:
    why = (getattr(error, "strerror", None) or str(error)).rstrip(".")
    return BackupError(
        f"A restore in {state} was cut off, and can't be finished now ({why}): call this once more,"
        " with sudo if it is the service's."
    )


def _unused(state: Path, now: datetime) -> Path:
    """The file for the backup of what was there before; one that is there is not replaced."""
    number, stamp = 1, f"before-restore-{now:%Y-%m-%d-%H%M%S}"
    while (file := state / (f"{stamp}.zip" if number == 1 else f"{stamp}-{number}.zip")).exists():
        number += 1
    return file


# --- unpacking ---


def _unpack(path: Path, archive: ZipFile, entry: ZipInfo, file: BackupFile, target: Path) -> None:
    """Writes one file; a BackupError if it is longer, shorter or other than its list says."""
    size, digest = 0, hashlib.sha256()
    with archive.open(entry) as packed, whole_file(target) as out:
        while piece := packed.read(PIECE):
            size += len(piece)
            if size > file.size:
                break  # whatever a zip promises, no more is written
            digest.update(piece)
            out.write(piece)
        if size != file.size or digest.hexdigest() != file.sha256:
            raise BackupError(damaged(path, f"{file.name} isn't what was kept"))


def _free(folder: Path) -> int:
    return shutil.disk_usage(there(folder)).free


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.0f}"


def _not_restored(path: Path, error: OSError) -> str:
    return f"{path} can't be restored ({error.strerror or error}): everything is as it was."


# --- what is to be done ---


def _planned(
    head: BackupHead,
    own: Household,
    before: Path,
    made: tuple[datetime, str],
    with_settings: bool,
) -> tuple[_Plan, tuple[str, ...]]:
    """The plan, and a sentence for each thing that the backup of what is there now lacks; that one
    is written here, if anything is. `made`: when, and by which release."""
    state, new = own.state, own.state / BESIDE / "new"
    settings = own.settings if with_settings and (new / SETTINGS).exists() else None
    if settings is not None and not os.access(there(settings.parent), os.W_OK | os.X_OK):
        raise BackupError(
            f"{settings} can't be written: call this with sudo, or with --without-settings."
        )
    whole = [*FOLDERS, LANGUAGE_FILE]
    removed = [item for item in whole if not (new / item).exists()]
    replaced = [item for item in whole if (new / item).exists()]
    if (new / GAMES_FILE).exists():
        removed += [GAMES_FILE + ending for ending in LOGS]
        replaced.append(GAMES_FILE)
        if head.pictures:
            (replaced if (new / PICTURES).exists() else removed).append(PICTURES)
        else:
            removed += _pictures_of_others(state, new / GAMES_FILE)
    left_out, aside = tuple[str, ...](), before.stem
    pictures = any(item.startswith(PICTURES) for item in (*removed, *replaced))
    if has_anything(own, pictures=pictures):
        left_out = make_backup(before, own, *made, pictures=pictures).head.left_out
    others = tuple(_in_no_backup(state))
    troubles = (
        *(f"{name} was damaged: as it was it lies in {state / aside}." for name in left_out),
        *(f"{name} belongs in no backup: it lies in {state / aside}." for name in others),
    )
    named = "" if settings is None else str(settings)
    return _Plan(tuple(removed), tuple(replaced), named, (*left_out, *others), aside), troubles


def _in_no_backup(state: Path) -> Iterator[str]:
    """Files that somebody put into the household's folders, or that were set aside there."""
    for folder in FOLDERS:
        for file in sorted((state / folder).rglob("*")):
            name = str(file.relative_to(state))
            if file.is_file() and not belongs(name):
                yield name


def _pictures_of_others(state: Path, restored: Path) -> Iterator[str]:
    """Pictures that would be taken for those of other games, which bear the same numbers."""
    folders = state / PICTURES
    numbers = sorted(folders.iterdir()) if folders.is_dir() else []
    ours, theirs = _games(state / GAMES_FILE), _games(restored)
    for folder in numbers:
        number = int(folder.name) if folder.name.isdecimal() else 0
        one, other = ours.get(number), theirs.get(number)
        if one is None or other is None or not _same_game(one, other):
            yield f"{PICTURES}/{folder.name}"


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
        return {}  # nobody knows whose pictures they are; the backup of before has them


# --- doing it ---


def _commit(state: Path, plan: _Plan) -> None:
    """From here on it is the new state, whatever happens."""
    new = state / BESIDE / "new"
    for folder in [new, *(path for path in new.rglob("*") if path.is_dir())]:
        sync_folder(folder)
    sync_folder(state)
    replace_file(state / PLAN, msgspec.json.encode(plan))
    sync_folder(state)


def _carry_out(state: Path) -> None:
    """Does what the plan says, or what is left of it; nothing where there is none."""
    try:
        plan = msgspec.json.decode((state / PLAN).read_bytes(), type=_Plan)
    except FileNotFoundError:
        return
    new, old, aside = state / BESIDE / "new", state / BESIDE / "old", state / plan.aside
    if plan.settings:
        _replace_settings(plan, Path(plan.settings), new / SETTINGS, aside / SETTINGS)
    for item in plan.removed:
        if not (old / item).exists():
            _move(state / item, old / item)
    for item in plan.replaced:
        if (new / item).exists():  # else it is in its place already
            _move(state / item, old / item)
            _move(new / item, state / item)
    for item in plan.kept_as_it_was:
        _move(old / item, aside / item)
        if item == GAMES_FILE:
            _move(old / f"{item}-wal", aside / f"{item}-wal")
    sync_folder(state)
    (state / PLAN).unlink()
    sync_folder(state)
    _take_away(state / BESIDE)


def _move(path: Path, target: Path) -> None:
    """Renames what is there, with its folder if there is none."""
    if path.exists():
        make_folder(target.parent)
        path.rename(target)


def _replace_settings(plan: _Plan, target: Path, unpacked: Path, aside: Path) -> None:
    """The settings may lie on another disk than the rest: they are written anew."""
    mode = FOR_ALL_TO_READ
    if target.exists():
        mode = stat.S_IMODE(target.stat().st_mode)
        if SETTINGS in plan.kept_as_it_was and not aside.exists():
            replace_file(aside, target.read_bytes())
    replace_file(target, unpacked.read_bytes(), mode)


def _take_away(folder: Path) -> None:
    """Removes what was unpacked."""
    if folder.exists():
        shutil.rmtree(folder)


@contextmanager
def _alone(state: Path, wait: float = 0.0) -> Iterator[None]:
    """Nobody plays meanwhile, and nothing else is put back; BackupError if somebody does."""
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
        return "A table runs here: end it first."
    if who.service:
        return "A table runs here: stop it first (sudo systemctl stop tilekeeper)."
    return f"A table runs here (process {who.pid}): end it first."
