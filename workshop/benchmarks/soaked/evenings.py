"""The evenings that a long run plays: those that ship, and others that are made up from a seed.

An evening that is made up is a script like any other, written from plays that engine/search.py
finds, so that what was laid is known from the text alone. Knows no table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from device.cli.demo import shipped_evenings
from device.simulator.expected_game import game_laid
from device.simulator.lines import (
    Evening,
    EveningError,
    Lay,
    Mishap,
    RollLetter,
    Rolls,
    ScriptStep,
    WaitSeconds,
)
from device.simulator.script import read_evening
from engine.events import Challenged, Event, Exchanged, Passed, Played
from engine.faults import Fault
from engine.found_plays import FoundPlay
from engine.game import Game
from engine.hands import SKIPPED
from engine.search import all_plays
from engine.tiles import letter_of
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon, shipped_lexicon

MADE_UP = ("classic", "nhl", "nhl-peewee", "nhl-professional", "junior", "topword")
"""Games of which evenings are made up; dice and clocks have those that ship."""

LEVELS = "nhl-professional"
"""Its sides have levels."""

NAMES = ("Ann", "Ben", "Cleo", "Dan")
EASY_MISHAPS = frozenset({"stuck", "unplugged", "calm"})
"""Mishaps that need no drawn picture."""

THINKS = (15.0, 150.0)
"""Seconds for which somebody thinks before a turn, from … to."""

THINKING = 0
"""The line of a wait that no script has."""

MOST_TURNS = 24


@dataclass(frozen=True)
class Night:
    """An evening to be played: `drawn` in whole pictures that the real reader reads, else in small
    ones; `made_up`: from a seed."""

    evening: Evening
    variant: Variant
    drawn: bool
    made_up: bool

    @property
    def clocked(self) -> bool:
        """Whether turns are made with dice or against a clock."""
        return self.variant.letter_dice is not None or self.variant.letter_clock is not None

    @property
    def timed(self) -> bool:
        """Whether a clock of any kind may run."""
        extras = self.evening.header.extras
        return self.clocked or bool(extras.side_clock or extras.turn_seconds or extras.tournament)


def nights(seed: int, drawn_every: int, only: str = "") -> Iterator[Night]:
    """Evenings without end: all that ship in another order each time, one made up after each;
    every so many of them drawn in whole (0: only those that have to be). `only`: those whose names
    begin so, and of such games; ValueError if there are none."""
    chance = Random(f"{seed} nights")
    paths = {name: path for name, path in shipped_evenings().items() if name.startswith(only)}
    games = [name for name in MADE_UP if name.startswith(only)]
    if not paths and not games:
        raise ValueError(f"there is no evening and no game whose name begins with {only!r}")
    numbers = count(1)

    def marked(night: Night) -> Night:
        drawn = drawn_every > 0 and next(numbers) % drawn_every == 0
        return replace(night, drawn=night.drawn or drawn)

    while True:
        names = sorted(paths)
        chance.shuffle(names)
        for name in names or [""]:
            if name:
                yield marked(_shipped(paths[name].read_text(encoding="utf-8"), name))
            if games:
                yield marked(made_up(chance, games))


def _shipped(text: str, name: str) -> Night:
    evening, variant = read_evening(text, name)
    mishaps = {step.what for step in evening.steps if isinstance(step, Mishap)}
    return Night(evening, variant, drawn=bool(mishaps - EASY_MISHAPS), made_up=False)


def at_leisure(night: Night, chance: Random) -> Night:
    """The same by people who think before their turns."""
    steps: list[ScriptStep] = []
    before = (RollLetter, Rolls) if night.clocked else (Lay,)
    for step in night.evening.steps:
        if isinstance(step, before) and not night.evening.header.lobby:
            steps.append(WaitSeconds(chance.uniform(*THINKS), THINKING))
        steps.append(step)
    return replace(night, evening=replace(night.evening, steps=tuple(steps)))


# --- made up ---


def made_up(chance: Random, games: Sequence[str]) -> Night:
    """An evening of one of these games."""
    while True:
        name = chance.choice(games)
        seed = chance.randrange(10**9)
        text = written(name, Random(seed))
        try:
            evening, variant = read_evening(text, f"{name}-{seed}")
            game_laid(evening, variant)
        except EveningError:
            continue  # a word that a challenge takes off may stand elsewhere
        return Night(evening, variant, drawn=False, made_up=True)


def written(name: str, chance: Random) -> str:
    """The script of an evening of this game."""
    variant = load_variant(name, "en")
    sides = NAMES[: chance.randint(max(2, variant.sides[0]), min(4, variant.sides[1]))]
    if name == LEVELS:
        variant = load_variant(name, "en", {"levels": dict.fromkeys(sides, "goal")})
    lexicon = shipped_lexicon("en").with_game_words(variant.extra_words)
    table = _Writing(variant, sides, lexicon, chance)
    for _ in range(chance.randint(8, MOST_TURNS)):
        if not table.turn():
            break
    head = [f"game {name}", "language en", f"sides {' '.join(sides)}"]
    if name == LEVELS:
        levels = ", ".join(f'{side} = "goal"' for side in sides)
        head.append(f"option levels {{{levels}}}")
    head += [f"words {word}" for word in sorted(table.good - table.bad)] or ["words ZZZ"]
    return "\n".join([*head, *table.lines, ""])


class _Writing:
    """Writes turn after turn, and keeps what lies there."""

    def __init__(
        self, variant: Variant, sides: tuple[str, ...], lexicon: Lexicon, chance: Random
    ) -> None:
        self._variant, self._lexicon, self._chance = variant, lexicon, chance
        self.game = Game.begin(variant, sides)
        bag = list(Counter(variant.tile_set.counts).elements())
        chance.shuffle(bag)
        self._bag = bag
        self._racks = {side: self._drawn([]) for side in sides}
        self.lines: list[str] = []
        self.good: set[str] = set()
        self.bad: set[str] = set()

    def turn(self) -> bool:
        """A turn is written; False where the game is over."""
        state = self.game.state
        side = state.turn
        if side is None or state.over is not None:
            return False
        rack, kind = self._racks[side], self._chance.random()
        plays = all_plays(self._variant, state.position, rack, self._lexicon)
        fitting = [play for play in plays[:40] if not set(play.words) & self.bad]
        if not fitting or (kind < 0.05 and len(self._bag) >= self._variant.rack_size):
            return self._exchange_or_pass(side)
        play = self._chance.choice(fitting)
        after = self.game.added(Played(side, play.tiles))
        if isinstance(after, Fault):
            return False
        falls = kind > 0.93 and after.state.over is None and play.words[0] not in self.good
        self.lines.append(f"lay {side} {play.start} {_written(play, self.game)}")
        if falls:
            self.bad.add(play.words[0])
            self.lines.append(f"press {side}")
            other = next(s for s in state.sides if s != side)
            self.lines.append(f"challenge {other} bad")
            self.good |= set(play.words[1:])
            # Whose turn it is then is the game's rule: the script is judged by it when it is read.
            return self._goes_on_after_challenge(after, other)
        self.lines.append(f"press {side}")
        self.good |= set(play.words)
        self.game = after
        self._racks[side] = self._drawn(_left(rack, play))
        return True

    def _goes_on_after_challenge(self, after: Game, other: str) -> bool:
        fallen = after.added(Challenged(other, False))
        if isinstance(fallen, Fault):
            return False
        self.game = fallen
        return True

    def _exchange_or_pass(self, side: str) -> bool:
        count = self._chance.randint(1, 3)
        event: Event = Exchanged(side, count)
        after = self.game.added(event)
        if isinstance(after, Fault) or self._chance.random() < 0.4:
            event = Passed(side)
            after = self.game.added(event)
            if isinstance(after, Fault):
                return False
            self.lines.append(f"pass {side}")
        else:
            self.lines.append(f"exchange {side} {count}")
        self.game = after
        return after.state.over is None

    def _drawn(self, rack: list[str]) -> list[str]:
        while len(rack) < self._variant.rack_size and self._bag:
            rack.append(self._bag.pop())
        return rack


def _written(play: FoundPlay, game: Game) -> str:
    """A play's word as a script has it: what lies there with it, blanks in lower case."""
    word = []
    for number, tile in enumerate(play.path):
        square = play.square.step(play.direction, number)
        there = game.state.position.at(square)
        shown = letter_of(there) if tile == SKIPPED and there is not None else tile
        word.append(game.state.variant.tile_set.spellings.get(shown, shown))
    return "".join(word)


def _left(rack: Sequence[str], play: FoundPlay) -> list[str]:
    left = list(rack)
    for tile in play.tiles.values():
        left.remove("?" if tile.islower() else tile)
    return left
