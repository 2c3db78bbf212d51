"""Reads a household's word lists: one word a line, in any case, as people find them on their disks.

UTF-8 or Latin-1, plain or the one .txt in a zip; what follows a word on its line is its definition
and is ignored. Knows nothing of where words are kept. Tests: tests/device/test_word_files.py.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.lexicon import as_laid

LONGEST_WORD = 26
"""Letters; no board has more squares in a line."""
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes; the largest lists with definitions are a third of it, a zip can claim anything."""
LETTERS_OF_LATIN_1 = frozenset(["SS", *"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŒŸ"])
"""Capitals beyond ASCII of Western European words; others betray a wrong encoding."""
NO_TEXT = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")


class NoWordListError(Exception):
    """A file that is no list of words; the text is one sentence: what is wrong and what to do."""


@dataclass(frozen=True)
class WordsRead:
    """The words of a file as they are laid, and how many lines held something else."""

    words: frozenset[str]
    left_out: int


def read_words(path: Path, letters: Collection[str]) -> WordsRead:
    """The words of a file, spelled with the letters of a tile set.

    Left out are lines whose first word can't be laid (a hyphen, an apostrophe, a figure, one letter
    alone); a line that begins with "#" is a remark. NoWordListError if it is no list of words.
    """
    words: set[str] = set()
    left_out, first = 0, ""
    for number, spelled in _first_words(_text(path)):
        word = as_laid(spelled, letters)
        if 2 <= len(word) <= LONGEST_WORD and all(letter in letters for letter in word):
            words.add(word)
        else:
            left_out += 1
            first = first or f"line {number}, {spelled[:LONGEST_WORD]!r}"
    if not words and not left_out:
        raise NoWordListError(f"{path} is empty: it should hold one word a line.")
    if left_out > len(words):
        raise NoWordListError(
            f"{path} is no list of one word a line: most lines can't be laid ({first})."
        )
    return WordsRead(frozenset(words), left_out)


def _first_words(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if (fields := line.split(maxsplit=1)) and not fields[0].startswith("#"):
            yield number, fields[0]


def _text(path: Path) -> str:
    data = _bytes(path)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NoWordListError(f"{path} is in UTF-16: save the list as UTF-8.")
    if any(byte in data for byte in NO_TEXT):
        raise NoWordListError(f"{path} is no text: it should hold one word a line.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _latin_1(data, path)


def _latin_1(data: bytes, path: Path) -> str:
    # Windows writes œ into what it calls Latin-1; the rest is the same.
    text = data.decode("cp1252", errors="replace")
    for number, word in _first_words(text):
        if not _western(word):
            raise NoWordListError(
                f"{path} is neither in UTF-8 nor in Latin-1: line {number} would be"
                f" {word[:LONGEST_WORD]!r}. Save the list as UTF-8."
            )
    return text


def _western(word: str) -> bool:
    """Whether a word can be Latin-1: no strange letters, and not marked letters alone."""
    marked = [letter.upper() for letter in word if not letter.isascii()]
    return LETTERS_OF_LATIN_1.issuperset(marked) and not len(word) == len(marked) > 2


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise NoWordListError(f"{path} is too large for a list of words (64 MB at most).")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise NoWordListError(f"{path} does not exist: check the name.") from error
    except OSError as error:
        raise NoWordListError(f"{path} can't be read ({error.strerror or error}).") from error
    return _unzipped(data, path) if data.startswith(b"PK\x03\x04") else data


def _unzipped(data: bytes, path: Path) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            lists = [
                entry
                for entry in archive.infolist()
                if PurePosixPath(entry.filename).suffix.lower() == ".txt"
                and not entry.filename.startswith("__MACOSX/")
            ]
            if len(lists) != 1:
                found = ", ".join(entry.filename for entry in lists) or "none"
                raise NoWordListError(
                    f"{path} should hold one .txt file ({found} found): unpack it and name"
                    " the list."
                )
            with archive.open(lists[0]) as unpacked:
                text = unpacked.read(LARGEST_FILE + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError) as error:
        raise NoWordListError(f"{path} can't be unpacked ({error}): unpack it yourself.") from error
    if len(text) > LARGEST_FILE:
        raise NoWordListError(f"{path} holds more than a list of words can have (64 MB).")
    return text
