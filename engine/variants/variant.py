"""Variant: everything that one game is, as a declaration of parts.

The rules of a single play (engine/scoring.py) and those of the turns round it. The machinery reads
these fields and never asks which game it is. Tests: tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from engine.scoring import JudgeWord, ManyTilesBonus, PlayRules
from engine.sentences import Sentence
from engine.shipped_data import Filled
from engine.variants.challenge_rules import ChallengeRule
from engine.words.lexicon import words_of_language


class VariantError(Exception):
    """A game that can't be set up; the text is one sentence that says why.

    ├── UnknownVariantError  (also a KeyError): no game, or no language of it, by that name
    └── OptionError          (also a ValueError): an unknown option, or a value it can't have
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnknownVariantError(VariantError, KeyError):
    """No game, or no language of a game, by that name."""


class OptionError(VariantError, ValueError):
    """An option that is unknown, or whose value can't be."""


class WhenAllPass(StrEnum):
    """What it means that all sides have passed one after the other."""

    ASK = "ask"
    """Perhaps no play is left: the players are asked (Q-07)."""
    ENDS = "ends"
    """The game is over, however many tiles are left to draw (TOP-END-03)."""
    GOES_ON = "goes-on"
    """Nothing."""


@dataclass(frozen=True)
class Settlement:
    """How tiles left at the end are settled: each side loses what its own are worth.

    `each`: what every tile costs; None: its value. A side that laid all its tiles gains what the
    others have left, where `gained_by` names that rule. `breaks_ties`: among equal totals, who had
    more before the settlement wins alone (CLA-WIN-02).
    """

    lost_by: str
    gained_by: str | None = None
    each: int | None = None
    breaks_ties: bool = False


@dataclass(frozen=True)
class Targets:
    """The points that win at once: by the number of sides and each side's level (NHL-PRO-02)."""

    points: Mapping[int, Mapping[str, int]]
    levels: Mapping[str, str]

    def of(self, sides: Sequence[str]) -> dict[str, int]:
        """Each side's target, the same for the same level (NHL-PRO-03, NHL-PRO-04).

        ValueError if a side has no level.
        """
        if missing := [side for side in sides if side not in self.levels]:
            raise ValueError(
                Sentence("{missing} has no level yet (option levels)", missing=missing[0])
            )
        return {side: self.points[len(sides)][self.levels[side]] for side in sides}


@dataclass(frozen=True)
class SameTarget:
    """The same points win at once for every side (SCR-END-01)."""

    points: int

    def of(self, sides: Sequence[str]) -> dict[str, int]:
        """Each side's target."""
        return dict.fromkeys(sides, self.points)


@dataclass(frozen=True, kw_only=True)
class SpecialRules:
    """Rules that a household switches on or off (NHL-OPT); the delay's are the `delay_words`.

    `trade_deadline`: the points of any side that end all trades. `offsides` only names the
    challenge.
    """

    pre_season: bool = False
    trades: bool = False
    trade_deadline: int | None = None
    too_many_men: bool = False
    goalie: bool = False
    offsides: bool = False


@dataclass(frozen=True, kw_only=True)
class LetterDice:
    """Letter dice instead of tiles (SCR-TUR): so many, of which a turn rolls `most` at most.

    `hand_on`: dice that weren't used go to the next side with their letters up (SCR-TUR-06).
    `seconds`: how long the timer of a turn runs.
    """

    number: int
    most: int
    hand_on: bool
    seconds: int


@dataclass(frozen=True, kw_only=True)
class LetterClock:
    """Turns by letter die and clock over letters that lie face up (PAR-DIE, PAR-CLK).

    `faces`: the letters of the device's own die, which is rolled `rolls` times at most.
    `zone_seconds`: how long the clock's zones last, in their order.
    """

    faces: str
    rolls: int
    zone_seconds: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Variant(PlayRules):
    """One game in one language with one household's options.

    `rack_size` tiles are held by each side; 0 where there are no racks.
    """

    name: str
    language: str
    sides: tuple[int, int]
    """The fewest and the most sides."""
    begin_letter: str | None
    """Who draws (or rolls) the letter nearest to this one begins; None: the players say who."""
    challenge: ChallengeRule
    settlement: Settlement | None = None
    """What tiles left over cost, where they cost anything."""
    targets: Targets | SameTarget | None = None
    """The points that end the game, where it is played to a target."""
    extra_words: frozenset[str] = frozenset()
    """Words allowed whatever a list says: those agreed on, and those the game itself allows."""
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What the household asked for; with `own_layout` enough to set this game up again."""
    own_layout: tuple[str, ...] = ()
    """The rows of the household's own board, where it named one."""
    delay_words: frozenset[str] = frozenset()
    """Words that cost the next side its turn (NHL-OPT-04)."""
    most_exchanged: int | None = None
    """The most tiles of one exchange with the bag; 0 where there is none, None: any number."""
    when_all_pass: WhenAllPass = WhenAllPass.ASK
    special: SpecialRules = SpecialRules()
    score_track: bool = False
    """Whether pegs on a track show each side's points (engine/course.py)."""
    turns_board: bool = False
    """Whether the board is turned to the side that begins (TOP-SET-02)."""
    spare_blanks: bool = False
    """Whether blank tiles are in the box that stay out of play (TOP-EQU-03)."""
    letter_dice: LetterDice | None = None
    letter_clock: LetterClock | None = None
    filled: tuple[Filled, ...] = ()
    """What the sheet leaves open and was filled in, for the players to confirm."""
    common_rack: bool = False
    """Whether everybody plays with the same rack, which a referee draws (duplicate)."""
    begin_points: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The points that sides of these names begin with (OWN-01)."""
    unchallenged: frozenset[str] = frozenset()
    """Sides, by name, whose words can't be challenged (OWN-01)."""

    @property
    def usual_words(self) -> JudgeWord | None:
        """The list agreed on; without one, that which ships for the language, if any."""
        return self.judge_word or words_of_language(self.language, self.extra_words)

    @property
    def many_tiles(self) -> int | None:
        """So many tiles of one play, or more, are worth mentioning: those that earn a bonus, or a
        whole rack; None where there is neither."""
        bonus = (extra.tiles for extra in self.extras if isinstance(extra, ManyTilesBonus))
        return next(bonus, self.rack_size or None)

    @property
    def holds_racks(self) -> bool:
        """Whether sides hold tiles of their own, drawn from a bag."""
        return self.rack_size > 0

    @property
    def first_draw(self) -> int:
        """How many tiles each side draws before the game, to keep `rack_size` (NHL-OPT-01)."""
        return self.rack_size + (1 if self.special.pre_season else 0)
