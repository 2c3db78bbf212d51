"""Which way up a board lies, and whether the picture is mirrored, as some webcams' are: by how well
its tiles read.

Premium squares lie the same in all four turns, so only letters can tell; H I N O S X Z alone
can't. A mirror shows in the words and in the side of the values, too. Knows no game in progress.
Tests: tests/vision/test_turn.py, tests/vision/test_mirror.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.position import EMPTY
from vision.reading import (
    BLANK_LABEL,
    FIRST_LETTER,
    LABELS,
    SURE_LETTER,
    Crops,
    IsWord,
    Probabilities,
)
from vision.square.classify import Classify
from vision.square.warp import CROP_MARGIN

SUREST = 6.0
"""No letter counts for more than these log odds, 400 : 1: the network isn't trained to be humble
about letters on their heads, only to be less sure of them."""

KNOWN_MARGIN = 9.0
"""A turn that is known from earlier pictures is given up only for one that leads by so much, one
letter and a half: the first words of 100 rendered boards were never read the wrong way up with
that lead (50 boards), 7 times with less."""

UNKNOWN_MARGIN = 0.5
"""Where nothing is known the turn that reads best is taken, and a tie (H I N O S X Z read as well
upside down) goes to the picture's own top."""

OPEN_ODDS, LEAD_COUNTS = 0.5, 0.35
"""Log odds against the runner-up: for a tie, and more for every unit that it lies behind. The same
boards, wrong by lead: 4 of 17 (below 2.5), 2 of 22 (below 6), 1 of 11 (below 9), none of 50."""

SETTLED_LEAD = 32.0
"""The lead of the turn that is expected, over some tiles, from which on the others aren't looked
at: what is left of another turn's chance is 1 : 100 000 (OPEN_ODDS, LEAD_COUNTS). A letter that
reads as surely on its head leads by nothing, so no board that lies otherwise gets such a lead."""

FEW_TILES = 12
"""About so many surely read letters are looked at another way round at a time: if no other way
reads six of them at all, it is settled."""

LEAST_SURE = 0.5
"""Share of the squares that show something of which the letter is read surely where the board
lies as expected; letters on their side or head are mostly unsure."""

SURELY_EMPTY = 0.98
"""A tile that lies on its side, or half on another square, may be read as anything, but seldom as
an empty square."""


@dataclass(frozen=True)
class Orientation:
    """By how many quarter turns clockwise a grid must be turned for the letters to stand upright,
    and what the board would show if that is wrong.

    `squares`: those that show something, by their number on the board so turned; `otherwise`:
    float32 [squares, len(LABELS)], how they read in the runner-up's turn; `chance`: of that turn.
    """

    quarters: int
    squares: NDArray[np.int64]
    otherwise: Probabilities
    chance: float


def seek_turn(
    crops: Crops, probabilities: Probabilities, classify: Classify, known: bool = False
) -> Orientation:
    """Which way up the board lies.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] as read in the expected
    turn; `known`: that turn was right in an earlier picture. No turn where the letters can't tell.
    As soon as some tiles settle that it is the expected turn, the others aren't looked at.
    """
    assert probabilities.shape[1] == len(LABELS)
    shown = probabilities[:, 0] < SURELY_EMPTY
    tiles = np.flatnonzero(shown)
    if len(tiles) == 0:
        return Orientation(0, tiles, probabilities[tiles], 0.0)
    portions, came = _by_portions(probabilities, shown), []
    for portion in portions:
        came.append(_in_all_turns(crops, probabilities, classify, portion))
        if _lead(np.concatenate(came, axis=1)) >= SETTLED_LEAD:
            return Orientation(0, tiles[:0], probabilities[:0], 0.0)
    read = np.concatenate(came, axis=1)[:, np.argsort(np.concatenate(portions))]
    evidence = letter_evidence(read)
    best = int(np.argmax(evidence))
    margin = KNOWN_MARGIN if known else UNKNOWN_MARGIN
    best = best if evidence[best] > evidence[0] + margin else 0
    second = max((q for q in range(4) if q != best), key=lambda q: float(evidence[q]))
    lead = float(evidence[best] - evidence[second]) + (KNOWN_MARGIN if known and not best else 0.0)
    n = round(len(crops) ** 0.5)
    where = np.empty(n * n, np.int64)
    where[np.rot90(np.arange(n * n).reshape(n, n), best).ravel()] = np.arange(n * n)
    return Orientation(best, where[tiles], read[second], chance_of_runner_up(lead))


