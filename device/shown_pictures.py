"""The camera's own pictures as a screen shows them: a kept one, a crop of squares.

Only values, small and immutable, so that views stay values: picture_source.py finds what there is,
crops.py cuts it out. Tests: tests/device/test_shown_pictures.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple


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


@dataclass(frozen=True)
class ShownPictures:
    """What there is to be shown with a state. `kept`: the file of the kept picture that is looked
    at; `crop`: the squares that a question is about, or the one that is pointed at."""

    kept: Path | None = None
    crop: Crop | None = None


NO_PICTURES = ShownPictures()
