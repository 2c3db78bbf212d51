"""The words of a household: its own, those it struck out, and a list that it imported.

Kept in a folder of the state directory: `en.txt` to read and edit, `en.dawg` for an imported list,
which is for its owner alone and never leaves the device.
Tests: tests/device/test_household_words.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from device.places import state_directory
from device.whole_files import replace_file
from engine.dawg import Dawg, WordFileError
from engine.dawg_building import build_dawg, dawg_file
from engine.lexicon import SHIPPED, Lexicon, as_laid, shipped_lexicon
from engine.tiles import load_tile_set

LANGUAGES = {"en": "English", "fr": "French", "de": "German"}
HEAD = """\
# The household's own words in {}. They stand above every list.
# A word a line; a word after a minus sign is struck out, whatever a list says.
"""
STRUCK_OUT = "-"
LONGEST_NAME = 40
"""Characters of a list's name: it stands beside a word on a screen."""


class HouseholdWordsError(Exception):
    """Words that can't be read, kept or found; the text is one sentence with what to do."""


@dataclass(frozen=True)
class OwnWords:
    """What a household added and what it struck out, as tiles spell it; no word is in both."""

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


def letters_of(language: str) -> tuple[str, ...]:
    """The letters that the tiles of a language have."""
    return load_tile_set(language).letters


def household_lexicon(folder: Path, language: str, name: str | None = None) -> Lexicon:
    """The list of a language with the household's words: the imported one, else the one that ships.

    `name`: another of the lists that ship. HouseholdWordsError if there is no list, or a file of
    the household can't be used.
    """
    lexicon = _imported(folder, language) if name is None else None
    if lexicon is None:
        name = name or language
        if name not in SHIPPED:
            raise HouseholdWordsError(
                f"no {LANGUAGES[language]} list ships with tilekeeper: import one with"
                f" tilekeeper words import FILE --language {language} --name NAME"
            )
        lexicon = shipped_lexicon(name)
    own = read_own_words(folder, language)
    return lexicon.with_household(own.plus, own.minus)


def _imported(folder: Path, language: str) -> Lexicon | None:
    path = folder / f"{language}.dawg"
    try:
        dawg = Dawg.open(path)
    except FileNotFoundError:
        return None
    except (OSError, WordFileError) as error:
        raise HouseholdWordsError(
            f"the imported list {path} can't be used ({error}): import it again,"
            f" or go back with tilekeeper words forget --language {language}"
        ) from error
    return Lexicon(dawg, dawg.about.get("list", path.name))


def name_of_list(given: str) -> str:
    """The name that a list is to have; HouseholdWordsError if answers can't call it that."""
    name = given.strip()
    if not name:
        raise HouseholdWordsError("a list needs a name: what should answers call it?")
    if len(name) > LONGEST_NAME:
        raise HouseholdWordsError(
            f"{name[:LONGEST_NAME]!r}… is no name for a list: take {LONGEST_NAME} characters at"
            " most"
        )
    if not all(sign.isprintable() for sign in name):
        raise HouseholdWordsError(
            f"{name!r} is no name for a list: it has signs in it that can't be shown"
        )
    return name


def import_list(
    folder: Path,
    language: str,
    name: str,
    words: Iterable[str],
    day: str,
    tell: Callable[[float], None] | None = None,
) -> Lexicon:
    """Keep a list that the household owns; it takes the place of the one that ships.

    Words come as tiles spell them; `day` is when, and becomes part of the list's name. The file is
    for its owner alone and replaced whole, or left as it was. `tell` is told which part of the
    work is done, from 0 to 1.
    """
    name = name_of_list(name)
    dawg = build_dawg(words, "".join(letters_of(language)), tell)
    about = {"list": f"{name} (imported {day})", "language": language}
    _replace(folder / f"{language}.dawg", dawg_file(dawg, about))
    return Lexicon(dawg, about["list"])


def forget_list(folder: Path, language: str) -> bool:
    """Go back to the list that ships; whether there was an imported one."""
    path = folder / f"{language}.dawg"
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise HouseholdWordsError(f"{path} can't be removed ({error.strerror})") from error
    return True


def read_own_words(folder: Path, language: str) -> OwnWords:
    """What the household added and struck out; what a file says last about a word counts."""
    path = folder / f"{language}.txt"
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return OwnWords()
    except (OSError, UnicodeDecodeError) as error:
        raise HouseholdWordsError(f"{path} can't be read ({error})") from error
    own, letters = OwnWords(), letters_of(language)
    for line in lines:
        text = line.partition("#")[0].strip()
        word = as_laid(text.removeprefix(STRUCK_OUT).strip(), letters)
        if word:
            own = own.struck_out([word]) if text.startswith(STRUCK_OUT) else own.added([word])
    return own


def keep_own_words(folder: Path, language: str, own: OwnWords) -> None:
    """Write what the household added and struck out; the file is replaced whole."""
    lines = [*sorted(own.plus), *(STRUCK_OUT + word for word in sorted(own.minus))]
    text = HEAD.format(LANGUAGES[language]) + "".join(f"{line}\n" for line in lines)
    _replace(folder / f"{language}.txt", text.encode())


def _replace(path: Path, data: bytes) -> None:
    """A whole new file in the place of the old one, readable by its owner alone."""
    try:
        replace_file(path, data)
    except OSError as error:
        raise HouseholdWordsError(
            f"{path} can't be written ({error.strerror or error}); it is as it was"
        ) from error
