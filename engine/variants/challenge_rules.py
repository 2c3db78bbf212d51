"""What a challenge does, as data: the ways by name, and those of clubs under the names that their
players know.

A game's own sheet says which is its own; a household may choose another. What becomes of a play is
carried out in engine/turns/challenges.py. Tests: tests/engine/test_challenge_rules.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, kw_only=True)
class Consequences:
    """What follows from a challenge.

    `loses_turn`: a bad play is the turn lost; else it is taken back and the same side tries again.
    `costs_turn`: a wrong challenge costs the challenger's next turn. `points`: what it earns the
    side that was challenged, for the play or for each word of it (`a_word`). `at_once`: every play
    is judged where there is a word list, so that no bad one counts. `against_clock`: it only means
    something in turns that have one.
    """

    loses_turn: bool = False
    costs_turn: bool = False
    points: int = 0
    a_word: bool = False
    at_once: bool = False
    against_clock: bool = False


class ChallengeRule(StrEnum):
    """A way to challenge. `text`: how the lobby describes it; `then`: what follows."""

    text: str
    then: Consequences

    def __new__(cls, value: str, text: str, then: Consequences) -> Self:
        rule = str.__new__(cls, value)
        rule._value_ = value
        rule.text, rule.then = text, then
        return rule

    CLASSIC = (
        "classic",
        "if wrong, miss a turn",
        Consequences(loses_turn=True, costs_turn=True),
    )
    """Bad: tiles back, the turn is lost. Good: the challenger loses his next turn. Tournaments call
    it double."""
    SINGLE = "single", "only an invalid play costs a turn", Consequences(loses_turn=True)
    """Bad: tiles back, the turn is lost. Good: nothing. Free, but the turn is lost."""
    VOID = "void", "no penalty, try again", Consequences()
    """Bad: tiles back, the same side tries again. Good: nothing. Free, and no turn is lost."""
    JUDGED = "judged", "every play is checked at once", Consequences(at_once=True)
    """No bad play counts: tiles back, the same side tries again. Tournaments call it void. Where no
    word list was agreed on, plays are challenged as by VOID."""
    FIVE_A_PLAY = (
        "5-a-play",
        "if wrong, 5 to opponent",
        Consequences(loses_turn=True, points=5),
    )
    """Bad: tiles back, the turn is lost. Good: 5 points for the side that was challenged."""
    FIVE_A_WORD = (
        "5-a-word",
        "if wrong, 5 per word to opponent",
        Consequences(loses_turn=True, points=5, a_word=True),
    )
    """The same with 5 points for each word that was challenged, of those that the play has formed
    or changed."""
    TEN_A_PLAY = (
        "10-a-play",
        "if wrong, 10 to opponent",
        Consequences(loses_turn=True, points=10),
    )
    """The same with 10 points for the play."""
    TEN_A_WORD = (
        "10-a-word",
        "if wrong, 10 per word to opponent",
        Consequences(loses_turn=True, points=10, a_word=True),
    )
    """The same with 10 points for each word."""
    RESUME = "resume", "clock keeps running, try again", Consequences(against_clock=True)
    """As VOID, in what is left of the turn's time (PAR-CHA-04)."""
    NONE = "none", "not allowed", Consequences()
    """Plays can't be challenged."""

    def bonus(self, words: int) -> int:
        """The points of a play that was challenged and is good, in so many words (OWN-01)."""
        return self.then.points * (words if self.then.a_word else 1)


PRINTED_RULES = (
    ChallengeRule.CLASSIC,
    ChallengeRule.VOID,
    ChallengeRule.RESUME,
    ChallengeRule.NONE,
)
"""What can be chosen in a game whose own sheet prints what a challenge does: its way, or no more
than to be kinder."""


@dataclass(frozen=True)
class Club:
    """What a challenge does at an association's tables, which its players know by `name`."""

    name: str
    challenge: ChallengeRule


CLUBS = (
    Club("NASPA, North America", ChallengeRule.CLASSIC),
    Club("WESPA, Collins", ChallengeRule.FIVE_A_WORD),
    Club("Singapore", ChallengeRule.FIVE_A_WORD),
)
"""Their ways by name. Sources: double challenge in North American clubs and tournaments,
en.wikipedia.org/wiki/Challenge_(Scrabble); five points for each word, "as specified in the WESPA
rules" (WESPA Game Rules 3.10.15, Challenge Penalties), the Scrabble Association's rules of 2015,
toucanet.com/rules15.html. Their clocks, and what overtime costs, are extras."""
