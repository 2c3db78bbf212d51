"""Scoring: what a play earns, every point of it with a reason that can be shown.

`judge_play` runs a play through all stages and counts it; how words are counted and what comes on
top are parts that a variant declares. Knows no variant by name and no turn.
Tests: tests/engine/test_scoring.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.faults import Fault, FaultCode
from engine.layouts import Premium
from engine.plays import PlacingRules, Play, place
from engine.position import Position
from engine.sentences import Plural, Sentence
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile, TileSet

LETTER_TIMES = {
    Premium.DOUBLE_LETTER: 2,
    Premium.TRIPLE_LETTER: 3,
    Premium.QUADRUPLE_LETTER: 4,
}
"""CLA-SCO-03, CLA-SCO-04; four times on the 21 x 21 board, which no sheet has."""
WORD_TIMES = {Premium.DOUBLE_WORD: 2, Premium.TRIPLE_WORD: 3, Premium.QUADRUPLE_WORD: 4}
"""CLA-SCO-05, CLA-SCO-06; four times as above."""


@dataclass(frozen=True)
class Reason:
    """Points and why: the rule's id and what it was about (a word, a letter, a number)."""

    rule: str
    what: str
    points: int


@dataclass(frozen=True)
class CountedLetter:
    """One tile of a word: its value, and how many times the word counts it.

    0 times where another word of the same play counts it (TOP-SCO-05).
    """

    square: Square
    tile: Tile
    value: int
    times: int = 1

    @property
    def points(self) -> int:
        return self.value * self.times


@dataclass(frozen=True)
class Word:
    """A word formed or changed: points = sum of the letters × `times`, by `rule`.

    The letters come first (CLA-SCO-07); a blank stays 0, also where it multiplies (CLA-SCO-11).
    """

    text: str
    letters: tuple[CountedLetter, ...]
    rule: str
    times: int = 1

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(letter.square for letter in self.letters)

    @property
    def points(self) -> int:
        return sum(letter.points for letter in self.letters) * self.times


@dataclass(frozen=True)
class Tally:
    """A play while it is being counted: its words, and the reasons found so far."""

    play: Play
    words: tuple[Word, ...]
    reasons: tuple[Reason, ...]

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


class CountWords(Protocol):
    """How a game counts the words of a play, the main word first."""

    def __call__(self, rules: PlacingRules, play: Play, /) -> tuple[Word, ...]: ...


@dataclass(frozen=True)
class Worths:
    """What tiles and squares are worth where every tile of a word counts by itself.

    `tiles`: the points of each tile of a set, blanks too. `letter_times` and `word_times`: how many
    times a square printed so counts what is laid on it, and each word that is laid through it.
    """

    tiles: Mapping[Tile, int]
    letter_times: Mapping[Premium, int] = field(default_factory=lambda: MappingProxyType({}))
    word_times: Mapping[Premium, int] = field(default_factory=lambda: MappingProxyType({}))


@runtime_checkable
class CountsTiles(CountWords, Protocol):
    """Counts every tile of a word by itself, so that a search can count from a table."""

    def worths(self, tile_set: TileSet) -> Worths: ...


class Extra(Protocol):
    """What comes on top of the words; extras are asked in the order in which they are declared."""

    def __call__(self, tally: Tally) -> Iterable[Reason]: ...


@runtime_checkable
class PlainExtra(Extra, Protocol):
    """An extra for how many tiles are laid and what the words read, whatever else was counted."""

    def earned(self, laid: int, words: Iterable[str]) -> int: ...


class OwnFaults(Protocol):
    """Faults that only one game knows (stage 4); all parts that a game declares are asked."""

    def __call__(self, play: Play) -> Iterable[Fault]: ...


class JudgeWord(Protocol):
    """Whether a word may be played."""

    def __call__(self, word: str) -> bool: ...


class Clear(Protocol):
    """The board that the next turn finds after a play."""

    def __call__(self, play: Play) -> Position: ...


def stays(play: Play) -> Position:
    """Everything stays where it lies."""
    return play.after


@dataclass(frozen=True, kw_only=True)
class PlayRules(PlacingRules):
    """All that a game says about a single play; `judge_word` is None where no list was agreed."""

    count_words: CountWords
    extras: tuple[Extra, ...] = ()
    own_faults: tuple[OwnFaults, ...] = ()
    judge_word: JudgeWord | None = None
    clear: Clear = stays


@dataclass(frozen=True)
class ScoredPlay:
    """A legal play and its points: the sum of `reasons`.

    `words` are the words formed or changed, the main word first; `extras` the reasons beyond
    them; `after` the board that the next turn finds.
    """

    play: Play
    words: tuple[Word, ...]
    extras: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    after: Position

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        return self.play.tiles

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


