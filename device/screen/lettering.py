"""Lettering: three faces in two typefaces, and text that is made to fit its place.

Names, numbers and titles are set in Roboto Condensed, sentences in PT Sans: both free, both from
Debian packages that script/set-up installs; pygame's own font stands in where they are missing.
Knows no surface and no view. Tests: tests/device/test_lettering.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pygame

MAY_BREAK = re.compile(r"[ \t\n]+")
"""Where a line may end: not at a space that never breaks, as French has before some marks."""

STEP = 0.92
"""A size that doesn't fit is followed by one so many times as large."""


FONTS = Path("/usr/share/fonts/truetype")
"""Where Debian's packages fonts-paratype and fonts-roboto-unhinted put them."""


class Face(Enum):
    """Which letters: their file below FONTS."""

    TEXT = "paratype/PTS55F.ttf"
    STRONG = "paratype/PTS75F.ttf"
    TITLE = "roboto/unhinted/RobotoCondensed-Bold.ttf"


OPEN_FONTS = 256
"""Sizes of letters that are kept: each holds its file open, and a process may open 1024 of them."""


@lru_cache(maxsize=OPEN_FONTS)
def font(size: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """The letters of that size: pixels from one line to the next, or a little more."""
    if not pygame.font.get_init():
        pygame.font.init()
    path = FONTS / face.value
    if path.is_file():
        return pygame.font.Font(str(path), max(1, round(size * 0.84)))
    letters = pygame.font.Font(None, max(1, round(size * 1.1)))
    letters.set_bold(face is not Face.TEXT)
    return letters


class Setting(NamedTuple):
    """How a text is set: in letters of which size, in which lines, and whether that fits its place.

    It holds no letters, so that a text which is remembered keeps no file open.
    """

    size: int
    face: Face
    lines: tuple[str, ...]
    fits: bool

    @property
    def letters(self) -> pygame.font.Font:
        return font(self.size, self.face)


def wrapped(text: str, letters: pygame.font.Font, width: int) -> list[str]:
    """The text in lines no wider than `width` pixels where its words allow it."""
    lines: list[str] = []
    for word in filter(None, MAY_BREAK.split(text)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def sizes(largest: int, smallest: int) -> Iterator[int]:
    """The sizes that are tried, largest first."""
    size = float(largest)
    while size > smallest:
        yield round(size)
        size = min(size * STEP, size - 1)
    yield smallest


@lru_cache(maxsize=2048)
def fitted(text: str, size: tuple[int, int], largest: int, smallest: int, face: Face) -> Setting:
    """The text wrapped in the largest letters in which it fits a place of that width and height;
    in the smallest if it fits in none."""
    width, height = size
    setting = Setting(smallest, face, (), False)
    for each in sizes(max(largest, smallest), smallest):
        letters = font(each, face)
        lines = tuple(wrapped(text, letters, width))
        high = len(lines) * letters.get_linesize() <= height
        fits = high and all(letters.size(line)[0] <= width for line in lines)
        setting = Setting(each, face, lines, fits)
        if fits:
            break
    return setting
