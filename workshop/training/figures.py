"""How good a reader is on drawn squares it has never seen: accuracy, honesty, coverage.

Pure functions of logits and classes, and the temperature that fits them best. Tests:
workshop/tests/test_training_figures.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import FIRST_LETTER
from workshop.training.samples import CLASSES, NO_VALUE, OTHER
from workshop.training.scenes import (
    ANOTHER_SIDEWAYS,
    ANOTHER_UPSIDE_DOWN,
    LETTERS,
    SAME_SIDEWAYS,
    SAME_UPSIDE_DOWN,
)

READABLE_UPSIDE_DOWN = SAME_UPSIDE_DOWN | ANOTHER_UPSIDE_DOWN
READABLE_SIDEWAYS = SAME_SIDEWAYS | ANOTHER_SIDEWAYS


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1. `error`: expected calibration error in 15 bins. `coverage`: the
    largest share of squares that can be accepted, surest first, with one wrong in a thousand.
    `sure_letters`: letters read rightly at 0.97 or more. `sure_wrong`: wrong of all read at 0.99
    or more. `turned_sure`: letters upside down or on their side that are read at 0.9 or more."""

    squares: int
    accuracy: float
    letters: float
    empties: float
    blanks: float
    other: float
    error: float
    coverage: float
    sure_letters: float
    sure_wrong: float
    turned_sure: float


@dataclass(frozen=True)
class ValueFigures:
    """The same of what reads values: `printed` and `bare` are the shares of those read rightly on
    tiles with a number and on tiles without one."""

    squares: int
    accuracy: float
    printed: float
    bare: float
    error: float
    sure_wrong: float


def measure(
    logits: NDArray[np.float32],
    classes: NDArray[np.int64],
    temperature: float,
    turned: NDArray[np.float32] | None = None,
) -> Figures:
    """The figures of a set of squares; `turned`: the same of `turned_letters`."""
    odds = softmax(logits / temperature)
    best, sure = odds.argmax(axis=1), odds.max(axis=1)
    right = best == classes
    letter = (classes >= FIRST_LETTER) & (classes < OTHER)
    very = sure >= 0.99
    return Figures(
        squares=len(classes),
        accuracy=float(right.mean()),
        letters=_share(right[letter]),
        empties=_share(right[classes == 0]),
        blanks=_share(right[classes == 1]),
        other=_share(right[classes == OTHER]),
        error=calibration_error(sure, right),
        coverage=coverage(sure, right, 0.001),
        sure_letters=_share((right & (sure >= 0.97))[letter]),
        sure_wrong=_share(~right[very]),
        turned_sure=float("nan")
        if turned is None
        else _share(softmax(turned / temperature).max(axis=1) >= 0.9),
    )


def measure_values(
    logits: NDArray[np.float32], values: NDArray[np.int64], temperature: float
) -> ValueFigures:
    """The figures of a set of tiles."""
    odds = softmax(logits / temperature)
    best, sure = odds.argmax(axis=1), odds.max(axis=1)
    right = best == values
    return ValueFigures(
        squares=len(values),
        accuracy=float(right.mean()),
        printed=_share(right[values != NO_VALUE]),
        bare=_share(right[values == NO_VALUE]),
        error=calibration_error(sure, right),
        sure_wrong=_share(~right[sure >= 0.99]),
    )


def turned_letters(
    crops: NDArray[np.uint8], classes: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The letters among the crops upside down, then on either side, that are then no letter at
    all; and what they would be upright."""
    turned, were = [crops[:0]], [classes[:0]]
    for quarters in (1, 2, 3):
        letters = READABLE_UPSIDE_DOWN if quarters == 2 else READABLE_SIDEWAYS
        chosen = np.isin(classes, [CLASSES.index(x) for x in LETTERS if x not in letters])
        turned.append(np.rot90(crops[chosen], quarters, axes=(1, 2)))
        were.append(classes[chosen])
    return np.ascontiguousarray(np.concatenate(turned)), np.concatenate(were)


def calibration_error(sure: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 15) -> float:
    """The mean distance between how sure the answers were and how often they were right."""
    place = np.minimum((sure * bins).astype(int), bins - 1)
    total = 0.0
    for number in range(bins):
        inside = place == number
        if inside.any():
            total += float(inside.mean()) * abs(float(sure[inside].mean() - right[inside].mean()))
    return total


def coverage(sure: NDArray[np.float64], right: NDArray[np.bool_], allowed: float) -> float:
    """The largest share that can be accepted, surest first, with so many wrong among them."""
    order = np.argsort(-sure, kind="stable")
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(wrong <= allowed)
    return float(fine[-1] + 1) / len(order) if len(fine) else 0.0


def best_temperature(logits: NDArray[np.float32], classes: NDArray[np.int64]) -> float:
    """The temperature of the highest likelihood, between 0.5 and 3, by golden section."""
    low, high = 0.5, 3.0
    ratio = (5**0.5 - 1) / 2
    for _ in range(40):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if _loss(logits, classes, a) < _loss(logits, classes, b):
            high = b
        else:
            low = a
    return round((low + high) / 2, 4)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Probabilities along the last axis."""
    x = logits.astype(np.float64)
    x = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(x / x.sum(axis=1, keepdims=True), dtype=np.float64)


def _loss(logits: NDArray[np.float32], classes: NDArray[np.int64], temperature: float) -> float:
    odds = softmax(logits / temperature)[np.arange(len(classes)), classes]
    return float(-np.log(np.maximum(odds, 1e-12)).mean())


def _share(right: NDArray[np.bool_]) -> float:
    return float(right.mean()) if len(right) else float("nan")