def _by_portions(probabilities: Probabilities, chosen: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """The chosen squares, by number: first those surely read as a letter, about FEW_TILES at a
    time, each time spread over the board, then the others."""
    sure = chosen & (probabilities[:, FIRST_LETTER:].max(axis=1) > SURE_LETTER)
    letters, others = np.flatnonzero(sure), np.flatnonzero(chosen & ~sure)
    times = max(1, len(letters) // FEW_TILES)
    return [letters[start::times] for start in range(times)] + [others]


def _in_all_turns(
    crops: Crops, probabilities: Probabilities, classify: Classify, squares: NDArray[np.intp]
) -> Probabilities:
    """How some squares read in each turn: float32 [4, squares, len(LABELS)]."""
    # The grid turned clockwise shows each square turned the other way round.
    turns = (np.rot90(crops[squares], quarters, axes=(1, 2)) for quarters in (1, 2, 3))
    return np.stack([probabilities[squares], *(classify(np.ascontiguousarray(t)) for t in turns)])


def _lead(read: Probabilities) -> float:
    """By how much the first way of `read` [ways, squares, len(LABELS)] reads better than every
    other."""
    evidence = letter_evidence(read)
    return float(evidence[0] - evidence[1:].max())


def chance_of_runner_up(lead: float) -> float:
    """How likely the turn that reads second best is the right one, by how far it lies behind."""
    return 1 / (1 + math.exp(min(OPEN_ODDS + LEAD_COUNTS * lead, 50.0)))


def either_way(probabilities: Probabilities, turn: Orientation) -> Probabilities:
    """What a board [n*n, len(LABELS)] shows, its turn being as unsure as it is: a letter that
    is the same letter in both turns stays as sure as it was."""
    mixed = probabilities.copy()
    for square, other in zip(turn.squares, turn.otherwise, strict=True):
        letters = float(probabilities[square, FIRST_LETTER:].sum())
        share = float(other[FIRST_LETTER:].sum())
        if letters > 0.5 and share > 0:
            mixed[square, FIRST_LETTER:] *= 1 - turn.chance
            mixed[square, FIRST_LETTER:] += turn.chance * letters / share * other[FIRST_LETTER:]
    return mixed


def is_in_doubt(probabilities: Probabilities) -> bool:
    """Whether so much of what lies on the board [n*n, len(LABELS)] is unsure that it may lie
    otherwise than expected: before the first letters nobody could tell, or it was turned since."""
    shown = probabilities[probabilities[:, 0] < SURELY_EMPTY]
    sure = shown[:, FIRST_LETTER:].max(axis=1) > SURE_LETTER
    return len(shown) > 0 and float(sure.mean()) < LEAST_SURE


def letter_evidence(read: Probabilities) -> NDArray[np.float64]:
    """How well letters read in each turn (or on each plane), [turns]: for each square of `read`
    [turns, squares, len(LABELS)] the log odds of its likeliest letter, nothing for a square without
    a likely one. Premium print that looks like a letter from the side is read as an empty square in
    other turns, and counts for less by as much.
    """
    tile = 1 - read[..., 0].mean(axis=0)
    return np.asarray((letter_odds(read) * tile).sum(axis=1), dtype=np.float64)


def letter_odds(read: Probabilities) -> NDArray[np.float64]:
    """The log odds of the likeliest letter of each square, 0 to SUREST; `read` [..., len(LABELS)],
    without the last axis."""
    best = read[..., FIRST_LETTER:].max(axis=-1).astype(np.float64)
    odds = np.log(best / np.maximum(1 - best, math.exp(-SUREST)))
    return np.asarray(np.clip(odds, 0.0, SUREST), dtype=np.float64)


# --- mirrored? ---

LEAD = SUREST
"""A picture counts as mirrored if its letters read better turned over by as much as one of them
going from unreadable to sure."""

SETTLED = 2 * SUREST
"""Letters that read better as they lie by as much leave nothing for words to tell; of a few letters
spread over the board, nothing for the others."""

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
    n = round(len(crops) ** 0.5)
    portions, came = _by_portions(probabilities, probabilities[:, 0] < 0.5), []
    for portion in portions:
        came.append(_in_mirrors(crops, probabilities, classify, portion))
        if _lead(np.concatenate(came, axis=1)) > SETTLED:
            return False
    read = np.concatenate(came, axis=1)[:, np.argsort(np.concatenate(portions))]
    words = _side_by_side(tiles, read, n)
    if not words.any():
        return False
    tiles, seen, read = tiles[words], crops[tiles[words]], read[:, words]
    evidence = letter_evidence(read)
    lead = float(evidence[1:].max() - evidence[0])
    if abs(lead) > SETTLED or lead > LEAD:
        return lead > LEAD
    if is_word is not None:
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


def _in_mirrors(
    crops: Crops, probabilities: Probabilities, classify: Classify, squares: NDArray[np.intp]
) -> Probabilities:
    """How some squares read as they are, and in the two mirrors: [3, squares, len(LABELS)]."""
    seen = crops[squares]
    mirrors = [np.ascontiguousarray(over) for over in (seen[:, :, ::-1], seen[:, ::-1])]
    return np.stack([probabilities[squares], *map(classify, mirrors)])


def _side_by_side(tiles: NDArray[np.intp], read: Probabilities, n: int) -> NDArray[np.bool_]:
    """Which of the squares, by number, read surely as a letter in some of the ways [ways, squares,
    labels], beside another that does: what reflections make of a bare board lies here and there."""
    letters = np.zeros(n * n, dtype=bool)
    letters[tiles] = read[..., FIRST_LETTER:].max(axis=(0, 2)) > SURE_LETTER
    wider = np.pad(letters.reshape(n, n), 1)
    beside = wider[:-2, 1:-1] | wider[2:, 1:-1] | wider[1:-1, :-2] | wider[1:-1, 2:]
    return np.asarray(letters[tiles] & beside.ravel()[tiles], dtype=np.bool_)


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
