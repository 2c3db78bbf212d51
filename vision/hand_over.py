"""Is a hand over the board? Squares that something covers, grown together and reaching the edge.

A still picture with a hand in it is refused: what lies under the hand nobody can promise. A game
goes on with what is seen beside it, so watching doesn't ask here. Tests:
tests/vision/test_hand_over.py.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

MAYBE_COVERED = 0.2
"""From here on a square counts, if others beside it do."""

FEWEST_SQUARES = 10
"""A hand and its arm. Rendered boards, 50 with a hand and 350 without: 41 of 43 hands that hide ten
squares or more are told, and none but 2 of the boards without (all glare, most of it guesswork)."""


def hand_over(covered: NDArray[np.float32]) -> bool:
    """Whether a hand seems to be over the board; `covered` as in Reading, [size, size]."""
    return covered_from_the_edge(covered) >= FEWEST_SQUARES


def covered_from_the_edge(covered: NDArray[np.float32]) -> int:
    """The squares of the largest region that is covered and reaches the board's edge: nobody's
    hand comes from above."""
    maybe = np.asarray(covered > MAYBE_COVERED, dtype=np.uint8)
    count, regions = cv2.connectedComponents(maybe, connectivity=8)
    edge = np.concatenate([regions[0], regions[-1], regions[:, 0], regions[:, -1]])
    sizes = (int((regions == region).sum()) for region in range(1, count) if region in edge)
    return max(sizes, default=0)
