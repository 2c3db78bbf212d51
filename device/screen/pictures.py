"""A kept picture on the screen, as large as it can be shown, with a caption below it.

The one screen that reads a file; a file that can't be shown is said on the screen. A picture is
kept scaled as long as it is shown. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from device.phase_views import QuestionView
from device.screen.colours import CHOSEN, GAP, ON_CHOSEN, TEXT, TROUBLE
from device.screen.lettering import write
from device.views import PictureView

CAPTION = 80
"""Pixels below the picture."""

ABREAST = 3
"""Answers that are shown at once."""


class Pictures:
    """Draws pictures, and knows the last one."""

    def __init__(self) -> None:
        self._shown: tuple[Path | None, tuple[int, int]] | None = None
        self._scaled: pygame.Surface | None = None

    def draw(
        self, surface: pygame.Surface, picture: PictureView, question: QuestionView | None
    ) -> None:
        """Draws the picture over the whole surface; below it what it shows, and the answers."""
        whole = surface.get_rect()
        place = pygame.Rect(0, 0, whole.width, whole.height - CAPTION)
        scaled = self._load(picture.path, place.size)
        if scaled is None:
            middle = pygame.Rect(40, place.centery - 40, place.width - 80, place.height // 2)
            write(surface, picture.unreadable, middle, TROUBLE, 26, centred=True)
        else:
            surface.blit(scaled, scaled.get_rect(center=place.center))
        caption = pygame.Rect(GAP, place.bottom + 4, whole.width - 2 * GAP, 34)
        write(surface, picture.caption, caption, TEXT, 26, bold=True)
        if question is not None:
            row = pygame.Rect(GAP, caption.bottom + 2, caption.width, 34)
            _draw_options(surface, row, question)

    def _load(self, path: Path | None, size: tuple[int, int]) -> pygame.Surface | None:
        if self._shown == (path, size):
            return self._scaled
        self._shown, self._scaled = (path, size), None
        if path is None:
            return None
        try:
            loaded = pygame.image.load(str(path))
        except (OSError, pygame.error):
            return None  # what is said instead is drawn by `draw`
        share = min(size[0] / loaded.get_width(), size[1] / loaded.get_height())
        fitted = (max(1, int(loaded.get_width() * share)), max(1, int(loaded.get_height() * share)))
        # To scale smoothly takes 24 or 32 bits a pixel, which not every file has.
        deep = pygame.Surface(loaded.get_size(), depth=24)
        deep.blit(loaded, (0, 0))
        self._scaled = pygame.transform.smoothscale(deep, fitted)
        return self._scaled


def _draw_options(surface: pygame.Surface, area: pygame.Rect, question: QuestionView) -> None:
    """The answers side by side, as many as fit from the chosen one on."""
    first = max(0, min(question.selected, len(question.options) - ABREAST))
    width = area.width // min(ABREAST, len(question.options))
    for place, option in enumerate(question.options[first : first + ABREAST]):
        chosen = first + place == question.selected
        cell = pygame.Rect(area.left + place * width, area.top, width - GAP, area.height)
        if chosen:
            pygame.draw.rect(surface, CHOSEN, cell, border_radius=6)
        label = f"› {option}" if chosen else option
        colour = ON_CHOSEN if chosen else TEXT
        write(surface, label, cell.inflate(-24, -6), colour, 23, bold=chosen)
