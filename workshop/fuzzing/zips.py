"""Bad zips that this program writes and reads: reports of readings, and backups.

What is put back must be all that was kept, or nothing: a household that has other games than the
backup is the same file by file where the backup was refused. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import random
import stat
import warnings
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workshop.fuzzing.damage import HOSTILE_TEXTS, IN_PLACE, damaged
from workshop.fuzzing.games import changed_json
from workshop.fuzzing.garden import Garden, wrong_squares
from workshop.fuzzing.pictures import SPECIAL
from workshop.fuzzing.running import MEGABYTE, Box, Call, Ran
from workshop.fuzzing.verdicts import Judge, Trial, nothing_said

STATE, SETTINGS = "home/.local/state/tilekeeper", "home/.config/tilekeeper"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)

LEAD_OUT = (
    "../games.sqlite",
    "tables/../../escaped.table",
    "/etc/escaped",
    "tables/..\\..\\escaped.table",
    "words/../screen-language",
    "tables//own.table",
    "./screen-language",
    "pictures/000001/../../screen-language",
    "tables/.table",
    "layouts/..toml",
)
"""Names that lead, or might be thought to lead, out of the folder that they name."""

HELD_OPEN = ("a FIFO", "a folder", "a link to noughts", "a link to nowhere", "links in a round")
"""What stands in the file's place and is none (pictures.py)."""

Files = dict[str, bytes]


