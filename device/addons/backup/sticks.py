"""The backups that the table's menu writes to a USB stick, and finds there or on the card itself.

Knows no screen: results are messages. Tests: tests/device/test_stick.py.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from device.addons.backup.contents import BackupError, read_head
from device.addons.backup.making import (
    Household,
    UnreadableError,
    backup_name,
    has_anything,
    make_backup,
)
from device.doctor.disk import MOUNTS
from device.language.texts import Message
from device.storage.sticks import MOUNT_FOLDERS, not_written, sticks_plugged_in
from device.system.files import found_in, sync_folder
from device.system.zips import UNPACKING_FAILS, open_zip

log = logging.getLogger(__name__)


def back_up_to_stick(
    own: Household,
    release: str,
    mounts: Path = MOUNTS,
    folders: tuple[Path, ...] = MOUNT_FOLDERS,
) -> Message:
    """Writes a backup to the first writable stick; returns the message about it."""
    now = datetime.now().astimezone()
    name = backup_name(now)
    found = sticks_plugged_in(mounts, folders)
    try:
        if not has_anything(own, pictures=False):
            return Message("Nothing to back up yet.")
    except UnreadableError as error:
        return _not_read(error)
    if not found:
        return Message("No USB stick found. Insert one and try again.")
    stick = next((one for one in found if os.access(one, os.W_OK)), None)
    if stick is None:
        return Message("Can’t write to the USB stick: it’s write-protected.")
    try:
        made = make_backup(stick / name, own, now, release, pictures=False)
        sync_folder(stick)
    except UnreadableError as error:
        return _not_read(error)
    except (BackupError, OSError) as error:
        log.warning("%s", error)
        return not_written(stick)
    for trouble in made.troubles:
        log.warning("%s", trouble)
    if made.troubles:
        return Message("Backed up, except for damaged data.")
    return Message("Backed up: {file}. You can remove the stick.", {"file": name})


def _not_read(error: UnreadableError) -> Message:
    log.warning("%s", error)
    return Message("The device’s own files can’t be read: nothing was backed up.")


# --- existing backups ---

ENDING = ".zip"

MOST_LOOKED_AT = 200
"""How many of a stick's zips are opened, the newest by name first."""


@dataclass(frozen=True)
class BackupOnStick:
    """A backup by its file, when it was made, in local time, and how many games it says it
    holds."""

    path: Path
    made: str
    games: int | None


def backups_on_sticks(
    mounts: Path = MOUNTS, folders: tuple[Path, ...] = MOUNT_FOLDERS
) -> tuple[BackupOnStick, ...]:
    """The backups in the sticks' top folders, newest first, by their lists alone: their contents
    are verified when one is restored."""
    found = _backups_in(sticks_plugged_in(mounts, folders))
    return tuple(sorted(found, key=lambda one: one.made, reverse=True))


BOOT_PARTITION = Path("/boot/firmware")
"""Where a Raspberry Pi has the part of its card that any computer can write to."""


def backups_on_card(state: Path, boot: Path = BOOT_PARTITION) -> tuple[BackupOnStick, ...]:
    """Those that somebody has copied to a new card, and the one that the latest restore has made
    in the state directory."""
    replaced = islice(_backups_in((state,), f"before-restore-*{ENDING}"), 1)
    return (*_backups_in((boot, boot / "tilekeeper")), *replaced)


def _backups_in(folders: Iterable[Path], pattern: str = f"*{ENDING}") -> Iterator[BackupOnStick]:
    for folder in folders:
        there = [path for path in found_in(folder, pattern) if path.is_file()]
        for path in sorted(there, reverse=True)[:MOST_LOOKED_AT]:
            try:
                with open_zip(path) as archive:
                    head = read_head(path, archive)
                    yield BackupOnStick(path, head.made, head.games)
            except (BackupError, *UNPACKING_FAILS) as error:
                log.info("%s is no backup that can be put back: %s", path, error)
