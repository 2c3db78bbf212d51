"""Two plays that were first seen together: how they may have been laid, one after the other.

Somebody forgot to press, and no picture settled in between. Only the rules tell, and often not
which came first: then the players are asked. Pure. Tests: tests/device/test_two_plays.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engine.position import Position
from engine.scoring import PlayRules, ScoredPlay, judge_play
from engine.squares import Square
from engine.tiles import Tile


@dataclass(frozen=True, eq=False)
class TwoPlays:
    """One way in which new tiles are two legal plays: `first` was laid before `second`."""

    first: ScoredPlay
    second: ScoredPlay


def two_plays(
    before: Position, tiles: Mapping[Square, Tile], rules: PlayRules
) -> tuple[TwoPlays, ...]:
    """All ways in which these tiles were laid in two turns, each along a line of its own.

    Empty if there is none: then it was something else than two plays.
    """
    found = []
    for one in _parts(frozenset(tiles)):
        first = judge_play(rules, before, {square: tiles[square] for square in one})
        if not isinstance(first, ScoredPlay):
            continue
        rest = {square: tile for square, tile in tiles.items() if square not in one}
        second = judge_play(rules, first.after, rest)
        if isinstance(second, ScoredPlay):
            found.append(TwoPlays(first, second))
    return tuple(found)


def _parts(squares: frozenset[Square]) -> Iterator[frozenset[Square]]:
    """What may have been laid first, where both plays keep to a row or a column."""
    rows = {frozenset(s for s in squares if s.row == row) for row in {s.row for s in squares}}
    columns = {s.column for s in squares}
    lines = rows | {frozenset(s for s in squares if s.column == column) for column in columns}
    seen = set()
    for one, other in combinations(sorted(lines, key=sorted), 2):
        if one | other != squares:
            continue
        # Where they cross, the tile may belong to either.
        for part in (one, other, one - other, other - one):
            if part and part != squares and part not in seen:
                seen.add(part)
                yield part
