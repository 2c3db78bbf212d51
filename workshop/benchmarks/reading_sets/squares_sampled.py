"""Letters to compare methods on: the same crops of the same squares for each of them.

Tests: workshop/tests/test_rivals.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import TileSet, is_blank
from vision.reading import NETWORK_LABELS, Grid, Picture
from vision.square.warp import cut_squares
from workshop.benchmarks.reading_sets.columns import UNKNOWN
from workshop.benchmarks.reading_sets.conditions import SETS
from workshop.benchmarks.reading_sets.drawing import draw
from workshop.benchmarks.reading_sets.photographs import Source
from workshop.benchmarks.reading_sets.placements import game

LETTERS_A_BOARD = 6
LONGEST_LINE = 9


@dataclass(frozen=True, eq=False)
class Letter:
    """A tile with a letter: its crop, uint8 [side, side, 3], and what it shows; `allowed`: the
    letters of its tile set."""

    crop: NDArray[np.uint8]
    letter: str
    allowed: str


@dataclass(frozen=True, eq=False)
class Line:
    """The tiles of a word: crops, uint8 [n, side, side, 3], in the order in which they read."""

    crops: NDArray[np.uint8]
    word: str
    allowed: str


Sample = tuple[list[Letter], list[Line]]


def rendered_sample(set_name: str, letters: int, seed: int) -> Sample:
    """Letters and lines from boards of a rendered set, this many letters in all."""
    found: list[Letter] = []
    lines: list[Line] = []
    number = 0
    while len(found) < letters:
        drawn = draw(set_name, SETS[set_name], number, seed)
        rng = np.random.default_rng([seed, number, 6])
        tile_set = game(*drawn.game).tile_set
        some, words = _of_board(drawn.picture, drawn.grid, drawn.rows, tile_set, rng)
        found += some
        lines += words
        number += 1
    return found[:letters], lines


def photographed_sample(sources: Iterator[Source], letters: int, seed: int) -> Sample:
    """Letters and lines from all photographs with known corners; from each source this many letters
    at most, of different pictures."""
    found: list[Letter] = []
    lines: list[Line] = []
    for source in sources:
        usable = [p for p in source.photographs if p.to_be_read and p.grid and p.rows]
        rng = np.random.default_rng([seed, 7])
        some: list[Letter] = []
        for at in rng.permutation(len(usable)):
            photograph = usable[at]
            assert photograph.grid is not None
            assert photograph.rows is not None
            if len(some) >= letters:
                break
            more, words = _of_board(
                photograph.load(), photograph.grid, photograph.rows, source.game.tile_set, rng
            )
            some += more
            lines += words
        found += some[:letters]
    return found, lines


def _of_board(
    picture: Picture,
    grid: Grid,
    rows: Sequence[str],
    tile_set: TileSet,
    rng: np.random.Generator,
) -> Sample:
    """A few letters and one line of a board."""
    allowed = "".join(letter for letter in tile_set.letters if letter in NETWORK_LABELS)
    tiles = {
        Square(c, r): tile
        for r, row in enumerate(rows)
        for c, tile in enumerate(row)
        if tile not in (EMPTY, UNKNOWN) and not is_blank(tile) and tile in allowed
    }
    if not tiles:
        return [], []
    squares = list(tiles)
    chosen = [squares[i] for i in rng.permutation(len(squares))[:LETTERS_A_BOARD]]
    crops = cut_squares(picture, grid, squares=chosen)
    letters = [
        Letter(crop, tiles[square], allowed) for crop, square in zip(crops, chosen, strict=True)
    ]
    lines = []
    words = _words(tiles)
    if words:
        word = words[int(rng.integers(len(words)))]
        crops = cut_squares(picture, grid, squares=word)
        lines.append(Line(crops, "".join(tiles[s] for s in word), allowed))
    return letters, lines


def _words(tiles: Mapping[Square, str]) -> list[list[Square]]:
    """The runs of three letters and more, across and down."""
    words = []
    for column, row in ((1, 0), (0, 1)):
        for square in tiles:
            if Square(square.column - column, square.row - row) in tiles:
                continue
            run = [square]
            while (after := Square(run[-1].column + column, run[-1].row + row)) in tiles:
                run.append(after)
            if 3 <= len(run) <= LONGEST_LINE:
                words.append(run)
    return words
