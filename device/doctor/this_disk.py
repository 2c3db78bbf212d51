"""What the system says of the disk that games are kept on, and how long keeping something takes.

Asks and tries out; what it means is judged in disk_checks.py.
Tests: tests/device/test_this_disk.py.
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

MOUNTS = Path("/proc/self/mountinfo")

FEW, SHORT = 20, 1.0
"""Commits, and seconds in all, beside a game: its own wait for the same disk meanwhile."""

MANY, LONG = 200, 3.0
"""The same where nobody plays."""

EVENT = "x" * 200
"""As long as an event in the journal."""


@dataclass(frozen=True)
class Mount:
    """What a folder's disk is, as the kernel has it mounted."""

    filesystem: str
    read_only: bool


@dataclass(frozen=True)
class Disk:
    """`free`: bytes; `mount`: None where the system doesn't say; `commits`: how many seconds each
    of some commits took, in the order in which they were made, none where they weren't tried;
    `refusal`: why nothing could be written."""

    free: int
    mount: Mount | None = None
    commits: tuple[float, ...] = ()
    refusal: str | None = None


def disk_beside_a_game(folder: Path) -> Disk:
    """The disk of a folder, with few commits; OSError if it says nothing."""
    return this_disk(folder, FEW, SHORT)


def disk_at_leisure(folder: Path) -> Disk:
    """The disk of a folder, with as many commits as tell its worst; OSError if it says nothing."""
    return this_disk(folder, MANY, LONG)


def this_disk(folder: Path, most: int, seconds: float, mounts: Path = MOUNTS) -> Disk:
    """The disk of a folder, tried with so many commits as long as there is time."""
    free, mount = shutil.disk_usage(folder).free, mount_of(folder, mounts)
    try:
        return Disk(free, mount, commit_times(folder, most, seconds))
    except (OSError, sqlite3.Error) as error:
        return Disk(free, mount, refusal=str(error))


def mount_of(folder: Path, mounts: Path) -> Mount | None:
    """How the disk of a folder is mounted; None where the system doesn't tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None  # another system than Linux
    here, found, deepest = folder.resolve(), None, -1
    for point, mount in _mounts(lines):
        # Of two on the same place the later one is seen.
        if here.is_relative_to(point) and len(point.parts) >= deepest:
            found, deepest = mount, len(point.parts)
    return found


def _mounts(lines: list[str]) -> Iterator[tuple[Path, Mount]]:
    """Where each is mounted (proc_pid_mountinfo(5): the fifth field its place, the sixth how it is
    mounted there; after a dash its kind, its source, and how the disk itself is used)."""
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
    """How many seconds each of up to `most` commits took, in a database kept as the journal is
    (device/journal.py), in a folder of its own that is gone afterwards. OSError or sqlite3.Error
    if nothing can be written."""
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
