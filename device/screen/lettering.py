"""Lettering: fonts, and text that is made to fit its place instead of running out of it.

Draws on pygame surfaces and knows no view. DejaVu Sans where the system has it, pygame's own font
elsewhere. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

import pygame

Colour: TypeAlias = tuple[int, int, int]

SIZES = (200, 160, 128, 96, 80, 64, 52, 44, 36, 30, 26, 23, 20, 18, 16, 14, 12)
"""The heights of letters in use, in pixels, largest first."""

MAY_BREAK = re.compile(r"[ \t\n]+")
"""Where a line may end: not at a space that never breaks, as French has before some marks."""

SMALLEST = SIZES[-1]


@cache
def font(size: int, bold: bool = False) -> pygame.font.Font:
    """A font of that height in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    path = pygame.font.match_font("dejavusans", bold=bold)
    return pygame.font.Font(path, round(size * 0.86) if path else size)


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


def fitted(
    text: str, area: pygame.Rect, largest: int, bold: bool = False
) -> tuple[pygame.font.Font, list[str], bool]:
    """The largest font in which the wrapped text fits the area, its lines, and whether it fits."""
    sizes = [size for size in SIZES if size <= largest] or [SMALLEST]
    for size in sizes:
        letters = font(size, bold)
        lines = wrapped(text, letters, area.width)
        high = len(lines) * letters.get_linesize() <= area.height
        if high and all(letters.size(line)[0] <= area.width for line in lines):
            return letters, lines, True
    return font(sizes[-1], bold), wrapped(text, font(sizes[-1], bold), area.width), False


def write(
    surface: pygame.Surface,
    text: str,
    area: pygame.Rect,
    colour: Colour,
    largest: int,
    *,
    bold: bool = False,
    centred: bool = False,
) -> int:
    """Writes the text into the area from its top; the height used, in pixels.

    What doesn't fit even in the smallest letters is cut off at the area's edge.
    """
    letters, lines, _ = fitted(text, area, largest, bold)
    surface.set_clip(area)
    top = area.top
    for line in lines:
        drawn = letters.render(line, True, colour)
        left = area.centerx - drawn.get_width() // 2 if centred else area.left
        surface.blit(drawn, (left, top))
        top += letters.get_linesize()
    surface.set_clip(None)
    return min(top - area.top, area.height)


def write_in_middle(
    surface: pygame.Surface,
    text: str,
    area: pygame.Rect,
    colour: Colour,
    largest: int,
    *,
    bold: bool = False,
) -> None:
    """Writes the text into the middle of the area, across and down."""
    letters, lines, _ = fitted(text, area, largest, bold)
    used = min(area.height, len(lines) * letters.get_linesize())
    place = pygame.Rect(area.left, area.top + (area.height - used) // 2, area.width, used)
    write(surface, text, place, colour, largest, bold=bold, centred=True)
