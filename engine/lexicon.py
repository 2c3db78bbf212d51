"""Whether a word may be played, by a list that the players agreed on (CLA-WRD-01, CLA-CHA-06).

Words are compared as they are laid: in capitals, without the accents that a set has no tiles for.
Knows no rules of play. Tests: tests/engine/test_lexicon.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engine.tiles import UNKNOWN_BLANK


@dataclass(frozen=True)
class WordList:
    """A list of words as they are laid; called with a word it says whether that may be played.

    A blank that isn't named ("?") may be any letter that makes a word.
    """

    words: frozenset[str]

    def __call__(self, word: str) -> bool:
        if UNKNOWN_BLANK not in word:
            return word in self.words
        pattern = re.compile(re.escape(word).replace(re.escape(UNKNOWN_BLANK), "."))
        return any(pattern.fullmatch(known) for known in self.words)


def word_list(words: Iterable[str], letters: Collection[str]) -> WordList:
    """The list of these words, written with the letters that a tile set has."""
    return WordList(frozenset(as_laid(word, letters) for word in words))


def as_laid(word: str, letters: Collection[str]) -> str:
    """A word as tiles spell it: "née" is NEE, but "über" stays ÜBER in a set that has Ü."""
    return "".join(
        letter if letter in letters else _without_accent(letter)
        for letter in unicodedata.normalize("NFC", word.upper())
    )


def _without_accent(letter: str) -> str:
    if letter in "ŒÆ":
        return {"Œ": "OE", "Æ": "AE"}[letter]
    return "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))
