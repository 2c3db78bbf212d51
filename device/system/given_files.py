"""Files that a command is told to read or to write: written whole or not at all, and never over
what it was told to read; and records of games among them (JSON or GCG, told apart here).

What a household keeps is written by files.py, photos are in photo_files.py.
Tests: tests/device/test_output_files.py, tests/device/test_replay.py, tests/device/test_export.py.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import click

from device.system.files import is_file, is_folder, is_there, unreadable
from device.system.privileges import as_caller
from engine.records.record import RecordError
from engine.records.replayed import Replayed, replay_record
from engine.sentences import Sentence, located

FOR_ALL = 0o666
"""Rights of a new file, less what the user's umask takes."""


def refuse_inputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """A UsageError if something that is to be written is one of the files to be read, by whatever
    name or hard link."""
    read = list(inputs)
    for output in outputs:
        for given in read:
            if _same(output, given):
                named = "" if str(output) == str(given) else f", the same file as {given}"
                raise click.UsageError(
                    Sentence(
                        "{output}{named} would be overwritten: name another file to write to.",
                        output=output,
                        named=named,
                    )
                )


def refuse_others(target: Path, made: str | None) -> None:
    """A UsageError if something lies at the target that isn't of the kind that is to be written;
    `made`: when that was, None for anything else."""
    if made is None and is_there(target):
        raise click.UsageError(
            Sentence(
                "{path} is there already, and holds something else: name another file.", path=target
            )
        )


MADE_HERE = "tilekeeper may write this anew"
"""Stands in every picture, document and zip that a command writes to be looked at; in no backup and
no report."""
_MADE_HERE = (MADE_HERE.encode(), MADE_HERE.encode("utf-16-be"))  # as a PDF has its texts
_ENDS = 4096
"""Bytes at either end in which it stands: a backup with its pictures may be larger than memory."""


def refuse_foreign(target: Path, ending: str, *, text: bool = False) -> None:
    """A UsageError if a file lies at the target that isn't of the kind that is to be written: one
    that ends otherwise, or of what is no text one without MADE_HERE. An empty file may be filled,
    whatever it is called."""
    try:
        if not is_file(target) or target.stat().st_size == 0:
            return
        ours = target.suffix.lower() == ending and (text or _made_here(target))
    except OSError:
        return  # whoever writes it says what is wrong with it
    refuse_others(target, "" if ours else None)


def _made_here(path: Path) -> bool:
    with path.open("rb") as file:
        begin = file.read(_ENDS)
        file.seek(max(0, path.stat().st_size - _ENDS))
        end = file.read(_ENDS)
    return any(mark in begin or mark in end for mark in _MADE_HERE)


class FileParam(click.Path):
    """A file that an option names; one without a name is a usage error, as is a folder unless the
    command itself has a word for `folders`."""

    def __init__(self, *, folders: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=folders)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        if not Path(value).name:
            self.fail(Sentence("{name} names no file.", name=repr(str(value))), param, ctx)
        with as_caller():
            return super().convert(value, param, ctx)


def numbered(out: Path, number: int) -> Path:
    """OUT.png for the first of several files, OUT-2.png and so on for the others; a UsageError if
    it names none."""
    if not out.name:
        raise click.UsageError(Sentence("{out} names no file to write to.", out=repr(str(out))))
    return out if number == 1 else out.with_stem(f"{out.stem}-{number}")


def write_output(path: Path, data: bytes) -> None:
    """Writes a file whole, with its folder if there is none, or leaves it as it was and raises an
    OSError. A link is followed; into a device or a pipe the bytes are written as they are."""
    target = path.resolve()
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with path.open("wb") as device:  # IsADirectoryError for a folder
            device.write(data)
        return
    half = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.new")
    number = os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, FOR_ALL)
    try:
        with os.fdopen(number, "wb") as file:
            if mode is not None:
                os.fchmod(number, stat.S_IMODE(mode))
            file.write(data)
            file.flush()
            os.fsync(number)
        half.replace(target)
    except OSError:
        half.unlink(missing_ok=True)
        raise


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them isn't there yet, or can't be looked at
        return False


