"""Bad requests to the page of a real table, and those who listen to its events and behave badly.

Each is sent by an address of its own on this machine's loopback, and after each a good request has
to be answered as before. Knows HTTP as bytes on a socket. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import random
import re
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from device.addons.page.gate import MOST_CLIENTS
from workshop.fuzzing.damage import ANY_BYTES, HOSTILE_TEXTS, damaged
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.pictures import KEPT_BY_PLAY
from workshop.fuzzing.running import MEGABYTE, Box, Call, Ran
from workshop.fuzzing.verdicts import Trial

OPENS_WITHIN = 25.0
ANSWERS_WITHIN = 8.0
"""Seconds until a good request that isn't answered is given up."""

STAYS = 90.0
"""Seconds after which a table is ended in any case."""

MOST_MEMORY = 150 * MEGABYTE
"""By which a table may grow whose page is asked for nonsense: it grows by 12 to 70 of itself."""

MOST_TURNS = 400
"""More than a table reads while it stays."""

PROXY = "127.0.0.9"
"""The address of a reverse proxy that the table believes."""

FIRST_WORD, NEXT_WORD = 0.12, 0.03
"""Seconds that a bad request waits for an answer's beginning, and then for more of it."""

LARGEST_ANSWER = 1 << 18

PLACES = (
    "/", "/overlay", "/now", "/events", "/obs/events", "/obs/now", "/obs/score", "/obs/turn.txt",
    "/files/page.css", "/files/page.js", "/files/theme.css", "/picture/0", "/picture/999999",
)  # fmt: skip
ODD_PLACES = (
    "", "*", "//", "/..", "/../../etc/passwd", "/files/../../../etc/passwd",
    "/files/%2e%2e%2fpasswd", "/files/%2Fetc%2Fpasswd", "/files/page.html", "/files/.",
    "/files/", "/obs/", "/obs/.txt", "/obs/score.html", "/obs/%00", "/picture/-1", "/picture/1e9",
    "/picture/0000000",
    "/picture/%31", "/%", "/%zz", "/%ff%fe", "/\x00", "/now\x00", "/é",
    "http://elsewhere.example/now", "http://[::1/now", "//elsewhere.example/now", "/now;x=1",
    "/now/", "/NOW", "/" + "a" * 3900, "/" + "a" * 5000, "/" + "%41" * 2000, "/" + "../" * 900, "/?"
    + "lang=fr&" * 400, "/now#x",
)  # fmt: skip
METHODS = (
    "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI",
    "get", "", "G" * 300, "GET\t", "\x16\x03\x01",
)  # fmt: skip
VERSIONS = (
    "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1.10", "http/1.1",
    "HTTP/", "", "HTTP/1.1 x", "ICAP/1.0",
)  # fmt: skip
NAMES = (
    "Host", "Connection", "Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Origin",
    "X-Forwarded-For", "Accept-Language", "If-None-Match", "Last-Event-ID", "Sec-Fetch-Site",
    "Sec-Fetch-Mode", "Range", "Cookie", "Accept-Encoding", "Content-Encoding", "Te", "Referer",
    "Authorization", "X-Forwarded-Host", "Forwarded", "", " Host", "Host ", "A" * 300, "é", "a:b",
)  # fmt: skip
ENDS_LINE = re.compile(r"[\r\n]")
VALUES = (
    "", "0", "-1", "+1", "1, 2", "1e3", "99999999999999999999", "chunked", "Chunked, identity",
    "gzip, chunked", "identity", "close", "keep-alive, close", "upgrade", "websocket", "h2c",
    "100-continue", "200-ok", "null", "*", "W/\"x\"", '"' * 300, "bytes=0-", "bytes=9-1,-5,,",
    "en;q=x, fr;q=9, ,,,;", "fr," * 700, "cross-site", "navigate", "http://elsewhere.example",
    "elsewhere.example", "127.0.0.1:99999", "[::1", "::1", "127.0.0.1@elsewhere.example",
    "127.0.0.1, 127.0.0.2", "1.2.3.4, " * 300, "127.0.0.9, 127.0.0.9", "unknown", "_hidden",
    "::ffff:127.0.0.1%eth0", "x" * 4000, "x" * 5000, "gzip, deflate, br, zstd", "a=b; " * 500,
    *(ENDS_LINE.sub(" ", text) for text in HOSTILE_TEXTS),
)  # fmt: skip
CHUNKS = (
    b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"5\r\nhel", b"-5\r\nhello\r\n",
    b"FFFFFFFFFFFFFFFFF\r\n", b"5;" + b"x" * 9000 + b"\r\nhello\r\n0\r\n\r\n",
    b"0x5\r\nhello\r\n0\r\n\r\n", b"5\nhello\n0\n\n",
    b"0\r\nX: " + b"y" * 9000 + b"\r\n\r\n", b"g\r\n", b"\r\n", b"1\r\nA\r\n" * 3000,
)  # fmt: skip
WEBSOCKET = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)

