"""A classic game that two players type at a machine's keyboard: nothing of it is read by a camera,
so that a turn counts within a second.

The plays are made up, legal but no words; the rules say what the table must show after each. Knows
keys and points, and no wire. Tests: workshop/tests/test_machine_power_cuts.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import Played
from engine.faults import Fault
from engine.game import Game
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK
from engine.variants import load_variant
from workshop.machine.page import Fields

LENGTHS = (1, 1, 1, 2)
"""New tiles of a play: few, so that a game has many."""


BAG = "Tiles in the bag: {n}"
"""How a table says what is in the bag."""


@dataclass(frozen=True)
class Typed:
    """A play as it's typed, and the game when it counts."""

    keys: str
    game: Game


def begun_by(sides: tuple[str, str]) -> Game:
    """Before the first play."""
    return Game.begin(load_variant("classic", "en"), sides)


def next_play(game: Game, chance: random.Random) -> Typed:
    """A play of the side whose turn it is, somewhere on the board."""
    places = list(_places(game))
    while True:
        start, direction = chance.choice(places)
        letters = [letter for letter, n in _left(game).items() for _ in range(n)]
        word = chance.sample(letters, chance.choice(LENGTHS) if game.events else 2)
        squares = [start.step(direction, number) for number in range(len(word))]
        if any(square in game.state.position.tiles for square in squares):
            continue
        played = Played(game.state.turn or "", dict(zip(squares, word, strict=True)))
        after = game.added(played)
        if not isinstance(after, Fault):
            return Typed(f"{start.start_name(direction)} {''.join(word)}".lower(), after)


def _left(game: Game) -> dict[str, int]:
    return {letter: n for letter, n in game.state.unseen.items() if letter != UNKNOWN_BLANK}


def _places(game: Game) -> Iterator[tuple[Square, Direction]]:
    """Where a play can begin: on the start, or next to a tile."""
    position = game.state.position
    size = range(position.size)
    for square in (Square(column, row) for row in size for column in size):
        touches = any(one in position.tiles for one in square.neighbours())
        at_start = not position.tiles and square == Square(position.size // 2, position.size // 2)
        if square not in position.tiles and (touches or at_start):
            for direction in Direction:
                yield square, direction


def shown_of(game: Game) -> dict[str, str]:
    """What the page must say of a game, by the names of docs/onlookers.md."""
    state = game.state
    points = {f"p{seat}_score": str(total) for seat, total in enumerate(state.totals.values(), 1)}
    return {**points, "turn": state.turn or "", "unseen_count": BAG.format(n=state.bag)}


def says(game: Game, said: Fields) -> bool:
    """Whether the page shows the game as it is."""
    return bool(said) and all(said[name] == text for name, text in shown_of(game).items())


def keys_of(typed: str) -> list[str]:
    """QEMU's names of the keys for what is typed, with Enter at the end."""
    return [{" ": "spc"}.get(key, key) for key in typed] + ["ret"]
