"""Zips from elsewhere: the errors that unpacking one may raise, whether it looks complete, and when
one of ours was made.

Tests: tests/device/test_bad_zips.py, tests/device/test_backup.py.
"""

from __future__ import annotations

import lzma
import os
import zipfile
import zlib
from pathlib import Path
from typing import IO, Annotated

import msgspec

from device.system.files import is_file
from engine.sentences import Sentence

UNPACKING_FAILS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,  # also bzip2's
    ValueError,  # an offset before the file's beginning, an invalid name
    RuntimeError,  # it needs a password, or an unsupported compression
    EOFError,
    MemoryError,  # raised by lzma for absurd sizes
)
"""The errors that a damaged zip raises."""

LARGEST_HEAD = 32 * 1024 * 1024
"""Bytes of a list of contents, unpacked: one of 200 000 files has 27 MB ..."""

MOST_UNPACKED = 50
"""... and the largest ratio of its unpacked to its packed size if it is larger than SMALL: such
lists have three, and one of nothing but the same letter has a thousand."""

SMALL = 64 * 1024

LARGEST_DIRECTORY = 24 * 1024 * 1024
"""Bytes of a zip's directory, which unpacking reads whole: a few hundred for each file."""

_BEGINNING = b"PK"


def begins_as_zip(path: Path) -> bool:
    """Whether a file begins as zips do; False if it can't be read."""
    try:
        with path.open("rb") as opened:
            return opened.read(len(_BEGINNING)) == _BEGINNING
    except OSError:
        return False


def is_cut_off(path: Path) -> bool:
    """Whether a file begins as a zip, but has no zip's end."""
    return begins_as_zip(path) and not zipfile.is_zipfile(path)


def open_zip(path: Path, largest_directory: int = LARGEST_DIRECTORY) -> zipfile.ZipFile:
    """A zip opened for reading; BadZipFile also if it lists far more files than one of its kind."""
    with path.open("rb") as file:
        check_directory(file, largest_directory)
    return zipfile.ZipFile(path)


def check_directory(file: IO[bytes], largest: int) -> None:
    """BadZipFile if a zip's directory is larger than this: each entry becomes an object. A file
    without a zip's end is left for unpacking to report."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        return
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    before = tail[max(0, at - _ZIP64) : at]
    if before.startswith(b"PK\x06\x06") and len(before) == _ZIP64:
        directory = max(directory % 0xFFFFFFFF, int.from_bytes(before[40:48], "little"))
    if directory > largest:
        raise zipfile.BadZipFile(Sentence("it lists far too many files"))


_TAIL = 22 + 0xFFFF + 76
"""Bytes in which the end of a zip lies, with the longest comment after it ..."""

_ZIP64 = 76
"""... and those before it in a large one: 56 for the sizes, 20 for the place."""


def contents_of(archive: zipfile.ZipFile, name: str, largest: int = LARGEST_HEAD) -> bytes:
    """The zip's list of contents; BadZipFile if it is larger than it can be, before all of it is
    unpacked. KeyError if there is none."""
    entry = archive.getinfo(name)
    if entry.file_size > min(largest, SMALL + MOST_UNPACKED * entry.compress_size):
        raise zipfile.BadZipFile(f"{name} is far too large")
    with archive.open(entry) as opened:
        said = opened.read(largest + 1)
    if len(said) > largest:
        raise zipfile.BadZipFile(f"{name} is far too large")
    return said


class _Made(msgspec.Struct, frozen=True):
    """What the headers of our zips have in common."""

    format: Annotated[str, msgspec.Meta(max_length=100)]
    made: Annotated[str, msgspec.Meta(max_length=100)]


def made_at(path: Path, head: str, kind: str) -> str | None:
    """When the zip at `path` was made, according to its file `head` with the format `kind`; None if
    it isn't such a zip."""
    if not is_file(path):
        return None
    try:
        with open_zip(path) as archive:
            said = msgspec.json.decode(contents_of(archive, head), type=_Made)
    except (*UNPACKING_FAILS, KeyError, msgspec.MsgspecError):
        return None
    return said.made if said.format == kind else None