STATUSES = frozenset(
    (200, 206, 304, 400, 403, 404, 405, 408, 411, 413, 414, 417, 421, 429, 431, 501, 505)
)
"""How the page may answer; 100 goes before another."""

SECRETS = (b"aiohttp", b"Python/", b"Traceback", b"root:x:")
"""What no answer holds: the library, its versions, our faults, and this machine's files."""


# --- what is sent ---


@dataclass(frozen=True)
class Visit:
    """What one client does: sends `data` in pieces of `piece` bytes with `pause` seconds between
    them, closes its half (`half`), reads `reads` bytes at most, and is torn off (`torn`) or stays
    until the end (`stays`). `proxied`: it comes from the proxy; `small_window`: the system takes
    little for it that it doesn't read; `times`: so many like it come."""

    data: bytes
    piece: int = 1 << 20
    pause: float = 0.0
    half: bool = False
    reads: int = LARGEST_ANSWER
    torn: bool = False
    stays: bool = False
    proxied: bool = False
    small_window: bool = False
    times: int = 1


def request(rng: random.Random, port: int) -> Visit:
    """A bad request, or a good one of a bad client."""
    head = _head(rng, port)
    match rng.randrange(12):
        case 0 | 1:
            data = damaged(head + b"\r\n", rng, ANY_BYTES)
        case 2:
            data = head + b"Transfer-Encoding: chunked\r\n\r\n" + rng.choice(CHUNKS)
        case 3:
            length = rng.choice(VALUES)
            body = rng.choice([b"", b"{}", b"x" * 5000, rng.randbytes(300)])
            data = head + f"Content-Length: {length}\r\n\r\n".encode("utf-8", "replace") + body
        case 4:
            good = _good(rng.choice(PLACES[2:]), port)
            data = good * rng.choice([2, 20, 60]) + damaged(good, rng, ANY_BYTES)
        case 5:
            data = head + WEBSOCKET.encode() + b"\r\n" + rng.randbytes(rng.choice([2, 200, 20_000]))
        case 6:
            lines = b"".join(b"X-%d: y\r\n" % n for n in range(rng.choice([60, 400, 4000])))
            data = head + lines + b"\r\n"
        case 7:
            data = rng.choice([rng.randbytes(400), b"\r\n" * 3000, b"\x00" * 9000, b"GET " * 3000])
        case _:
            data = head + b"\r\n"
    match rng.randrange(10):
        case 0:
            return Visit(data, half=True)
        case 1:
            return Visit(data[: rng.randrange(len(data) + 1)], stays=True)
        case 2:
            return Visit(data, torn=True, reads=rng.choice([0, 1]))
        case 3:
            return Visit(data[:40], piece=rng.choice([1, 3]), pause=0.002, stays=rng.random() < 0.5)
        case 4:
            return Visit(data, reads=0, small_window=True, stays=True)
        case 5:
            return Visit(data, proxied=True)
        case _:
            return Visit(data)


def stream(rng: random.Random, port: int) -> Visit:
    """Somebody who listens to events and asks oddly, reads nothing, or goes without a word."""
    place = rng.choice(["/events", "/obs/events"]) + rng.choice(["", "?lang=fr", "?lang=", "?x"])
    known = rng.choice(["0", "1", "9" * 40, "-1", "x", "", *HOSTILE_TEXTS])
    more = f"Last-Event-ID: {ENDS_LINE.sub(' ', known)[:3000]}\r\n"
    if rng.random() < 0.2:
        more += WEBSOCKET
    if rng.random() < 0.1:
        more += f"X-Forwarded-For: {'1.2.3.4, ' * rng.choice([1, 300])}\r\n"
    data = _good(place, port, more)
    match rng.randrange(10):
        case 0:
            return Visit(data, torn=True, reads=rng.choice([0, 1, 900]))
        case 1:
            return Visit(data, half=True, stays=True)
        case 2:
            return Visit(data + rng.randbytes(rng.choice([1, 500, 9000])), stays=True)
        case 3:
            return Visit(data + _good("/now", port) * rng.choice([1, 30]), stays=True)
        case 4:
            return Visit(data.replace(b"GET", b"HEAD"))
        case 5:
            return Visit(data, stays=True, times=rng.choice([5, 30]))
        case 6:
            return Visit(data, proxied=True, stays=True)
        case _:
            return Visit(data, reads=0, small_window=True, stays=True)


