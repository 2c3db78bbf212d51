"""The option --corners: where the grid of squares lies in a picture, as eight numbers.

What `tilekeeper calibrate` prints is what --corners takes. Knows no picture.
Tests: tests/device/test_corners.py.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import click

from vision.reading import Point

Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left as the letters read, in pixels of the picture."""

SHORTEST_SIDE = 60.0
"""Pixels: a board of 15 squares has 4 pixels a square then, and nothing can be read."""


def parse_corners(text: str) -> Corners:
    """The corners that a text such as "10,10,500,12,498,505,8,502" names.

    ValueError, with one sentence, if it isn't eight numbers that go clockwise round a board.
    """
    parts = text.replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError as error:
        raise ValueError(f"{text!r} holds something that is no number: give {_FORM}") from error
    if len(numbers) != 8:
        raise ValueError(f"{text!r} has {len(numbers)} numbers: give {_FORM}")
    if not all(math.isfinite(number) for number in numbers):
        raise ValueError(f"{text!r} holds a number without end: give {_FORM}")
    a, b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
    corners = (a, b, c, d)
    _check_outline(text, corners)
    return corners


def format_corners(corners: Corners) -> str:
    """The text that `parse_corners` takes, to a tenth of a pixel."""
    return ",".join(f"{number:.1f}".removesuffix(".0") for point in corners for number in point)


class CornersParam(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """Eight numbers on the command line; the value is a `Corners`."""

    name = "x,y,x,y,x,y,x,y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Corners:
        if not isinstance(value, str):
            return value  # type: ignore[return-value]  # click converts its own values again
        try:
            return parse_corners(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


_FORM = "x,y of the top-left, top-right, bottom-right and bottom-left corner"


def _check_outline(text: str, corners: Corners) -> None:
    turns = [
        _cross(corners[i - 1], corners[i], corners[(i + 1) % 4]) for i in range(4)
    ]  # all positive: clockwise in a picture, whose rows go down
    sides = [math.dist(corners[i - 1], corners[i]) for i in range(4)]
    if min(sides) < SHORTEST_SIDE:
        raise ValueError(f"{text!r} is no board: two corners are less than 60 pixels apart")
    if all(turn < 0 for turn in turns):
        raise ValueError(f"{text!r} goes round the wrong way: give {_FORM}")
    # A corner that lies almost on the line of its neighbours makes no board that can be read.
    flattest = min(turn / (sides[i] * sides[(i + 1) % 4]) for i, turn in enumerate(turns))
    if flattest < 0.1:
        raise ValueError(f"{text!r} makes no board with four corners: give {_FORM}")


def _cross(before: Point, at: Point, after: Point) -> float:
    return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])
