"""What a picture shows against the best explanation of it: tiles that are gone, turned into others,
or lie where no play put them; and letters that look alike, where a word list is the tie-break.

Says which squares speak against believing anything, and never makes anything sure; what is asked
is vision/game/follow.py's business. Tests: tests/vision/test_follow.py,
tests/vision/test_look_alikes.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice, product
from types import MappingProxyType

import numpy as np

from engine.plays import PlacingRules, Play, place, words_to_look_up
from engine.position import EMPTY, Position
from engine.scoring import PlayRules
from engine.squares import Square
from engine.tiles import Tile, is_blank, piece_of
from vision.game.changes import only_print
from vision.game.doubt import (
    ASK_AGAIN_BELOW,
    ASK_ODDS,
    ASK_PLAY_BELOW,
    ASK_STILL_BELOW,
    GOOD_WORDS,
    INDEX,
)
from vision.game.reconstruct import Candidate, Change
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    FIRST_LETTER,
    LABELS,
    IsWord,
    Probabilities,
    Reading,
)

SURELY_SEEN = 0.9
"""So clearly a square shows something else than what is believed."""

GONE_TILES = 2
"""A letter is hardly ever read as an empty square; two at once lie under something or are gone."""

SEVERAL_TILES = 3
"""This many tiles, and a fifth of all, can't be misread at once by a reader that is right on 97 of
100 letters of a strange board."""


def sight(seen: Probabilities, square: Square, tile: Tile) -> float:
    """How likely a picture shows this tile on a square."""
    return float(seen[square.row, square.column, INDEX[piece_of(tile)]])


def unexplained(
    after: Position, best: Candidate, reading: Reading, seen: Probabilities
) -> frozenset[Square]:
    """Squares where the picture plainly shows something else than even the best explanation."""
    clear = seen * (1 - np.clip(reading.covered, 0, 1))[..., None]
    lies = np.full(clear.shape[:2], INDEX[EMPTY_LABEL])
    for square, tile in after.tiles.items():
        lies[square.row, square.column] = INDEX.get(piece_of(tile), -1)
    other = (clear.max(axis=-1) >= SURELY_SEEN) & (clear.argmax(axis=-1) != lies)
    strange = (Square(int(column), int(row)) for row, column in np.argwhere(other))
    return frozenset(square for square in strange if square not in best.tiles)


def contradictions(
    best: Candidate,
    strange: frozenset[Square],
    before: Position,
    seen: Probabilities,
    rules: PlayRules,
) -> frozenset[Square]:
    """The strange squares that speak against believing anything.

    Older tiles are gone, or several have turned into others: the board was cleared or moved, or
    the grid is off (a tile or two can be misread, or a blank gone). A tile hangs together with the
    others and is yet no part of the play. Or a letter hangs together with nothing, and nothing
    else is new: it was laid wrong. (A lone blank there is rather a reflection, and on an
    empty board a letter on a printed square is print: these are asked about by themselves.)
    """
    lying = frozenset(s for s in strange if s in before.tiles)
    empty = INDEX[EMPTY_LABEL]
    gone = {
        s
        for s in lying
        if not is_blank(before.tiles[s]) and seen[s.row, s.column].argmax() == empty
    }
    if len(gone) >= GONE_TILES or len(lying) >= max(SEVERAL_TILES, len(before.tiles) // 5):
        return strange
    if best.tiles and before.tiles and best.withdrawn.keys() == before.tiles.keys():
        # Nothing that was known lies there still. It may be the first play replaced, or the board
        # the other way up, in which letters hardly all read surely: only the players know.
        surely = all(sight(seen, s, t) >= ASK_STILL_BELOW for s, t in best.tiles.items())
        if not surely or BLANK_LABEL in best.tiles.values():
            return strange | best.tiles.keys() | best.withdrawn.keys()
    after = best.applied(before)
    loose = strange - before.tiles.keys()
    touching = {s for s in loose if any(near in after.tiles for near in s.neighbours())}
    blank = INDEX[BLANK_LABEL]
    letters = {s for s in loose if seen[s.row, s.column].argmax() != blank}
    letters -= only_print(rules.layout, after)
    return frozenset(touching | (letters if best.change is Change.NONE else set()))


# --- letters that look alike ---

LIKE_TURNED: Mapping[Tile, str] = MappingProxyType(
    {"A": "VY", "M": "W", "W": "M", "N": "Z", "Z": "N", "C": "U", "U": "CN", "O": "QC"}
)
"""What a tile on its head or its side may truly be, by what it reads as: capitals turned by 180 or
90 degrees, as far as they look like others (rendered tiles of 18 letters in 16 looks)."""

MOST_TRIED = 64
"""Readings of one play that are looked up: six squares in doubt between two letters each."""


def better_words(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    seen: Probabilities,
    good: IsWord,
) -> Mapping[Square, Tile]:
    """What to read instead on some squares of a play, so that all its words are good; nothing if
    they are already, if no reading nearly as likely makes them so, or if several do.

    `before`: the position that the tiles are laid on; nearly as likely is what the odds of a
    question (vision/game/doubt.py) leave open. In the words looked up "?" stands for a blank whose
    letter isn't known.
    """
    rules = replace(rules, counted=False)
    if _all_good(rules, before, tiles, good):
        return MappingProxyType({})
    choices = {s: _alike(seen, s, t) for s, t in tiles.items() if not is_blank(t)}
    open_squares = [s for s, letters in choices.items() if len(letters) > 1]
    if not open_squares or math.prod(len(choices[s]) for s in open_squares) > MOST_TRIED:
        return MappingProxyType({})
    fitting = [
        dict(zip(open_squares, letters, strict=True))
        for letters in product(*(choices[s] for s in open_squares))
        if _all_good(
            rules, before, {**tiles, **dict(zip(open_squares, letters, strict=True))}, good
        )
    ]
    if len(fitting) != 1:
        return MappingProxyType({})
    return MappingProxyType({s: t for s, t in fitting[0].items() if t != tiles[s]})


def misread_tiles(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    seen: Probabilities,
    good: IsWord,
    agreed: bool,
) -> Mapping[Square, Tile]:
    """The squares of a play with bad words that are good with one tile read otherwise, as it well
    may be seen, or else with two, and what lies there then. That is a reason to ask, and none to
    change the guess.

    `agreed`: the players play by these words, so a bad one is rather a tile on its head. Where
    they don't, a name or another word that a list hasn't got is likelier than that."""
    rules = replace(rules, counted=False)
    if _all_good(rules, before, tiles, good):
        return MappingProxyType({})
    letters = {square: tile for square, tile in tiles.items() if not is_blank(tile)}
    turned = [(s, other) for s, t in letters.items() for other in LIKE_TURNED.get(t, "")]
    alike = [
        (square, other)
        for square, tile in letters.items()
        for other in _alike(seen, square, tile, ASK_ODDS * GOOD_WORDS)
        if other != tile
    ]
    found = {
        square: other
        for square, other in (*(turned if agreed else ()), *alike)
        if rules.tile_set.knows(other) and _all_good(rules, before, {**tiles, square: other}, good)
    }
    return MappingProxyType(found or _misread_together(rules, before, tiles, good, alike))


def _misread_together(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    good: IsWord,
    alike: Sequence[tuple[Square, Tile]],
) -> Mapping[Square, Tile]:
    """The same where the mistakes are two, or one seen twice: letters that may be others (`alike`);
    these on all tiles of the play that read the same (a face whose I looks like a T has it on every
    I); or a last letter seen on its own square and on the next, onto which a tall tile leans."""
    pairs = dict.fromkeys((tiles[square], other) for square, other in alike)
    twice = [
        *({s: other for s, tile in tiles.items() if tile == read} for read, other in pairs),
        *_ends_seen_twice(tiles),
    ]
    mistakes = [*twice, *({square: other} for square, other in alike)]
    for mistaken in islice(chain(((one,) for one in twice), combinations(mistakes, 2)), MOST_TRIED):
        otherwise = {s: t for one in mistaken for s, t in one.items()}
        left = {s: t for s, t in {**tiles, **otherwise}.items() if t != EMPTY}
        if left and _all_good(rules, before, left, good):
            return MappingProxyType(otherwise)
    return MappingProxyType({})


def _ends_seen_twice(tiles: Mapping[Square, Tile]) -> Iterator[Mapping[Square, Tile]]:
    """Each end of a play with the same letter as the tile next to it, as not lying there."""
    squares = sorted(tiles)
    for end, inner in ((squares[:1], squares[1:2]), (squares[-1:], squares[-2:-1])):
        for one, near in zip(end, inner, strict=False):
            if tiles[one] == tiles[near] and near in one.neighbours():
                yield {one: EMPTY}


def settled_by_words(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    seen: Probabilities,
    good: IsWord,
) -> frozenset[Square]:
    """The squares of a play whose letters, not quite sure by themselves, are sure enough in the
    light of its words: these are good, and with what else the squares may show they aren't."""
    rules = replace(rules, counted=False)
    if not _all_good(rules, before, tiles, good):
        return frozenset()
    return frozenset(
        s
        for s, tile in tiles.items()
        if not is_blank(tile)
        and ASK_AGAIN_BELOW <= sight(seen, s, tile) < ASK_PLAY_BELOW
        and _with_words(rules, before, tiles, seen, good, s) >= ASK_PLAY_BELOW
    )


