"""Whole games for a camera: played by the engine's search, photographed once a turn.

A picture shows a play, the same board again, or a play taken back. The board may be turned
towards the next player before each of them. Everything follows from the seed.
Tests: workshop/tests/test_evenings.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile
from engine.variants import Variant
from vision.reading import Grid, Picture
from workshop.benchmarks.reading_sets.conditions import Game, Range
from workshop.benchmarks.reading_sets.looks import look_of
from workshop.benchmarks.reading_sets.placements import game, turns
from workshop.benchmarks.reading_sets.scene import board_on_table
from workshop.rendered.photograph import LensFaults, Light, Stance, expose, lighten

SAME_EVERY, TAKEN_BACK = 4, 7
"""Every fourth play is photographed twice; the seventh is taken back and laid again."""


class Kind(StrEnum):
    """What a picture shows compared with the one before."""

    PLAY = "play"
    SAME = "same"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Evening:
    """A game to be watched: `turned`: by how many degrees between two pictures; `tilt`: degrees
    from straight above; `most`: plays at most; `well_made`: with a set as they are sold, not any
    that training draws."""

    game: Game
    turned: float = 0.0
    tilt: Range = (0, 8)
    square: float = 38.0
    most: int = 20
    well_made: bool = True


EVENINGS: Mapping[str, Evening] = MappingProxyType(
    {
        "classic-fixed": Evening(("classic", "en")),
        "classic-turned": Evening(("classic", "en"), turned=90),
        "classic-fr-turned": Evening(("classic", "fr"), turned=90),
        "classic-oblique-turned": Evening(("classic", "en"), turned=90, tilt=(25, 32)),
        "classic-three-sides": Evening(("classic", "fr"), turned=120, tilt=(0, 0)),
        "classic-facing": Evening(("classic", "en"), turned=180),
        "classic-any-make": Evening(("classic", "en"), well_made=False, most=40),
        "classic-30": Evening(("classic", "en"), tilt=(30, 30), square=44),
        "classic-45": Evening(("classic", "en"), tilt=(45, 45), square=44),
        "classic-60": Evening(("classic", "en"), tilt=(60, 60), square=44),
        "classic-pl": Evening(("classic", "pl")),
        "classic-es": Evening(("classic", "es")),
        "digraphs-es": Evening(("classic", "es-digraphs")),
        "digraphs-es-30": Evening(("classic", "es-digraphs"), tilt=(30, 30), square=44),
        "digraphs-es-45": Evening(("classic", "es-digraphs"), tilt=(45, 45), square=44),
        "digraphs-ca": Evening(("classic", "ca")),
        "digraphs-cy": Evening(("classic", "cy")),
        "digraphs-hr": Evening(("classic", "hr")),
        "digraphs-hu": Evening(("classic", "hu")),
        "party-fixed": Evening(("party", "fr")),
        "party-turned": Evening(("party", "en"), turned=90),
        "junior-fixed": Evening(("junior", "fr")),
        "junior-turned": Evening(("junior", "fr"), turned=90),
        "scramble-fixed": Evening(("scramble", "en"), square=52),
        "scramble-turned": Evening(("scramble", "en"), turned=90, square=52),
        "topword-fixed": Evening(("topword", "fr"), square=48),
        "topword-turned": Evening(("topword", "fr"), turned=90, square=48),
        "topword-oblique": Evening(("topword", "fr"), tilt=(20, 28), square=50),
    }
)
"""By name. Turned by a quarter as among four sides, by a half as between two face to face."""


@dataclass(frozen=True)
class Shown:
    """One picture of a game and the truth about it: `tiles` are those laid (or taken back)."""

    name: str
    kind: Kind
    picture: Picture
    grid: Grid
    position: Position
    tiles: Mapping[Square, Tile]
    score: int | None


@dataclass(frozen=True)
class Event:
    """What happens between two pictures."""

    kind: Kind
    position: Position
    tiles: Mapping[Square, Tile]
    score: int | None


def shown(evening: Evening, seed: int) -> Iterator[Shown]:
    """The pictures of a game, an empty board first."""
    rules = game(*evening.game)
    look = look_of(rules, evening.well_made, np.random.default_rng([seed, 1]))
    rng = np.random.default_rng([seed, 2])
    stance = Stance(
        tilt=float(rng.uniform(*evening.tilt)),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-4, 4)),
        distance=float(rng.uniform(2, 4)),
    )
    first = Event(Kind.SAME, Position(rules.layout.size), {}, None)
    for number, event in enumerate([first, *events(rules, evening.most, seed)]):
        lying = np.random.default_rng([seed, 3])
        angle = number * evening.turned % 360
        scene = board_on_table(event.position, look, stance, evening.square, lying, angle)
        light = Light(
            brightness=0.95 + float(rng.normal(0, 0.04)),
            gradient=0.1,
            direction=60.0,
            warmth=float(rng.normal(0, 0.02)),
        )
        lens = LensFaults(blur=0.4, noise=1.5)
        picture = expose(lighten(scene.picture, light, rng), lens, rng)
        yield Shown(
            f"{number:02}.jpg", event.kind, picture, scene.grid, event.position, event.tiles,
            event.score,
        )  # fmt: skip


def events(rules: Variant, most: int, seed: int) -> Iterator[Event]:
    """What happens in a game of so many plays at most. On a mat, the dice that go have gone by the
    next play."""
    for number, turn in enumerate(turns(rules, np.random.default_rng([seed, 4])), 1):
        play = Event(Kind.PLAY, turn.laid, turn.tiles, turn.scored.points)
        yield play
        if number == TAKEN_BACK and rules.letter_dice is None:
            yield Event(Kind.WITHDRAWN, turn.before, turn.tiles, None)
            yield play
        if number % SAME_EVERY == 0:
            yield Event(Kind.SAME, turn.laid, {}, None)
        if number == most:
            return
