"""Tiles on the screen: a letter as large as fits, its points where there is room, and its kind.

A blank is round, so that nobody has to see its colour; a tile that was laid last has an edge. What
has been drawn once is kept, since a board shows the same tiles again and again. Knows no board and
no view. Tests: tests/device/test_board_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face, font
from device.screen.theme import Colour

LETTER = 1.02
"""Letters of a size so many times a tile's height fill about three fifths of it."""

POINTS = 1.5
"""A tile so many times as high as the smallest letters has room for its points."""

GIVES_WAY = 0.8
"""A letter that would be less than so much of its size beside its points is drawn without them."""


@dataclass(frozen=True)
class TileLook:
    """A tile as it is drawn: its letter (or two), its points (None: not shown), and whether it is
    a blank and whether it was laid last."""

    face: str
    points: int | None = None
    blank: bool = False
    lit: bool = False


class _Colours(NamedTuple):
    tile: Colour
    letter: Colour
    rim: Colour
    edge: Colour


def draw_tile(canvas: Canvas, place: pygame.Rect, look: TileLook) -> None:
    """Draws a tile into this place."""
    theme = canvas.theme
    colours = _Colours(
        theme.lit if look.lit else theme.tile,
        theme.blank if look.blank else theme.letter,
        theme.under,
        theme.lit_edge,
    )
    small = canvas.smallest
    if small * POINTS > place.height or look.blank:
        small = 0
    canvas.surface.blit(_drawn(look, place.size, colours, small), place)


@lru_cache(maxsize=1024)
def _drawn(look: TileLook, size: tuple[int, int], colours: _Colours, small: int) -> pygame.Surface:
    """A tile of that size; `small`: the size of its points, 0 for no room."""
    width, height = size
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    area, deep = picture.get_rect(), max(1, height // 14)
    corner = min(size) * 9 // 20 if look.blank else min(size) // 7
    top = pygame.Rect(1, 1, width - 2, height - deep - 1)
    rim = colours.edge if look.lit else colours.rim
    pygame.draw.rect(picture, rim, area, border_radius=corner)
    if look.lit:
        edge = max(2, height // 11)
        top = area.inflate(-2 * edge, -2 * edge)
        corner = max(0, corner - edge)
    pygame.draw.rect(picture, colours.tile, top, border_radius=corner)
    if look.points is not None and small:
        points = font(small, Face.TITLE).render(str(look.points), True, colours.letter)
        ink = points.get_bounding_rect()
        beside = pygame.Rect(top.left, top.top, top.width - ink.width * 5 // 6, top.height)
        alone = _letter_size(look.face, height, top.width)
        # Two digits leave a letter on a small tile so little room that nobody could read it.
        if _letter_size(look.face, height, beside.width) >= GIVES_WAY * alone:
            picture.blit(points, (top.right - ink.right - deep, top.bottom - ink.bottom - deep))
            top = beside
    _letter(picture, top, height, look.face, colours.letter)
    return picture


def _letter_size(face: str, height: int, width: int) -> int:
    """The size of a letter on a tile that high, with so much room beside its points."""
    size, room = max(8, round(height * LETTER)), max(4, width - 2)
    wide = _ink(face, size).width
    return size if wide <= room else max(6, size * room // wide)


def _letter(
    picture: pygame.Surface, top: pygame.Rect, height: int, face: str, colour: Colour
) -> None:
    """The letter, on one line with those of other tiles, in the middle of what room there is."""
    size = _letter_size(face, height, top.width)
    ink, line = _ink(face, size), _ink("H", size)
    drawn = font(size, Face.TITLE).render(face, True, colour)
    at = (top.centerx - ink.centerx, top.centery - line.centery)
    picture.blit(drawn, at)


@lru_cache(maxsize=512)
def _ink(text: str, size: int) -> pygame.Rect:
    return font(size, Face.TITLE).render(text, True, (255, 255, 255)).get_bounding_rect()
