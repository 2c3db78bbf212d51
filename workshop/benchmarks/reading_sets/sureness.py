"""Squares by how sure the reader was of them and whether it was so: what every threshold between a
promise and a question would cost, in questions and in silent errors.

Knows no pictures. Tests: workshop/tests/test_sureness.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import TileSet
from vision.game.doubt import perhaps_covered, weighed
from vision.reading import LABELS, Reading, Refusal
from workshop.benchmarks.reading_sets.columns import matches

THRESHOLDS = (0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.998, 0.999, 0.9995)

HEAD = ("squares", "right", "sure", "asked", "silent")


@dataclass
class Judged:
    """Squares: how likely the best guess was, float32 [n], and whether it is so, bool [n]. What is
    covered, or on a picture that was refused, is as unsure as can be: 0."""

    sure: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    right: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))

    def add(self, other: Judged) -> None:
        self.sure = np.concatenate([self.sure, other.sure])
        self.right = np.concatenate([self.right, other.right])

    def asked(self, threshold: float) -> int:
        """How many are asked about where less than this is."""
        return int((self.sure < threshold).sum())

    def silent(self, threshold: float) -> int:
        """How many are wrong and not asked about."""
        return int(((self.sure >= threshold) & ~self.right).sum())

    def counts(self, threshold: float) -> tuple[int, ...]:
        """The figures under HEAD: squares; best guesses that are right; those of them that are
        believed without a question; questions; silent errors."""
        asked, silent = self.asked(threshold), self.silent(threshold)
        sure = len(self.sure) - asked - silent
        return len(self.sure), int(self.right.sum()), sure, asked, silent


@dataclass
class Outcome:
    """What came of pictures: the squares in question, and all others."""

    question: Judged = field(default_factory=Judged)
    elsewhere: Judged = field(default_factory=Judged)
    pictures: int = 0
    refused: int = 0

    def add(self, other: Outcome) -> None:
        self.question.add(other.question)
        self.elsewhere.add(other.elsewhere)
        self.pictures += other.pictures
        self.refused += other.refused


def judged(
    rows: Sequence[str],
    asked: Collection[Square],
    answer: Reading | Refusal,
    tile_set: TileSet,
) -> Outcome:
    """What came of one picture. The letters aren't weighed by how many of them the set has: boards
    that are drawn for one letter have more."""
    if isinstance(answer, Refusal):
        unsure = np.zeros(len(asked), np.float32)
        return Outcome(Judged(unsure, unsure > 0), pictures=1, refused=1)
    seen = weighed(answer, tile_set, counted=False)
    sure = np.where(perhaps_covered(answer.covered), 0, seen.max(axis=-1)).astype(np.float32)
    best = seen.argmax(axis=-1)
    size = range(answer.size)
    right = np.array([[matches(rows[r][c], LABELS[best[r, c]]) for c in size] for r in size])
    question = np.array([[Square(c, r) in asked for c in size] for r in size])
    return Outcome(
        Judged(sure[question], right[question]), Judged(sure[~question], right[~question]), 1
    )
