"""Squares of a board and the two directions that words run in.

Knows nothing of what lies on a square. Tests: tests/engine/test_squares.py.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from engine.sentences import Sentence

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


class Direction(Enum):
    """Which way a word reads; the value is its step in (columns, rows)."""

    ACROSS = (1, 0)
    DOWN = (0, 1)

    @property
    def other(self) -> Direction:
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Square(NamedTuple):
    """A square by its column and row, both from 0; sorted column by column.

    `H8` (letter = column from A, number = row from 1) is column 7, row 7.
    """

    column: int
    row: int

    @classmethod
    def parse(cls, name: str) -> Square:
        """The square of a name such as "H8"; ValueError if it is none."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(
                Sentence(
                    "{name} isn’t a square: use a letter and a number, like H8", name=repr(name)
                )
            )
        return cls(ord(match[1]) - ord("A"), int(match[2]) - 1)

    @property
    def name(self) -> str:
        return f"{chr(ord('A') + self.column)}{self.row + 1}"

    def start_name(self, direction: Direction) -> str:
        """A play's start in the way of GCG files: "8H" is across, "H8" is down."""
        if direction is Direction.DOWN:
            return self.name
        return f"{self.row + 1}{chr(ord('A') + self.column)}"

    def step(self, direction: Direction, by: int = 1) -> Square:
        """The square `by` steps on in a direction (back if negative); may be off the board."""
        if direction is Direction.ACROSS:
            return Square(self.column + by, self.row)
        return Square(self.column, self.row + by)

    def turned(self, quarters: int, size: int) -> Square:
        """Where it comes to be if the board, of so many squares a side, is looked at turned by that
        many quarters: for one, the upper right corner becomes the upper left one."""
        column, row = self
        for _ in range(quarters % 4):
            column, row = row, size - 1 - column
        return Square(column, row)

    def neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares edge to edge with this one; some may be off the board."""
        return (
            self.step(Direction.ACROSS, -1),
            self.step(Direction.ACROSS),
            self.step(Direction.DOWN, -1),
            self.step(Direction.DOWN),
        )
