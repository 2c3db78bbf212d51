"""How the lines of dice and clock are read in an evening's script.

Only words become values here; what the clock and the dice make of them is worked out by the rules
in evening_truth.py. Tests: tests/device/test_evening_dice.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from device.evening_dice import (
    FACES,
    ZONES,
    Accept,
    Chance,
    DiceStep,
    Early,
    Lift,
    Roll,
    Rolls,
    Start,
    Stop,
    TimeUp,
)
from device.evening_lines import EveningError
from engine.circumstances import Zone
from engine.events import Side
from engine.squares import Square
from engine.tiles import Tile, TileSet

Readers: TypeAlias = Mapping[str, tuple[tuple[int, int], Callable[[list[str]], DiceStep]]]
"""How few and how many words a line takes, and what they mean, by its first word."""

BY_HAND, ON_MAT = "by-hand", "on-mat"


class Script(Protocol):
    """The script as far as it has been read. `line`: the number of the line that is read."""

    @property
    def line(self) -> int: ...

    @property
    def tile_set(self) -> TileSet: ...

    def side(self, name: str) -> Side: ...

    def laid_square(self, name: str) -> Square: ...

    def lift(self) -> None: ...

    def scattered(self, letters: str) -> Mapping[Square, Tile]: ...

    def error(self, what: str) -> EveningError: ...


def dice_readers(script: Script) -> Readers:
    """How each line of dice and clock is read."""
    return {
        "roll": ((2, 3), lambda words: _roll(script, words)),
        "chance": ((2, 4), lambda words: _chance(script, words)),
        "rolls": ((2, 3), lambda words: _rolls(script, words)),
        "start": ((1, 1), lambda words: Start(script.side(words[0]), script.line)),
        "stop": ((2, 2), lambda words: _stop(script, words)),
        "time-up": ((0, 0), lambda _: TimeUp(script.line)),
        "early": ((1, 1), lambda words: Early(script.side(words[0]), script.line)),
        "accept": ((0, 0), lambda _: Accept(script.line)),
        "lift": ((0, 0), lambda _: _lift(script)),
    }


def zone_named(script: Script, name: str) -> Zone:
    if name not in ZONES:
        raise script.error(f"{name!r} is no zone of the clock; there are {', '.join(ZONES)}")
    return ZONES[name]


def _roll(script: Script, words: list[str]) -> Roll:
    side, letter = script.side(words[0]), words[1]
    if letter not in script.tile_set.letters:
        raise script.error(f"{letter!r} is no letter; write: roll {side} E")
    return Roll(side, letter, script.line, _by_hand(script, words[2:]))


def _chance(script: Script, words: list[str]) -> Chance:
    side, face, *rest = words
    if face not in FACES:
        raise script.error(f"{face!r} is on no chance die; there are {', '.join(FACES)}")
    by_hand = rest[-1:] == [BY_HAND]
    squares = rest[:-1] if by_hand else rest
    if len(squares) > 1:
        raise script.error(f"{squares[1]!r} is nothing one can do then; write {BY_HAND}")
    square = script.laid_square(squares[0]) if squares else None
    return Chance(script.side(side), FACES[face], script.line, square, by_hand)


def _rolls(script: Script, words: list[str]) -> Rolls:
    side, letters = script.side(words[0]), words[1]
    known = {*script.tile_set.letters, "?"}
    if strange := [letter for letter in letters if letter not in known]:
        raise script.error(f"{strange[0]!r} is on no die; write ? for a blank")
    if words[2:] not in ([], [ON_MAT]):
        raise script.error(f"{words[2]!r} is nothing one can do then; write {ON_MAT}")
    return Rolls(side, letters, script.line, script.scattered(letters) if words[2:] else {})


def _stop(script: Script, words: list[str]) -> Stop:
    return Stop(script.side(words[0]), zone_named(script, words[1]), script.line)


def _lift(script: Script) -> Lift:
    script.lift()
    return Lift(script.line)


def _by_hand(script: Script, words: list[str]) -> bool:
    if words not in ([], [BY_HAND]):
        raise script.error(f"{words[0]!r} is nothing one can do then; write {BY_HAND}")
    return bool(words)
