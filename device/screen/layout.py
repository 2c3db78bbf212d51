"""The layout: how a screen of any size is shared out between its main places.

One grid for all: a margin round everything, a gap between the parts, the board in a square at the
right, or below on upright screens, and a foot with the sentence that was said last.
Tests: tests/device/test_layout.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

GAP = 8
"""Between the parts of a screen and round them, for 800 x 480."""


@dataclass(frozen=True)
class Layout:
    """The places of a screen. `whole`: all of it without the foot; `column`: beside the board
    (above it on upright screens); `gap`: pixels between parts; `upright`: higher than wide."""

    screen: pygame.Rect
    whole: pygame.Rect
    column: pygame.Rect
    board: pygame.Rect
    foot: pygame.Rect
    gap: int
    upright: bool

    @classmethod
    def of(cls, size: tuple[int, int]) -> Layout:
        """The layout of a screen so many pixels wide and high."""
        width, height = size
        gap = max(4, round(GAP * min(max(size) / 800, min(size) / 480)))
        foot = max(44, min(height // 10, width // 7))
        whole = pygame.Rect(gap, gap, width - 2 * gap, height - foot - 2 * gap)
        if upright := height > width:
            side = min(whole.width, whole.height // 2)
            board = pygame.Rect((width - side) // 2, whole.bottom - side, side, side)
            column = pygame.Rect(gap, gap, whole.width, whole.height - side - gap)
        else:
            side = min(whole.height, width * 11 // 20 if width >= 640 else width // 2)
            board = pygame.Rect(width - side - gap, gap, side, side)
            column = pygame.Rect(gap, gap, width - side - 3 * gap, whole.height)
        screen = pygame.Rect(0, 0, width, height)
        bottom = pygame.Rect(gap, height - foot, width - 2 * gap, foot - gap // 2)
        return cls(screen, whole, column, board, bottom, gap, upright)


def rows(area: pygame.Rect, heights: list[int], gap: int = 0) -> list[pygame.Rect]:
    """The area cut from its top into rows of these heights; the last one gets what is left."""
    cut, top = [], area.top
    for height in heights:
        cut.append(pygame.Rect(area.left, top, area.width, max(0, min(height, area.bottom - top))))
        top += height + gap
    cut.append(pygame.Rect(area.left, top, area.width, max(0, area.bottom - top)))
    return cut


def columns(area: pygame.Rect, number: int, gap: int = 0) -> list[pygame.Rect]:
    """The area cut into so many columns of one width."""
    width = (area.width - (number - 1) * gap) // number
    return [
        pygame.Rect(area.left + place * (width + gap), area.top, width, area.height)
        for place in range(number)
    ]
