"""What became of a watched game, counted: the columns of the table of watched games.

A mistake counts once: squares on which the line before already was wrong are stale, and what
later pictures say of them is left out. Knows truth and observations, nothing of how they came
about. Tests: workshop/tests/test_evenings.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from engine.position import EMPTY, Position
from engine.squares import Square
from engine.tiles import Tile
from vision.game.doubt import DoubtKind
from vision.game.follow import Observation
from vision.game.reconstruct import Change
from workshop.benchmarks.reading_sets.columns import matches
from workshop.benchmarks.reading_sets.evenings import Kind, Shown

HEAD = ("pictures", "turns", "right", "sure", "asked", "silent", "missed", "refused", "phantom",
        "strayed", "scored", "score-ok", "same", "withdrawn")  # fmt: skip


@dataclass
class Watched:
    """Counts over the pictures of a game.

    `turns`: true plays, each of them right, asked about, silent (a wrong promise), missed ("nothing
    new") or refused; `sure`: right without a doubt; `phantom`: a play where there was none;
    `strayed`: squares that turned wrong without a doubt; `scored`: plays read right whose score can
    be held against the truth; `same`, `withdrawn`: pictures that were to be taken so, and were.
    """

    pictures: int = 0
    turns: int = 0
    right: int = 0
    sure: int = 0
    asked: int = 0
    silent: int = 0
    missed: int = 0
    refused: int = 0
    phantom: int = 0
    strayed: int = 0
    scored: int = 0
    score_ok: int = 0
    same: int = 0
    same_ok: int = 0
    withdrawn: int = 0
    withdrawn_ok: int = 0

    def add(self, other: Watched) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def cells(self) -> tuple[str, ...]:
        """The figures under HEAD."""
        plain = [str(getattr(self, each.name)) for each in fields(self)[:12]]
        return (
            *plain,
            f"{self.same_ok}/{self.same}",
            f"{self.withdrawn_ok}/{self.withdrawn}",
        )


class Judge:
    """Judges one game, picture by picture: `see` returns a word for what became of each."""

    def __init__(self, size: int) -> None:
        self.counts = Watched()
        self._true: Mapping[Square, Tile] = _squares([EMPTY * size] * size)
        self._known = self._true
        self._missed_before = False

    def see(self, shown: Shown, seen: Observation, believed: Position | None = None) -> str:
        """`believed`: what lies there after answers, if there were any."""
        counts = self.counts
        counts.pictures += 1
        counts.turns += shown.kind is Kind.PLAY
        counts.same += shown.kind is Kind.SAME
        counts.withdrawn += shown.kind is Kind.WITHDRAWN
        true = _squares(shown.position.rows())
        if seen.refused is not None:
            counts.refused += shown.kind is Kind.PLAY
            verdict = f"refused: {seen.refused.value}"
        else:
            verdict = self._judged(shown, seen, true)
            self._known = _squares(seen.rows if believed is None else believed.rows())
        self._true = true
        return verdict

    def _judged(self, shown: Shown, seen: Observation, true: Mapping[Square, Tile]) -> str:
        counts = self.counts
        stale = {s for s, t in self._true.items() if not matches(t, self._known[s])}
        doubted = {d.square for d in seen.doubts if d.kind is not DoubtKind.BLANK_LETTER}
        read = _squares(seen.rows)
        reported = {} if seen.change in (Change.NONE, Change.WITHDRAWN) else dict(seen.tiles)
        new = dict(shown.tiles) if shown.kind is Kind.PLAY else {}
        wrong = set(reported) - set(new) - stale
        wrong |= {
            s
            for s, tile in new.items()
            if not matches(tile, reported.get(s, read[s] if s in stale else EMPTY))
        }
        gone = set(shown.tiles)
        astray = {
            s for s in read if s not in wrong | stale | doubted | gone
            and not matches(true[s], read[s])
        }  # fmt: skip
        counts.strayed += len(astray)
        if shown.kind is not Kind.PLAY:
            return self._nothing_new(shown, seen, wrong - doubted, read)
        promised = seen.change is Change.PLAY or (seen.change is Change.GAP and bool(stale))
        if not wrong and promised:
            counts.right += 1
            counts.sure += not doubted & set(new)
            if seen.change is Change.PLAY and not stale:
                counts.scored += 1
                counts.score_ok += seen.score == shown.score
                if seen.score != shown.score:
                    return f"score {seen.score}, not {shown.score}"
            return "strayed" if astray else "right"
        if seen.change is Change.UNCLEAR or (wrong and wrong <= doubted):
            counts.asked += 1
            return "asked"
        if seen.change is Change.NONE and not wrong & doubted:
            counts.missed += 1
            return "missed"
        counts.silent += 1
        return "silent"

    def _nothing_new(
        self, shown: Shown, seen: Observation, wrong: set[Square], read: Mapping[Square, Tile]
    ) -> str:
        counts = self.counts
        if seen.change in (Change.PLAY, Change.GAP) and wrong:
            counts.phantom += 1
            return "phantom"
        if shown.kind is Kind.SAME:
            good = seen.change is Change.NONE
            counts.same_ok += good
        else:
            good = all(read[s] == EMPTY for s in shown.tiles)
            counts.withdrawn_ok += good
        return "right" if good else f"{shown.kind} taken as {seen.change.value}"


def _squares(rows: Sequence[str]) -> Mapping[Square, Tile]:
    return {Square(c, r): tile for r, row in enumerate(rows) for c, tile in enumerate(row)}
