"""The socket on which a running table reports its condition: a service's UNIX socket.

While the table runs it alone has camera and pins, so `tilekeeper doctor` asks here
(device/table/report.py). One thread serves all clients without blocking: it only puts the question
into the loop's queue, and clients that ask during a check get its result.
Tests: tests/device/test_report_socket.py.
"""

from __future__ import annotations

import logging
import os
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from device.doctor.checks import Report
from device.language.texts import TEXT_LANGUAGES, Texts
from device.session.core.inputs import JobDone, JobFailed, ReportAsked
from device.system.files import runtime_directory
from device.table.report import (
    LONGEST_REQUEST,
    SOCKET_NAME,
    ReportRequest,
    json_lines,
    say_report,
    somebody_answers,
)
from engine.sentences import Sentence
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

AskReport: TypeAlias = Callable[[ReportAsked], None]
"""Puts a request into the loop's queue."""

MOST_CLIENTS = 32
"""Clients served at once; more wait in the backlog."""

PATIENCE = 30.0
"""Seconds until a client that has no answer, or doesn't read it, is disconnected ..."""

REQUEST_SECONDS = 2.0
"""... and until a client that sends nothing is."""

FRESH = 2.0
"""Seconds for which a report is reused: a client that keeps asking doesn't keep the table busy."""

MODE = 0o660
"""Members of the service's group may connect."""


class ReportSocketError(Exception):
    """The socket can't be opened; one sentence."""


@contextmanager
def open_report_socket(ask: AskReport, clock: MonotonicClock = time.monotonic) -> Iterator[None]:
    """Serves the socket in the runtime directory while the context lasts; does nothing without such
    a directory.

    If it can't be opened this is logged, and nothing else depends on it.
    """
    folder = runtime_directory()
    if folder is None:
        yield
        return
    try:
        served = ReportSocket(folder / SOCKET_NAME, ask, clock)
    except ReportSocketError as error:
        log.warning("%s", error)
        yield
        return
    with closing(served):
        yield


@dataclass(eq=False)
class _Client:
    """A client: the bytes received so far, and those left to send."""

    socket: socket.socket
    until: float
    received: bytes = b""
    language: str | None = None
    answer: memoryview | None = None


