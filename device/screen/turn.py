"""What goes on at the table, on the screen: whose turn it is, its last play, the question asked.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import QuestionView
from device.play_views import PlayView
from device.screen.canvas import Align, Canvas
from device.screen.countdown import beside_countdown
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.rows import draw_rows
from device.side_views import CountdownView
from device.views import TableView

LINE = 15
"""Pixels: where there is no room for lines as high as this they run on."""


def draw_turn(canvas: Canvas, area: pygame.Rect, shown: TableView) -> None:
    """A line on what is going on, the last play, and what is left."""
    head = pygame.Rect(area.left, area.top, area.width, 36)
    line = beside_countdown(canvas, head, shown.countdown)
    if shown.pointed is not None:
        _draw_pointing(canvas, area, shown)
        return
    canvas.write(
        shown.state,
        line,
        canvas.theme.accent if shown.over else canvas.theme.text,
        30,
        face=Face.TITLE,
    )
    bottom = draw_notes(canvas, area, shown)
    if shown.play is not None:
        middle = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - 4)
        draw_play(canvas, middle, shown.play, shown.may_challenge)


def draw_notes(canvas: Canvas, area: pygame.Rect, shown: TableView) -> int:
    """The lines that stand at the bottom of the area; where they begin."""
    bottom = area.bottom
    high = max(14, min(25, area.height // 9))
    lines = [
        (shown.hint, canvas.theme.text, False),
        (shown.bag, canvas.theme.quiet, False),
        (shown.unseen, canvas.theme.quiet, False),
        *((note, canvas.theme.quiet, False) for note in shown.notes),
        (shown.open, canvas.theme.accent, True),
    ]
    for text, colour, bold in lines:
        if text:
            wraps = canvas.width_of(text, 1) > area.width
            row = pygame.Rect(area.left, bottom, area.width, high * (1 + wraps))
            row.bottom = bottom
            canvas.write(text, row, colour, 20, face=Face.TITLE if bold else Face.TEXT)
            bottom = row.top
    return bottom


def draw_question(
    canvas: Canvas,
    area: pygame.Rect,
    shown: tuple[QuestionView, CountdownView | None],
) -> None:
    """A question, and its options as rows."""
    question, countdown = shown
    text = pygame.Rect(area.left, area.top, area.width, area.height * 2 // 5)
    text = beside_countdown(canvas, text, countdown)
    used = canvas.write(question.text, text, canvas.theme.text, 26, face=Face.TITLE)
    top = area.top + used + canvas.px(GAP) // 2
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    draw_rows(canvas, rows, [(option, "") for option in question.options], question.selected)


def _draw_pointing(canvas: Canvas, area: pygame.Rect, shown: TableView) -> None:
    text = pygame.Rect(area.left, area.top, area.width, area.height // 2)
    text = beside_countdown(canvas, text, shown.countdown)
    used = canvas.write(shown.state, text, canvas.theme.text, 26, face=Face.TITLE)
    rest = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
    name = "" if shown.pointed is None else shown.pointed.name
    canvas.write(
        name, rest.inflate(0, -16), canvas.theme.accent, 64, face=Face.TITLE, align=Align.MIDDLE
    )


def draw_play(canvas: Canvas, area: pygame.Rect, play: PlayView, may_challenge: bool) -> None:
    """Who laid it, its points and how they come about; what is only seen has a question mark."""
    colour = canvas.theme.text if play.counted else canvas.theme.accent
    points = "" if play.points is None else f"{play.points:+}"
    mark = "" if play.counted else play.note or "?"
    head = "  ".join(part for part in (play.side, points, mark) if part)
    line = pygame.Rect(area.left, area.top, area.width, min(36, max(20, area.height // 3)))
    if may_challenge:
        line.width -= _draw_challengeable(canvas, line)
    used = canvas.write(head, line, colour, 30, face=Face.TITLE)
    rest = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
    lines = play.lines
    if rest.height < len(lines) * LINE:
        lines = (" · ".join(lines),)
    for number, text in enumerate(lines):
        share = rest.height // (len(lines) - number)
        part = pygame.Rect(rest.left, rest.top, rest.width, share)
        used = canvas.write(text, part, canvas.theme.text, 23)
        rest = pygame.Rect(rest.left, rest.top + used, rest.width, rest.height - used)


def _draw_challengeable(canvas: Canvas, line: pygame.Rect) -> int:
    """A badge at the right of a play that can still be challenged; its width."""
    badge = pygame.Rect(line.right - 44, line.top + 2, 44, min(28, line.height - 4))
    pygame.draw.rect(canvas.surface, canvas.theme.accent, badge, 2, border_radius=6)
    canvas.write(
        "!?", badge, canvas.theme.accent, 20, face=Face.TITLE, align=Align.MIDDLE, middle=True
    )
    return badge.width + canvas.px(GAP)
