"""Tiles and tile sets: which letters a game has, how many, and what they are worth.

A tile is one character: "A" a letter tile, "a" a blank that stands for A, "?" a blank whose
letter isn't known. A tile of several letters has a character of its own too (DIGRAPHS); where it is
written for others it stands in brackets: "[CH]". The sets are data (data/tilesets), and so are the
languages: those that have a set. Tests: tests/engine/test_tiles.py, tests/engine/test_digraphs.py,
tests/device/test_digraphs_at_the_table.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType
from typing import TypeAlias

from engine.sentences import Sentence
from engine.shipped_data import shipped_names, shipped_toml

Tile: TypeAlias = str
Letter: TypeAlias = str

UNKNOWN_BLANK: Tile = "?"
DIGRAPHS: Mapping[str, Letter] = MappingProxyType(
    {
        "CH": "Ƈ",
        "LL": "Ỻ",
        "RR": "Ɍ",
        "L·L": "Ŀ",
        "NY": "Ɲ",
        "QU": "Ɋ",
        "DD": "Ɗ",
        "FF": "Ƒ",
        "NG": "Ŋ",
        "RH": "Ʀ",
        "TH": "Ŧ",
        "DŽ": "Ǆ",
        "LJ": "Ǉ",
        "NJ": "Ǌ",
        "CS": "Ȼ",
        "GY": "Ɠ",
        "LY": "Ɫ",
        "SZ": "Ʃ",
        "TY": "Ƭ",
        "ZS": "Ȥ",
    }
)
"""Letters of several characters, as a tile shows them, and the one that stands for each here: it
has a capital and a small form, and no set has a tile that shows it."""
TILE_BREAK = "|"
"""Between two letters of a word that lie on two tiles, although one tile has both: "IN|JEKCIJA"."""
SHOWN: Mapping[Letter, str] = MappingProxyType({one: text for text, one in DIGRAPHS.items()})
"""What a tile of several letters shows, by the letter that stands for it."""
_WRITTEN = str.maketrans(
    {one: f"[{text}]" for one, text in SHOWN.items()}
    | {one.lower(): f"[{text.lower()}]" for one, text in SHOWN.items()}
)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


def is_blank(tile: Tile) -> bool:
    return tile == UNKNOWN_BLANK or tile.islower()


def letter_of(tile: Tile) -> Letter:
    """The letter that a tile shows or stands for; "?" for a blank whose letter isn't known."""
    return tile.upper()


def to_gcg(tiles: str) -> str:
    """Tiles in a row as other programs write them: those of several letters in brackets, small if
    they are blanks ("[CH]OZ", "A[ny]S")."""
    return tiles.translate(_WRITTEN)


def from_gcg(text: str) -> str:
    """Tiles that `to_gcg` wrote, or another program; ValueError for a tile that is in no set.
    Nothing in it is put together: "CH" without brackets are two tiles."""
    for one in text:
        shown = SHOWN.get(one.upper())
        if shown is not None and unicodedata.normalize("NFKC", one.upper()) != shown:
            raise ValueError(Sentence("{tile} isn’t on any tile of any set", tile=one))
    return _BRACKETS.sub(_bracketed, unicodedata.normalize("NFC", text) if "[" in text else text)


def _bracketed(match: re.Match[str]) -> str:
    inside = match[1].replace("•", "·").replace("-", "·")
    if (tile := DIGRAPHS.get(inside.upper())) is None:
        raise ValueError(Sentence("{tile} isn’t on any tile of any set", tile=match[0]))
    return tile.lower() if inside.islower() else tile


def piece_of(tile: Tile) -> Tile:
    """The piece in the box: the letter itself, or "?" for every blank."""
    return UNKNOWN_BLANK if tile.islower() else tile


