"""What a picture says about which way up its board lies, and whether it is mirrored, as webcams'
may be: how well its tiles read, where values stand on them and whether these fit, its words.

Premium squares lie the same in all four turns; H I N O S X Z alone don't decide. What is made of
it, picture by picture, is vision/way_up.py's business. Knows no game in progress.
Tests: tests/vision/test_turn.py, tests/vision/test_mirror.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.position import EMPTY
from vision.reading import (
    BASES,
    BLANK_LABEL,
    FIRST_LETTER,
    LABELS,
    SURE_LETTER,
    Crops,
    IsWord,
    Probabilities,
)
from vision.square.classify import Classify
from vision.square.close_look import CLOSE
from vision.square.warp import CROP_MARGIN
from vision.way_up import OPEN, Turns

SUREST = 6.0
"""No letter counts for more than these log odds, 400 : 1: the network isn't trained to be humble
about letters on their heads, only to be less sure of them."""

FEW_TILES = 10
"""About this many surely read letters that tell are looked at another way round at a time: if no
other way reads six of them at all, it is settled."""

TELL_NO_TURN, TELL_NO_MIRROR = "HINOSXZ", "HIOXNSZ"
"""Letters that look the same, or like another one, on their heads; and in a mirror."""

LEAST_SURE = 0.5
"""Share of the squares that show something of which the letter is read surely where the board
lies as expected; letters on their side or head are mostly unsure."""

SURELY_EMPTY = 0.98
"""A tile that lies on its side, or half on another square, may be read as anything, but seldom as
an empty square."""


LOOKS_COUNT, VALUES_FIT_COUNTS, WORDS_COUNT = 0.7, 0.5, 4.0
"""What each of both looks' letters count for, how well values fit them, and, as log odds, that all
words are in the list. Chosen on 400 rendered first words, 70 with values, 64 with dots in their
place: with these none leads in a wrong turn by more than 0.1, and 1, 4 and 11 of the 70, 64 and 266
lead by less than 5; by the first look's letters alone it is 4, 9 and 22, and two lead by 16."""

CORNERS_COUNT, CORNERS_MOST, SURELY_PRINTED = 15.0, 3.0, 0.95
"""What it counts for if all that there is to be seen in the corners of tiles with values is where
nearly all sets have them, at the lower right; the most, since some have them elsewhere; and how
likely it must be that there are any."""

CLOSELY = 7
"""This many tiles are looked at closely in all turns: a first word, or some of more."""

LookClosely: TypeAlias = Callable[
    [NDArray[np.intp], Probabilities],
    tuple[Probabilities, NDArray[np.float64], NDArray[np.float64], Crops],
]
"""What squares, by number, that read so [4, squares, len(LABELS)] look like from closer by, as
CloseLook.in_all_turns answers."""


@dataclass(frozen=True)
class Orientation:
    """What a picture says about the turns of its board: `turns`, and how the `squares` that show
    something, by number, read in each: float32 [4, squares, len(LABELS)]. Of none of them where it
    was settled before all were looked at. `values_fit`: how well printed values fit the letters in
    each turn, log odds; None where they weren't looked at."""

    turns: Turns
    squares: NDArray[np.intp]
    read: Probabilities
    values_fit: tuple[float, ...] | None = None

    def turned(self, quarters: int, n: int) -> Orientation:
        """The same of the board of n by n squares turned by this many quarters clockwise."""
        places = np.empty(n * n, np.intp)
        places[np.rot90(np.arange(n * n).reshape(n, n), quarters).ravel()] = np.arange(n * n)
        read = np.roll(self.read, -quarters, axis=0)
        fit = self.values_fit
        fit = None if fit is None else (*fit[quarters:], *fit[:quarters])
        return Orientation(self.turns.turned(quarters), places[self.squares], read, fit)

    def board(self, probabilities: Probabilities, quarters: int) -> Probabilities:
        """What a board [n*n, len(LABELS)] shows that lies as expected, were it turned by so many
        quarters clockwise."""
        n = round(len(probabilities) ** 0.5)
        board = probabilities.copy()
        # A letter that is the same in both turns stays as sure as it was.
        letters = board[self.squares, FIRST_LETTER:].sum(axis=1, keepdims=True)
        other = self.read[quarters, :, FIRST_LETTER:]
        share = np.maximum(other.sum(axis=1, keepdims=True), 1e-9)
        replaced = np.where(
            letters > 0.5, letters / share * other, board[self.squares, FIRST_LETTER:]
        )
        board[self.squares, FIRST_LETTER:] = replaced
        return np.ascontiguousarray(np.rot90(board.reshape(n, n, -1), quarters))


