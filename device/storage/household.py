"""A household's own boards and words: layouts as TOML, word lists, and what the lobby offers.

A board is taught once and then named by --layout. Words are in a text file to read and edit, and
maybe in an imported list, readable by its owner alone. Knows no picture. Tests:
tests/device/test_household_layouts.py, tests/device/test_household_words.py,
tests/device/test_word_files.py.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING

from device.system.files import (
    FOR_ALL_TO_READ,
    TomlFileError,
    check_is_file,
    found_in,
    is_there,
    read_beginning,
    read_toml,
    replace_file,
    state_directory,
    unreadable,
)
from device.system.zips import UNPACKING_FAILS
from engine.layouts import Layout, load_layout
from engine.sentences import Plural, Sentence, located, with_stop, without_stop
from engine.tiles import TILE_LANGUAGES, TileSet, load_tile_set
from engine.words.dawg import Dawg, WordFileError, build_dawg, dawg_file
from engine.words.lexicon import SHIPPED_LISTS, Lexicon, as_laid, shipped_lexicon

if TYPE_CHECKING:
    from device.session.core.setup import Offers

# --- boards ---

LONGEST_NAME = 40
"""Characters in the name of a layout or word list."""

LAYOUT_HEAD = """\
# {}
# "." none, "d" double letter, "t" triple letter, "D" double word, "T" triple word, "*" start,
# "c" chance. Top row first, as the letters read.
"""


class HouseholdLayoutError(Exception):
    """A layout that can't be read or written; the message is one sentence that names its file."""


def layouts_folder(state: Path) -> Path:
    """Where a household's layouts are, below its state directory."""
    return state / "layouts"


def layout_file(folder: Path, name: str) -> Path:
    """A layout's file; HouseholdLayoutError if the name isn't valid."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise HouseholdLayoutError(
            Sentence(
                "{longest_name} isn’t a name for a layout: use up to {longest_name2} "
                "letters and digits",
                longest_name=repr(name[:LONGEST_NAME]),
                longest_name2=LONGEST_NAME,
            )
        )
    if any(sign in name for sign in "/\\") or name.startswith("."):
        raise HouseholdLayoutError(
            Sentence("{name} isn’t a name for a layout: use letters and digits", name=repr(name))
        )
    return folder / f"{name.removesuffix('.toml')}.toml"


def keep_layout(folder: Path, name: str, layout: Layout, remark: str) -> Path:
    """Writes a layout, whole or not at all; returns its file."""
    path = layout_file(folder, name)
    rows = "".join(f'    "{row}",\n' for row in layout.rows)
    try:
        text = f"{LAYOUT_HEAD.format(remark)}rows = [\n{rows}]\n"
        replace_file(path, text.encode("utf-8", "replace"), FOR_ALL_TO_READ)
    except OSError as error:
        raise HouseholdLayoutError(
            Sentence(
                "can’t write {path} ({why}); nothing was saved",
                path=path,
                why=error.strerror or error,
            )
        ) from error
    return path


FROM_FILES = frozenset({"super"})
"""Layouts that ship only for games in files: how well they can be read hasn't been measured."""


def find_layout(folder: Path, name: str) -> Layout:
    """The layout of a file (a name with a slash or .toml in it), of that name in the household's
    folder, or among those that ship; HouseholdLayoutError if there is none or it can't be used."""
    if "/" in name or name.endswith(".toml"):
        return read_layout(Path(name))
    path = layout_file(folder, name)
    if path in found_in(folder, "*.toml"):
        return read_layout(path)
    if name in FROM_FILES:
        raise HouseholdLayoutError(
            Sentence(
                Plural(
                    "the board {name} with {size} square per side can’t be read from the camera: "
                    "open games on it from files (tilekeeper replay, export)",
                    "the board {name} with {size} squares per side can’t be read from "
                    "the camera: open games on it from files (tilekeeper replay, export)",
                    by="size",
                ),
                name=repr(name),
                size=load_layout(name).size,
            )
        )
    try:
        return load_layout(name)
    except KeyError as error:
        known = [path.stem for path in found_in(folder, "*.toml")]
        others = ", ".join([*known, "classic"])
        raise HouseholdLayoutError(
            Sentence(
                "no layout {name} is known, only {others}; `tilekeeper teach` makes one",
                name=repr(name),
                others=others,
            )
        ) from error


