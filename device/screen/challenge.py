"""A judged challenge on the screen: a large tick or cross, the words in tiles, what follows.

It fills the screen, or what is left of it next to the board while tiles have to be taken up from
there. Tests: tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from device.screen.board import DrawnTile, draw_tile
from device.screen.drawing import (
    GAP,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    TextLine,
    draw_arrow,
    draw_cross,
    draw_line,
    draw_tick,
)
from device.screen.turn import least_tile
from device.views.dialogs import ChallengeView, JudgedWord

TITLE, LINE = 42, Letters.SMALL
"""Heights of the title, and of the lists' names, for 800 x 480."""

OUTCOME, LIFT = Letters.CALL, Letters.CALL
"""The largest letters of the outcome, with capitals of 5 mm on a 7-inch panel, and of what has to
be taken up."""

BOXES_SHARE, LOW_SHARE = 0.5, 0.36
"""The greatest share of the height that these two take: as a rule, and below many words."""

FEW = 4
"""Up to this many words leave room for the large sign next to the board."""

INSET = 6
"""Between a sentence and the edge of its box, the frame included, for 800 x 480."""

SIGN, SIGN_SHARE = 240, 0.34
"""The largest sign, for 800 x 480, and the greatest share of the width that it takes."""

TILE, WORD = 96, Letters.NAME
"""The largest tile of a word; and its largest letters where tiles would be illegible."""


@dataclass(frozen=True)
class BoxedSentence:
    """A sentence in a box; `good`: with a tick, with a cross, or with neither."""

    text: str
    good: bool | None


@dataclass(frozen=True)
class Judged:
    """The words, and whether the play stands, with or without a large sign for that."""

    words: tuple[JudgedWord, ...]
    good: bool
    sign: bool


