"""Readings made up from board rows: what a good, or a stated worse, picture of them would give."""

from collections.abc import Mapping

import numpy as np

from engine.squares import Square
from engine.tiles import piece_of
from vision.reading import FIRST_LETTER, LABELS, USUAL_LETTERS, Grid, Probabilities, Reading

INDEX = {label: i for i, label in enumerate(LABELS)}
SURE = 0.999

EMPTY = ("." * 15,) * 15


def board(**tiles: str) -> tuple[str, ...]:
    """Rows of a 15 x 15 board from words by their start: board(H8="DOWN") runs down,
    board(across_F8="SIDE") across."""
    rows = [list(row) for row in EMPTY]
    for start, word in tiles.items():
        across = start.startswith("across_")
        square = Square.parse(start.removeprefix("across_"))
        for i, letter in enumerate(word):
            rows[square.row + i * (not across)][square.column + i * across] = letter
    return tuple("".join(row) for row in rows)


def row_of(chances: Mapping[str, float]) -> np.ndarray:
    """Probabilities [labels] of one square; what the chances leave is spread over the labels that
    English, French and German sets have."""
    row = np.zeros(len(LABELS), np.float32)
    usual = FIRST_LETTER + len(USUAL_LETTERS)
    row[:usual] = max(1 - sum(chances.values()), 1e-6) / usual
    for label, chance in chances.items():
        row[INDEX[label]] += chance
    return row / row.sum()


def shown(
    rows: tuple[str, ...],
    unsure: Mapping[str, Mapping[str, float]] | None = None,
    covered: Mapping[str, float] | None = None,
    sure: float = SURE,
) -> Reading:
    """A reading of these rows; `unsure`: what it gives for some squares by name instead."""
    size = len(rows)
    seen: Probabilities = np.zeros((size, size, len(LABELS)), np.float32)
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            label = "." if tile == "." else piece_of(tile)
            seen[row, column] = row_of({label: sure})
    for name, chances in (unsure or {}).items():
        square = Square.parse(name)
        seen[square.row, square.column] = row_of(chances)
    over = np.zeros((size, size), np.float32)
    for name, chance in (covered or {}).items():
        square = Square.parse(name)
        over[square.row, square.column] = chance
    side = float(size)
    return Reading(Grid(((0, 0), (side, 0), (side, side), (0, side)), size), seen, over)


def named(tiles: Mapping[Square, str]) -> dict[str, str]:
    return {square.name: tile for square, tile in tiles.items()}
