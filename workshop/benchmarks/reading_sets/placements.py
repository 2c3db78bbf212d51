"""Boards as games leave them: words of the game's own list, its own tiles, by the game's own rules.

Most words are drawn by chance and laid across a letter that lies there, some are found by the
engine's search; the engine judges every one. Everything follows from the generator that is given.
Knows no pictures. Tests: workshop/tests/test_placements.py.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

import numpy as np

from engine.found_plays import FoundPlay
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.search import all_plays
from engine.squares import Direction, Square
from engine.tiles import TILE_LANGUAGES, UNKNOWN_BLANK, Tile, load_tile_set, piece_of
from engine.variants import Variant, load_variant
from engine.words.lexicon import SHIPPED_LISTS, shipped_lexicon

RACK = 7
LONGEST_WORD = 9
TRIES = 60
"""Words tried across the letters of a board before the search is asked."""
SEARCHES = 3
"""Racks in a row for which the search finds nothing before a board counts as full."""
SEARCHED = 0.15
"""Share of the plays found by search: they lie alongside others too, not only across them."""


@cache
def game(name: str, language: str) -> Variant:
    """A game whose words are judged; one that takes any letters where no list ships: its boards are
    laid with letters by chance, in the lines of plays."""
    if language not in SHIPPED_LISTS:
        return without_list(name, language)
    return load_variant(name, language, {"lexicon": shipped_lexicon(language)})


@cache
def without_list(name: str, language: str) -> Variant:
    """A game that takes any letters; with tiles of a language that it isn't yet offered in, the
    rules are those of its sheet."""
    if language in TILE_LANGUAGES:
        return load_variant(name, language)
    return replace(load_variant(name), language=language, tile_set=load_tile_set(language))


@dataclass(frozen=True)
class Turn:
    """One play of a game: what lay there before, what was laid on it, and what it earned."""

    before: Position
    tiles: Mapping[Square, Tile]
    scored: ScoredPlay

    @property
    def laid(self) -> Position:
        """The board with the tiles of the play, before anything is taken off it."""
        return self.before.laid(self.tiles)


def placement(name: str, language: str, rng: np.random.Generator) -> Position:
    """A board of a game at some time in it: 1 tile (one is being laid) up to all of the set; of a
    dice game, the mat with the word that was kept and the one laid across it."""
    rules = game(name, language)
    wanted = _how_many(rules, rng)
    position = Position(rules.layout.size)
    for number, turn in enumerate(turns(rules, rng), 1):
        position = turn.laid
        if (number if rules.letter_dice else len(position.known_tiles)) >= wanted:
            break
    if wanted == 1 and len(position.tiles) > 1 and not rules.letter_dice:
        return position.cleared(list(position.tiles)[1:])
    return position


def turns(rules: Variant, rng: np.random.Generator) -> Iterator[Turn]:
    """One game, play by play, until no more tiles or no more room are left (a dice game: for
    ever)."""
    position = Position(rules.layout.size)
    bag = Counter(dict(rules.tile_set.counts))
    bag[UNKNOWN_BLANK] = min(bag[UNKNOWN_BLANK], int(rng.integers(0, 3)))
    if rules.letter_dice is not None:
        bag[UNKNOWN_BLANK] = 0
    failed = 0
    while failed < SEARCHES and bag.total() > 1:
        tiles = None
        if rules.highest_pile == 1 and rng.random() >= SEARCHED:
            tiles = _across(rules, position, bag, rng)
        if tiles is None:
            tiles = _searched(rules, position, bag, rng)
        scored = None if tiles is None else judge_play(rules, position, tiles)
        if tiles is None or not isinstance(scored, ScoredPlay):
            failed += 1
            continue
        failed = 0
        yield Turn(position, tiles, scored)
        position = scored.after
        if rules.letter_dice is None:
            bag.subtract(map(piece_of, tiles.values()))


def _how_many(rules: Variant, rng: np.random.Generator) -> int:
    """Tiles, or turns of a dice game: mostly the middle of a game, now and then nearly bare or as
    full as can be."""
    if rules.letter_dice is not None:
        return int(rng.integers(1, 5))
    kind = rng.random()
    if kind < 0.03:
        return 1
    if kind < 0.08:
        return rules.tile_set.total
    return int(rng.integers(2, max(3, round(0.8 * rules.tile_set.total))))


@cache
def _words(language: str, alphabet: str) -> Mapping[str, tuple[str, ...]]:
    """Words of a list by each letter that they hold, and all of them under ""."""
    known = set(alphabet)
    holding: dict[str, list[str]] = defaultdict(list)
    for word in shipped_lexicon(language).dawg:
        if len(word) <= LONGEST_WORD and known.issuperset(word):
            for letter in {"", *word}:
                holding[letter].append(word)
    return MappingProxyType({letter: tuple(words) for letter, words in holding.items()})


def _a_word(rules: Variant, letter: str, rng: np.random.Generator) -> str | None:
    if rules.language not in SHIPPED_LISTS:
        counts = rules.tile_set.counts
        letters = [t for t, n in counts.items() if t != UNKNOWN_BLANK for _ in range(n)]
        drawn = list(rng.choice(letters, size=int(rng.integers(2, 8))))
        if letter:
            drawn[int(rng.integers(len(drawn)))] = letter
        return "".join(drawn)
    words = _words(rules.language, "".join(rules.tile_set.letters)).get(letter)
    return words[int(rng.integers(len(words)))] if words else None


def _across(
    rules: Variant, position: Position, bag: Counter[Tile], rng: np.random.Generator
) -> dict[Square, Tile] | None:
    """A word by chance over the start or across a tile that lies there, or None."""
    lying = list(position.tiles)
    for _ in range(TRIES):
        way = Direction.ACROSS if rng.random() < 0.5 else Direction.DOWN
        if lying:
            crossed = lying[int(rng.integers(len(lying)))]
            letter = position.tiles[crossed].upper()
        else:
            middle = rules.layout.size // 2
            starts = rules.layout.starts or (Square(middle, middle),)
            crossed, letter = starts[int(rng.integers(len(starts)))], ""
        word = _a_word(rules, letter, rng)
        if word is None:
            continue
        at = [n for n, sign in enumerate(word) if sign == letter or not letter]
        first = crossed.step(way, -at[int(rng.integers(len(at)))])
        tiles = _fitted(rules, position, bag, word, first, way)
        if tiles and isinstance(judge_play(rules, position, tiles), ScoredPlay):
            return tiles
    return None


def _fitted(
    rules: Variant, position: Position, bag: Counter[Tile], word: str, first: Square, way: Direction
) -> dict[Square, Tile] | None:
    """The tiles that a word needs in addition to those that lie there; None where it doesn't go."""
    squares = [first.step(way, n) for n in range(len(word))]
    if not all(map(rules.layout.holds, (squares[0], squares[-1]))):
        return None
    tiles: dict[Square, Tile] = {}
    left = bag.copy()
    for square, letter in zip(squares, word, strict=True):
        lies = position.at(square)
        if lies is not None:
            if lies.upper() != letter:
                return None
            continue
        piece = letter if left[letter] > 0 else UNKNOWN_BLANK
        if left[piece] <= 0:
            return None
        left[piece] -= 1
        tiles[square] = letter if piece == letter else letter.lower()
    return tiles if len(tiles) <= (rules.rack_size or LONGEST_WORD) else None


