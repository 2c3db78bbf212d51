"""Position: what lies where on a board, immutable.

A pile (TopWord) is its top tile and its height. Knows nothing of premiums, points or turns.
Tests: tests/engine/test_position.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.squares import Direction, Square
from engine.tiles import Tile

EMPTY = "."


@dataclass(frozen=True)
class Position:
    """The top tile of every occupied square; `heights` names only piles higher than one."""

    size: int
    tiles: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    heights: Mapping[Square, int] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def from_rows(cls, rows: Sequence[str], heights: Sequence[str] | None = None) -> Position:
        """The position of board rows (top row first, "." empty) and rows of digits 0-5.

        ValueError if the rows make no square board.
        """
        _check_square(rows, "row")
        tiles = {
            Square(column, row): tile
            for row, text in enumerate(rows)
            for column, tile in enumerate(text)
            if tile != EMPTY
        }
        piles: dict[Square, int] = {}
        if heights is not None:
            _check_square(heights, "row of heights")
            piles = {s: h for s in tiles if (h := int(heights[s.row][s.column])) > 1}
        return cls(len(rows), MappingProxyType(tiles), MappingProxyType(piles))

    def rows(self) -> tuple[str, ...]:
        return tuple(
            "".join(self.tiles.get(Square(column, row), EMPTY) for column in range(self.size))
            for row in range(self.size)
        )

    def at(self, square: Square) -> Tile | None:
        return self.tiles.get(square)

    def height(self, square: Square) -> int:
        """How many tiles lie on a square: 0 if it is empty."""
        return self.heights.get(square, 1) if square in self.tiles else 0

    def laid(self, tiles: Mapping[Square, Tile]) -> Position:
        """The position after tiles were laid, on empty squares or on top of others."""
        piles = dict(self.heights)
        piles.update({s: self.height(s) + 1 for s in tiles if s in self.tiles})
        return Position(
            self.size, MappingProxyType({**self.tiles, **tiles}), MappingProxyType(piles)
        )

    def replaced(self, tiles: Mapping[Square, Tile]) -> Position:
        """The position with other tiles in place of those that lay there; heights stay."""
        return Position(self.size, MappingProxyType({**self.tiles, **tiles}), self.heights)

    def cleared(self, squares: Iterable[Square]) -> Position:
        """The position with these squares empty."""
        gone = set(squares)
        return Position(
            self.size,
            MappingProxyType({s: t for s, t in self.tiles.items() if s not in gone}),
            MappingProxyType({s: h for s, h in self.heights.items() if s not in gone}),
        )

    def run(self, square: Square, direction: Direction) -> tuple[Square, ...]:
        """The unbroken line of occupied squares through an occupied square, in reading order."""
        first = square
        while first.step(direction, -1) in self.tiles:
            first = first.step(direction, -1)
        squares = [first]
        while (after := squares[-1].step(direction)) in self.tiles:
            squares.append(after)
        return tuple(squares)


def _check_square(rows: Sequence[str], what: str) -> None:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise ValueError(f"{what} {number} has {len(row)} squares, but there are {len(rows)}")
