"""Bad files that set a table up: settings, pins, layouts, evenings.

TOML is read here again by Python's own reader: what that refuses may not be taken. Whatever a
table is begun with, it is interrupted after a moment, and must end. Tests:
workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import random
import re
import tomllib
from collections.abc import Sequence
from typing import Any

from workshop.fuzzing.damage import damaged, damaged_lines
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.pictures import KEPT_BY_PLAY, STARTED_BY_DOCTOR
from workshop.fuzzing.running import REPOSITORY, Box, Call, Ran
from workshop.fuzzing.verdicts import Judge, Trial

MOMENT = 1.5
"""Seconds after which a table is interrupted."""


def settings(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """The household's settings gone wrong."""
    good = _good_settings()
    data, how = _bad_toml(good, rng)
    judge = _refused_where_no_toml(good, data)
    if rng.random() < 0.85:
        (box.inputs / "s.toml").write_bytes(data)
    match rng.randrange(10):
        case 0:
            words = ("play", "--headless", "--config", "s.toml", "--journal", "j.sqlite")
            (box.inputs / "turns").mkdir()
            (box.inputs / "turns" / "1.png").write_bytes(garden.frames[0])
            call = Call((*words, "--camera", "folder:turns"))
            return Trial(how, (call,), may_write=KEPT_BY_PLAY, judge=judge)
        case 1:
            own = box.home / ".config" / "tilekeeper"
            own.mkdir(parents=True)
            (own / "tilekeeper.toml").write_bytes(data)
            call = Call(
                ("play", "--headless", "--appliance", "--journal", "j.sqlite"), stop_after=MOMENT
            )
            return Trial(how, (call,), may_write=KEPT_BY_PLAY, judge=_began)
        case 2:
            call = Call(("doctor", "--json", "--config", "s.toml"))
            return Trial(how, (call,), may_start=STARTED_BY_DOCTOR)
        case 3:
            call = Call(("clock", "--headless", "--config", "s.toml"), stop_after=0.4)
            return Trial(how, (call,))
        case _:
            call = Call(("roll", "letter", "--times", "1", "--json", "--config", "s.toml"))
            return Trial(how, (call,), judge=judge)


def pins(_: Garden, rng: random.Random, box: Box) -> Trial:
    """The wiring gone wrong."""
    good = (REPOSITORY / "hardware" / "pins.toml").read_bytes()
    data, how = _bad_toml(good, rng)
    (box.inputs / "pins.toml").write_bytes(data)
    (box.inputs / "s.toml").write_text('[panel]\npins = "pins.toml"\n')
    if rng.random() < 0.3:
        call = Call(("doctor", "--json", "--config", "s.toml"))
        return Trial(how, (call,), may_start=STARTED_BY_DOCTOR)
    # A recording has no buttons: the table has to be a real one.
    words = ("play", "--headless", "--config", "s.toml", "--journal", "j.sqlite")
    call = Call(words, stop_after=MOMENT)
    judge = functools.partial(_reported_where_no_toml, data)
    return Trial(how, (call,), may_write=KEPT_BY_PLAY, judge=judge)


def _reported_where_no_toml(data: bytes, runs: Sequence[Ran]) -> str | None:
    """A table begins without its buttons, and says whose fault that is."""
    try:
        tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        if "pins.toml" not in runs[0].error_text:
            return f"taken without a word, but it is no TOML: {error}"
    if runs[0].seconds < MOMENT:
        return f"a table doesn't begin without its buttons: {runs[0].error_text[-300:]}"
    return None


def layouts(_: Garden, rng: random.Random, box: Box) -> Trial:
    """A household's board gone wrong."""
    shipped = sorted((REPOSITORY / "engine" / "data" / "layouts").glob("*.toml"))
    good = rng.choice(shipped).read_bytes()
    data, how = _bad_toml(good, rng)
    if rng.random() < 0.8:
        (box.inputs / "l.toml").write_bytes(data)
        name = "./l.toml"
    else:
        folder = box.state / "layouts"
        folder.mkdir(parents=True)
        (folder / "own.toml").write_bytes(data)
        name = "own"
    call = Call(("calibrate", "missing.jpg", "--json", "--layout", name))
    return Trial(how, (call,), judge=_refused_where_no_toml(good, data, (2,)))


