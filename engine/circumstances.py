"""What was rolled and what the clock showed when tiles were laid.

Frozen values that come with a play, so that dice and time themselves stay outside the engine.
Party knows them all; a game without dice or clock looks at none. Tests: tests/engine/test_party.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.squares import Square
from engine.tiles import Letter


class ChanceFace(StrEnum):
    """The six faces of Party's chance die (PAR-EQU-10)."""

    LETTER_X3 = "letter-x3"
    LETTER_X2 = "letter-x2"
    NO_LETTER_DIE = "no-letter-die"
    PLAY_AGAIN = "play-again"
    ADVERSARY_X1 = "adversary-x1"
    ADVERSARY_X2 = "adversary-x2"


class Zone(StrEnum):
    """The zones of Party's clock, in the order in which it runs through them (PAR-EQU-11)."""

    X4 = "x4"
    X3 = "x3"
    X2 = "x2"
    X1 = "x1"
    MINUS_1 = "minus1"
    MINUS_5 = "minus5"


@dataclass(frozen=True)
class Circumstances:
    """What went with a play; None for what wasn't rolled or isn't known.

    `rolled`: the letter die. `chance_square`: where the letter lies that the team chose for
    LETTER_X3 or LETTER_X2; None is the choice that earns most. `zone`: where the clock stopped.
    """

    rolled: Letter | None = None
    chance: ChanceFace | None = None
    chance_square: Square | None = None
    zone: Zone | None = None


NOTHING_SPECIAL = Circumstances()
