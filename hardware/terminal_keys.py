"""The keys of a terminal, in place of a window's: each one comes as it is pressed, by the names
that a window's keys have.

The terminal is put back as it was, however the program ends. It doesn't say when a key is held
down, or let go. Knows no game. Tests: tests/hardware/test_terminal_keys.py.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, Self

from hardware.display import DisplayEvent, KeyDown, WindowClosed

ESCAPE = "\x1b"

COMES_WHOLE = 0.05
"""Seconds within which the rest of a key's sequence follows: an Escape alone is the key."""

HELD = 0.6
"""A Backspace so many seconds after the one before may be the same one, held down: longer than
terminals wait before a held key counts again."""

SEQUENCE = re.compile("\x1b(?:\\[[0-9;?]*[ -/]*[@-~]|O.)")
"""What a key without a character sends: ESC [ 1 ; 5 A, ESC O A (ECMA-48, xterm)."""

NAMES = {
    **dict.fromkeys(("\x1b[A", "\x1bOA"), "up"),
    **dict.fromkeys(("\x1b[B", "\x1bOB"), "down"),
    **dict.fromkeys(("\x1b[C", "\x1bOC"), "right"),
    **dict.fromkeys(("\x1b[D", "\x1bOD"), "left"),
    "\x1b[21~": "f10",
    ESCAPE: "escape",
    **dict.fromkeys("\r\n", "return"),
    **dict.fromkeys("\b\x7f", "backspace"),
    " ": "space",
}
"""A window's names of the keys that a terminal sends as these characters."""


def keys_in(text: str) -> Iterator[tuple[str, str]]:
    """The keys in what a terminal sent: the name of each, and the letter that it types, "" for
    none. Keys that aren't known are passed over."""
    place = 0
    while place < len(text):
        found = SEQUENCE.match(text, place)
        sent = found[0] if found is not None else text[place]
        place += len(sent)
        if name := NAMES.get(sent, sent.lower() if len(sent) == 1 and sent.isprintable() else ""):
            yield name, sent if sent.isprintable() else ""


class TerminalKeys:
    """The keys of the terminal on this descriptor, from `with` on; `encoding`: what it sends."""

    def __init__(
        self,
        descriptor: int = 0,
        *,
        encoding: str = "utf-8",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._descriptor, self._clock = descriptor, clock
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="ignore")
        self._before: list[Any] | None = None
        self._continued: object = None
        self._gone = False
        self._backspace = float("-inf")

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._descriptor)
        if threading.current_thread() is threading.main_thread():
            self._continued = signal.signal(signal.SIGCONT, self._take_keys)
        tty.setcbreak(self._descriptor)
        return self

    def _take_keys(self, _number: int, _frame: FrameType | None) -> None:
        """Once more after Ctrl+Z and fg: the shell has its own way meanwhile."""
        tty.setcbreak(self._descriptor)

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._continued is not None:
            signal.signal(signal.SIGCONT, self._continued)  # type: ignore[arg-type]
        if self._before is not None and not self._gone:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def events(self) -> list[DisplayEvent]:
        """The keys pressed since the last call; a terminal that is gone is a closed window."""
        if self._gone:
            return []
        text = self._read()
        if text.endswith(ESCAPE):
            text += self._read(COMES_WHOLE)
        now = self._clock()
        events: list[DisplayEvent] = [self._key(name, typed, now) for name, typed in keys_in(text)]
        return [*events, WindowClosed()] if self._gone else events

    def _key(self, name: str, typed: str, now: float) -> KeyDown:
        if name != "backspace":
            return KeyDown(name, now, typed)
        again, self._backspace = now - self._backspace < HELD, now
        return KeyDown(name, now, typed, again)

    def _read(self, wait: float = 0.0) -> str:
        """What has been sent, "" for nothing within the wait."""
        sent = ""
        while not self._gone and select.select([self._descriptor], [], [], wait)[0]:
            try:
                data = os.read(self._descriptor, 1024)
            except OSError:
                data = b""
            self._gone = not data
            sent += self._decoder.decode(data)
            wait = 0.0
        return sent


def takes_keys(descriptor: int = 0) -> bool:
    """Whether this is a terminal in which the program may read: not one that it was put behind with
    `&`, which would stop it."""
    try:
        return os.isatty(descriptor) and os.tcgetpgrp(descriptor) == os.getpgrp()
    except OSError:
        return False
