"""What a journal kept last, told beside it: a log that was cut off looks like one that ends there.

It is written after the journal and never before, so that a journal may know more than its witness;
one that knows less has lost something. Knows no SQL. Tests: tests/device/test_damaged_journal.py.
"""

from __future__ import annotations

import logging
import os
import zlib
from dataclasses import dataclass
from pathlib import Path

from device.whole_files import begin_file

log = logging.getLogger(__name__)

WIDTH = 64
"""Bytes of the file, written at once in the place of what was there."""


@dataclass(frozen=True)
class Last:
    """The game that was written last, how many events it had, and whether it was over."""

    game: int
    count: int
    over: bool = False

    @property
    def line(self) -> bytes:
        """As it stands in the file, with what tells it from half of another line."""
        said = f"{self.game} {self.count} {int(self.over)}"
        line = f"{said} {zlib.crc32(said.encode())}"
        return line.ljust(WIDTH - 1).encode() + b"\n"


class Witness:
    """Of one journal; where it can't be written there is none, and the game goes on."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.last")
        self._number: int | None = None
        self._gone = False

    def write(self, last: Last, *, for_good: bool = False) -> None:
        """What the journal has kept; `for_good`: it is on the disk when this returns."""
        try:
            if self._gone:
                return
            if self._number is None:
                begin_file(self._path)
                self._number = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
            os.pwrite(self._number, last.line, 0)
            if for_good:
                os.fdatasync(self._number)
        except OSError as error:
            # Nothing of the game is lost by that: only its loss would go unnoticed.
            log.info("%s can't be written: %s", self._path, error)
            self._gone = True
            self.forget()

    def read(self) -> Last | None:
        """What was kept last; None where nobody knows."""
        try:
            line = self._path.read_bytes()[:WIDTH]
            game, count, over, _ = map(int, line.split())
        except (OSError, ValueError) as error:
            log.debug("%s tells nothing: %s", self._path, error)
            return None
        last = Last(game, count, bool(over))
        return last if last.line == line else None

    def forget(self) -> None:
        """Nothing is known any more of what was kept."""
        self.close()
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s can't be taken away: %s", self._path, error)

    def close(self) -> None:
        if self._number is not None:
            os.close(self._number)
            self._number = None
