"""A backup on the USB stick that is plugged in, as the table's menu writes it.

What is mounted below the folders of what comes and goes is a stick. Knows no screen: what came of
it is a message. Tests: tests/device/test_stick.py.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from device.backup.contents import BackupError
from device.backup.making import Household, has_anything, make_backup
from device.doctor.disk import MOUNTS, mounts_in
from device.language.texts import Message
from device.system.files import sync_folder

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
            if any(place.is_relative_to(folder) for folder in folders)
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


def back_up_to_stick(
    own: Household,
    release: str,
    mounts: Path = MOUNTS,
    folders: tuple[Path, ...] = FOLDERS,
) -> Message:
    """Writes a backup to the first stick that can be written; what is to be said of that."""
    now = datetime.now().astimezone()
    name = f"tilekeeper-{now:%Y-%m-%d-%H%M}.zip"
    try:
        found = list(sticks(mounts, folders))
    except OSError as error:
        log.warning("nobody knows what is mounted: %s", error)
        found = []
    if not has_anything(own, pictures=False):
        return Message("There is nothing to back up yet.")
    if not found:
        return Message("No USB stick is there. Put one in, and try again.")
    stick = next((one for one in found if os.access(one, os.W_OK)), None)
    if stick is None:
        return Message("The USB stick can't be written: it is protected.")
    try:
        made = make_backup(stick / name, own, now, release, pictures=False)
        sync_folder(stick)
    except (BackupError, OSError) as error:
        log.warning("%s", error)
        return Message("The USB stick can't be written: is it full?")
    for trouble in made.troubles:
        log.warning("%s", trouble)
    if made.troubles:
        return Message("Backed up, but not all of it: what is damaged is missing.")
    return Message("Backed up: {file}. The stick can be pulled out.", {"file": name})
