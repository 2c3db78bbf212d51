"""Messages that no table of ours sends: what bounds refuse, and what only looks like a game."""

from __future__ import annotations

import json
from collections.abc import Iterator

from device.addons.hall.messages import topic

HEAD = {"version": 1, "variant": "classic", "language": "en", "sides": ["Ann", "Ben"]}
PASSED = {"type": "passed", "by": "Ann"}
BEGUN = {"kind": "begun", "game": 1, "head": HEAD, "at": 2.0, "link": "a", "after": None}
EVENT = {
    "kind": "event",
    "game": 1,
    "number": 0,
    "event": PASSED,
    "at": 2.0,
    "before": "a",
    "link": "b",
}
LENGTH = {"kind": "length", "game": 1, "events": 0, "link": "a", "over": False}
HAVE = {"game": 1, "events": 0, "link": "a", "asks": "1"}
PRESENCE = {"there": True, "name": "Table"}
SIDE = {"name": "Ann", "points": 1, "turn": True, "won": False, "clock": None}
BOARD = {"rows": ["..", ".."], "premiums": ["..", ".."], "last": ["A1"]}
STATE = {
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
}

NUMBERS = (-2, 10**20, 2**63, 2**64, -(2**63), 1.5, "1", None, True, [1], 10**9 + 1, 1e300)
MOMENTS = (-1, 1e300, "1", None, [], 10**400, 32_503_680_001, -1e300)
TEXTS = ("x" * 5000, 1, None, ["x"], {"x": 1}, True)
LINKS = ("x" * 65, "é", "a b", "\x00", 1, None, "a\n")
POINTS = (10**7, -(10**7), 10**4299, 10**4300, 1.5, "1", [])
CLOCKS = (1e300, -1e300, 10**7, "1", [])
TRUTHS = (0, 1, "yes", [], {})
LISTS = ("x", 1, {}, [1], [None], [["x"]], ["." * 27] * 2, ["."] * 27)

BAD: tuple[tuple[str, str, dict[str, object], tuple[object, ...]], ...] = (
    ("game", "game", BEGUN, NUMBERS),
    ("game", "at", BEGUN, MOMENTS),
    ("game", "link", BEGUN, LINKS),
    ("game", "after", BEGUN, (1, "x", [], {}, {**LENGTH, "events": -1}, {**LENGTH, "game": 2**63})),
    ("game", "head", BEGUN, ([], "x", 1, None, [[[]]], {"x": "y" * 20_000})),
    ("game", "game", EVENT, NUMBERS),
    ("game", "number", EVENT, (*NUMBERS, 5_000)),
    ("game", "at", EVENT, MOMENTS),
    ("game", "before", EVENT, LINKS),
    ("game", "link", EVENT, LINKS),
    ("game", "event", EVENT, ([], "x", 1, None, {"x": "y" * 5_000})),
    ("game", "game", LENGTH, NUMBERS),
    ("game", "events", LENGTH, (*NUMBERS, 5_001)),
    ("game", "link", LENGTH, LINKS),
    ("game", "over", LENGTH, TRUTHS),
    ("game", "kind", LENGTH, ("", "none", 1, None)),
    ("have", "game", HAVE, NUMBERS),
    ("have", "events", HAVE, NUMBERS),
    ("have", "link", HAVE, LINKS),
    ("have", "asks", HAVE, TEXTS),
    ("have", "earlier", HAVE, (1, {}, [1], [[-1, 0, "a"]], [{}], [None] * 500)),
    ("presence", "there", PRESENCE, TRUTHS),
    ("presence", "name", PRESENCE, TEXTS),
    ("state", "doing", STATE, TEXTS),
    ("state", "message", STATE, TEXTS),
    ("state", "variant", STATE, TEXTS),
    ("state", "game", STATE, tuple(one for one in NUMBERS if one is not None)),
    ("state", "clock", STATE, CLOCKS),
    ("state", "sides", STATE, ("x", 1, {}, [1], [{}], [SIDE] * 27)),
    ("side", "points", SIDE, POINTS),
    ("side", "clock", SIDE, CLOCKS),
    ("side", "name", SIDE, TEXTS),
    ("board", "rows", BOARD, (*LISTS, ["..", "."], [".."])),
    ("board", "premiums", BOARD, (*LISTS, ["..", "."], [".."])),
    ("board", "last", BOARD, ("x", 1, [1], ["A0"], ["AA1"], ["a1"], ["A1"] * 700)),
)
"""The kind of message, a field, a good one, and what mustn't stand there. The plain numbers under
which a game may lie are no lies."""

BODIES: tuple[bytes, ...] = (
    b"",
    b"[",
    b"{",
    b"null",
    b"1",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b"\x00",
    b"\xef\xbb\xbf{}",
    b"[" * 50_000,
    b'{"a":' * 10_000,
    b" " * 70_000,
    json.dumps(BEGUN).encode().replace(b"Ann", b"A\xff"),
    json.dumps(EVENT).encode().replace(b"Ann", b"A\xff"),
    json.dumps(BEGUN).encode().replace(b'["Ann"', b"[" * 20 + b'"Ann"' + b"]" * 20 + b","),
    json.dumps(BEGUN).encode().replace(b"2.0", b"1e999"),
    json.dumps(EVENT).encode().replace(b"2.0", b"NaN"),
    json.dumps(STATE).encode().replace(b'"clock": null', b'"clock": -Infinity'),
)