def challenge_parts(
    area: pygame.Rect, shown: ChallengeView, title: str, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a challenge that was judged; `title`: who has challenged."""
    gap = canvas.px(GAP) // 2
    crowded = bool(shown.lift) and len(shown.words) > FEW
    boxes = _boxes(canvas, area, shown, LOW_SHARE if crowded else BOXES_SHARE)
    parts: list[AnyPart] = [*boxes]
    bottom = boxes[0].area.top - gap
    if source := " · ".join(filter(None, (shown.source, *_sources(shown.words)))):
        high = canvas.height_of(source, area.width, LINE)
        place = pygame.Rect(area.left, bottom - high, area.width, high)
        parts.append(Part(place, draw_line, TextLine(source, LINE, Ink.QUIET)))
        bottom = place.top
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    body = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - gap)
    line = TextLine(title, Letters.HEAD, face=Face.TITLE)
    verdict = Judged(shown.words, shown.good, sign=not crowded)
    return Part(head, draw_line, line), Part(body, draw_verdict, verdict), *parts


def _boxes(
    canvas: Canvas, area: pygame.Rect, shown: ChallengeView, share: float
) -> list[Part[BoxedSentence]]:
    """The outcome, and below it what has to be taken up: in the largest letters, the same share
    of each one's own, in which they take no more than their share of the area."""
    boxes = [(draw_result, BoxedSentence(shown.outcome, shown.good), OUTCOME)]
    if shown.lift:
        lift = BoxedSentence(shown.lift, True if shown.gone else None)
        boxes.append((draw_take_up, lift, LIFT))
    gap = canvas.px(GAP) // 2
    for percent in range(100, 30, -5):
        heights = [
            _box_height(canvas, area.width, sentence.text, letters * percent / 100)
            for _, sentence, letters in boxes
        ]
        if sum(heights) + gap * (len(boxes) - 1) <= area.height * share:
            break
    parts, top = [], area.bottom - sum(heights) - gap * (len(boxes) - 1)
    for (draw, sentence, _), high in zip(boxes, heights, strict=True):
        parts.append(Part(pygame.Rect(area.left, top, area.width, high), draw, sentence))
        top += high + gap
    return parts


def _sources(words: tuple[JudgedWord, ...]) -> list[str]:
    """The source of the words that aren't judged by the list, in one line."""
    sources = dict.fromkeys(word.source for word in words if word.source)
    return [
        f"{', '.join(word.word for word in words if word.source == source)} – {source}"
        for source in sources
    ]


# --- what follows ---


def _box_height(canvas: Canvas, width: int, text: str, letters: float) -> int:
    """Pixels of a box with this sentence in letters as large as it may have."""
    inner = width - _sign_width(canvas) - canvas.px(22)
    return canvas.height_of(text, inner, letters, Face.TITLE) + 2 * canvas.px(INSET)


def draw_result(canvas: Canvas, area: pygame.Rect, shown: BoxedSentence) -> None:
    """The outcome, in a frame, behind a tick or a cross."""
    theme = canvas.theme
    colour = theme.good if shown.good else theme.trouble
    canvas.box(area, theme.panel, corner=8)
    canvas.box(area, colour, edge=3, corner=8)
    (draw_tick if shown.good else draw_cross)(canvas, _sign(canvas, area), colour)
    place = _behind(canvas, area)
    canvas.write(shown.text, place, theme.text, OUTCOME, face=Face.TITLE, middle=True)


def draw_take_up(canvas: Canvas, area: pygame.Rect, shown: BoxedSentence) -> None:
    """What has to be taken up: an arrow before it, a tick once that is done."""
    theme = canvas.theme
    canvas.box(area, theme.panel, corner=8)
    if shown.good:
        draw_tick(canvas, _sign(canvas, area), theme.good)
    else:
        canvas.box(area, theme.accent, edge=3, corner=8)
        draw_arrow(canvas, _sign(canvas, area), theme.accent)
    colour = theme.quiet if shown.good else theme.accent
    canvas.write(shown.text, _behind(canvas, area), colour, LIFT, face=Face.TITLE, middle=True)


def _sign_width(canvas: Canvas) -> int:
    return canvas.px(42)


def _sign(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    side = min(area.height, _sign_width(canvas))
    return pygame.Rect(area.left + canvas.px(6), area.centery - side // 2, side, side)


def _behind(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    left = area.left + canvas.px(12) + _sign_width(canvas)
    place = pygame.Rect(left, area.top, area.right - canvas.px(10) - left, area.height)
    return place.inflate(0, -2 * canvas.px(INSET))


# --- the verdict ---


def draw_verdict(canvas: Canvas, area: pygame.Rect, shown: Judged) -> None:
    """A large tick or cross, and next to it the words in tiles: each with a sign of its own where
    there are several."""
    theme, words = canvas.theme, area
    if shown.sign:
        side = min(area.height, round(area.width * SIGN_SHARE), canvas.px(SIGN))
        sign = pygame.Rect(area.left, area.centery - side // 2, side, side)
        if not shown.words:
            sign.centerx = area.centerx
        colour = theme.good if shown.good else theme.trouble
        # A symbol's ink takes two thirds of its place.
        large = sign.inflate(side // 4, side // 4)
        (draw_tick if shown.good else draw_cross)(canvas, large, colour)
        left = sign.right + canvas.px(GAP)
        words = pygame.Rect(left, area.top, area.right - left, area.height)
    if shown.words:
        draw_words(canvas, words, shown.words)


def draw_words(canvas: Canvas, area: pygame.Rect, words: tuple[JudgedWord, ...]) -> None:
    """The words in tiles of one size, in one column, or in two if that makes them larger; in
    letters if tiles would be illegible."""
    choices = (1,) if len(words) <= 2 else (1, 2)
    columns = max(choices, key=lambda number: (_tile(canvas, area, words, number), -number))
    if (tile := _tile(canvas, area, words, columns)) >= least_tile(canvas):
        for place, word in _cells(area, words, columns, canvas.px(TILE) + canvas.px(GAP)):
            _draw_tiles(canvas, _signed(canvas, place, word, len(words)), word, tile)
        return
    columns = max(choices, key=lambda number: (_size(canvas, area, words, number), -number))
    size = _size(canvas, area, words, columns)
    for place, word in _cells(area, words, columns, canvas.px(WORD + 10)):
        name = _signed(canvas, place, word, len(words))
        canvas.write(word.word, name, canvas.theme.text, size, face=Face.TITLE, middle=True)


def _cells(
    area: pygame.Rect, words: tuple[JudgedWord, ...], columns: int, highest: int
) -> Iterator[tuple[pygame.Rect, JudgedWord]]:
    """A place for each word, column by column, in the middle of the area's height."""
    rows = -(-len(words) // columns)
    high, width = min(area.height // rows, highest), area.width // columns
    top = area.centery - rows * high // 2
    for number, word in enumerate(words):
        column, row = divmod(number, rows)
        yield pygame.Rect(area.left + column * width, top + row * high, width, high), word


def _signed(canvas: Canvas, place: pygame.Rect, word: JudgedWord, count: int) -> pygame.Rect:
    """The place of a word behind its own sign, which it has if there are several words."""
    if count == 1:
        return place
    theme, wide = canvas.theme, _sign_width(canvas)
    side = min(place.height, wide)
    sign = pygame.Rect(place.left, place.centery - side // 2, side, side)
    colour = theme.good if word.good else theme.trouble
    (draw_tick if word.good else draw_cross)(canvas, sign, colour)
    return pygame.Rect(place.left + wide, place.top, place.width - wide, place.height)


def _tile(canvas: Canvas, area: pygame.Rect, words: tuple[JudgedWord, ...], columns: int) -> int:
    """The size of all words' tiles in this many columns; 0 for words without tiles."""
    longest = max(len(word.tiles) for word in words)
    if not all(word.tiles for word in words):
        return 0
    signs = _sign_width(canvas) if len(words) > 1 else 0
    width = area.width // columns - signs - canvas.px(4)
    high = area.height // -(-len(words) // columns)
    return min(canvas.px(TILE), high * 9 // 10, width // longest)


def _draw_tiles(canvas: Canvas, place: pygame.Rect, word: JudgedWord, size: int) -> None:
    row = pygame.Rect(place.left, place.centery - size // 2, len(word.tiles) * size, size)
    for number, tile in enumerate(word.tiles):
        one = pygame.Rect(row.left + number * size, row.top, size - 1, size - 1)
        draw_tile(canvas, one, DrawnTile(tile.face, tile.points, tile.blank))
    canvas.note_tiles(word.word, row)


def _size(canvas: Canvas, area: pygame.Rect, words: tuple[JudgedWord, ...], columns: int) -> float:
    """The largest letters for 800 x 480 in this many columns; a few long words may be smaller than
    the others."""
    high = area.height // -(-len(words) // columns)
    size = min(WORD, high / canvas.unit)
    room = area.width // columns - _sign_width(canvas)
    limits = [size * room / max(1, canvas.width_of(word.word, size, Face.TITLE)) for word in words]
    return min(size, sorted(limits)[len(limits) // 4])
