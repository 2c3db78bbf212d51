"""Lines: the rows and columns of a position as a search walks them.

For every square it says what lies there, which letters may be laid so that the words across stay
good (the cross-checks of Appel and Jacobson, 1988), and whether a play that covers it is joined
to the board. On piles an occupied square may be both kept and covered. Knows no tiles in hand.
Tests: tests/engine/test_search.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.dawg import Node
from engine.hand import Spelling
from engine.plays import PlacingRules
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of


class Crossing(NamedTuple):
    """What lies right before and right after a square, in reading order, and the whole line of
    squares; without any tile but the one laid there, no word is formed."""

    before: str
    after: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Line:
    """A row or a column, square by square.

    `tops`: the tile that lies on top, None where nothing lies. `masks`: the bits of the letters
    that may be laid. `joined`: whether a play there is joined to the board (or covers a start
    square, on an empty board)."""

    direction: Direction
    squares: tuple[Square, ...]
    tops: tuple[Tile | None, ...]
    masks: tuple[int, ...]
    joined: tuple[bool, ...]
    crossings: tuple[Crossing, ...]

    def starts(self) -> Iterator[tuple[int, int]]:
        """Where a word may begin, with the number of empty squares before one that joins it.

        On 0 the square of the start itself is joined. Words begin behind no tile.
        """
        free = None
        found: list[tuple[int, int]] = []
        for place in range(len(self.squares) - 1, -1, -1):
            if self.tops[place] is not None or self.joined[place]:
                free = 0
            elif free is not None:
                free += 1
            if free is not None and (place == 0 or self.tops[place - 1] is None):
                found.append((place, free))
        return reversed(found)


def lines_of(rules: PlacingRules, position: Position, spelling: Spelling) -> list[Line]:
    """The lines of a position in which a word can be joined to the board."""
    size = rules.layout.size
    joined = _joined(rules, position)
    lines = []
    for direction in Direction:
        for number in range(size):
            first = Square(0, number) if direction is Direction.ACROSS else Square(number, 0)
            squares = tuple(first.step(direction, by) for by in range(size))
            if any(square in joined for square in squares):
                lines.append(_line(rules, position, spelling, direction, squares, joined))
    return lines


def _joined(rules: PlacingRules, position: Position) -> frozenset[Square]:
    """Squares of which a play must cover one (stage 3 of engine/plays.py)."""
    layout = rules.layout
    if position.tiles:
        near = {square for there in position.tiles for square in there.neighbours()}
        return frozenset(filter(layout.holds, near | set(position.tiles)))
    every = (Square(column, row) for column in range(layout.size) for row in range(layout.size))
    return frozenset(layout.starts or every)


def _line(
    rules: PlacingRules,
    position: Position,
    spelling: Spelling,
    direction: Direction,
    squares: tuple[Square, ...],
    joined: frozenset[Square],
) -> Line:
    across = direction.other
    crossings = [_crossing(position, square, across) for square in squares]
    masks = [
        _may_lie(rules, position, spelling, square)
        & _fits(spelling, crossing.before, crossing.after)
        for square, crossing in zip(squares, crossings, strict=True)
    ]
    return Line(
        direction,
        squares,
        tuple(position.at(square) for square in squares),
        tuple(masks),
        tuple(square in joined for square in squares),
        tuple(crossings),
    )


def _crossing(position: Position, square: Square, direction: Direction) -> Crossing:
    before = after = ""
    near = square.step(direction, -1)
    while (tile := position.at(near)) is not None:
        before, near = tile + before, near.step(direction, -1)
    near = square.step(direction)
    while (tile := position.at(near)) is not None:
        after, near = after + tile, near.step(direction)
    first = square.step(direction, -len(before))
    length = len(before) + 1 + len(after)
    return Crossing(before, after, tuple(first.step(direction, by) for by in range(length)))


def _may_lie(rules: PlacingRules, position: Position, spelling: Spelling, square: Square) -> int:
    """The letters that may lie on a square for all that its own pile says."""
    there = position.at(square)
    if there is None:
        return spelling.all
    if position.height(square) >= rules.highest_pile:
        return 0
    return spelling.all & ~spelling.bits.get(letter_of(there), 0)


def _fits(spelling: Spelling, before: str, after: str) -> int:
    """The letters with which the tiles before and after make a word."""
    if not before and not after:
        return spelling.all
    ends_word = spelling.dawg.ends_word
    bits = 0
    for begun in followed(spelling, [spelling.root], before):
        for bit, node in spelling.onward(begun, spelling.all & ~bits):
            if any(map(ends_word, followed(spelling, [node], after))):
                bits |= bit
    return bits


def followed(spelling: Spelling, nodes: Iterable[Node], tiles: Iterable[Tile]) -> list[Node]:
    """Where these tiles lead from any of the nodes; a blank that isn't named is any letter."""
    reached = list(nodes)
    for tile in tiles:
        if tile == UNKNOWN_BLANK:
            reached = [child for node in reached for _, child in spelling.dawg.children(node)]
        else:
            bit = spelling.bits.get(letter_of(tile), 0)
            reached = [child for node in reached for _, child in spelling.onward(node, bit)]
    return reached
