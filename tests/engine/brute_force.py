"""All plays of a small board by trying everything: what the search is held against.

Lays every arrangement of the tiles on every line and asks the rules; it knows no word graph, no
anchors and no cross-checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.position import Position
from engine.scoring import PlayRules, ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import Letter, Tile

Plays = dict[frozenset[tuple[Square, Tile]], ScoredPlay]


def every_play(
    rules: PlayRules,
    position: Position,
    letters: str,
    circumstances: Circumstances = NOTHING_SPECIAL,
    lines: Iterable[Sequence[Square]] | None = None,
) -> Plays:
    """Every legal play by the tiles it lays; in these lines, if not in all."""
    found: Plays = {}
    arrangements = {
        n: set(_arranged(Counter(letters), rules.tile_set.letters, n))
        for n in range(1, len(letters) + 1)
    }
    for line in board_lines(position.size) if lines is None else lines:
        for number, some in arrangements.items():
            for squares in combinations(line, number):
                if not _can_be_laid_on(rules, position, squares):
                    continue
                for tiles in some:
                    laid = dict(zip(squares, tiles, strict=True))
                    judged = judge_play(rules, position, laid, circumstances)
                    if isinstance(judged, ScoredPlay):
                        found[frozenset(laid.items())] = judged
    return found


def _can_be_laid_on(rules: PlayRules, position: Position, squares: tuple[Square, ...]) -> bool:
    """Nothing but what spares time: no hole between, nothing under a tile where nothing may be."""
    first, last = squares[0], squares[-1]
    direction = Direction.ACROSS if first.row == last.row else Direction.DOWN
    length = last.column - first.column + last.row - first.row
    between = {first.step(direction, by) for by in range(length)} - set(squares)
    if not between <= set(position.tiles):
        return False
    return rules.highest_pile > 1 or not set(squares) & set(position.tiles)


def board_lines(size: int) -> Iterator[list[Square]]:
    for number in range(size):
        yield [Square(column, number) for column in range(size)]
        yield [Square(number, row) for row in range(size)]


def _arranged(left: Counter[str], letters: tuple[Letter, ...], number: int) -> Iterator[str]:
    if number == 0:
        yield ""
        return
    for piece, there in list(left.items()):
        if not there:
            continue
        left[piece] -= 1
        tiles = [letter.lower() for letter in letters] if piece == "?" else [piece]
        for rest in _arranged(left, letters, number - 1):
            yield from (tile + rest for tile in tiles)
        left[piece] += 1
