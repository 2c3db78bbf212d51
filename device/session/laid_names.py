"""A name that lies on the board in tiles, before the game: read as it lies, not as a play.

One straight row of letters, wherever it is; no rule of play says where a name is laid. What becomes
of it is told in naming_sides.py. Tests: tests/device/test_laid_names.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from device.session.racks import shown
from device.session.state import TableState
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from vision.follow import SEEN
from vision.reading import Refusal

MOST_LETTERS = 12
"""A name is no longer: the settings' bound."""

FEWEST_TILES = 2
"""One tile alone is no name: it may have been left lying."""

PARTS = " -"
"""What a name's parts stand between."""


@dataclass(frozen=True)
class Laid:
    """The squares that show a tile, and the name that they spell: "" where that is none."""

    squares: frozenset[Square] = frozenset()
    name: str = ""


def laid(state: TableState) -> Laid:
    """What lies on the board by the last picture, "?" for blanks; doubtful letters as they most
    likely are, since nothing is taken without a press."""
    sight = state.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return Laid()
    tiles, tile_set = shown(state, {}).tiles, state.game.state.variant.tile_set
    squares = frozenset(tiles)
    if len(squares) < FEWEST_TILES or not _in_a_row(squares):
        return Laid(squares)
    letters = "".join(
        tiles[s] if tiles[s] == UNKNOWN_BLANK else tile_set.text(tiles[s]) for s in sorted(squares)
    )
    return Laid(squares, as_name(letters) if len(letters) <= MOST_LETTERS else "")


def still_there(state: TableState, squares: Set[Square]) -> frozenset[Square]:
    """Those of the squares that still show a tile, or that a hand hides."""
    sight = state.sight
    if sight is None or isinstance(sight.reading, Refusal) or not _fits(state):
        return frozenset(squares)
    covered, tiles = sight.reading.covered, shown(state, {}).tiles
    return frozenset(s for s in squares if s in tiles or covered[s.row, s.column] >= SEEN)


def as_name(letters: str) -> str:
    """Letters as a name is written: the first of each part is capital."""
    pairs = zip(" " + letters, letters, strict=False)
    return "".join(one.upper() if before in PARTS else one.lower() for before, one in pairs)


def _fits(state: TableState) -> bool:
    """Whether the picture was read as the board of the game that is chosen now."""
    sight, size = state.sight, state.game.state.variant.layout.size
    if sight is None or isinstance(sight.reading, Refusal):
        return False
    return bool(sight.reading.probabilities.shape[0] == size == state.followed.position.size)


def _in_a_row(squares: Iterable[Square]) -> bool:
    """Whether these are one row without a gap, across or down."""
    rows, columns = {s.row for s in squares}, {s.column for s in squares}
    along = columns if len(rows) == 1 else rows
    return min(len(rows), len(columns)) == 1 and max(along) - min(along) == len(along) - 1
