"""How good a picture of the board is: sharp, bright, evenly lit and large enough.

Where `vision.picture_quality` says what can't be read at all, this says what could be better. Knows
no camera and no screen. Tests: tests/device/test_board_look.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.doctor.checks import Check, Report, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message
from vision.evenness import evenness
from vision.picture_quality import picture_quality
from vision.reading import Grid, Picture

SOFT = 0.0425
"""Blur, in squares: a true sigma of a twentieth of a square, half of what is refused, measures so
on rendered boards of 13 to 64 pixels a square, and a sharp picture less."""

DIM = 60.0
"""Brightness of the board, 0 to 255: photographs of evenings at home have 150 and more."""

UNEVEN = 0.5
"""Brightness of its darkest part against its brightest (`vision.evenness`)."""

SMALL = 20.0
"""Pixels a square: from 12 on it is read, but letters that lie askew are easily mistaken."""


@dataclass(frozen=True)
class BoardLook:
    """`brightness`: 0 to 255; `blur`: in squares; `pixels`: a square; `evenness`: 0 to 1."""

    brightness: float
    blur: float
    pixels: float
    evenness: float

    @classmethod
    def of(cls, picture: Picture, grid: Grid) -> BoardLook:
        """How the board looks where the grid lies in the picture (BGR)."""
        quality = picture_quality(picture, grid)
        return cls(quality.brightness, quality.blur, quality.pixels, evenness(picture, grid))


def checks_of(look: BoardLook) -> Report:
    """The checks of a picture in which the board was found."""
    return _sharpness(look), _light(look), _size(look)


def _sharpness(look: BoardLook) -> Check:
    subject = Subject.SHARPNESS
    if look.blur > SOFT:
        advice = Message("Focus the camera on the board, and wipe its lens.")
        return doubtful(subject, Message("soft"), advice)
    return good(subject, Message("sharp"))


def _light(look: BoardLook) -> Check:
    subject = Subject.LIGHT
    if look.brightness < DIM:
        return doubtful(subject, Message("dim"), Message("More light on the board, please."))
    if look.evenness < UNEVEN:
        advice = Message("One side of the board is dark: move the lamp, or add one.")
        return doubtful(subject, Message("uneven"), advice)
    return good(subject, Message("even"))


def _size(look: BoardLook) -> Check:
    subject = Subject.SIZE
    values = {"n": round(look.pixels)}
    if look.pixels < SMALL:
        advice = Message("Bring the camera nearer, so that the board fills the picture.")
        return doubtful(subject, Message("small: {n} pixels a square", values), advice)
    return good(subject, Message("{n} pixels a square", values))
