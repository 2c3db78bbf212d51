"""The third witness: all letters of a set are printed in one ink, as dark and of one colour.

What somebody wrote on a blank, and grain that runs as a letter does, reads like a letter, and no
crop alone tells it from one; the other tiles of the same board do. A letter in another
ink than the rest may be a blank, and is promised only where the difference is small. Sets in many
colours differ from tile to tile, and then a difference says nothing.
Tests: tests/vision/test_ink.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.ranks import median
from vision.reading import BLANK_LABEL, FIRST_LETTER, LABELS, Crops, Probabilities
from vision.square.warp import CROP_MARGIN, CROP_SIDE

SURE_INK, FEWEST_INKED = 0.9, 6
"""Letters whose ink is compared with, and how many of them a board must show."""

INK_SHARE = 0.06
"""Share of a tile's middle that is surely ink: less than the strokes of an I."""

WIDEST = 0.95
"""The difference that so many of the letters stay below is what is usual on their board: shine,
shadows and blur make that large on some, and many inks do."""

LIGHT_FLOOR, COLOUR_FLOOR = 0.05, 0.02
"""Added to what is usual: no board is so even that less means anything."""

UNLIKELY = -4.66
BY_LIGHT, BY_COLOUR = 2.59, 2.81
INK_LOG_ODDS = 6.0
"""Log odds that what reads as a letter is a blank, were these as many: `UNLIKELY`, plus so much for
each multiple, up to MOST, of what is usual. Fitted by logistic regression on 180 rendered boards
with grain or marker on their blanks (135 blanks that both looks read as letters) and 112 others
(12 262 letters)."""

BLANKS_AS_LETTERS = 1 / 1500
"""How many of what both looks read as letters are blanks: two tiles of a hundred are blanks, and
one in thirty of these shows what looks like a letter. With it three of four of the blanks above are
asked about on a still, and one of 370 letters."""

AT_MOST = 0.45
"""What the blank gets at most of what a letter had: ink alone asks, makes nothing sure, and leaves
the letter the better guess."""

INKED = 0.5
"""What reads as a blank is as likely a letter where its ink is at least so much as that of half of
the letters, unless values tell: of 85 drawn blanks 33 show so much (written on, labelled, shiny),
and of 22 faint I that read as blanks all."""

SUSPECT = 1e-3
"""Odds of a blank from which on the value on a tile is looked at: a blank has none."""

PrintedFor: TypeAlias = Callable[[NDArray[np.intp], NDArray[np.intp]], NDArray[np.float64]]
"""How far, as log odds, what is printed on squares, by number, speaks for letters, by their places
among LABELS, and against blanks."""

_EDGE = round((CROP_MARGIN + 0.125) * CROP_SIDE / (1 + 2 * CROP_MARGIN))
"""Pixels of a crop outside a tile's middle: the rim, and the tile's own edges and bevels."""

_DARKEST = 12.0
_LOGS = np.log(np.arange(256, dtype=np.float64) + _DARKEST)
_LEAST_INK = 0.1
_BLANK = LABELS.index(BLANK_LABEL)


def weighed_by_ink(
    crops: Crops, probabilities: Probabilities, printed_for: PrintedFor | None = None
) -> Probabilities:
    """What squares show [n, len(LABELS)] in the light of the ink on them: of a letter in another
    ink than the other letters a part is given to the blank, the less the clearer its value is
    printed next to it. `crops`: the same squares as the first look saw them, uint8
    [n, CROP_SIDE, CROP_SIDE, 3]."""
    letters = probabilities[:, FIRST_LETTER:]
    read = np.flatnonzero(letters.sum(axis=1) > 0.5)
    sure = letters[read].max(axis=1) >= SURE_INK
    if sure.sum() < FEWEST_INKED:
        return probabilities
    weighed = probabilities.copy()
    _doubt_inked_blanks(weighed, crops, read[sure], printed_for)
    light, colour = differences(crops[read], sure)
    odds = BLANKS_AS_LETTERS * np.exp(UNLIKELY + BY_LIGHT * light + BY_COLOUR * colour)
    suspect = np.flatnonzero(odds >= SUSPECT)
    if printed_for is not None and len(suspect):
        best = FIRST_LETTER + letters[read[suspect]].argmax(axis=1)
        odds[suspect] *= np.exp(-printed_for(read[suspect], best))
    share = np.minimum(odds / (1 + odds), AT_MOST)
    weighed[read, _BLANK] += share * letters[read].sum(axis=1)
    weighed[read, FIRST_LETTER:] *= (1 - share)[:, None]
    return weighed


