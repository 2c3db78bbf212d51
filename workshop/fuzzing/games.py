"""Bad games: GCG, records and lines for `score`, gone wrong as texts and as what they mean.

What a game's file says of itself (its last totals) and what JSON is are read here again, simply;
a file that is called consistent must agree with that. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Sequence
from typing import Any

from workshop.fuzzing.damage import HOSTILE_TEXTS, damaged, damaged_lines
from workshop.fuzzing.garden import DATA, Garden, GoodGame
from workshop.fuzzing.running import Box, Call, Ran
from workshop.fuzzing.verdicts import Judge, Trial

GCG_WORDS = (
    "#player1", "#player2", "#note", "#rack1", "#lexicon", "#character-encoding", "#incomplete",
    "#style", "#title", "--", "-", "-QV", "-4", "-5", "(challenge)", "(time)", "(Q)", "+0", "0",
    "8H", "H8", "15o", "O15", "16A", "8H8", "h8h", "A.B.C", "(AB)C", "+99999", "-2147483649",
)  # fmt: skip


def gcg(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A GCG file gone wrong: as bytes, or line by line."""
    good = rng.choice([game for game in garden.games if game.name.endswith(".gcg")])
    text = good.data.decode("utf-8", "replace")
    if rng.random() < 0.6:
        data, how = damaged_lines(text, rng, GCG_WORDS).encode("utf-8", "replace"), "lines"
    else:
        data, how = damaged(good.data, rng), "bytes"
    return _replayed(good, data, f"{good.name}, {how}", rng, box, _agrees_with_gcg(good, data))


