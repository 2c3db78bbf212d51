"""What became of words laid against a clock: counted against what was true, turn by turn.

Knows no table and no people. Tests: workshop/tests/test_photographed_clocks.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.state import Entry, EntryKind
from workshop.benchmarks.clocked_photographs import Course, Turn
from workshop.benchmarks.photographed_games import same_turn


@dataclass
class Verdicts:
    """What became of the turns.

    `words`: to be counted; of them `right` unasked, right once `asked`, `wrong` or not counted.
    `zones`: words that were counted in the true zone. `early`: stops without a word; of them
    `noticed` at once, noticed once `early_asked`, `missed`. `punished`: stopped with a word, and
    held to be too early: `in_silence` unasked. `dings`: without a word; of them `dings_right`.
    `silent`: turns that came out wrong though nothing was asked. `by_hand`: words that had to be
    entered.
    """

    words: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    zones: int = 0
    early: int = 0
    noticed: int = 0
    early_asked: int = 0
    missed: int = 0
    punished: int = 0
    in_silence: int = 0
    dings: int = 0
    dings_right: int = 0
    silent: int = 0
    by_hand: int = 0
    questions: Counter[str] = field(default_factory=Counter)

    def judge_early(self, kept: Sequence[Entry], *, asked: bool) -> bool:
        """Counts a stop without a word, by what was kept of it so far; whether that was right."""
        self.early += 1
        right = [entry.kind for entry in kept] == [EntryKind.PENALTY]
        name = ("early_asked" if asked else "noticed") if right else "missed"
        setattr(self, name, getattr(self, name) + 1)
        return right

    def judge(self, turn: Turn, kept: Sequence[Entry], *, asked: bool) -> bool:
        """Counts a turn, by all that was kept of it; whether that was right."""
        true = turn.after.state.entries[len(turn.before.state.entries) :]
        right = len(kept) == len(true) and all(map(_same, kept, true))
        if turn.lay is None:
            self.dings += 1
            self.dings_right += right
        else:
            self.words += 1
            name = ("asked" if asked else "right") if right else "wrong"
            setattr(self, name, getattr(self, name) + 1)
            self.zones += _zone(kept) == turn.zone
        if turn.course is not Course.EARLY and _punished(kept):
            self.punished += 1
            self.in_silence += not asked
        self.silent += not right and not asked
        return right


def _same(kept: Entry, true: Entry) -> bool:
    return same_turn(kept, true) and _zone([kept]) == _zone([true])


def _zone(entries: Sequence[Entry]) -> str | None:
    """Where the clock stood for the word among these entries."""
    scored = (entry.scored for entry in entries if entry.kind is EntryKind.PLAY)
    return next((s.play.circumstances.zone for s in scored if s is not None), None)


def _punished(entries: Sequence[Entry]) -> bool:
    return any(entry.kind is EntryKind.PENALTY for entry in entries)


def described(entries: Sequence[Entry]) -> str:
    """Entries of a score sheet, in words."""
    return ", ".join(
        f"{e.side} {e.kind if e.scored is None else e.scored.words[0].text} {e.points}"
        for e in entries
    )
