"""Files named on the command line, to read or to write: written whole or not at all, and never over
an input; and game records among them (JSON or GCG, distinguished here).

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
"""Permissions of a new file, before the user's umask."""


def refuse_inputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """A UsageError if an output is one of the inputs, under any name or hard link."""
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
    """A UsageError if something other than the kind of file to be written exists at the target;
    `made`: when it was made, None for anything else."""
    if made is None and is_there(target):
        raise click.UsageError(
            Sentence(
                "{path} already exists, and is something else: name another file.", path=target
            )
        )


MADE_HERE = "tilekeeper may write this anew"
"""In every picture, document and zip that a command writes to be looked at, but in no backup and no
report."""
_MADE_HERE = (MADE_HERE.encode(), MADE_HERE.encode("utf-16-be"))  # as a PDF encodes its texts
_ENDS = 4096
"""Bytes at either end that are searched for it: a backup with its pictures may be larger than
memory."""


def refuse_foreign(target: Path, ending: str, *, text: bool = False) -> None:
    """A UsageError if the file at the target isn't of the kind to be written: it has another
    ending, or isn't text and lacks MADE_HERE. An empty file may be filled, whatever it is
    called."""
    try:
        if not is_file(target) or target.stat().st_size == 0:
            return
        ours = target.suffix.lower() == ending and (text or _made_here(target))
    except OSError:
        return  # writing it will report what is wrong
    refuse_others(target, "" if ours else None)


def _made_here(path: Path) -> bool:
    with path.open("rb") as file:
        begin = file.read(_ENDS)
        file.seek(max(0, path.stat().st_size - _ENDS))
        end = file.read(_ENDS)
    return any(mark in begin or mark in end for mark in _MADE_HERE)


class FileParam(click.Path):
    """A file that an option names; an empty name is a usage error, and so is a folder unless the
    command handles `folders` itself."""

    def __init__(self, *, folders: bool = False) -> None:
        super().__init__(path_type=Path, dir_okay=folders)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        if not Path(value).name:
            self.fail(Sentence("{name} isn’t a file.", name=repr(str(value))), param, ctx)
        with as_caller():
            return super().convert(value, param, ctx)


def numbered(out: Path, number: int) -> Path:
    """OUT.png for the first of several files, OUT-2.png and so on for the others; a UsageError if
    it has no file name."""
    if not out.name:
        raise click.UsageError(Sentence("{out} isn’t a file to write to.", out=repr(str(out))))
    return out if number == 1 else out.with_stem(f"{out.stem}-{number}")


def write_output(path: Path, data: bytes) -> None:
    """Writes a file whole, creating its folder if need be, or leaves it as it was and raises an
    OSError. A link is followed; to a device or a pipe the bytes are written directly."""
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
    except (OSError, ValueError):  # one of them doesn't exist yet, or can't be looked at
        return False


# --- game records ---

LARGEST = 16 * 1024 * 1024
"""Bytes; a long evening's record has some ten thousand."""


class GameFileError(Exception):
    """A file that isn't a game record or can't be written; the text is one sentence with its
    name."""


def read_game_file(path: Path) -> Replayed:
    """The game of a file, replayed; GameFileError if it isn't a game record."""
    # A starting table doesn't need it, and its patterns take as long to compile as ten files to
    # load.
    from engine.records.gcg import replay_gcg
    from engine.records.gcg_lines import GcgError

    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise GameFileError(unreadable(path, error)) from error
    if not data.strip():
        raise GameFileError(
            Sentence("{path} is empty: it should have a game, as GCG or JSON.", path=path)
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
    """By its name's ending, else by its first bytes."""
    kind = path.suffix.lower()
    return kind == ".json" or (kind != ".gcg" and data.lstrip().startswith(b"{"))


def missing(path: Path) -> GameFileError:
    """The error for a file that doesn't exist, or that this user may not look at."""
    try:
        path.stat()
    except PermissionError as error:
        return GameFileError(unreadable(path, error))
    except (OSError, ValueError):
        pass  # whatever the reason, nothing is there
    return GameFileError(unreadable(path, FileNotFoundError()))


def is_journal(path: Path) -> bool:
    """Whether a file is a journal of games, by its first bytes. A pipe isn't: what is read from it
    to find out would be lost."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as opened:
            return opened.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # reading it as a game will report what is wrong


_SQLITE = b"SQLite format 3\0"  # https://www.sqlite.org/fileformat2.html, 1.3


@dataclass(frozen=True)
class ListedGame:
    """A game as `history --json` lists it; no `record` of one that isn't over."""

    began: datetime
    record: str | None


def listed_games(path: Path) -> dict[int, ListedGame] | None:
    """The games of a list printed by `history --json`, by number; None if it isn't such a list (a
    pipe never is), and a GameFileError if one of its lines can't be used."""
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
                Sentence("{path}: line {number} doesn’t list a game.", path=path, number=place)
            ) from bad
    return games


def write_game_bytes(path: Path, data: bytes) -> None:
    """Replaces the file whole, or leaves it as it was and raises a GameFileError."""
    with as_caller():
        there = is_folder(path.parent)
    if not there:
        raise GameFileError(
            Sentence("Can’t write {path} (no such folder); nothing was changed.", path=path)
        )
    try:
        with as_caller(path.parent):
            write_output(path, data)
    except (OSError, ValueError) as error:  # ValueError: an impossible name
        why = getattr(error, "strerror", None) or error
        raise GameFileError(
            Sentence("Can’t write {path} ({why}); nothing was changed.", path=path, why=why)
        ) from error
