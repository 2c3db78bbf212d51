"""Checks of the disk that games are kept on: is it one at all, is there room, is it fast enough?

Judges what this_disk.py found. Tests: tests/device/test_disk_checks.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np

from device.doctor.checks import Check, bad, doubtful, good
from device.doctor.subjects import Subject
from device.doctor.this_disk import Disk, Mount
from device.texts import Message

AskDisk: TypeAlias = Callable[[Path], Disk]
"""What is known of the disk of a folder; OSError if it doesn't say."""

LITTLE_ROOM = 500_000_000
"""Bytes: a household's pictures alone may take two fifths of it."""

NO_ROOM = 50_000_000
"""Bytes below which a disk is as good as full."""

IN_MEMORY = frozenset({"overlay", "tmpfs", "ramfs"})
"""Kinds of file systems that are gone when the machine is switched off. An overlay is what
raspi-config lays over a card that is not to be written to."""

SLOW = 0.1
"""Seconds that most commits may take: up to a tenth of a second an answer seems to come at once
(Miller 1968, Nielsen 1993), and points stand on the screen only after the commit."""

STALLED = 1.0
"""Seconds that one commit may take: beyond one people wonder whether they were heard (the same)."""

CARD = Message("Check the card or disk.")


def disk_checks(folder: Path, ask: AskDisk) -> Iterator[Check]:
    """The disk of a folder, and writing to it."""
    try:
        disk = ask(folder)
    except OSError as error:
        yield bad(Subject.DISK, Message("{sentence}", {"sentence": str(error)}), CARD)
        return
    yield _disk(disk)
    if disk.refusal is not None or disk.commits:
        yield _writing(disk)


def _disk(disk: Disk) -> Check:
    subject = Subject.DISK
    if (fault := None if disk.mount is None else _mounted_badly(disk.mount)) is not None:
        return fault
    value = Message("free: {n} MB", {"n": disk.free // 1_000_000})
    advice = Message("Take old pictures off the disk, or use a larger card.")
    if disk.free < NO_ROOM:
        return bad(subject, value, advice)
    if disk.free < LITTLE_ROOM:
        return doubtful(subject, value, advice)
    return good(subject, value)


def _mounted_badly(mount: Mount) -> Check | None:
    if mount.filesystem in IN_MEMORY:
        value = Message("games won't be kept: it is memory ({name})", {"name": mount.filesystem})
        advice = Message("Switch the overlay off: sudo raspi-config, Performance.")
        return bad(Subject.DISK, value, advice)
    if mount.read_only:
        advice = Message("Start the machine again; if that doesn't help, use another card.")
        return bad(Subject.DISK, Message("can only be read"), advice)
    return None


def _writing(disk: Disk) -> Check:
    subject = Subject.WRITING
    if disk.refusal is not None:
        return bad(subject, Message("{sentence}", {"sentence": disk.refusal}), CARD)
    usual, worst = float(np.median(disk.commits)), max(disk.commits)
    times = {"n": _milliseconds(usual), "m": _milliseconds(worst)}
    value = Message("{n} ms a turn, at worst {m} ms", times)
    if usual > SLOW or worst > STALLED:
        return doubtful(subject, value, Message("A faster card answers sooner (class A1 or A2)."))
    return good(subject, value)


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))
