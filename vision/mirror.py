"""Is a picture mirrored, as some webcams' are? Its letters and its words read better turned over,
and values stand on the wrong side.

Knows no game in progress; `BoardReader` asks it where nothing is known of the camera yet.
Tests: tests/vision/test_mirror.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from engine.position import EMPTY
from vision.reading import BLANK_LABEL, LABELS, Crops, Probabilities
from vision.turn import SUREST, Classify, letter_evidence
from vision.warp import CROP_MARGIN

IsWord = Callable[[str], bool]

LEAD = SUREST
"""A picture counts as mirrored if its letters read better turned over by as much as one of them
going from unreadable to sure."""

SETTLED = 2 * SUREST
"""Letters that read better as they lie by as much leave nothing for words to tell."""

CANT_TELL = 1.0
"""Letters that read better as they lie by less can't tell, but values can: they stand at the lower
right of a tile, and in a mirror at the lower left or the upper right."""

VALUES_COUNT = 40.0
"""What it counts for, beside the letters' lead, if all values stand on a mirror's side. Of 598
rendered first words of two to seven letters, read without a list of words, 7 were taken for their
mirror pictures (1 by the letters alone); of their 596 mirror pictures 436 were known (322)."""

VALUE_FROM, VALUE_TO = 0.74, 0.88
"""Where a value stands on a square, along both of its sides."""

FEWEST_LETTERS = 4
"""Where letters can't tell (turned over, Q U I Z is read as surely as O U I S), words do; shorter
ones are words in both directions too often."""


def is_mirrored(
    crops: Crops, probabilities: Probabilities, classify: Classify, is_word: IsWord | None = None
) -> bool:
    """Whether a board is seen in a mirror, one beside it or above it.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] in the turn in which they
    read best; `is_word`: the list of the language, where there is one. Letters that are their own
    mirror images (A H I M O T U V W X Y) can't tell; where their values stand does.
    """
    tiles = np.flatnonzero(probabilities[:, 0] < 0.5)
    if len(tiles) == 0:
        return False
    seen = crops[tiles]
    mirrors = [np.ascontiguousarray(over) for over in (seen[:, :, ::-1], seen[:, ::-1])]
    read = np.stack([probabilities[tiles], *map(classify, mirrors)])
    evidence = letter_evidence(read)
    lead = float(evidence[1:].max() - evidence[0])
    if abs(lead) > SETTLED or lead > LEAD:
        return lead > LEAD
    if is_word is not None:
        n = round(len(crops) ** 0.5)
        boards = [np.full((n, n), EMPTY) for _ in read]
        for board, one in zip(boards, read, strict=True):
            board.flat[tiles] = np.array(LABELS)[one.argmax(axis=1)]
        plain = words_of(boards[0])
        turned_over = (words_of(boards[1][:, ::-1]), words_of(boards[2][::-1]))
        if any(map(is_word, plain)):
            return False
        if plain and any(words and all(map(is_word, words)) for words in turned_over):
            return True
    return lead > -CANT_TELL and lead + VALUES_COUNT * values_mirrored(seen) > LEAD


def values_mirrored(crops: Crops) -> float:
    """How much more there is to see where a mirror shows values than where they stand, from -1 to
    1; `crops` [n, side, side, 3], BGR, of tiles."""
    inset = CROP_MARGIN / (1 + 2 * CROP_MARGIN)
    side = crops.shape[1]
    low, high = (int(side * (inset + at * (1 - 2 * inset))) for at in (VALUE_FROM, VALUE_TO))
    far, near = slice(low, high + 1), slice(side - high - 1, side - low)
    grey = crops.astype(np.float32).mean(axis=-1)
    corners = ((far, far), (far, near), (near, far), (near, near))
    ink = np.stack([grey[:, down, across].std(axis=(1, 2)) for down, across in corners])
    right, *mirrored, _ = (ink / np.maximum(ink.sum(axis=0), 1e-6)).mean(axis=1)
    return float(max(mirrored) - right)


def words_of(board: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> Sequence[str]:
    """The words of four letters and more without a blank in the rows and columns of a board
    [n, n]."""
    lines = chain(board, board.T)
    words = chain.from_iterable("".join(line).split(EMPTY) for line in lines)
    return [word for word in words if len(word) >= FEWEST_LETTERS and BLANK_LABEL not in word]