def _good(place: str, port: int, more: str = "") -> bytes:
    head = f"GET {place} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n"
    return head.encode("utf-8", "replace")


def _head(rng: random.Random, port: int) -> bytes:
    """A first line and headers, some of them odd, without the empty line."""
    place = rng.choice(PLACES if rng.random() < 0.5 else ODD_PLACES)
    if rng.random() < 0.3:
        place += f"?lang={rng.choice(HOSTILE_TEXTS)}"
    method = rng.choice(METHODS) if rng.random() < 0.3 else "GET"
    version = rng.choice(VERSIONS) if rng.random() < 0.3 else "HTTP/1.1"
    lines = [f"{method} {place} {version}"]
    if rng.random() < 0.9:
        lines.append(f"Host: 127.0.0.1:{port}")
    many = rng.choice([0, 0, 1, 1, 2, 5])
    lines += [f"{rng.choice(NAMES)}: {rng.choice(VALUES)}" for _ in range(many)]
    end = "\n" if rng.random() < 0.05 else "\r\n"
    return (end.join(lines) + end).encode("utf-8", "replace")


# --- who sends it ---


def _addresses(net: int) -> Callable[[], str]:
    numbers = count()

    def another() -> str:
        number = next(numbers)
        return f"127.{net}.{number // 250}.{number % 250 + 1}"

    return another


def free_port() -> int:
    """One that is free and that no connection is given by the system."""
    source = random.SystemRandom()
    while True:
        port = source.randrange(10_000, 32_000)
        with socket.socket() as asked:
            try:
                asked.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


