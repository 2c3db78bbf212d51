"""The device's own dice: Party's letter die and chance die, and letter dice from a cup.

A roll is fixed before any of it is shown; tumbling is a pure function of time that ends on it.
Knows no turn: whether a rolled letter is available is up to the engine.
Tests: tests/device/test_dice.py.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from random import Random
from secrets import SystemRandom

from engine.circumstances import ChanceFace
from engine.shipped_data import Filled, Status
from engine.variants.variant import LetterClock, Variant

FAIR: Random = SystemRandom()
"""The source of rolls: unpredictable, and without a seed."""

TUMBLES = tuple(1.4 * (number / 16) ** 2 for number in range(4, 17))
"""Seconds after which a tumbling die shows another face, more and more slowly; the last is the
rolled one. A real die takes about as long."""

NEXT_DIE = 0.15
"""Seconds by which each die of a roll stops later than the one before it."""


class Dice(StrEnum):
    """What can be rolled."""

    LETTER = "letter"
    CHANCE = "chance"
    SCRAMBLE = "scramble"


@dataclass(frozen=True)
class Die:
    """A die that shows one of its faces: letters, "?" a blank, or names of chance faces. A face
    that it has twice is twice as likely."""

    faces: tuple[str, ...]


@dataclass(frozen=True)
class Roll:
    """A fixed roll: these dice, these faces up. `numbers`: which dice of the cup they are."""

    dice: tuple[Die, ...]
    up: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def letters(self) -> str:
        """The faces in the form of a roll's event."""
        return "".join(self.up)


CHANCE_DIE = Die(tuple(ChanceFace))
"""PAR-EQU-10."""


def letter_die(clock: LetterClock) -> Die:
    """The letter die of a game (PAR-EQU-09, Q-PAR-20)."""
    return Die(tuple(clock.faces))


@cache
def load_dice(name: str) -> Filled:
    """The letter dice of a tile set, a text of faces for each, and their source; KeyError if there
    are none."""
    source = files("device") / "data" / "dice" / f"{name}.toml"
    if not source.is_file():
        raise KeyError(name)
    entry = tomllib.loads(source.read_text(encoding="utf-8"))["dice"]
    return Filled("dice", tuple(entry["value"]), Status(entry["status"]), entry["why"])


def letter_dice(game: Variant) -> tuple[Die, ...]:
    """All dice of a game played with them; ValueError for another game.

    A game with more dice than the set has starts it again, so each letter stays as likely.
    """
    if game.letter_dice is None:
        raise ValueError(f"{game.name} is played without letter dice")
    faces = load_dice(game.tile_set.name).value
    if not isinstance(faces, tuple):
        raise ValueError(f"data/dice/{game.tile_set.name}.toml: dice should be a list of texts")
    return tuple(Die(tuple(faces[n % len(faces)])) for n in range(game.letter_dice.number))


def rolled_die(die: Die, chance: Random = FAIR) -> Roll:
    """One die, rolled."""
    return Roll((die,), (chance.choice(die.faces),), (0,))


def rolled_from_cup(
    dice: Sequence[Die],
    count: int,
    chance: Random = FAIR,
    *,
    out: frozenset[int] = frozenset(),
) -> Roll:
    """This many dice drawn from the cup and rolled, or all that are in it if it has fewer
    (SCR-TUR-01, SCR-TUR-02). `out`: the numbers of those outside the cup."""
    within = [number for number in range(len(dice)) if number not in out]
    drawn = tuple(chance.sample(within, min(count, len(within))))
    up = tuple(chance.choice(dice[number].faces) for number in drawn)
    return Roll(tuple(dice[number] for number in drawn), up, drawn)


def faces_shown(roll: Roll, since: float, now: float) -> tuple[str, ...]:
    """The face that each die shows now, if it began to tumble then; in the end the roll.

    While it tumbles a die steps through its faces towards the rolled one, each time another.
    """
    return tuple(
        _face(die, up, len(TUMBLES) - _tumbled(number, since, now))
        for number, (die, up) in enumerate(zip(roll.dice, roll.up, strict=True))
    )


def tumbling(roll: Roll, since: float, now: float) -> tuple[bool, ...]:
    """Which of the dice are still tumbling."""
    return tuple(_tumbled(n, since, now) < len(TUMBLES) for n in range(len(roll.dice)))


def lies_still(roll: Roll, since: float, now: float) -> bool:
    """Whether every die shows its final face."""
    return not any(tumbling(roll, since, now))


def still_from(roll: Roll, since: float) -> float:
    """When the last die stops, or stopped."""
    return _time(max(len(roll.dice) - 1, 0), since, TUMBLES[-1])


def next_face(roll: Roll, since: float, now: float) -> float | None:
    """When the next face is due; None once all lie still."""
    times = []
    for number in range(len(roll.dice)):
        done = _tumbled(number, since, now)
        if done < len(TUMBLES):
            times.append(_time(number, since, TUMBLES[done]))
    return min(times, default=None)


def _tumbled(number: int, since: float, now: float) -> int:
    return bisect_right(TUMBLES, now, key=lambda tumble: _time(number, since, tumble))


def _time(number: int, since: float, tumble: float) -> float:
    return since + tumble + number * NEXT_DIE


def _face(die: Die, up: str, steps: int) -> str:
    """The face this many steps before the rolled one."""
    # In a shuffled order, or letters would come up alphabetically.
    faces = sorted(set(die.faces), key=lambda face: (die.faces.index(face) * 7 % 20, face))
    return faces[(faces.index(up) + steps) % len(faces)]
