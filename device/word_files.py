"""Reads a household's word lists: one word a line, in any case, as people find them on their disks.

UTF-8 or Latin-1, plain or the one .txt in a zip; what follows a word on its line is its definition
and is ignored. Knows nothing of where words are kept. Tests: tests/device/test_word_files.py.
"""

from __future__ import annotations

import io
import lzma
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from engine.lexicon import as_laid

LONGEST_WORD = 26
"""Letters; no board has more squares in a line."""
MOST_WORDS = 2_000_000
"""Sorting so many takes a Pi a minute and half of its memory; the longest list for a game that is
known to us has a quarter of it."""
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes; the largest lists with definitions are a third of it, a zip can claim anything."""
HOPELESS = 20_000
"""So many more lines that can't be laid than words: nothing behind them makes it a list."""
TOLD_EVERY = 1 << 12
"""Lines after which it is told how far the reading is."""
LETTERS_OF_LATIN_1 = frozenset(["SS", *"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŒŸ"])
"""Capitals beyond ASCII of Western European words; others betray a wrong encoding."""
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
NAMED = 5
"""Files in a zip that a sentence names."""
_PIECE = 1024
"""Characters of a line that are looked at; behind them is a definition."""
_UNPACKING_FAILS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,  # bzip2's
    ValueError,  # a place before the file's beginning, a name that is no text
    RuntimeError,  # it wants a password
    NotImplementedError,
    EOFError,
    MemoryError,  # what lzma is told to take
)

Tell = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""


class NoWordListError(Exception):
    """A file that is no list of words; the text is one sentence: what is wrong and what to do."""


@dataclass(frozen=True)
class WordsRead:
    """The words of a file as they are laid, and how many lines held something else."""

    words: frozenset[str]
    left_out: int


def read_words(path: Path, letters: Collection[str], tell: Tell | None = None) -> WordsRead:
    """The words of a file, spelled with the letters of a tile set.

    Left out are lines whose first word can't be laid (a hyphen, an apostrophe, a figure, one letter
    alone); a line that begins with "#" is a remark. NoWordListError if it is no list of words: what
    betrays that is looked for while reading, and the rest is left unread.
    """
    with ExitStack() as at_the_end:
        source = _Source(path, at_the_end)
        try:
            return _read(source.lines("utf-8-sig"), path, frozenset(letters), source.telling(tell))
        except UnicodeDecodeError:
            # Windows writes œ into what it calls Latin-1; the rest is the same.
            lines = _western_alone(source.lines("cp1252"), path)
            return _read(lines, path, frozenset(letters), source.telling(tell))


def _read(
    lines: Iterator[tuple[int, str]], path: Path, letters: frozenset[str], tell: Callable[[], None]
) -> WordsRead:
    words: set[str] = set()
    left_out, first = 0, ""
    for number, spelled in lines:
        if number % TOLD_EVERY == 0:
            tell()
        # The longest that can be laid: each letter of it as two, with two accents apart.
        word = as_laid(spelled, letters) if len(spelled) <= 4 * LONGEST_WORD else ""
        if 2 <= len(word) <= LONGEST_WORD and letters.issuperset(word):
            words.add(word)
            if len(words) > MOST_WORDS:
                raise NoWordListError(
                    f"{path} has more than {MOST_WORDS} words, and no more can be taken:"
                    " leave out what is too long for the board."
                )
            continue
        left_out += 1
        first = first or f"line {number}, {spelled[:LONGEST_WORD]!r}"
        if left_out > len(words) + HOPELESS:
            break
    if not words and not left_out:
        raise NoWordListError(f"{path} is empty: it should hold one word a line.")
    if left_out > len(words):
        raise NoWordListError(
            f"{path} is no list of one word a line: most lines can't be laid ({first})."
        )
    return WordsRead(frozenset(words), left_out)


def _western_alone(lines: Iterator[tuple[int, str]], path: Path) -> Iterator[tuple[int, str]]:
    for number, word in lines:
        if not _western(word):
            raise NoWordListError(
                f"{path} is neither in UTF-8 nor in Latin-1: line {number} would be"
                f" {word[:LONGEST_WORD]!r}. Save the list as UTF-8."
            )
        yield number, word


