"""A judged challenge on the screen: each word with a tick or a cross, and what follows from it.

The parts below the sides, next to the board. Tests: tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from device.screen.drawing import (
    GAP,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Part,
    TextLine,
    draw_arrow,
    draw_cross,
    draw_line,
    draw_tick,
)
from device.views.dialogs import ChallengeView, JudgedWord

TITLE, RESULT, LOW, LIFT, LINE = 36, 54, 42, 58, 24
"""Heights of the title, of the outcome, of the outcome in little room, of what has to be taken up
and of the list's name, for 800 x 480."""

ROOMY, WIDE = 300, 420
"""At less height boxes are low; at this width two of them stand side by side."""

FEW = 4
"""Up to this many words leave room for further text."""

WORD = 60
"""The largest letters of a word, for 800 x 480."""


@dataclass(frozen=True)
class BoxedSentence:
    """A sentence in a box; `good`: with a tick, with a cross, or with neither."""

    text: str
    good: bool | None


def challenge_parts(
    area: pygame.Rect, shown: ChallengeView, title: str, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a challenge that was judged; `title`: who has challenged."""
    gap = canvas.px(GAP)
    high = canvas.px(RESULT if area.height >= canvas.px(ROOMY) else LOW)
    result = pygame.Rect(area.left, area.bottom - high, area.width, high)
    lift = result.copy()
    many = len(shown.words) > FEW
    if shown.lift and many and area.width >= canvas.px(WIDE):
        result.width = (area.width - gap) * 9 // 20
        lift.left, lift.width = result.right + gap, area.right - result.right - gap
    elif shown.lift:
        lift.height = max(high, canvas.px(LIFT))
        lift.bottom = area.bottom
        result.bottom = lift.top - gap // 2
    parts: list[AnyPart] = [Part(result, draw_result, BoxedSentence(shown.outcome, shown.good))]
    if shown.lift:
        parts.append(
            Part(lift, draw_take_up, BoxedSentence(shown.lift, True if shown.gone else None))
        )
    bottom = min(result.top, lift.top) - gap // 2
    source, words = shown.source, shown.words
    if many:
        source = " · ".join(filter(None, (source, *_sources(words))))
        words = tuple(replace(word, source="") for word in words)
    if source:
        high = canvas.height_of(source, area.width, LINE - 6)
        place = pygame.Rect(area.left, bottom - high, area.width, high)
        parts.append(Part(place, draw_line, TextLine(source, LINE - 6, Ink.QUIET)))
        bottom = place.top
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    body = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - gap // 2)
    line = TextLine(title, 30, face=Face.TITLE)
    return Part(head, draw_line, line), Part(body, draw_words, words), *parts


def _sources(words: tuple[JudgedWord, ...]) -> list[str]:
    """The source of the words that aren't judged by the list, in one line."""
    sources = dict.fromkeys(word.source for word in words if word.source)
    return [
        f"{', '.join(word.word for word in words if word.source == source)} – {source}"
        for source in sources
    ]


def draw_result(canvas: Canvas, area: pygame.Rect, shown: BoxedSentence) -> None:
    """The outcome, in a frame, behind a tick or a cross."""
    theme = canvas.theme
    colour = theme.good if shown.good else theme.trouble
    canvas.box(area, theme.panel, corner=8)
    canvas.box(area, colour, edge=3, corner=8)
    place = _behind(canvas, area)
    (draw_tick if shown.good else draw_cross)(canvas, _sign(canvas, area), colour)
    canvas.write(shown.text, place, theme.text, 30, face=Face.TITLE, middle=True)


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
    canvas.write(shown.text, _behind(canvas, area), colour, 26, face=Face.STRONG, middle=True)


def draw_words(canvas: Canvas, area: pygame.Rect, words: tuple[JudgedWord, ...]) -> None:
    """The words in letters of one size, in one column, or in two if that makes them larger."""
    if not words:
        return
    choices = (1,) if len(words) <= 2 else (1, 2)
    columns = max(choices, key=lambda number: (_size(canvas, area, words, number), -number))
    size = _size(canvas, area, words, columns)
    rows = -(-len(words) // columns)
    high = min(area.height // rows, canvas.px(WORD + 10))
    width = area.width // columns
    for number, word in enumerate(words):
        column, row = divmod(number, rows)
        place = pygame.Rect(area.left + column * width, area.top + row * high, width, high)
        _draw_word(canvas, place, word, size)


def _size(canvas: Canvas, area: pygame.Rect, words: tuple[JudgedWord, ...], columns: int) -> float:
    """The largest letters for 800 x 480 in this many columns; a few long words may be smaller than
    the others."""
    high = area.height // -(-len(words) // columns)
    size = min(WORD, high / canvas.unit)
    limits = []
    for word in words:
        wide = canvas.width_of(word.word, size, Face.TITLE)
        limits.append(size * _name_room(canvas, area.width // columns, word) / max(1, wide))
    return min(size, sorted(limits)[len(limits) // 4])


def _name_room(canvas: Canvas, width: int, word: JudgedWord) -> int:
    """Pixels for the word itself in a column of this width."""
    room = width - canvas.px(44)
    return room * 11 // 20 if word.source else room


def _draw_word(canvas: Canvas, area: pygame.Rect, word: JudgedWord, size: float) -> None:
    theme = canvas.theme
    side = min(area.height, canvas.px(40))
    sign = pygame.Rect(area.left, area.centery - side // 2, side, side)
    colour = theme.good if word.good else theme.trouble
    (draw_tick if word.good else draw_cross)(canvas, sign, colour)
    left = area.left + canvas.px(40)
    name = pygame.Rect(left, area.top, _name_room(canvas, area.width, word), area.height)
    canvas.write(word.word, name, theme.text, size, face=Face.TITLE, middle=True)
    if word.source:
        left = name.right + canvas.px(8)
        source = pygame.Rect(left, area.top, area.right - left, area.height)
        canvas.write(word.source, source, theme.quiet, 20, middle=True)


def _sign(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    side = min(area.height, canvas.px(42))
    return pygame.Rect(area.left + canvas.px(6), area.centery - side // 2, side, side)


def _behind(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    left = _sign(canvas, area).right + canvas.px(6)
    return pygame.Rect(left, area.top, area.right - canvas.px(10) - left, area.height)
