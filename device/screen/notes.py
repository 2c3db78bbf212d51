"""The notes on the screen: what is left in the bag and unseen, what is owed, asked and next.

Small lines at the bottom of their area; what needs an answer stands out with a sign. Draws what a
view holds. Tests: tests/device/test_turn_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.canvas import Canvas
from device.screen.lettering import Face
from device.views import TableView

SIZE = 22
"""The largest letters."""


@dataclass(frozen=True)
class NotesShown:
    """The lines, "" for none."""

    open: str
    notes: tuple[str, ...]
    unseen: str
    bag: str
    hint: str

    @classmethod
    def of(cls, shown: TableView) -> NotesShown:
        """The notes of this view."""
        return cls(shown.open, shown.notes, shown.unseen, shown.bag, shown.hint)

    @property
    def lines(self) -> tuple[str, ...]:
        """Those that there are, from top to bottom."""
        return tuple(
            text for text in (self.open, *self.notes, self.unseen, self.bag, self.hint) if text
        )


def notes_height(canvas: Canvas, width: int, shown: NotesShown) -> int:
    """Pixels that the notes take in that width."""
    return sum(_height(canvas, width, shown, text) for text in shown.lines)


def draw_notes(canvas: Canvas, area: pygame.Rect, shown: NotesShown) -> None:
    """Draws the notes into the area, as high as they are."""
    theme, top = canvas.theme, area.top
    for text in shown.lines:
        row = pygame.Rect(area.left, top, area.width, _height(canvas, area.width, shown, text))
        top = row.bottom
        if text == shown.open:
            row = _draw_sign(canvas, row)
            canvas.write(text, row, theme.accent, SIZE, face=Face.TITLE, middle=True)
        else:
            colour = theme.text if text == shown.hint else theme.quiet
            canvas.write(text, row, colour, SIZE, middle=True)


def _draw_sign(canvas: Canvas, row: pygame.Rect) -> pygame.Rect:
    """A question mark in a box; the row beside it."""
    side = _sign(canvas)
    box = pygame.Rect(row.left, 0, side, side)
    box.centery = row.centery
    canvas.box(box, canvas.theme.accent, corner=4)
    inside = box.inflate(-canvas.px(4), -canvas.px(4))
    canvas.write_large("?", inside, canvas.theme.ground)
    left = box.right + canvas.px(6)
    return pygame.Rect(left, row.top, row.right - left, row.height)


def _sign(canvas: Canvas) -> int:
    return canvas.line_height(SIZE)


def _height(canvas: Canvas, width: int, shown: NotesShown, text: str) -> int:
    """One line in large letters, or as many as it takes in the smallest."""
    face = Face.TITLE if text == shown.open else Face.TEXT
    if text == shown.open:
        width -= _sign(canvas) + canvas.px(6)
    if canvas.width_of(text, 1, face) <= width:
        return canvas.line_height(SIZE)
    return canvas.height_of(text, width, 1, face) + 2
