"""Backups made to do harm: each is refused in a sentence, soon, and in little memory."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import struct
import time
import tracemalloc
import zipfile
from array import array
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from test_table_files import a_table

from device.addons.backup.contents import BackupError, read_head
from device.addons.backup.restoring import check_backup
from device.addons.backup.sticks import backups_on_sticks
from device.storage.household import (
    LARGEST_OWN_WORDS,
    HouseholdWordsError,
    OwnWords,
    read_own_words,
)
from device.storage.journal import Journal
from device.storage.tables import table_bytes
from device.storage.wrong_readings import WrongReadingError, unpacked
from device.system.zips import MOST_UNPACKED, contents_of
from engine.events import MOST_EVENTS
from engine.words.dawg import Dawg, as_file, build_dawg, check_graph, dawg_file

SECONDS = 5.0
"""On a machine with other work; most take a hundredth of it."""

MEGABYTE = 1024 * 1024
MEMORY = 64 * MEGABYTE

HEAD: Mapping[str, object] = {
    "format": "tilekeeper backup",
    "version": 1,
    "release": "1",
    "made": "2026-03-07T23:12:00+01:00",
    "pictures": False,
}
NAME = "words/en.txt"


def listed(files: Mapping[str, bytes]) -> list[dict[str, object]]:
    return [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]


def zipped(path: Path, head: bytes, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**files, "backup.json": head}.items():
            archive.writestr(name, data)


def of_files(files: Mapping[str, bytes]) -> Callable[[Path], None]:
    """A backup of these files, whose list is right."""
    return lambda path: zipped(path, as_json({**HEAD, "files": listed(files)}), files)


def with_head(**other: object) -> Callable[[Path], None]:
    """A sound backup of one file, but for this in its list."""
    files = {NAME: b"ZZZ\n"}
    return lambda path: zipped(path, as_json({**HEAD, "files": listed(files), **other}), files)


def with_bytes(head: bytes) -> Callable[[Path], None]:
    return lambda path: zipped(path, head, {NAME: b""})


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def with_file(**other: object) -> Callable[[Path], None]:
    return with_head(files=[{**listed({NAME: b"ZZZ\n"})[0], **other}])


# --- files in one ---


def graph(table: list[int], **about: object) -> bytes:
    about_it = {"alphabet": "AB", "words": 1, **about}
    return as_file(array("I", table), about_it)


def table_with(**other: object) -> bytes:
    kept = msgspec.msgpack.decode(table_bytes(a_table("kitchen")))
    kept.update(other)
    return msgspec.msgpack.encode(kept)


def tile_of(png: bytes) -> bytes:
    kept = msgspec.msgpack.decode(table_bytes(a_table("kitchen")))
    kept["tiles"] = [{**kept["tiles"][0], "png": png}]
    return msgspec.msgpack.encode(kept)


def large_png() -> bytes:
    """It says that it has 12 000 by 12 000 pixels."""
    head = struct.pack(">II", 12_000, 12_000) + b"\x08\x02\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + bytes(100)


def journal_with(path: Path, *statements: str, events: int = 1, body: str = "{}") -> bytes:
    file = path.with_suffix(".db")
    with closing(Journal(file, lambda: 1.0)) as journal:
        journal.append(journal.begin("{}"), 0, "{}")
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        for number in range(1, events):
            db.execute("INSERT INTO events VALUES (1, ?, ?, 1.0, 'x', '')", (number, body))
        for statement in statements:
            db.execute(statement)
        db.commit()
    return file.read_bytes()


def of_journal(*statements: str, events: int = 1, body: str = "{}") -> Callable[[Path], None]:
    def write(path: Path) -> None:
        held = {"games.sqlite": journal_with(path, *statements, events=events, body=body)}
        of_files(held)(path)

    return write


def long_game(path: Path) -> None:
    """Each event is where it belongs: there are only far too many."""
    file = path.with_suffix(".db")
    with closing(Journal(file, lambda: 1.0)) as journal:
        journal.begin("{}")
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        for step in ("DROP TABLE games", "DROP TABLE events", "DROP TABLE clocks"):
            db.execute(step)
        db.execute(
            "CREATE TABLE games (game INTEGER PRIMARY KEY, head TEXT, wall REAL, over INTEGER"
            " NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '')"
        )
        db.execute("CREATE TABLE events (game INTEGER, number INTEGER, body TEXT, wall REAL)")
        db.execute("CREATE TABLE clocks (game INTEGER PRIMARY KEY, body TEXT)")
        db.execute("INSERT INTO games (game, head, wall) VALUES (1, '{}', 1.0)")
        rows = ((number,) for number in range(MOST_EVENTS + 1))
        db.executemany("INSERT INTO events VALUES (1, ?, '{}', 1.0)", rows)
        db.execute("PRAGMA user_version = 2")
        db.execute("PRAGMA application_id = 0")
        db.commit()
    of_files({"games.sqlite": file.read_bytes()})(path)


def many_in_the_directory(path: Path) -> None:
    """Its end says that there are far more files than any backup has."""
    with_head()(path)
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x05\x06")
    data[at + 12 : at + 16] = struct.pack("<I", 2**31)
    path.write_bytes(bytes(data))


def twice(path: Path) -> None:
    with_head()(path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("backup.json", b"{}")


OPEN = as_json(HEAD)[:-1] + b","
"""A list that goes on."""

HOSTILE: dict[str, Callable[[Path], None]] = {
    # the list
    "twelve million left out": with_bytes(
        OPEN + b'"left_out":[' + b'"",' * 4_000_000 + b'""],"files":[]}'
    ),
    "a list of a gigabyte": with_bytes(b" " * (33 * MEGABYTE) + b"{}"),
    "a list of blanks": with_bytes(b" " * (30 * MEGABYTE) + as_json({**HEAD, "files": []})),
    "nested": with_bytes(b'{"format":' + b"[" * 1_000_000),
    "version 0": with_head(version=0),
    "version -1": with_head(version=-1),
    "version 10**30": with_head(version=10**30),
    "version true": with_head(version=True),
    "no files": with_head(files=[]),
    "nothing but what was left out": with_head(files=[], left_out=["games.sqlite"]),
    "a name left out that is none": with_head(left_out=["x" * 1000]),
    "too many left out": with_head(left_out=["x"] * 200_001),
    "files are a text": with_head(files="x"),
    "files are null": with_head(files=None),
    "made is a megabyte": with_head(made="9" * MEGABYTE),
    "release is a megabyte": with_head(release="9" * MEGABYTE),
    "pictures are a number": with_head(pictures=1),
    "another format": with_head(format="tilekeeper report"),
    "not in UTF-8": with_bytes(b'{"format":"\xff"}'),
    "empty": with_bytes(b""),
    "an entry": with_bytes(b"[]"),
    # what it says of files
    "size -1": with_file(size=-1),
    "size 10**30": with_file(size=10**30),
    "size a fraction": with_file(size=4.5),
    "no sum": with_file(sha256=""),
    "a sum in capitals": with_file(sha256="A" * 64),
    "a name without end": with_file(name="words/" + "e" * MEGABYTE + ".txt"),
    "a way out": with_file(name="../words/en.txt"),
    "no name": with_file(name=""),
    "listed twice": with_head(files=listed({NAME: b"ZZZ\n"}) * 2),
    "listed 200 001 times": with_bytes(
        OPEN + b'"files":[' + as_json(listed({NAME: b""})[0]) + b",{}" * 200_001 + b"]}"
    ),
    "held twice": twice,
    "a directory without end": many_in_the_directory,
    # what is in files
    "own words without end": of_files({NAME: b"A\n" * (LARGEST_OWN_WORDS // 2 + 1)}),
    "a graph that goes round": of_files({"words/en.dawg": graph([0b1, 0])}),
    "a graph that goes nowhere": of_files({"words/en.dawg": graph([0b1, 99])}),
    "a graph that goes into a node": of_files({"words/en.dawg": graph([0b11, 4, 4, 0b1, 5, 0])}),
    "a graph of other letters": of_files({"words/en.dawg": graph([0b100, 2, 1 << 31])}),
    "a graph without a node": of_files({"words/en.dawg": graph([])}),
    "a word of a hundred letters": of_files(
        {"words/en.dawg": dawg_file(build_dawg(["A" * 100], "AB"), {"list": "x"})}
    ),
    "a list described in a megabyte": of_files(
        {"words/en.dawg": graph([1 << 31], list="x" * MEGABYTE)}
    ),
    "a list with -1 entries": of_files(
        {"words/en.dawg": b"TKWORDS1" + struct.pack("<I", 4) + b"-1  "}
    ),
    "a list nested": of_files(
        {"words/en.dawg": b"TKWORDS1" + struct.pack("<I", 60_000) + b"[" * 60_000}
    ),
    "a tile of 144 megapixels": of_files({"tables/own.table": tile_of(large_png())}),
    "a tile of a megabyte": of_files({"tables/own.table": tile_of(bytes(MEGABYTE))}),
    "a board of 10**9 squares": of_files(
        {"tables/own.table": table_with(board={"size": 10**9, "colours": b""})}
    ),
    "a table of version 0": of_files({"tables/own.table": table_with(version=0)}),
    "a table of a million tiles": of_files(
        {"tables/own.table": table_with(tiles=[None] * 1_000_000)}
    ),
    "settings without end": of_files({"settings/tilekeeper.toml": b"#" * (2 * MEGABYTE)}),
    "a layout without end": of_files({"layouts/a.toml": b"rows = [" + b'"",' * MEGABYTE + b"]"}),
    "a language without end": of_files({"screen-language": b"e" * 65}),
    "a game of too many events": long_game,
    "a head of nine megabytes": of_journal("UPDATE games SET head = zeroblob(9437184)"),
    "an event of nine megabytes": of_journal(events=2, body="x" * 9 * MEGABYTE),
    "a view in the place of games": of_journal(
        "ALTER TABLE games RENAME TO g", "CREATE VIEW games AS SELECT * FROM g, g AS h"
    ),
}
"""At least forty, each with what makes it."""


def test_there_are_forty() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize("what", HOSTILE)
def test_what_was_made_to_do_harm_is_refused_in_a_sentence(tmp_path: Path, what: str) -> None:
    path = tmp_path / "backup.zip"
    HOSTILE[what](path)
    tracemalloc.start()
    began = time.monotonic()
    try:
        with pytest.raises(BackupError) as refusal:
            check_backup(path, tmp_path / "a/b/unpacked")
        took, (_, most) = time.monotonic() - began, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(str(refusal.value)) < 600
    assert "\n" not in str(refusal.value)
    assert took < SECONDS
    assert most < MEMORY


def test_a_sound_backup_of_as_much_is_none_of_these(tmp_path: Path) -> None:
    """The bounds are no tighter than what tilekeeper itself makes."""
    path = tmp_path / "backup.zip"
    words = sorted({"".join(chr(65 + n // 26**k % 26) for k in range(4)) for n in range(20_000)})
    of_files(
        {
            NAME: "\n".join(words).encode(),
            "words/fr.dawg": dawg_file(
                build_dawg(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), {"list": "x"}
            ),
            "tables/own.table": table_bytes(a_table("kitchen")),
        }
    )(path)
    assert len(check_backup(path, tmp_path / "a/b/unpacked").files) == 3


def test_the_list_of_as_many_pictures_as_may_be_is_taken(tmp_path: Path) -> None:
    path, files = tmp_path / "backup.zip", []
    for number in range(20_000):
        digest = hashlib.sha256(str(number).encode()).hexdigest()
        name = f"pictures/{number // 50:06}/{number % 50:04}.jpg"
        files.append({"name": name, "size": 1, "sha256": digest})
    head = as_json({**HEAD, "files": files})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("backup.json", head)
    with zipfile.ZipFile(path) as archive:
        assert contents_of(archive, "backup.json") == head
        assert len(head) < archive.getinfo("backup.json").compress_size * MOST_UNPACKED / 5


def test_two_hundred_hostile_backups_on_a_stick_take_a_moment(tmp_path: Path) -> None:
    HOSTILE["twelve million left out"](tmp_path / "0.zip")
    data = (tmp_path / "0.zip").read_bytes()
    assert len(data) < 100_000
    for number in range(200):
        (tmp_path / f"{number}.zip").write_bytes(data)
    mounts = tmp_path / "mountinfo"
    place = str(tmp_path).replace(" ", "\\040")  # as the kernel writes it
    mounts.write_text(f"90 22 8:1 / {place} rw shared:2 - vfat /dev/sda1 rw\n")
    began = time.monotonic()
    assert backups_on_sticks(mounts, (tmp_path.parent,)) == ()
    assert time.monotonic() - began < SECONDS


def test_own_words_are_read_in_time_with_their_number(tmp_path: Path) -> None:
    lines = ["".join(chr(65 + n // 26**k % 26) for k in range(4)) for n in range(40_000)]
    (tmp_path / "en.txt").write_text("\n".join(["ZZZ", "-YYY", *lines, "-ZZZ"]))
    began = time.monotonic()
    own = read_own_words(tmp_path, "en")
    assert time.monotonic() - began < 2 * SECONDS
    assert {"ZZZ", "YYY"} == own.minus
    assert own == OwnWords(frozenset(lines), frozenset({"ZZZ", "YYY"}))
    (tmp_path / "fr.txt").write_bytes(b"A" * (LARGEST_OWN_WORDS + 1))
    with pytest.raises(HouseholdWordsError, match="more than 4 MB"):
        read_own_words(tmp_path, "fr")


def test_a_graph_that_was_built_is_sound(tmp_path: Path) -> None:
    words = ["A", "AB", "ABBA", "BAB", "BB"]
    check_graph(build_dawg(words, "AB"), 26)
    file = tmp_path / "a.dawg"
    file.write_bytes(dawg_file(build_dawg(words, "AB"), {"list": "x"}))
    check_graph(Dawg.open(file), 26)
    check_graph(build_dawg([], "AB"), 26)


# --- reports ---

REPORT: Mapping[str, object] = {
    "format": "tilekeeper report",
    "version": 1,
    "release": "1",
    "made": "2026",
    "variant": "classic",
    "language": "en",
    "layout": ["."],
    "given": None,
    "read": {"corners": None, "rows": None, "doubts": [], "refused": "x"},
    "truth": None,
    "truth_by": None,
    "checks": [],
}
DEEP: object = "x"
for _ in range(40):
    DEEP = [DEEP]

REPORTS: dict[str, bytes] = {
    "version 0": as_json({**REPORT, "version": 0}),
    "version -1": as_json({**REPORT, "version": -1}),
    "rows without end": as_json({**REPORT, "layout": ["."] * 100_000}),
    "a row without end": as_json({**REPORT, "layout": ["." * 100_000]}),
    "checks without end": as_json(
        {**REPORT, "checks": [{"check": "", "verdict": "", "value": ""}] * 201}
    ),
    "corners without end": as_json({**REPORT, "given": [[0, 0]] * 5}),
    "corners far off": as_json({**REPORT, "given": [[1e300, 0]] * 4}),
    "two megabytes": as_json(REPORT) + b" " * 2 * MEGABYTE,
    "doubts nested": as_json({**REPORT, "read": {**REPORT["read"], "doubts": [{"x": DEEP}]}}),  # type: ignore[dict-item]
    "doubts without end": as_json({**REPORT, "read": {**REPORT["read"], "doubts": [{}] * 1001}}),  # type: ignore[dict-item]
    "release without end": as_json({**REPORT, "release": "x" * 10_000}),
}


@pytest.mark.parametrize("what", REPORTS)
def test_a_hostile_report_is_none(tmp_path: Path, what: str) -> None:
    path = tmp_path / "report.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.json", REPORTS[what])
    with pytest.raises(WrongReadingError, match="isn’t a misread report"):
        unpacked(path)


def test_a_report_that_names_its_picture_ten_thousand_times_is_none(tmp_path: Path) -> None:
    path, out = tmp_path / "report.zip", io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("picture.png", b"x")
    data = out.getvalue()
    at = data.rfind(b"PK\x01\x02")
    end = data.rfind(b"PK\x05\x06")
    entry, last = data[at:end], bytearray(data[end:])
    last[8:12] = struct.pack("<HH", 10_000, 10_000)
    last[12:16] = struct.pack("<I", len(entry) * 10_000)
    path.write_bytes(data[:at] + entry * 10_000 + bytes(last))
    with pytest.raises(WrongReadingError):
        unpacked(path)


def test_what_hostile_backups_are_made_of_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    for make in (with_head(), with_file(), of_journal()):
        make(path)
        assert len(check_backup(path, tmp_path / "a/b/unpacked").files) == 1
    with_head()(path)
    with zipfile.ZipFile(path) as archive:
        assert read_head(path, archive).made == HEAD["made"]
