"""What a picture shows against the best explanation of it: tiles that are gone, turned into others,
or lie where no play put them.

Says which squares speak against believing anything; what is asked is vision/follow.py's business.
Tests: tests/vision/test_follow.py.
"""

from __future__ import annotations

import numpy as np

from engine.position import Position
from engine.scoring import PlayRules
from engine.squares import Square
from engine.tiles import Tile, is_blank, piece_of
from vision.doubt import ASK_STILL_BELOW, INDEX
from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Probabilities, Reading
from vision.reconstruct import Candidate, Change
from vision.seen_before import only_print

SURELY_SEEN = 0.9
"""So clearly a square shows something else than what is believed."""

GONE_TILES = 2
"""A letter is hardly ever read as an empty square; two at once lie under something or are gone."""

SEVERAL_TILES = 3
"""So many tiles, and a fifth of all, can't be misread at once by a reader that is right on 97 of
100 letters of a strange board."""


def sight(seen: Probabilities, square: Square, tile: Tile) -> float:
    """How likely a picture shows this tile on a square."""
    return float(seen[square.row, square.column, INDEX[piece_of(tile)]])


def strangers(
    after: Position, best: Candidate, reading: Reading, seen: Probabilities
) -> frozenset[Square]:
    """Squares where the picture plainly shows something else than even the best explanation."""
    clear = seen * (1 - np.clip(reading.covered, 0, 1))[..., None]
    strange: set[Square] = set()
    for row, column in zip(*np.nonzero(clear.max(axis=-1) >= SURELY_SEEN), strict=True):
        square = Square(int(column), int(row))
        label = LABELS[int(clear[row, column].argmax())]
        tile = after.at(square)
        if label != (EMPTY_LABEL if tile is None else piece_of(tile)) and square not in best.tiles:
            strange.add(square)
    return frozenset(strange)


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
