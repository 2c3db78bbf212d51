"""What a household's board looks like when it is empty: kept as colours in one light, compared with
a picture, and brought up to date by one.

The comparing itself is vision/game/changes.py's, where a game is followed; this is for what
outlasts a game. Knows no files. Tests: tests/vision/test_arrangements.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.layouts import Layout
from engine.position import Position
from vision.game.changes import Bare, weigh_changes
from vision.reading import FIRST_LETTER, Reading, SquareColours
from vision.square.board_colours import BLACK

LETTER = 0.1
"""With so much of a letter a square is left as the picture alone shows it: one picture in bad light
is no ground for calling a tile an empty square, and a doubt is only a question."""


def against_empty_board(reading: Reading, board: SquareColours, layout: Layout) -> Reading:
    """A single picture's reading, corrected by how its board looks when nothing lies on it, on the
    squares of which that is known."""
    bare = bare_board(board, reading.size)
    weighed, _ = weigh_changes(reading, bare, Position(reading.size), layout)
    bland = reading.probabilities[..., FIRST_LETTER:].sum(axis=-1) < LETTER
    asked = (bare.known & bland)[..., None]
    seen = np.where(asked, weighed.probabilities, reading.probabilities)
    return replace(reading, probabilities=seen.astype(np.float32))


def bare_board(board: SquareColours | None, size: int) -> Bare:
    """The known colours of an empty board as something to compare pictures with; those of a board
    of another size say nothing."""
    unknown = Bare.unknown(size)
    return unknown if board is None or len(board) != size else replace(unknown, colours=board)


def colours_of(bare: Bare) -> SquareColours | None:
    """The colours of all bare squares in one light, that of the last picture; None where none is
    known."""
    if not bare.known.any():
        return None
    lighter = np.exp(bare.light_now - bare.light)[:, :, None]
    relit = (bare.colours.astype(np.float64) + BLACK) * lighter - BLACK
    return np.clip(relit, 0.0, 1.0).astype(np.float32)
