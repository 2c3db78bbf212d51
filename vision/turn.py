"""Which way up a board lies: the turn in which its tiles read best.

Premium squares lie the same in all four turns, so only letters can tell; H I N O S X Z alone
can't. Knows nothing of words. Tests: tests/vision/test_turn.py.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.reading import LABELS, Crops, Probabilities

Classify = Callable[[Crops], Probabilities]
"""Crops to probabilities [n, len(LABELS)]."""

SURE = 3.0
"""A turn is believed when its tiles are together so much likelier (in natural logarithm, 20 : 1)
than in the turn that was expected."""

MOST_TILES = 40
"""More tiles than these are not looked at: forty letters leave nothing open."""

_FIRST_LETTER = 2  # LABELS begins with empty and blank


def best_turn(crops: Crops, probabilities: Probabilities, classify: Classify) -> int:
    """By how many quarter turns clockwise the grid must be turned for the letters to stand upright.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] as read in the expected
    turn. 0 where the letters can't tell.
    """
    letters = probabilities[:, _FIRST_LETTER:].sum(axis=1)
    tiles = np.argsort(-letters)[:MOST_TILES]
    tiles = tiles[letters[tiles] > 0.5]
    if len(tiles) == 0:
        return 0
    evidence = [_evidence(probabilities[tiles])]
    for quarters in (1, 2, 3):
        # The grid turned clockwise shows each square turned the other way round.
        turned = np.ascontiguousarray(np.rot90(crops[tiles], quarters, axes=(1, 2)))
        evidence.append(_evidence(classify(turned)))
    best = int(np.argmax(evidence))
    return best if evidence[best] > evidence[0] + SURE else 0


def turned_crops(crops: Crops, quarters: int) -> Crops:
    """The crops [n*n, …] of a whole board as its grid turned so many quarters would give them."""
    n = round(len(crops) ** 0.5)
    board = crops.reshape(n, n, *crops.shape[1:])
    board = np.rot90(np.rot90(board, quarters, axes=(0, 1)), quarters, axes=(2, 3))
    return np.ascontiguousarray(board).reshape(crops.shape)


def _evidence(probabilities: Probabilities) -> float:
    """How well squares read: the sum of the logarithms of each one's likeliest label. Premium
    print that looked like a letter may well be an empty square in the right turn."""
    assert probabilities.shape[1] == len(LABELS)
    best = probabilities.max(axis=1)
    return float(np.log(np.maximum(best, 1e-4)).sum())
