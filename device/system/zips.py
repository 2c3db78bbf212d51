"""Zips that come from elsewhere: what unpacking one may end in, whether it is whole at first sight,
and when one of ours was made.

Tests: tests/device/test_bad_zips.py, tests/device/test_backup.py.
"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from pathlib import Path

import msgspec

from device.system.files import is_file

UNPACKING_FAILS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,  # bzip2's, too
    ValueError,  # a place before the file's beginning, a name that is no text
    RuntimeError,  # it wants a password, or is packed in a way that nobody here knows
    EOFError,
    MemoryError,  # what lzma is told to take
)
"""What a zip that isn't whole ends in."""

LARGEST_HEAD = 64 * 1024 * 1024
"""Bytes of the list of what is in one."""

_BEGINNING = b"PK"


def begins_as_zip(path: Path) -> bool:
    """Whether a file begins as zips do; what can't be read doesn't."""
    try:
        with path.open("rb") as opened:
            return opened.read(len(_BEGINNING)) == _BEGINNING
    except OSError:
        return False


def is_cut_off(path: Path) -> bool:
    """Whether a file begins as a zip, and has no zip's end."""
    return begins_as_zip(path) and not zipfile.is_zipfile(path)


class _Made(msgspec.Struct, frozen=True):
    """What the heads of our zips have in common."""

    format: str
    made: str


def made_at(path: Path, head: str, kind: str) -> str | None:
    """When the zip was made that lies at `path`, as it says in its file `head` with the format
    `kind`; None if it is no such zip."""
    if not is_file(path):
        return None
    try:
        with zipfile.ZipFile(path) as archive, archive.open(head) as opened:
            said = msgspec.json.decode(opened.read(LARGEST_HEAD), type=_Made)
    except (*UNPACKING_FAILS, KeyError, msgspec.MsgspecError):
        return None
    return said.made if said.format == kind else None
