"""Bad word lists: texts, zips and the household's own words, gone wrong.

A list that is imported must judge by the words that stand in it whole: some of those that the
damage left alone are asked for. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import io
import random
import zipfile
from collections.abc import Sequence

from workshop.fuzzing.damage import IN_PLACE, damaged, damaged_lines
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.running import Box, Call, Ran
from workshop.fuzzing.verdicts import Judge, Trial, nothing_said

STATE = "home/.local/state/tilekeeper"

STEMS = ("QUIX", "ZAX", "BLORF", "TILE", "ATRE", "OXO", "WEM")
ENDS = ("", "S", "ED", "ING", "ER", "ABLE", "LY", "NESS", "ISH")


def word_lists(_: Garden, rng: random.Random, box: Box) -> Trial:
    """A text of words gone wrong."""
    good = _words(rng)
    text = "\n".join(good).encode() + b"\n"
    match rng.randrange(6):
        case 0:
            data, how = damaged(text, rng), "bytes"
        case 1:
            data, how = text.decode().encode(rng.choice(["utf-16", "utf-8-sig", "utf-32"])), "coded"
        case 2:
            data, how = text.replace(b"\n", rng.choice([b"\r\n", b"\r", b" ", b"\0"])), "ends"
        case 3:
            data, how = b"A" * rng.choice([10_000, 3_000_000]), "one long line"
        case 4:
            data, how = rng.randbytes(200_000), "noise"
        case _:
            data, how = damaged_lines(text.decode(), rng).encode("utf-8", "replace"), "lines"
    (box.inputs / "list.txt").write_bytes(data)
    if rng.random() < 0.25:
        what = rng.choice(["add", "remove"])
        calls = (Call(("words", what, "list.txt", "--json")), Call(("words", "list", "--json")))
        return Trial(how, calls, may_write=(STATE,))
    return _imported("list.txt", how, _judges_by(data, rng) if how == "lines" else (), rng)


def zips(_: Garden, rng: random.Random, box: Box) -> Trial:
    """A zip with a word list, gone wrong."""
    words = _words(rng)
    whole = _zipped("\n".join(words).encode(), rng.choice(METHODS))
    match rng.randrange(7):
        case 0:
            data, how = _zipped(b"AB\n" * 30_000_000, zipfile.ZIP_DEFLATED), "a bomb"
        case 1:
            data, how = _head_damaged(whole, rng), "heads"
        case 2:
            data, how = _several(rng), "several"
        case 3:
            data, how = _encrypted(whole), "said to be locked"
        case _:
            data, how = damaged(whole, rng, IN_PLACE), "bytes"
    (box.inputs / "list.zip").write_bytes(data)
    return _imported("list.zip", how, (), rng, words if how == "bytes" else ())


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def _imported(
    name: str, how: str, sure: Sequence[str], rng: random.Random, whole: Sequence[str] = ()
) -> Trial:
    language = rng.choice(["en", "en", "fr", "de"])
    words = ("words", "import", name, "--language", language, "--name", "Own", "--json")
    calls = [Call(words)]
    judge: Judge = nothing_said
    asked = [*sure] or [*whole[:1], *whole[-1:]]
    if asked:
        calls.append(Call(("judge", *asked, "--language", language, "--json")))
        judge = _all_good
    return Trial(how, tuple(calls), may_write=(STATE,), judge=judge)


def _all_good(runs: Sequence[Ran]) -> str | None:
    """Words that stand in a list that was taken are good in it."""
    if runs[0].status != 0:
        return None
    missing = [
        str(line.get("word"))
        for line in runs[1].lines
        if isinstance(line, dict) and not line.get("good")
    ]
    if missing:
        return f"taken, but {', '.join(missing)} of it is in no list"
    return None


def _judges_by(data: bytes, rng: random.Random) -> tuple[str, ...]:
    """Some words that stand in the damaged text as lines of their own, so that all agree."""
    lines = data.decode("utf-8").split("\n")
    sure = [line for line in lines if line.isascii() and line.isalpha() and 2 <= len(line) <= 15]
    if any(not line.isascii() for line in lines) or not sure:
        return ()
    return tuple(rng.sample(sure, min(3, len(sure))))


@functools.cache
def _all_words() -> tuple[str, ...]:
    return tuple(sorted(stem + end + more for stem in STEMS for end in ENDS for more in ENDS))


def _words(rng: random.Random) -> list[str]:
    words = [*_all_words()]
    return sorted(rng.sample(words, rng.choice([20, 300])))


def _zipped(text: bytes, method: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("words.txt", text)
    return stream.getvalue()


def _head_damaged(whole: bytes, rng: random.Random) -> bytes:
    """The directory at the end lies: sizes, places, counts."""
    at = whole.rfind(b"PK\x01\x02")
    return whole[:at] + damaged(whole[at:], rng, IN_PLACE)


def _several(rng: random.Random) -> bytes:
    stream = io.BytesIO()
    names = [
        "words.txt",
        "other.txt",
        "../words.txt",
        "/etc/words.txt",
        "a/b.txt",
        "x" * 300 + ".txt",
    ]
    names += ["words.txt\x1b[31m", "words.exe", "words.txt"]
    with zipfile.ZipFile(stream, "w") as archive:
        for name in dict.fromkeys(rng.sample(names, rng.randint(1, 4))):
            archive.writestr(name, "QUIX\n")
    return stream.getvalue()


def _encrypted(whole: bytes) -> bytes:
    """Said to be locked, in both heads."""
    data = bytearray(whole)
    data[6] |= 1
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    return bytes(data)
