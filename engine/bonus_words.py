"""Bonus words: words that earn points of their own, as a list that a game declares (NHL-BON-04).

A word counts whole and exactly as listed, blanks included, each time it is formed or changed, and
is never multiplied. Tests: tests/engine/test_nhl.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from engine.scoring import Reason, Tally
from engine.shipped_data import shipped_toml


@dataclass(frozen=True)
class BonusWords:
    """word → points, and the rule that names the words of so many points.

    `other_rule` stands for points that no class of the printed list has.
    """

    points: Mapping[str, int]
    rules: Mapping[int, str]
    other_rule: str

    def __call__(self, tally: Tally) -> Iterable[Reason]:
        for word in tally.words:
            if points := self.points.get(word.text, 0):
                yield Reason(self.rules.get(points, self.other_rule), word.text, points)

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