def seek_turn(
    crops: Crops,
    probabilities: Probabilities,
    classify: Classify,
    look_closely: LookClosely | None = None,
    is_word: IsWord | None = None,
) -> Orientation:
    """What a picture says about which way up its board lies: nothing where nothing lies on it.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] as read in the expected
    turn; `is_word`: the list of the language, where there is one. As soon as some tiles settle
    which turn it is, the others aren't looked at.
    """
    assert probabilities.shape[1] == len(LABELS)
    shown = probabilities[:, 0] < SURELY_EMPTY
    shown &= (probabilities[:, 0] < 0.5).any()  # a shadow or reflections on a bare board
    tiles = np.flatnonzero(shown)
    if len(tiles) == 0:
        return Orientation(OPEN, tiles, np.zeros((4, 0, len(LABELS)), np.float32))
    portions, came = _by_portions(probabilities, shown, TELL_NO_TURN), []
    for portion in portions:
        came.append(_in_all_turns(crops, classify, portion))
        turns = Turns.by(turn_evidence(np.concatenate(came, axis=1)).tolist())
        if turns.settled:
            return Orientation(turns, tiles[:0], np.zeros((4, 0, len(LABELS)), np.float32))
    read = np.concatenate(came, axis=1)[:, np.argsort(np.concatenate(portions))]
    if look_closely is None:
        return Orientation(turns, tiles, read)
    evidence = turn_evidence(read)
    closely = np.sort(np.argsort(-_is_letter(read), kind="stable")[:CLOSELY])
    both, fit, printed, close = look_closely(tiles[closely], read[:, closely])
    read[:, closely] = both
    evidence = LOOKS_COUNT * (evidence + turn_evidence(read))
    values_fit = (fit * _is_letter(both)).sum(axis=1)
    evidence += VALUES_FIT_COUNTS * values_fit
    evidence += corner_evidence(close, printed)
    if is_word is not None:
        n = round(len(crops) ** 0.5)
        good = [_all_words(read[quarters], tiles, quarters, is_word, n) for quarters in range(4)]
        evidence += WORDS_COUNT * np.array(good)
    return Orientation(Turns.by(evidence.tolist()), tiles, read, tuple(values_fit.tolist()))


def turn_evidence(read: Probabilities) -> NDArray[np.float64]:
    """How well letters read in each turn, [4]: for each square of `read` [4, squares, len(LABELS)]
    the log odds of its likeliest letter, by how likely a tile lies there."""
    return np.asarray((letter_odds(read) * _is_letter(read)).sum(axis=1), dtype=np.float64)


def _is_letter(read: Probabilities) -> NDArray[np.float64]:
    """How likely letters lie on squares [4, squares, len(LABELS)]: what shows none in two turns of
    four, nothing or a blank, is print that looks like a letter from the sides. Of 400 rendered
    first words two were read from the side for that where the mean of all turns counted, now
    none; a board's own DOUBLE WORD reads as H from two sides, and as a blank from the others."""
    none = read[..., :FIRST_LETTER].sum(axis=-1).astype(np.float64)
    return np.asarray(1 - np.sort(none, axis=0)[2])


