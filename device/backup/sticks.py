"""What the table's menu writes to the USB stick that is plugged in, and finds there: backups, and
reports of wrong readings.

What is mounted below the folders of what comes and goes is a stick, unless it is memory. Knows no
screen: what came of it is a message. Tests: tests/device/test_stick.py.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from device.backup.contents import BackupError, read_head
from device.backup.making import (
    Household,
    UnreadableError,
    backup_name,
    has_anything,
    make_backup,
)
from device.doctor.disk import IN_MEMORY, MOUNTS, mounts_in
from device.language.texts import Message
from device.system.files import found_in, replace_file, sync_folder
from device.system.zips import UNPACKING_FAILS, open_zip

log = logging.getLogger(__name__)

FOLDERS = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where desktops and people mount what comes and goes."""


def sticks(mounts: Path = MOUNTS, folders: tuple[Path, ...] = FOLDERS) -> Iterator[Path]:
    """The sticks that are plugged in. `mounts`: the file that tells what is mounted."""
    for _ in range(2):
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
        found = [
            (place, mount.filesystem)
            for place, mount in mounts_in(lines)
            if mount.filesystem not in IN_MEMORY
            and any(place.is_relative_to(folder) for folder in folders)
        ]
        for place, kind in found:
            if kind == AUTOMOUNT:
                _look_into(place)
    yield from dict.fromkeys(place for place, kind in found if kind != AUTOMOUNT)


AUTOMOUNT = "autofs"
"""A place where systemd mounts a stick once somebody looks there."""


def _look_into(place: Path) -> None:
    try:
        next(place.iterdir(), None)
    except OSError as error:
        log.debug("nothing is plugged in at %s: %s", place, error)


def _plugged_in(mounts: Path, folders: tuple[Path, ...]) -> list[Path]:
    try:
        return list(sticks(mounts, folders))
    except OSError as error:
        log.warning("nobody knows what is mounted: %s", error)
        return []


def back_up_to_stick(
    own: Household,
    release: str,
    mounts: Path = MOUNTS,
    folders: tuple[Path, ...] = FOLDERS,
) -> Message:
    """Writes a backup to the first stick that can be written; what is to be said of that."""
    now = datetime.now().astimezone()
    name = backup_name(now)
    found = _plugged_in(mounts, folders)
    try:
        if not has_anything(own, pictures=False):
            return Message("There is nothing to back up yet.")
    except UnreadableError as error:
        return _not_read(error)
    if not found:
        return Message("No USB stick is there. Put one in, and try again.")
    stick = next((one for one in found if os.access(one, os.W_OK)), None)
    if stick is None:
        return Message("The USB stick can't be written: it is protected.")
    try:
        made = make_backup(stick / name, own, now, release, pictures=False)
        sync_folder(stick)
    except UnreadableError as error:
        return _not_read(error)
    except (BackupError, OSError) as error:
        log.warning("%s", error)
        return Message("The USB stick can't be written: is it full?")
    for trouble in made.troubles:
        log.warning("%s", trouble)
    if made.troubles:
        return Message("Backed up, but not all of it: what is damaged is missing.")
    return Message("Backed up: {file}. The stick can be pulled out.", {"file": name})


def _not_read(error: UnreadableError) -> Message:
    log.warning("%s", error)
    return Message("The table's own files can't be read: nothing was backed up.")


# --- backups that are there ---

ENDING = ".zip"

MOST_LOOKED_AT = 200
"""Zips of a stick that are opened, the newest first by their names' order."""


@dataclass(frozen=True)
class BackupOnStick:
    """A backup by its file, and when it was made, in the time of that place."""

    path: Path
    made: str


def backups_on_sticks(
    mounts: Path = MOUNTS, folders: tuple[Path, ...] = FOLDERS
) -> tuple[BackupOnStick, ...]:
    """The backups that lie on the sticks, not in folders of theirs, the newest first; by their
    lists alone: whether they are whole is looked at when one is put back."""
    found = list[BackupOnStick]()
    for stick in _plugged_in(mounts, folders):
        there = [path for path in found_in(stick, f"*{ENDING}") if path.is_file()]
        for path in sorted(there, reverse=True)[:MOST_LOOKED_AT]:
            try:
                with open_zip(path) as archive:
                    found.append(BackupOnStick(path, read_head(path, archive).made))
            except (BackupError, *UNPACKING_FAILS) as error:
                log.info("%s is no backup that can be put back: %s", path, error)
    return tuple(sorted(found, key=lambda one: one.made, reverse=True))


# --- a report of a wrong reading ---


def report_to_stick(
    data: bytes, state: Path, mounts: Path = MOUNTS, folders: tuple[Path, ...] = FOLDERS
) -> Message:
    """Writes a report to the first stick that can be written, else into the folder `reports` of the
    state directory; what is to be said of that."""
    name = f"report-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.zip"
    stick = next((one for one in _plugged_in(mounts, folders) if os.access(one, os.W_OK)), None)
    if stick is not None:
        try:
            replace_file(stick / name, data)
            sync_folder(stick)
        except OSError as error:
            log.warning("%s can't be written: %s", stick / name, error)
            return Message("The USB stick can't be written: is it full?")
        return Message("Report written: {file}. The stick can be pulled out.", {"file": name})
    try:
        replace_file(state / REPORTS / name, data)
    except OSError as error:
        log.warning("%s can't be written: %s", state / REPORTS / name, error)
        return Message("The report can't be written: is the disk full?")
    return Message(
        "No USB stick: the report lies in {file}.", {"file": str(state / REPORTS / name)}
    )


REPORTS = "reports"
"""The folder in the state directory where a report lies for which no stick was there."""
