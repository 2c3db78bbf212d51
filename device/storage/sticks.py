"""The USB sticks that are plugged in.

Anything mounted below the folders for removable media is a stick, unless it is in memory. Knows
nothing about their contents.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

from device.doctor.disk import IN_MEMORY, MOUNTS, mounts_in
from device.language.texts import Message

log = logging.getLogger(__name__)

MOUNT_FOLDERS = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where desktops and people mount removable media."""


def sticks(mounts: Path = MOUNTS, folders: tuple[Path, ...] = MOUNT_FOLDERS) -> Iterator[Path]:
    """The sticks that are plugged in. `mounts`: the kernel's list of mounts."""
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
"""A mount point at which systemd mounts a stick on first access."""


def _look_into(place: Path) -> None:
    try:
        next(place.iterdir(), None)
    except OSError as error:
        log.debug("nothing is plugged in at %s: %s", place, error)


BLOCK_DEVICES = Path("/sys/dev/block")
"""Where the kernel names the disks that are there, by their numbers."""


def not_written(stick: Path, devices: Path = BLOCK_DEVICES) -> Message:
    """What to say when a stick couldn't be written to. A stick with FAT that was pulled out is
    mounted still, and the kernel says of it that no space is left."""
    device = _device_of(stick)
    if device is None or not _is_there(device, devices):
        return Message("The USB stick was removed too early. Insert it and try again.")
    return Message("Can’t write to the USB stick: is it full?")


def _device_of(stick: Path) -> int | None:
    try:
        return stick.stat().st_dev
    except OSError:
        return None


def _is_there(device: int, devices: Path) -> bool:
    """Number 0 is for file systems that are on no disk."""
    number = f"{os.major(device)}:{os.minor(device)}"
    return os.major(device) == 0 or (devices / number).exists()


def sticks_plugged_in(
    mounts: Path = MOUNTS, folders: tuple[Path, ...] = MOUNT_FOLDERS
) -> list[Path]:
    """The same as far as can be found out."""
    try:
        return list(sticks(mounts, folders))
    except OSError as error:
        log.warning("nobody knows what is mounted: %s", error)
        return []
