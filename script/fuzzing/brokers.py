"""Lies over MQTT: a broker that says what no table and no hall says, to a real one of each.

The broker speaks as much of MQTT 3.1.1 as a client needs that is connected, subscribes and
publishes. Tests: tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fuzzing.damage import ANY_BYTES, HOSTILE_TEXTS, damaged
from fuzzing.games import changed_json
from fuzzing.garden import Garden
from fuzzing.pictures import KEPT_BY_PLAY
from fuzzing.running import Box, Call, Ran
from fuzzing.verdicts import Trial

STAYS = 1.5
"""Seconds until a hall or a table is ended."""

LIES = 60
"""Messages of one trial."""

GOOD, LIAR = "good/1", "liar/2"
NUMBERS = (-1, 0, 1, 2, 5000, 10**9, 10**10, 2**31, 2**63, 2**64, 10**20, -(2**63), 1.5, 1e300)

HEAD = {"version": 1, "variant": "classic", "language": "en", "sides": ["Ann", "Ben"]}
EVENT = {"type": "passed", "by": "Ann"}
SIDE = {"name": "Ann", "points": 1, "turn": True, "won": False, "clock": 3.5}
BOARD = {"rows": ["..", ".."], "premiums": ["..", ".."], "last": ["A1"]}
KINDS: tuple[tuple[str, dict[str, object]], ...] = (
    ("presence", {"there": True, "name": "Table"}),
    (
        "state",
        {
            "sides": [SIDE],
            "turn": "Ann",
            "doing": "",
            "message": "",
            "over": False,
            "variant": "classic",
            "language": "en",
            "game": 1,
            "clock": None,
            "board": BOARD,
        },
    ),
    ("game", {"kind": "begun", "game": 1, "head": HEAD, "at": 2.0, "link": "a", "after": None}),
    (
        "game",
        {
            "kind": "event",
            "game": 1,
            "number": 0,
            "event": EVENT,
            "at": 2.0,
            "before": "a",
            "link": "b",
        },
    ),
    ("game", {"kind": "length", "game": 1, "events": 1, "link": "b", "over": True}),
)
HAVE: dict[str, object] = {
    "game": 1,
    "events": 0,
    "link": "a",
    "asks": "1",
    "earlier": [{"game": 1, "events": 0, "link": "a"}],
}


class LyingBroker:
    """Listens on a port of its own, and says to each client that has subscribed what `says` gives
    for its topics. `heard`: topics that it was sent."""

    def __init__(self, says: Callable[[Sequence[str]], Iterator[tuple[str, bytes]]]) -> None:
        self._says, self.heard = says, list[str]()
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
                self.heard.append(body[2 : 2 + size].decode())
                if first >> 1 & 3:
                    client.sendall(b"\x40\x02" + body[2 + size : 4 + size])
            case 8:
                topics, rest = list[str](), body[2:]
                while rest:
                    size = int.from_bytes(rest[:2], "big")
                    topics.append(rest[2 : 2 + size].decode())
                    rest = rest[3 + size :]
                client.sendall(
                    b"\x90" + bytes([2 + len(topics)]) + body[:2] + b"\x01" * len(topics)
                )
                for of, said in self._says(topics):
                    client.sendall(packet(of, said))
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
                if not isinstance(inner, dict) or rng.random() < 0.3:
                    break
                where = inner
            where[name] = rng.choice([*NUMBERS, *HOSTILE_TEXTS, None, [], {}, True, "x" * 70_000])
            return json.dumps(whole).encode("utf-8", "surrogatepass")


def hall_lies(_garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A hall that hears one good table, and a liar."""
    good = [
        ("presence", b'{"there":true,"name":"Good"}'),
        ("game", json.dumps(KINDS[2][1]).encode()),
        ("game", json.dumps(KINDS[3][1]).encode()),
        ("game", json.dumps(KINDS[4][1]).encode()),
    ]
    lies = [(kind, lie(body, rng)) for kind, body in rng.choices(KINDS, k=LIES)]
    sound = [(f"tilekeeper/2/{GOOD}/{kind}", body) for kind, body in good]
    between = [(f"tilekeeper/2/{LIAR}/{kind}", body) for kind, body in lies]
    # What no type takes may come under the good table's name too; what one takes may be a game.
    messages = [*between[: LIES // 2], *sound, *between[LIES // 2 :]]
    broker = LyingBroker(lambda _topics: iter(messages))
    call = Call(
        ("hall", "--broker", f"127.0.0.1:{broker.port}", "--folder", "hall"), stop_after=STAYS
    )

    def judge(_runs: Sequence[Ran]) -> str | None:
        broker.close()
        return _good_game(box.inputs / "hall")

    return Trial(f"{LIES} lies to a hall", (call,), may_write=("inputs/hall*",), judge=judge)


def _good_game(folder: Path) -> str | None:
    """What is wrong with the good table's game in the hall's files."""
    found = sorted(folder.glob("games/good-1/*.json"))
    if len(found) != 1:
        return f"the good table has {len(found)} games"
    kept = json.loads(found[0].read_text(encoding="utf-8"))
    return None if kept["events"] == [EVENT] else f"the good table's events are {kept['events']}"


def table_lies(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A table whose hall answers lies; it tells its game all the same."""
    (box.inputs / "j.sqlite").write_bytes(garden.journal)

    def says(topics: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for of in topics:
            yield from ((of, lie(HAVE, rng)) for _ in range(LIES))

    broker = LyingBroker(says)
    (box.inputs / "t.toml").write_text(f'[hall]\nbroker = "127.0.0.1:{broker.port}"\n')
    words = ("play", "--headless", "--journal", "j.sqlite", "--config", "t.toml")
    call = Call(words, stop_after=STAYS + 3)

    def judge(runs: Sequence[Ran]) -> str | None:
        broker.close()
        if "The hall is told nothing" in runs[0].error_text:
            return "the table tells its hall nothing more"
        return None if any("presence" in of for of in broker.heard) else "the table said nothing"

    return Trial(
        f"{LIES} lies to a table", (call,), may_write=("inputs", *KEPT_BY_PLAY), judge=judge
    )