def records(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A game record gone wrong: as bytes, or as what it says."""
    good = rng.choice([game for game in garden.games if game.name.endswith(".json")])
    if rng.random() < 0.7:
        data, how = changed_json(json.loads(good.data), rng), "values"
    else:
        data, how = damaged(good.data, rng), "bytes"
    return _replayed(good, data, f"{good.name}, {how}", rng, box, _agrees_with_record(good, data))


def score_lines(_: Garden, rng: random.Random, box: Box) -> Trial:
    """A good line, and one or more that have gone wrong, for `score`."""
    lines = _good_lines()
    first = rng.choice(lines)
    bad = []
    for _number in range(rng.choice([1, 1, 1, 4])):
        line = rng.choice(lines)
        if rng.random() < 0.75:
            bad.append(changed_json(json.loads(line), rng))
        else:
            bad.append(damaged(line, rng))
    data = b"\n".join([first, *bad, first]) + b"\n"
    if rng.random() < 0.05:
        data = damaged(data, rng)
    words = ("score", "--json") if rng.random() < 0.85 else ("score",)
    if rng.random() < 0.8:
        call = Call(words, stdin=data)
    else:
        (box.inputs / "lines.jsonl").write_bytes(data)
        call = Call((*words, "lines.jsonl"))
    alone = Call(("score", "--json"), stdin=first + b"\n")
    judge = functools.partial(_answers_each_line, data) if "--json" in words else _nothing
    return Trial("lines for score", (call, alone), judge=judge)


def _replayed(
    good: GoodGame, data: bytes, about: str, rng: random.Random, box: Box, judge: Judge
) -> Trial:
    name = f"game.{good.name.rpartition('.')[2]}"
    (box.inputs / name).write_bytes(data)
    match rng.randrange(8):
        case 0:
            return Trial(about, (Call(("replay", name)),))
        case 1:
            to = rng.choice(["gcg", "json", "csv"])
            return Trial(about, (Call(("export", name, "--to", to)),))
        case 2:
            to = rng.choice(["gcg", "json", "csv"])
            call = Call(("export", name, "--to", to, "--output", f"out.{to}"))
            return Trial(about, (call,), may_write=(f"inputs/out.{to}",))
        case 3:
            # What was exported is consistent, and has the same totals.
            calls = (
                Call(("replay", "--json", name)),
                Call(("export", name, "--to", "json", "--output", "out.json")),
                Call(("replay", "--json", "out.json")),
            )
            return Trial(about, calls, may_write=("inputs/out.json",), judge=_comes_back)
        case _:
            return Trial(about, (Call(("replay", "--json", name)),), judge=judge)


def _nothing(_: Sequence[Ran]) -> str | None:
    return None


def _comes_back(runs: Sequence[Ran]) -> str | None:
    if runs[0].status or runs[1].status:
        return None
    (first,), (last,) = runs[0].lines, runs[2].lines
    assert isinstance(first, dict)
    assert isinstance(last, dict)
    if runs[2].status or last.get("totals") != first["totals"]:
        return f"consistent with {first['totals']}, but as exported {last}"
    return None


STATED = re.compile(rb"^>\s*([^:]+?)\s*:.*?\s[+-]?\d+\s+(-?\d+)(?=\s|$)", re.MULTILINE)
"""A line of a GCG file: whose, and the total that it ends with."""


def stated_totals(data: bytes) -> dict[bytes, int]:
    """The last total that the file gives for each player."""
    return {match[1]: int(match[2]) for match in STATED.finditer(data)}


def _agrees_with_gcg(good: GoodGame, data: bytes) -> Judge:
    """Totals that are called consistent are those that the file states, for those files where
    that holds when they are good."""

    def judge(runs: Sequence[Ran]) -> str | None:
        line = _consistent(runs[0])
        expected = {nick.encode(): total for nick, total in good.answer["totals"].items()}
        stated = stated_totals(data)
        if line is None or stated_totals(good.data) != expected or stated.keys() != expected.keys():
            return None
        now = {nick.encode(): total for nick, total in line["totals"].items()}
        if now.keys() == stated.keys() and now != stated:
            return f"consistent with {line['totals']}, but the file states {stated}"
        return None

    return judge


def _agrees_with_record(good: GoodGame, data: bytes) -> Judge:
    def judge(runs: Sequence[Ran]) -> str | None:
        line = _consistent(runs[0])
        if line is None:
            return None
        try:
            record = strict_json(data)
        except ValueError as error:
            return f"consistent, but it is no JSON: {error}"
        if record == json.loads(good.data) and line["totals"] != good.answer["totals"]:
            return f"says the same as the good one, but its totals are {line['totals']}"
        stated = record.get("totals") if isinstance(record, dict) else None
        # A side of which it states none has none to disagree with.
        if stated and any(line["totals"].get(side) != total for side, total in stated.items()):
            return f"consistent with {line['totals']}, but the file states {stated}"
        return None

    return judge


def _consistent(ran: Ran) -> dict[str, Any] | None:
    """The answer of `replay`, if it calls a file consistent."""
    if ran.status != 0 or len(ran.lines) != 1:
        return None
    line = ran.lines[0]
    return line if isinstance(line, dict) and line.get("consistent") is True else None


def strict_json(data: bytes) -> Any:
    """What JSON says, in UTF-8, with no key twice in an object; ValueError if it is none."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key is there twice")
        return found

    def never(text: str) -> object:
        raise ValueError(f"{text} is no number")

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_constant=never)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


def _answers_each_line(data: bytes, runs: Sequence[Ran]) -> str | None:
    """An answer for each line, an error for each that is no JSON object; and what is wrong with
    one changes nothing for the good ones."""
    lines = [line for line in data.split(b"\n") if line.strip()]
    answers, (alone,) = runs[0].lines, runs[1].lines
    if len(lines) > 1 and lines[0] == lines[-1] and answers and answers[0] != alone:
        return f"the first line is answered by {answers[0]}, alone by {alone}"
    if len(answers) != len(lines):
        return f"{len(answers)} answers to {len(lines)} lines"
    for line, answer in zip(lines, answers, strict=True):
        assert isinstance(answer, dict)
        try:
            value = strict_json(line)
        except ValueError as error:
            if "error" not in answer:
                return f"scored, but it is no JSON ({error}): {line[:300]!r}"
            continue
        if not isinstance(value, dict) and "error" not in answer:
            return f"scored, but it is no object: {line[:300]!r}"
        if isinstance(value, dict) and "error" not in answer and _odd(value):
            return f"scored, but {_odd(value)}: {line[:300]!r}"
    if any("error" in answer for answer in answers if isinstance(answer, dict)) != (
        runs[0].status == 1
    ):
        return f"exit status {runs[0].status}, which the lines don't bear out"
    return None


