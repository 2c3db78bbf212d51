"""The values that the stages of the reader hand on: pictures, grids, readings, refusals.

Only shapes and meanings, no work. Tests: tests/vision/test_reading.py.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from engine.tiles import DIGRAPHS, TileSet
from vision.bend import Bend
from vision.way_up import OPEN, Turns

Picture: TypeAlias = NDArray[np.uint8]
"""A camera's picture: uint8 [height, width, 3], BGR."""

Crops: TypeAlias = NDArray[np.uint8]
"""Squares cut out of a picture: uint8 [n, side, side, 3], BGR; each is the square and a quarter
of a square more on every side."""

Probabilities: TypeAlias = NDArray[np.float32]
"""float32 [..., len(LABELS)]: what lies on a square; sums to 1 along the last axis."""

SquareColours: TypeAlias = NDArray[np.float32]
"""float32 [size, size, 2, 3]: the colours of the middle and of the rim of every square, BGR, 0 to
1; NaN where they aren't known."""

Point: TypeAlias = tuple[float, float]
"""x and y: in pixels of a picture by default."""

Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left: of a board as its letters read."""

EMPTY_LABEL = "."
BLANK_LABEL = "?"
USUAL_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
"""Those of the English, French and German sets."""
FURTHER_LETTERS = "ÁÂĂĀĄÅÆÇĆČĎĐÐÉĚĒĖĘĞĢÍÎĪĮİĶĹĽĻŁÑŃŇŅÓÔÕŐØŔŘŚŠŞȘŤȚÚŮŰŪŲÝŹŽŻÞ"
"""Those of other sets in Latin letters: Polish, Spanish, Czech, Nordic, Baltic, Turkish, …"""
NETWORK_LABELS: tuple[str, ...] = (EMPTY_LABEL, BLANK_LABEL, *USUAL_LETTERS, *FURTHER_LETTERS)
"""What the networks can see on a square, in their order."""
LABELS: tuple[str, ...] = (*NETWORK_LABELS, *DIGRAPHS.values())
"""What can lie on a square, in the order of the probabilities' last axis: last the tiles of several
letters, which the networks see, but don't name (vision/square/several_letters.py)."""

VALUES: tuple[int | None, ...] = (*range(11), None)
"""What can be printed on a tile next to its letter, in the order of their network's answer;
None: no number."""

VALUE_NAMES = tuple("none" if value is None else str(value) for value in VALUES)
"""The same as the network's classes."""

FIRST_LETTER = 2
"""Where the letters begin in LABELS."""

_NOT_TAKEN_APART = {"Ł": "L", "Ø": "O", "Đ": "D"}  # Unicode sees no mark on these


def _without_mark(label: str) -> str:
    return _NOT_TAKEN_APART.get(label, unicodedata.normalize("NFD", label)[0])


BASES: NDArray[np.intp] = np.array([LABELS.index(_without_mark(label)) for label in LABELS])
"""For each of LABELS the place of the same letter without its mark: of Ż and of Z that of Z."""

IsWord: TypeAlias = Callable[[str], bool]
"""Whether a word is in the list."""


_BY_BASE = np.argsort(BASES, kind="stable")
_FIRST_OF_BASE = np.flatnonzero(np.diff(BASES[_BY_BASE], prepend=-1))


def surest_letter(probabilities: NDArray[np.floating]) -> NDArray[np.float32]:
    """How sure it is that squares [..., len(LABELS)] show a letter, and which, but for its mark: a
    Ż as likely as a Ź is a tile all the same."""
    # In runs, not by a matrix: far fewer steps where numpy has no fast BLAS.
    bases = np.add.reduceat(probabilities[..., _BY_BASE], _FIRST_OF_BASE, axis=-1)
    return np.asarray(bases[..., FIRST_LETTER:].max(axis=-1), np.float32)


class UnknownLetterError(ValueError):
    """A tile set has letters that the reader doesn't know; the text is a sentence that names them.
    Read with the rest alone, such a letter would be taken for another one."""


def check_letters(tile_set: TileSet) -> None:
    """UnknownLetterError if some letter of these tiles was never taught to the reader."""
    if unknown := [letter for letter in tile_set.letters if letter not in LABELS]:
        named, name = ", ".join(unknown), repr(tile_set.name)
        if len(unknown) == 1:
            raise UnknownLetterError(
                Sentence(
                    "The reader doesn’t know the letter {letters} of the tile set "
                    "{name}: it must be trained to read it first (docs/reader.md).",
                    letters=named,
                    name=name,
                )
            )
        raise UnknownLetterError(
            Sentence(
                "The reader doesn’t know the letters {letters} of the tile set "
                "{name}: it must be trained to read them first (docs/reader.md).",
                letters=named,
                name=name,
            )
        )


class Refusal(StrEnum):
    """Why a picture can't be read."""

    NO_BOARD = "no-board"
    CUT_OFF = "cut-off"
    BLURRED = "blurred"
    TOO_DARK = "too-dark"
    TOO_SMALL = "too-small"
    COVERED = "covered"
    MIRRORED = "mirrored"
    DAMAGED = "damaged"


class WayUp(Enum):
    """How well it is known which way up a board lies."""

    OPEN = "open"
    """Not known yet: an empty board looks the same in all four turns."""
    SEEN = "seen"
    """Its letters stood so in an earlier picture."""
    GIVEN = "given"
    """It has to be read so, whatever its letters seem to say."""


