"""What is left on racks at the end: what the rules leave possible, and what a picture shows.

Pure, and knows no button and no question; a side's tiles are whatever lies on squares that were
empty before, in whatever row. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from device.session.questions import tile_name
from device.session.state import TableState
from device.texts import Message
from engine.events import Side
from engine.position import EMPTY
from engine.squares import Square
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile
from vision.change_odds import weigh_changes
from vision.doubt import ASK_PLAY_BELOW, INDEX, Doubt, doubt_about, possible
from vision.follow import SEEN
from vision.reading import LABELS, Probabilities, Refusal
from vision.seen_before import Bare
from vision.tiles_left import weigh_letters


def to_name(game: State, named: Mapping[Side, str]) -> tuple[Side, ...]:
    """The sides whose racks are still wanted, in their order; none where the last one follows."""
    unknown = tuple(
        side
        for side in game.sides
        if side not in named
        and side not in game.held
        and (game.racks[side] or not game.variant.holds_racks)
    )
    return () if len(unknown) == 1 and follows(game) else unknown


def follows(game: State) -> bool:
    """Whether the racks are all that is unseen, so that the last one is what the others leave."""
    return game.bag == 0 and game.adds_up


def only_counts(game: State) -> bool:
    """Whether the score wants to know how many tiles are left, and not which (JUN-END-02,
    TOP-END-04). Where tiles are counted that follows from the plays, and nothing is asked."""
    rule = game.variant.settlement
    return rule is not None and rule.each is not None


def how_many(game: State, side: Side) -> int | None:
    """How many tiles this side must have left; None where nobody can know."""
    return game.racks[side] if game.adds_up else None


def left(game: State, named: Mapping[Side, str]) -> Counter[Tile]:
    """The tiles that can be on the racks not yet named, "?" for blanks."""
    if not game.variant.counted:
        return Counter(game.variant.tile_set.counts)
    elsewhere = "".join(game.held.values()) + "".join(named.values())
    return Counter(game.unseen) - Counter(elsewhere)


def worth(game: State, tiles: str) -> int:
    """What this side loses for these tiles (CLA-END-03)."""
    rule = game.variant.settlement
    if rule is not None and rule.each is not None:
        return rule.each * len(tiles)
    return sum(map(game.variant.tile_set.value, tiles))


def why_not(game: State, side: Side, named: Mapping[Side, str], tiles: str) -> Message | None:
    """Why these can't be the tiles that a side has left; None if they can."""
    impossible = Counter(tiles) - left(game, named) if game.variant.counted else Counter[Tile]()
    number = how_many(game, side)
    if not impossible and number in (None, len(tiles)):
        return None
    for other, theirs in named.items():
        if theirs and Counter(theirs) <= Counter(tiles):
            return take_off(other)
    if impossible:
        letters = spelled(game, "".join(impossible.elements()))
        values: dict[str, str | int] = {"side": side, "tiles": letters}
        return Message("{side} can't have {tiles}: no more of that can be left.", values)
    values = {"side": side, "n": number or 0, "m": len(tiles)}
    return Message("{side}: the number of tiles left must be {n}, not {m}.", values)


def take_off(side: Side) -> Message:
    """A side's tiles were counted and lie there still."""
    return Message("{side}'s tiles still lie there: take them off first.", {"side": side})


def spelled(game: State, tiles: str) -> str:
    """Tiles one by one, as they are read out; "?" for a blank."""
    return ", ".join(game.variant.tile_set.text(tile) for tile in tiles)


def tile_told(game: State, tile: Tile) -> Message:
    """A tile, or nothing, as an answer."""
    if tile in (EMPTY, UNKNOWN_BLANK):
        return tile_name(tile)
    return Message("{letter}", {"letter": spelled(game, tile)})


def rack_told(game: State, side: Side, tiles: str, *, hidden: bool = False) -> Message:
    """What a side has left, as it is said. `hidden`: points are hidden until the end."""
    if not tiles:
        return Message("{side} has nothing left.", {"side": side})
    if only_counts(game):
        return Message("{side}: tiles left: {n}.", {"side": side, "n": len(tiles)})
    values: dict[str, str | int] = {
        "side": side,
        "tiles": spelled(game, tiles),
        "points": worth(game, tiles),
    }
    if hidden:
        return Message("{side} has left: {tiles}.", values)
    return Message("{side} has left: {tiles}, worth {points}.", values)


# What a picture shows


@dataclass(frozen=True, eq=False)
class Shown:
    """The tiles that lie where none were believed to lie, row by row, and which aren't sure."""

    tiles: Mapping[Square, Tile]
    doubts: tuple[Doubt, ...] = ()

    @property
    def letters(self) -> str:
        return "".join(self.tiles.values())


def shown(state: TableState, told: Mapping[Square, Tile]) -> Shown:
    """What the last picture shows of a rack; `told`: what the players said of some squares.

    It isn't what a turn's picture is taken for: no rule of play says where a rack is laid, so that
    every square is judged by itself.
    """
    game, sight = state.game.state, state.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return Shown({})
    before, variant = state.followed, game.variant
    bare = before.bare or Bare.unknown(before.position.size)
    reading, _ = weigh_changes(sight.reading, bare, before.position, variant.layout)
    if variant.counted:
        reading = weigh_letters(reading, before.position, before.evidence, variant.tile_set)
    seen = possible(reading.probabilities, variant.tile_set)
    tiles: dict[Square, Tile] = {}
    doubts: list[Doubt] = []
    for square in _showing(seen):
        if square in before.position.tiles or reading.covered[square.row, square.column] >= SEEN:
            continue
        tile = told.get(square) or _likeliest(seen, square)
        if tile != EMPTY:
            tiles[square] = tile
        if square not in told and not _sure(seen, square, tile, only_counts(game)):
            doubts.append(doubt_about(square, seen[square.row, square.column]))
    return Shown(tiles, tuple(doubts))


def _showing(seen: Probabilities) -> Iterator[Square]:
    """The squares that show a tile, row by row."""
    for row, column in np.argwhere(seen[..., INDEX[EMPTY]] <= 1 - SEEN):
        yield Square(int(column), int(row))


def _likeliest(seen: Probabilities, square: Square) -> Tile:
    tiles = seen[square.row, square.column].copy()
    tiles[INDEX[EMPTY]] = 0.0
    return LABELS[int(tiles.argmax())]


def _sure(seen: Probabilities, square: Square, tile: Tile, any_tile: bool) -> bool:
    odds = seen[square.row, square.column]
    surely = 1 - odds[INDEX[EMPTY]] if any_tile else odds[INDEX[tile]]
    return bool(surely >= ASK_PLAY_BELOW)
