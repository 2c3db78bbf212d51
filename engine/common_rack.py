"""The rack that everybody plays with in duplicate: which racks count, and drawing one.

The referee draws it for all. Of the first FIRST_TURNS racks each has two vowels and two consonants
at least, of the later ones one of each, as long as there are any; a rack that doesn't is thrown
back whole, and the game is over once none can be drawn (docs/duplicate.md has the sources). Knows
no state of a game. Tests: tests/engine/test_common_rack.py.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from engine.tiles import UNKNOWN_BLANK, Tile, piece_of

FIRST_TURNS = 15
"""Turns in which a rack needs two vowels and two consonants."""

EITHER = frozenset({"Y", UNKNOWN_BLANK})
"""What counts as a vowel and as a consonant."""


@dataclass(frozen=True)
class DrawnRack:
    """A rack that counts, and those that were drawn before it and thrown back."""

    letters: str
    thrown_back: tuple[str, ...] = ()


def is_vowel(piece: Tile) -> bool:
    """Whether it counts as a vowel; with a mark as without one."""
    return piece in EITHER or unicodedata.normalize("NFD", piece)[0] in "AEIOU"


def is_consonant(piece: Tile) -> bool:
    """Whether it counts as a consonant."""
    return piece in EITHER or not is_vowel(piece)


def least(unseen: Mapping[Tile, int], turn: int) -> int:
    """How many vowels and how many consonants the rack of that turn (from 1) has at least, if these
    are the pieces that aren't on the board."""
    vowels, consonants = _counted(Counter(dict(unseen)).elements())
    return 2 if turn <= FIRST_TURNS and min(vowels, consonants) > 1 else 1


def may_be_drawn(unseen: Mapping[Tile, int]) -> bool:
    """Whether any rack of these pieces counts; the game is over once none does."""
    return min(_counted(Counter(dict(unseen)).elements())) > 0


def counts(letters: Iterable[Tile], unseen: Mapping[Tile, int], turn: int) -> bool:
    """Whether a rack has the vowels and consonants that it needs."""
    return min(_counted(letters)) >= least(unseen, turn)


def size(unseen: Mapping[Tile, int], full: int) -> int:
    """How many tiles a rack has."""
    return min(full, sum(unseen.values()))


def draw(
    unseen: Mapping[Tile, int], kept: str, turn: int, full: int, chance: Random
) -> DrawnRack | None:
    """A rack from the bag, with the letters `kept` from the one before unless that has to be thrown
    back; None if no rack counts. `unseen`: all that isn't on the board, those letters too."""
    if not may_be_drawn(unseen):
        return None
    number, thrown_back = size(unseen, full), list[str]()
    while True:
        bag = Counter(dict(unseen))
        bag.subtract(kept)
        drawn = chance.sample(sorted(bag.elements()), number - len(kept))
        letters = "".join(sorted((*kept, *drawn), key=_place))
        if counts(letters, unseen, turn):
            return DrawnRack(letters, tuple(thrown_back))
        thrown_back.append(letters)
        kept = ""


def _counted(letters: Iterable[Tile]) -> tuple[int, int]:
    pieces = [*map(piece_of, letters)]
    return sum(map(is_vowel, pieces)), sum(map(is_consonant, pieces))


def _place(piece: Tile) -> tuple[bool, Tile]:
    """In alphabetical order, blanks last."""
    return piece == UNKNOWN_BLANK, piece