TOPICS = (
    "tilekeeper/2/t/1/other",
    "tilekeeper/2/t/1",
    "tilekeeper/2/t/1/game/x",
    "tilekeeper/2//1/game",
    "tilekeeper/2/../1/game",
    "tilekeeper/2/t/1-2/game",
    "tilekeeper/2/t/É/game",
    "tilekeeper/2/T/1/game",
    "tilekeeper/2/t/1\n/game",
    "tilekeeper/2/" + "t" * 200 + "/1/game",
    "tilekeeper/1/t-1/game",
    "$SYS/broker/uptime",
)


def refused(table: str) -> Iterator[tuple[str, bytes]]:
    """Topics and bodies that no type takes, as if that table had sent them."""
    for kind, name, good, values in BAD:
        for value in values:
            lie = {**good, name: value}
            if kind == "side":
                yield topic(table, "state"), as_json({**STATE, "sides": [lie]})
            elif kind == "board":
                yield topic(table, "state"), as_json({**STATE, "board": lie})
            else:
                yield topic(table, kind), as_json(lie)
    for kind in ("presence", "state", "game", "have"):
        for body in BODIES:
            yield topic(table, kind), body
    for of in TOPICS:
        yield of, as_json(BEGUN)


HEADS: tuple[dict[str, object], ...] = (
    {},
    {"version": 0},
    {"version": 99},
    {**HEAD, "variant": "none"},
    {**HEAD, "variant": "../classic"},
    {**HEAD, "language": "xx"},
    {**HEAD, "sides": []},
    {**HEAD, "sides": ["Ann", "Ann"]},
    {**HEAD, "sides": ["x"] * 100},
    {**HEAD, "sides": [""]},
    {**HEAD, "layout": ["..", "."]},
    {**HEAD, "layout": ["." * 26] * 26},
    {**HEAD, "options": {"rack": 10**9}},
    {**HEAD, "options": {"bag": "x" * 10_000}},
    {**HEAD, "start": {"totals": {"Ann": 10**6}}},
    {**HEAD, "start": {"bag": 2**31}},
    {**HEAD, "start": {"rows": ["A"]}},
    {**HEAD, "totals": {"Ann": -(10**6)}},
    {**HEAD, "events": [PASSED]},
    {**HEAD, "sides": ["\ud800", "Ben"]},
)
"""Objects that no game can begin with, or only an odd one."""

EVENTS: tuple[dict[str, object], ...] = (
    {},
    {"type": "none"},
    {"type": "passed", "by": "Nobody"},
    {"type": "exchanged", "by": "Ann", "count": 10**18},
    {"type": "exchanged", "by": "Ann", "count": -1},
    {"type": "adjusted", "side": "Ann", "points": 10**300, "why": "x"},
    {"type": "adjusted", "side": "Ann", "points": 10**2000, "why": "x"},
    {"type": "played", "by": "Ann", "tiles": {}},
    {"type": "played", "by": "Ann", "tiles": {"Z99": "A"}},
    {"type": "played", "by": "Ann", "tiles": {"H8": ""}},
    {"type": "played", "by": "Ann", "tiles": {"H8": "x" * 1000}},
    {
        "type": "played",
        "by": "Ann",
        "tiles": {f"{c}{n}": "A" for c in "ABCDEFGHIJ" for n in "1234"},
    },
    {"type": "replaced", "index": -1, "event": PASSED},
    {"type": "replaced", "index": 10**18, "event": PASSED},
    {"type": "tile-corrected", "square": "Z99", "tile": "A"},
    {"type": "ended", "racks": {"Nobody": "Q" * 1000}},
    {"type": "ended", "racks": {"Ann": "\x00"}},
    {"type": "rolled", "by": "Ann", "letters": "x" * 2000},
    {"type": "traded", "by": "Ann", "partners": ["Ann"] * 100, "count": 2**62},
    {"type": "challenged", "by": "Ann", "good": True, "words": ["x" * 100] * 30},
)


def believed(table: str) -> Iterator[tuple[str, bytes]]:
    """Messages in bounds that no game is: they are kept, and can't be shown or only as they are."""
    for game, head in enumerate(HEADS, 1):
        yield topic(table, "game"), as_json({**BEGUN, "game": game, "head": head})
    for number, event in enumerate(EVENTS, len(HEADS) + 1):
        yield topic(table, "game"), as_json({**BEGUN, "game": number})
        yield topic(table, "game"), as_json({**EVENT, "game": number, "event": event})


def as_json(value: object) -> bytes:
    """With every number in full, whatever its length."""
    return json.dumps(_Long.shortened(value)).encode().replace(b'"#', b"").replace(b'#"', b"")


class _Long:
    """Numbers that Python doesn't write by itself."""

    @classmethod
    def shortened(cls, value: object) -> object:
        match value:
            case dict():
                return {key: cls.shortened(inner) for key, inner in value.items()}
            case list() | tuple():
                return [cls.shortened(inner) for inner in value]
            case int() if not isinstance(value, bool) and abs(value) >= 10**4000:
                return f"#1{'0' * (4299 if value < 10**4300 else 4300)}#"
        return value
