"""A camera that hangs in its driver can only be had anew by a new process: how often that is tried.

The service manager starts the program again when it ends with START_ANEW; a stamp in a folder that
outlives the program, but not the machine's switching off, tells when that was. Knows no camera.
Tests: tests/device/test_hung_camera.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger(__name__)

START_ANEW = 75
"""The exit status that asks to be started anew: EX_TEMPFAIL of sysexits(3)."""

NOT_AGAIN_FOR = 600.0
"""Seconds: a camera that hangs again so soon hangs for another reason."""

STAMP = "camera-hung"


class FreshStarts:
    """Says whether the program may end to be started anew.

    `folder`: where the stamp lies, None where nobody would start the program again; `clock`:
    seconds since the machine was switched on.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float]) -> None:
        self._folder, self._clock = folder, clock

    def granted(self) -> bool:
        """Whether it may now; True leaves the stamp. It may not where none can be left."""
        if self._folder is None:
            return False
        stamp, now = self._folder / STAMP, self._clock()
        try:
            last = float(stamp.read_text(encoding="ascii"))
        except FileNotFoundError:
            last = -NOT_AGAIN_FOR
        except (OSError, ValueError) as error:
            log.warning("%s can't be read (%s)", stamp, error)
            last = now
        if now - last < NOT_AGAIN_FOR:
            return False
        try:
            stamp.write_text(str(now), encoding="ascii")
        except OSError as error:
            log.warning("%s can't be written (%s)", stamp, error)
            return False
        return True
