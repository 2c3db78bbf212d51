"""A second look at the squares that the first one left unsure, through slightly other crops; and at
tiles that read as another letter another way up.

What the network mistakes in one crop it often reads right in the next, a tenth of a square aside:
the mean over several looks is worth more than any one of them. Knows no grid search, no colours,
no words; which way up the board lies is vision/orientation.py's business.
Tests: tests/vision/test_second_look.py, tests/vision/test_turned_letters.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import (
    BASES,
    FIRST_LETTER,
    LABELS,
    NETWORK_LABELS,
    Crops,
    Grid,
    Picture,
    Probabilities,
)
from vision.square.board_look import RIM
from vision.square.classify import Classify, ClassifyAll
from vision.square.warp import (
    CROP_MARGIN,
    CROP_SIDE,
    PIXELS_PER_SQUARE,
    flatten,
    squares_of,
)

LOOK_AGAIN_BELOW = 0.995
"""What is as sure as this after one look stays so: of 11 000 letters on rendered boards 1 in 1 000
of those is wrong, and further looks at them cost ten times as many crops."""

MAYBE_HIDDEN = 0.01
"""So is a square about which it is less likely than this that something lies over it."""

LOOK_ASIDE = 3
"""Pixels, 0.09 of a square: so far aside the other looks are. A tile still fills the crop's
middle, while every edge and stroke falls on other pixels."""

LOOKS: tuple[tuple[int, int], ...] = ((1, 1), (-1, -1))
"""Steps across and down. Four, each in one direction, tell no more: of 6 886 squares on rendered
boards 1 093 are asked about and 18 read wrongly without a question, with these two 1 113 and 19."""

MOST_LOOKED_AT = 90
"""Of a picture with more than that only so many are looked at again: most of it is guesswork."""

SHARPENED = 0.67
"""The temperature of the mean of log probabilities: looks agree by chance less often than one look
is sure by chance, so the mean understates. Fitted on 350 rendered boards (likelihood, straight
and oblique views alike: 0.65 to 0.7)."""

_SURELY = 1e-9


_CROPS_FROM = RIM * PIXELS_PER_SQUARE - round(CROP_MARGIN * PIXELS_PER_SQUARE)
"""Pixels of the rim outside the first square's crop."""


def with_rim(picture: Picture, grid: Grid) -> Picture:
    """The board from straight above, `PIXELS_PER_SQUARE` a square, with a rim of RIM squares."""
    return flatten(picture, grid, PIXELS_PER_SQUARE, RIM)


