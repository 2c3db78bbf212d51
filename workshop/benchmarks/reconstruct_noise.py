"""How plays are followed through readings that are honest but imperfect.

    python -m workshop.benchmarks.reconstruct_noise [--games N]

Games of random legal plays; every picture is a made-up reading in which a square read at 0.9 is
right nine times of ten. The table shows, by how much of each reading is wrong, what became of the
plays: right, asked about, or wrong without a question, and how long following one picture took.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from engine.plays import Play, place
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, piece_of
from engine.variants import Variant, load_variant
from vision.game.doubt import INDEX
from vision.game.follow import Followed, follow
from vision.game.reconstruct import Change
from vision.reading import LABELS, Grid, Reading

NOISE = (0.0003, 0.001, 0.003, 0.01)
"""Shares of wrong squares; the reader's own on boards it has never seen is about 0.003."""

PLAYS = 20


def random_game(rules: Variant, rng: np.random.Generator) -> Iterator[tuple[Position, set[Square]]]:
    """The board after each play of a game, and the squares of that play."""
    size = rules.layout.size
    position = Position(size)
    bag = [tile for tile, count in rules.tile_set.counts.items() for _ in range(count)]
    rng.shuffle(bag)
    played = 0
    while played < PLAYS and len(bag) >= rules.rack_size:
        direction = Direction.ACROSS if rng.random() < 0.5 else Direction.DOWN
        line, first = int(rng.integers(size)), int(rng.integers(size))
        count = int(rng.integers(1, rules.rack_size + 1))
        start = Square(first, line) if direction is Direction.ACROSS else Square(line, first)
        steps = (start.step(direction, by) for by in range(size))
        free = [s for s in steps if rules.layout.holds(s) and s not in position.tiles][:count]
        tiles: dict[Square, Tile] = dict(zip(free, bag, strict=False))
        if isinstance(place(rules, position, tiles), Play):
            position, bag, played = position.laid(tiles), bag[len(tiles) :], played + 1
            yield position, set(tiles)


def noisy_reading(position: Position, noise: float, rng: np.random.Generator) -> Reading:
    """A calibrated reading of a position of which a share of the squares is wrong."""
    size = position.size
    seen = np.zeros((size, size, len(LABELS)), np.float32)
    for row, column in np.ndindex(size, size):
        tile = position.at(Square(column, row))
        true = INDEX["." if tile is None else piece_of(tile)]
        unsure = rng.beta(0.3, 0.3 / noise - 0.3)
        others = rng.dirichlet(np.full(len(LABELS), 0.1)) + 1e-9
        others[true] = 0
        others /= others.sum()
        chances = others * unsure
        chances[true] = 1 - unsure
        if rng.random() < unsure:
            drawn = int(rng.choice(len(LABELS), p=others))
            chances[[true, drawn]] = chances[[drawn, true]]
        seen[row, column] = chances / chances.sum()
    side = float(size)
    grid = Grid(((0, 0), (side, 0), (side, side), (0, side)), size)
    return Reading(grid, seen, np.zeros((size, size), np.float32))


def judge(rules: Variant, noise: float, games: int) -> Counter[str]:
    tally: Counter[str] = Counter()
    for seed in range(games):
        rng = np.random.default_rng(seed)
        state = Followed.start(rules.layout.size)
        for position, laid in random_game(rules, rng):
            reading = noisy_reading(position, noise, rng)
            begun = time.process_time()
            state, seen = follow(state, reading, rules)
            tally["microseconds"] += round((time.process_time() - begun) * 1e6)
            asked = {doubt.square for doubt in seen.doubts}
            right = all(seen.tiles.get(s) == piece_of(position.tiles[s]) for s in laid)
            if seen.change is Change.UNCLEAR or (not right and laid & asked):
                tally["asked"] += 1
            elif right and (seen.change is Change.PLAY or seen.tiles.keys() != laid):
                tally["right"] += 1
            else:
                tally["silent"] += 1
            tally["plays"] += 1
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="random games a line (10)")
    games: int = parser.parse_args().games
    rules = load_variant("classic", "en")
    print(f"{'wrong squares':>13} {'plays':>6} {'right':>6} {'asked':>6} {'silent':>6} {'ms':>6}")
    for noise in NOISE:
        tally = judge(rules, noise, games)
        pace = tally["microseconds"] / tally["plays"] / 1000
        cells = [f"{tally[name]:>6}" for name in ("plays", "right", "asked", "silent")]
        print(f"{noise:>13.2%} {' '.join(cells)} {pace:>6.1f}")


if __name__ == "__main__":
    main()