def _searched(
    rules: Variant, position: Position, bag: Counter[Tile], rng: np.random.Generator
) -> dict[Square, Tile] | None:
    """One of the plays that the engine's search finds with tiles drawn from the bag, or None."""
    if rules.language not in SHIPPED_LISTS:
        return _across(rules, position, bag, rng)
    # A rack with a blank takes the search ten times as long: blanks are laid with drawn words.
    pieces = sorted(p for p, n in bag.items() for _ in range(n) if p != UNKNOWN_BLANK)
    if not pieces:
        return None
    rack = [pieces[i] for i in rng.permutation(len(pieces))[: rules.rack_size or RACK]]
    found = all_plays(rules, position, rack, shipped_lexicon(rules.language))
    if not found:
        return None
    if rules.highest_pile > 1:
        return dict(_pile_or_not(found, position, rng).tiles)
    return dict(found[int(rng.integers(min(len(found), 60)))].tiles)


def _pile_or_not(
    found: tuple[FoundPlay, ...], position: Position, rng: np.random.Generator
) -> FoundPlay:
    """A play by chance, one on top of the highest piles as likely as all others together."""
    highest = max(max((position.height(s) for s in play.tiles), default=0) for play in found)
    piling = [p for p in found if any(position.height(s) == highest for s in p.tiles)]
    among = piling if highest and rng.random() < 0.5 else list(found)
    return among[int(rng.integers(len(among)))]
