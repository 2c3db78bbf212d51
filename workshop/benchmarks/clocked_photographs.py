"""Photographed games played as Party: the same words, but rolled for and laid against the clock.

What is planned by a seed (how each turn goes, in which zone its clock stops), and what is then true
by the engine. Knows no camera. Tests: workshop/tests/test_photographed_clocks.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from device.simulator.lines import Lay
from engine.circumstances import Zone
from engine.events import Accepted, ClockStarted, ClockStopped, Dinged, Event, Played, Rolled, Side
from engine.game import Game
from engine.squares import Square
from engine.tiles import Letter, Tile, is_blank
from engine.variants import Variant, load_variant
from workshop.benchmarks.photographed_games import SIDES, Shot, added, turn_of
from workshop.benchmarks.reading_sets.photographs import Photograph

ZONE_SECONDS = 6
AHEAD = 5.5
"""Seconds of the clock between a stop that was too early and the word."""
"""Short zones, so that an evening of frames is soon over."""

ZONES = tuple(Zone)


class Course(StrEnum):
    """How a turn goes."""

    STOPPED = "stopped"
    """The word lies there, and then its side stops the clock."""
    EARLY = "early"
    """The clock is stopped first; then the word is laid, and finished late."""
    DINGED = "dinged"
    """The word lies there, but the clock isn't stopped."""
    NO_WORD = "no word"
    """The clock runs out on a side that has laid nothing."""


COURSES = (
    (Course.STOPPED, 0.6),
    (Course.EARLY, 0.24),
    (Course.DINGED, 0.08),
    (Course.NO_WORD, 0.08),
)
"""How often each is drawn."""


@dataclass(frozen=True, eq=False)
class Turn:
    """One turn of a photographed game: `lay` is its word, None where none is laid.

    `letter`: what is rolled; `at`: seconds on the clock when it is stopped, or when a hand comes
    over the board of a clock that runs out. `lying`: the photographs of the board without the word,
    the last of them not shown before if there are two; `photograph`: with it. `before` and `after`:
    the true game.
    """

    course: Course
    letter: Letter
    at: float
    lay: Lay | None
    photograph: Photograph
    lying: tuple[Photograph, ...]
    before: Game
    after: Game

    @property
    def side(self) -> Side:
        return turn_of(self.before)

    @property
    def others(self) -> Side:
        return next(side for side in SIDES if side != self.side)

    @property
    def zone(self) -> Zone:
        """Where the clock stops."""
        return zone_at(self.at) if self.course in (Course.STOPPED, Course.EARLY) else ZONES[-1]


def zone_at(seconds: float) -> Zone:
    """The zone of a clock that has run for so long."""
    return ZONES[min(int(seconds // ZONE_SECONDS), len(ZONES) - 1)]


def party_of(photographed: Variant) -> Variant:
    """Party on the photographed board, with its tiles: Party's own sets have fewer of some letters
    than lie there, and none of the umlauts. The players have a letter die of their own."""
    options = {"clock_seconds": [ZONE_SECONDS] * len(ZONES)}
    variant = load_variant("party", "en", options, photographed.layout)
    return replace(variant, tile_set=photographed.tile_set)


def turns_against_clock(shots: Sequence[Shot], seed: int) -> tuple[list[Turn], list[str]]:
    """The photographed game as Party, turn by turn, and a sentence for each play left out.

    A play that was challenged off is left out: its side would have had to lay another letter. One
    of blanks alone can't be rolled for, and the game ends before it.
    """
    rng = np.random.default_rng([seed, 14])
    game = Game.begin(party_of(shots[0].after.state.variant), SIDES)
    turns: list[Turn] = []
    left_out: list[str] = []
    lying: list[Photograph] = []
    for number, shot in enumerate(shots):
        name = shot.photograph.path.name
        following = shots[number + 1] if number + 1 < len(shots) else None
        if following is not None and following.fell is not None:
            left_out.append(f"{name}: {following.fell.word} is left out, it was challenged off")
            continue
        if shot.lay is None:
            lying.append(shot.photograph)
            continue
        letters = sorted(t for t in shot.lay.tiles.values() if not is_blank(t))
        if not letters:
            left_out.append(f"{name}: blanks alone can't be rolled for, the game ends here")
            break
        letter = letters[int(rng.integers(len(letters)))]
        again = tuple(lying[-2:])
        for course, at in _courses(rng, bool(again)):
            side, before = turn_of(game), game
            lay = None if course is Course.NO_WORD else replace(shot.lay, side=side)
            for event in _events(course, letter, at, side, shot.lay.tiles):
                game = added(game, event)
            turns.append(Turn(course, letter, at, lay, shot.photograph, again, before, game))
        lying = [shot.photograph]
    return turns, left_out


def _courses(rng: np.random.Generator, lay_before: bool) -> Iterator[tuple[Course, float]]:
    """How it goes until a word lies there. Without a photograph of the board as it lay before,
    a turn without tiles can't be shown."""
    shares = [share for _, share in COURSES]
    while True:
        drawn, _ = COURSES[int(rng.choice(len(COURSES), p=shares))]
        course = drawn if lay_before else Course.STOPPED
        early = course is Course.EARLY
        zone = int(rng.integers(1 if early else 0, len(ZONES)))
        # A hand needs its time in the first zone, a stop that is too early needs it before;
        # no clock is stopped just where a zone ends.
        first = 2.5 if zone == int(early) else 0.5
        yield course, zone * ZONE_SECONDS + float(rng.uniform(first, ZONE_SECONDS - 0.5))
        if course is not Course.NO_WORD:
            return


def _events(
    course: Course, letter: Letter, at: float, side: Side, tiles: Mapping[Square, Tile]
) -> tuple[Event, ...]:
    """What a turn that goes so consists of, its word being there when the clock shows `at`."""
    others = next(one for one in SIDES if one != side)
    begun = (Rolled(side, letter), ClockStarted(others))
    played, stopped = Played(side, tiles), ClockStopped(side, zone_at(at))
    match course:
        case Course.STOPPED:
            return (*begun, played, stopped, Accepted())
        case Course.EARLY:
            too_early = ClockStopped(side, zone_at(at - AHEAD))
            return (*begun, too_early, played, stopped, Accepted())
        case Course.DINGED:
            return (*begun, played, Dinged(), Accepted())
        case Course.NO_WORD:
            return (*begun, Dinged())
