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
from device.screen.layout import GAP, columns
from device.screen.lettering import Face
from device.views import PictureView
from hardware.picture_files import PictureFileError, read_picture

CAPTION, ANSWERS = 38, 42
"""The heights of the lines below the picture, for 800 x 480."""

ABREAST, FEWER = 3, 2
"""Answers that are shown at once, and on screens that are no wider than NARROW, for 800 x 480."""

NARROW = 600

MARK = 16
"""The width of the marks that there are more, for 800 x 480."""


def draw_picture(
    canvas: Canvas, area: pygame.Rect, shown: tuple[PictureView, QuestionView | None]
) -> None:
    """The picture over the whole area; below it what it shows, and the answers."""
    picture, question = shown
    gap = canvas.px(GAP) // 2
    caption_height, answers = canvas.px(CAPTION), canvas.px(ANSWERS)
    below = caption_height + gap + (answers + gap if question is not None else 0)
    place = pygame.Rect(area.left, area.top, area.width, area.height - below)
    scaled = _load(picture.path, place.size)
    if scaled is None:
        middle = place.inflate(-canvas.px(80), -place.height // 2)
        canvas.write(
            picture.unreadable,
            middle,
            canvas.theme.trouble,
            30,
            face=Face.STRONG,
            align=Align.MIDDLE,
            middle=True,
        )
    else:
        canvas.surface.blit(scaled, scaled.get_rect(center=place.center))
    inner = area.inflate(-2 * canvas.px(GAP), 0)
    caption = pygame.Rect(inner.left, place.bottom, inner.width, caption_height)
    canvas.write(picture.caption, caption, canvas.theme.text, 28, face=Face.TITLE, middle=True)
    if question is not None:
        row = pygame.Rect(inner.left, caption.bottom + gap // 2, inner.width, answers)
        _draw_options(canvas, row, question)


@lru_cache(maxsize=1)
def _load(path: Path | None, size: tuple[int, int]) -> pygame.Surface | None:
    """The picture, scaled to fit that size; None where it can't be shown."""
    if path is None:
        return None
    try:
        picture = read_picture(path)
    except PictureFileError:
        return None  # what is said instead is drawn by `draw_picture`
    height, width = picture.shape[:2]
    loaded = pygame.image.frombuffer(picture[:, :, ::-1].tobytes(), (width, height), "RGB")
    share = min(size[0] / loaded.get_width(), size[1] / loaded.get_height())
    fitted = (max(1, int(loaded.get_width() * share)), max(1, int(loaded.get_height() * share)))
    return pygame.transform.smoothscale(loaded, fitted)


def _draw_options(canvas: Canvas, area: pygame.Rect, question: QuestionView) -> None:
    """The answers side by side, as many as fit round the chosen one, and whether there are more."""
    options, gap = question.options, canvas.px(GAP)
    fits = min(ABREAST if area.width > canvas.px(NARROW) else FEWER, len(options))
    first = max(0, min(question.selected - fits // 2, len(options) - fits))
    mark = canvas.px(MARK)
    if first > 0:
        _more(canvas, pygame.Rect(area.left, area.top, mark, area.height), -1)
    if first + fits < len(options):
        _more(canvas, pygame.Rect(area.right - mark, area.top, mark, area.height), 1)
    if fits < len(options):
        area = area.inflate(-2 * (mark + gap), 0)
    for place, cell in enumerate(columns(area, fits, gap)):
        chosen = first + place == question.selected
        canvas.box(cell, canvas.theme.chosen if chosen else canvas.theme.panel)
        label = f"› {options[first + place]}" if chosen else options[first + place]
        canvas.write(
            label,
            cell.inflate(-gap, -2),
            canvas.theme.on_chosen if chosen else canvas.theme.text,
            24,
            face=Face.TITLE if chosen else Face.TEXT,
            align=Align.MIDDLE,
            middle=True,
        )


def _more(canvas: Canvas, area: pygame.Rect, way: int) -> None:
    """A triangle: there are more answers that way."""
    wide, high = area.width // 2, area.height // 4
    x, y = area.center
    tip, foot = x + way * wide // 2, x - way * wide // 2
    corners = [(tip, y), (foot, y - high), (foot, y + high)]
    pygame.draw.polygon(canvas.surface, canvas.theme.text, corners)