def _doubt_inked_blanks(
    weighed: Probabilities,
    crops: Crops,
    sure: NDArray[np.intp],
    printed_for: PrintedFor | None,
) -> None:
    """Gives a part of blanks on which there is about as much ink as on the `sure` letters to
    letters: of a face whose hairlines vanish, an I looks like a blank. Unless values say none."""
    blanks = np.flatnonzero(weighed[:, _BLANK] > 0.5)
    if not len(blanks):
        return
    both = crops[np.concatenate([sure, blanks])]
    is_letter = np.arange(len(both)) < len(sure)
    against = _against(both)
    towards = _towards(against[is_letter])
    strength = _strongest(against, against @ towards) @ towards
    _, colour = differences(both, is_letter)
    as_letters = (strength >= INKED * float(np.median(strength[is_letter]))) & (colour <= 1)
    inked = blanks[as_letters[~is_letter]]
    inked = inked[weighed[inked, FIRST_LETTER:].sum(axis=1) > 0]
    if not len(inked):
        return
    letters = weighed[inked, FIRST_LETTER:]
    odds = np.zeros(len(inked))
    if printed_for is not None:
        odds = printed_for(inked, FIRST_LETTER + letters.argmax(axis=1))
    part = np.minimum(1 / (1 + np.exp(-odds)), AT_MOST) * weighed[inked, _BLANK]
    weighed[inked, _BLANK] -= part
    weighed[inked, FIRST_LETTER:] += part[:, None] * letters / letters.sum(axis=1, keepdims=True)


def differences(
    crops: Crops, sure: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far the ink on each square [n] lies from that on the `sure` ones, as multiples, up to
    MOST, of what is usual among these: as a whole, and in colour alone."""
    against = _against(crops)
    towards = _towards(against[sure])
    ink = _strongest(against, against @ towards)
    strength = np.maximum(ink @ towards, _LEAST_INK)
    tint = (ink - np.outer(ink @ towards, towards)) / strength[:, None]
    light = np.linalg.norm(ink - median(ink[sure], axis=0), axis=1)
    colour = np.linalg.norm(tint - median(tint[sure], axis=0), axis=1)
    return _in_usual(light, sure, LIGHT_FLOOR), _in_usual(colour, sure, COLOUR_FLOOR)


def _against(crops: Crops) -> NDArray[np.float64]:
    """How each pixel of the tiles' middles differs from its tile, [n, pixels, 3]: ink differs by a
    factor, whatever the light is."""
    inner = _LOGS[crops[:, _EDGE:-_EDGE, _EDGE:-_EDGE]].reshape(len(crops), -1, 3)
    return np.asarray(inner - median(inner, axis=1)[:, None])


def _towards(letters: NDArray[np.float64]) -> NDArray[np.float64]:
    """The direction [3] in which the ink of letters [n, pixels, 3] differs from their tiles."""
    strongest = _strongest(letters, np.linalg.norm(letters, axis=2))
    towards = median(strongest, axis=0)
    return np.asarray(towards / max(float(np.linalg.norm(towards)), _LEAST_INK))


def _strongest(against: NDArray[np.float64], how: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median over the pixels of each square [n, pixels, 3] that come first by `how`, [n, 3]."""
    many = max(1, int(INK_SHARE * how.shape[1]))
    first = np.argpartition(-how, many, axis=1)[:, :many]
    return median(np.take_along_axis(against, first[..., None], axis=1), axis=1)


def _in_usual(
    far: NDArray[np.float64], sure: NDArray[np.bool_], floor: float
) -> NDArray[np.float64]:
    """Differences as multiples of what is usual; each square is judged by the others."""
    usual = np.full(len(far), np.quantile(far[sure], WIDEST))
    usual[sure] = quantiles_of_others(far[sure], WIDEST)
    return np.asarray(np.minimum(far / (usual + floor), INK_LOG_ODDS))


def quantiles_of_others(values: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """For each of two values or more the quantile of all the others, as numpy interpolates it."""
    order = np.argsort(values, kind="stable")
    place = np.empty(len(values), np.int64)
    place[order] = np.arange(len(values))
    at = share * (len(values) - 2)
    below, part = int(at), at - int(at)

    def other(k: int) -> NDArray[np.float64]:
        """The k-th smallest without each value itself."""
        return np.asarray(values[order[np.where(place <= k, k + 1, k)]])

    low = other(below)
    return low if part == 0 else np.asarray(low + part * (other(below + 1) - low))