def _western(word: str) -> bool:
    """Whether a word can be Latin-1: no strange letters, and not marked letters alone."""
    if word.isascii():
        return True
    marked = [letter.upper() for letter in word if not letter.isascii()]
    return LETTERS_OF_LATIN_1.issuperset(marked) and not len(word) == len(marked) > 2


class _Source:
    """A list on disk or in a zip, open for as long as it is read; NoWordListError for what can't
    be opened, read or unpacked."""

    def __init__(self, path: Path, at_the_end: ExitStack) -> None:
        self._path, self._at_the_end = path, at_the_end
        try:
            self._file = at_the_end.enter_context(_rewindable(path))
            self.size = self._file.seek(0, io.SEEK_END)
            self._file.seek(0)
            beginning = self._file.read(_PIECE)
        except FileNotFoundError as error:
            raise NoWordListError(f"{path} does not exist: check the name.") from error
        except (OSError, ValueError) as error:
            raise NoWordListError(f"{path} can't be read ({_reason(error)}).") from error
        if self.size > LARGEST_FILE:
            raise NoWordListError(f"{path} is too large for a list of words (64 MB at most).")
        self._is_zip = beginning.startswith(b"PK\x03\x04")
        if not self._is_zip and beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise NoWordListError(f"{path} is in UTF-16: save the list as UTF-8.")
        if not self._is_zip and _NO_TEXT.search(beginning.decode("latin-1")):
            raise NoWordListError(f"{path} is no text: it should hold one word a line.")

    def lines(self, encoding: str) -> Iterator[tuple[int, str]]:
        """The first word of each line with the line's number, from the beginning on; UnicodeError
        where it isn't in that encoding."""
        try:
            yield from self._lines(encoding)
        except UnicodeDecodeError:
            raise
        except _UNPACKING_FAILS as error:
            if not self._is_zip:
                raise NoWordListError(f"{self._path} can't be read ({_reason(error)}).") from error
            raise NoWordListError(
                f"{self._path} can't be unpacked ({_reason(error)}): unpack it yourself."
            ) from error

    def telling(self, tell: Tell | None) -> Callable[[], None]:
        """What tells how much of the file has been read."""
        if tell is None or not self.size:
            return lambda: None
        return lambda: tell(self._file.tell() / self.size)

    def _lines(self, encoding: str) -> Iterator[tuple[int, str]]:
        self._file.seek(0)
        data = self._unpacked() if self._is_zip else self._file
        errors = "strict" if encoding.startswith("utf") else "replace"
        text = io.TextIOWrapper(data, encoding, errors)
        self._at_the_end.callback(text.detach)  # the file itself stays open
        number, begins = 0, True
        while piece := text.readline(_PIECE):
            if _NO_TEXT.search(piece):
                raise NoWordListError(f"{self._path} is no text: it should hold one word a line.")
            number += begins
            if begins and (fields := piece.split(maxsplit=1)) and fields[0][0] != "#":
                yield number, fields[0]
            begins = piece.endswith("\n")

    def _unpacked(self) -> IO[bytes]:
        try:
            archive = self._at_the_end.enter_context(zipfile.ZipFile(self._file))
            listed = archive.open(_the_list(archive, self._path))
        except UnicodeDecodeError as error:
            raise zipfile.BadZipFile("a name in it is no text") from error
        return self._at_the_end.enter_context(listed)


def _rewindable(path: Path) -> IO[bytes]:
    """The file, opened; what comes through a pipe is taken into memory first."""
    file = path.open("rb")
    try:
        if stat.S_ISREG(path.stat().st_mode):
            return file
        with file:
            return io.BytesIO(file.read(LARGEST_FILE + 1))
    except BaseException:
        file.close()
        raise


def _the_list(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """The one text in a zip."""
    lists = [
        entry
        for entry in archive.infolist()
        if PurePosixPath(entry.filename).suffix.lower() == ".txt"
        and not entry.filename.startswith("__MACOSX/")
    ]
    if len(lists) != 1:
        names = [entry.filename for entry in lists[:NAMED]] + ["…"] * (len(lists) > NAMED)
        raise NoWordListError(
            f"{path} should hold one .txt file ({', '.join(names) or 'none'} found): unpack it and"
            " name the list."
        )
    if lists[0].file_size > LARGEST_FILE:
        raise NoWordListError(f"{path} holds more than a list of words can have (64 MB).")
    return lists[0]


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or "it is damaged"
