"""Tiles and tile sets: which letters a game has, how many, and what they are worth.

A tile is one character: "A" a letter tile, "a" a blank that stands for A, "?" a blank whose
letter isn't known. The sets are data (data/tilesets). Tests: tests/engine/test_tiles.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeAlias

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
    return UNKNOWN_BLANK if is_blank(tile) else tile


@dataclass(frozen=True)
class TileSet:
    """A box of tiles. `counts` holds the blanks under "?"."""

    name: str
    values: Mapping[Letter, int]
    counts: Mapping[Tile, int]

    @property
    def letters(self) -> tuple[Letter, ...]:
        return tuple(self.values)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def value(self, tile: Tile) -> int:
        """Points of a tile; a blank is worth 0 (CLA-EQU-03). KeyError for a letter not in it."""
        return 0 if is_blank(tile) else self.values[tile]

    def knows(self, tile: Tile) -> bool:
        """Whether the set has this piece, and the letter it stands for."""
        if tile == UNKNOWN_BLANK:
            return self.counts.get(UNKNOWN_BLANK, 0) > 0
        return letter_of(tile) in self.values and self.counts.get(piece_of(tile), 0) > 0


@cache
def load_tile_set(name: str) -> TileSet:
    """The tile set of a language ("en", "fr", "de"); KeyError if none ships by that name."""
    source = files("engine") / "data" / "tilesets" / f"{name}.toml"
    if not source.is_file():
        raise KeyError(name)
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    letters = {letter: (points, count) for letter, (points, count) in data["letters"].items()}
    values = {letter: points for letter, (points, _) in letters.items()}
    counts = {letter: count for letter, (_, count) in letters.items()}
    counts[UNKNOWN_BLANK] = data["blanks"]
    return TileSet(name, MappingProxyType(values), MappingProxyType(counts))
