"""What the program writes of itself: to the standard error, and for a service into a few files.

The system's own journal is often lost with the power, so the folder keeps the story of the last
evenings in files that never grow beyond a few megabytes. Tests: tests/device/test_logs.py.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from device.whole_files import begin_file

log = logging.getLogger(__name__)

LOG_FILE, CRASH_FILE = "tilekeeper.log", "crash.txt"

MOST_BYTES, OLDER_FILES = 1_000_000, 2
"""Of one file, and how many older ones are kept beside it."""

SHORT, LONG = "%(name)s: %(message)s", "%(asctime)s %(levelname)s %(name)s: %(message)s"


def tell_on_stderr(*, verbose: bool) -> None:
    """Warnings, or the story of the game as well, go to the standard error."""
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, format=SHORT)


class StoryFile(RotatingFileHandler):
    """The log's file: once it can't be written it is given up, and that is said."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
        self.setLevel(logging.INFO)
        self.setFormatter(logging.Formatter(LONG))

    def _open(self) -> TextIOWrapper:
        begin_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (logging's name)
        """Full disks and broken cards must not end a game, nor fill another log."""
        logging.getLogger().removeHandler(self)
        log.warning("%s can't be written: %s", self.baseFilename, sys.exc_info()[1])


class LogFiles:
    """The files of one folder: the story of the last evenings, and the stacks of all threads
    should a fault or the watchdog kill the program. OSError where they can't be written."""

    def __init__(self, folder: Path) -> None:
        self._story = StoryFile(folder / LOG_FILE)
        try:
            begin_file(folder / CRASH_FILE)
            self._crash = (folder / CRASH_FILE).open("a+", encoding="utf-8", errors="replace")
        except OSError:
            self._story.close()
            raise
        self._levels = dict[logging.Handler, int]()
        self._level, self._stacks = logging.WARNING, False

    def __enter__(self) -> None:
        root = logging.getLogger()
        # What is said on the standard error stays as it is, though more is written here.
        self._level, self._levels = root.level, {each: each.level for each in root.handlers}
        for handler in root.handlers:
            handler.setLevel(max(handler.level, root.level))
        root.addHandler(self._story)
        root.setLevel(min(root.level, logging.INFO))
        self._tell_of_last_crash()
        self._stacks = faulthandler.is_enabled()
        faulthandler.enable(self._crash)

    def __exit__(self, *_: object) -> None:
        faulthandler.disable()
        if self._stacks:
            faulthandler.enable()
        self._crash.close()
        root = logging.getLogger()
        root.removeHandler(self._story)
        root.setLevel(self._level)
        for handler, level in self._levels.items():
            handler.setLevel(level)
        self._story.close()

    def _tell_of_last_crash(self) -> None:
        """What a killed program left goes into the log, and from there into the system's."""
        self._crash.seek(0)
        left = self._crash.read()
        if left.strip():
            log.warning("the program that ran before was killed here:\n%s", left)
        self._crash.truncate(0)
