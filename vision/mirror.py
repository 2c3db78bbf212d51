"""Is a picture mirrored, as some webcams' are? Its letters and its words read better turned over.

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

IsWord = Callable[[str], bool]

LEAD = 2 * SUREST
"""A picture counts as mirrored if its letters read better turned over by as much as two of them
going from unreadable to sure. Of 320 rendered boards none was taken for its mirror picture; 293 of
the mirror pictures were known, all that had more than 18 letters among them."""

FEWEST_LETTERS = 4
"""Where letters can't tell (turned over, Q U I Z is read as surely as O U I S), words do; shorter
ones are words in both directions too often."""


def is_mirrored(
    crops: Crops, probabilities: Probabilities, classify: Classify, is_word: IsWord | None = None
) -> bool:
    """Whether a board is seen in a mirror, one beside it or above it.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] in the turn in which they
    read best; `is_word`: the list of the language, where there is one. Letters that are their own
    mirror images (A H I M O T U V W X Y) can't tell.
    """
    tiles = np.flatnonzero(probabilities[:, 0] < 0.5)
    if len(tiles) == 0:
        return False
    seen = crops[tiles]
    mirrors = [np.ascontiguousarray(over) for over in (seen[:, :, ::-1], seen[:, ::-1])]
    read = np.stack([probabilities[tiles], *map(classify, mirrors)])
    evidence = letter_evidence(read)
    lead = float(evidence[1:].max() - evidence[0])
    if lead > LEAD or lead < -LEAD or is_word is None:
        return lead > LEAD
    n = round(len(crops) ** 0.5)
    boards = [np.full((n, n), EMPTY) for _ in read]
    for board, one in zip(boards, read, strict=True):
        board.flat[tiles] = np.array(LABELS)[one.argmax(axis=1)]
    plain = words_of(boards[0])
    if not plain or any(map(is_word, plain)):
        return False
    turned_over = (words_of(boards[1][:, ::-1]), words_of(boards[2][::-1]))
    return any(words and all(map(is_word, words)) for words in turned_over)


def words_of(board: np.ndarray[tuple[int, ...], np.dtype[np.str_]]) -> Sequence[str]:
    """The words of four letters and more without a blank in the rows and columns of a board
    [n, n]."""
    lines = chain(board, board.T)
    words = chain.from_iterable("".join(line).split(EMPTY) for line in lines)
    return [word for word in words if len(word) >= FEWEST_LETTERS and BLANK_LABEL not in word]
