"""Squares of drawn boards on which tiles of several letters lie among others.

Everything follows from the number of the board. Tests:
workshop/tests/test_several_letters_fitted.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.reading import EMPTY_LABEL, Crops
from workshop.training.samples import CLASSES, OTHER, one_board
from workshop.training.scenes import Conditions

SEED = 5
SHARE = 0.8
"""Share of the letters that are tiles of several letters."""


class Squares(NamedTuple):
    """Squares with something on them as both networks see them, and their classes, [n, ...]."""

    first: Crops
    close: Crops
    classes: NDArray[np.int64]


def drawn_squares(number: int, fonts: Sequence[str], conditions: Conditions) -> Squares:
    """The squares with something on them of the board of that number: the same for the same
    fonts."""
    rng = np.random.default_rng([SEED, number % 2**32])
    looks = one_board(rng, fonts, conditions, SHARE)
    first, close = (
        each.classes != CLASSES.index(EMPTY_LABEL) for each in (looks.first, looks.close)
    )
    classes = np.maximum(looks.first.classes[first] - OTHER, 0)
    return Squares(looks.first.crops[first], looks.close.crops[close], classes)