def reports(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A report of a reading, gone wrong."""
    judge: Judge = nothing_said
    if rng.random() < 0.05:
        how = _something_else(rng, box, "r.zip", garden)
    else:
        data, how, same = _gone_wrong(garden.report, "report.json", REPORT_HEADS, rng)
        (box.inputs / "r.zip").write_bytes(data)
        if same:
            judge = functools.partial(_read_as_before, garden.read_again)
    words = ("read", "r.zip", *(() if rng.random() < 0.3 else ("--json",)))
    if "--json" not in words:
        judge = nothing_said
    return Trial(how, (Call(words),), judge=judge)


def backups(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A backup gone wrong, put back in a household that has something else."""
    _live_there(garden, box)
    judge: Judge = nothing_said
    if rng.random() < 0.05:
        how = _something_else(rng, box, "b.zip", garden)
    else:
        data, how, same = _gone_wrong(garden.backup, "backup.json", BACKUP_HEADS, rng)
        (box.inputs / "b.zip").write_bytes(data)
        if same:
            judge = functools.partial(_has_the_game, garden.history)
    words = ("restore", "b.zip", *(() if rng.random() < 0.3 else ("--json",)))
    if rng.random() < 0.2:
        words = (*words, "--without-settings")
    calls = (Call(words), Call(("history", "--json")))
    return Trial(how, calls, may_write=(STATE, SETTINGS), keeps=KEPT_AS_IT_WAS, judge=judge)


KEPT_AS_IT_WAS = (
    *(f"{STATE}/{name}" for name in ("games.sqlite", "screen-language", "tables", "words")),
    *(f"{STATE}/{name}*" for name in ("before-restore", ".restore", ".before-restore")),
    SETTINGS,
)
"""What a refusal leaves as it was, and what it doesn't leave behind."""


def _live_there(garden: Garden, box: Box) -> None:
    """A household whose one list of words and settings are in no backup of the garden."""
    (box.state / "words").mkdir(parents=True)
    (box.state / "words" / "fr.txt").write_text("OUI\n")
    (box.state / "screen-language").write_text("en\n")
    (box.state / "tables").mkdir()
    with zipfile.ZipFile(io.BytesIO(garden.backup)) as archive:
        (box.state / "tables" / "mine.table").write_bytes(archive.read("tables/own.table"))
    settings = box.home / ".config" / "tilekeeper" / "tilekeeper.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[screen]\ntheme = "dark"\n')


# --- what is wrong with the answers ---


def _read_as_before(good: Mapping[str, Any], runs: Sequence[Ran]) -> str | None:
    """A report that is read shows what the good one does, or says what is wrong with it."""
    if runs[0].status != 0:
        return None
    (line,) = runs[0].lines
    assert isinstance(line, dict)
    if wrong := wrong_squares(line, tuple(good["rows"])):
        return f"promised, without a doubt: {', '.join(wrong[:8])}"
    if line["report"] != good["report"]:
        return f"is about another reading: {json.dumps(line['report'])[:200]}"
    return None


def _has_the_game(good: Sequence[list[Any]], runs: Sequence[Ran]) -> str | None:
    """After a backup was put back the game is there."""
    restored, history = runs
    if restored.status != 0:
        return None
    if history.lines != good[0]:
        return f"put back, and the games are {history.out[:200]!r}"
    return None


# --- how they go wrong ---

Change = Callable[[Files, random.Random], str]
"""Changes the files that a zip is made of, and says how."""


def _gone_wrong(
    whole: bytes, head: str, changes: Sequence[Change], rng: random.Random
) -> tuple[bytes, str, bool]:
    """The bad zip, how it was grown, and whether its reader has to find what was kept."""
    match rng.randrange(10):
        case 0 | 1:
            packed = _zipped(_files(whole), rng.choice(METHODS))
            return damaged(rng.choice([whole, packed]), rng, IN_PLACE), "bytes", True
        case 2:
            at = whole.find(b"PK\x01\x02", whole.rfind(b"PK\x03\x04"))
            return whole[:at] + damaged(whole[at:], rng, IN_PLACE), "directory", True
        case 3:
            return _locked(whole), "said to be locked", True
        case 4:
            return whole[: rng.choice([0, 1, 4, 22, len(whole) - 1, len(whole) - 22])], "cut", True
        case 5 | 6:
            return _other_entries(whole, head, rng)
        case _:
            files = _files(whole)
            how = rng.choice(changes)(files, rng)
            return _zipped(files), how, False


def _something_else(rng: random.Random, box: Box, name: str, garden: Garden) -> str:
    """What is in its place is no file, or none that can be had."""
    how = rng.choice(HELD_OPEN)
    SPECIAL[how](box.inputs / name, garden.pictures[0], box)
    return how


def _other_entries(whole: bytes, head: str, rng: random.Random) -> tuple[bytes, str, bool]:
    """The same files, but the zip itself is odd: their number, names, kinds and packing."""
    files, stream = _files(whole), io.BytesIO()
    how = rng.choice(["crowd", "twice", "links", "packed otherwise", "folders", "comment", "names"])
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            if how == "links" and name != head:
                entry.external_attr = (stat.S_IFLNK | 0o777) << 16
                data = rng.choice([b"/etc/passwd", b"../../..", data])
            if how == "packed otherwise":
                entry.compress_type = rng.choice(METHODS)
            archive.writestr(entry, data)
        if how == "crowd":
            for number in range(rng.choice([2000, 66_000])):
                archive.writestr(f"pictures/{900_000 + number}/0000.jpg", b"")
        elif how == "twice":
            name = rng.choice([*files])
            _quietly(archive, name, rng.choice([b"", files[name], b"{}"]))
        elif how == "folders":
            archive.writestr(rng.choice(["tables/", "../", "a/b/c/"]), b"")
        elif how == "comment":
            archive.comment = rng.choice(HOSTILE_TEXTS).encode("utf-8", "replace")[:60_000]
        elif how == "names":
            odd = [name for name in (*LEAD_OUT, *HOSTILE_TEXTS) if 0 < len(name) < 400]
            archive.writestr(zipfile.ZipInfo(rng.choice(odd)), b"?")
    return stream.getvalue(), how, how != "links"


def _quietly(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """A name once more, of which Python would warn."""
    entry = zipfile.ZipInfo(name)
    with warnings.catch_warnings(action="ignore"):
        archive.writestr(entry, data)


def _files(whole: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return stream.getvalue()


def _locked(whole: bytes) -> bytes:
    """All of it is said to be locked, in both heads."""
    data, at = bytearray(whole), 0
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


# What the files say: of a report


def _report_said_otherwise(files: Files, rng: random.Random) -> str:
    files["report.json"] = changed_json(json.loads(files["report.json"]), rng)
    return "a field of the report"


def _report_of_another_board(files: Files, rng: random.Random) -> str:
    """Fields that agree with each other no more."""
    report = json.loads(files["report.json"])
    what = rng.choice(["layout", "rows", "truth", "given", "variant", "language", "refused"])
    match what:
        case "layout":
            report["layout"] = rng.choice(
                [[], ["."], ["." * 15] * 14, ["?" * 15] * 15, ["." * 99] * 99]
            )
        case "rows":
            report["read"]["rows"] = rng.choice(
                [[], ["A"], ["A" * 15], ["é" * 15] * 15, ["." * 9] * 9]
            )
        case "truth":
            report["truth"] = rng.choice([[], [""], ["." * 14] * 15, ["\x1b" * 15] * 15])
        case "given":
            corner = rng.choice([[0, 0], [1e308, -1e308], [1], [1, 2, 3], [-1e9, 5]])
            report["given"] = [corner] * rng.choice([4, 4, 3, 5, 0])
        case "refused":
            report["read"] |= {
                "rows": None,
                "refused": rng.choice(["blurred", "tired", "\x1b[2J", ""]),
            }
        case _:
            report[what] = rng.choice(HOSTILE_TEXTS)
    files["report.json"] = json.dumps(report).encode("utf-8", "surrogatepass")
    return f"another {what}"


def _report_of_other_files(files: Files, rng: random.Random) -> str:
    """A picture or a table that is another, or much too large."""
    name = rng.choice(["picture.jpg", "tiles.table", "report.json"])
    match rng.randrange(4):
        case 0:
            files[name] = damaged(files[name], rng, IN_PLACE)
        case 1:
            files[name] = bytes(rng.choice([0, 1, 80 * MEGABYTE]))
        case 2:
            del files[name]
        case _:
            files[name] = rng.choice([*files.values()])
    return f"another {name}"


REPORT_HEADS: tuple[Change, ...] = (
    _report_said_otherwise,
    _report_of_another_board,
    _report_of_another_board,
    _report_of_other_files,
)


# of a backup


def _listed(files: Files) -> None:
    """The list says what is there, with true sums."""
    head = json.loads(files.pop("backup.json"))
    head["files"] = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]
    files["backup.json"] = json.dumps(head).encode("utf-8", "surrogatepass")


def _list_otherwise(files: Files, rng: random.Random) -> str:
    files["backup.json"] = changed_json(json.loads(files["backup.json"]), rng)
    return "a field of the list"


def _files_otherwise(files: Files, rng: random.Random) -> str:
    """Another file than one can be put back, listed as it is."""
    name = rng.choice([name for name in files if name != "backup.json"])
    match rng.randrange(4):
        case 0:
            files[name] = damaged(files[name], rng, IN_PLACE)
        case 1:
            files[name] = rng.choice([*files.values()])
        case 2:
            files[name] = bytes(rng.choice([0, 1, 70 * MEGABYTE, 300 * MEGABYTE]))
        case _:
            del files[name]
    _listed(files)
    return f"another {name}, and the list agrees"


def _files_elsewhere(files: Files, rng: random.Random) -> str:
    """A file of a name that leads somewhere else, listed as it is."""
    name = rng.choice([*LEAD_OUT, *(f"tables/{text}.table" for text in HOSTILE_TEXTS if text)])
    files[name[:400].replace("\0", "")] = files["tables/own.table"]
    _listed(files)
    return f"a file {name:.40}, and the list agrees"


def _sizes_otherwise(files: Files, rng: random.Random) -> str:
    """A small file in the list that is a large one in the zip, or the other way round."""
    head = json.loads(files["backup.json"])
    line = rng.choice(head["files"])
    if rng.random() < 0.5:
        files[line["name"]] = bytes(200 * MEGABYTE)
    else:
        line["size"] = rng.choice([-1, 0, 2**31, 2**62, 2**63, 2**64, 1e300, 5e8])
    files["backup.json"] = json.dumps(head).encode()
    return f"{line['name']} is larger or smaller than listed"


BACKUP_HEADS: tuple[Change, ...] = (
    _list_otherwise,
    _files_otherwise,
    _files_elsewhere,
    _sizes_otherwise,
)