def _with_words(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    seen: Probabilities,
    good: IsWord,
    square: Square,
) -> float:
    """How likely a letter of a play with good words is what lies there."""
    row, mine = seen[square.row, square.column], sight(seen, square, tiles[square])
    others = 1 - mine
    for i in range(FIRST_LETTER, len(LABELS)):
        other = LABELS[i] if row[i] > 0 else tiles[square]
        if other != tiles[square] and not _all_good(rules, before, {**tiles, square: other}, good):
            others -= float(row[i]) * (1 - 1 / GOOD_WORDS)
    return mine / (mine + others)


def _alike(seen: Probabilities, square: Square, tile: Tile, odds: float = ASK_ODDS) -> list[Tile]:
    """The letters of a square that are at most by these odds less likely than its own, the
    likeliest last."""
    row = seen[square.row, square.column]
    least = float(row[INDEX[tile]]) / odds
    likely = [i for i in range(FIRST_LETTER, len(LABELS)) if row[i] >= least and row[i] > 0]
    letters = [LABELS[i] for i in sorted(likely, key=lambda i: float(row[i]))]
    return letters if tile in letters else [tile]


def _all_good(
    rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile], good: IsWord
) -> bool:
    play = place(rules, before, tiles)
    return isinstance(play, Play) and all(map(good, words_to_look_up(play, rules.tile_set)))
