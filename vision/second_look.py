"""A second look at the squares that the first one left unsure, through slightly other crops.

What the network mistakes in one crop it often reads right in the next, a tenth of a square aside:
the mean over several looks is worth more than any one of them. Knows no grid search, no colours
and no rules. Tests: tests/vision/test_second_look.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Crops, Grid, Picture, Probabilities
from vision.warp import CROP_MARGIN, CROP_SIDE, PIXELS_PER_SQUARE, flatten

Classify: TypeAlias = Callable[[Crops], tuple[Probabilities, NDArray[np.float32]]]
"""Crops to probabilities [n, len(LABELS)] and how likely each is covered [n]."""

LOOK_AGAIN_BELOW = 0.995
"""What is as sure as this after one look stays so: of 11 000 letters on rendered boards 1 in 1 000
of those is wrong, and further looks at them cost ten times as many crops."""

COVERED = 0.01
"""So is a square about which it is less likely than this that something lies over it."""

STEP = 3
"""Pixels, 0.09 of a square: so far aside the other looks are. A tile still fills the crop's
middle, while every edge and stroke falls on other pixels."""

LOOKS: tuple[tuple[int, int], ...] = (
    (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1),
)  # fmt: skip
"""Steps across and down. Rendered boards, letters unsure at first: of 5 552, 1 003 wrong after one
look, 776 after the first four more, 765 after all eight; other scales, turns, gammas and sharper
crops add nothing to these."""

MANY = 30
"""With more unsure squares than this only the first four looks are taken, for time's sake."""

MOST = 90
"""Of a picture with more than that only so many are looked at again: most of it is guesswork."""

SHARPENED = 0.67
"""The temperature of the mean of log probabilities: looks agree by chance less often than one look
is sure by chance, so the mean understates. Fitted on 350 rendered boards (likelihood, straight
and oblique views alike: 0.65 to 0.7)."""

_FEW_LOOKS = 4
_SURELY = 1e-9


def look_again(
    picture: Picture,
    grid: Grid,
    probabilities: Probabilities,
    covered: NDArray[np.float32],
    classify: Classify,
) -> tuple[Probabilities, NDArray[np.float32]]:
    """The first look [n*n, len(LABELS)] and [n*n] with the unsure squares' rows replaced by what
    all looks together say."""
    unsure = unsure_squares(probabilities, covered)
    if not len(unsure):
        return probabilities, covered
    looks = LOOKS[: _FEW_LOOKS if len(unsure) > MANY else len(LOOKS)]
    crops = shifted_crops(picture, grid, unsure.tolist(), looks)
    again, over = classify(crops.reshape(-1, *crops.shape[2:]))
    again = again.reshape(len(looks), len(unsure), -1)
    every = np.concatenate([probabilities[None, unsure], again])
    seen, hidden = probabilities.copy(), covered.copy()
    seen[unsure] = together(every)
    hidden[unsure] = np.concatenate([covered[None, unsure], over.reshape(len(looks), -1)]).mean(0)
    return seen, hidden


def unsure_squares(probabilities: Probabilities, covered: NDArray[np.float32]) -> NDArray[np.int64]:
    """The squares worth a second look, by number. Blank or empty is no question for it: no crop
    can tell these apart, only the rest of the board can."""
    bare = probabilities[:, :2].sum(axis=1)
    surest = np.maximum(probabilities.max(axis=1), bare)
    unsure = np.flatnonzero((surest < LOOK_AGAIN_BELOW) | (covered > COVERED))
    if len(unsure) > MOST:
        unsure = np.sort(unsure[np.argsort(surest[unsure])[:MOST]])
    return unsure


def together(looks: Probabilities) -> Probabilities:
    """What several looks [looks, n, len(LABELS)] at the same squares say together, [n, …]."""
    logs = np.log(np.maximum(looks, _SURELY)).mean(axis=0) / SHARPENED
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


def shifted_crops(
    picture: Picture, grid: Grid, squares: Sequence[int], looks: Sequence[tuple[int, int]]
) -> Crops:
    """The squares (by number, row by row) a step aside for each look: uint8
    [looks, squares, side, side, 3]."""
    margin = STEP + round(CROP_MARGIN * PIXELS_PER_SQUARE)
    flat = flatten(picture, grid, PIXELS_PER_SQUARE, margin / PIXELS_PER_SQUARE)
    crops = np.empty((len(looks), len(squares), CROP_SIDE, CROP_SIDE, 3), np.uint8)
    for i, (across, down) in enumerate(looks):
        for j, square in enumerate(squares):
            x = square % grid.size * PIXELS_PER_SQUARE + STEP * (1 + across)
            y = square // grid.size * PIXELS_PER_SQUARE + STEP * (1 + down)
            crops[i, j] = flat[y : y + CROP_SIDE, x : x + CROP_SIDE]
    return crops
