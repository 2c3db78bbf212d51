"""The process of one plug-in, seen from the table: started, sent a moment whenever it asks for one,
watched and ended.

Never waits for it, except for an instant as it is ended. Used by one thread alone, which has to
outlive it: with that thread the process dies. Tests: tests/device/test_plugins.py.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.addons.plugins.installed import InstalledPlugIn
from device.addons.plugins.runner import OUT_OF_MEMORY
from device.language.texts import Message
from device.system.terminal import printable

log = logging.getLogger(__name__)

RUNNER = Path(__file__).with_name("runner.py")

PASSED_ON = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR"),
    *("LG_WD", "GPIOZERO_PIN_FACTORY"),
)
"""Of the table's environment."""

OUTPUT_AT_ONCE, OUTPUT_EVERY = 2048, 0.5
"""Bytes read of what a plug-in prints, and seconds between two reads: one that prints more than
that comes to a standstill."""

LINES_LOGGED, LONGEST_LINE = 100, 200
"""Lines of one process that go into the log, and characters of each: it has the evening's story,
too."""

LONGEST_REASON = 60
"""Characters of a plug-in's last line in a sentence on the screen."""

WAITS = 1.0
"""Seconds for the system to end a killed process."""

PIPE = 65536
"""Bytes that a pipe holds at most."""


@dataclass(frozen=True)
class Limits:
    """What a plug-in may take: seconds to its first request for a moment, and between a moment and
    the next request; seconds to end by itself; seconds before each restart, after the last of which
    it is cut off; memory; `threads` more than its user has, 0 for any number."""

    starts_within: float = 60.0
    asks_within: float = 10.0
    ends_within: float = 1.0
    restarts_after: tuple[float, ...] = (1.0, 5.0, 30.0)
    megabytes: int = 64
    threads: int = 0


