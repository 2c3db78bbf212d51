"""The file with a table's state, kept with its journal: lines with a checksum each.

A line is on its way to the disk when it is written, and safe if the program is killed; a separate
thread syncs it, since a card takes longer than a press. Knows no table.
Tests: tests/device/test_snapshots.py, tests/device/test_killed_under_way.py.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import zlib
from pathlib import Path
from typing import Any

from device.system.files import NoSuchFileError, open_itself, read_file, replace_file
from hardware.threads import watched

log = logging.getLogger(__name__)

LARGEST = 16 * 1024 * 1024
"""Bytes of a table's state; it has some ten thousand."""

MOST_LINES = 200
"""Lines after which the file is started again, so that it doesn't grow for ever."""


class StateFile:
    """The file; without a path nothing is kept. OSError if it can't be written."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lines = 0
        self._disk = _Disk()

    def write(self, lines: list[dict[str, Any]]) -> None:
        """Replaces everything with these lines."""
        if self.path is not None:
            replace_file(self.path, b"".join(map(_line, lines)), for_good=False)
            self._lines = len(lines)
            self._disk.write(self.path)

    def add(self, line: dict[str, Any]) -> bool:
        """Appends one line; False if there are too many, or nothing to append to."""
        if self.path is None or not 0 < self._lines < MOST_LINES:
            return False
        appending = os.O_WRONLY | os.O_APPEND
        with os.fdopen(open_itself(self.path, appending, 0o666), "ab", buffering=0) as file:
            file.write(_line(line))
        self._lines += 1
        self._disk.write(self.path)
        return True

    def clear(self) -> None:
        """Deletes the state."""
        self._lines = 0
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def read(self) -> list[dict[str, Any]]:
        """The intact lines, up to the first that isn't."""
        if self.path is None:
            return []
        try:
            data = read_file(self.path, LARGEST)
        except NoSuchFileError as error:
            log.warning("%s: nothing is taken up: %s", self.path, error.strerror)
            return []
        except OSError as error:
            log.debug("no state was kept: %s", error)
            return []
        lines: list[dict[str, Any]] = []
        for line in data.splitlines(keepends=True):
            said = _said(line)
            if said is None:
                break
            lines.append(said)
        return lines

    def close(self) -> None:
        """Returns once everything is on the disk."""
        self._disk.close()


def state_file(journal: Path) -> Path:
    """The path of a journal's state file."""
    return journal.with_name(f"{journal.name}.open")


def _line(said: dict[str, Any]) -> bytes:
    text = json.dumps(said, separators=(",", ":")).encode()
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def _said(line: bytes) -> dict[str, Any] | None:
    """Parses a line; None if it is truncated or damaged."""
    proof, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or proof != b"%08x" % zlib.crc32(text):
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


class _Disk:
    """Syncs a file to the disk on a thread of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._path: Path | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def write(self, path: Path) -> None:
        with self._changed:
            self._path = path
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(
                    target=watched(self._run), name="state", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._path is not None)
                path, self._path = self._path, None
            if path is None:
                return
            try:
                number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                try:
                    os.fsync(number)
                finally:
                    os.close(number)
            except OSError as error:
                log.debug("%s is no longer there: %s", path, error)
