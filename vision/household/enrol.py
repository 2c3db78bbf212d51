"""A household's table is learned from pictures whose squares are known: its tiles, its empty board.

Recognises which of the arrangements that people are asked for a picture shows, checks it against
what the reader sees, and cuts the samples out. Knows no files and no game in progress.
Tests: tests/vision/test_arrangements.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from engine.position import Position
from engine.sentences import Sentence
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, TileSet, piece_of
from vision.game.changes import remember
from vision.game.doubt import INDEX, Label, possible
from vision.household.empty_board import bare_board, colours_of
from vision.household.own_tiles import SAMPLE_SIDE, TableKnowledge, TileSample
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    LABELS,
    SURE_LETTER,
    Grid,
    Picture,
    Probabilities,
    Reading,
)

MOST_STRAY = 4
"""This many squares outside an arrangement may look like tiles: print and reflections do, one
square in fifty at most; more is another arrangement."""

MOST_CONTRADICTIONS = 0.25
"""Share of the tiles that may surely read as another letter than they are given as. A reader
that knows hundreds of kinds of letters misreads fewer than that of any new one; one tile missing
from a row puts nearly all that follow it wrong."""

UNSPECIFIED = "#"
"""In rows: what lies there isn't given."""

LEAST_LIKELY = 1e-3
"""No square speaks louder than this for or against an arrangement."""


class Trouble(StrEnum):
    """Why a picture teaches nothing."""

    NOT_ARRANGED = "not-arranged"  # tiles lie there, but not as was asked for
    CONTRADICTED = "contradicted"  # they lie so, but many read as other letters
    SWAPPED = "swapped"  # two tiles read as each other
    COVERED = "covered"  # something lies over squares that matter


@dataclass(frozen=True)
class Contradiction:
    """A square that surely reads differently from what was given."""

    square: Square
    given: Label
    read: Label
    probability: float


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a picture shows, as it was given or recognised: a tile for every square that has one
    ("?" a blank). `contradictions`: where the reader surely reads otherwise; `trouble`: why it
    can't be learned from, with the squares that show it."""

    tiles: Mapping[Square, Label]
    contradictions: tuple[Contradiction, ...] = ()
    trouble: Trouble | None = None
    squares: tuple[Square, ...] = ()


def recognised(reading: Reading, tile_set: TileSet) -> Lesson:
    """Which arrangement a picture shows: the empty board, or every letter once, in the order of
    the alphabet and with any blanks last, in rows from the left edge that are filled one after
    the other. A few squares outside them that look like tiles are left UNSPECIFIED."""
    seen = possible(reading.probabilities, tile_set)
    best = max(_arrangements(reading.size, tile_set), key=lambda tiles: _fits(tiles, seen))
    occupied = 1 - seen[..., INDEX[EMPTY_LABEL]]
    squares = [Square(c, r) for r in range(reading.size) for c in range(reading.size)]
    bare = tuple(s for s in squares if s in best and occupied[s.row, s.column] < 1 - SURE_LETTER)
    more = tuple(s for s in squares if s not in best and occupied[s.row, s.column] > SURE_LETTER)
    if bare or len(more) > MOST_STRAY:
        return Lesson(best, (), Trouble.NOT_ARRANGED, (*bare, *more))
    return checked(reading, tile_set, best | dict.fromkeys(more, UNSPECIFIED))


def tiles_from_rows(rows: Sequence[str]) -> Mapping[Square, Label]:
    """The tiles of a position given as rows: blanks are "?", whatever they stand for, and
    UNSPECIFIED is a square of which nothing is given. ValueError if the rows make no square board
    or hold anything else."""
    tiles = {s: piece_of(tile) for s, tile in Position.from_rows(rows).tiles.items()}
    for square, label in sorted(tiles.items()):
        if label not in LABELS and label != UNSPECIFIED:
            raise ValueError(
                Sentence(
                    "{square} has {label}, which isn’t a tile",
                    square=square.name,
                    label=repr(label),
                )
            )
    return tiles


