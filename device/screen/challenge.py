"""A judged challenge on the screen: each word with a tick or a cross, and what follows from it.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import ChallengeView, JudgedWord
from device.screen.canvas import Canvas
from device.screen.lettering import Face

SINGLE = 4
"""So many words stand below each other; more in two columns, where there is room for that."""


def draw_challenge(
    canvas: Canvas, area: pygame.Rect, shown_with: tuple[ChallengeView, str]
) -> None:
    """Who challenged, the words, and who takes what up again."""
    shown, state = shown_with
    canvas.write(
        state,
        pygame.Rect(area.left, area.top, area.width, 32),
        canvas.theme.text,
        26,
        face=Face.TITLE,
    )
    lines = [
        (shown.source, canvas.theme.quiet, False),
        (shown.outcome, canvas.theme.text, True),
        (shown.lift, canvas.theme.accent, True),
    ]
    if shown.gone:
        lines[-1] = (shown.lift, canvas.theme.quiet, False)
    lines = [line for line in lines if line[0]]
    words = pygame.Rect(area.left, area.top + 34, area.width, area.height - 34 - 29 * len(lines))
    columns = 2 if len(shown.words) > SINGLE and not any(w.source for w in shown.words) else 1
    rows = (len(shown.words) + columns - 1) // columns
    height, width = min(30, words.height // max(1, rows)), words.width // columns
    for number, word in enumerate(shown.words):
        column, row = divmod(number, max(1, rows))
        left, top = words.left + column * width, words.top + row * height
        _draw_word(canvas, pygame.Rect(left, top, width, height), word)
    below = pygame.Rect(area.left, words.bottom, area.width, 29)
    for text, colour, bold in lines:
        place = below
        if shown.gone and text == shown.lift:
            mark(canvas, pygame.Rect(below.left, below.top, 28, below.height), good=True)
            place = pygame.Rect(below.left + 36, below.top, below.width - 36, below.height)
        canvas.write(
            text,
            place,
            colour,
            20 if text == shown.source else 23,
            face=Face.TITLE if bold else Face.TEXT,
        )
        below = below.move(0, below.height)


def mark(canvas: Canvas, area: pygame.Rect, *, good: bool) -> None:
    """A tick or a cross in the middle of the area: told apart by shape, not by colour alone."""
    size = min(area.width, area.height) // 3
    x, y = area.center
    if good:
        corners = [(x - size, y), (x - size // 3, y + size), (x + size, y - size)]
        pygame.draw.lines(canvas.surface, canvas.theme.good, False, corners, 4)
        return
    pygame.draw.line(
        canvas.surface, canvas.theme.trouble, (x - size, y - size), (x + size, y + size), 4
    )
    pygame.draw.line(
        canvas.surface, canvas.theme.trouble, (x - size, y + size), (x + size, y - size), 4
    )


def _draw_word(canvas: Canvas, area: pygame.Rect, word: JudgedWord) -> None:
    mark(canvas, pygame.Rect(area.left, area.top, 28, area.height), good=word.good)
    width = (area.width - 36) // 2 if word.source else area.width - 36
    name = pygame.Rect(area.left + 36, area.top, width, area.height)
    canvas.write(word.word, name, canvas.theme.text, 23, face=Face.TITLE)
    if word.source:
        left = name.right + 8
        source = pygame.Rect(left, area.top, area.right - left, area.height)
        canvas.write(word.source, source, canvas.theme.quiet, 16)
