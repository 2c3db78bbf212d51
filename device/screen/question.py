"""A question on the screen: what is asked, its answers, and what the camera sees of it.

Its text and answers take the room below the sides, on small screens the whole column; the crop of
its squares stands where the board is. Tests: tests/device/test_question_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.phase_views import QuestionView
from device.screen.board import BoardShown, draw_board
from device.screen.canvas import Canvas
from device.screen.countdown import HIGH, beside_countdown
from device.screen.layout import GAP, Layout
from device.screen.letter_choice import are_letters, draw_letters
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.rows import draw_rows
from device.screen.seen import SeenShown, draw_seen
from device.screen.sides import side_parts
from device.screen.slim_sides import slim_parts
from device.side_views import CountdownView
from device.views import TableView

SMALL = 400
"""Pixels: screens with a shorter side below this have no room for the sides beside a question."""

TEXT = 44
"""The largest letters of a question, for 800 x 480 ..."""

ANSWER, HIGHEST, WIDEST = 34, 64, 560
"""... and of its answers, and how high and wide those are at most."""


FEW = 3
"""Answers that have room below sides of their usual height."""


@dataclass(frozen=True)
class Asked:
    """A question without its picture, and the seconds that are left of the turn."""

    text: str
    options: tuple[str, ...]
    selected: int
    countdown: CountdownView | None = None


def question_parts(
    shown: TableView, question: QuestionView, layout: Layout, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a screen on which something is asked, but for the foot."""
    roomy = len(question.options) <= FEW and not _clocks(shown)
    column, place = places(layout, roomy=roomy)
    board = BoardShown.of(shown)
    seen: AnyPart = Part(place, draw_board, board)
    if question.crop is not None:
        seen = Part(place, draw_seen, SeenShown(question.crop, board))
    slim = layout.upright or len(question.options) > FEW
    sides, below = sides_above(shown, column, canvas, slim=slim)
    asked = Asked(question.text, question.options, question.selected, shown.countdown)
    return seen, *sides, Part(below, draw_asked, asked)


def places(layout: Layout, *, roomy: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Where a question stands, and where what it is about: upright screens, on which the board
    leaves little room above it, have a smaller one unless that is `roomy` enough."""
    column, board = layout.column.copy(), layout.board.copy()
    if layout.upright:
        side = board.height * (11 if roomy else 9) // 10
        column.height += board.height - side
        board = pygame.Rect(column.left, board.bottom - side, column.width, side)
    return column, board


def sides_above(
    shown: TableView, column: pygame.Rect, canvas: Canvas, *, slim: bool
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The sides, where there is room for them, and what is left below them; `slim`: they leave as
    much as they can, unless their clocks are to be seen."""
    if min(canvas.surface.get_size()) < SMALL:
        return (), column
    if slim and not _clocks(shown):
        return slim_parts(column, shown.sides, canvas)
    return side_parts(column, shown.sides, canvas)


def _clocks(shown: TableView) -> bool:
    """Whether the sides have clocks, which go on beside a question."""
    return any(side.clock for side in shown.sides)


def draw_asked(canvas: Canvas, area: pygame.Rect, asked: Asked) -> None:
    """A question, and its answers as rows, or as letters where they are many."""
    used = draw_text(canvas, area, asked.text, asked.countdown)
    top = area.top + used + canvas.px(GAP)
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    if are_letters(asked.options):
        draw_letters(canvas, rows, asked.options, asked.selected)
    else:
        rows.width = min(rows.width, canvas.px(WIDEST))
        options = [(option, "") for option in asked.options]
        draw_rows(canvas, rows, options, asked.selected, highest=HIGHEST, largest=ANSWER)


def draw_text(canvas: Canvas, area: pygame.Rect, text: str, countdown: CountdownView | None) -> int:
    """What is wanted, at the top of the area, beside the seconds; the height used."""
    place = pygame.Rect(area.left, area.top, area.width, area.height * 9 // 20)
    beside = beside_countdown(canvas, place, countdown)
    used = canvas.write(text, beside, canvas.theme.text, TEXT, face=Face.TITLE)
    return used if countdown is None else max(used, min(place.height, canvas.px(HIGH)))


def draw_question(
    canvas: Canvas, area: pygame.Rect, shown: tuple[QuestionView, CountdownView | None]
) -> None:
    """A question in the midst of another screen, without what the camera sees."""
    question, countdown = shown
    draw_asked(canvas, area, Asked(question.text, question.options, question.selected, countdown))
