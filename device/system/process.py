"""This process among others: stopped by signals, waiting for its threads, the only one with its
journal.

Only turns signals into a call, or defers them; how long to wait for a thread at the end depends on
whether the system is shutting down; and one lock keeps two tables off the same journal. Knows no
table.
"""

from __future__ import annotations

import errno
import fcntl
import json
import logging
import math
import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Protocol

from device.system.files import begin_file, make_folder, open_itself
from engine.sentences import Sentence

log = logging.getLogger(__name__)

# --- signals ---


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While the context lasts, SIGTERM and SIGINT call `stop`; no effect on a thread that doesn't
    receive signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def received(_number: int, _frame: FrameType | None) -> None:
        stop()

    before = {number: signal.signal(number, received) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Defers SIGTERM and SIGINT while the context lasts: for moments when something is created that
    couldn't be cleaned up yet."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- waiting for threads ---

IN_A_HURRY = 1.0
"""Seconds for all threads together, once the system has asked the program to stop."""

NAP = 0.05
"""Seconds between two checks for such a request."""


class Works(Protocol):
    """A thread."""

    def is_alive(self) -> bool: ...

    def join(self, timeout: float | None = None) -> None: ...


class Patience:
    """Waits for threads that were asked to end; `clock` counts seconds and never jumps. `meanwhile`
    is called again and again: together they may take as long as a watchdog waits."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock, self._meanwhile, self._until = clock, meanwhile, math.inf

    def hurry(self) -> None:
        """The system asks the program to stop; may be called by a signal while waiting for a
        thread."""
        self._until = min(self._until, self._clock() + IN_A_HURRY)

    def join(self, thread: Works, seconds: float) -> None:
        """Waits at most this long for a thread whose work would otherwise be lost."""
        end = self._clock() + seconds
        while thread.is_alive() and (left := min(end, self._until) - self._clock()) > 0:
            thread.join(min(left, NAP))
            self._meanwhile()

    def spare(self, thread: Works, seconds: float) -> None:
        """The same for a thread whose work can be dropped: in a hurry it isn't waited for at
        all."""
        end = self._clock() + seconds
        while thread.is_alive() and math.isinf(self._until) and (left := end - self._clock()) > 0:
            thread.join(min(left, NAP))
            self._meanwhile()


# --- one table per journal ---

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL, errno.EIO, errno.EREMOTEIO)
"""Errors of file systems without locks, such as some network ones."""

MOST_BYTES = 1000
"""Bytes of a lock's file; anything longer isn't one."""

LOOK_AGAIN = 0.25
"""Seconds between two attempts while waiting for the other program to end."""


class TakenError(Exception):
    """Another program holds the journal; the message is one sentence. `by`: its holder, None if
    unknown."""

    by: Holder | None = None


@dataclass(frozen=True)
class Holder:
    """The holder of a journal: a process, since when (seconds since 1970), and whether it is a
    service."""

    pid: int
    since: float
    service: bool = False


class JournalLock:
    """A journal held by this process until `close`, or until it ends. `trouble`: why there is no
    lock even though games can be stored; two tables there would disturb each other, unnoticed."""

    def __init__(self, number: int | None, trouble: str = "") -> None:
        self._number, self.trouble = number, trouble

    def close(self) -> None:
        """Releases it."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def hold(journal: Path, holder: Holder) -> JournalLock:
    """Takes the journal at that path for this process; TakenError if another one holds it. If
    something other than the lock's own file is in its place (a link, a pipe) it is left alone: then
    there is no lock."""
    path = lock_file(journal)
    try:
        make_folder(path.parent)
        begin_file(path)
        number = open_itself(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return JournalLock(None, _no_lock(path, error))
    found = os.fstat(number)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:  # another name for another file
        os.close(number)
        return JournalLock(
            None, _no_lock(path, OSError(errno.ELOOP, Sentence("it isn’t a file of its own")))
        )
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        other = _read(number)
        os.close(number)
        taken = TakenError(_taken(journal, other))
        taken.by = other
        raise taken from error
    except OSError as error:
        os.close(number)
        return JournalLock(None, _no_lock(path, error))
    try:
        os.ftruncate(number, 0)
        os.pwrite(number, _written(holder), 0)
    except OSError as error:
        log.info("%s doesn't say who holds it: %s", path, error)  # the lock holds all the same
    return JournalLock(number)


def hold_patiently(
    journal: Path,
    holder: Holder,
    seconds: float,
    say: Callable[[str], None],
    sleep: Callable[[float], None] = time.sleep,
) -> JournalLock:
    """The same, but waits this long for the other process to end, and says so."""
    left, said = seconds, False
    while True:
        try:
            return hold(journal, holder)
        except TakenError as error:
            if left <= 0:
                raise
            if not said:
                said = True
                say(Sentence("{why} Waiting for it.", why=error))
        sleep(LOOK_AGAIN)
        left -= LOOK_AGAIN


def lock_file(journal: Path) -> Path:
    """The file that carries a journal's lock."""
    return journal.with_name(f"{journal.name}.lock")


def _written(holder: Holder) -> bytes:
    said = {"pid": holder.pid, "since": holder.since, "service": holder.service}
    return json.dumps(said).encode()


def _read(number: int) -> Holder | None:
    """The holder named in the file; None if unknown, as while it is just being taken."""
    try:
        said = json.loads(os.pread(number, MOST_BYTES, 0))
        return Holder(int(said["pid"]), float(said["since"]), bool(said["service"]))
    except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        log.info("a lock doesn't say who holds it: %s", error)
        return None


def _taken(journal: Path, other: Holder | None) -> str:
    if other is None:
        return Sentence(
            "{journal} is in use by another tilekeeper: stop that one first, or play with another "
            "--journal.",
            journal=journal,
        )
    if other.service:
        return Sentence(
            "{journal} is in use by tilekeeper’s service (process {pid}, since {since}): stop it "
            "first (sudo systemctl stop tilekeeper), or play with another --journal.",
            journal=journal,
            pid=other.pid,
            since=_since(other.since),
        )
    return Sentence(
        "{journal} is in use by another tilekeeper (process {pid}, since {since}): stop that one "
        "first (kill {pid}), or play with another --journal.",
        journal=journal,
        pid=other.pid,
        since=_since(other.since),
    )


def _since(wall: float) -> str:
    try:
        return f"{datetime.fromtimestamp(wall):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


def _no_lock(path: Path, error: OSError) -> str:
    why = error.strerror or str(error)
    if error.errno in NO_LOCKS:
        return Sentence(
            "{folder} is on a disk without locks ({why}): don’t start a second tilekeeper there.",
            folder=path.parent,
            why=why,
        )
    return Sentence(
        "Can’t lock {path} ({why}): don’t start a second tilekeeper there.", path=path, why=why
    )
