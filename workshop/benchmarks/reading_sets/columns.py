"""What became of a picture, counted: the columns of every table of the reading benchmark.

Knows truth and answer, and nothing of how either came about. Tests:
workshop/tests/test_columns.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from engine.squares import Square
from engine.tiles import is_blank
from vision.game.doubt import Still
from vision.reading import EMPTY_LABEL, Grid, Reading, Refusal

UNKNOWN = "#"
NEAR = 0.25
"""Squares that the farthest corner may lie off in a grid that fits."""

HEAD = ("pics", "fit", "refused", "wrong-fit", "lost", "tiles", "right", "sure %", "doubts",
        "1 per", "silent", "missed", "empty", "phantom", "bad-ref", "s/pic")  # fmt: skip


@dataclass
class Tally:
    """Counts over pictures.

    `fit`: found, every corner within NEAR (of `fit_of`, whose corners are known); `refused`: to be
    read, but refused; `wrong_fit`: found elsewhere or turned, which loses `lost` tiles; `right`:
    best guesses of all `tiles` that are right; `sure`: tiles without a doubt, of which `sure_right`
    are right; `silent`: another letter, `missed`: nothing, `phantom`: something on one of the
    `empty` squares, each without a doubt; `bad_refusal`: to be refused, but read. `seconds` of this
    process alone. `why`: refusals by their word.
    """

    pictures: int = 0
    fit: int = 0
    fit_of: int = 0
    refused: int = 0
    wrong_fit: int = 0
    lost: int = 0
    tiles: int = 0
    right: int = 0
    sure: int = 0
    sure_right: int = 0
    doubts: int = 0
    silent: int = 0
    missed: int = 0
    empty: int = 0
    phantom: int = 0
    bad_refusal: int = 0
    seconds: float = 0.0
    why: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        for each in fields(self):
            if each.name != "why":
                value = getattr(self, each.name) + getattr(other, each.name)
                setattr(self, each.name, value)
        for word, number in other.why.items():
            self.why[word] = self.why.get(word, 0) + number

    def cells(self) -> tuple[str, ...]:
        """The figures under HEAD."""
        return (
            str(self.pictures),
            f"{self.fit}/{self.fit_of}",
            *map(str, (self.refused, self.wrong_fit, self.lost, self.tiles, self.right)),
            f"{100 * self.sure_right / self.sure:.2f}" if self.sure else "-",
            str(self.doubts),
            f"{self.tiles / self.doubts:.1f}" if self.doubts else "-",
            *map(str, (self.silent, self.missed, self.empty, self.phantom, self.bad_refusal)),
            f"{self.seconds / self.pictures:.2f}" if self.pictures else "-",
        )


@dataclass(frozen=True)
class Mistake:
    """A square that was promised and isn't so."""

    picture: str
    square: str
    true: str
    read: str


def matches(true: str, read: str) -> bool:
    """Whether a square was read right; a blank is right as any blank."""
    if true != EMPTY_LABEL and is_blank(true):
        return read != EMPTY_LABEL and is_blank(read)
    return true == read


def compare(
    name: str,
    rows: Sequence[str] | None,
    grid: Grid | None,
    answer: tuple[Reading, Still] | Refusal,
    to_be_read: bool = True,
) -> tuple[Tally, tuple[Mistake, ...]]:
    """Counts one picture. `rows`, `grid`: the truth, None where it isn't known."""
    tally = Tally(pictures=1)
    tiles = sum(tile not in (EMPTY_LABEL, UNKNOWN) for row in rows or () for tile in row)
    if not to_be_read:
        tally.bad_refusal = int(not isinstance(answer, Refusal))
        return tally, ()
    tally.fit_of = int(grid is not None)
    if isinstance(answer, Refusal):
        tally.refused, tally.why = 1, {answer.value: 1}
        return tally, ()
    reading, still = answer
    if grid is not None:
        bare = rows is not None and tiles == 0
        if not corners_off(grid, reading.grid, any_turn=bare) < NEAR:
            tally.wrong_fit, tally.lost = 1, tiles
            return tally, ()
        tally.fit = 1
    doubted = {doubt.square for doubt in still.doubts}
    mistakes = []
    for r, row in enumerate(rows or ()):
        for c, true in enumerate(row):
            square, read = Square(c, r), still.rows[r][c]
            if true != UNKNOWN and _count(tally, true, read, square in doubted):
                mistakes.append(Mistake(name, square.name, true, read))
    return tally, tuple(mistakes)


def _count(tally: Tally, true: str, read: str, doubted: bool) -> bool:
    """Counts a square; whether it is a broken promise."""
    good = matches(true, read)
    tally.doubts += doubted
    if true == EMPTY_LABEL:
        tally.empty += 1
        tally.phantom += not good and not doubted
    else:
        tally.tiles += 1
        tally.right += good
        tally.sure += not doubted
        tally.sure_right += good and not doubted
        tally.missed += read == EMPTY_LABEL and not doubted
        tally.silent += not good and read != EMPTY_LABEL and not doubted
    return not good and not doubted


def corners_off(true: Grid, found: Grid, any_turn: bool = False) -> float:
    """How far the farthest corner lies off, in squares of the true grid."""
    to_board = np.linalg.inv(true.to_picture())
    n = true.size
    wanted = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)
    worst = []
    for quarters in range(4 if any_turn else 1):
        seen = np.c_[np.array(found.turned(quarters).corners), np.ones(4)] @ to_board.T
        with np.errstate(divide="ignore", invalid="ignore"):
            off = np.linalg.norm(seen[:, :2] / seen[:, 2:] - wanted, axis=1).max()
        worst.append(float(off) if np.isfinite(off) else float("inf"))
    return min(worst)
