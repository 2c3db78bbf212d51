"""What the table tells systemd: that it is ready, that its loop still turns, what it does.

The protocol is sd_notify(3): one datagram a word, to the socket named in $NOTIFY_SOCKET. Without
one nobody is told anything. Only the loop itself may call `alive`: a thread of its own would go on
telling while the loop hangs. Tests: tests/device/test_sd_notify.py.
"""

from __future__ import annotations

import logging
import math
import os
import socket
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

PARTS = 3
"""So often within the time that the watchdog waits it is told that the loop turns."""


class ServiceManager:
    """Tells the service manager that started this program; `clock` counts seconds and never jumps.

    `settings`: the environment that it gave the program. A message that can't be sent is logged:
    the game goes on, and the watchdog judges.
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
        """That of this process alone: programs that it starts aren't told of it."""
        manager = cls(os.environ, clock)
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
            os.environ.pop(name, None)
        return manager

    @property
    def there(self) -> bool:
        """Whether anybody started this program who wants to know."""
        return self._socket is not None

    def ready(self) -> None:
        """The first picture is on the screen."""
        self._tell("READY=1")

    def alive(self) -> None:
        """The loop has turned; told a few times within what the watchdog waits, not more often."""
        now = self._clock()
        if now >= self._next:
            self._next = now + self._every
            if self._every < math.inf:
                self._tell("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """What `systemctl status` shows; the same sentence is told once."""
        line = " ".join(sentence.split())
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def stopping(self) -> None:
        """The program ends by itself."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, message: str) -> None:
        if self._socket is None or self._address is None:
            return
        try:
            self._socket.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("systemd can't be told %s: %s", message.partition("=")[0], error)


def _address(given: str) -> str | None:
    """A leading @ stands for the zero byte of an abstract socket; other kinds aren't known."""
    if given.startswith("@"):
        return "\0" + given[1:]
    return given if given.startswith("/") else None


def _feeding_seconds(settings: Mapping[str, str]) -> float:
    """How often the watchdog is to be told; never where it isn't this process that it watches."""
    watched = settings.get("WATCHDOG_PID", "")
    if watched and watched != str(os.getpid()):
        return math.inf
    try:
        microseconds = int(settings.get("WATCHDOG_USEC", ""))
    except ValueError:
        return math.inf
    return microseconds / 1e6 / PARTS if microseconds > 0 else math.inf
