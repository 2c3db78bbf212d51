"""Which way up a board lies, as a belief over its four turns that goes on from picture to picture.

Evidence comes as log odds, a number a turn; how it is gathered is vision/orientation.py's business.
What pictures have had against a turn isn't added up, for most of them show the same tiles again,
and what misleads in one misleads in all: the strongest of it counts. Knows no pictures.
Tests: tests/vision/test_way_up.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

DECIDED = 5.0
"""A turn is promised that leads every other by these log odds. Of the 400 rendered first words on
which the evidence was weighed none leads in a wrong turn by more than 0.1; photographs are worse.
What it is worth: python -m workshop.benchmarks.first_words."""

SETTLED = 32.0
"""From here on the tiles needn't be looked at in other turns any more, and nothing counts for more.
A letter that reads as surely on its head leads by nothing, so no board that lies otherwise gets
such a lead."""


@dataclass(frozen=True)
class Turns:
    """`behind`: the log odds by which each turn lies behind the likeliest, which has 0. A turn: by
    how many quarters clockwise the board must be turned so that its letters stand upright."""

    behind: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @classmethod
    def given(cls, quarters: int = 0) -> Turns:
        """It is that one: a player said so."""
        return _turns([0.0 if turn == quarters else SETTLED for turn in range(4)])

    @classmethod
    def by(cls, evidence: Sequence[float]) -> Turns:
        """What these log odds say, one a turn."""
        return _turns([max(evidence) - one for one in evidence])

    def and_then(self, later: Turns) -> Turns:
        """With what a later picture has to say."""
        return _turns([max(pair) for pair in zip(self.behind, later.behind, strict=True)])

    def turned(self, quarters: int) -> Turns:
        """The same of the board turned by this many quarters clockwise."""
        return _turns([self.behind[(turn + quarters) % 4] for turn in range(4)])

    def doubted(self) -> Turns:
        """The same where the board may have been turned since: given up for another turn that leads
        as any must that is promised."""
        return _turns([min(one, DECIDED) for one in self.behind])

    @property
    def best(self) -> int:
        """The likeliest; the one that is expected, where others are as likely."""
        return self.behind.index(min(self.behind))

    @property
    def left(self) -> tuple[int, ...]:
        """The turns that aren't out of question, the likeliest first."""
        ways = (turn for turn in range(4) if self.behind[turn] < DECIDED)
        return tuple(sorted(ways, key=lambda turn: (turn != self.best, self.behind[turn])))

    @property
    def lead(self) -> float:
        """By how much the likeliest leads the next."""
        return sorted(self.behind)[1]

    @property
    def decided(self) -> bool:
        return self.lead >= DECIDED

    @property
    def settled(self) -> bool:
        return self.lead >= SETTLED


def _turns(behind: Sequence[float]) -> Turns:
    least = min(behind)
    a, b, c, d = (min(float(one - least), SETTLED) for one in behind)
    return Turns((a, b, c, d))


OPEN = Turns()
"""Not known yet."""