def read_layout(path: Path) -> Layout:
    """The layout of a file; HouseholdLayoutError with one sentence if it holds none."""
    try:
        data = read_toml(path)
    except TomlFileError as error:
        raise HouseholdLayoutError(str(error)) from error
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise HouseholdLayoutError(
            Sentence("{path} has no layout: it should say rows = [ … ]", path=path)
        )
    try:
        return Layout(tuple(rows))
    except ValueError as error:
        raise HouseholdLayoutError(located(path, error)) from error


# --- words ---

WORDS_HEAD = """\
# The household's own words in {}. They stand above every list.
# A word a line; a word after a minus sign is struck out, whatever a list says.
"""
STRUCK_OUT = "-"

LARGEST_OWN_WORDS = 4 * 1024 * 1024
"""Bytes of a household's own words: some 400 000 of them. Longer lists are imported."""

LONGEST_LINE = 1000
"""Characters in a line; its word has about ten."""


class HouseholdWordsError(Exception):
    """Words that can't be read, kept or found; the text is one sentence with what to do."""


@dataclass(frozen=True)
class OwnWords:
    """Words that a household added and struck out, as tiles spell them; no word is in both."""

    plus: frozenset[str] = frozenset()
    minus: frozenset[str] = frozenset()

    def added(self, words: Iterable[str]) -> OwnWords:
        more = frozenset(words)
        return OwnWords(self.plus | more, self.minus - more)

    def struck_out(self, words: Iterable[str]) -> OwnWords:
        fewer = frozenset(words)
        return OwnWords(self.plus - fewer, self.minus | fewer)


def words_folder() -> Path:
    """Where a household's words are kept."""
    return state_directory() / "words"


def laid_with(tiles: TileSet, word: str) -> str:
    """A word as somebody wrote it, spelled with these tiles."""
    return as_laid(tiles.tokenized(word), tiles.letters)


def household_lexicon(folder: Path, language: str, name: str | None = None) -> Lexicon:
    """A language's list with the household's words: the imported list, else the one that ships.

    `name`: another of the lists that ship. HouseholdWordsError if there is no list, or a file of
    the household can't be used.
    """
    lexicon = _imported(folder, language) if name is None else None
    if lexicon is None:
        name = name or language
        if name not in SHIPPED_LISTS:
            raise HouseholdWordsError(
                Sentence(
                    "no {language} list is included: import one with tilekeeper words "
                    "import FILE --language {language2} --name NAME",
                    language=TILE_LANGUAGES[language],
                    language2=language,
                )
            )
        lexicon = shipped_lexicon(name)
    own = read_own_words(folder, language)
    return lexicon.with_household(own.plus, own.minus)


def _imported(folder: Path, language: str) -> Lexicon | None:
    path = folder / f"{language}.dawg"
    try:
        check_is_file(path)
        dawg = Dawg.open(path)
    except FileNotFoundError:
        return None
    except PermissionError as error:
        # Without read access there is no knowing whether a list was ever imported.
        kept = path if is_there(path) else folder
        raise HouseholdWordsError(
            Sentence("{path} can’t be read ({why})", path=kept, why=error.strerror)
        ) from error
    except (OSError, WordFileError) as error:
        why = (isinstance(error, OSError) and error.strerror) or without_stop(str(error))
        raise HouseholdWordsError(
            Sentence(
                "the imported list {path} can’t be used ({why}): import it again, or "
                "go back with tilekeeper words forget --language {language}",
                path=path,
                why=why,
                language=language,
            )
        ) from error
    return Lexicon(dawg, dawg.about.get("list", path.name))


def name_of_list(given: str) -> str:
    """A list's name; HouseholdWordsError if it can't appear in answers."""
    name = given.strip()
    if not name:
        raise HouseholdWordsError(Sentence("a list needs a name: what should answers call it?"))
    if len(name) > LONGEST_NAME:
        raise HouseholdWordsError(
            Sentence(
                "{longest_name}… isn’t a name for a list: use {longest_name2} characters at most",
                longest_name=repr(name[:LONGEST_NAME]),
                longest_name2=LONGEST_NAME,
            )
        )
    if not all(sign.isprintable() for sign in name):
        raise HouseholdWordsError(
            Sentence(
                "{name} isn’t a name for a list: it has characters that can’t be shown",
                name=repr(name),
            )
        )
    return name


