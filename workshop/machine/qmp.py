"""QEMU's monitor (QMP): the screen taken and keys pressed.

It knows no table. Tests: workshop/tests/test_machine_qmp.py.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

KEY_MILLISECONDS = 80
"""For so long a finger is on a key."""


class QmpError(Exception):
    """What QEMU wouldn't do, in its own words."""


class Qmp:
    """One machine's monitor, by the socket that QEMU listens at."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._answers = connection.makefile("r", encoding="utf-8")
        try:
            self._read()  # its greeting
            self.ask("qmp_capabilities")
        except (OSError, QmpError):
            self.close()
            raise

    @classmethod
    def at(cls, place: Path, seconds: float = 20.0) -> Self:
        """As soon as QEMU listens there."""
        return cls(connected(place, seconds))

    def ask(self, command: str, **arguments: object) -> Any:
        """What QEMU answers to a command; QmpError if it refuses it."""
        request = {"execute": command, "arguments": arguments}
        self._connection.sendall(json.dumps(request).encode() + b"\n")
        while True:
            answer = self._read()
            if "error" in answer:
                raise QmpError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]  # and not an event, which may come before it

    def screen(self, picture: Path) -> None:
        """Writes what is on the machine's screen into a PNG file."""
        self.ask("screendump", filename=str(picture.absolute()), format="png")

    def keys(self, names: Sequence[str]) -> None:
        """Keys pressed at once, by QEMU's names of them: "ret", "spc", "a"."""
        keys = [{"type": "qcode", "data": name} for name in names]
        self.ask("send-key", keys=keys, **{"hold-time": KEY_MILLISECONDS})

    def close(self) -> None:
        """The machine runs on."""
        self._answers.close()
        self._connection.close()

    def _read(self) -> Mapping[str, Any]:
        line = self._answers.readline()
        if not line:
            raise QmpError("QEMU has ended")
        answer: Mapping[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connected(place: Path, seconds: float) -> socket.socket:
    """A connection to a socket that is listened at within so many seconds; OSError if it isn't."""
    until = time.monotonic() + seconds
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(place))
        except OSError:
            connection.close()
            if time.monotonic() >= until:
                raise
            time.sleep(0.1)
        else:
            return connection