# --- records of games ---

LARGEST = 16 * 1024 * 1024
"""Bytes; a long evening's record has some ten thousand."""


class GameFileError(Exception):
    """A file that holds no game or can't be written; the text is one sentence with its name."""


def read_game_file(path: Path) -> Replayed:
    """The game of a file, played again; GameFileError if it holds none."""
    # A table that begins needs none of it, and its patterns take as long as ten other files.
    from engine.records.gcg import replay_gcg
    from engine.records.gcg_lines import GcgError

    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise GameFileError(unreadable(path, error)) from error
    if not data.strip():
        raise GameFileError(
            Sentence("{path} is empty: it should hold a game, as GCG or JSON.", path=path)
        )
    if len(data) > LARGEST:
        raise GameFileError(
            Sentence("{path} is far too large for the record of a game.", path=path)
        )
    try:
        return replay_record(data) if _is_json(path, data) else replay_gcg(data)
    except (RecordError, GcgError) as error:
        raise GameFileError(located(path, error)) from error


def _is_json(path: Path, data: bytes) -> bool:
    """By its name; where that says neither, by how it begins."""
    kind = path.suffix.lower()
    return kind == ".json" or (kind != ".gcg" and data.lstrip().startswith(b"{"))


def missing(path: Path) -> GameFileError:
    """What is said of a file that isn't there, or at which this user may not look."""
    try:
        path.stat()
    except PermissionError as error:
        return GameFileError(unreadable(path, error))
    except (OSError, ValueError):
        pass  # whatever it is, nothing lies there
    return GameFileError(unreadable(path, FileNotFoundError()))


def is_journal(path: Path) -> bool:
    """Whether a file is a journal of games, by how it begins. A pipe is none: what is read of it to
    find out would be gone."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as opened:
            return opened.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # whoever reads it as a game says what is wrong with it


_SQLITE = b"SQLite format 3\0"  # https://www.sqlite.org/fileformat2.html, 1.3


@dataclass(frozen=True)
class ListedGame:
    """A game as `history --json` lists it; no `record` of one that isn't over."""

    began: datetime
    record: str | None


def listed_games(path: Path) -> dict[int, ListedGame] | None:
    """The games of a list that `history --json` printed, by their numbers; None if it is no such
    list (no pipe is), and a GameFileError if it is one with a line that can't be used."""
    if not path.is_file():
        return None
    try:
        lines = path.read_bytes().splitlines()
        first = json.loads(lines[0]) if lines else None
    except (OSError, ValueError):
        return None
    if not isinstance(first, dict) or "game" not in first:
        return None
    if "record" not in first and "error" not in first:
        number = first["game"]
        raise GameFileError(
            Sentence(
                "{path} is the score sheet of game {number}, not the game: `tilekeeper export"
                " --game {number2}` writes that, as does the list of `tilekeeper history"
                " --json`.",
                path=path,
                number=number,
                number2=number,
            )
        )
    games = {}
    for place, line in enumerate(lines, 1):
        try:
            listed = json.loads(line)
            if "error" in listed:
                continue
            record = listed["record"]
            began = datetime.fromisoformat(listed["began"])
            games[int(listed["game"])] = ListedGame(began, record and json.dumps(record))
        except (ValueError, KeyError, TypeError) as bad:
            raise GameFileError(
                Sentence("{path}: line {number} lists no game.", path=path, number=place)
            ) from bad
    return games


def write_game_bytes(path: Path, data: bytes) -> None:
    """The file replaced whole, or left as it was and a GameFileError."""
    with as_caller():
        there = is_folder(path.parent)
    if not there:
        raise GameFileError(
            Sentence("{path} can't be written (no such folder); nothing was changed.", path=path)
        )
    try:
        with as_caller(path.parent):
            write_output(path, data)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise GameFileError(
            Sentence("{path} can't be written ({why}); nothing was changed.", path=path, why=why)
        ) from error
