"""Game files of either kind (a record in JSON, GCG), read and written whole.

Only opens, tells the kinds apart and turns every mistake into one sentence that names the file;
what is in them is read in engine/record.py and engine/gcg.py. Tests: tests/device/test_replay.py,
tests/device/test_export.py.
"""

from __future__ import annotations

import os
from pathlib import Path

from device.output_files import write_output
from engine.record import RecordError
from engine.replayed import Replayed, replay_record

LARGEST = 16 * 1024 * 1024
"""Bytes; a long evening's record has some ten thousand."""


class GameFileError(Exception):
    """A file that holds no game or can't be written; the text is one sentence with its name."""


def read_game_file(path: Path) -> Replayed:
    """The game of a file, played again; GameFileError if it holds none."""
    # A table that begins needs none of it, and its patterns take as long as ten other files.
    from engine.gcg import replay_gcg
    from engine.gcg_lines import GcgError

    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise GameFileError(f"{path} does not exist: check the name.") from error
    except OSError as error:
        raise GameFileError(f"{path} can't be read ({error.strerror or error}).") from error
    if not data.strip():
        raise GameFileError(f"{path} is empty: it should hold a game, as GCG or JSON.")
    if len(data) > LARGEST:
        raise GameFileError(f"{path} is far too large for the record of a game.")
    try:
        return replay_record(data) if _is_json(path, data) else replay_gcg(data)
    except (RecordError, GcgError) as error:
        raise GameFileError(f"{path}: {error}") from error


def _is_json(path: Path, data: bytes) -> bool:
    """By its name; where that says neither, by how it begins."""
    kind = path.suffix.lower()
    return kind == ".json" or (kind != ".gcg" and data.lstrip().startswith(b"{"))


def lowered(sentence: str) -> str:
    """A sentence that goes on after a file's name and a colon."""
    return sentence[:1].lower() + sentence[1:]


def write_game_file(path: Path, text: str) -> None:
    """The file replaced whole, or left as it was and a GameFileError."""
    if not os.path.isdir(path.parent):  # of a name that is far too long too
        raise GameFileError(f"{path} can't be written (no such folder); nothing was changed.")
    try:
        write_output(path, text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise GameFileError(f"{path} can't be written ({why}); nothing was changed.") from error
