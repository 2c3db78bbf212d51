"""The last play on the screen: who laid it, and how its points come about, tile by tile.

Each word is a row of tiles with what multiplies them over it and its points at the end of it;
what comes on top has a line. Where there is no room for that, the same stands there as text. Adds
nothing up itself. Tests: tests/device/test_last_play.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from device.counted_words import ExtraView, TileView, WordView
from device.play_views import PlayView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.points import gain_text
from device.screen.tiles import POINTS, TileLook, draw_tile

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

LINE = 20
"""The size of letters in lines."""

TIMES = 46
"""The place of what multiplies a word, at its end."""


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
        row = pygame.Rect(rest.left, rest.top, rest.width, _height(canvas, rest.width, word, size))
        _draw_word(canvas, row, word, size)
        rest = _below(rest, row.bottom + _between(canvas))
    for extra in play.extras:
        row = pygame.Rect(rest.left, rest.top, rest.width, _line(canvas))
        _draw_extra(canvas, row, extra)
        rest = _below(rest, row.bottom)


def _below(area: pygame.Rect, top: int) -> pygame.Rect:
    return pygame.Rect(area.left, top, area.width, area.bottom - top)


# Head


def _draw_head(canvas: Canvas, line: pygame.Rect, play: PlayView, may_challenge: bool) -> None:
    """The name at the left, the points at the right, and before them whether it can be
    challenged."""
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
    if may_challenge:
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
                _limited(canvas, area.width, word, size if number == 0 else round(size * SMALLER))
                for number, word in enumerate(play.words)
            ]
            if not others:
                sizes[1:] = [0] * (len(sizes) - 1)
            if _all_high(canvas, area.width, play, sizes) <= area.height:
                return sizes
    return None


def _is_roomy(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> bool:
    """Whether all words are tiles, and those of the main one as large as they need be."""
    return all(sizes) and sizes[0] >= _limited(canvas, width, play.words[0], canvas.px(ROOM))


def _least(canvas: Canvas) -> int:
    """The smallest tiles that have room for their points."""
    return round(canvas.smallest * POINTS)


def _sizes(canvas: Canvas) -> Iterator[int]:
    """The sizes of tiles that are tried, largest first."""
    yield from range(canvas.px(LARGEST), _least(canvas), -canvas.px(3))
    yield _least(canvas)


def _limited(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    """The size at which a word's tiles fit that width; 0 if none could be read then."""
    least = _least(canvas)
    fits = (width - _ends_width(canvas, word)) // len(word.tiles)
    if fits < least:
        fits = width // len(word.tiles)
    limited = min(max(size, least), fits)
    return limited if limited >= least else 0


