"""Lies over MQTT: a broker that says what no table and no hall says, to a real one of each.

The broker speaks as much of MQTT 3.1.1 as a client needs that is connected, subscribes and
publishes. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from device.addons.hall.messages import (
    Begun,
    BoardStatus,
    Body,
    Happened,
    Have,
    Kept,
    Length,
    Presence,
    SideStatus,
    TableStatus,
    topic,
    written,
)
from device.addons.hall.publisher import IDENTITY, Identity
from workshop.fuzzing.damage import ANY_BYTES, HOSTILE_TEXTS, damaged
from workshop.fuzzing.games import changed_json
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.pictures import KEPT_BY_PLAY
from workshop.fuzzing.running import MEGABYTE, Box, Call, Ran
from workshop.fuzzing.verdicts import Trial

STAYS = 30.0
"""Seconds until a hall or a table that hasn't answered is ended all the same."""

MOST_MEMORY = 250 * MEGABYTE
"""By which a hall or a table may grow: one that receives nothing grows by a fifth of that."""

GOOD, LIAR, LAST = "good-1", "liar-2", "last-3"
NUMBERS = (-1, 0, 1, 2, 5000, 10**9, 10**10, 2**31, 2**63, 2**64, 10**20, -(2**63), 1.5, 1e300)

EVENT = {"type": "passed", "by": "Ann"}
HEAD = {"version": 1, "variant": "classic", "language": "en", "sides": ["Ann", "Ben"]}
MESSAGES: tuple[tuple[str, Body], ...] = (
    ("presence", Presence(True, "Table")),
    (
        "state",
        TableStatus(
            sides=(SideStatus("Ann", 1, True, False, 3.5),),
            turn="Ann",
            doing="",
            message="",
            over=False,
            variant="classic",
            language="en",
            game=1,
            clock=None,
            board=BoardStatus(("..", ".."), ("..", ".."), ("A1",)),
        ),
    ),
    ("game", Begun(1, msgspec.Raw(json.dumps(HEAD).encode()), 2.0, "a", None)),
    ("game", Happened(1, 0, msgspec.Raw(json.dumps(EVENT).encode()), 2.0, "a", "b")),
    ("game", Length(1, 1, "b", True)),
)
KINDS: tuple[tuple[str, dict[str, object]], ...] = tuple(
    (kind, json.loads(written(body))) for kind, body in MESSAGES
)
HAVE: dict[str, object] = json.loads(written(Have(1, 0, "a", "1", (Kept(1, 0, "a"),))))


class LyingBroker:
    """Listens on a port of its own, and says to each client that has subscribed what `says` gives
    for its topics. `heard`: topics that it was sent; `hears` is called with each, and what was."""

    def __init__(
        self,
        says: Callable[[Sequence[str]], Iterator[tuple[str, bytes]]],
        hears: Callable[[str, bytes], object] = lambda _of, _body: None,
    ) -> None:
        self._says, self._hears, self.heard = says, hears, list[str]()
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listens.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listens.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listens.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        try:
            with client, client.makefile("rb") as comes:
                while first := comes.read(1):
                    self._answer(client, first[0], comes.read(_length(comes)))
        except (OSError, ValueError, IndexError):
            return  # the client was ended

    def _answer(self, client: socket.socket, first: int, body: bytes) -> None:
        match first >> 4:
            case 1:
                client.sendall(b"\x20\x02\x00\x00")
            case 3:
                size = int.from_bytes(body[:2], "big")
                of, rest = body[2 : 2 + size].decode(), body[2 + size :]
                if first >> 1 & 3:
                    client.sendall(b"\x40\x02" + rest[:2])
                    rest = rest[2:]
                self.heard.append(of)
                self._hears(of, rest)
            case 8:
                topics, rest = list[str](), body[2:]
                while rest:
                    size = int.from_bytes(rest[:2], "big")
                    topics.append(rest[2 : 2 + size].decode())
                    rest = rest[3 + size :]
                client.sendall(
                    b"\x90" + bytes([2 + len(topics)]) + body[:2] + b"\x01" * len(topics)
                )
                for of, body in self._says(topics):
                    client.sendall(packet(of, body))
            case 12:
                client.sendall(b"\xd0\x00")


def packet(of: str, body: bytes) -> bytes:
    """A message as it goes over the wire, retained."""
    topic = of.encode()
    rest = len(topic).to_bytes(2, "big") + topic + body
    size, length = len(rest), bytearray()
    while True:
        size, low = divmod(size, 128)
        length.append(low | (128 if size else 0))
        if not size:
            return b"\x31" + bytes(length) + rest


