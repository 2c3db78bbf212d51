"""Stand-ins for the device's tests: readings made from rows, and a camera that shows them.

Whole implementations of the ports they stand in for; nothing here asserts anything.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from vision.reading import LABELS, Grid, Picture, Reading, Refusal

GRID = Grid(((0.0, 0.0), (600.0, 0.0), (600.0, 600.0), (0.0, 600.0)), 15)


def reading_of(
    rows: Sequence[str], doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None
) -> Reading:
    """A sure reading of board rows; `doubts` gives other odds for squares (row, column)."""
    size = len(rows)
    seen = np.full((size, size, len(LABELS)), 0.0005 / len(LABELS), dtype=np.float32)
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            label = "?" if tile.islower() else tile
            seen[r, c, LABELS.index(label)] = 0.9995
    for (r, c), odds in (doubts or {}).items():
        seen[r, c] = 0.0005 / len(LABELS)
        for label, share in odds.items():
            seen[r, c, LABELS.index(label)] = share
    seen /= seen.sum(axis=-1, keepdims=True)
    return Reading(GRID, seen, np.zeros((size, size), dtype=np.float32))


def board(*words: tuple[int, int, str, str], size: int = 15) -> tuple[str, ...]:
    """Rows of a board with words on it: (row, column, "across" or "down", letters), from 0."""
    rows = [["."] * size for _ in range(size)]
    for row, column, direction, letters in words:
        for i, letter in enumerate(letters):
            r, c = (row, column + i) if direction == "across" else (row + i, column)
            rows[r][c] = letter
    return tuple("".join(row) for row in rows)


def picture_of(number: int) -> NDArray[np.uint8]:
    """A picture that says which one it is: all of one grey, and its number in the first pixel."""
    picture = np.full((60, 80, 3), 120, dtype=np.uint8)
    picture[0, 0] = number
    return picture


class ShownBoards:
    """A camera and the reader of its pictures: shows boards one after the other.

    With `turn_by_turn` each is one turn's picture; else `show` changes what lies there, and frames
    come as fast as they are taken, with a hand over the board in between.
    """

    def __init__(self, boards: Sequence[Reading | Refusal], *, turn_by_turn: bool = True) -> None:
        self.turn_by_turn = turn_by_turn
        self.boards = list(boards)
        self.reads = 0
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for number in range(len(self.boards)):
            if self._closed.is_set():
                return
            yield Frame(picture_of(number), float(number), f"{number:02}.png")

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        self.reads += 1
        return self.boards[int(picture[0, 0, 0])]

    def close(self) -> None:
        self._closed.set()