@dataclass(frozen=True)
class Grid:
    """Where the squares of a board lie in a picture.

    `corners`: the outer corners of the grid of squares in pixels, in the order top-left,
    top-right, bottom-right, bottom-left *as the letters read*. Pixel centres are at whole numbers.
    `bend`: how the lines between them bend, through the picture's lens or at the hinge of a
    folding board; None where they are straight.
    `way_up`: how well that order is known; `turns`: what speaks for it, and for other ones.
    """

    corners: Corners
    size: int
    bend: Bend | None = None
    way_up: WayUp = field(default=WayUp.SEEN, compare=False)
    turns: Turns = field(default=OPEN, compare=False)

    def to_picture(self) -> NDArray[np.float64]:
        """The homography [3, 3] from board units (squares, from the top-left corner) to pixels,
        as they would lie without a bend."""
        n = float(self.size)
        board = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float32)
        corners = np.array(self.corners)
        if self.bend is not None:
            corners = self.bend.straightened(corners)
        pixels = corners.astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(board, pixels), dtype=np.float64)

    def pixels_of(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where places of the board, float [..., 2] in squares from the top-left corner (columns,
        rows), are seen in the picture: float [..., 2], x and y."""
        ones = np.ones((*places.shape[:-1], 1))
        seen = np.concatenate([places, ones], axis=-1) @ self.to_picture().T
        pixels = seen[..., :2] / seen[..., 2:]
        return pixels if self.bend is None else self.bend.bent(pixels)

    def turned(self, quarters: int) -> Grid:
        """The same squares, read with the board turned by so many quarter turns clockwise:
        the corner that was top-right (for one quarter) is now top-left."""
        k = quarters % 4
        a = self.corners[k:] + self.corners[:k]
        return Grid((a[0], a[1], a[2], a[3]), self.size, self.bend, turns=self.turns.turned(k))

    def turned_like(self, other: Grid) -> Grid:
        """The same squares, with each corner as near as may be to another grid's."""
        there = np.array(other.corners)
        turns = [self.turned(quarters) for quarters in range(4)]
        return min(turns, key=lambda turn: float(np.abs(np.array(turn.corners) - there).sum()))

    @property
    def pixels_per_square(self) -> float:
        """The shortest side of the grid, in pixels a square."""
        corners = np.array(self.corners)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        return float(sides.min()) / self.size


SURE_LETTER = 0.9
"""From here on a letter counts as read surely where letters are counted, not believed."""


@dataclass(frozen=True, eq=False)
class Way:
    """A way up in which a board may lie: by how many quarters clockwise it must be turned so that
    its letters stand upright, and what it shows then, `probabilities` as a Reading's."""

    quarters: int
    probabilities: Probabilities = field(repr=False)


@dataclass(frozen=True)
class Reading:
    """What one picture shows on every square, and how sure.

    `probabilities`: float32 [size, size, len(LABELS)], row first.
    `covered`: float32 [size, size], the probability that something else (a hand, an object) is in
    the way of the square.
    `colours`: what comparing it with other pictures of the same board needs; None: nothing known.
    `as_blank` float32 [size, size]: how likely the network alone, which knows no board, takes a
    square for a blank, if it is that or empty; None: nothing known.
    `crops` [size * size, ...]: the squares themselves, row by row, for learning from them; heavy,
    so a reading that is kept for long drops them.
    `ways`: where it is open which way up the board lies, all that are left, this one first.
    `strange` [size, size]: the place among LABELS of the other set's letter that a square seems to
    show; 0 on all others, and None: nothing known.
    `overturns`: by how many quarters clockwise what was believed before must be turned, for it was
    read another way up than the board lies.
    """

    grid: Grid
    probabilities: Probabilities
    covered: NDArray[np.float32]
    colours: SquareColours | None = None
    as_blank: NDArray[np.float32] | None = None
    crops: Crops | None = field(default=None, repr=False, compare=False)
    ways: tuple[Way, ...] = field(default=(), repr=False, compare=False)
    strange: NDArray[np.intp] | None = None
    overturns: int = 0

    @property
    def size(self) -> int:
        return self.grid.size

    @property
    def lasting_grid(self) -> Grid:
        """The grid to begin with in the camera's next picture. Until it is decided which way up the
        board lies that is to be found again, or tiles would be read on their heads."""
        decided = self.grid.turns.decided
        return replace(self.grid, way_up=WayUp.SEEN if decided else WayUp.OPEN)

    def lying(self, way: Way) -> Reading:
        """The reading of a board that lies that way up, as a player chose."""
        turned = self.turned(way.quarters)
        grid = replace(turned.grid, way_up=WayUp.GIVEN, turns=Turns.given())
        return replace(turned, grid=grid, probabilities=way.probabilities, ways=())

    def turned(self, quarters: int) -> Reading:
        """The same board turned by this many quarters clockwise, every square read as it was."""
        colours, as_blank, crops = self.colours, self.as_blank, self.crops
        if crops is not None:
            crops = turned_crops(crops, quarters)
        return Reading(
            self.grid.turned(quarters),
            np.ascontiguousarray(np.rot90(self.probabilities, quarters)),
            np.ascontiguousarray(np.rot90(self.covered, quarters)),
            None if colours is None else np.ascontiguousarray(np.rot90(colours, quarters)),
            None if as_blank is None else np.ascontiguousarray(np.rot90(as_blank, quarters)),
            crops,
            strange=None if self.strange is None else np.rot90(self.strange, quarters),
        )


def turned_crops(crops: Crops, quarters: int) -> Crops:
    """The squares of a whole board, row by row, of the board turned by this many quarters
    clockwise."""
    n = math.isqrt(len(crops))
    board = crops.reshape(n, n, *crops.shape[1:])
    board = np.rot90(np.rot90(board, quarters, axes=(0, 1)), quarters, axes=(2, 3))
    return np.ascontiguousarray(board).reshape(crops.shape)