def import_list(
    folder: Path,
    language: str,
    name: str,
    words: Iterable[str],
    day: str,
    progress: Callable[[float], None] | None = None,
) -> Lexicon:
    """Saves a list that the household owns, replacing the one that ships.

    Words are as tiles spell them; `day` is the date of import, and becomes part of the list's name.
    The file is for its owner alone and replaced whole, or left as it was. `progress` is called with
    the part that is done, from 0 to 1.
    """
    name = name_of_list(name)
    dawg = build_dawg(words, "".join(load_tile_set(language).letters), progress)
    about = {"list": f"{name} (imported {day})", "language": language}
    _replace(folder / f"{language}.dawg", dawg_file(dawg, about))
    return Lexicon(dawg, about["list"])


def forget_list(folder: Path, language: str) -> bool:
    """Goes back to the list that ships; whether there was an imported one."""
    path = folder / f"{language}.dawg"
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise HouseholdWordsError(
            Sentence("can’t remove {path} ({why})", path=path, why=error.strerror)
        ) from error
    return True


def read_own_words(folder: Path, language: str) -> OwnWords:
    """The words the household added and struck out; a file's last line about a word counts."""
    path = folder / f"{language}.txt"
    try:
        data = read_beginning(path, LARGEST_OWN_WORDS + 1)
        if len(data) > LARGEST_OWN_WORDS:
            raise HouseholdWordsError(
                Sentence(
                    "{path} has more than {megabytes} MB: import a list of its words with"
                    " tilekeeper words import",
                    path=path,
                    megabytes=LARGEST_OWN_WORDS // 1024**2,
                )
            )
        lines = data.decode("utf-8-sig").splitlines()
    except FileNotFoundError:
        return OwnWords()
    except (OSError, UnicodeDecodeError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        raise HouseholdWordsError(
            Sentence("{path} can’t be read ({why})", path=path, why=why)
        ) from error
    said, tiles = dict[str, bool](), load_tile_set(language)
    for line in lines:
        if len(line) > LONGEST_LINE:
            continue  # not a word that tiles can spell
        text = line.partition("#")[0].strip()
        word = laid_with(tiles, text.removeprefix(STRUCK_OUT).strip())
        if word:
            said[word] = not text.startswith(STRUCK_OUT)
    plus = frozenset(word for word, added in said.items() if added)
    return OwnWords(plus, frozenset(said) - plus)


def keep_own_words(folder: Path, language: str, own: OwnWords) -> None:
    """Writes the added and struck out words; the file is replaced whole."""
    tiles = load_tile_set(language)
    plus, minus = (sorted(map(tiles.detokenized, words)) for words in (own.plus, own.minus))
    lines = [*plus, *(STRUCK_OUT + word for word in minus)]
    text = WORDS_HEAD.format(TILE_LANGUAGES[language]) + "".join(f"{line}\n" for line in lines)
    _replace(folder / f"{language}.txt", text.encode())


def _replace(path: Path, data: bytes) -> None:
    """Replaces a file whole, readable by its owner alone."""
    try:
        replace_file(path, data)
    except OSError as error:
        raise HouseholdWordsError(
            Sentence(
                "can’t write {path} ({why}); it’s unchanged",
                path=path,
                why=error.strerror or error,
            )
        ) from error


# --- what the lobby offers ---


def household_offers(state: Path, say: Callable[[str], None]) -> Offers:
    """The lobby's offers, from the household's state directory; `say` is given a sentence about
    anything that can't be used."""
    # A command that only looks words up answers at once, without loading the session.
    from device.session.core.setup import Offers

    words = state / "words"

    def lexicon(language: str, name: str | None) -> Lexicon | None:
        try:
            return household_lexicon(words, language, name)
        except HouseholdWordsError as error:
            say(Sentence("No word list: {why}.", why=error))
            return None

    return Offers(lexicon, _lists(), _layouts(layouts_folder(state), say))


def _lists() -> dict[str, tuple[str, ...]]:
    """The lists that ship in addition to a language's default, by language."""
    others = sorted(set(SHIPPED_LISTS) - set(TILE_LANGUAGES))
    return {
        language: tuple(name for name in others if name.startswith(f"{language}-"))
        for language in TILE_LANGUAGES
    }


def _layouts(folder: Path, say: Callable[[str], None]) -> dict[str, tuple[str, ...]]:
    found = {}
    for path in found_in(folder, "*.toml"):
        try:
            found[path.stem] = read_layout(path).rows
        except HouseholdLayoutError as error:
            say(Sentence("{why}: this board isn’t offered.", why=error))
    return found


# --- word lists as files ---

LONGEST_WORD = 26
"""Letters; no board has more squares in a line."""
BYTES_A_WORD = 220
"""Of memory during an import, measured with four million Polish words."""
MOST_WORDS = max(
    2_000_000,
    min(5_000_000, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // BYTES_A_WORD),
)
"""Sorting two million takes a small Pi a minute and half of its memory, and is enough for the
longest list of most languages; Polish, with all its forms, has more than four."""
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes; the largest lists with definitions are a third of it, and a zip can claim anything."""
HOPELESS = 20_000
"""After this many more unusable lines than words it can't be a word list, whatever follows."""
PROGRESS_EVERY = 1 << 12
"""Lines between two reports of progress."""
LETTERS_OF_LATIN_1 = frozenset(["SS", *"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŒŸ"])
"""Capitals beyond ASCII in Western European words; any other suggests a wrong encoding."""
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
NAMED = 5
"""Files of a zip that an error names."""
_PIECE = 1024
"""Characters read of a line; a definition follows."""

Progress = Callable[[float], None]
"""Called with the progress, from 0 to 1."""


class NoWordListError(Exception):
    """A file that isn't a word list; the text is one sentence: what is wrong and what to do."""


@dataclass(frozen=True)
class WordsRead:
    """A file's words as tiles spell them, and how many lines held something else."""

    words: frozenset[str]
    left_out: int


def read_words(path: Path, tiles: TileSet, progress: Progress | None = None) -> WordsRead:
    """A file's words, spelled with the letters of a tile set.

    Lines are skipped if their first word can't be played (a hyphen, an apostrophe, a digit, a
    single letter); lines starting with "#" are comments. NoWordListError if it isn't a word list:
    that is noticed while reading, and the rest is left unread.
    """
    with ExitStack() as at_the_end:
        source = _Source(path, at_the_end)
        try:
            return _read(source.lines("utf-8-sig"), path, tiles, source.reporting(progress))
        except UnicodeDecodeError:
            # Windows has œ in its version of Latin-1; the rest is the same.
            lines = _western_alone(source.lines("cp1252"), path)
            return _read(lines, path, tiles, source.reporting(progress))


def _read(
    lines: Iterator[tuple[int, str]], path: Path, tiles: TileSet, progress: Callable[[], None]
) -> WordsRead:
    words, letters = set[str](), frozenset(tiles.letters)
    left_out, first = 0, ""
    for number, spelled in lines:
        if number % PROGRESS_EVERY == 0:
            progress()
        # The longest playable word: each letter as two, with two accents apart.
        short = len(spelled) <= 4 * LONGEST_WORD
        word = as_laid(tiles.tokenized(spelled), letters) if short else ""
        if 2 <= len(word) <= LONGEST_WORD and letters.issuperset(word):
            words.add(word)
            if len(words) > MOST_WORDS:
                raise NoWordListError(
                    Sentence(
                        "{path} has more than {most_words} words, which is too many: leave "
                        "out what is too long for the board.",
                        path=path,
                        most_words=MOST_WORDS,
                    )
                )
            continue
        left_out += 1
        first = first or f"line {number}, {spelled[:LONGEST_WORD]!r}"
        if left_out > len(words) + HOPELESS:
            break
    if not words and not left_out:
        raise NoWordListError(
            Sentence("{path} is empty: it should have one word per line.", path=path)
        )
    if left_out > len(words):
        raise NoWordListError(
            Sentence(
                "{path} isn’t a list of one word per line: most lines can’t be laid ({first}).",
                path=path,
                first=first,
            )
        )
    return WordsRead(frozenset(words), left_out)


def _western_alone(lines: Iterator[tuple[int, str]], path: Path) -> Iterator[tuple[int, str]]:
    for number, word in lines:
        if not _western(word):
            raise NoWordListError(
                Sentence(
                    "{path} is neither in UTF-8 nor in Latin-1: line {number} would be"
                    " {longest_word}. Save the list as UTF-8.",
                    path=path,
                    number=number,
                    longest_word=repr(word[:LONGEST_WORD]),
                )
            )
        yield number, word


def _western(word: str) -> bool:
    """Whether a word can be Latin-1: no unlikely letters, and not only accented ones."""
    if word.isascii():
        return True
    marked = [letter.upper() for letter in word if not letter.isascii()]
    return LETTERS_OF_LATIN_1.issuperset(marked) and not len(word) == len(marked) > 2


class _Source:
    """A list on disk or in a zip, open while the context lasts; NoWordListError if it can't be
    opened, read or unpacked."""

    def __init__(self, path: Path, at_the_end: ExitStack) -> None:
        self._path, self._at_the_end = path, at_the_end
        try:
            self._file = at_the_end.enter_context(_rewindable(path))
            self.size = self._file.seek(0, io.SEEK_END)
            self._file.seek(0)
            beginning = self._file.read(_PIECE)
        except (OSError, ValueError) as error:
            raise NoWordListError(unreadable(path, error)) from error
        if self.size > LARGEST_FILE:
            raise NoWordListError(
                Sentence("{path} is too large for a list of words (64 MB at most).", path=path)
            )
        self._is_zip = beginning.startswith(b"PK\x03\x04")
        if not self._is_zip and self.size and path.suffix.lower() == ".zip":
            raise NoWordListError(
                Sentence(
                    "{path} is called .zip, but isn’t a zip: download it again, it may "
                    "have been cut off.",
                    path=path,
                )
            )
        if not self._is_zip and beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise NoWordListError(
                Sentence("{path} is in UTF-16: save the list as UTF-8.", path=path)
            )
        if not self._is_zip and _NO_TEXT.search(beginning.decode("latin-1")):
            raise NoWordListError(
                Sentence("{path} isn’t text: it should have one word per line.", path=path)
            )

    def lines(self, encoding: str) -> Iterator[tuple[int, str]]:
        """Each line's first word with the line's number, from the start; UnicodeError if the file
        isn't in that encoding."""
        try:
            yield from self._lines(encoding)
        except UnicodeDecodeError:
            raise
        except UNPACKING_FAILS as error:
            if not self._is_zip:
                raise NoWordListError(
                    with_stop(
                        Sentence(
                            "{path} can’t be read ({why})", path=self._path, why=_reason(error)
                        )
                    )
                ) from error
            raise NoWordListError(
                Sentence(
                    "Can’t unpack {path} ({why}): unpack it yourself.",
                    path=self._path,
                    why=_reason(error),
                )
            ) from error

    def reporting(self, progress: Progress | None) -> Callable[[], None]:
        """The object whose position shows how much of the file has been read."""
        if progress is None or not self.size:
            return lambda: None
        return lambda: progress(self._file.tell() / self.size)

    def _lines(self, encoding: str) -> Iterator[tuple[int, str]]:
        self._file.seek(0)
        data = self._unpacked() if self._is_zip else self._file
        errors = "strict" if encoding.startswith("utf") else "replace"
        text = io.TextIOWrapper(data, encoding, errors)
        self._at_the_end.callback(text.detach)  # the file itself stays open
        number, begins = 0, True
        while piece := text.readline(_PIECE):
            if _NO_TEXT.search(piece):
                raise NoWordListError(
                    Sentence(
                        "{path} isn’t text: it should have one word per line.", path=self._path
                    )
                )
            number += begins
            if begins and (fields := piece.split(maxsplit=1)) and fields[0][0] != "#":
                yield number, fields[0]
            begins = piece.endswith("\n")

    def _unpacked(self) -> IO[bytes]:
        try:
            archive = self._at_the_end.enter_context(zipfile.ZipFile(self._file))
            listed = archive.open(_the_list(archive, self._path))
        except UnicodeDecodeError as error:
            raise zipfile.BadZipFile(Sentence("a name in it isn’t text")) from error
        return self._at_the_end.enter_context(listed)


def _rewindable(path: Path) -> IO[bytes]:
    """The file, opened; a pipe's contents are read into memory first."""
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
    """The only text in a zip."""
    lists = [
        entry
        for entry in archive.infolist()
        if PurePosixPath(entry.filename).suffix.lower() == ".txt"
        and not entry.filename.startswith("__MACOSX/")
    ]
    if len(lists) != 1:
        names = [entry.filename for entry in lists[:NAMED]] + ["…"] * (len(lists) > NAMED)
        raise NoWordListError(
            Sentence(
                "{path} should hold one .txt file ({names} found): unpack it and name the list.",
                path=path,
                names=", ".join(names) or "none",
            )
        )
    if lists[0].file_size > LARGEST_FILE:
        raise NoWordListError(
            Sentence("{path} has more than a list of words can have (64 MB).", path=path)
        )
    return lists[0]


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or "it is damaged"
