"""The camera's own pictures as a screen shows them: a kept one, a crop of squares, the live one.

Only values, small and immutable, so that views stay values: picture_source.py finds what there is,
crops.py cuts it out, live_sight.py makes the live one. Tests: tests/device/test_picture_source.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from device.doctor.board_look import BoardLook
from vision.reading import Point, Refusal


@dataclass(frozen=True)
class Image:
    """A picture of `width` x `height` pixels; `rgb`: its rows from the top, three bytes a pixel."""

    width: int
    height: int
    rgb: bytes


class Box(NamedTuple):
    """A part of an image, in its pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Crop:
    """Some squares as the camera sees them, the way the letters read, with a little of what lies
    round them; `framed`: where those are that it is about, and `names` what they are called."""

    image: Image
    framed: tuple[Box, ...]
    names: tuple[str, ...] = ()


class Finding(Enum):
    """What is known of the board in a live picture."""

    MOVES = auto()
    SOUGHT = auto()
    REFUSED = auto()
    GONE = auto()
    FOUND = auto()


@dataclass(frozen=True)
class ShownGrid:
    """Where a board's squares lie in a picture, in shares of its width and height. `lines`: between
    them, both ways, each as points to be joined; `corners`: in the order in which letters read,
    with the `names` of the squares there; `turn_known`: it was seen which way up that is."""

    lines: tuple[tuple[Point, ...], ...]
    outline: tuple[Point, ...]
    corners: tuple[Point, Point, Point, Point]
    names: tuple[str, str, str, str]
    turn_known: bool


@dataclass(frozen=True)
class LiveSight:
    """What the camera sees now. `finding`: whether the board is in it; `refusal`: why it isn't;
    `grid`: where it lies, only if it does in this very picture; `look`: how good the picture is."""

    image: Image
    finding: Finding
    refusal: Refusal | None = None
    grid: ShownGrid | None = None
    look: BoardLook | None = None


@dataclass(frozen=True)
class ShownPictures:
    """What there is to be shown with a state. `kept`: the file of the kept picture that is looked
    at; `crop`: the squares that a question is about, or the one that is pointed at; `live`: what
    the camera sees now, where that is wanted."""

    kept: Path | None = None
    crop: Crop | None = None
    live: LiveSight | None = None


NO_PICTURES = ShownPictures()