class PlugInProcess:
    """A plug-in at work; OSError if it can't be started. `wants`: it has asked for a moment and not
    been sent one yet."""

    def __init__(self, plug_in: InstalledPlugIn, limits: Limits, now: float) -> None:
        self.name = plug_in.name
        self._limits = limits
        asks, asking = os.pipe()
        try:
            self._process = subprocess.Popen(
                [
                    *(plug_in.python, "-I", "-u", RUNNER, plug_in.function),
                    *(str(asking), str(limits.megabytes), str(limits.threads), str(os.getpid())),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                pass_fds=(asking,),
                cwd=tempfile.gettempdir(),
                env=_environment(os.environ),
                start_new_session=True,
            )
        except BaseException:
            os.close(asks)
            raise
        finally:
            os.close(asking)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._asks: int | None = asks
        for number in (asks, self._input.fileno(), self._output.fileno()):
            os.set_blocking(number, False)
        self.wants = False
        self.has_asked = False
        self._unsent = b""
        self._since, self._read_at = now, now
        self._half_line, self._last_line, self._logged = b"", "", 0

    @property
    def session(self) -> int:
        """The number of its session, in which its own child processes are, too."""
        return self._process.pid

    @property
    def reads(self) -> tuple[int, ...]:
        """What to wait for until it can be read."""
        return () if self._asks is None or self.wants else (self._asks,)

    @property
    def writes(self) -> tuple[int, ...]:
        """What to wait for until it can be written."""
        return (self._input.fileno(),) if self._unsent else ()

    def send(self, line: bytes, now: float) -> None:
        """Sends a moment to a plug-in that wants one."""
        self.wants, self._unsent, self._since = False, line, now
        self._push()

    def turn(self, now: float) -> Message | None:
        """Goes on with what is under way; why the plug-in can't go on, None if it can."""
        self._push()
        self._hear(now)
        if now - self._read_at >= OUTPUT_EVERY:
            self._read_at = now
            self._log(OUTPUT_AT_ONCE)
        if (ended := self._ending()) is not None:
            return self._why_ended(ended)
        patience = self._limits.asks_within if self.has_asked else self._limits.starts_within
        if not self.wants and now - self._since > patience:
            return Message("it hasn’t responded for {n} s", {"n": round(patience)})
        return None

    def close_input(self) -> None:
        """Tells it that the table has ended."""
        self._input.close()
        self._unsent = b""

    def has_ended(self) -> bool:
        """Whether it has; what it has started may still be there to be killed."""
        return self._ending() is not None

    def kill(self) -> None:
        """Ends it now, with the processes it has started."""
        with suppress(ProcessLookupError):  # it is ending by itself
            os.killpg(self._process.pid, signal.SIGKILL)
        try:
            self._process.wait(WAITS)
        except subprocess.TimeoutExpired:
            log.warning("the plug-in %s can't be ended: process %d", self.name, self.session)
        self._log(PIPE)
        if self._asks is not None:
            os.close(self._asks)
            self._asks = None
        self._output.close()
        self._input.close()

    def _push(self) -> None:
        if not self._unsent:
            return
        try:
            sent = os.write(self._input.fileno(), self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            sent = len(self._unsent)  # it is found ended, or asks no more
        self._unsent = self._unsent[sent:]

    def _hear(self, now: float) -> None:
        if self._asks is None or self.wants:
            return
        try:
            asked = os.read(self._asks, PIPE)
        except BlockingIOError:
            return
        if not asked:  # it has ended, or will never ask again
            os.close(self._asks)
            self._asks = None
        else:
            self.wants = self.has_asked = True
            self._since = now

    def _ending(self) -> os.waitid_result | None:
        """How it has ended, None if it hasn't. It isn't reaped: its number stays its own, so that
        what it has started can be killed."""
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags)

    def _why_ended(self, ended: os.waitid_result) -> Message:
        self._log(PIPE)
        if ended.si_code != os.CLD_EXITED:
            return Message("it was ended by signal {n}", {"n": ended.si_status})
        if ended.si_status == OUT_OF_MEMORY:
            return too_much_memory(self._limits)
        if self._last_line:
            return Message("it stopped: {line}", {"line": self._last_line})
        return Message("it stopped by itself")

    def _log(self, most: int) -> None:
        try:
            said = os.read(self._output.fileno(), most)
        except BlockingIOError:
            return
        *lines, self._half_line = (self._half_line + said).split(b"\n")
        if len(self._half_line) > PIPE or not said:
            lines, self._half_line = [*lines, self._half_line], b""
        for line in filter(None, (one.strip() for one in lines)):
            text = printable(line[:LONGEST_LINE].decode("utf-8", "replace"))
            self._last_line = text[:LONGEST_REASON]
            self._logged += 1
            if self._logged <= LINES_LOGGED:
                log.info("the plug-in %s: %s", self.name, text)
            elif self._logged == LINES_LOGGED + 1:
                log.info("the plug-in %s has filled its lines; the rest is dropped", self.name)


def too_much_memory(limits: Limits) -> Message:
    """Why a plug-in that wants more than it may have can't go on."""
    return Message("it needs more than {n} MB of memory", {"n": limits.megabytes})


def memory_of_sessions() -> dict[int, int]:
    """Bytes that the processes of each session have for themselves, by the session's number."""
    found: dict[int, int] = {}
    page = os.sysconf("SC_PAGE_SIZE")
    for folder in os.scandir("/proc"):
        if not folder.name.isdecimal():
            continue
        try:
            stat = Path(folder.path, "stat").read_text(encoding="utf-8", errors="replace")
            pages = Path(folder.path, "statm").read_text(encoding="ascii").split()
        except OSError:
            continue  # it has ended, or isn't ours to see
        session = int(stat.rpartition(")")[2].split()[3])
        found[session] = found.get(session, 0) + page * (int(pages[1]) - int(pages[2]))
    return found


def _environment(of_the_table: Mapping[str, str]) -> dict[str, str]:
    passed = {name: of_the_table[name] for name in PASSED_ON if name in of_the_table}
    # A pool for each thread would be mapped memory that is never used.
    return {**passed, "MALLOC_ARENA_MAX": "1"}
