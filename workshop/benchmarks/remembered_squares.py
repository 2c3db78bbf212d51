"""Whether squares that changed are read again, and how many that didn't: rendered boards before and
after tiles were laid, in another light, the grid found a little off where it was.

    python -m workshop.benchmarks.remembered_squares [--boards N]

A column is a number that vision/square/memory.py could have for BARE_CHANGE, a row one for
OF_ITS_OWN.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from vision.reading import Grid
from vision.square import memory
from vision.square.warp import cut_squares
from workshop.benchmarks.reading_sets.drawing import laid
from workshop.benchmarks.reading_sets.failures import (
    CLASSIC,
    LAYINGS,
    as_made,
    pale_on_pale,
    wooden,
)
from workshop.benchmarks.reading_sets.looks import look_of
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.scene import board_on_table
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Stance,
    expose,
    lighten,
    ordinary_light,
    random_light,
)

SEED = 23
BLANKS, LETTERS = 5, 3
"""Laid on each board, on any bare squares: more than in a play, so that there is much to count."""

JITTER = 0.02
"""Squares by which the grid's corners are found aside from picture to picture (sigma)."""

BARE_CHANGES = (2.0, 3.0, 4.0, 6.0)
OF_THEIR_OWN = (0.02, 0.05, 0.1)
DRESSES = (as_made, pale_on_pale, wooden, as_made)


@dataclass(frozen=True, eq=False)
class Pair:
    """A board's squares in two pictures, [n, ...]; `bare` before and after, `blank` and `letter`
    what was laid on bare squares between them."""

    before: memory.Blocks
    after: memory.Blocks
    bare: NDArray[np.bool_]
    blank: NDArray[np.bool_]
    letter: NDArray[np.bool_]


def pair(number: int, seed: int = SEED) -> Pair:
    """The pair of that number."""
    rng = np.random.default_rng([seed, number])
    position = laid(CLASSIC, number % LAYINGS, seed)
    look = DRESSES[number % 4](look_of(game(*CLASSIC), number % 3 != 0, rng), rng)
    stance = Stance(
        tilt=float(rng.uniform(0, 20)),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-4, 4)),
        distance=float(rng.uniform(1.6, 4)),
    )
    size, square = range(position.size), float(rng.uniform(24, 40))
    places = [Square(c, r) for r, c in product(size, size) if Square(c, r) not in position.tiles]
    chosen = [places[i] for i in rng.permutation(len(places))[: BLANKS + LETTERS]]
    tiles = [*[UNKNOWN_BLANK] * BLANKS, *"IOE"[:LETTERS]]
    after = position.replaced(dict(zip(chosen, tiles, strict=True)))
    light = random_light(rng) if number % 5 == 0 else ordinary_light(rng)
    lens = LensFaults(
        blur=float(rng.uniform(0, 0.03)) * square, noise=float(rng.uniform(0.5, 3)), jpeg=85
    )
    blocks: list[memory.Blocks] = []
    for lies, lit in ((position, light), (after, _later(light, number, rng))):
        still = np.random.default_rng([seed, number, 1])
        scene = board_on_table(lies, look, stance, square, still)
        picture = expose(lighten(scene.picture, lit, rng), lens, rng)
        found = np.array(scene.grid.corners) + rng.normal(0, JITTER * square, (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in found)
        blocks.append(memory.block_means(cut_squares(picture, Grid((a, b, c, d), position.size))))

    def where(squares: list[Square]) -> NDArray[np.bool_]:
        board = np.zeros(position.size**2, np.bool_)
        board[[s.row * position.size + s.column for s in squares]] = True
        return board

    bare = where([s for s in places if s not in chosen])
    return Pair(blocks[0], blocks[1], bare, where(chosen[:BLANKS]), where(chosen[BLANKS:]))


def _later(light: Light, number: int, rng: np.random.Generator) -> Light:
    """The same light, another lamp with somebody's shadow, or the shadow alone."""
    if number % 3 == 0:
        return light
    if number % 3 == 1:
        brightness = light.brightness * float(rng.uniform(0.9, 1.1))
        return replace(light, brightness=brightness, shadow=float(rng.uniform(0.15, 0.45)))
    return replace(light, shadow=float(rng.uniform(0.05, 0.45)), direction=light.direction + 30)


def main() -> int:
    """Exit status 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=160)
    boards = parser.parse_args().boards
    cv2.setNumThreads(1)
    numbers = track(range(boards), "boards", console=Console(stderr=True))
    pairs = [pair(number) for number in numbers]
    rows = []
    for own in OF_THEIR_OWN:
        cells = []
        for change in BARE_CHANGES:
            missed, again = _counts(pairs, change, own)
            cells.append(f"{missed} / {again:.2f}")
        rows.append((f"{own:.2f}", *cells))
    blanks, letters = (sum(int(getattr(p, of).sum()) for p in pairs) for of in ("blank", "letter"))
    title = f"Of {blanks} blanks and {letters} letters unnoticed / share of the bare read again"
    print_table(title, ("of its own", *(f"{c:.0f} steps" for c in BARE_CHANGES)), rows)
    return 0


def _counts(pairs: list[Pair], change: float, own: float) -> tuple[int, float]:
    """How many laid tiles are taken for the bare squares that were there, and which share of those
    that stayed bare is read again."""
    kept = memory.BARE_CHANGE, memory.OF_ITS_OWN
    try:
        memory.BARE_CHANGE, memory.OF_ITS_OWN = change, own
        missed, again, bare = 0, 0, 0
        for each in pairs:
            tiles = ~(each.bare | each.blank | each.letter)
            same = memory.unchanged(each.before, each.after, tiles)
            missed += int((same & (each.blank | each.letter)).sum())
            again += int((~same & each.bare).sum())
            bare += int(each.bare.sum())
    finally:
        memory.BARE_CHANGE, memory.OF_ITS_OWN = kept
    return missed, again / bare


if __name__ == "__main__":
    raise SystemExit(main())
