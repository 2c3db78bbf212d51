"""Lines of text as parts of a screen: what is written, how large, and what its colour is for.

Knows no view: whoever puts a screen together says what stands in them.
Tests: tests/device/test_party_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.lettering import Face
from device.screen.theme import Colour, Theme


class Ink(Enum):
    """What a text's colour is for; the theme knows which it is."""

    TEXT = auto()
    QUIET = auto()
    ACCENT = auto()
    TROUBLE = auto()

    def of(self, theme: Theme) -> Colour:
        """The colour in that theme."""
        match self:
            case Ink.TEXT:
                return theme.text
            case Ink.QUIET:
                return theme.quiet
            case Ink.ACCENT:
                return theme.accent
            case Ink.TROUBLE:
                return theme.trouble


@dataclass(frozen=True)
class Line:
    """A text in letters no larger than `largest`, in the middle of its area's height."""

    text: str
    largest: float
    ink: Ink = Ink.TEXT
    face: Face = Face.TEXT
    align: Align = Align.LEFT


def draw_line(canvas: Canvas, area: pygame.Rect, line: Line) -> None:
    """The text, in as many lines as it takes."""
    colour = line.ink.of(canvas.theme)
    canvas.write(
        line.text, area, colour, line.largest, face=line.face, align=line.align, middle=True
    )


def draw_lines(canvas: Canvas, area: pygame.Rect, lines: tuple[Line, ...]) -> None:
    """Several, one below the other, each as high as it has to be, the last at the bottom."""
    bottom = area.bottom
    for number, line in reversed([*enumerate(lines)]):
        high = height_of(canvas, line, area.width)
        top = area.top if number == 0 else max(area.top, bottom - high)
        draw_line(canvas, pygame.Rect(area.left, top, area.width, bottom - top), line)
        bottom = top


def height_of(canvas: Canvas, line: Line, width: int) -> int:
    """Pixels that the line takes in letters as large as it may have."""
    return canvas.height_of(line.text, width, line.largest, line.face)