def corner_evidence(crops: Crops, printed: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the corners in which values stand say of each turn, log odds [4]: `crops`
    [n, side, side, 3] of tiles, and how likely something is printed next to the letter, [n]."""
    counted = printed > SURELY_PRINTED
    if not counted.any():
        return np.zeros(4)
    _, ink = _ink_in_corners(crops[counted], CLOSE.margin)
    # Turned clockwise by a quarter the upper right corner comes to be the upper left one: what
    # stands at the lower right then stood at the lower left.
    right_below, left_below, right_above, left_above = ink.mean(axis=1)
    shares = np.array([right_below, left_below, left_above, right_above]) - 0.25
    return np.asarray(np.clip(CORNERS_COUNT * shares, -CORNERS_MOST, CORNERS_MOST))


def _all_words(
    read: Probabilities, tiles: NDArray[np.intp], quarters: int, is_word: IsWord, n: int
) -> bool:
    """Whether all words of two letters and more are in the list, on the board of n by n squares
    turned by this many quarters clockwise, on which the tiles read so [tiles, len(LABELS)]."""
    board = np.full(n * n, EMPTY)
    board[tiles] = np.array(LABELS)[read.argmax(axis=1)]
    words = words_on_board(np.rot90(board.reshape(n, n), quarters), 2)
    return bool(words) and all(map(is_word, words))


def _by_portions(
    probabilities: Probabilities, chosen: NDArray[np.bool_], no_telling: str
) -> list[NDArray[np.intp]]:
    """The chosen squares, by number, about FEW_TILES at a time: first those surely read as a letter
    other than those that tell nothing, each time spread over the board; then all others, those
    on which a tile most likely lies first."""
    letters = probabilities[:, FIRST_LETTER:]
    sure = chosen & (letters.max(axis=1) > SURE_LETTER)
    base = BASES[FIRST_LETTER + letters.argmax(axis=1)]
    sure &= ~np.isin(base, [LABELS.index(letter) for letter in no_telling])
    telling, others = np.flatnonzero(sure), np.flatnonzero(chosen & ~sure)
    others = others[np.argsort(probabilities[others, 0], kind="stable")]
    times = max(1, round(len(telling) / FEW_TILES))
    portions = [telling[start::times] for start in range(times)]
    portions += [others[n : n + 2 * FEW_TILES] for n in range(0, len(others), 2 * FEW_TILES)]
    return [portion for portion in portions if len(portion)]


def _in_all_turns(crops: Crops, classify: Classify, squares: NDArray[np.intp]) -> Probabilities:
    """How some squares read in each turn: float32 [4, squares, len(LABELS)]."""
    # The grid turned clockwise shows each square turned the other way round.
    turns = (np.rot90(crops[squares], quarters, axes=(1, 2)) for quarters in range(4))
    return np.stack([classify(np.ascontiguousarray(turn)) for turn in turns])


def _lead(read: Probabilities) -> float:
    """By how much the first way of `read` [ways, squares, len(LABELS)] reads better than every
    other."""
    evidence = letter_evidence(read)
    return float(evidence[0] - evidence[1:].max())


def is_in_doubt(probabilities: Probabilities) -> bool:
    """Whether so much of what lies on the board [n*n, len(LABELS)] is unsure that it may lie
    otherwise than expected: before the first letters it wasn't known, or it was turned since. Where
    every square is rather empty nothing lies, and a shadow raises no doubt."""
    shown = probabilities[probabilities[:, 0] < SURELY_EMPTY]
    if not (shown[:, 0] < 0.5).any():
        return False
    sure = shown[:, FIRST_LETTER:].max(axis=1) > SURE_LETTER
    return float(sure.mean()) < LEAST_SURE


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

UNMISTAKABLE = 2 * SUREST
"""Letters that read better as they lie by as much leave nothing for words to decide; of a few
letters spread over the board, nothing for the others."""

UNDECIDED_LEAD = 1.0
"""Letters that read better as they lie by less don't decide, but values do: they stand at the lower
right of a tile, and in a mirror at the lower left or the upper right."""

VALUES_COUNT = 40.0
"""What it counts for, next to the letters' lead, if all values stand on a mirror's side. It is only
asked: letters reach into these corners, too, and on one set in eight values stand elsewhere."""

VALUES_READ = 1.0
"""Values that fit the letters by less, in log odds, aren't read: what stands at the lower right may
be a mirrored 10 of a set that has its values at the lower left."""

SURELY_TURNED_OVER = 0.97
"""As what else a letter must be read in a mirror to leave that open; an F may well be taken for an
L there, but less surely."""

SAME_IN_MIRRORS = ("AHIMOTUVWXY", "BCDEHIKOX")
"""Letters that are their own images in a mirror next to the board, and in one above it."""

VALUE_FROM, VALUE_TO = 0.74, 0.88
"""Where a value stands on a square, along both of its sides."""

FEWEST_LETTERS = 4
"""Where letters don't decide (turned over, Q U I Z is read as surely as O U I S), words do; shorter
ones are words in both directions too often."""


class Mirrored(Enum):
    """Whether a board is seen in a mirror."""

    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


def is_mirrored(
    crops: Crops,
    probabilities: Probabilities,
    classify: Classify,
    is_word: IsWord | None = None,
    values_read: bool = True,
) -> Mirrored:
    """Whether a board is seen in a mirror, one next to it or above it.

    `crops` [n*n, side, side, 3] and `probabilities` [n*n, len(LABELS)] in the turn in which they
    read best; `is_word`: the list of the language, where there is one; `values_read`: whether what
    is printed next to the letters reads as their values. Letters that are their own mirror images
    don't decide; where their values stand does. Letters that turn into others (S and Z) are only
    told apart by where values stand if these are read. What reads well as it lies is mirrored only
    if words or values say so; if its letters do, it may be.
    """
    tiles = np.flatnonzero(probabilities[:, 0] < 0.5)
    if len(tiles) == 0:
        return Mirrored.NO
    n = round(len(crops) ** 0.5)
    portions, came = _by_portions(probabilities, probabilities[:, 0] < 0.5, TELL_NO_MIRROR), []
    for portion in portions:
        came.append(_in_mirrors(crops, probabilities, classify, portion))
        if _lead(np.concatenate(came, axis=1)) > UNMISTAKABLE:
            return Mirrored.NO
    read = np.concatenate(came, axis=1)[:, np.argsort(np.concatenate(portions))]
    words = _side_by_side(tiles, read, n)
    if not words.any():
        return Mirrored.NO
    tiles, seen, read = tiles[words], crops[tiles[words]], read[:, words]
    evidence = letter_evidence(read)
    lead = float(evidence[1:].max() - evidence[0])
    reads_well = bool((read[0, :, FIRST_LETTER:].max(axis=1) > SURE_LETTER).all())
    letters_say = lead > LEAD
    if lead < -UNMISTAKABLE:
        return Mirrored.NO
    if letters_say and not reads_well:
        return Mirrored.YES
    by_values = (0.0 if letters_say else lead) + VALUES_COUNT * values_mirrored(seen)
    boards = [np.full((n, n), EMPTY) for _ in read]
    for board, one in zip(boards, read, strict=True):
        board.flat[tiles] = np.array(LABELS)[one.argmax(axis=1)]
    plain, turned_over = boards[0], (boards[1][:, ::-1], boards[2][::-1])
    if is_word is not None:
        if any(map(is_word, words_on_board(plain))):
            return Mirrored.NO
        if words_on_board(plain) and any(_are_words(board, is_word) for board in turned_over):
            return Mirrored.YES
    as_good, open_still = _as_good_in_mirrors(read, values_read)
    # Where values stand rules a mirror out, if it is they that stand there.
    possible = as_good & (open_still | (by_values >= -LEAD))
    pairs = zip(turned_over, possible, strict=True)
    others = [board for board, it_is in pairs if it_is and not _same(board, plain)]
    if not others:
        return Mirrored.NO  # a mirror would show the same word, if any (CHECK, OHO)
    if by_values <= LEAD and not letters_say and is_word is not None:
        good = _are_words(plain, is_word, 2)
        if good and not any(_are_words(board, is_word, 2) for board in others):
            return Mirrored.NO
    return Mirrored.MAYBE


def _as_good_in_mirrors(
    read: Probabilities, values_read: bool
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether letters on squares [3, squares, len(LABELS)] read as well in each of the two mirrors,
    [2], and whether other letters are read there than as they lie, with no value read next to them.

    Such letters have only to be read surely. Of those that are their own images nothing counts:
    they read a little better or worse by chance.
    """
    labels = np.array(LABELS)[read.argmax(axis=2)]
    own_images = [
        (label == labels[0]) & np.isin(label, list(letters))
        for label, letters in zip(labels[1:], SAME_IN_MIRRORS, strict=True)
    ]
    odds = letter_odds(read) * (1 - read[..., 0].mean(axis=0))
    leads = np.where(own_images, 0.0, odds[1:] - odds[0]).sum(axis=1)
    open_still = (labels[1:] != labels[0]).any(axis=1) & (not values_read)
    surest = read[1:, :, FIRST_LETTER:].max(axis=2)
    surely = ((surest > SURELY_TURNED_OVER) | own_images).all(axis=1)
    return np.asarray((leads > -UNDECIDED_LEAD) | (open_still & surely)), np.asarray(open_still)


def _same(
    board: np.ndarray[tuple[int, ...], np.dtype[np.str_]],
    other: np.ndarray[tuple[int, ...], np.dtype[np.str_]],
) -> bool:
    """Whether the same words of two letters and more lie on both."""
    return sorted(words_on_board(board, 2)) == sorted(words_on_board(other, 2))


def _are_words(
    board: np.ndarray[tuple[int, ...], np.dtype[np.str_]], is_word: IsWord, fewest: int = 4
) -> bool:
    words = words_on_board(board, fewest)
    return bool(words) and all(map(is_word, words))


def _in_mirrors(
    crops: Crops, probabilities: Probabilities, classify: Classify, squares: NDArray[np.intp]
) -> Probabilities:
    """How some squares read as they are, and in the two mirrors: [3, squares, len(LABELS)]."""
    seen = crops[squares]
    mirrors = [np.ascontiguousarray(over) for over in (seen[:, :, ::-1], seen[:, ::-1])]
    return np.stack([probabilities[squares], *map(classify, mirrors)])


def _side_by_side(tiles: NDArray[np.intp], read: Probabilities, n: int) -> NDArray[np.bool_]:
    """Which of the squares, by number, read surely as a letter in some of the ways [ways, squares,
    labels], next to another that does: what reflections make of a bare board lies here and
    there."""
    letters = np.zeros(n * n, dtype=bool)
    letters[tiles] = read[..., FIRST_LETTER:].max(axis=(0, 2)) > SURE_LETTER
    wider = np.pad(letters.reshape(n, n), 1)
    nearby = wider[:-2, 1:-1] | wider[2:, 1:-1] | wider[1:-1, :-2] | wider[1:-1, 2:]
    return np.asarray(letters[tiles] & nearby.ravel()[tiles], dtype=np.bool_)


def values_mirrored(crops: Crops) -> float:
    """How much more there is to see where a mirror shows values than where they stand, from -1 to
    1; `crops` [n, side, side, 3], BGR, of tiles."""
    right, *mirrored, _ = _ink_in_corners(crops, CROP_MARGIN)[1].mean(axis=1)
    return float(max(mirrored) - right)


def _ink_in_corners(crops: Crops, margin: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What there is to see at the corners of tiles, lower right, lower left, upper right and upper
    left, [4, n]; and the share of each. `margin`: of the crops, in squares."""
    inset = margin / (1 + 2 * margin)
    side = crops.shape[1]
    low, high = (int(side * (inset + at * (1 - 2 * inset))) for at in (VALUE_FROM, VALUE_TO))
    far, near = slice(low, high + 1), slice(side - high - 1, side - low)
    grey = crops.astype(np.float32).mean(axis=-1)
    corners = ((far, far), (far, near), (near, far), (near, near))
    ink = np.stack([grey[:, down, across].std(axis=(1, 2)) for down, across in corners])
    return ink, np.asarray(ink / np.maximum(ink.sum(axis=0), 1e-6), dtype=np.float32)


def words_on_board(
    board: np.ndarray[tuple[int, ...], np.dtype[np.str_]], fewest: int = FEWEST_LETTERS
) -> Sequence[str]:
    """The words of this many letters and more without a blank in the rows and columns of a board
    [n, n]."""
    lines = chain(board, board.T)
    words = chain.from_iterable("".join(line).split(EMPTY) for line in lines)
    return [word for word in words if len(word) >= fewest and BLANK_LABEL not in word]
