"""A judged challenge on the screen: each word with a tick or a cross, and what follows from it.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import ChallengeView, JudgedWord
from device.screen.colours import GOOD, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import write


def draw_challenge(
    surface: pygame.Surface, area: pygame.Rect, shown: ChallengeView, state: str
) -> None:
    """Who challenged, the words, and who takes what up again."""
    write(surface, state, pygame.Rect(area.left, area.top, area.width, 32), TEXT, 26, bold=True)
    foot = 62 if shown.lift else 32
    words = pygame.Rect(area.left, area.top + 34, area.width, area.height - 34 - foot)
    height = min(34, words.height // max(1, len(shown.words)))
    for number, word in enumerate(shown.words):
        row = pygame.Rect(area.left, words.top + number * height, area.width, height)
        _draw_word(surface, row, word)
    outcome = pygame.Rect(area.left, words.bottom, area.width, 30)
    write(surface, shown.outcome, outcome, TEXT, 23, bold=True)
    if shown.lift:
        line = pygame.Rect(area.left, outcome.bottom, area.width, 30)
        if shown.gone:
            mark(surface, pygame.Rect(line.left, line.top, 24, line.height), good=True)
            line = pygame.Rect(line.left + 32, line.top, line.width - 32, line.height)
        write(surface, shown.lift, line, QUIET if shown.gone else TURN, 23, bold=not shown.gone)


def mark(surface: pygame.Surface, area: pygame.Rect, *, good: bool) -> None:
    """A tick or a cross in the middle of the area: told apart by shape, not by colour alone."""
    size = min(area.width, area.height) // 3
    x, y = area.center
    if good:
        corners = [(x - size, y), (x - size // 3, y + size), (x + size, y - size)]
        pygame.draw.lines(surface, GOOD, False, corners, 4)
        return
    pygame.draw.line(surface, TROUBLE, (x - size, y - size), (x + size, y + size), 4)
    pygame.draw.line(surface, TROUBLE, (x - size, y + size), (x + size, y - size), 4)


def _draw_word(surface: pygame.Surface, area: pygame.Rect, word: JudgedWord) -> None:
    mark(surface, pygame.Rect(area.left, area.top, 28, area.height), good=word.good)
    width = (area.width - 36) * (1 if not word.source else 11) // (1 if not word.source else 20)
    name = pygame.Rect(area.left + 36, area.top, width, area.height)
    write(surface, word.word, name, TEXT, 23, bold=True)
    if word.source:
        left = name.right + 8
        source = pygame.Rect(left, area.top, area.right - left, area.height)
        write(surface, word.source, source, QUIET, 16)
