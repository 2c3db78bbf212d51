"""Checks of the disk and what is stored on it: is it permanent, is there room, is it fast enough,
are games saved, and which word lists are there?

The disk is tested in a temporary folder of its own; nothing else is changed. Tests:
tests/device/test_disk_checks.py, tests/device/test_this_disk.py, tests/device/test_doctor.py.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np

from device.doctor.checks import Check, CheckGrade, Subject, WordsOf, bad, doubtful, good
from device.language.texts import Message
from device.system.files import is_nowhere
from engine.tiles import TILE_LANGUAGES
from engine.words.lexicon import Lexicon

# --- what the disk is and does ---

MOUNTS = Path("/proc/self/mountinfo")

FEW, SHORT = 20, 1.0
"""Commits, and seconds in all, during a game: its own wait for the same disk meanwhile."""

MANY, LONG = 200, 3.0
"""The same when nobody is playing."""

EVENT = "x" * 200
"""As long as an event in the journal."""


@dataclass(frozen=True)
class Mount:
    """What a folder's disk is, as the kernel has it mounted."""

    filesystem: str
    read_only: bool


@dataclass(frozen=True)
class Disk:
    """`free`: bytes; `mount`: None if the system doesn't say; `commits`: the seconds each of a few
    commits took, in order, none if they weren't tried; `refusal`: why nothing could be written."""

    free: int
    mount: Mount | None = None
    commits: tuple[float, ...] = ()
    refusal: str | None = None


def disk_during_game(folder: Path) -> Disk:
    """The disk of a folder, with few commits; OSError if it can't be examined."""
    return this_disk(folder, FEW, SHORT)


def disk_at_leisure(folder: Path) -> Disk:
    """The disk of a folder, with enough commits to see its worst; OSError if it can't be
    examined."""
    return this_disk(folder, MANY, LONG)


def this_disk(folder: Path, most: int, seconds: float, mounts: Path = MOUNTS) -> Disk:
    """The disk of a folder, tested with this many commits as long as there is time."""
    free, mount = shutil.disk_usage(folder).free, mount_of(folder, mounts)
    try:
        return Disk(free, mount, commit_times(folder, most, seconds))
    except (OSError, sqlite3.Error) as error:
        return Disk(free, mount, refusal=str(error))