@dataclass
class Visitors:
    """They all come to the page, one after another, and a good one after each. `wrong`: what was
    amiss first; `done`: all of them have been there."""

    port: int
    visits: Sequence[Visit]
    stops: Path
    listens: bool = False
    wrong: str = ""
    done: bool = False
    _held: list[socket.socket] = field(default_factory=list)
    _bad: Callable[[], str] = field(default_factory=lambda: _addresses(1))
    _honest: Callable[[], str] = field(default_factory=lambda: _addresses(2))

    def begin(self) -> None:
        """From now on they look whether the page is there."""
        self._thread = threading.Thread(target=self._all, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """They have gone."""
        self._thread.join()

    def _all(self) -> None:
        try:
            self.wrong = self._come()
            self.done = not self.wrong
        except Exception as error:  # noqa: BLE001  (it is the verdict)
            self.wrong = f"{type(error).__name__}: {error}"
        finally:
            for one in self._held:
                one.close()
            self.stops.touch()

    def _come(self) -> str:
        until = time.monotonic() + OPENS_WITHIN
        while (first := self._good_answer(1.0)) is None:
            if time.monotonic() > until:
                return "the page isn't there"
            time.sleep(0.05)
        listening = self._listening() if self.listens else None
        for number, visit in enumerate(self.visits):
            answers = [self._visit(visit) for _ in range(visit.times)]
            for answer in answers:
                if why := amiss(answer):
                    return f"input {number} of these is answered by {why}"
            if (now := self._good_answer(ANSWERS_WITHIN)) is None:
                return f"after input {number} of these a good request isn't answered"
            if not self.listens and now != first:
                return f"after input {number} of these the page shows something else"
        if listening is not None and not self._still_hears(listening):
            return "a good listener receives nothing more"
        return ""

    def _still_hears(self, listening: socket.socket) -> bool:
        """Whether a good listener receives events, if need be by coming again, as a browser does:
        it may lose its place to a newcomer, but only where more have come than there is room for.
        """
        _drain(listening)
        if _hears(listening):
            return True
        return len(self._held) >= MOST_CLIENTS and _hears(self._listening())

    def _visit(self, visit: Visit) -> bytes:
        """What is answered to it."""
        one = socket.socket()
        if visit.small_window:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        answer = b""
        try:
            one.bind((PROXY if visit.proxied else self._bad(), 0))
            one.settimeout(ANSWERS_WITHIN)
            one.connect(("127.0.0.1", self.port))
            one.settimeout(0.5)
            for at in range(0, len(visit.data), visit.piece):
                one.sendall(visit.data[at : at + visit.piece])
                time.sleep(visit.pause)
            if visit.half:
                one.shutdown(socket.SHUT_WR)
            answer = _read(one, visit.reads)
        except OSError:
            pass  # it was let go: the page's right
        if visit.torn:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if visit.stays:
            self._held.append(one)
        else:
            one.close()
        return answer

    def _good_answer(self, within: float) -> object:
        """What is shown now, as far as only the table changes it; None for no answer."""
        try:
            with socket.create_connection(
                ("127.0.0.1", self.port), within, source_address=(self._honest(), 0)
            ) as one:
                one.sendall(_good("/now", self.port, "Connection: close\r\n"))
                answer = b"".join(iter(lambda: one.recv(1 << 16), b""))
        except OSError:
            return None
        head, _, body = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            return None
        shown = json.loads(body)
        if "where" not in shown:
            return None  # the table hasn't shown anything yet
        return shown["where"], shown["sides"], shown["board"], shown["turns"]

    def _listening(self) -> socket.socket:
        one = socket.create_connection(
            ("127.0.0.1", self.port), ANSWERS_WITHIN, source_address=(self._honest(), 0)
        )
        one.sendall(_good("/events", self.port))
        self._held.append(one)
        return one


def _read(one: socket.socket, most: int) -> bytes:
    answer = b""
    one.settimeout(FIRST_WORD)
    try:
        while len(answer) < most and (piece := one.recv(min(1 << 16, most - len(answer)))):
            answer += piece
            one.settimeout(NEXT_WORD)
    except TimeoutError:
        pass  # nothing more comes of it
    return answer


def _drain(listening: socket.socket) -> None:
    """Reads what has come so far."""
    listening.settimeout(0.0)
    with suppress(OSError):  # that was all, or the end, which the next to read meets
        while listening.recv(1 << 16):
            pass


def _hears(listening: socket.socket) -> bool:
    """Whether events come."""
    listening.settimeout(ANSWERS_WITHIN)
    heard = b""
    with suppress(OSError):  # nothing comes, or it was let go
        while b"data:" not in heard and (piece := listening.recv(1 << 16)):
            heard += piece
    return b"data:" in heard


STATUS_LINE = re.compile(rb"HTTP/[0-9]\.[0-9] ([0-9]{3})[ \r]")
"""Of whatever version was asked for."""


CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
"""What comes before the answer to a client that waits for it (RFC 9110, 10.1.1)."""


def amiss(answer: bytes) -> str | None:
    """What is wrong with an answer, None for nothing, as where there is none."""
    answer = answer.removeprefix(CONTINUE)
    if not answer:
        return None
    if len(answer) < len(b"HTTP/1.1 200 "):
        return None  # no more was read of it
    first = STATUS_LINE.match(answer)
    if first is None:
        return f"no HTTP: {answer[:60]!r}"
    if (status := int(first[1])) not in STATUSES:
        return f"status {status}: {answer[:60]!r}"
    head, ends, _ = answer.partition(b"\r\n\r\n")
    if ends and b"\r\nServer: tilekeeper" not in head:
        return f"headers that aren't the page's: {head[:300]!r}"
    leaked = next((word for word in SECRETS if word in answer), None)
    return None if leaked is None else f"what it must not leak: {leaked!r}"


# --- the trials ---


def requests(garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
    """The page of a table whose game goes on where it was left."""
    (box.inputs / "j.sqlite").write_bytes(garden.journal)
    port = free_port()
    visits = [request(rng, port) for rng in chances]
    return _visited(box, Visitors(port, visits, box.stops), ())


def streams(garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
    """The page of a table that shows something else some times a second."""
    turns = box.inputs / "turns"
    turns.mkdir()
    for number, frame in enumerate(garden.frames):
        (turns / f"{number:04}.png").write_bytes(frame)
    last = len(garden.frames) - 1
    for number in range(MOST_TURNS):  # a play is taken back and laid again, and so on
        (turns / f"{last + 1 + number:04}.png").symlink_to(f"{last - (number + 1) % 2:04}.png")
    port = free_port()
    visits = [stream(rng, port) for rng in chances]
    visitors = Visitors(port, visits, box.stops, listens=True)
    return _visited(box, visitors, ("--camera", "folder:turns"))


def _visited(box: Box, visitors: Visitors, more: tuple[str, ...]) -> Trial:
    settings = f'enabled = true\naddress = "127.0.0.1"\nport = {visitors.port}\n'
    settings += f'proxies = ["{PROXY}"]\npictures = true\n'
    (box.inputs / "t.toml").write_text(f"[page]\n{settings}")
    words = ("play", "--headless", "--journal", "j.sqlite", "--config", "t.toml", *more)
    visitors.begin()

    def judge(_: Sequence[Ran]) -> str | None:
        visitors.end()
        return visitors.wrong or None

    return Trial(
        f"{len(visitors.visits)} bad visitors",
        (Call(words, stop_after=STAYS),),
        may_write=KEPT_BY_PLAY,
        judge=judge,
        most_memory=MOST_MEMORY,
        ends=visitors.end,
    )
