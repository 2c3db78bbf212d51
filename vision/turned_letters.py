"""A tile that lies upside down or on its side among upright ones, and reads as another letter.

Where the same square reads clearly better another way up, neither letter is promised. Letters that
look the same or like each other both ways (M and W, N and Z) read as well upright, and stay
believed. Knows no words and no rest of the board: which way up that lies is vision/turn.py's
business. Tests: tests/vision/test_turned_letters.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Crops, Probabilities

Classify: TypeAlias = Callable[[Crops], Probabilities]
"""Crops to probabilities [n, len(LABELS)]."""

SURELY_UPRIGHT = 0.999
"""What reads as surely as this isn't looked at another way up: asking up to 0.9999 finds one more
in fifteen of the wrong tiles that are left above 0.985 (below), for three times as many upright
ones asked about."""

MOST_ODDS = 6.0
"""As in vision/turn.py: no letter counts for more than these log odds."""

HEAD_LEAD, HEAD_SURE = 1.0, 0.997
"""Log odds by which a letter must read better upside down, in one and the same crop, and how surely
it must read so."""

SIDE_LEAD, SIDE_SURE = 2.5, 0.97
"""The same for a tile on its side, against the better of the one crop and of all looks together:
sideways Z is N, and N is Z, too often for less.

Chosen on 180 rendered boards with every seventh tile turned (1 008, and 6 206 upright). Upside
down 70 read above 0.9 as another letter, and 35 of them still do; on their sides 60 and 50. Of all
130 65 read so above 0.985, and 59 still do. 6 upright ones more are below 0.9, 3 below 0.985; with
a lead of 2 on its side and letters up to 0.9999 looked at these are 16 and 9, for 76 and 55 wrong
ones left. 70 other boards: 1 upright one more of 2 674, of 24 upside down 14 left, of 27 on their
sides 25."""

OTHER_WAY_UP = 0.3
"""What the letter of the better turn gets. Tiles that lie wrongly are so rare that the upright
letter stays the better guess; but neither is promised."""

_FIRST_LETTER = 2  # LABELS begins with empty and blank
_HEAD, _SIDES = 2, (1, 3)


def doubt_turned(
    crops: Crops, once: Probabilities, seen: Probabilities, classify: Classify
) -> Probabilities:
    """What the squares show [n*n, len(LABELS)], with a part of it given to another letter where
    the tile may lie the wrong way up.

    `crops` [n*n, side, side, 3]; `once`: what they read as, `seen`: what all looks at the squares
    say together, both [n*n, len(LABELS)].
    """
    letters = seen[:, _FIRST_LETTER:]
    sure = letters.max(axis=1)
    asked = np.flatnonzero((sure > 0.5) & (sure < SURELY_UPRIGHT))
    if not len(asked):
        return seen
    upright = once[asked, _FIRST_LETTER + letters[asked].argmax(axis=1)]
    best = np.maximum(upright, sure[asked])
    # Surer than this nothing on its side can lead by enough.
    open_sides = _odds(best) + SIDE_LEAD <= MOST_ODDS
    turns = [np.full(len(asked), _HEAD), *(np.full(int(open_sides.sum()), k) for k in _SIDES)]
    quarters = np.concatenate(turns)
    squares = np.concatenate([asked, asked[open_sides], asked[open_sides]])
    turned = np.empty((len(squares), *crops.shape[1:]), np.uint8)
    for k in (_HEAD, *_SIDES):
        turned[quarters == k] = np.rot90(crops[squares[quarters == k]], k, axes=(1, 2))
    read = classify(turned)
    against = np.concatenate([upright, best[open_sides], best[open_sides]])
    head = quarters == _HEAD
    lead = np.where(head, HEAD_LEAD, SIDE_LEAD)
    least = np.where(head, HEAD_SURE, SIDE_SURE)
    other = read[:, _FIRST_LETTER:]
    clearly = (
        (other.max(axis=1) >= least)
        & (_odds(other.max(axis=1)) - _odds(against) >= lead)
        & (other.argmax(axis=1) != letters[squares].argmax(axis=1))
    )
    mixed = seen.copy()
    for square in np.unique(squares[clearly]):
        ways = other[clearly & (squares == square)]
        way = ways[ways.max(axis=1).argmax()]
        share = letters[square].sum() / way.sum()
        mixed[square, _FIRST_LETTER:] = (1 - OTHER_WAY_UP) * letters[square]
        mixed[square, _FIRST_LETTER:] += OTHER_WAY_UP * share * way
    return mixed


def _odds(probability: NDArray[np.float32]) -> NDArray[np.float64]:
    p = np.maximum(probability.astype(np.float64), 1e-9)
    return np.asarray(np.log(p / np.maximum(1 - p, math.exp(-MOST_ODDS))), dtype=np.float64)
