"""The canvas: a surface with a theme and a grid, on which screens draw and write.

Every length is given for a screen of 800 x 480 and scaled to the one there is, letters too, down
to a size that can still be read. Knows no view. Tests: tests/device/test_canvas.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

import pygame

from device.screen.lettering import Face, fitted, font
from device.screen.theme import DARK, Colour, Theme

LONG, SHORT = 800, 480
"""The sides of the screen that lengths are given for, in pixels."""

READABLE = 14
"""No letters are smaller, as `Canvas.px` scales it ..."""

LEAST = 12
"""... and none at all have fewer pixels from line to line."""


FIGURES = "0123456789"
FIGURE = re.compile(f"[{FIGURES}]")


class Align(Enum):
    """Where a text stands in its place, from left to right."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


@dataclass(frozen=True)
class Written:
    """A text that was written: the pixels it takes, its size, and whether it fitted its place."""

    text: str
    place: tuple[int, int, int, int]
    size: int
    fits: bool


OnText: TypeAlias = Callable[[Written], None]


class Canvas:
    """Draws on `surface` in the colours of `theme`. `on_text` is told of each text written."""

    def __init__(
        self, surface: pygame.Surface, theme: Theme = DARK, on_text: OnText | None = None
    ) -> None:
        self.surface, self.theme, self._on_text = surface, theme, on_text
        width, height = surface.get_size()
        self.unit = min(max(width, height) / LONG, min(width, height) / SHORT)

    def px(self, length: float) -> int:
        """A length for 800 x 480 in pixels of this screen, at least 1."""
        return max(1, round(length * self.unit))

    @property
    def smallest(self) -> int:
        """The size of the smallest letters that can be read here."""
        return max(LEAST, self.px(READABLE))

    def box(self, area: pygame.Rect, colour: Colour, *, edge: float = 0, corner: float = 8) -> None:
        """A box with round corners: filled, or an edge so thick."""
        width = self.px(edge) if edge else 0
        radius = min(self.px(corner), min(area.size) // 2)
        pygame.draw.rect(self.surface, colour, area, width, border_radius=radius)

    def line_height(self, size: float, face: Face = Face.TEXT) -> int:
        """Pixels from line to line in letters of that size."""
        return font(max(self.smallest, self.px(size)), face).get_linesize()

    def height_of(self, text: str, width: int, size: float, face: Face = Face.TEXT) -> int:
        """Pixels that the text takes, wrapped to that width in letters of that size."""
        tall = (width, 10_000)
        setting = fitted(text, tall, max(self.smallest, self.px(size)), self.smallest, face)
        return len(setting.lines) * setting.letters.get_linesize()

    def width_of(self, text: str, size: float, face: Face = Face.TEXT) -> int:
        """Pixels that the text takes in one line in letters of that size."""
        return font(max(self.smallest, self.px(size)), face).size(text)[0]

    def write(
        self,
        text: str,
        area: pygame.Rect,
        colour: Colour,
        largest: float,
        *,
        face: Face = Face.TEXT,
        align: Align = Align.LEFT,
        middle: bool = False,
    ) -> int:
        """Writes the text into the area, from its top or in the middle of its height, in letters as
        large as fit but no larger than `largest`; the height used, in pixels.

        What doesn't fit even in the smallest letters is cut off at the area's edge.
        """
        if not text:
            return 0
        setting = fitted(text, area.size, self.px(largest), self.smallest, face)
        high = setting.letters.get_linesize()
        used = min(area.height, len(setting.lines) * high)
        top = area.top + (area.height - used) // 2 if middle else area.top
        widths = [setting.letters.size(line)[0] for line in setting.lines]
        clip = self.surface.get_clip()
        self.surface.set_clip(area.clip(clip))
        for number, (line, width) in enumerate(zip(setting.lines, widths, strict=True)):
            left = area.left + (area.width - width) * align.value // 2
            drawn = setting.letters.render(line, True, colour)
            self.surface.blit(drawn, (left, top + number * high))
        self.surface.set_clip(clip)
        width = min(area.width, max(widths, default=0))
        left = area.left + (area.width - width) * align.value // 2
        self._tell(Written(text, (left, top, width, used), high, setting.fits))
        return used

    def write_large(
        self,
        text: str,
        area: pygame.Rect,
        colour: Colour,
        *,
        largest: float = 300,
        align: Align = Align.MIDDLE,
        figures: bool = False,
    ) -> None:
        """Writes a number or a few letters so that their ink fills the area, in its middle.

        `figures`: there is room for any others: those that change stand where they stood.
        """
        measured = FIGURE.sub("0", text) if figures else text
        ink = _ink(measured, area.size, self.px(largest), self.smallest, figures)
        drawn = font(ink.size, Face.TITLE).render(text, True, colour)
        part = pygame.Rect(ink.left, ink.top, ink.width, ink.height)
        place = pygame.Rect(0, 0, ink.width, ink.height)
        place.center = area.center
        place.left = area.left + (area.width - ink.width) * align.value // 2
        clip = self.surface.get_clip()
        self.surface.set_clip(area.clip(clip))
        self.surface.blit(drawn, place, part)
        self.surface.set_clip(clip)
        left, top, width, height = place.clip(area)
        fits = bool(area.contains(place))
        self._tell(Written(text, (left, top, width, height), ink.size, fits))

    def _tell(self, written: Written) -> None:
        if self._on_text is not None:
            self._on_text(written)


@dataclass(frozen=True)
class _Ink:
    """The letters' size in which a text's ink fits, and where the ink is in the drawn text."""

    size: int
    left: int
    top: int
    width: int
    height: int


@lru_cache(maxsize=256)
def _ink(text: str, area: tuple[int, int], largest: int, smallest: int, figures: bool) -> _Ink:
    """How a text fills an area: first by its proportions, then smaller till it fits."""
    size = max(largest, smallest)
    while True:
        box = _figures(text, size) if figures else _box(text, size)
        if (box.width <= area[0] and box.height <= area[1]) or size <= smallest:
            return _Ink(size, *box)
        share = min(area[0] / max(1, box.width), area[1] / max(1, box.height))
        size = max(smallest, min(size - 1, int(size * share)))


def _box(text: str, size: int) -> pygame.Rect:
    drawn = font(size, Face.TITLE).render(text, True, (255, 255, 255))
    return drawn.get_bounding_rect()


def _figures(text: str, size: int) -> pygame.Rect:
    """Where the ink of a text can be that begins and ends with a figure, whichever they are."""
    letters = font(size, Face.TITLE)
    left, right, low, high, wide = zip(*letters.metrics(FIGURES), strict=True)
    top, bottom = letters.get_ascent() - max(high), letters.get_ascent() - min(low)
    end = letters.size(text)[0] - max(wide) + max(right)
    return pygame.Rect(min(left), top, end - min(left), bottom - top)
