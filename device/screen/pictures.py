"""A kept picture on the screen, as large as it can be shown, with a caption below it.

The one screen that reads a file; a file that can't be shown is said on the screen. A picture is
kept scaled as long as it is shown. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame

from device.phase_views import QuestionView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.views import PictureView

CAPTION = 80
"""Pixels below the picture."""

ABREAST = 3
"""Answers that are shown at once."""


def draw_picture(
    canvas: Canvas, area: pygame.Rect, shown: tuple[PictureView, QuestionView | None]
) -> None:
    """The picture over the whole area; below it what it shows, and the answers."""
    picture, question = shown
    gap = canvas.px(GAP)
    place = pygame.Rect(area.left, area.top, area.width, area.height - canvas.px(CAPTION))
    scaled = _load(picture.path, place.size)
    if scaled is None:
        middle = place.inflate(-canvas.px(80), -place.height // 2)
        canvas.write(picture.unreadable, middle, canvas.theme.trouble, 26, align=Align.MIDDLE)
    else:
        canvas.surface.blit(scaled, scaled.get_rect(center=place.center))
    caption = pygame.Rect(area.left + gap, place.bottom, area.width - 2 * gap, canvas.px(38))
    canvas.write(picture.caption, caption, canvas.theme.text, 26, face=Face.TITLE, middle=True)
    if question is not None:
        row = pygame.Rect(caption.left, caption.bottom, caption.width, canvas.px(36))
        _draw_options(canvas, row, question)


@lru_cache(maxsize=1)
def _load(path: Path | None, size: tuple[int, int]) -> pygame.Surface | None:
    """The picture, scaled to fit that size; None where it can't be shown."""
    if path is None:
        return None
    try:
        loaded = pygame.image.load(str(path))
    except (OSError, pygame.error):
        return None  # what is said instead is drawn by `draw_picture`
    share = min(size[0] / loaded.get_width(), size[1] / loaded.get_height())
    fitted = (max(1, int(loaded.get_width() * share)), max(1, int(loaded.get_height() * share)))
    # To scale smoothly takes 24 or 32 bits a pixel, which not every file has.
    deep = pygame.Surface(loaded.get_size(), depth=24)
    deep.blit(loaded, (0, 0))
    return pygame.transform.smoothscale(deep, fitted)


def _draw_options(canvas: Canvas, area: pygame.Rect, question: QuestionView) -> None:
    """The answers side by side, as many as fit from the chosen one on."""
    first = max(0, min(question.selected, len(question.options) - ABREAST))
    width = area.width // min(ABREAST, len(question.options))
    for place, option in enumerate(question.options[first : first + ABREAST]):
        chosen = first + place == question.selected
        cell = pygame.Rect(area.left + place * width, area.top, width - canvas.px(GAP), area.height)
        if chosen:
            pygame.draw.rect(canvas.surface, canvas.theme.chosen, cell, border_radius=6)
        label = f"› {option}" if chosen else option
        colour = canvas.theme.on_chosen if chosen else canvas.theme.text
        canvas.write(
            label, cell.inflate(-24, -6), colour, 23, face=Face.TITLE if chosen else Face.TEXT
        )
