"""Letters that look alike, decided by a word list: a tie-break and no more.

Where a play's letter and another are nearly as likely, and only with the other all of its words are
good, the other is the better guess. Whoever asks shows it as a doubt all the same: the list never
makes anything sure. Knows no picture. Tests: tests/vision/test_look_alikes.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from engine.plays import PlacingRules, Play, place
from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile, is_blank
from vision.doubt import ASK_ODDS, INDEX
from vision.reading import LABELS, Probabilities

JudgeWord: TypeAlias = Callable[[str], bool]
"""Whether a word is in the list."""

TURNED: Mapping[Tile, str] = MappingProxyType(
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
    good: JudgeWord,
) -> Mapping[Square, Tile]:
    """What to read instead on some squares of a play, so that all its words are good; nothing if
    they are already, if no reading nearly as likely makes them so, or if several do.

    `before`: the position that the tiles are laid on; nearly as likely is what the odds of a
    question (vision/doubt.py) leave open. In the words looked up "?" stands for a blank whose
    letter nobody knows.
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


def turned_tiles(
    rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile], good: JudgeWord
) -> Mapping[Square, Tile]:
    """The squares of a play with bad words that are good with one tile turned, and what lies there
    then. That is a reason to ask, and none to change the guess."""
    rules = replace(rules, counted=False)
    if _all_good(rules, before, tiles, good):
        return MappingProxyType({})
    return MappingProxyType(
        {
            square: other
            for square, tile in tiles.items()
            for other in TURNED.get(tile, "")
            if rules.tile_set.knows(other)
            and _all_good(rules, before, {**tiles, square: other}, good)
        }
    )


def _alike(seen: Probabilities, square: Square, tile: Tile) -> list[Tile]:
    """The letters of a square that are at most the odds of a question less likely than its own."""
    row = seen[square.row, square.column]
    least = float(row[INDEX[tile]]) / ASK_ODDS
    letters = [LABELS[i] for i in range(2, len(LABELS)) if row[i] >= least and row[i] > 0]
    return letters if tile in letters else [tile]


def _all_good(
    rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile], good: JudgeWord
) -> bool:
    play = place(rules, before, tiles)
    return isinstance(play, Play) and all(good(word) for word in play.words)
