"""What is done with dice and clock in an evening's script: a frozen value a line.

Only shapes, as in evening_lines.py, of which these are a part; how such a line is read is told in
evening_clock.py. Tests: tests/device/test_evening_dice.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from engine.circumstances import ChanceFace, Zone
from engine.events import Side
from engine.squares import Square
from engine.tiles import Letter, Tile

WITH_DICE_AND_CLOCK = """\
With dice and clock, besides:
roll SIDE LETTER         roll the letter die: the device's shows that letter. At the end of a turn
                         the press goes on with the game as well
roll SIDE LETTER by-hand roll a die of their own, and enter what it shows
start SIDE               press the button that starts the clock, also too early
stop SIDE ZONE           wait until the clock is in a zone (x4, x3, x2, x1, minus1, minus5), then
                         press the button; with nothing laid that is too early
wait until ZONE          look at the lamps until the clock is in that zone
time-up                  wait until it dings, and until the screen shows what that means
pass SIDE ZONE           wait until the clock is in a zone, and pass there by the menu
early SIDE               call that the others have started the clock too early
chance SIDE FACE         roll the chance die: letter-x3, letter-x2, no-letter-die, play-again,
                         adversary-x1, adversary-x2; the letter that earns most counts more
chance SIDE FACE SQUARE  choose the letter on that square instead; by-hand as above
rolls SIDE LETTERS       roll the dice of a turn on the screen; ? a blank
rolls SIDE LETTERS on-mat
                         the same with dice that come to lie on the mat and are read there
accept                   all are content with the word: press OK
lift                     take the dice up that the screen says, or put back those
                         that were taken up last
"""


@dataclass(frozen=True)
class Roll:
    """The side rolls the letter die. `by_hand`: one of their own."""

    side: Side
    letter: Letter
    line: int
    by_hand: bool = False


@dataclass(frozen=True)
class Chance:
    """The side rolls the chance die; `square`: the letter that is to count more, None the best."""

    side: Side
    face: ChanceFace
    line: int
    square: Square | None = None
    by_hand: bool = False


@dataclass(frozen=True)
class Rolls:
    """The side rolls the dice of its turn; `on_mat`: its own, and where they come to lie."""

    side: Side
    letters: str
    line: int
    on_mat: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Start:
    """The side presses its button to start the clock."""

    side: Side
    line: int


@dataclass(frozen=True)
class Stop:
    """The side presses its button once the clock is in that zone."""

    side: Side
    zone: Zone
    line: int


@dataclass(frozen=True)
class WaitForZone:
    """Nothing is done until the clock is in that zone."""

    zone: Zone
    line: int


@dataclass(frozen=True)
class TimeUp:
    """Nothing is done until the clock has run out."""

    line: int


@dataclass(frozen=True)
class Early:
    """The side calls that the clock was started before the letter was found."""

    side: Side
    line: int


@dataclass(frozen=True)
class Accept:
    """All are content with the word that counts."""

    line: int


@dataclass(frozen=True)
class Lift:
    """Dice that have served are taken off the mat."""

    line: int


DiceStep: TypeAlias = (
    Roll | Chance | Rolls | Start | Stop | WaitForZone | TimeUp | Early | Accept | Lift
)

FACES: Mapping[str, ChanceFace] = MappingProxyType({str(face): face for face in ChanceFace})
ZONES: Mapping[str, Zone] = MappingProxyType({str(zone): zone for zone in Zone})
