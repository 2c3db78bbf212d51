"""Lines: rows and columns as a search walks them.

For every square: what lies there, which letters may be laid so that the words across stay good
(cross-checks), and whether a play that covers it is joined to the board. On piles an occupied
square may be both kept and covered. Tests: tests/engine/test_lines.py, tests/engine/test_search.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.hands import LaidTiles, Spelling
from engine.plays import PlacingRules
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of


class Crossing(NamedTuple):
    """The tiles right before and right after a square across its line, in reading order, and the
    squares of the word that they make with a tile laid there."""

    before: str
    after: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Line:
    """A row or a column, square by square.

    `tops`: the tile that lies on top, "" where nothing lies; `kept`: its bit, in a node that goes
    on with it (any, if a blank isn't named). `masks`: the bits of the letters
    that may be laid. `joined`: whether a play there is joined to the board (or covers a start
    square, on an empty board). `crossings`: None where nothing lies across. The end of the
    board is one place more in `tops`, `kept` and `masks`: nothing lies there, and nothing may.
    """

    number: int
    direction: Direction
    squares: tuple[Square, ...]
    tops: tuple[Tile, ...]
    kept: tuple[int, ...]
    masks: tuple[int, ...]
    joined: tuple[bool, ...]
    crossings: tuple[Crossing | None, ...]

    def starts(self) -> Iterator[tuple[int, int]]:
        """Where a word may begin, with the number of empty squares before one that joins it.

        On 0 the square of the start itself is joined. Words begin behind no tile.
        """
        free = None
        found: list[tuple[int, int]] = []
        for at in range(len(self.squares) - 1, -1, -1):
            if self.tops[at] or self.joined[at]:
                free = 0
            elif free is not None:
                free += 1
            if free is not None and (at == 0 or not self.tops[at - 1]):
                found.append((at, free))
        return reversed(found)

    def is_main(self, at: int, laying: LaidTiles) -> bool:
        """Whether a word in which a single tile is laid here is the play's main word: it is the
        longer one, across if both are equal."""
        crossing = self.crossings[at]
        if crossing is None:
            return True
        longer = len(laying) - len(crossing.squares)
        return longer >= 0 if self.direction is Direction.ACROSS else longer > 0


def lines_of(rules: PlacingRules, position: Position, spelling: Spelling) -> list[Line]:
    """The lines of a position in which a word can be joined to the board."""
    checks = CrossChecks(rules, position, spelling)
    joined = _joined(rules, position)
    ways = _squares(rules.layout.size)
    grids = {
        direction: [[position.tiles.get(square, "") for square in line] for line in squares]
        for direction, squares in ways.items()
    }
    kept = {tile: spelling.going_on(tile) for tile in {*position.tiles.values(), ""}}
    lines: list[Line] = []
    for direction, all_squares in ways.items():
        across = list(zip(grids[direction.other], ways[direction.other], strict=True))
        for number, squares in enumerate(all_squares):
            joins = tuple([square in joined for square in squares])
            if any(joins):
                crossings = [_crossing(number, *line) for line in across]
                tops = grids[direction][number]
                masks = map(checks.may_lie, squares, tops, crossings)
                lines.append(
                    Line(
                        len(lines),
                        direction,
                        squares,
                        (*tops, ""),
                        (*[kept[top] for top in tops], 0),
                        (*masks, 0),
                        joins,
                        tuple(crossings),
                    )
                )
    return lines


@cache
def _squares(size: int) -> Mapping[Direction, tuple[tuple[Square, ...], ...]]:
    """Every row and every column of a board."""
    every = range(size)
    rows = tuple(tuple(Square(column, row) for column in every) for row in every)
    return {Direction.ACROSS: rows, Direction.DOWN: tuple(zip(*rows, strict=True))}


def _joined(rules: PlacingRules, position: Position) -> frozenset[Square]:
    """Squares of which a play must cover one (stage 3 of engine/plays.py)."""
    layout = rules.layout
    if position.tiles:
        near = {square for there in position.tiles for square in there.neighbours()}
        return frozenset(filter(layout.holds, near | set(position.tiles)))
    every = (Square(column, row) for column in range(layout.size) for row in range(layout.size))
    return frozenset(layout.starts or every)


def _crossing(place: int, tops: list[Tile], squares: tuple[Square, ...]) -> Crossing | None:
    """What crosses at a place of a line: `tops` is what lies there, "" where nothing does."""
    first, after = place, place + 1
    while first and tops[first - 1]:
        first -= 1
    while after < len(tops) and tops[after]:
        after += 1
    if after - first == 1:
        return None
    before, behind = "".join(tops[first:place]), "".join(tops[place + 1 : after])
    return Crossing(before, behind, squares[first:after])


class CrossChecks:
    """Which letters may lie on a square; equal crossings are looked up once."""

    def __init__(self, rules: PlacingRules, position: Position, spelling: Spelling) -> None:
        self._rules = rules
        self._position = position
        self._spelling = spelling
        self._fitting: dict[tuple[str, str], int] = {}

    def may_lie(self, square: Square, there: Tile, crossing: Crossing | None) -> int:
        """The bits of the letters that may lie there for all that its pile and the word across
        say."""
        bits = self._spelling.all
        if there:
            if self._position.height(square) >= self._rules.highest_pile:
                return 0
            bits &= ~self._spelling.bits.get(letter_of(there), 0)
        if crossing is None:
            return bits
        key = crossing.before, crossing.after
        fitting = self._fitting.get(key)
        if fitting is None:
            fitting = self._fitting[key] = self._fits(*key)
        return bits & fitting

    def _fits(self, before: str, after: str) -> int:
        """The letters with which the tiles before and after make a word."""
        spelling = self._spelling
        ends_word, follow = spelling.dawg.ends_word, spelling.dawg.follow
        text = self._rules.tile_set.lookup_text(after)
        named = UNKNOWN_BLANK not in text
        bits = 0
        for begun in spelling.followed([spelling.root], before):
            for bit, node in spelling.onward(begun, spelling.all & ~bits):
                if named:
                    end = follow(text, node)
                    fits = end is not None and ends_word(end)
                else:
                    fits = any(map(ends_word, spelling.followed([node], after)))
                if fits:
                    bits |= bit
        return bits