def straight_crops(flat: Picture) -> Crops:
    """The squares of a board `with_rim`, none of them a step aside."""
    inner = flat[_CROPS_FROM:-_CROPS_FROM, _CROPS_FROM:-_CROPS_FROM]
    return squares_of(inner, inner.shape[0] // PIXELS_PER_SQUARE)


def look_again(
    flat: Picture,
    probabilities: Probabilities,
    covered: NDArray[np.float32],
    classify: ClassifyAll,
    settled: NDArray[np.bool_],
) -> tuple[Probabilities, NDArray[np.float32]]:
    """The first look [n*n, len(LABELS)] and [n*n] at a board `with_rim` with the unsure squares'
    rows replaced by what all looks together say; `settled` [n*n]: the squares about which another
    network is sure."""
    unsure = unsure_squares(probabilities, covered)
    unsure = unsure[~settled[unsure]]
    if not len(unsure):
        return probabilities, covered
    crops = shifted_crops(flat, unsure.tolist(), LOOKS)
    again, over = classify(crops.reshape(-1, *crops.shape[2:]))
    again = again.reshape(len(LOOKS), len(unsure), -1)
    every = np.concatenate([probabilities[None, unsure], again])
    seen, hidden = probabilities.copy(), covered.copy()
    seen[unsure] = mean_of_looks(every)
    every_over = np.concatenate([covered[None, unsure], over.reshape(len(LOOKS), -1)])
    hidden[unsure] = np.exp(np.log(np.maximum(every_over, _SURELY)).mean(axis=0))
    return seen, hidden


def unsure_squares(probabilities: Probabilities, covered: NDArray[np.float32]) -> NDArray[np.int64]:
    """The squares worth a second look, by number. Blank or empty is no question for it: no crop
    can separate these, only the rest of the board can."""
    unsure = np.flatnonzero(~surely_read(probabilities, covered))
    if len(unsure) > MOST_LOOKED_AT:
        surest = _surest(probabilities[unsure])
        unsure = np.sort(unsure[np.argsort(surest)[:MOST_LOOKED_AT]])
    return unsure


def surely_read(probabilities: Probabilities, covered: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which squares one look has settled, [n]: as a letter, or as bare of one, and nothing over
    it."""
    return surely_said(probabilities) & (covered <= MAYBE_HIDDEN)


def surely_said(probabilities: Probabilities) -> NDArray[np.bool_]:
    """Of which squares a look is sure what lies there, [n]: a letter, or none."""
    return np.asarray(_surest(probabilities) >= LOOK_AGAIN_BELOW, dtype=np.bool_)


def _surest(probabilities: Probabilities) -> NDArray[np.float32]:
    bare = probabilities[:, :FIRST_LETTER].sum(axis=1)
    return np.asarray(np.maximum(probabilities.max(axis=1), bare), dtype=np.float32)


def mean_of_looks(looks: Probabilities) -> Probabilities:
    """What several looks [looks, n, len(LABELS)] at the same squares say together, [n, …]."""
    logs = np.log(np.maximum(looks, _SURELY)).mean(axis=0) / SHARPENED
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


def shifted_crops(flat: Picture, squares: Sequence[int], looks: Sequence[tuple[int, int]]) -> Crops:
    """The squares of a board `with_rim` (by number, row by row) a step aside for each look: uint8
    [looks, squares, side, side, 3]."""
    n = flat.shape[0] // PIXELS_PER_SQUARE - 2 * RIM
    crops = np.empty((len(looks), len(squares), CROP_SIDE, CROP_SIDE, 3), np.uint8)
    for i, (across, down) in enumerate(looks):
        for j, square in enumerate(squares):
            x = square % n * PIXELS_PER_SQUARE + _CROPS_FROM + LOOK_ASIDE * across
            y = square // n * PIXELS_PER_SQUARE + _CROPS_FROM + LOOK_ASIDE * down
            crops[i, j] = flat[y : y + CROP_SIDE, x : x + CROP_SIDE]
    return crops


# --- tiles upside down or on their side ---
# Where the same square reads clearly better another way up, neither letter is promised. Letters
# that look the same or like each other both ways (M and W, N and Z) read as well upright, and
# stay believed.

SURELY_UPRIGHT = 0.9995
"""What one look alone reads as surely as this isn't looked at another way up."""

MOST_ODDS = 6.0
"""As in vision/orientation.py: no letter counts for more than these log odds."""

HEAD_LEAD, HEAD_SURE = 0.0, 0.9
"""Log odds by which a letter must read better upside down, in one and the same crop, and how surely
it must read so: as well will do. 83 rendered tiles on their heads (most are M and W, or
ambiguous): 14 are read silently as another letter, with a lead of 1 at 0.997 it is 21; of 385
upright ones one more is asked about (python -m workshop.benchmarks.read_failures)."""

MAYBE_HEAD = 0.1
"""A letter that it may be on its head as likely as this is worth a look at the values."""

SIDE_LEAD, SIDE_SURE = 2.5, 0.97
"""The same for a tile on its side, against the better of the one crop and of all looks together:
sideways Z is N, and N is Z, too often for less.

Chosen on 180 rendered boards with every seventh tile turned (1 008, and 6 206 upright). Upside
down 70 read above 0.9 as another letter, and 35 of them still do; on their sides 60 and 50. Of all
130 65 read so above 0.985, and 59 still do. 6 upright ones more are below 0.9, 3 below 0.985; with
a lead of 2 on its side and letters up to 0.9999 looked at these are 16 and 9, for 76 and 55 wrong
ones left. 70 other boards: 1 upright one more of 2 674, of 24 upside down 14 left, of 27 on their
sides 25."""

OTHER_WAY_UP = 0.2
"""What the letter of the better turn gets. Tiles that lie wrongly are so rare that the upright
letter stays the better guess; but neither is promised. Little enough that good words settle it, as
they settle other letters, and that it isn't asked about in every picture (vision/game/doubt.py)."""

AS_OTHERS = "MW"
"""Letters that are others on their heads, so well that no look can tell: where the set has values
that can be read, they do."""

UPRIGHT_BY_VALUE, TURNED_BY_VALUE = 2.0, -1.0
"""Log odds from which on the value on a tile says that it stands upright, or on its head."""

UprightFor: TypeAlias = Callable[
    [NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]], NDArray[np.float64]
]
"""How far, as log odds, the values on squares, by number, say that one letter stands upright there
and not another on its head; both by their places among LABELS."""

_HEAD, _SIDES = 2, (1, 3)
_AS_OTHERS = [LABELS.index(letter) for letter in AS_OTHERS]


def doubt_turned(
    crops: Crops,
    once: Probabilities,
    seen: Probabilities,
    classify: Classify,
    upright_for: UprightFor | None = None,
) -> Probabilities:
    """What the squares show [n*n, len(LABELS)], with a part of it given to another letter where
    the tile may lie the wrong way up.

    `crops` [n*n, side, side, 3]; `once`: what they read as, `seen`: what all looks at the squares
    say together, both [n*n, len(LABELS)]; `upright_for`: what values have to say.
    """
    letters = seen[:, FIRST_LETTER:]
    sure = letters.max(axis=1)
    first = np.maximum(sure, once[np.arange(len(once)), FIRST_LETTER + letters.argmax(axis=1)])
    as_others = np.isin(BASES[FIRST_LETTER + letters.argmax(axis=1)], _AS_OTHERS)
    as_others &= upright_for is not None
    one_letter = letters.argmax(axis=1) < len(NETWORK_LABELS) - FIRST_LETTER
    asked = np.flatnonzero((sure > 0.5) & one_letter & ((first < SURELY_UPRIGHT) | as_others))
    if not len(asked):
        return seen
    own = FIRST_LETTER + letters[asked].argmax(axis=1)
    # Surer than this nothing on its side can lead by enough.
    open_sides = _odds(np.maximum(once[asked, own], sure[asked])) + SIDE_LEAD <= MOST_ODDS
    turns = [np.full(len(asked), _HEAD), *(np.full(int(open_sides.sum()), k) for k in _SIDES)]
    quarters = np.concatenate(turns)
    squares = np.concatenate([asked, asked[open_sides], asked[open_sides]])
    turned = np.empty((len(squares), *crops.shape[1:]), np.uint8)
    for k in (_HEAD, *_SIDES):
        turned[quarters == k] = np.rot90(crops[squares[quarters == k]], k, axes=(1, 2))
    read = classify(np.concatenate([crops[asked], turned]))
    # Ways up are compared as one network sees them.
    upright, read = read[: len(asked)][np.arange(len(asked)), own], read[len(asked) :]
    best = np.maximum(upright, sure[asked])
    against = np.concatenate([upright, best[open_sides], best[open_sides]])
    head = quarters == _HEAD
    lead = np.where(head, HEAD_LEAD, SIDE_LEAD)
    least = np.where(head, HEAD_SURE, SIDE_SURE)
    other = read[:, FIRST_LETTER:]
    clearly = (
        (other.max(axis=1) >= least)
        & (_odds(other.max(axis=1)) - _odds(against) >= lead)
        & (_base(other) != _base(letters[squares]))
    )
    if upright_for is not None:
        own = FIRST_LETTER + letters[squares].argmax(axis=1)
        another = np.where(BASES[FIRST_LETTER:] != BASES[own][:, None], other, 0)
        its = FIRST_LETTER + another.argmax(axis=1)
        differ = head & (another.max(axis=1) >= np.where(as_others[squares], HEAD_SURE, MAYBE_HEAD))
        open_still = np.flatnonzero(differ)
        says = upright_for(squares[open_still], own[open_still], its[open_still])
        clearly[open_still[says >= UPRIGHT_BY_VALUE]] = False
        clearly[open_still[says <= TURNED_BY_VALUE]] = True
    mixed = seen.copy()
    for square in np.unique(squares[clearly]):
        ways = other[clearly & (squares == square)]
        way = ways[ways.max(axis=1).argmax()]
        share = letters[square].sum() / way.sum()
        mixed[square, FIRST_LETTER:] = (1 - OTHER_WAY_UP) * letters[square]
        mixed[square, FIRST_LETTER:] += OTHER_WAY_UP * share * way
    return mixed


def _base(letters: Probabilities) -> NDArray[np.intp]:
    """The likeliest letters without their marks, which stand elsewhere upside down: Ś isn't S on
    its head, whatever the first look makes of the mark."""
    return np.asarray(BASES[FIRST_LETTER + letters.argmax(axis=1)])


def _odds(probability: NDArray[np.float32]) -> NDArray[np.float64]:
    p = np.maximum(probability.astype(np.float64), 1e-9)
    return np.asarray(np.log(p / np.maximum(1 - p, math.exp(-MOST_ODDS))), dtype=np.float64)
