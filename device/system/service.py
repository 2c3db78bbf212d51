"""The program as a service: its notifications to systemd, its logs, and how it ends or restarts.

Without a service manager no notifications are sent (sd_notify(3)). What one run leaves for the next
is in the runtime directory, which is emptied at shutdown. Knows no table and no screen.
Tests: tests/device/test_sd_notify.py, tests/device/test_logs.py, tests/device/test_power_off.py,
tests/device/test_hung_camera.py.
"""

from __future__ import annotations

import faulthandler
import logging
import math
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from threading import Event
from typing import TypeAlias

from device.language.sentences import from_kept_text, kept_text
from device.system.files import begin_file
from device.system.process import stopped_by_signals
from engine.sentences import Sentence

# --- notifying systemd ---

log = logging.getLogger(__name__)

FEEDS = 3
"""How many times per watchdog period the loop reports that it is alive."""


class ServiceManager:
    """Notifies the service manager that started this program; `clock` counts seconds and never
    jumps.

    `settings`: the environment it gave the program. A message that can't be sent is logged: the
    game goes on, and the watchdog decides.
    """

    def __init__(self, settings: Mapping[str, str], clock: Callable[[], float]) -> None:
        self._clock = clock
        self._address = _address(settings.get("NOTIFY_SOCKET", ""))
        self._every = _feeding_seconds(settings)
        self._next = -math.inf
        self._status = ""
        self._socket: socket.socket | None = None
        if self._address is not None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)

    @classmethod
    def of_this_process(cls, clock: Callable[[], float]) -> ServiceManager:
        """From this process's environment, then removed from it: child processes don't notify."""
        manager = cls(os.environ, clock)
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
            os.environ.pop(name, None)
        return manager

    @property
    def there(self) -> bool:
        """Whether a service manager wants notifications."""
        return self._socket is not None

    def ready(self) -> None:
        """The first picture is on the screen."""
        self._notify("READY=1")

    def alive(self) -> None:
        """The loop is alive; sent a few times per watchdog period, no more often."""
        now = self._clock()
        if now >= self._next:
            self._next = now + self._every
            if self._every < math.inf:
                self._notify("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """The line that `systemctl status` shows; repeats aren't sent."""
        line = " ".join(sentence.split())
        if line != self._status:
            self._status = line
            self._notify(f"STATUS={line}")

    def stopping(self) -> None:
        """The program is ending by itself."""
        self._notify("STOPPING=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _notify(self, message: str) -> None:
        if self._socket is None or self._address is None:
            return
        try:
            self._socket.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd can't be notified of %s: %s", message.partition("=")[0], error)


def _address(given: str) -> str | None:
    """A leading @ stands for the zero byte of an abstract socket; other kinds aren't supported."""
    if given.startswith("@"):
        return "\0" + given[1:]
    return given if given.startswith("/") else None


def _feeding_seconds(settings: Mapping[str, str]) -> float:
    """The interval of watchdog messages; infinite if it doesn't watch this process."""
    watched = settings.get("WATCHDOG_PID", "")
    if watched and watched != str(os.getpid()):
        return math.inf
    try:
        microseconds = int(settings.get("WATCHDOG_USEC", ""))
    except ValueError:
        return math.inf
    return microseconds / 1e6 / FEEDS if microseconds > 0 else math.inf


# --- switching the machine off ---

POWER_OFF = ("systemctl", "poweroff")

ASKED_WITHIN, STOPPED_WITHIN = 8.0, 10.0
"""Seconds for the command's answer, and until the system stops this program: together less than the
watchdog's period."""

READ_FOR = 5.0
"""Seconds for which a message stays on the screen, at least."""

RunCommand: TypeAlias = Callable[[Sequence[str]], None]


class CommandError(Exception):
    """The system didn't do what it was asked; one sentence says why."""


class PowerOffError(CommandError):
    """The machine stays on."""


def run_command(command: Sequence[str]) -> None:
    """Runs a command; CommandError if it fails or doesn't answer."""
    line = " ".join(command)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=ASKED_WITHIN, check=False
        )
    except OSError as error:
        raise CommandError(
            Sentence("{command} can’t be run ({why}).", command=line, why=error)
        ) from error
    except subprocess.TimeoutExpired as error:
        raise CommandError(Sentence("{command} doesn’t answer.", command=line)) from error
    if done.returncode:
        lines = dict.fromkeys(filter(None, map(str.strip, done.stderr.splitlines())))
        why = " ".join(lines) or f"status {done.returncode}"  # systemctl may repeat a line
        raise CommandError(Sentence("{command} was refused ({why}).", command=line, why=why))


def power_off(
    run: RunCommand = run_command,
    clock: Callable[[], float] = time.monotonic,
    stopped_within: float = STOPPED_WITHIN,
    read_for: float = READ_FOR,
) -> None:
    """Returns when the system stops this program in order to shut down and the screen could be
    read; PowerOffError if it doesn't. Call it on the main thread, which receives SIGTERM."""
    began, stopped = clock(), Event()
    with stopped_by_signals(stopped.set):
        try:
            run(POWER_OFF)
        except CommandError as error:
            raise PowerOffError(str(error)) from error
        log.info("the machine is going to be switched off")
        if not stopped.wait(stopped_within):
            raise PowerOffError(Sentence("Asked to switch off, the device is still running."))
        time.sleep(max(0.0, began + read_for - clock()))


# --- logs ---

LOG_FILE, CRASH_FILE = "tilekeeper.log", "crash.txt"

MOST_BYTES, OLDER_FILES = 1_000_000, 2
"""Bytes of one file, and how many older ones are kept."""

STDERR_FORMAT, FILE_FORMAT = (
    "%(name)s: %(message)s",
    "%(asctime)s %(levelname)s %(name)s: %(message)s",
)


def log_to_stderr(*, verbose: bool) -> None:
    """Logs warnings, or the story of the game as well, to standard error."""
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, format=STDERR_FORMAT)


