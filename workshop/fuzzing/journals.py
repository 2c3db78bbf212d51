"""Bad journals: cut, bits flipped, pages exchanged, other databases, and a log next to them.

A journal that is opened without a word must answer as the whole one does.
Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import json
import random
import sqlite3
from collections.abc import Sequence

from workshop.fuzzing.damage import HOSTILE_TEXTS, IN_PLACE, damaged, flipped
from workshop.fuzzing.games import changed_json
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.pictures import KEPT_BY_PLAY
from workshop.fuzzing.running import Box, Call, Ran
from workshop.fuzzing.tables import MOMENT
from workshop.fuzzing.verdicts import Trial

PAGE = 4096

SQLITE_FILES = tuple(f"inputs/j.sqlite{end}" for end in ("", "-wal", "-shm", "-journal"))
"""What SQLite may make next to a file that is only read."""


def journals(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """The file itself gone wrong."""
    whole = garden.journal
    match rng.randrange(6):
        case 0:
            data, how = whole[: PAGE * rng.randrange(len(whole) // PAGE + 1)], "cut at a page"
        case 1:
            data, how = whole[: rng.randrange(len(whole))], "cut"
        case 2:
            data, how = _pages_exchanged(whole, rng), "pages"
        case 3:
            data, how = flipped(whole, rng, 1), "a bit"
        case _:
            data, how = damaged(whole, rng, IN_PLACE), "bytes"
    (box.inputs / "j.sqlite").write_bytes(data)
    if rng.random() < 0.1:
        (box.inputs / "j.sqlite-wal").write_bytes(rng.randbytes(rng.choice([1, 32, 5000])))
        how += " and a log of noise"
    return _asked(garden, rng, how)


def kept_rows(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A database that is whole, with something else in its rows and tables."""
    path = box.inputs / "j.sqlite"
    path.write_bytes(garden.journal)
    with sqlite3.connect(path) as db:
        how = _rows_changed(db, rng)
    db.close()
    return _asked(garden, rng, how, same=False)


def _asked(garden: Garden, rng: random.Random, how: str, *, same: bool = True) -> Trial:
    judge = functools.partial(as_the_whole, garden.history)
    if rng.random() < 0.75:
        calls = (
            Call(("history", "--json", "--journal", "j.sqlite")),
            Call(("history", "1", "--json", "--journal", "j.sqlite")),
        )
        if same:
            return Trial(how, calls, may_write=SQLITE_FILES[1:], judge=judge)
        return Trial(how, calls, may_write=SQLITE_FILES[1:])
    words: tuple[str, ...] = ("play", "--headless", "--journal", "j.sqlite")
    if rng.random() < 0.3:
        words = (*words, "--appliance")
    call = Call(words, stop_after=MOMENT)
    # A damaged journal may be set aside under another name.
    return Trial(how, (call,), may_write=("inputs", *KEPT_BY_PLAY))


def as_the_whole(whole: Sequence[list[object]], runs: Sequence[Ran]) -> str | None:
    """What answers otherwise than the whole journal does, and says nothing of it."""
    for ran, good in zip(runs, whole, strict=True):
        reported = ran.status != 0 or ran.error.strip()
        if not reported and _without_places(ran.lines) != _without_places(good):
            return f"answers {json.dumps(ran.lines)[:300]} and says nothing of the damage"
    return None


def _without_places(lines: Sequence[object]) -> list[object]:
    """Lines without what depends on the folder."""
    return [
        {key: value for key, value in line.items() if key != "picture"}
        for line in lines
        if isinstance(line, dict)
    ]


def _pages_exchanged(whole: bytes, rng: random.Random) -> bytes:
    pages = [whole[at : at + PAGE] for at in range(0, len(whole), PAGE)]
    a, b = rng.randrange(len(pages)), rng.randrange(len(pages))
    pages[a], pages[b] = pages[b], pages[a] if rng.random() < 0.5 else bytes(PAGE)
    return b"".join(pages)


def _rows_changed(db: sqlite3.Connection, rng: random.Random) -> str:
    strange = rng.choice([*HOSTILE_TEXTS, 7, -1, 1e300, None, b"\xff\xfe", 2**62])
    match rng.randrange(9):
        case 0:
            db.execute(f"PRAGMA user_version = {rng.choice([0, 1, 3, 99, -1])}")
            return "another version"
        case 1:
            db.execute(f"DROP TABLE {rng.choice(['games', 'events', 'clocks'])}")
            return "a table gone"
        case 2:
            db.execute("ALTER TABLE events RENAME COLUMN body TO corpse")
            return "a column renamed"
        case 3:
            db.execute("UPDATE OR IGNORE games SET game = ?", (rng.choice([0, -1, 2**62]),))
            return "another number"
        case 4:
            db.execute("UPDATE OR IGNORE games SET wall = ?", (strange,))
            return f"began {strange!r:.40}"
        case 5:
            row = db.execute("SELECT rowid, body FROM events ORDER BY random()").fetchall()
            which, body = sorted(row)[rng.randrange(len(row))]
            changed = changed_json(json.loads(body), rng).decode("utf-8", "replace")
            db.execute("UPDATE events SET body = ? WHERE rowid = ?", (changed, which))
            return f"an event is {changed:.80}"
        case 6:
            (head,) = db.execute("SELECT head FROM games").fetchone()
            changed = changed_json(json.loads(head), rng).decode("utf-8", "replace")
            db.execute("UPDATE games SET head = ?", (changed,))
            return f"the head is {changed:.80}"
        case 7:
            column = rng.choice(["head", "over", "extras"])
            db.execute(f"UPDATE OR IGNORE games SET {column} = ?", (strange,))
            return f"{column} is {strange!r:.40}"
        case _:
            db.execute("DELETE FROM events WHERE number = ?", (rng.randrange(4),))
            return "an event gone"
