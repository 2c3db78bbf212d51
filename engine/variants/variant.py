"""Variant: everything that one game is, as a declaration of parts.

The rules of a single play (engine/scoring.py) and those of the turns round it. The machinery reads
these fields and never asks which game it is. Tests: tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.scoring import PlayRules


class VariantError(Exception):
    """A game that can't be set up; the text is one sentence that says why.

    ├── UnknownVariantError  (also a KeyError): no game, or no language of it, by that name
    ├── NotYetThereError     (also a KeyError): a game that this version has not got
    └── OptionError          (also a ValueError): an unknown option, or a value it can't have
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnknownVariantError(VariantError, KeyError):
    """No game, or no language of a game, by that name."""


class NotYetThereError(VariantError, KeyError):
    """A game of the catalogue that this version has not got."""


class OptionError(VariantError, ValueError):
    """An option that is unknown, or whose value can't be."""


class ChallengeRule(StrEnum):
    """What a challenge does: to a bad play, and to whoever challenged a good one."""

    CLASSIC = "classic"
    """Bad: tiles back, the turn is lost. Good: the challenger loses his next turn."""
    VOID = "void"
    """Bad: tiles back, the same side tries again. Good: nothing."""
    NONE = "none"
    """Plays can't be challenged."""


@dataclass(frozen=True)
class Settlement:
    """How tiles left at the end are settled: each side loses the value of its own; a side that
    laid all its tiles gains what the others have left, where `gained_by` names that rule."""

    lost_by: str
    gained_by: str


@dataclass(frozen=True)
class Targets:
    """The points that win at once: by the number of sides and each side's level (NHL-PRO-02)."""

    points: Mapping[int, Mapping[str, int]]
    levels: Mapping[str, str]

    def of(self, sides: Sequence[str]) -> dict[str, int]:
        """Each side's target; ValueError if a side has no level."""
        if missing := [side for side in sides if side not in self.levels]:
            raise ValueError(f"{missing[0]} has no level yet (option levels)")
        return {side: self.points[len(sides)][self.levels[side]] for side in sides}


@dataclass(frozen=True, kw_only=True)
class Variant(PlayRules):
    """One game in one language with one household's options."""

    name: str
    language: str
    sides: tuple[int, int]
    """The fewest and the most sides."""
    begin_letter: str
    """Who draws the letter nearest to this one begins."""
    challenge: ChallengeRule
    settlement: Settlement
    targets: Targets | None = None
    """The points that end the game, where it is played to a target."""
    extra_words: frozenset[str] = frozenset()
    """Words allowed whatever a list says: those agreed on, and those the game itself allows."""
    delay_words: frozenset[str] = frozenset()
    """Words that cost the next side its turn (NHL-OPT-04)."""