def judge_play(
    rules: PlayRules,
    position: Position,
    tiles: Mapping[Square, Tile],
    circumstances: Circumstances = NOTHING_SPECIAL,
) -> ScoredPlay | tuple[Fault, ...]:
    """The play with its points, or all faults of the first stage that has any.

    The position must be as large as the layout and hold only tiles of the set.
    """
    play = place(rules, position, tiles, circumstances)
    return judge_placed(rules, play) if isinstance(play, Play) else play


def judge_placed(rules: PlayRules, play: Play) -> ScoredPlay | tuple[Fault, ...]:
    """The same for a play that can lie where it does: the stages that are left, and its points."""
    if own := tuple(fault for part in rules.own_faults for fault in part(play)):
        return own
    if strange := _strange_words(rules, play):
        return strange
    return _count(rules, play)


def _strange_words(rules: PlayRules, play: Play) -> tuple[Fault, ...]:
    """Every word of the play is judged, and one bad one is enough (CLA-CHA-02)."""
    judge = rules.judge_word
    if judge is None:
        return ()
    read = rules.tile_set.lookup_text
    return tuple(
        Fault(
            FaultCode.NOT_A_WORD,
            Sentence("{text} isn’t in the word list.", text=text),
            line,
            words=(text,),
        )
        for line, text in zip(play.lines, play.words, strict=True)
        if not judge(read(play.after.tiles[square] for square in line))
    )


def _count(rules: PlayRules, play: Play) -> ScoredPlay:
    words = rules.count_words(rules, play)
    counted = tuple(Reason(word.rule, word.text, word.points) for word in words)
    reasons = counted
    for extra in rules.extras:
        reasons += tuple(extra(Tally(play, words, reasons)))
    return ScoredPlay(play, words, reasons[len(counted) :], reasons, rules.clear(play))


@dataclass(frozen=True)
class CountWithPremiums:
    """Letter values with premium squares: letters first, then words (CLA-SCO-02 … 12).

    A premium counts only for a tile laid in this play (CLA-SCO-10), in every word that holds it
    (CLA-SCO-12); several word squares multiply each other (CLA-SCO-08).
    """

    rule: str
    start_times: int

    def __call__(self, rules: PlacingRules, play: Play) -> tuple[Word, ...]:
        return tuple(
            self._word(rules, play, line, text)
            for line, text in zip(play.lines, play.words, strict=True)
        )

    def worths(self, tile_set: TileSet) -> Worths:
        tiles = {tile: tile_set.value(tile) for tile in _faces(tile_set)}
        return Worths(MappingProxyType(tiles), LETTER_TIMES, self._word_times())

    def _word_times(self) -> Mapping[Premium, int]:
        """Only the first play can cover the start (CLA-SCO-09)."""
        return {**WORD_TIMES, Premium.START: self.start_times}

    def _word(self, rules: PlacingRules, play: Play, line: tuple[Square, ...], text: str) -> Word:
        word_times = self._word_times()
        new = {s: rules.layout.premium(s) for s in line if s in play.tiles}
        letters = tuple(
            CountedLetter(
                square,
                tile := play.after.tiles[square],
                rules.tile_set.value(tile),
                LETTER_TIMES.get(new.get(square, Premium.NONE), 1),
            )
            for square in line
        )
        times = prod(word_times.get(premium, 1) for premium in new.values())
        return Word(text, letters, self.rule, times)


@dataclass(frozen=True)
class CountTiles:
    """A point for every tile of every word, blanks too (JUN-SCO-01, 02)."""

    rule: str

    def __call__(self, _rules: PlacingRules, play: Play) -> tuple[Word, ...]:
        return tuple(
            Word(text, tuple(CountedLetter(s, play.after.tiles[s], 1) for s in line), self.rule)
            for line, text in zip(play.lines, play.words, strict=True)
        )

    def worths(self, tile_set: TileSet) -> Worths:
        return Worths(MappingProxyType(dict.fromkeys(_faces(tile_set), 1)))


def _faces(tile_set: TileSet) -> tuple[Tile, ...]:
    """Every tile that can lie on a board, blanks with each letter that they can stand for."""
    return (*tile_set.letters, *map(str.lower, tile_set.letters), UNKNOWN_BLANK)


@dataclass(frozen=True)
class ManyTilesBonus:
    """This many points for laying this many tiles, or more, in one play.

    CLA-SCO-13, NHL-PEE-02, SCR-SCO-08, TOP-SCO-06.
    """

    rule: str
    tiles: int
    points: int

    def __call__(self, tally: Tally) -> Iterable[Reason]:
        laid = len(tally.play.tiles)
        if points := self.earned(laid, tally.play.words):
            yield Reason(
                self.rule,
                Sentence(Plural("{laid} tile", "{laid} tiles", by="laid"), laid=laid),
                points,
            )

    def earned(self, laid: int, words: Iterable[str]) -> int:
        return self.points if laid >= self.tiles else 0
