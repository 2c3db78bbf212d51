"""What goes on at the table, on the screen: whose turn it is, its last play, the question asked.

Draws into the area below the sides. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import QuestionView
from device.play_views import PlayView
from device.screen.colours import GAP, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import SMALLEST, font, wrapped, write, write_in_middle
from device.screen.rows import draw_rows
from device.side_views import CountdownView
from device.views import TableView

LINE = 15
"""Pixels: where there is no room for lines as high as this they run on."""

COUNTDOWN = 92
"""Pixels for the seconds of a turn, at the right of the first line."""


def draw_turn(surface: pygame.Surface, area: pygame.Rect, shown: TableView) -> None:
    """A line on what is going on, the last play, and what is left."""
    head = pygame.Rect(area.left, area.top, area.width, 36)
    line = beside_countdown(surface, head, shown.countdown)
    if shown.pointed is not None:
        _draw_pointing(surface, area, shown)
        return
    write(surface, shown.state, line, TURN if shown.over else TEXT, 30, bold=True)
    bottom = draw_notes(surface, area, shown)
    if shown.play is not None:
        middle = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - 4)
        draw_play(surface, middle, shown.play, shown.may_challenge)


def draw_notes(surface: pygame.Surface, area: pygame.Rect, shown: TableView) -> int:
    """The lines that stand at the bottom of the area; where they begin."""
    bottom = area.bottom
    high = max(14, min(25, area.height // 9))
    lines = [
        (shown.hint, TEXT, False),
        (shown.bag, QUIET, False),
        (shown.unseen, QUIET, False),
        *((note, QUIET, False) for note in shown.notes),
        (shown.open, TURN, True),
    ]
    for text, colour, bold in lines:
        if text:
            wraps = len(wrapped(text, font(SMALLEST), area.width)) > 1
            row = pygame.Rect(area.left, bottom, area.width, high * (1 + wraps))
            row.bottom = bottom
            write(surface, text, row, colour, 20, bold=bold)
            bottom = row.top
    return bottom


def draw_question(
    surface: pygame.Surface,
    area: pygame.Rect,
    question: QuestionView,
    countdown: CountdownView | None = None,
) -> None:
    """A question, and its options as rows."""
    text = pygame.Rect(area.left, area.top, area.width, area.height * 2 // 5)
    text = beside_countdown(surface, text, countdown)
    used = write(surface, question.text, text, TEXT, 26, bold=True)
    top = area.top + used + GAP // 2
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    draw_rows(surface, rows, [(option, "") for option in question.options], question.selected)


def beside_countdown(
    surface: pygame.Surface, area: pygame.Rect, countdown: CountdownView | None
) -> pygame.Rect:
    """The area beside the seconds of this turn, which are drawn at its right if it has some."""
    if countdown is None:
        return area
    place = pygame.Rect(area.right - COUNTDOWN, area.top, COUNTDOWN, 36)
    colour = TROUBLE if countdown.low else TEXT
    if countdown.low:
        pygame.draw.rect(surface, TROUBLE, place, 3, border_radius=6)
    write(surface, countdown.left, place.inflate(-12, 0), colour, 30, bold=True, centred=True)
    return pygame.Rect(area.left, area.top, area.width - COUNTDOWN - GAP, area.height)


def _draw_pointing(surface: pygame.Surface, area: pygame.Rect, shown: TableView) -> None:
    text = pygame.Rect(area.left, area.top, area.width, area.height // 2)
    text = beside_countdown(surface, text, shown.countdown)
    used = write(surface, shown.state, text, TEXT, 26, bold=True)
    rest = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
    name = "" if shown.pointed is None else shown.pointed.name
    write(surface, name, rest.inflate(0, -16), TURN, 64, bold=True, centred=True)


def draw_play(
    surface: pygame.Surface, area: pygame.Rect, play: PlayView, may_challenge: bool
) -> None:
    """Who laid it, its points and how they come about; what is only seen has a question mark."""
    colour = TEXT if play.counted else TURN
    points = "" if play.points is None else f"{play.points:+}"
    mark = "" if play.counted else play.note or "?"
    head = "  ".join(part for part in (play.side, points, mark) if part)
    line = pygame.Rect(area.left, area.top, area.width, min(36, max(20, area.height // 3)))
    if may_challenge:
        line.width -= _draw_challengeable(surface, line)
    used = write(surface, head, line, colour, 30, bold=True)
    rest = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
    lines = play.lines
    if rest.height < len(lines) * LINE:
        lines = (" · ".join(lines),)
    for number, text in enumerate(lines):
        share = rest.height // (len(lines) - number)
        part = pygame.Rect(rest.left, rest.top, rest.width, share)
        used = write(surface, text, part, TEXT, 23)
        rest = pygame.Rect(rest.left, rest.top + used, rest.width, rest.height - used)


def _draw_challengeable(surface: pygame.Surface, line: pygame.Rect) -> int:
    """A badge at the right of a play that can still be challenged; its width."""
    badge = pygame.Rect(line.right - 44, line.top + 2, 44, min(28, line.height - 4))
    pygame.draw.rect(surface, TURN, badge, 2, border_radius=6)
    write_in_middle(surface, "!?", badge, TURN, 20, bold=True)
    return badge.width + GAP