def _odd(line: dict[str, Any]) -> str | None:
    """What is evidently wrong about a line without knowing any rules."""
    rows = line.get("rows")
    if rows is not None and not (isinstance(rows, list) and all(isinstance(r, str) for r in rows)):
        return "its rows are no texts"
    if rows and any(len(row) != len(rows) for row in rows):
        return "its rows make no square board"
    tiles = line.get("tiles")
    if not isinstance(tiles, dict):
        return "its tiles are no object"
    if any(re.fullmatch(r"[A-Z][1-9][0-9]?", square) is None for square in tiles):
        return "a tile is on no square"
    return None


@functools.cache
def _good_lines() -> tuple[bytes, ...]:
    found = []
    for file in sorted((DATA / "examples").glob("score-*.json")):
        for example in json.loads(file.read_text(encoding="utf-8")):
            line = {"id": example["id"], **example["in"]}
            found.append(json.dumps(line, ensure_ascii=False).encode())
    return tuple(found)


# --- values of JSON, changed ---

SCALARS: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 15, 16, 255, 2**31, 2**63, 10**30, 1.5, -0.0, 1e308, [], {}, [[]],
    [None], {"": None}, *HOSTILE_TEXTS,
)  # fmt: skip


def changed_json(value: Any, rng: random.Random) -> bytes:
    """A value with one thing or a few in it changed, gone, renamed or there twice."""
    text = None
    for _ in range(rng.choice([1, 1, 2, 4])):
        value = _changed(value, rng)
    if rng.random() < 0.1:
        text = _key_twice(value, rng)
    if text is None:
        text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.03:
        text = text.replace("1", rng.choice(["NaN", "Infinity", "01", "+1", "1.", "1e", "'1'"]), 1)
    return text.encode("utf-8", "surrogatepass")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value: what holds it, and under which key."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        for key, inside in value.items():
            found.append((value, key))
            found += _places(inside)
    elif isinstance(value, list):
        for index, inside in enumerate(value):
            found.append((value, index))
            found += _places(inside)
    return found


def _changed(value: Any, rng: random.Random) -> Any:
    value = json.loads(json.dumps(value))
    places = _places(value)
    if not places:
        return rng.choice(SCALARS)
    holder, key = rng.choice(places)
    other, its = rng.choice(places)
    match rng.randrange(8):
        case 0:
            del holder[key]
        case 1:
            holder[key] = json.loads(json.dumps(other[its]))
        case 2 if isinstance(holder, dict):
            holder[rng.choice([f"{key}s", key.upper(), *HOSTILE_TEXTS])] = holder.pop(key)
        case 3 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 4 if isinstance(holder[key], int | float):
            holder[key] += rng.choice([1, -1, 0.5, 1000])
        case 5 if isinstance(holder[key], str) and holder[key]:
            text = holder[key]
            at = rng.randrange(len(text))
            sign = rng.choice(
                ["", "Q", "q", "?", ".", "#", "é", "\x1b", "\ud800", "0", text[at] * 2]
            )
            holder[key] = text[:at] + sign + text[at + 1 :]
        case 6 if isinstance(holder[key], list):
            rng.shuffle(holder[key])
        case _:
            holder[key] = rng.choice(SCALARS)
    return value


def _key_twice(value: Any, rng: random.Random) -> str | None:
    """An object of it with a key that is there twice, the second with another value."""
    objects = [value] if isinstance(value, dict) and value else []
    objects += [h[k] for h, k in _places(value) if isinstance(h[k], dict) and h[k]]
    if not objects:
        return None
    chosen = rng.choice(objects)
    key = rng.choice([*chosen])
    whole, marker = json.dumps(chosen), json.dumps(value)
    twice = (
        f"{{{json.dumps(key)}: {json.dumps(rng.choice(['A', 3, None, chosen[key]]))}, {whole[1:]}"
    )
    return marker.replace(whole, twice, 1)
