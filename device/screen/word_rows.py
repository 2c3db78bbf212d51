"""The rows of which a play's arithmetic is made: a word as tiles, or points beyond the words.

A word's tiles have what multiplies them over them, its points stand at its end, or below it where
it is too long. How large the tiles are is said by whoever has the room. Adds nothing up.
Tests: tests/device/test_last_play.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from device.counted_words import ExtraView, TileView, WordView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.points import gain_text
from device.screen.tiles import POINTS, TileLook, draw_tile

LINE = 20
"""The size of letters in lines."""

TIMES = 46
"""The place of what multiplies a word, at its end."""


# How large


def least_tile(canvas: Canvas) -> int:
    """The smallest tiles that have room for their points."""
    return round(canvas.smallest * POINTS)


def tile_size(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    """The size at which a word's tiles fit that width; 0 if none could be read then."""
    least = least_tile(canvas)
    fits = (width - _ends_width(canvas, word)) // len(word.tiles)
    if fits < least:
        fits = width // len(word.tiles)
    limited = min(max(size, least), fits)
    return limited if limited >= least else 0


def row_height(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    """Pixels that a word takes with tiles of that size, or as a line of text if that is 0."""
    if not size:
        return canvas.height_of(word.line, width, LINE)
    over = _strip(canvas, size) if any(tile.times > 1 for tile in word.tiles) else 0
    under = 0 if _ends_beside(canvas, width, word, size) else extra_height(canvas)
    return over + size + under


def extra_height(canvas: Canvas) -> int:
    """Pixels that a line takes."""
    return canvas.line_height(LINE)


def _ends_beside(canvas: Canvas, width: int, word: WordView, size: int) -> bool:
    """Whether a word's points stand beside its tiles: else below them."""
    return len(word.tiles) * size + _ends_width(canvas, word) <= width


def _ends_width(canvas: Canvas, word: WordView) -> int:
    """Pixels for what multiplies a word, and for its points."""
    times = canvas.px(TIMES) if word.times > 1 else 0
    return times + canvas.width_of(_points(word), LINE + 4, Face.TITLE) + canvas.px(GAP)


def _points(word: WordView) -> str:
    return f"= {word.points}"


def _strip(canvas: Canvas, size: int) -> int:
    """The height of what multiplies letters, over tiles of that size."""
    return max(canvas.line_height(1, Face.TITLE), size // 2) + 1


# Drawn


def draw_word(canvas: Canvas, row: pygame.Rect, word: WordView, size: int) -> None:
    """A word as tiles with its points, or as text."""
    if not size:
        canvas.write(word.line, row, canvas.theme.text, LINE)
        return
    over = row.height - size
    ends = pygame.Rect(row.left, row.top, row.width, size)
    if _ends_beside(canvas, row.width, word, size):
        ends.top += over
    else:
        low = extra_height(canvas)
        over -= low
        ends = pygame.Rect(row.left, row.bottom - low, row.width, low)
    for place, tile in _tiles(row, word, size, over):
        face = TileLook(tile.face, _shown(tile), tile.blank, tile.new)
        draw_tile(canvas, place, face)
        if tile.times > 1:
            chip = pygame.Rect(place.left, row.top, place.width, over - 1)
            _draw_times(canvas, chip, tile.times, "d" if tile.times == 2 else "t")
    _draw_ends(canvas, ends, word)


def draw_extra(canvas: Canvas, row: pygame.Rect, extra: ExtraView) -> None:
    """What comes on top, and what for."""
    points = _draw_points(canvas, row, gain_text(extra.points))
    what = pygame.Rect(row.left, row.top, points.left - canvas.px(GAP) - row.left, row.height)
    canvas.write(extra.what, what, canvas.theme.text, LINE, middle=True)


def _tiles(
    row: pygame.Rect, word: WordView, size: int, over: int
) -> Iterator[tuple[pygame.Rect, TileView]]:
    for number, tile in enumerate(word.tiles):
        left = row.left + number * size
        yield pygame.Rect(left, row.top + over, size - 1, size - 1), tile


def _shown(tile: TileView) -> int | None:
    """The points that a tile says: none where another word counts them."""
    return tile.points if tile.times else None


def _draw_ends(canvas: Canvas, area: pygame.Rect, word: WordView) -> None:
    """What multiplies the word, and its points, at the right."""
    points = _draw_points(canvas, area, _points(word))
    if word.times > 1:
        high = min(area.height, canvas.line_height(LINE, Face.TITLE))
        chip = pygame.Rect(0, 0, canvas.px(TIMES - GAP), high)
        chip.midright = (points.left - canvas.px(GAP), area.centery)
        _draw_times(canvas, chip, word.times, "D" if word.times == 2 else "T")


def _draw_points(canvas: Canvas, area: pygame.Rect, text: str) -> pygame.Rect:
    """Points at the right of the area; the place that they take."""
    wide = canvas.width_of(text, LINE + 4, Face.TITLE) + 1
    place = pygame.Rect(area.right - wide, area.top, wide, area.height)
    colour = canvas.theme.text
    canvas.write(text, place, colour, LINE + 4, face=Face.TITLE, align=Align.RIGHT, middle=True)
    return place


def _draw_times(canvas: Canvas, area: pygame.Rect, times: int, code: str) -> None:
    """What multiplies, framed in the colour of its square on the board."""
    canvas.box(area, canvas.theme.panel, corner=4)
    canvas.box(area, canvas.theme.squares[code], edge=2, corner=4)
    text, colour = f"×{times}", canvas.theme.text
    canvas.write(text, area, colour, LINE, face=Face.TITLE, align=Align.MIDDLE, middle=True)
