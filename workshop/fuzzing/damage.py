"""Damage: how bytes and texts go wrong, whatever they mean. Every function takes what is good and
a random source, and gives something else. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

Damage: TypeAlias = Callable[[bytes, random.Random], bytes]

HOSTILE_TEXTS = (
    "",
    " ",
    "\x00",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x9b2J",
    "\r",
    "\n",
    "\u202egnp.exe",
    "\ufeff",
    "é\u0301",
    "ﬀ",
    "ß",
    "İ",
    "🂡🎲",
    "A" * 300,
    "A" * 5000,
    "../../etc/passwd",
    "/",
    ".",
    "..",
    "-",
    "--json",
    "%s%n{}",
    "{0.__class__}",
    "$(touch tripped)",
    "`touch tripped`",
    "'; DROP TABLE games; --",
    "nan",
    "inf",
    "-1",
    "0",
    "1e999",
    "99999999999999999999999",
    "0x41",
    "١٢",
    "null",
    "true",
    "[]",
    "{}",
    "[" * 2000,
    '{"a":' * 2000,
)
"""What a text is put where another is expected: empty, controlling, turned, long, or of another
trade."""

TOKENS = (
    *(text.encode() for text in HOSTILE_TEXTS),
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc3",
    b"\x00\x00",
    b"\\ud800",
    b"\\u0000",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\x1a",
)


def flipped(good: bytes, rng: random.Random, most: int = 8) -> bytes:
    """One bit or a few the other way round."""
    if not good:
        return b"\x01"
    bad = bytearray(good)
    for _ in range(rng.randint(1, most)):
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
    return bytes(bad)


def flipped_inside(good: bytes, rng: random.Random) -> bytes:
    """A few bits of what lies behind the first tenth: mostly data, not the head."""
    head = len(good) // 10
    return good[:head] + flipped(good[head:], rng)


def flipped_head(good: bytes, rng: random.Random) -> bytes:
    """A few bits of the first bytes, which say what the rest is."""
    head = min(len(good), rng.choice([16, 64, 256]))
    return flipped(good[:head], rng, 4) + good[head:]


def overwritten(good: bytes, rng: random.Random) -> bytes:
    """A run of bytes becomes noughts, ones or noise."""
    if not good:
        return good
    start = rng.randrange(len(good))
    length = min(len(good) - start, rng.choice([1, 4, 64, 1024, 16384]))
    what = rng.choice([b"\x00" * length, b"\xff" * length, rng.randbytes(length)])
    return good[:start] + what + good[start + length :]


def cut(good: bytes, rng: random.Random) -> bytes:
    """Only a beginning is there."""
    return good[: rng.randrange(len(good))] if good else good


def beheaded(good: bytes, rng: random.Random) -> bytes:
    """Only an end is there."""
    return good[rng.randrange(len(good)) :] if good else good


def lost(good: bytes, rng: random.Random) -> bytes:
    """A run of bytes is gone."""
    if not good:
        return good
    start = rng.randrange(len(good))
    return good[:start] + good[start + rng.choice([1, 2, 16, 512, 4096]) :]


def doubled(good: bytes, rng: random.Random) -> bytes:
    """A run of bytes is there twice."""
    if not good:
        return good
    start = rng.randrange(len(good))
    run = good[start : start + rng.choice([1, 2, 16, 512, 4096])]
    return good[:start] + run * rng.choice([2, 2, 50]) + good[start + len(run) :]


def moved(good: bytes, rng: random.Random) -> bytes:
    """Two runs of bytes have changed places."""
    if len(good) < 4:
        return good[::-1]
    a, b, c = sorted(rng.randrange(len(good)) for _ in range(3))
    return good[:a] + good[b:c] + good[a:b] + good[c:]


def sprinkled(good: bytes, rng: random.Random) -> bytes:
    """Something that means much elsewhere stands in the middle."""
    where = rng.randint(0, len(good))
    return good[:where] + rng.choice(TOKENS) + good[where:]


def longer(good: bytes, rng: random.Random) -> bytes:
    """Something follows the end."""
    return good + rng.choice([b"\x00" * 100, rng.randbytes(1000), good, *TOKENS])


ANY_BYTES: tuple[Damage, ...] = (
    flipped,
    flipped_inside,
    flipped_head,
    overwritten,
    cut,
    beheaded,
    lost,
    doubled,
    moved,
    sprinkled,
    longer,
)

IN_PLACE: tuple[Damage, ...] = (
    flipped,
    flipped_inside,
    flipped_inside,
    overwritten,
    overwritten,
    cut,
    lost,
    doubled,
    moved,
)
"""What happens to a file on a bad card or a torn line."""


def damaged(good: bytes, rng: random.Random, ways: tuple[Damage, ...] = ANY_BYTES) -> bytes:
    """The same gone wrong in one way, sometimes in two; never just as it was."""
    for _ in range(20):
        bad = rng.choice(ways)(good, rng)
        if rng.random() < 0.15:
            bad = rng.choice(ways)(bad, rng)
        if bad != good:
            return bad
    return good + b"\x00"


def damaged_lines(good: str, rng: random.Random, words: tuple[str, ...] = ()) -> str:
    """A text in lines gone wrong as a hand does it: lines repeated, dropped, exchanged, words
    changed for others of the text, numbers changed, something hostile put in."""
    lines = good.splitlines()
    known = [word for line in lines for word in line.split()] + [*words]
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        if not lines:
            lines = [""]
        at = rng.randrange(len(lines))
        parts = lines[at].split(" ")
        which = rng.randrange(len(parts))
        match rng.randrange(9):
            case 0:
                lines.insert(rng.randrange(len(lines)), lines[at])
            case 1:
                del lines[at]
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3 if known:
                parts[which] = rng.choice(known)
                lines[at] = " ".join(parts)
            case 4:
                del parts[which]
                lines[at] = " ".join(parts)
            case 5:
                parts.insert(which, rng.choice(HOSTILE_TEXTS))
                lines[at] = " ".join(parts)
            case 6:
                parts[which] = _otherwise(parts[which], rng)
                lines[at] = " ".join(parts)
            case 7:
                parts.insert(which, parts[which])
                lines[at] = " ".join(parts)
            case _:
                parts[which] = rng.choice(HOSTILE_TEXTS)
                lines[at] = " ".join(parts)
    return "\n".join(lines) + "\n"


def _otherwise(word: str, rng: random.Random) -> str:
    """A word with one sign changed, gone, doubled or in the other case."""
    if not word:
        return "?"
    at = rng.randrange(len(word))
    sign = word[at]
    new = rng.choice(
        ["", sign * 2, sign.swapcase(), rng.choice("0123456789"), rng.choice('ABXZ?.-+"=[]{}#')]
    )
    return word[:at] + new + word[at + 1 :]
