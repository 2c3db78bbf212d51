"""Connection limits of the page: how many, how fast, and when a slow client is disconnected.

Connections are accepted one by one, so that a crowd waits in the kernel and costs the table
nothing. Knows nothing of a request but its end. Tests: tests/device/test_page.py.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Collection

from device.addons.page.guards import Rates

log = logging.getLogger(__name__)

MOST_CLIENTS = 320
"""Connections at once; a further one takes another's place, or is closed immediately."""

MOST_OF_ONE = 24
"""Connections per address: a phone has six, some devices share one. Doesn't apply to proxies, which
connect for many clients."""

OF_A_BROWSER = 6
"""Connections at once that a browser loads a page with: so many find room in any case."""

A_SECOND = 100.0
"""Connections accepted per second, from all addresses; others wait in the kernel ..."""

AWAY_A_SECOND = 500.0
"""... connections rejected per second, which costs less ..."""

OF_ONE_A_SECOND, OF_ONE_AT_ONCE = 8.0, 32.0
"""... and those accepted per second from one address."""

REQUEST_SECONDS = 8.0
"""Seconds until the head of a request has to have arrived."""

SLOW_SECONDS = 8.0
"""Seconds until a client that doesn't read its answer is disconnected."""

MOST_BYTES = 8 * 1024
"""Bytes of a request; a browser's has about a thousand."""

BUFFER = 32 * 1024
"""Bytes buffered for a slow reader."""

BACKLOG = 64
"""Connections that wait in the kernel."""


class Gate:
    """Accepts connections, within the limits, for the protocols that `protocol` makes."""

    def __init__(
        self, protocol: Callable[[], asyncio.Protocol], proxies: Collection[str] = ()
    ) -> None:
        """`proxies`: addresses that connect for many clients."""
        self._protocol = protocol
        self._proxies = proxies
        self._visits: dict[str, dict[_Visit, None]] = {}
        """By client, oldest first; a proxy's own are those that haven't said for whom."""
        self._often = Rates(OF_ONE_A_SECOND, OF_ONE_AT_ONCE)

    @property
    def inside(self) -> int:
        """The open connections."""
        return sum(map(len, self._visits.values()))

    async def let_in(self, listening: socket.socket) -> None:
        """Accepts connections on this socket, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, where = await loop.sock_accept(listening)
            except OSError as error:
                log.info("nobody can be let in to the page now (%s)", error)
                await asyncio.sleep(1.0)
                continue
            try:
                came_in = await self._let_one_in(connection, str(where[0]))
            except BaseException:
                connection.close()  # so that the browser isn't left waiting
                raise
            await asyncio.sleep(1.0 / (A_SECOND if came_in else AWAY_A_SECOND))

    async def _let_one_in(self, connection: socket.socket, address: str) -> bool:
        loop = asyncio.get_running_loop()
        if not self._may_come_in(address, loop.time()):
            connection.close()
            return False
        visit = _Visit(self, address, self._protocol())
        self._visits.setdefault(address, {})[visit] = None
        try:
            await loop.connect_accepted_socket(lambda: visit, connection)
        except OSError:
            self._gone(address, visit)  # closed meanwhile
            connection.close()
        return True

    def _may_come_in(self, address: str, now: float) -> bool:
        mine = 0  # behind a proxy only the request shows whose visit it is
        if address not in self._proxies:
            mine = len(self._visits.get(address, ()))
            if mine >= MOST_OF_ONE or not self._often.allows(address, now):
                return False
        return self.inside < MOST_CLIENTS or self._makes_room(address, mine)

    def _makes_room(self, address: str, mine: int) -> bool:
        """Whether there is room for one more connection of a client that has `mine`: the oldest of
        the other client with the most is closed for it. A page can always be loaded, or as many
        addresses as there is room for would keep everybody else out; further connections are only
        taken from those who would still have as many."""
        others = [one for one in self._visits if not mine or one != address]
        most = max(others, key=lambda one: len(self._visits[one]), default=None)
        if most is None or (mine >= OF_A_BROWSER and len(self._visits[most]) <= mine + 1):
            return False
        oldest = next(iter(self._visits[most]))
        self._gone(most, oldest)
        oldest.end()
        return True

    def _counted_as(self, before: str, client: str, visit: _Visit) -> None:
        if visit in self._visits.get(before, {}):  # otherwise it is being closed
            self._gone(before, visit)
            self._visits.setdefault(client, {})[visit] = None

    def _gone(self, address: str, visit: _Visit) -> None:
        of_it = self._visits.get(address, {})
        of_it.pop(visit, None)
        if not of_it:
            self._visits.pop(address, None)


def comes_for(transport: asyncio.BaseTransport | None, client: str) -> None:
    """The connection is from now on counted as this client's: a proxy has said so."""
    visit = transport.get_protocol() if isinstance(transport, asyncio.Transport) else None
    if isinstance(visit, _Visit):
        visit.comes_for(client)


class _Visit(asyncio.Protocol):
    """One connection: passes everything on, within the limits of time and size."""

    def __init__(self, gate: Gate, address: str, inner: asyncio.Protocol) -> None:
        self._gate, self._address, self._inner = gate, address, inner
        self._transport: asyncio.Transport | None = None
        self._waits: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._end, self._bytes = b"", 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=BUFFER)
        self._wait_for_request()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        end, self._bytes = self._end + data, self._bytes + len(data)
        if b"\r\n\r\n" in end:
            self._end, self._bytes = b"", 0
            if self._waits is not None:
                self._waits.cancel()
                self._waits = None
        elif self._bytes > MOST_BYTES:
            self.end()
            return
        else:
            self._end = end[-3:]
            self._wait_for_request()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, self.end)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._waits, self._slow):
            if timer is not None:
                timer.cancel()
        self._gate._gone(self._address, self)
        self._inner.connection_lost(exc)

    def _wait_for_request(self) -> None:
        if self._waits is None:
            loop = asyncio.get_running_loop()
            self._waits = loop.call_later(REQUEST_SECONDS, self.end)

    def comes_for(self, client: str) -> None:
        if client != self._address:
            self._gate._counted_as(self._address, client, self)
            self._address = client

    def end(self) -> None:
        if self._transport is not None:
            self._transport.abort()