def mount_of(folder: Path, mounts: Path) -> Mount | None:
    """How the disk of a folder is mounted; None if the system doesn't say."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None  # a system other than Linux
    here, found, deepest = folder.resolve(), None, -1
    for point, mount in mounts_in(lines):
        # Of two mounts at the same place the later one is visible.
        if here.is_relative_to(point) and len(point.parts) >= deepest:
            found, deepest = mount, len(point.parts)
    return found


def mounts_in(lines: list[str]) -> Iterator[tuple[Path, Mount]]:
    """The mounts by their places (proc_pid_mountinfo(5): field five is the place, six the mount's
    options; after a dash come the file system's type, its source, and its own options)."""
    for line in lines:
        place, _, disk = line.partition(" - ")
        fields, kind = place.split(), disk.split()
        if len(fields) >= 6 and len(kind) >= 3:
            point = re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
            options = {*fields[5].split(","), *kind[2].split(",")}
            yield Path(point), Mount(kind[0], "ro" in options)


def commit_times(
    folder: Path, most: int, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, ...]:
    """The seconds that each of up to `most` commits took, in a database configured like the journal
    (device/storage/journal.py), in a temporary folder of its own. OSError or sqlite3.Error if
    nothing can be written."""
    with (
        TemporaryDirectory(prefix=".commits-", dir=folder) as own,
        closing(sqlite3.connect(Path(own) / "commits.db", isolation_level=None)) as database,
    ):
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE event (body TEXT)")
        times: list[float] = []
        begin = now = clock()
        while len(times) < most and now - begin < seconds:
            database.execute("INSERT INTO event VALUES (?)", (EVENT,))
            before, now = now, clock()
            times.append(now - before)
    return tuple(times)


# --- checks of it ---

AskDisk: TypeAlias = Callable[[Path], Disk]
"""Examines the disk of a folder; OSError if it can't."""

LITTLE_ROOM = 500_000_000
"""Bytes: a household's pictures alone may take two fifths of it."""

NO_ROOM = 50_000_000
"""Bytes below which a disk is as good as full."""

IN_MEMORY = frozenset({"overlay", "tmpfs", "ramfs"})
"""File systems whose contents are lost at shutdown. raspi-config puts an overlay over a card that
mustn't be written to."""

SLOW_DISK = 0.1
"""Seconds that most commits may take: up to a tenth of a second an answer seems to come at once
(Miller 1968, Nielsen 1993), and points appear on the screen only after the commit."""

STALLED = 1.0
"""Seconds that one commit may take: after one second people wonder whether their press registered
(same sources)."""

CARD = Message("Check the card or disk.")


def disk_checks(folder: Path, ask: AskDisk) -> Iterator[Check]:
    """Checks the disk of a folder, and writing to it."""
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
    advice = Message("Delete old pictures from the disk, or use a larger card.")
    if disk.free < NO_ROOM:
        return bad(subject, value, advice)
    if disk.free < LITTLE_ROOM:
        return doubtful(subject, value, advice)
    return good(subject, value)


def _mounted_badly(mount: Mount) -> Check | None:
    if mount.filesystem in IN_MEMORY:
        value = Message("games won’t be saved: it’s memory ({name})", {"name": mount.filesystem})
        advice = Message("Switch off the overlay: sudo raspi-config, Performance.")
        return bad(Subject.DISK, value, advice)
    if mount.read_only:
        advice = Message("Restart the device; if that doesn’t help, use another card.")
        return bad(Subject.DISK, Message("can only be read"), advice)
    return None


def _writing(disk: Disk) -> Check:
    subject = Subject.WRITING
    if disk.refusal is not None:
        return bad(subject, Message("{sentence}", {"sentence": disk.refusal}), CARD)
    usual, worst = float(np.median(disk.commits)), max(disk.commits)
    times = {"n": _milliseconds(usual), "m": _milliseconds(worst)}
    value = Message("{n} ms per turn, at worst {m} ms", times)
    if usual > SLOW_DISK or worst > STALLED:
        return doubtful(subject, value, Message("A faster card responds sooner (class A1 or A2)."))
    return good(subject, value)


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


# --- what is stored ---

Lists: TypeAlias = Callable[[str], Lexicon | None]
"""The word list of a language, None if there is none."""


def keeping_checks(folder: Path | None, kept: bool, ask: AskDisk) -> Iterator[Check]:
    """Checks whether games are saved, and on which disk. `folder`: None if none are meant to be;
    `kept`: the last one could be written. If the disk doesn't keep them only that is reported."""
    subject = Subject.GAMES
    if folder is None:
        advice = Message("Start with --journal to save them.")
        yield doubtful(subject, Message("not saved"), advice)
        return
    if is_nowhere(folder):
        advice = Message("Set STATE_DIRECTORY, XDG_STATE_HOME or HOME to a folder.")
        yield bad(subject, Message("can’t be saved: this user has no home"), advice)
        return
    disk = list(disk_checks(folder, ask))
    if not kept:
        advice = Message("Free up space on the disk, or use another card.")
        yield bad(subject, Message("can’t be saved"), advice)
    elif all(check.verdict is not CheckGrade.BAD for check in disk):
        yield good(subject, Message("saved in {folder}", {"folder": str(folder)}))
    yield from disk


def word_checks(lists: Lists, language: str) -> Iterator[Check]:
    """Each language's list; only the game's language needs one."""
    for code in TILE_LANGUAGES:
        subject, found = WordsOf(code), lists(code)
        if found is not None:
            yield good(subject, Message("{name}", {"name": found.name}))
        elif code == language:
            advice = Message("Import a list with `tilekeeper words`, or look words up yourselves.")
            yield doubtful(subject, Message("no list"), advice)
        else:
            yield good(subject, Message("no list, and none is needed now"))
