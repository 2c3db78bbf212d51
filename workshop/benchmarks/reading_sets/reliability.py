"""Does 0.99 mean 99 of 100? What the reader says of squares against how often it is so.

Counts go into bins that lie closer the nearer they are to 1, for there the promises are.
Tests: workshop/tests/test_reliability.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Probabilities
from workshop.benchmarks.reading_sets.columns import UNKNOWN, matches

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.985, 0.995, 0.999, 0.9999, 1.0000001)
KINDS = ("letters", "empties", "blanks")
"""By what the reader says lies there."""


def _zeros() -> NDArray[np.float64]:
    return np.zeros((len(EDGES) - 1, 3))


@dataclass
class Reliability:
    """By kind: squares, the sum of their confidences, and how many were right, for each bin of
    EDGES; float64 [bins, 3]."""

    bins: dict[str, NDArray[np.float64]] = field(
        default_factory=lambda: {kind: _zeros() for kind in KINDS}
    )

    def add(self, other: Reliability) -> None:
        for kind, counts in other.bins.items():
            self.bins[kind] += counts

    def note(self, rows: Sequence[str], probabilities: Probabilities) -> None:
        """Counts the squares of a picture, [size, size, labels], where the truth is known."""
        best, confidence = probabilities.argmax(axis=-1), probabilities.max(axis=-1)
        at = np.clip(np.searchsorted(EDGES, confidence, side="right") - 1, 0, len(EDGES) - 2)
        for r, row in enumerate(rows):
            for c, true in enumerate(row):
                if true == UNKNOWN:
                    continue
                label = LABELS[int(best[r, c])]
                kind = {EMPTY_LABEL: "empties", BLANK_LABEL: "blanks"}.get(label, "letters")
                right = matches(true, label)
                self.bins[kind][at[r, c]] += (1, float(confidence[r, c]), right)

    def error(self, kind: str) -> float:
        """Expected calibration error: |said - true| over all squares of a kind."""
        squares, confidence, right = self.bins[kind].T
        total = squares.sum()
        return float(np.abs(confidence - right).sum() / total) if total else 0.0

    def lines(self, kind: str) -> list[tuple[float, float, int, int]]:
        """For each bin with squares: the mean confidence, how often it was right, how many
        squares, how many of them wrong."""
        return [
            (confidence / squares, right / squares, int(squares), int(squares - right))
            for squares, confidence, right in self.bins[kind]
            if squares
        ]
