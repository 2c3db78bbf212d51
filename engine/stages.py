"""Stages: how far a turn has come in games whose turns have dice and a clock.

Values only; what moves them on is told in engine/dice_turn.py and engine/letter_turn.py. A turn of
one play needs none. Tests: tests/engine/test_dice_turn.py, tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from engine.circumstances import ChanceFace, Zone
from engine.squares import Square
from engine.tiles import Letter, Tile

Side: TypeAlias = str


class Clock(StrEnum):
    """A turn's clock once it was started; before that it is wound up, None."""

    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True)
class DiceTurn:
    """A turn with letter dice. `letters`: those that may be laid, None where no roll was seen;
    `handed`: those that came from the side before, already in `letters` once rolled."""

    letters: str | None = None
    handed: str = ""
    clock: Clock | None = None


@dataclass(frozen=True)
class Promises:
    """What chance die and letter die have left for turns to come.

    `clock_from`: where a side's next clock begins; `no_letter_die`: sides that needn't roll;
    `in_vain`: sides that found no letter, one right after the other.
    """

    clock_from: Mapping[Side, Zone] = field(default_factory=lambda: MappingProxyType({}))
    no_letter_die: frozenset[Side] = frozenset()
    in_vain: frozenset[Side] = frozenset()


@dataclass(frozen=True)
class LetterTurn:
    """A turn with letter die and clock.

    `letter`: the rolled letter, once one was there to be laid. `laid`: a word that lies on the
    board; `counted`: its points are entered, the clock having stopped in `zone`. `started_by`: who
    can still be told to have started too early.
    """

    rolls_left: int
    letter_die: bool = True
    letter: Letter | None = None
    clock: Clock | None = None
    clock_from: Zone = Zone.X4
    started_by: Side | None = None
    zone: Zone | None = None
    dinged: bool = False
    laid: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    counted: bool = False
    chance: ChanceFace | None = None
    promises: Promises = Promises()

    @property
    def must_roll(self) -> bool:
        """Whether a letter is still to be found."""
        return self.letter_die and self.letter is None


Stage: TypeAlias = DiceTurn | LetterTurn
