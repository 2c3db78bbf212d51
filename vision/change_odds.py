"""A square that still looks as it did when nothing lay on it is still empty, whatever a reflection
or a print makes of it: one picture's reading against the memory of the bare board.

Turns a reading into a better one, square by square. Knows no plays.
Tests: tests/vision/test_seen_before.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from vision.board_colours import BLANKS_ARE_RARE, MOST_NETWORK, SURE_LETTER
from vision.change_likelihoods import just_as_bare, likelihoods, look_at
from vision.doubt import ASK_MARGIN
from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Reading
from vision.seen_before import FIRST_LETTER, Bare, occupied

MOST_UNCHANGED = 12.0
"""Nothing but an empty square keeps the look of one, to a hundredth of its light."""

MOST_CHANGED = 3.0
"""But a hand and a shade change it as well as a tile does: 20 to 1 at most."""

MOST_OWN = 5.0
"""What one picture alone says for a blank weighs no more than this beside the change."""

MOST_OWN_EMPTY = 8.0
"""And what it says against one no more than this: other tiles' colours speak with it there."""

OWN_WHERE_EXPLAINED = BLANKS_ARE_RARE + MOST_NETWORK
"""Nor more than this where an empty square explains the picture as well as a blank: what is left of
the picture's own verdict then is how rare blanks are and what the network thought. The colours
that it came from are the same ones."""

UNDECIDED = ASK_MARGIN
"""Where neither explains the picture so much better than the other, the square can't be seen."""

MOST_PRINT = 4.0
"""An unsure letter where nothing has changed is print or a shadow; not more, since a tile that
lies askew leaves part of its square bare."""

_EMPTY, _BLANK = LABELS.index(EMPTY_LABEL), LABELS.index(BLANK_LABEL)


def weigh_changes(
    reading: Reading, bare: Bare, position: Position, layout: Layout
) -> tuple[Reading, frozenset[Square]]:
    """The reading, corrected by what the empty squares of a position looked like before, and the
    squares where it showed a blank that can't be told from an empty square in another light."""
    free = ~occupied(position)
    if reading.colours is None or not free.any():
        return reading, frozenset()
    look = look_at(reading, bare, free, layout)
    as_empty, as_blank, as_letter = likelihoods(reading, look)
    seen = reading.probabilities.astype(np.float64)
    rest = seen[..., _EMPTY] + seen[..., _BLANK]
    change = as_blank - as_empty
    own = np.log(np.maximum(seen[..., _BLANK], 1e-9) / np.maximum(seen[..., _EMPTY], 1e-9))
    most = np.clip(OWN_WHERE_EXPLAINED + change, OWN_WHERE_EXPLAINED, MOST_OWN)
    odds = np.clip(own, -MOST_OWN_EMPTY, most) + np.clip(change, -MOST_UNCHANGED, MOST_CHANGED)
    share = 1 / (1 + np.exp(-odds))
    letters = seen[..., FIRST_LETTER:]
    unsure = letters.max(axis=-1) < SURE_LETTER
    most_print = np.where(unsure, MOST_PRINT, 0.0)
    printed = just_as_bare(reading, look)
    most_print = np.where(printed, MOST_UNCHANGED, most_print)
    print_odds = np.clip(as_letter - as_empty, -most_print, 0.0)
    # However surely it reads: there is no tile's colour, and nothing has changed.
    letters = np.where(printed[..., None], np.minimum(letters, 0.5), letters)
    rest = np.where(printed, 1 - letters.sum(axis=-1), rest)
    after = seen.copy()
    after[..., _BLANK], after[..., _EMPTY] = rest * share, rest * (1 - share)
    after[..., FIRST_LETTER:] = letters * np.exp(print_odds)[..., None]
    after /= after.sum(axis=-1, keepdims=True)
    weighed = np.where(look.known[..., None], after, seen).astype(np.float32)
    unseen = look.known & (own > most) & (rest > 0.5) & (np.abs(change) < UNDECIDED)
    squares = frozenset(Square(int(c), int(r)) for r, c in zip(*np.nonzero(unseen), strict=True))
    return replace(reading, probabilities=weighed), squares
