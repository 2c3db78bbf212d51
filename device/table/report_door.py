"""The socket on which a running table reports its condition: a service's UNIX socket.

While the table runs it alone has camera and pins, so `tilekeeper doctor` asks here
(device/table/report.py). One thread serves all clients without blocking: it only puts the question
into the loop's queue, and clients that ask during a check get its result.
Tests: tests/device/test_report_door.py.
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
    DOOR,
    LONGEST_REQUEST,
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

MOST_ASKING = 32
"""Clients served at once; more wait in the backlog."""

PATIENCE = 30.0
"""Seconds until a client that has no answer, or doesn't read it, is disconnected ..."""

REQUEST_SECONDS = 2.0
"""... and until a client that sends nothing is."""

FRESH = 2.0
"""Seconds for which a report is reused: a client that keeps asking doesn't keep the table busy."""

MODE = 0o660
"""Members of the service's group may connect."""


class DoorError(Exception):
    """The socket can't be opened; one sentence."""


@contextmanager
def open_door(ask: AskReport, clock: MonotonicClock = time.monotonic) -> Iterator[None]:
    """Serves the socket in the runtime directory while the context lasts; does nothing without such
    a directory.

    If it can't be opened this is logged, and nothing else depends on it.
    """
    folder = runtime_directory()
    if folder is None:
        yield
        return
    try:
        door = ReportDoor(folder / DOOR, ask, clock)
    except DoorError as error:
        log.warning("%s", error)
        yield
        return
    with closing(door):
        yield


@dataclass(eq=False)
class _Asker:
    """A client: the bytes received so far, and those left to send."""

    socket: socket.socket
    until: float
    heard: bytes = b""
    language: str | None = None
    answer: memoryview | None = None


class ReportDoor:
    """The socket at `path`, served on its own thread until closed; DoorError if it can't be opened,
    for example because another table uses it."""

    def __init__(self, path: Path, ask: AskReport, clock: MonotonicClock) -> None:
        self._path, self._ask, self._clock = path, ask, clock
        self._listening = _listening(path)
        self._inode = path.stat().st_ino
        self._askers: set[_Asker] = set()
        self._checked: queue.SimpleQueue[JobDone] = queue.SimpleQueue()
        self._under_way = self._closing = False
        self._fresh: Report | None = None
        self._fresh_until = 0.0
        self._woken, self._wakes = socket.socketpair()
        self._woken.setblocking(False)
        self._wakes.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=watched(self._run), name="door", daemon=True)
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
                    log.debug("the door has been woken many times already")

    def _run(self) -> None:
        try:
            while not self._closing:
                self._serve()
        finally:
            for asker in tuple(self._askers):
                self._leave(asker)
            self._selector.close()
            self._listening.close()
            self._remove_socket()

    def _serve(self) -> None:
        """Waits for clients to connect, send or receive, and serves them."""
        for key, _ in self._selector.select(self._seconds()):
            if key.fileobj is self._listening:
                self._let_in()
            elif key.fileobj is self._woken:
                self._sleep_again()
            elif isinstance(key.data, _Asker):
                self._attend(key.data)
        while not self._checked.empty():
            self._answer_all(self._checked.get().result)
        now = self._clock()
        for asker in tuple(self._askers):
            if now >= asker.until:
                self._leave(asker)

    def _seconds(self) -> float | None:
        if not self._askers:
            return None
        return max(0.0, min(asker.until for asker in self._askers) - self._clock())

    def _sleep_again(self) -> None:
        self._woken.recv(4096)

    def _let_in(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except (BlockingIOError, ConnectionError):
            return  # the client is gone again
        connection.setblocking(False)
        asker = _Asker(connection, self._clock() + REQUEST_SECONDS)
        self._askers.add(asker)
        self._selector.register(connection, selectors.EVENT_READ, asker)
        if len(self._askers) == MOST_ASKING:
            self._selector.unregister(self._listening)

    def _leave(self, asker: _Asker) -> None:
        self._selector.unregister(asker.socket)
        asker.socket.close()
        self._askers.remove(asker)
        if len(self._askers) == MOST_ASKING - 1:
            self._selector.register(self._listening, selectors.EVENT_READ)

    def _attend(self, asker: _Asker) -> None:
        """Receives or sends as much as possible without blocking."""
        try:
            if asker.answer is None:
                self._hear(asker)
            else:
                asker.answer = asker.answer[asker.socket.send(asker.answer) :]
                if not asker.answer:
                    self._leave(asker)
        except BlockingIOError:
            return
        except OSError:
            self._leave(asker)  # the client has gone

    def _hear(self, asker: _Asker) -> None:
        received = asker.socket.recv(LONGEST_REQUEST)
        asker.heard += received
        if not received or asker.language is not None or len(asker.heard) > LONGEST_REQUEST:
            self._leave(asker)  # gone, or it sent too much
        elif asker.heard.endswith(b"\n"):
            self._ask_for(asker)

    def _ask_for(self, asker: _Asker) -> None:
        try:
            asker.language = msgspec.json.decode(asker.heard, type=ReportRequest).texts
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._answer(asker, _error(f"the question can't be understood ({error})"))
            return
        if asker.language not in TEXT_LANGUAGES:
            sentence = f"no texts in {asker.language!r}: ask for {' or '.join(TEXT_LANGUAGES)}"
            self._answer(asker, _error(sentence))
            return
        now = self._clock()
        asker.until = now + PATIENCE
        if self._fresh is not None and now < self._fresh_until:
            self._report(asker, asker.language, self._fresh)
        elif not self._under_way:
            self._under_way = True
            self._ask(ReportAsked(self._answered, now))

    def _answer_all(self, found: object) -> None:
        self._under_way = False
        report = found if isinstance(found, tuple) else None
        if report is not None:
            self._fresh, self._fresh_until = report, self._clock() + FRESH
        for asker in tuple(self._askers):
            if asker.language is None or asker.answer is not None:
                continue
            if report is not None:
                self._report(asker, asker.language, report)
            else:
                why = found.why if isinstance(found, JobFailed) else "this table has none"
                self._answer(asker, _error(f"the check failed: {why}"))

    def _report(self, asker: _Asker, language: str, report: Report) -> None:
        self._answer(asker, json_lines(say_report(report, _texts(language), "table")))

    def _answer(self, asker: _Asker, answer: bytes) -> None:
        asker.answer = memoryview(answer)
        asker.until = self._clock() + PATIENCE
        self._selector.modify(asker.socket, selectors.EVENT_WRITE, asker)

    def _remove_socket(self) -> None:
        try:
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()
        except OSError as error:
            log.info("%s is left behind: %s", self._path, error)


def _listening(path: Path) -> socket.socket:
    """Listens on that socket; replaces a stale one left by a killed table."""
    if somebody_answers(path):
        raise DoorError(
            Sentence(
                "Another table answers at {path}: this one can't be asked how it is.", path=path
            )
        )
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    try:
        path.unlink(missing_ok=True)
        listening.bind(os.fspath(path))
        path.chmod(MODE)
        listening.listen(MOST_ASKING)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        sentence = f"This table can't be asked how it is: no socket at {path} ({error})."
        raise DoorError(sentence) from error
    return listening


def _error(sentence: str) -> bytes:
    return msgspec.json.encode({"error": str.__str__(sentence)}) + b"\n"


@cache
def _texts(language: str) -> Texts:
    return Texts(language)
