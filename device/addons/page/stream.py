"""The stream of changes for browsers: numbered events, and catching up after a gap.

The first event is complete, later ones have only changes; after a long gap everything is sent
again. Events are bytes in the format of server-sent events (HTML, 9.2). Knows no network.
Tests: tests/device/test_page.py.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

import msgspec

KEPT = 64
"""Events kept for catching up, some ten turns."""


class Channel:
    """The events of one language or purpose. `run`: the prefix of this program's event ids, so that
    an earlier run's aren't taken for its own."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._contents: Mapping[str, object] = {}
        self._number = 0
        self._events: deque[bytes] = deque(maxlen=KEPT)
        self._changed = asyncio.Event()

    @property
    def number(self) -> int:
        """The last event's number; 0 before the first."""
        return self._number

    @property
    def contents(self) -> Mapping[str, object]:
        """Everything, as it is now."""
        return self._contents

    @property
    def identity(self) -> str:
        """The last event's id."""
        return f"{self._run}-{self._number}"

    def update(self, contents: Mapping[str, object]) -> None:
        """Sets the contents; no event if nothing has changed."""
        changed = {
            name: value for name, value in contents.items() if self._contents.get(name) != value
        }
        if not changed and self._number:
            return
        self._contents, self._number = contents, self._number + 1
        self._events.append(self._event("changed", changed))
        self._changed.set()
        self._changed = asyncio.Event()

    def missed(self, identity: str) -> int:
        """The number of the event with this id; 0 if it isn't one of this program's."""
        run, _, number = identity.rpartition("-")
        if run != self._run or not number.isascii() or not number.isdecimal() or len(number) > 12:
            return 0
        return min(int(number), self._number)

    def since(self, number: int) -> bytes:
        """The events for a client that has received all up to that number."""
        lacks = self._number - number
        if lacks <= 0:
            return b""
        if number <= 0 or lacks > len(self._events):
            return self._event("whole", self._contents)
        return b"".join(list(self._events)[-lacks:])

    async def changes(self, heard: int) -> None:
        """Waits for an event after the one with that number, or the end."""
        if self._number == heard:
            await self._changed.wait()

    def end(self) -> None:
        """Ends the stream and all waits."""
        self._changed.set()

    def _event(self, kind: str, contents: Mapping[str, object]) -> bytes:
        data = msgspec.json.encode(contents)
        return b"id: %b\nevent: %b\ndata: %b\n\n" % (self.identity.encode(), kind.encode(), data)
