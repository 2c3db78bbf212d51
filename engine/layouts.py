"""Layouts: how large a board is and which of its squares are premium squares.

Knows codes, not points: what a premium is worth is the scorer's business. The layouts that ship
are data (data/layouts). Tests: tests/engine/test_layouts.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property

from engine.sentences import Plural, Sentence
from engine.shipped_data import shipped_toml
from engine.squares import Square


class Premium(Enum):
    """What is printed on a square; the value is its code in layout rows."""

    NONE = "."
    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    QUADRUPLE_LETTER = "q"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"
    QUADRUPLE_WORD = "Q"
    START = "*"
    CHANCE = "c"


_PREMIUMS = {premium.value: premium for premium in Premium}


@dataclass(frozen=True)
class Layout:
    """A square board as rows of premium codes, top row first."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.rows):
                raise ValueError(
                    Sentence(
                        Plural(
                            "layout row {number} has {row} square, the board {rows} rows",
                            "layout row {number} has {row} squares, the board {rows} rows",
                            by="row",
                        ),
                        number=number,
                        row=len(row),
                        rows=len(self.rows),
                    )
                )
            if strange := set(row) - _PREMIUMS.keys():
                raise ValueError(
                    Sentence(
                        "layout row {number} holds {strange}, not one of .dtqDTQ*c",
                        number=number,
                        strange=repr(min(strange)),
                    )
                )

    @classmethod
    def plain(cls, size: int) -> Layout:
        """A board without any premium square."""
        return cls(("." * size,) * size)

    @classmethod
    def centred(cls, size: int) -> Layout:
        """A board whose only mark is its middle: one start square, or four on an even board."""
        middle = {(size - 1) // 2, size // 2}
        return cls(
            tuple(
                "".join(
                    (Premium.START if {row, column} <= middle else Premium.NONE).value
                    for column in range(size)
                )
                for row in range(size)
            )
        )

    def marked(self, premium: Premium, squares: Iterable[Square]) -> Layout:
        """The same board with these squares printed so; ValueError for one off the board."""
        grid = [list(row) for row in self.rows]
        for square in squares:
            if not self.holds(square):
                raise ValueError(
                    Sentence(
                        "{square} isn’t on a board of {size}", square=square.name, size=self.size
                    )
                )
            grid[square.row][square.column] = premium.value
        return Layout(tuple("".join(row) for row in grid))

    @property
    def size(self) -> int:
        return len(self.rows)

    def holds(self, square: Square) -> bool:
        """Whether the square is on the board."""
        return 0 <= square.column < self.size and 0 <= square.row < self.size

    def premium(self, square: Square) -> Premium:
        return _PREMIUMS[self.rows[square.row][square.column]]

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """The squares of which the first play must cover one."""
        return tuple(
            Square(column, row)
            for row, codes in enumerate(self.rows)
            for column, code in enumerate(codes)
            if code == Premium.START.value
        )


@cache
def load_layout(name: str) -> Layout:
    """A layout that ships ("classic", "super"); KeyError if there is none by that name."""
    return Layout(tuple(shipped_toml("layouts", name)["rows"]))