def _length(comes: object) -> int:
    size, place = 0, 0
    while True:
        (byte,) = comes.read(1)  # type: ignore[attr-defined]
        size |= (byte & 127) << place
        place += 7
        if byte < 128:
            return size


def lie(good: dict[str, object], rng: random.Random) -> bytes:
    """A message gone wrong: a value in it, its JSON, or its bytes."""
    match rng.randrange(4):
        case 0:
            return damaged(json.dumps(good).encode(), rng, ANY_BYTES)
        case 1:
            return changed_json(good, rng)
        case _:
            whole = json.loads(json.dumps(good))
            where = whole
            while True:
                name = rng.choice(sorted(where))
                inner = where[name]
                if isinstance(inner, list) and inner and isinstance(inner[0], dict):
                    inner = inner[0]
                if not isinstance(inner, dict) or not inner or rng.random() < 0.3:
                    break
                where = inner
            where[name] = rng.choice([*NUMBERS, *HOSTILE_TEXTS, None, [], {}, True, "x" * 70_000])
            return json.dumps(whole).encode("utf-8", "surrogatepass")


def hall_lies(_garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
    """A hall that hears one good table, and a liar: a lie of each of these sources."""
    lies = [_to_a_hall(rng) for rng in chances]
    good = [(topic(GOOD, kind), written(body)) for kind, body in MESSAGES if kind != "state"]
    half = len(lies) // 2
    # What no type takes may come under the good table's name too; what one takes may be a game.
    messages = [*lies[:half], *good, *lies[half:]]
    last = topic(LAST, "presence"), written(Presence(True, "Last"))
    answers = {topic(GOOD, "have"), topic(LAST, "have")}

    def says(_topics: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        yield from messages
        yield last

    def heard(_of: str, _body: bytes) -> None:
        if answers <= set(broker.heard):
            box.stops.touch()

    broker = LyingBroker(says, heard)
    call = Call(
        ("hall", "--broker", f"127.0.0.1:{broker.port}", "--folder", "hall"), stop_after=STAYS
    )

    def judge(runs: Sequence[Ran]) -> str | None:
        if runs[0].seconds > STAYS:
            return "the hall answers a good table no more"
        return _good_game(box.inputs / "hall")

    return Trial(
        f"{len(lies)} lies to a hall",
        (call,),
        may_write=("inputs/hall*",),
        judge=judge,
        most_memory=MOST_MEMORY,
        ends=broker.close,
    )


def _to_a_hall(rng: random.Random) -> tuple[str, bytes]:
    kind, body = rng.choice(KINDS)
    return topic(LIAR, kind), lie(body, rng)


def _good_game(folder: Path) -> str | None:
    """What is wrong with the good table's game in the hall's files."""
    found = sorted(folder.glob("games/good-1/*.json"))
    if len(found) != 1:
        return f"the good table has {len(found)} games"
    kept = json.loads(found[0].read_text(encoding="utf-8"))
    return None if kept["events"] == [EVENT] else f"the good table's events are {kept['events']}"


def table_lies(garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
    """A table whose hall answers lies, one of each of these sources; then one begins that has
    nothing, and gets the table's game from its beginning."""
    (box.inputs / "j.sqlite").write_bytes(garden.journal)
    (box.inputs / IDENTITY).write_bytes(msgspec.json.encode(Identity("own-1", since=1)))
    lies = [lie(HAVE, rng) for rng in chances]
    lied = threading.Event()

    def says(topics: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for of in topics:
            yield from ((of, body) for body in lies)
            lied.set()
            yield of, written(Have(0, 0, "", "another hall"))

    def heard(of: str, body: bytes) -> None:
        if lied.is_set() and of.endswith("/game") and b'"kind":"begun"' in body:
            box.stops.touch()

    broker = LyingBroker(says, heard)
    (box.inputs / "t.toml").write_text(f'[hall]\nbroker = "127.0.0.1:{broker.port}"\n')
    words = ("play", "--headless", "--journal", "j.sqlite", "--config", "t.toml")

    def judge(runs: Sequence[Ran]) -> str | None:
        if "Can’t reach the hall" in runs[0].error_text:
            return "the table sends its hall nothing more"
        if runs[0].seconds > STAYS:
            return "the table doesn't send its game to a hall that has nothing"
        return None

    return Trial(
        f"{len(lies)} lies to a table",
        (Call(words, stop_after=STAYS),),
        may_write=("inputs", *KEPT_BY_PLAY),
        judge=judge,
        most_memory=MOST_MEMORY,
        ends=broker.close,
    )