class StoryFile(RotatingFileHandler):
    """The log file: if a write fails it is given up, and that is reported."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
        self.setLevel(logging.INFO)
        self.setFormatter(logging.Formatter(FILE_FORMAT))

    def _open(self) -> TextIOWrapper:
        begin_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (logging's name)
        """Full disks and broken cards mustn't end a game, nor fill another log."""
        logging.getLogger().removeHandler(self)
        log.warning("%s can't be written: %s", self.baseFilename, sys.exc_info()[1])


class LogFiles:
    """A folder's log files: the story of the last evenings, and a traceback of all threads if a
    fault or the watchdog kills the program. OSError if they can't be written."""

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
        # Standard error keeps its level, though more is written here.
        self._level, self._levels = root.level, {each: each.level for each in root.handlers}
        for handler in root.handlers:
            handler.setLevel(max(handler.level, root.level))
        root.addHandler(self._story)
        root.setLevel(min(root.level, logging.INFO))
        self._report_last_crash()
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

    def _report_last_crash(self) -> None:
        """Logs what a killed program left, so that it reaches the system's log."""
        self._crash.seek(0)
        left = self._crash.read()
        if left.strip():
            log.warning("the program that ran before was killed here:\n%s", left)
        self._crash.truncate(0)


# --- a message for the next start ---

LEFT_SENTENCE, LEFT_OF_LAST_JOB = "say-at-start", "restored"
"""Why the machine wasn't switched off, and the outcome of the last job."""


def leave_behind(folder: Path | None, sentence: str, name: str = LEFT_SENTENCE) -> None:
    """Leaves a message, whole or not at all; if that fails, it is only in the log."""
    if folder is None:
        return
    half = folder / f".{name}.new"
    try:
        half.write_text(kept_text(sentence), encoding="utf-8")
        half.replace(folder / name)
    except OSError as error:
        log.warning("%s can't be left for the next start (%s)", sentence, error)


def left_behind(folder: Path | None, name: str = LEFT_SENTENCE) -> str | None:
    """Returns the previous run's message, once."""
    if folder is None:
        return None
    try:
        sentence = from_kept_text((folder / name).read_text(encoding="utf-8"))
        (folder / name).unlink()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("what was left to be said can't be read (%s)", error)
        return None
    return sentence


# --- a camera that only a new process can open ---

RESTART_STATUS = 75
"""The exit status that asks for a restart: EX_TEMPFAIL of sysexits(3)."""

NOT_AGAIN_FOR = 600.0
"""Seconds: a camera that hangs again this soon does so for another reason."""

HUNG_STAMP = "camera-hung"


class FreshStarts:
    """Decides whether the program may ask for a restart.

    `folder`: for the time stamp, None if nothing would restart the program; `clock`: seconds since
    boot.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float]) -> None:
        self._folder, self._clock = folder, clock

    def granted(self) -> bool:
        """Whether it may now; True leaves the stamp. Never if none can be written."""
        if self._folder is None:
            return False
        stamp, now = self._folder / HUNG_STAMP, self._clock()
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
