"""Whole games by chance: racks from a bag, tiles laid past what lies there, nothing looked up."""

from __future__ import annotations

from random import Random

from engine.events import Exchanged, Passed, Played
from engine.game import Game
from engine.records.record import GameRecord
from engine.records.remarks import Remarks
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile

TRIES = 30
"""Places that are tried for a play before a turn is passed."""


def random_game(record: GameRecord, seed: int, turns: int) -> tuple[GameRecord, Game]:
    """A game of so many turns at most, and its record with the racks that were held."""
    chance, game = Random(seed), record.begin()
    bag = [tile for tile, n in game.state.variant.tile_set.counts.items() for _ in range(n)]
    chance.shuffle(bag)
    racks: dict[str, list[Tile]] = {side: [] for side in record.sides}
    held: dict[int, str] = {}
    while len(game.events) < turns and game.state.over is None:
        side = game.state.turn
        assert side is not None
        for one in racks.values():
            while bag and len(one) < game.state.variant.rack_size:
                one.append(bag.pop())
        event: Played | Exchanged | Passed = Passed(side)
        after = game
        for _ in range(TRIES):
            event = _played(game, side, racks[side], chance)
            tried = game.added(event)
            if isinstance(tried, Game):
                after = tried
                break
        else:
            event = Exchanged(side, 2) if len(bag) >= game.state.variant.rack_size else Passed(side)
            tried = game.added(event)
            assert isinstance(tried, Game), tried
            after = tried
        held[len(game.events)] = "".join(sorted(racks[side]))
        if isinstance(event, Played):
            for tile in event.tiles.values():
                racks[side].remove(UNKNOWN_BLANK if tile.islower() else tile)
        game = after
    remarks = Remarks({}, {}, held, {}, ())
    return GameRecord(
        record.variant,
        record.language,
        record.sides,
        record.options,
        record.layout,
        events=game.events,
        remarks=remarks,
    ), game


def _played(game: Game, side: str, rack: list[Tile], chance: Random) -> Played:
    """Some tiles of the rack, from a square on or a little before it, past what lies there."""
    state = game.state
    near = sorted(state.position.tiles) or [*state.variant.layout.starts]
    direction = chance.choice([*Direction])
    square = chance.choice(near).step(direction, -chance.randrange(3))
    letters = [*state.variant.tile_set.letters]
    tiles: dict[Square, Tile] = {}
    for tile in chance.sample(rack, min(len(rack), chance.choice((1, 2, 2, 3, 4, 5, 7)))):
        while square in state.position.tiles:
            square = square.step(direction)
        tiles[square] = chance.choice(letters).lower() if tile == UNKNOWN_BLANK else tile
        square = square.step(direction)
    return Played(side, tiles)
