"""Position: what lies where on a board, immutable.

A pile (TopWord) is its top tile and its height, and as much as is known of what it covers. Knows
nothing of premiums, points or turns.
Tests: tests/engine/test_position.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from engine.sentences import Plural, Sentence
from engine.squares import Direction, Square
from engine.tiles import Tile, piece_of

EMPTY = "."


@dataclass(frozen=True)
class Position:
    """The top tile of every occupied square; `heights` names only piles higher than one.

    `covered`: the tiles under a top tile that are known, from the bottom up. A picture shows none
    of them, a game all, so they don't count when positions are compared.
    """

    size: int
    tiles: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    heights: Mapping[Square, int] = field(default_factory=lambda: MappingProxyType({}))
    covered: Mapping[Square, tuple[Tile, ...]] = field(
        default_factory=lambda: MappingProxyType({}), compare=False
    )

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
        rows = [[EMPTY] * self.size for _ in range(self.size)]
        for square, tile in self.tiles.items():
            rows[square.row][square.column] = tile
        return tuple(map("".join, rows))

    def height_rows(self) -> tuple[str, ...]:
        """How many tiles lie on each square, as rows of digits."""
        return tuple(
            "".join(str(self.height(Square(column, row))) for column in range(self.size))
            for row in range(self.size)
        )

    def at(self, square: Square) -> Tile | None:
        return self.tiles.get(square)

    def height(self, square: Square) -> int:
        """How many tiles lie on a square: 0 if it is empty."""
        return self.heights.get(square, 1) if square in self.tiles else 0

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        """Every tile on the board that is known, covered ones too."""
        return (*self.tiles.values(), *(t for pile in self.covered.values() for t in pile))

    @cached_property
    def pieces(self) -> Mapping[Tile, int]:
        """How many of each piece are known to be on the board, blanks under "?"."""
        return MappingProxyType(Counter(map(piece_of, self.known_tiles)))

    def laid(self, tiles: Mapping[Square, Tile]) -> Position:
        """The position after tiles were laid, on empty squares or on top of others."""
        on_top = [square for square in tiles if square in self.tiles]
        piles = {**self.heights, **{s: self.height(s) + 1 for s in on_top}}
        covered = {s: (*self.covered.get(s, ()), self.tiles[s]) for s in on_top}
        return Position(
            self.size,
            MappingProxyType({**self.tiles, **tiles}),
            MappingProxyType(piles),
            MappingProxyType({**self.covered, **covered}),
        )

    def replaced(self, tiles: Mapping[Square, Tile]) -> Position:
        """The position with other tiles in place of those that lay there; heights stay."""
        return Position(
            self.size, MappingProxyType({**self.tiles, **tiles}), self.heights, self.covered
        )

    def cleared(self, squares: Iterable[Square]) -> Position:
        """The position with these squares empty."""
        gone = set(squares)
        return Position(
            self.size,
            MappingProxyType({s: t for s, t in self.tiles.items() if s not in gone}),
            MappingProxyType({s: h for s, h in self.heights.items() if s not in gone}),
            MappingProxyType({s: c for s, c in self.covered.items() if s not in gone}),
        )

    def lifted(self, squares: Iterable[Square]) -> Position:
        """The position with the top tile of these squares taken off: what it covered lies open
        then, as far as that is known."""
        taken = set(squares)
        piles = {s: self.covered[s] for s in taken if self.covered.get(s)}
        bare = self.cleared(taken)
        if not piles:
            return bare
        heights = {s: self.height(s) - 1 for s in piles}
        return Position(
            self.size,
            MappingProxyType({**bare.tiles, **{s: pile[-1] for s, pile in piles.items()}}),
            MappingProxyType({**bare.heights, **{s: h for s, h in heights.items() if h > 1}}),
            MappingProxyType({**bare.covered, **{s: pile[:-1] for s, pile in piles.items()}}),
        )

    def run(self, square: Square, direction: Direction) -> tuple[Square, ...]:
        """The unbroken line of occupied squares through an occupied square, in reading order."""
        # A square is a pair: making one for every look would take most of the time.
        right, down = (1, 0) if direction is Direction.ACROSS else (0, 1)
        tiles, (column, row) = self.tiles, square
        while (column - right, row - down) in tiles:
            column, row = column - right, row - down
        squares = [Square(column, row)]
        while (column := column + right, row := row + down) in tiles:
            squares.append(Square(column, row))
        return tuple(squares)


def _check_square(rows: Sequence[str], what: str) -> None:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise ValueError(
                Sentence(
                    Plural(
                        "{what} {number} has {row} square, but there are {rows}",
                        "{what} {number} has {row} squares, but there are {rows}",
                        by="row",
                    ),
                    what=what,
                    number=number,
                    row=len(row),
                    rows=len(rows),
                )
            )