class ReportSocket:
    """The socket at `path`, served on its own thread until closed; ReportSocketError if it can't be
    opened, for example because another table uses it."""

    def __init__(self, path: Path, ask: AskReport, clock: MonotonicClock) -> None:
        self._path, self._ask, self._clock = path, ask, clock
        self._listening = _listening(path)
        self._inode = path.stat().st_ino
        self._clients: set[_Client] = set()
        self._checked: queue.SimpleQueue[JobDone] = queue.SimpleQueue()
        self._checking = self._closing = False
        self._fresh: Report | None = None
        self._fresh_until = 0.0
        self._woken, self._wakes = socket.socketpair()
        self._woken.setblocking(False)
        self._wakes.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._thread = threading.Thread(
            target=watched(self._run), name="report socket", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """No client is served any more; the socket is removed."""
        self._closing = True
        self._wake()
        self._thread.join()
        with self._lock:
            self._wakes.close()
        self._woken.close()

    def _answered(self, answer: JobDone) -> None:
        """A check's results, on the thread that made it, and maybe after the socket was closed."""
        self._checked.put(answer)
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            if self._wakes.fileno() >= 0:
                try:
                    self._wakes.send(b".")
                except BlockingIOError:
                    log.debug("the socket has been woken many times already")

    def _run(self) -> None:
        try:
            while not self._closing:
                self._serve()
        finally:
            for client in tuple(self._clients):
                self._disconnect(client)
            self._selector.close()
            self._listening.close()
            self._remove_socket()

    def _serve(self) -> None:
        """Waits for clients to connect, send or receive, and serves them."""
        for key, _ in self._selector.select(self._seconds()):
            if key.fileobj is self._listening:
                self._accept()
            elif key.fileobj is self._woken:
                self._sleep_again()
            elif isinstance(key.data, _Client):
                self._serve_client(key.data)
        while not self._checked.empty():
            self._answer_all(self._checked.get().result)
        now = self._clock()
        for client in tuple(self._clients):
            if now >= client.until:
                self._disconnect(client)

    def _seconds(self) -> float | None:
        if not self._clients:
            return None
        return max(0.0, min(client.until for client in self._clients) - self._clock())

    def _sleep_again(self) -> None:
        self._woken.recv(4096)

    def _accept(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except (BlockingIOError, ConnectionError):
            return  # the client is gone again
        connection.setblocking(False)
        client = _Client(connection, self._clock() + REQUEST_SECONDS)
        self._clients.add(client)
        self._selector.register(connection, selectors.EVENT_READ, client)
        if len(self._clients) == MOST_CLIENTS:
            self._selector.unregister(self._listening)

    def _disconnect(self, client: _Client) -> None:
        self._selector.unregister(client.socket)
        client.socket.close()
        self._clients.remove(client)
        if len(self._clients) == MOST_CLIENTS - 1:
            self._selector.register(self._listening, selectors.EVENT_READ)

    def _serve_client(self, client: _Client) -> None:
        """Receives or sends as much as possible without blocking."""
        try:
            if client.answer is None:
                self._receive(client)
            else:
                client.answer = client.answer[client.socket.send(client.answer) :]
                if not client.answer:
                    self._disconnect(client)
        except BlockingIOError:
            return
        except OSError:
            self._disconnect(client)  # the client has gone

    def _receive(self, client: _Client) -> None:
        received = client.socket.recv(LONGEST_REQUEST)
        client.received += received
        if not received or client.language is not None or len(client.received) > LONGEST_REQUEST:
            self._disconnect(client)  # gone, or it sent too much
        elif client.received.endswith(b"\n"):
            self._request_report(client)

    def _request_report(self, client: _Client) -> None:
        try:
            client.language = msgspec.json.decode(client.received, type=ReportRequest).texts
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._answer(client, _error(f"the question can't be understood ({error})"))
            return
        if client.language not in TEXT_LANGUAGES:
            sentence = f"no texts in {client.language!r}: ask for {' or '.join(TEXT_LANGUAGES)}"
            self._answer(client, _error(sentence))
            return
        now = self._clock()
        client.until = now + PATIENCE
        if self._fresh is not None and now < self._fresh_until:
            self._report(client, client.language, self._fresh)
        elif not self._checking:
            self._checking = True
            self._ask(ReportAsked(self._answered, now))

    def _answer_all(self, found: object) -> None:
        self._checking = False
        report = found if isinstance(found, tuple) else None
        if report is not None:
            self._fresh, self._fresh_until = report, self._clock() + FRESH
        for client in tuple(self._clients):
            if client.language is None or client.answer is not None:
                continue
            if report is not None:
                self._report(client, client.language, report)
            else:
                why = found.why if isinstance(found, JobFailed) else "this table has none"
                self._answer(client, _error(f"the check failed: {why}"))

    def _report(self, client: _Client, language: str, report: Report) -> None:
        self._answer(client, json_lines(say_report(report, _texts(language), "table")))

    def _answer(self, client: _Client, answer: bytes) -> None:
        client.answer = memoryview(answer)
        client.until = self._clock() + PATIENCE
        self._selector.modify(client.socket, selectors.EVENT_WRITE, client)

    def _remove_socket(self) -> None:
        try:
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()
        except OSError as error:
            log.info("%s is left behind: %s", self._path, error)


def _listening(path: Path) -> socket.socket:
    """Listens on that socket; replaces a stale one left by a killed table."""
    if somebody_answers(path):
        raise ReportSocketError(
            Sentence("Another tilekeeper answers at {path}: this one can’t be checked.", path=path)
        )
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    try:
        path.unlink(missing_ok=True)
        listening.bind(os.fspath(path))
        path.chmod(MODE)
        listening.listen(MOST_CLIENTS)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        sentence = f"This table can't be asked how it is: no socket at {path} ({error})."
        raise ReportSocketError(sentence) from error
    return listening


def _error(sentence: str) -> bytes:
    return msgspec.json.encode({"error": str.__str__(sentence)}) + b"\n"


@cache
def _texts(language: str) -> Texts:
    return Texts(language)
