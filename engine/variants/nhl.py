"""The NHL edition of the classic game (NHL) with its two shorter games, Pee Wee and Professional.

Declared as changes to the classic declaration: bonus words, one English box for both languages,
nine tiles in Pee Wee. Tests: tests/engine/test_nhl.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from engine.layouts import Layout
from engine.scoring import ManyTilesBonus, Reason, Tally
from engine.shipped_data import load_game_data, shipped_toml
from engine.variants.classic import crossword
from engine.variants.options import Options
from engine.variants.variant import SpecialRules, Targets, Variant
from engine.words.lexicon import as_laid

# --- words that earn points of their own (NHL-BON-04) ---
# A word counts whole and exactly as listed, blanks included, each time it is formed or changed, and
# is never multiplied.


@dataclass(frozen=True)
class BonusWords:
    """word → points, and the rule that names the words of this many points.

    `other_rule` stands for points that no class of the printed list has.
    """

    points: Mapping[str, int]
    rules: Mapping[int, str]
    other_rule: str

    def __call__(self, tally: Tally) -> Iterable[Reason]:
        for word in tally.words:
            if points := self.points.get(word.text, 0):
                yield Reason(self.rules.get(points, self.other_rule), word.text, points)

    def earned(self, laid: int, words: Iterable[str]) -> int:
        return sum(self.points.get(word, 0) for word in words)

    def changed(self, own: Mapping[str, int]) -> BonusWords:
        """The list with a household's own words; 0 strikes a word out (OWN-01)."""
        points = {word: n for word, n in {**self.points, **own}.items() if n}
        return BonusWords(MappingProxyType(points), self.rules, self.other_rule)


@cache
def load_bonus_words(game: str, language: str) -> BonusWords:
    """The list that ships for a game ("nhl") in a language; KeyError if there is none."""
    classes = shipped_toml("bonus_words", game)["class"]
    points = {
        word: entry["points"] for entry in classes for word in (*entry["words"], *entry[language])
    }
    rules = {entry["points"]: entry["rule"] for entry in classes}
    return BonusWords(MappingProxyType(points), MappingProxyType(rules), "NHL-BON-04")


# --- the games ---

LANGUAGES = ("en", "fr")
PEE_WEE_RACK = 9
"""NHL-PEE-01."""
PEE_WEE_BONUS = ManyTilesBonus("NHL-PEE-02", tiles=7, points=50)
"""NHL-PEE-02: 50 for seven, eight or all nine, in place of the classic game's."""
DELAY_WORDS = ("ICING", "PENALTY", "HOLD", "HOOKING", "TROUGH", "CLIP", "TRIP")
"""NHL-OPT-04, as printed."""
SPECIAL_RULES = (
    "pre_season",
    "trades",
    "trade_deadline",
    "delay",
    "too_many_men",
    "goalie",
    "offsides",
)
"""All of them in both languages: the French page is cut after the second, not the game
(Q-NHL-11)."""
TRADE_DEADLINE = 250
"""NHL-OPT-03: the points of any player that end the trades."""
LEVELS = ("red", "blue", "goal")
TARGETS = {
    2: {"red": 70, "blue": 120, "goal": 200},
    3: {"red": 60, "blue": 100, "goal": 180},
    4: {"red": 50, "blue": 90, "goal": 160},
}
"""NHL-PRO-02: by the number of players."""


def nhl(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The full game: classic with bonus words; the letter nearest to S begins."""
    data = load_game_data("nhl")
    bonus = load_bonus_words("nhl", language).changed(
        {word.upper(): points for word, points in options.points("bonus_words").items()}
    )
    variant = crossword(
        name,
        language,
        options,
        layout,
        data,
        challenge_printed=True,  # CLA-CHA-03, CLA-CHA-04
        tiles=data.text("tiles"),  # NHL-EQU-02: one box serves both languages
        allowed=bonus.points,  # NHL-WRD-01
    )
    on = data.flag("special_rules")
    special = options.flags("special_rules", dict.fromkeys(SPECIAL_RULES, on))
    own_delays = options.words("delay_words")
    delays = DELAY_WORDS if own_delays is None else own_delays
    return replace(
        variant,
        extras=(*variant.extras, bonus),
        delay_words=frozenset(
            as_laid(word, variant.tile_set.letters) for word in delays if special["delay"]
        ),
        special=SpecialRules(
            pre_season=special["pre_season"],
            trades=special["trades"],
            trade_deadline=TRADE_DEADLINE if special["trade_deadline"] else None,
            too_many_men=special["too_many_men"],
            goalie=special["goalie"],
            offsides=special["offsides"],
        ),
    )


def pee_wee(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """NHL-PEE-01 and 02: nine tiles on the rack; seven, eight or nine of them earn the 50."""
    game = nhl(name, language, options, layout)
    extras = (
        PEE_WEE_BONUS if isinstance(extra, ManyTilesBonus) else extra for extra in game.extras
    )
    return replace(game, rack_size=PEE_WEE_RACK, extras=tuple(extras))


def professional(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The game to a target of points; a play counts as in the full game (NHL-PRO-01)."""
    levels = options.choices("levels", LEVELS)
    return replace(nhl(name, language, options, layout), targets=Targets(TARGETS, levels))