def checked(reading: Reading, tile_set: TileSet, tiles: Mapping[Square, Label]) -> Lesson:
    """The lesson of a picture with these tiles on it, if that can be."""
    seen = possible(reading.probabilities, tile_set)
    n = reading.size
    covered = tuple(
        Square(c, r)
        for r in range(n)
        for c in range(n)
        if reading.covered[r, c] >= 0.5 and seen[r, c].max() < SURE_LETTER
    )
    if covered:
        return Lesson(tiles, (), Trouble.COVERED, covered)
    against = tuple(_contradictions(seen, tiles))
    wrong = tuple(contradiction.square for contradiction in against)
    pairs = {(c.given, c.read) for c in against if EMPTY_LABEL not in (c.given, c.read)}
    swapped = tuple(c.square for c in against if (c.read, c.given) in pairs)
    if len(against) > MOST_CONTRADICTIONS * len(tiles):
        return Lesson(tiles, against, Trouble.CONTRADICTED, wrong)
    if swapped:
        return Lesson(tiles, against, Trouble.SWAPPED, swapped)
    return Lesson(tiles, against)


def samples_of(
    reading: Reading, tiles: Mapping[Square, Label], *, confirmed: bool
) -> dict[Square, TileSample]:
    """The tiles of a picture as samples, without those that something lies over. The reading must
    still have its crops."""
    if reading.crops is None:
        return {}
    known = (s for s in sorted(tiles) if tiles[s] != UNSPECIFIED)
    clear = (s for s in known if reading.covered[s.row, s.column] < 0.5)
    return {
        s: TileSample(tiles[s], _shrunk(reading.crops[s.row * reading.size + s.column]), confirmed)
        for s in clear
    }


def taught(
    knowledge: TableKnowledge,
    reading: Reading,
    tiles: Mapping[Square, Label],
    *,
    confirmed: bool = True,
) -> TableKnowledge:
    """What is known of a table after a picture of it with these tiles: they are samples, and the
    other squares show how the empty board looks."""
    samples = samples_of(reading, tiles, confirmed=confirmed)
    more = knowledge.with_samples(samples.values())
    bare = bare_board(knowledge.board, reading.size)
    return replace(more, board=colours_of(remember(bare, reading, Position(reading.size, tiles))))


def lying_like(grid: Grid, other: Grid) -> Grid:
    """The grid of an empty board, which looks the same whichever way up it lies, turned so that its
    upper edge points most nearly where another one's does."""

    def heading(of: Grid) -> float:
        (x0, y0), (x1, y1) = of.corners[:2]
        return math.atan2(y1 - y0, x1 - x0)

    turns = [grid.turned(quarters) for quarters in range(4)]
    return max(turns, key=lambda turned: math.cos(heading(turned) - heading(other)))


def _arrangements(size: int, tile_set: TileSet) -> Iterator[dict[Square, Label]]:
    """Nothing; or every letter once and some blanks, in full rows from the left edge, from any row
    on."""
    yield {}
    letters = sorted(tile_set.letters, key=LABELS.index)
    for blanks in range(tile_set.counts.get(UNKNOWN_BLANK, 0) + 1):
        laid = [*letters, *[BLANK_LABEL] * blanks]
        rows = -(-len(laid) // size)
        for first in range(size - rows + 1):
            yield {Square(i % size, first + i // size): tile for i, tile in enumerate(laid)}


def _fits(tiles: Mapping[Square, Label], seen: Probabilities) -> float:
    """How well the places of these tiles explain where something lies; log likelihood."""
    empty = np.clip(seen[..., INDEX[EMPTY_LABEL]], LEAST_LIKELY, 1 - LEAST_LIKELY)
    there = np.zeros(empty.shape, dtype=bool)
    for square in tiles:
        there[square.row, square.column] = True
    return float(np.where(there, np.log(1 - empty), np.log(empty)).sum())


def _contradictions(seen: Probabilities, tiles: Mapping[Square, Label]) -> Iterator[Contradiction]:
    """The squares that surely read otherwise; a blank that reads as an empty square, or the other
    way round, contradicts nothing: that is what people know better."""
    bare = {EMPTY_LABEL, BLANK_LABEL}
    for row in range(len(seen)):
        for column in range(len(seen)):
            square, best = Square(column, row), int(seen[row, column].argmax())
            given, read = tiles.get(square, EMPTY_LABEL), LABELS[best]
            probability = float(seen[row, column, best])
            agrees = read == given or {read, given} <= bare or given == UNSPECIFIED
            if agrees or probability < SURE_LETTER:
                continue
            yield Contradiction(square, given, read, probability)


def _shrunk(crop: Picture) -> Picture:
    size = (SAMPLE_SIDE, SAMPLE_SIDE)
    return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
