"""Tiles and tile sets: which letters a game has, how many, and what they are worth.

A tile is one character: "A" a letter tile, "a" a blank that stands for A, "?" a blank whose
letter isn't known. The sets are data (data/tilesets), and so are the languages: those that have a
set. Tests: tests/engine/test_tiles.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from engine.shipped_data import shipped_names, shipped_toml

Tile: TypeAlias = str
Letter: TypeAlias = str

UNKNOWN_BLANK: Tile = "?"


def is_blank(tile: Tile) -> bool:
    return tile == UNKNOWN_BLANK or tile.islower()


def letter_of(tile: Tile) -> Letter:
    """The letter that a tile shows or stands for; "?" for a blank whose letter isn't known."""
    return tile.upper()


def piece_of(tile: Tile) -> Tile:
    """The piece in the box: the letter itself, or "?" for every blank."""
    return UNKNOWN_BLANK if tile.islower() else tile


@dataclass(frozen=True)
class TileSet:
    """A box of tiles. `counts` holds the blanks under "?".

    `spellings`: how a tile reads in a word where that isn't its one letter (TopWord's Qu tile).
    """

    name: str
    values: Mapping[Letter, int]
    counts: Mapping[Tile, int]
    spellings: Mapping[Letter, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def letters(self) -> tuple[Letter, ...]:
        return tuple(self.values)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def value(self, tile: Tile) -> int:
        """Points of a tile; a blank is worth 0 (CLA-EQU-03). KeyError for a letter not in it."""
        return 0 if is_blank(tile) else self.values[tile]

    def text(self, tiles: Iterable[Tile]) -> str:
        """What tiles read in a row; "?" for a blank that isn't named."""
        return "".join(self.spellings.get(letter_of(tile), letter_of(tile)) for tile in tiles)

    def knows(self, tile: Tile) -> bool:
        """Whether the set has this piece, and the letter it stands for."""
        if tile == UNKNOWN_BLANK:
            return self.counts.get(UNKNOWN_BLANK, 0) > 0
        return letter_of(tile) in self.values and self.counts.get(piece_of(tile), 0) > 0


@cache
def load_tile_set(name: str) -> TileSet:
    """A tile set that ships: a language's ("en", "fr", "de") or a game's own ("topword").

    KeyError if there is none by that name.
    """
    data = shipped_toml("tilesets", name)
    letters = {letter: (points, count) for letter, (points, count) in data["letters"].items()}
    values = {letter: points for letter, (points, _) in letters.items()}
    counts = {letter: count for letter, (_, count) in letters.items()}
    counts[UNKNOWN_BLANK] = data["blanks"]
    spellings = MappingProxyType(data.get("spellings", {}))
    return TileSet(name, MappingProxyType(values), MappingProxyType(counts), spellings)


def _languages() -> Mapping[str, str]:
    sets = {name: shipped_toml("tilesets", name) for name in shipped_names("tilesets")}
    spoken = [name for name, data in sets.items() if "language" in data]
    spoken.sort(key=lambda name: (sets[name].get("listed", len(sets)), name))
    return MappingProxyType({name: sets[name]["language"] for name in spoken})


LANGUAGES = _languages()
"""The languages that have a tile set, by their codes: what each is called in English."""
