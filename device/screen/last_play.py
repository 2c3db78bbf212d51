"""The last play on the screen: who laid it, and how its points come about, tile by tile.

Each word is a row of tiles, and what comes on top a line (word_rows.py). Where there is no room for
that, the same stands there as text. Adds nothing up itself. Tests: tests/device/test_last_play.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from device.play_views import PlayView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.points import gain_text
from device.screen.word_rows import (
    LINE,
    draw_extra,
    draw_word,
    extra_height,
    least_tile,
    row_height,
    tile_size,
)

HEADS = ((52, 0.45), (40, 0.34))
"""The line of who laid it, and of all its points, and how much of the height it takes at most: the
first that leaves its words room as tiles ..."""

ROOM = 44
"""... that are so large, or as large as they can be in that width."""

NAME, GAIN = 36, 52
"""The largest letters of that name and of those points ..."""

SAID = 44
"""... and of what was done where no word has its arithmetic: a pass, a word of hidden points."""

LARGEST = 60
"""A tile of the main word ..."""

SMALLER = 0.8
"""... and of the others, so many times as large."""


def draw_play(canvas: Canvas, area: pygame.Rect, play: PlayView, may_challenge: bool) -> None:
    """Who laid it, its points and how they come about; what is only seen has a question mark."""
    gap = canvas.px(GAP)
    for most, share in HEADS:
        least = canvas.line_height(LINE, Face.TITLE)
        high = max(least, min(canvas.px(most), int(area.height * share)))
        head = pygame.Rect(area.left, area.top, area.width, min(high, area.height))
        rest = _below(area, min(head.bottom + gap // 2, area.bottom))
        sizes = _plan(canvas, rest, play)
        if sizes is not None and _is_roomy(canvas, area.width, play, sizes):
            break
    _draw_head(canvas, head, play, may_challenge)
    if sizes is None:
        _draw_briefly(canvas, rest, play)
        return
    for word, size in zip(play.words, sizes, strict=True):
        row = pygame.Rect(
            rest.left, rest.top, rest.width, row_height(canvas, rest.width, word, size)
        )
        draw_word(canvas, row, word, size)
        rest = _below(rest, row.bottom + _between(canvas))
    for extra in play.extras:
        row = pygame.Rect(rest.left, rest.top, rest.width, extra_height(canvas))
        draw_extra(canvas, row, extra)
        rest = _below(rest, row.bottom)


def _below(area: pygame.Rect, top: int) -> pygame.Rect:
    return pygame.Rect(area.left, top, area.width, area.bottom - top)


# Head


def _draw_head(canvas: Canvas, line: pygame.Rect, play: PlayView, may_challenge: bool) -> None:
    """The name at the left, the points at the right, and before them whether it can be
    challenged: as long as the play before can be, what is seen in doubt can't."""
    theme, gap = canvas.theme, canvas.px(GAP)
    colour = theme.text if play.counted else theme.accent
    points = "" if play.points is None else gain_text(play.points)
    mark = "" if play.counted else play.note or "?"
    said = "  ".join(part for part in (points, mark) if part)
    room = line.copy()
    if said:
        size = min(GAIN, line.height / canvas.unit)
        wide = min(canvas.width_of(said, size, Face.TITLE) + 2, line.width // 2)
        place = pygame.Rect(line.right - wide, line.top, wide, line.height)
        canvas.write(said, place, colour, size, face=Face.TITLE, align=Align.RIGHT, middle=True)
        room.width = place.left - gap - room.left
    if may_challenge and play.counted:
        badge = pygame.Rect(0, 0, min(canvas.px(56), room.width // 4), line.height)
        badge = badge.inflate(0, -canvas.px(6))
        badge.midright = room.midright
        canvas.box(badge, theme.accent)
        inside = badge.inflate(-canvas.px(8), -canvas.px(8))
        canvas.write_large("!?", inside, theme.ground, largest=32)
        room.width = badge.left - gap - room.left
    canvas.write(play.side, room, colour, NAME, face=Face.TITLE, middle=True)


# Which words are rows of tiles, and how large


def _plan(canvas: Canvas, area: pygame.Rect, play: PlayView) -> list[int] | None:
    """The size of each word's tiles in this room, 0 for a line of text; None for no room."""
    if not play.words:
        return None
    for others in (True, False):
        for size in _sizes(canvas):
            sizes = [
                tile_size(canvas, area.width, word, size if number == 0 else round(size * SMALLER))
                for number, word in enumerate(play.words)
            ]
            if not others:
                sizes[1:] = [0] * (len(sizes) - 1)
            if _all_high(canvas, area.width, play, sizes) <= area.height:
                return sizes
    return None


def _is_roomy(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> bool:
    """Whether all words are tiles, and those of the main one as large as they need be."""
    return all(sizes) and sizes[0] >= tile_size(canvas, width, play.words[0], canvas.px(ROOM))


def _sizes(canvas: Canvas) -> Iterator[int]:
    """The sizes of tiles that are tried, largest first."""
    yield from range(canvas.px(LARGEST), least_tile(canvas), -canvas.px(3))
    yield least_tile(canvas)


def _all_high(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> int:
    words = sum(
        row_height(canvas, width, word, size) + _between(canvas)
        for word, size in zip(play.words, sizes, strict=True)
    )
    return (
        words + len(play.extras) * extra_height(canvas) - (0 if play.extras else _between(canvas))
    )


def _between(canvas: Canvas) -> int:
    return canvas.px(5)


# Where there is little room


def _draw_briefly(canvas: Canvas, area: pygame.Rect, play: PlayView) -> None:
    """The main word as tiles where there is room for the rest below it as text, else all as text:
    a line each, or running on."""
    more = " · ".join(play.lines[1:])
    # Rather smaller tiles than text that is hard to read.
    tried = [(size, letters) for letters in (LINE, 1) for size in _sizes(canvas)]
    for size, letters in tried:
        if not play.words or not tile_size(canvas, area.width, play.words[0], size):
            break
        size = tile_size(canvas, area.width, play.words[0], size)
        high = row_height(canvas, area.width, play.words[0], size) + _between(canvas)
        if high + canvas.height_of(more, area.width, letters) <= area.height:
            row = pygame.Rect(area.left, area.top, area.width, high - _between(canvas))
            draw_word(canvas, row, play.words[0], size)
            canvas.write(more, _below(area, area.top + high), canvas.theme.text, LINE)
            return
    lines = play.lines
    if area.height < len(lines) * canvas.line_height(1):
        lines = (" · ".join(lines),)
    for number, text in enumerate(lines):
        share = area.height // (len(lines) - number)
        part = pygame.Rect(area.left, area.top, area.width, share)
        if play.words:
            used = canvas.write(text, part, canvas.theme.text, LINE + 2)
        else:
            used = canvas.write(text, part, canvas.theme.text, SAID, face=Face.TITLE)
        area = _below(area, area.top + used)