@dataclass(frozen=True)
class TileSet:
    """A box of tiles. `counts` holds the blanks under "?".

    `spellings`: how a tile reads in a word where that isn't its one letter (TopWord's Qu tile, and
    those of DIGRAPHS). `language`: the language whose words are laid with it; "" for a game's own.
    `distribution`: what other programs call it. `board`: the layout that it is made for, where that
    isn't the classic one. `digits`: the digits that some programs write for tiles.
    """

    name: str
    values: Mapping[Letter, int]
    counts: Mapping[Tile, int]
    spellings: Mapping[Letter, str] = field(default_factory=lambda: MappingProxyType({}))
    language: str = ""
    distribution: str = ""
    board: str = ""
    digits: Mapping[str, Letter] = field(default_factory=lambda: MappingProxyType({}))

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

    def lookup_text(self, tiles: Iterable[Tile]) -> str:
        """What a word list is asked for tiles in a row: in a set with tiles of several letters a
        word is made of tiles, in any other of letters."""
        if not self.digraphs:
            return self.text(tiles)
        return "".join(map(letter_of, tiles))

    @cached_property
    def digraphs(self) -> Mapping[str, Letter]:
        """The tiles of several letters, by what they show, the longest first."""
        own = sorted((SHOWN[one] for one in self.values if one in SHOWN), key=len, reverse=True)
        return MappingProxyType({text: DIGRAPHS[text] for text in own})

    def tokenized(self, word: str) -> str:
        """A word of a list as this set lays it: wherever one tile has several of its letters, with
        that tile (Spanish CH is never C and H), but for what is kept apart by APART."""
        if not self.digraphs:
            return word
        whole = unicodedata.normalize("NFC", word.upper())
        own = re.compile("|".join(map(re.escape, self.digraphs)))
        return own.sub(lambda match: self.digraphs[match[0]], whole).replace(TILE_BREAK, "")

    def detokenized(self, tiles: str) -> str:
        """A word in letters, as `tokenized` takes it back: APART where tiles would be joined."""
        if not self.digraphs:
            return tiles
        text = ""
        for place, tile in enumerate(tiles):
            shown = self.text(tile)
            joined = self.tokenized(text + shown) != tiles[: place + 1]
            text += TILE_BREAK + shown if joined else shown
        return text

    def parse_tile(self, name: str) -> Tile:
        """The tile that somebody names: "A", "a", "CH", "[ch]"; the name itself if it is none."""
        inside = name.removeprefix("[").removesuffix("]")
        tile = self.digraphs.get(inside.upper())
        if tile is None:
            return name
        return tile.lower() if inside.islower() else tile

    def knows(self, tile: Tile) -> bool:
        """Whether the set has this piece, and the letter it stands for."""
        if tile == UNKNOWN_BLANK:
            return self.counts.get(UNKNOWN_BLANK, 0) > 0
        return letter_of(tile) in self.values and self.counts.get(piece_of(tile), 0) > 0


@cache
def load_tile_set(name: str) -> TileSet:
    """A tile set that ships: a language's ("en", "fr", "de"), another one of a language
    ("en-super") or a game's own ("topword").

    KeyError if there is none by that name.
    """
    data = shipped_toml("tilesets", name)
    letters = {DIGRAPHS.get(shown, shown): worth for shown, worth in data["letters"].items()}
    values = {letter: points for letter, (points, _) in letters.items()}
    counts = {letter: count for letter, (_, count) in letters.items()}
    counts[UNKNOWN_BLANK] = data["blanks"]
    shown = {letter: SHOWN[letter] for letter in letters if letter in SHOWN}
    return TileSet(
        name,
        MappingProxyType(values),
        MappingProxyType(counts),
        MappingProxyType(data.get("spellings", {}) | shown),
        data.get("of", name if "language" in data else ""),
        data.get("distribution", data.get("language", "").lower()),
        data.get("board", ""),
        MappingProxyType({n: DIGRAPHS[text] for n, text in data.get("digits", {}).items()}),
    )


def shown_letters(tile: Tile) -> str:
    """What a tile of any set shows, in capitals: "CH" for one of several letters."""
    letter = letter_of(tile)
    return SHOWN.get(letter, letter)


def _languages() -> Mapping[str, str]:
    sets = {name: shipped_toml("tilesets", name) for name in shipped_names("tilesets")}
    spoken = [name for name, data in sets.items() if "language" in data]
    spoken.sort(key=lambda name: (sets[name].get("listed", len(sets)), name))
    return MappingProxyType({name: sets[name]["language"] for name in spoken})


TILE_LANGUAGES: Mapping[str, str] = _languages()
"""The languages that have a tile set, by their codes: what each is called in English."""
FURTHER_SETS: tuple[str, ...] = tuple(
    name
    for name in shipped_names("tilesets")
    if name not in TILE_LANGUAGES and load_tile_set(name).language
)
"""Sets other than the one that a language usually has: larger ones, or ones with further tiles."""
