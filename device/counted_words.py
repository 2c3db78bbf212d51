"""What a screen shows of how a play's points come about: word by word, tile by tile.

Takes apart what the engine has counted and counts nothing itself: the tiles of a word times its
`times` are its points, words and extras the points of the play. Knows no screen.
Tests: tests/device/test_counted_words.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.score_sheet import RARE_LETTER, extra_name, tile_face, word_line
from device.texts import Texts
from engine.scoring import CountedLetter, Reason, ScoredPlay, Word
from engine.tiles import TileSet, is_blank, letter_of
from engine.variants.party import CHANCE_TIMES, ZONE_POINTS, ZONE_TIMES

ALL_TILES = frozenset({"CLA-SCO-13", "NHL-PEE-02", "TOP-SCO-06"})
"""Rules that give points for laying many tiles at once."""

ALL_DICE = "SCR-SCO-08"
"""The same for dice."""

CLOCK_TIMES: Mapping[str, int] = MappingProxyType(
    {rule: times for times, rule in ZONE_TIMES.values()}
)
"""Rules by which the clock multiplies, and how many times."""

CHANCE = frozenset(rule for _, rule in CHANCE_TIMES.values())
"""Rules by which the chance die multiplies a letter."""

BONUS_WORD = "NHL-BON-"
"""How the rules begin by which a word has points of its own."""

CLOCK_POINTS = frozenset(rule for _, rule in ZONE_POINTS.values())
"""Rules by which it takes points off."""


@dataclass(frozen=True)
class TileView:
    """A tile of a word: what it shows, its points, and how many times this word counts them (0:
    another word does); `new`: laid in this play; `blank`: it stands for its letter."""

    face: str
    points: int
    times: int = 1
    new: bool = False
    blank: bool = False


@dataclass(frozen=True)
class WordView:
    """A word: its tiles, how many times they all count, and its points; `line` says it as text."""

    tiles: tuple[TileView, ...]
    times: int
    points: int
    line: str


@dataclass(frozen=True)
class ExtraView:
    """Points beyond the words, and what they are for."""

    what: str
    points: int

    @property
    def line(self) -> str:
        """Both as text."""
        return f"{self.what} {self.points:+}"


def word_views(scored: ScoredPlay, tiles: TileSet) -> tuple[WordView, ...]:
    """The words of a play, the main word first."""
    return tuple(_word(word, scored, tiles) for word in scored.words)


def extra_views(scored: ScoredPlay, texts: Texts) -> tuple[ExtraView, ...]:
    """What the play has earned, or lost, beyond its words."""
    laid = len(scored.tiles)
    return tuple(
        ExtraView(_what(extra, laid, texts), extra.points)
        for extra in scored.extras
        if extra.points
    )


def _word(word: Word, scored: ScoredPlay, tiles: TileSet) -> WordView:
    shown = tuple(_tile(letter, scored, tiles) for letter in word.letters)
    return WordView(shown, word.times, word.points, word_line(word))


def _tile(letter: CountedLetter, scored: ScoredPlay, tiles: TileSet) -> TileView:
    return TileView(
        tile_face(tiles, letter_of(letter.tile)),
        letter.value,
        letter.times,
        letter.square in scored.tiles,
        is_blank(letter.tile),
    )


def _what(extra: Reason, laid: int, texts: Texts) -> str:
    if extra.rule in ALL_TILES:
        return texts("{n} tiles at once", n=laid)
    if extra.rule == ALL_DICE:
        return texts("{n} dice at once", n=laid)
    if extra.rule in CLOCK_TIMES:
        return texts("clock × {n}", n=CLOCK_TIMES[extra.rule])
    if extra.rule in CLOCK_POINTS:
        return texts("clock")
    if extra.rule in CHANCE:
        return texts("chance die: {letter}", letter=extra.what)
    if extra.rule == RARE_LETTER:
        return texts("rare letter {letter}", letter=extra_name(extra))
    if extra.rule.startswith(BONUS_WORD):
        return texts("bonus word {word}", word=extra.what)
    return extra_name(extra)
