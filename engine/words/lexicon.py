"""Whether a word may be played, and by whose list (CLA-WRD-01, CLA-CHA-06).

A list that was agreed on, and above it the words of the household, of this game and of the game
itself. Knows no rules of play and no files but the lists that ship.
Tests: tests/engine/test_lexicon.py and test_word_lists.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from engine.sentences import Sentence
from engine.tiles import UNKNOWN_BLANK
from engine.words.dawg import Dawg, build_dawg, changed

LISTS = Path(__file__).parent.parent / "data" / "words"
THE_GAME = "the game's own and agreed words"
THE_HOUSEHOLD = "the household's own words"
AGREED = "the agreed words"


@dataclass(frozen=True)
class Verdict:
    """Whether a word is good; `list` names the list that says so, with its version.

    `word` is the word as tiles spell it; `why` a few words where it isn't good, else None.
    """

    word: str
    good: bool
    list: str
    why: str | None = None


@dataclass(frozen=True)
class Lexicon:
    """A list and the words above it; called with a word it says whether that may be played.

    What stands higher decides: words of the game itself (NHL-WRD-01), the household's words,
    those it struck out, the list. All words are as tiles spell them.
    A blank that isn't named ("?") may be any letter that makes a word.
    """

    base: Dawg
    name: str
    plus: frozenset[str] = frozenset()
    minus: frozenset[str] = frozenset()
    game_words: frozenset[str] = frozenset()

    def __call__(self, word: str) -> bool:
        if UNKNOWN_BLANK in word:
            return self._any(word)
        return (
            (word in self.base and word not in self.minus)
            or word in self.plus
            or word in self.game_words
        )

    def judge(self, word: str) -> Verdict:
        """The verdict on a word in any spelling, with the list that gives it."""
        laid = as_laid(word, self.base.alphabet)
        if strange := set(laid).difference(self.base.bits, UNKNOWN_BLANK):
            return Verdict(
                laid,
                False,
                self.name,
                Sentence("no tile has {letter}", letter=repr(min(strange))),
            )
        for words, name in ((self.game_words, THE_GAME), (self.plus, THE_HOUSEHOLD)):
            if _matches(laid, words):
                return Verdict(laid, True, name)
        if self(laid):
            return Verdict(laid, True, self.name)
        if laid in self.minus and laid in self.base:
            return Verdict(laid, False, THE_HOUSEHOLD, Sentence("struck out by you"))
        return Verdict(laid, False, self.name, Sentence("not in this list"))

    def with_household(self, plus: Iterable[str], minus: Iterable[str]) -> Lexicon:
        """The same with the household's words; a word that is in both is in."""
        return replace(self, plus=self._laid(plus), minus=self._laid(minus))

    def with_game_words(self, words: Iterable[str]) -> Lexicon:
        """The same with words that the game, or its players beforehand, always allow."""
        return replace(self, game_words=self.game_words | self._laid(words))

    @cached_property
    def dawg(self) -> Dawg:
        """All good words in one graph, for search; the list itself if nothing stands above it."""
        more = self.plus | self.game_words
        if not more and not self.minus:
            return self.base
        return changed(self.base, self._that_can_be_laid(more), self._that_can_be_laid(self.minus))

    def _that_can_be_laid(self, words: Collection[str]) -> list[str]:
        return sorted(word for word in words if set(word) <= self.base.bits.keys())

    def _any(self, pattern: str) -> bool:
        if any(word not in self.minus for word in self.base.matches(pattern)):
            return True
        return any(_matches(pattern, w) for w in (self.plus, self.game_words))

    def _laid(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset(as_laid(word, self.base.alphabet) for word in words)


def word_list(words: Iterable[str], letters: Collection[str], name: str = AGREED) -> Lexicon:
    """The list of these words, written with the letters that a tile set has; ValueError if those
    are more than a list can have."""
    laid = {as_laid(word, letters) for word in words}
    alphabet = "".join(letters)
    base = build_dawg((w for w in laid if all(letter in alphabet for letter in w)), alphabet)
    return Lexicon(base, name)


SHIPPED_LISTS = {
    "en": ("en", "en-world"),
    "en-north-america": ("en", "en-north-america"),
    "en-everyday": ("en-everyday", "en-world"),
    "fr": ("fr", "fr"),
}
"""The lists that ship by name: the file, and the two-letter words that stand in it."""


def words_of_language(name: str, game_words: Iterable[str] = ()) -> Lexicon | None:
    """The list that ships for a language, with the words of a game; None where none ships."""
    return shipped_lexicon(name).with_game_words(game_words) if name in SHIPPED_LISTS else None


@cache
def shipped_lexicon(name: str) -> Lexicon:
    """A list that ships: that of a language ("en", "fr") or another (SHIPPED); KeyError if none."""
    file, two_letters = SHIPPED_LISTS[name]
    dawg = Dawg.open(LISTS / f"{file}.dawg")
    title = dawg.about["list"]
    if two_letters != SHIPPED_LISTS[file][1]:
        two = read_two_letters(LISTS / "two-letters" / f"{two_letters}.txt")
        dawg = changed(dawg, fewer=[w for w in dawg.matches("??") if w not in two], more=two)
        title = f"{title} ({two_letters})"
    return Lexicon(dawg, title)


def read_two_letters(path: Path) -> frozenset[str]:
    """The words of a file of two-letter words; what follows a word is where it is looked up."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line[:2] for line in lines if line and not line.startswith("#"))


def as_laid(word: str, letters: Collection[str]) -> str:
    """A word as tiles spell it: "née" is NEE, but "über" stays ÜBER in a set that has Ü."""
    if word.isascii():
        return word.upper()
    return "".join(
        letter if letter in letters else _without_accent(letter)
        for letter in unicodedata.normalize("NFC", word.upper())
    )


def _without_accent(letter: str) -> str:
    if letter in "ŒÆ":
        return {"Œ": "OE", "Æ": "AE"}[letter]
    return "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))


def _matches(word: str, words: frozenset[str]) -> bool:
    if UNKNOWN_BLANK not in word:
        return word in words
    pattern = re.compile(re.escape(word).replace(re.escape(UNKNOWN_BLANK), "."))
    return any(pattern.fullmatch(known) for known in words)
