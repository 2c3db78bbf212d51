"""Where new tiles can lie on a position: lines that touch it, and all that hangs together with it.

Looks at what each square gains if a new tile lay there, and at how words are laid; how rarely a
change happens, and whether one play may be that, isn't its business.
Tests: tests/vision/test_reconstruct.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.plays import PlacingRules
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, letter_of, piece_of
from vision.doubt import INDEX
from vision.evidence import Evidence
from vision.reading import EMPTY_LABEL, LABELS

NOTABLE = math.log(0.002)
"""A line neither begins nor ends on a square where a tile is less likely than this against its
emptiness: such a candidate would come out far beyond any margin that is asked about."""

UNSURE = math.log(20.0)
"""A square of a gap as likely new as not, within this, makes a rival of the gap without it."""

MOST_UNSURE = 8
"""More unsure squares than this make the gap no clearer, only slower to judge."""

Field: TypeAlias = NDArray[np.float32]
"""float32 [size, size]: one number a square."""


@dataclass(frozen=True)
class NewTiles:
    """What the new lines are looked for on: the position, each square's likeliest new tile and
    what it gains against the square staying as it is."""

    position: Position
    rules: PlacingRules
    tiles: tuple[tuple[Tile, ...], ...]
    gains: Field


def new_tiles(position: Position, logs: Evidence, rules: PlacingRules) -> NewTiles:
    """What the evidence of one picture says about new tiles on a position."""
    size = position.size
    fresh = logs.copy()
    fresh[..., INDEX[EMPTY_LABEL]] = -np.inf
    stay = logs[..., INDEX[EMPTY_LABEL]].copy()
    piles = rules.highest_pile > 1
    for square, tile in position.tiles.items():
        now = INDEX[piece_of(tile)]
        stay[square.row, square.column] = logs[square.row, square.column, now]
        if not piles:
            fresh[square.row, square.column] = -np.inf
        else:
            fresh[square.row, square.column, [now, INDEX.get(letter_of(tile), now)]] = -np.inf
    tiles = fresh.argmax(axis=-1)
    gains = (fresh.max(axis=-1) - stay).astype(np.float32)
    names = tuple(tuple(LABELS[i] for i in row) for row in tiles[:size, :size])
    return NewTiles(position, rules, names, gains)


def lines(board: NewTiles) -> Iterator[tuple[float, tuple[Square, ...]]]:
    """Every line of new tiles without a hole that touches what lies there or covers the start,
    with what it gains."""
    position, size = board.position, board.position.size
    touching = {near for square in position.tiles for near in square.neighbours()}
    touching |= set(position.tiles)
    if not position.tiles:
        touching |= set(board.rules.layout.starts) or {
            Square(c, r) for c in range(size) for r in range(size)
        }
    most = board.rules.rack_size or size
    notable = board.gains > NOTABLE
    for row, column in zip(*np.nonzero(notable), strict=True):
        first = Square(int(column), int(row))
        for direction in Direction:
            yield from _lines_from(board, first, direction, most, touching, notable)


def _lines_from(
    board: NewTiles,
    first: Square,
    direction: Direction,
    most: int,
    touching: set[Square],
    notable: NDArray[np.bool_],
) -> Iterator[tuple[float, tuple[Square, ...]]]:
    position, size = board.position, board.position.size
    total, touches = 0.0, False
    squares: list[Square] = []
    square = first
    while square.column < size and square.row < size:
        gain = float(board.gains[square.row, square.column])
        occupied = square in position.tiles
        if not occupied or (square == first or gain > 0):
            if len(squares) == most:
                return
            squares.append(square)
            total += gain
        touches = touches or square in touching
        if touches and squares[-1] == square and notable[square.row, square.column]:
            yield total, tuple(squares)
        square = square.step(direction)


def gaps(board: NewTiles) -> Iterator[dict[Square, Tile]]:
    """All that looks new and hangs together, and the same with one unsure square more or less."""
    news = _connected_news(board)
    yield news
    size = board.position.size
    beside = {n for s in news for n in s.neighbours() if 0 <= n.column < size and 0 <= n.row < size}
    asked = news.keys() | (beside - board.position.tiles.keys())
    gain = {s: abs(float(board.gains[s.row, s.column])) for s in asked}
    unsure = sorted((s for s in asked if gain[s] < UNSURE), key=lambda s: (gain[s], s))
    for square in unsure[:MOST_UNSURE]:
        if square in news:
            yield {s: t for s, t in news.items() if s != square}
        else:
            yield news | {square: board.tiles[square.row][square.column]}


def _connected_news(board: NewTiles) -> dict[Square, Tile]:
    """All squares that look new and hang together with what lies there (or with the start)."""
    news = {Square(int(c), int(r)) for r, c in zip(*np.nonzero(board.gains > 0), strict=True)}
    edge = [s for s in news if s in board.position.tiles]
    if board.position.tiles:
        edge += [s for s in news if any(n in board.position.tiles for n in s.neighbours())]
    else:
        starts = board.rules.layout.starts
        edge += [s for s in news if s in starts or not starts]
    reached = set(edge)
    while edge:
        near = [s for s in edge.pop().neighbours() if s in news and s not in reached]
        reached.update(near)
        edge += near
    return {s: board.tiles[s.row][s.column] for s in sorted(reached)}


def groups(there: Set[Square], news: Set[Square]) -> list[frozenset[Square]]:
    """The new squares in groups that hang together, edge to edge or across tiles that lie there."""
    found: list[frozenset[Square]] = []
    left = set(news)
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            square = edge.pop()
            near = {_next_new(there, left, square, d, by) for d in Direction for by in (-1, 1)}
            reached = {s for s in near if s is not None}
            left -= reached
            group |= reached
            edge += reached
        found.append(frozenset(group))
    return found


def _next_new(
    there: Set[Square], news: Set[Square], square: Square, direction: Direction, by: int
) -> Square | None:
    """The next square in a direction, across tiles that lay there, if it is one of the new."""
    after = square.step(direction, by)
    while after in there and after not in news:
        after = after.step(direction, by)
    return after if after in news else None