def evenings(_: Garden, rng: random.Random, box: Box) -> Trial:
    """A script of an evening gone wrong; where it can still be played it begins, and is ended."""
    files = sorted((REPOSITORY / "device" / "data" / "evenings").glob("*.txt"))
    text = rng.choice(files).read_text(encoding="utf-8")
    if rng.random() < 0.15:
        data, how = damaged(text.encode(), rng), "bytes"
    elif rng.random() < 0.5:
        data, how = _lines_disordered(text, rng).encode("utf-8", "replace"), "order"
    else:
        words = tuple(re.findall(r"\S+", " ".join(f.read_text(encoding="utf-8") for f in files)))
        data = damaged_lines(text, rng, rng.sample(words, 40)).encode("utf-8", "replace")  # type: ignore[arg-type]
        how = "words"
    (box.inputs / "evening.txt").write_bytes(data)
    words = ("demo", "--headless", "--fast", "--evening", "evening.txt", "--output", "shown")
    return Trial(how, (Call(words, stop_after=0.5),), may_write=("inputs/shown",))


def _lines_disordered(text: str, rng: random.Random) -> str:
    """Lines dropped, repeated and exchanged, no word in them changed."""
    lines = text.splitlines()
    for _ in range(rng.choice([1, 2, 4, 8])):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                start = rng.randrange(len(lines))
                part = lines[start : start + 5]
                rng.shuffle(part)
                lines[start : start + 5] = part
    return "\n".join(lines) + "\n"


DEEP = tuple(
    form.format(opened * depth, closed * depth).encode()
    for depth in (50, 1000, 20_000)
    for form, opened, closed in (
        ("[game]\noptions = {}1{}\n", "[", "]"),
        ("a = {}1{}\n", "{b = ", "}"),
        ("[{}a{}]\n", "a.", ""),
        ("{}a = 1{}\n", "a.", ""),
    )
)
"""TOML that is nested very deep, or only looks so."""


def _bad_toml(good: bytes, rng: random.Random) -> tuple[bytes, str]:
    text = good.decode("utf-8")
    match rng.randrange(10):
        case 0:
            return damaged(good, rng), "bytes"
        case 1:
            return rng.choice(DEEP), "deep"
        case 2:
            return b"\xef\xbb\xbf" + good, "BOM"
        case 3:
            return text.encode(rng.choice(["utf-16", "utf-16-le", "utf-32"])), "another encoding"
        case 4:
            return good.replace(b"\n", b"\r\n"), "ends of lines"
        case _:
            lines = damaged_lines(text, rng, ("true", "false", "[[game]]", "[game]", "= =", '"""'))
            return lines.encode("utf-8", "surrogatepass"), "lines"


def _refused_where_no_toml(good: bytes, data: bytes, refusals: tuple[int, ...] = (1, 2)) -> Judge:
    """What Python's own reader refuses is refused, and an unknown key too; what says the
    same as the good file is taken."""

    def judge(runs: Sequence[Ran]) -> str | None:
        ran = runs[0]
        if ran.status != 0 and "s.toml doesn’t exist" in ran.error_text:
            return None
        refused = ran.status in refusals
        try:
            value = tomllib.loads(data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            return None if refused else f"taken, but it is no TOML: {error}"
        known = tomllib.loads(good.decode("utf-8"))
        if value == known and refused:
            return f"refused, but it says what the good one says: {ran.error_text[-300:]}"
        if (strange := _strange_key(value, known)) is not None and not refused:
            return f"taken, but its key {strange!r} is unknown"
        return None

    return judge


def _strange_key(value: dict[str, Any], known: dict[str, Any]) -> str | None:
    """A key that the good file, which has them all, doesn't have; house rules have their own."""
    for key, inside in value.items():
        if key not in known:
            return key
        both = isinstance(inside, dict) and isinstance(known[key], dict) and known[key]
        if both and (found := _strange_key(inside, known[key])) is not None:
            return found
    return None


def _began(runs: Sequence[Ran]) -> str | None:
    """An appliance begins whatever its settings are, and ends only when it is interrupted."""
    if runs[0].seconds < MOMENT:
        return f"an appliance ended by itself: {runs[0].error_text[-300:]}"
    return None


@functools.cache
def _good_settings() -> bytes:
    page = (REPOSITORY / "docs" / "config.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    return block[1].encode()