def _all_high(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> int:
    words = sum(
        _height(canvas, width, word, size) + _between(canvas)
        for word, size in zip(play.words, sizes, strict=True)
    )
    return words + len(play.extras) * _line(canvas) - (0 if play.extras else _between(canvas))


def _height(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    if not size:
        return canvas.height_of(word.line, width, LINE)
    over = _strip(canvas, size) if any(tile.times > 1 for tile in word.tiles) else 0
    under = 0 if _ends_beside(canvas, width, word, size) else _line(canvas)
    return over + size + under


def _ends_beside(canvas: Canvas, width: int, word: WordView, size: int) -> bool:
    """Whether a word's points stand beside its tiles: else below them."""
    return len(word.tiles) * size + _ends_width(canvas, word) <= width


def _ends_width(canvas: Canvas, word: WordView) -> int:
    """Pixels for what multiplies a word, and for its points."""
    times = canvas.px(TIMES) if word.times > 1 else 0
    return times + canvas.width_of(_points(word), LINE + 4, Face.TITLE) + canvas.px(GAP)


def _points(word: WordView) -> str:
    return f"= {word.points}"


def _line(canvas: Canvas) -> int:
    return canvas.line_height(LINE)


def _strip(canvas: Canvas, size: int) -> int:
    """The height of what multiplies letters, over tiles of that size."""
    return max(canvas.line_height(1, Face.TITLE), size // 2) + 1


def _between(canvas: Canvas) -> int:
    return canvas.px(5)


# Rows


def _draw_word(canvas: Canvas, row: pygame.Rect, word: WordView, size: int) -> None:
    """A word as tiles with its points, or as text."""
    if not size:
        canvas.write(word.line, row, canvas.theme.text, LINE)
        return
    over = row.height - size
    ends = pygame.Rect(row.left, row.top, row.width, size)
    if _ends_beside(canvas, row.width, word, size):
        ends.top += over
    else:
        over -= _line(canvas)
        ends = pygame.Rect(row.left, row.bottom - _line(canvas), row.width, _line(canvas))
    for place, tile in _tiles(row, word, size, over):
        face = TileLook(tile.face, _shown(tile), tile.blank, tile.new)
        draw_tile(canvas, place, face)
        if tile.times > 1:
            chip = pygame.Rect(place.left, row.top, place.width, over - 1)
            _draw_times(canvas, chip, tile.times, "d" if tile.times == 2 else "t")
    _draw_ends(canvas, ends, word)


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
    wide = canvas.width_of(_points(word), LINE + 4, Face.TITLE) + 1
    points = pygame.Rect(area.right - wide, area.top, wide, area.height)
    canvas.write(
        _points(word),
        points,
        canvas.theme.text,
        LINE + 4,
        face=Face.TITLE,
        align=Align.RIGHT,
        middle=True,
    )
    if word.times > 1:
        high = min(area.height, canvas.line_height(LINE, Face.TITLE))
        chip = pygame.Rect(0, 0, canvas.px(TIMES - GAP), high)
        chip.midright = (points.left - canvas.px(GAP), area.centery)
        _draw_times(canvas, chip, word.times, "D" if word.times == 2 else "T")


def _draw_times(canvas: Canvas, area: pygame.Rect, times: int, code: str) -> None:
    """What multiplies, framed in the colour of its square on the board."""
    canvas.box(area, canvas.theme.panel, corner=4)
    canvas.box(area, canvas.theme.squares[code], edge=2, corner=4)
    canvas.write(
        f"×{times}",
        area,
        canvas.theme.text,
        LINE,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _draw_extra(canvas: Canvas, row: pygame.Rect, extra: ExtraView) -> None:
    """What comes on top, and what for."""
    points = gain_text(extra.points)
    wide = canvas.width_of(points, LINE + 4, Face.TITLE) + 1
    place = pygame.Rect(row.right - wide, row.top, wide, row.height)
    canvas.write(
        points,
        place,
        canvas.theme.text,
        LINE + 4,
        face=Face.TITLE,
        align=Align.RIGHT,
        middle=True,
    )
    what = pygame.Rect(row.left, row.top, place.left - canvas.px(GAP) - row.left, row.height)
    canvas.write(extra.what, what, canvas.theme.text, LINE, middle=True)


def _draw_briefly(canvas: Canvas, area: pygame.Rect, play: PlayView) -> None:
    """The main word as tiles where there is room for the rest below it as text, else all as text:
    a line each, or running on."""
    more = " · ".join(play.lines[1:])
    # Rather smaller tiles than text that is hard to read.
    tried = [(size, letters) for letters in (LINE, 1) for size in _sizes(canvas)]
    for size, letters in tried:
        if not play.words or not _limited(canvas, area.width, play.words[0], size):
            break
        size = _limited(canvas, area.width, play.words[0], size)
        high = _height(canvas, area.width, play.words[0], size) + _between(canvas)
        if high + canvas.height_of(more, area.width, letters) <= area.height:
            row = pygame.Rect(area.left, area.top, area.width, high - _between(canvas))
            _draw_word(canvas, row, play.words[0], size)
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
