"""What a screen shows of a settlement: the rack that is wanted, those before it, the tiles unseen.

Worked out from a table's state alone, in one language; knows no screen.
Tests: tests/device/test_views.py, tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from device.phase_views import tiles_line
from device.score_sheet import tile_face
from device.session.racks import how_many
from device.session.state import Settling, TableState
from device.texts import Texts
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile


@dataclass(frozen=True)
class RackTile:
    """A tile on a rack: what it shows, its points, whether it is a blank, and how many such there
    are."""

    face: str
    points: int
    blank: bool = False
    count: int = 1


@dataclass(frozen=True)
class SettlingView:
    """`tiles`: what was named of the rack that is wanted; `places`: how many it holds, None where
    nobody can know. `racks`: those named before it, each with its side. `left`: the tiles that are
    still to be found, `left_label` what stands above them, and `unseen` both as one line."""

    tiles: tuple[RackTile, ...]
    places: int | None
    racks: tuple[tuple[str, tuple[RackTile, ...]], ...]
    left: tuple[RackTile, ...]
    left_label: str
    unseen: str


def settling_view(table: TableState, texts: Texts) -> SettlingView | None:
    """The rack that is wanted."""
    phase, state = table.where, table.game.state
    if not isinstance(phase, Settling):
        return None
    known = "".join(letters for _, letters in phase.named) + phase.letters
    left = Counter(state.unseen)
    left.subtract(Counter(known))
    return SettlingView(
        tuple(_tile(tile, state) for tile in phase.letters),
        how_many(state, phase.side),
        tuple((side, tuple(_tile(t, state) for t in letters)) for side, letters in phase.named),
        tuple(_tile(tile, state, left[tile]) for tile in in_order(left) if left[tile] > 0),
        texts("Tiles left"),
        texts("Tiles left: {tiles}", tiles=tiles_line(left, state)),
    )


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Letters in their order, blanks last."""
    return sorted(tiles, key=lambda tile: (tile == UNKNOWN_BLANK, tile))


def _tile(tile: Tile, state: State, count: int = 1) -> RackTile:
    tile_set = state.variant.tile_set
    return RackTile(tile_face(tile_set, tile), tile_set.value(tile), tile == UNKNOWN_BLANK, count)
