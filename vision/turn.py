"""Which way up a board lies: the turn in which its tiles read best.

Premium squares lie the same in all four turns, so only letters can tell; H I N O S X Z alone
can't. Knows nothing of words. Tests: tests/vision/test_turn.py.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.reading import LABELS, SURE_LETTER, Crops, Probabilities

Classify = Callable[[Crops], Probabilities]
"""Crops to probabilities [n, len(LABELS)]."""

KNOWN_MARGIN = 1.2
"""A turn that is known from earlier pictures is given up only for one in which about two letters
more read surely (each is worth up to ln 2): the first word of a game may have no more."""

UNKNOWN_MARGIN = 0.1
"""Where nothing is known the turn that reads best is taken, and a tie (H I N O S X Z read as well
upside down) goes to the picture's own top."""

LEAST_SURE = 0.5
"""Share of the squares that show something of which the letter is read surely where the board
lies as expected; letters on their side or head are mostly unsure."""

SURELY_EMPTY = 0.98
"""A tile that lies on its side, or half on another square, may be read as anything, but seldom as
an empty square."""

_FIRST_LETTER = 2  # LABELS begins with empty and blank


def best_turn(
    crops: Crops, probabilities: Probabilities, classify: Classify, known: bool = False
) -> int:
    """By how many quarter turns clockwise the grid must be turned for the letters to stand upright.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] as read in the expected
    turn; `known`: that turn was right in an earlier picture. 0 where the letters can't tell.
    """
    assert probabilities.shape[1] == len(LABELS)
    tiles = _worth_a_look(probabilities)
    if len(tiles) == 0:
        return 0
    evidence = [_evidence(probabilities[tiles])]
    for quarters in (1, 2, 3):
        # The grid turned clockwise shows each square turned the other way round.
        turned = np.ascontiguousarray(np.rot90(crops[tiles], quarters, axes=(1, 2)))
        evidence.append(_evidence(classify(turned)))
    best = int(np.argmax(evidence))
    margin = KNOWN_MARGIN if known else UNKNOWN_MARGIN
    return best if evidence[best] > evidence[0] + margin else 0


def _worth_a_look(probabilities: Probabilities) -> NDArray[np.intp]:
    """The squares that show something, and those beside a letter: a narrow letter on its side may
    be read as an empty square."""
    n = round(len(probabilities) ** 0.5)
    letters = np.pad((probabilities[:, _FIRST_LETTER:].max(axis=1) > 0.5).reshape(n, n), 1)
    beside = letters[:-2, 1:-1] | letters[2:, 1:-1] | letters[1:-1, :-2] | letters[1:-1, 2:]
    return np.flatnonzero((probabilities[:, 0] < SURELY_EMPTY) | beside.ravel())


def is_in_doubt(probabilities: Probabilities) -> bool:
    """Whether so much of what lies on the board [n*n, len(LABELS)] is unsure that it may lie
    otherwise than expected: before the first letters nobody could tell, or it was turned since."""
    shown = probabilities[probabilities[:, 0] < SURELY_EMPTY]
    sure = shown[:, _FIRST_LETTER:].max(axis=1) > SURE_LETTER
    return len(shown) > 0 and float(sure.mean()) < LEAST_SURE


def turned_crops(crops: Crops, quarters: int) -> Crops:
    """The crops [n*n, …] of a whole board as its grid turned so many quarters would give them."""
    n = round(len(crops) ** 0.5)
    board = crops.reshape(n, n, *crops.shape[1:])
    board = np.rot90(np.rot90(board, quarters, axes=(0, 1)), quarters, axes=(2, 3))
    return np.ascontiguousarray(board).reshape(crops.shape)


def _evidence(probabilities: Probabilities) -> float:
    """How well letters read: for each square the logarithm by which its likeliest letter is
    likelier than all else together may be, and nothing for a square without a likely letter.
    Premium print that looks like a letter from the side so speaks for no turn, nor against one.
    """
    best = probabilities[:, _FIRST_LETTER:].max(axis=1)
    return float(np.log(np.maximum(best, 0.5) / 0.5).sum())
