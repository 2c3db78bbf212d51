"""The table explained on the screen: a card of the tour with its picture, or a page of help.

A picture is a table drawn small with the parts of its own screens. Below stands what can be
touched: the way back, out and on. Draws what views hold. Tests: tests/device/test_tour.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.clock_and_dice.views import TapView
from device.screen.board import Arriving, BoardShown, draw_board
from device.screen.challenge import challenge_parts
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    ScreenPlaces,
    TextLine,
    columns,
    draw_line,
    rows,
)
from device.screen.question import QuestionBox, clocks_above, draw_question
from device.screen.sides import side_parts
from device.screen.tap_bar import HIGH, LEAST_HIGH, bar_parts, draw_tap
from device.screen.turn import LastPlay, draw_play
from device.session.lobby.tour import Picture
from device.views.dialogs import QuestionView
from device.views.table import TableView
from device.views.tour import CardView, HelpView, StepsView
from hardware.panel.port import Button

TITLE, TEXT, STEP = Letters.CALL, Letters.NAME, Letters.REMARK
"""The letters of the title, of the text and of the step, for 800 x 480."""

DOT = 14
"""The width of a step's dot, for 800 x 480."""

TIP, HIGHEST_TIP = Letters.HEAD, 110
"""The largest letters of the help, and the greatest height of a line, for 800 x 480."""

ABOUT_SHARE = 0.3
"""The share of the width that is at most for what a line of help is about."""

ROOM_FOR_TWO = 4
"""How much higher the answers below lines to read are than a bar, for 800 x 480: on upright screens
they have two lines, which would touch the frame."""


@dataclass(frozen=True, eq=False)
class Pictured:
    """The parts of a picture of a table, and the bar for fingers below it; equal if they look the
    same."""

    parts: tuple[AnyPart, ...]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Pictured)
            and len(self.parts) == len(other.parts)
            and all(one.same_as(its) for one, its in zip(self.parts, other.parts, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class TipShown:
    """A line of help, the size of its letters, and the width of what it is about."""

    about: str
    text: str
    size: int
    width: int


def card_parts(
    card: CardView,
    example: TableView,
    layout: ScreenPlaces,
    canvas: Canvas,
    foot: AnyPart | None,
    arriving: Arriving = (),
) -> tuple[AnyPart, ...]:
    """The parts of a card: text and picture side by side, or below each other; the ways on at the
    foot, or above it where something is said there."""
    room, bar = _room(layout, foot)
    gap = 2 * layout.gap
    column, picture = room.copy(), room.copy()
    if layout.upright:
        picture.height = min(room.width, room.height * 11 // 20)
        picture.bottom = room.bottom
        column.height = picture.top - gap - column.top
    else:
        picture.width = min(room.height, room.width // 2)
        picture.right = room.right
        column.width = picture.left - gap - column.left
    inner = picture.inflate(-2 * canvas.px(GAP), -2 * canvas.px(GAP))
    pictured = Pictured(tuple(_parts_of(card, example, arriving, inner, canvas)))
    return (
        *_head(card.title, card.steps, column, canvas),
        Part(_below_head(column, canvas), draw_sentence, card.text),
        Part(picture, draw_pictured, pictured),
        *_ways(card.steps, bar, canvas),
        *(() if foot is None else (foot,)),
    )


def help_parts(
    page: HelpView, layout: ScreenPlaces, canvas: Canvas, foot: AnyPart | None
) -> tuple[AnyPart, ...]:
    """The parts of a page of help: a line for each tip."""
    room, bar = _room(layout, foot)
    return (
        *_head(page.title, page.steps, room, canvas),
        *_tips(page.tips, _below_head(room, canvas), layout.gap, canvas),
        *_ways(page.steps, bar, canvas),
        *(() if foot is None else (foot,)),
    )


def tips_parts(
    shown: TableView, question: QuestionView, layout: ScreenPlaces, canvas: Canvas, foot: AnyPart
) -> tuple[AnyPart, ...]:
    """The parts of a question with lines to read: its text, the lines, and below them its answers
    side by side."""
    room, bar = _room(layout, foot)
    more = canvas.px(ROOM_FOR_TWO)
    room.height -= more
    bar.top, bar.height = bar.top - more, bar.height + more
    clocks, body = clocks_above(shown, room, canvas)
    high = canvas.line_height(TITLE, Face.TITLE)
    title = pygame.Rect(body.left, body.top, body.width, high)
    line = TextLine(question.text, TITLE, Ink.ACCENT, Face.TITLE)
    used = high + canvas.px(GAP)
    rest = pygame.Rect(body.left, body.top + used, body.width, body.height - used)
    taps = tuple(
        TapView(option, number, lit=number == question.selected)
        for number, option in enumerate(question.options)
    )
    return (
        *clocks,
        Part(title, draw_line, line),
        *_tips(question.tips, rest, layout.gap, canvas),
        *bar_parts(bar, taps, layout.gap),
    )


def _tips(
    tips: tuple[tuple[str, str], ...], body: pygame.Rect, gap: int, canvas: Canvas
) -> list[AnyPart]:
    """A line for each tip, from the top."""
    count = len(tips)
    high = min((body.height - (count - 1) * gap) // count, canvas.px(HIGHEST_TIP))
    places = [
        pygame.Rect(body.left, body.top + number * (high + gap), body.width, high)
        for number in range(count)
    ]
    shown = _in_one_size(tips, places[0], canvas)
    return [Part(place, draw_tip, tip) for place, tip in zip(places, shown, strict=True)]


def _in_one_size(
    tips: tuple[tuple[str, str], ...], line: pygame.Rect, canvas: Canvas
) -> list[TipShown]:
    """The lines of help in letters as large as fit in every line."""
    inner = _inside(line, canvas)

    def about_width(size: int) -> int:
        widest = max(canvas.width_of(about, size, Face.TITLE) for about, _ in tips) + 2
        return min(widest, int(inner.width * ABOUT_SHARE))

    def fits(size: int) -> bool:
        width = about_width(size)
        rest = inner.width - width - canvas.px(GAP)
        return all(
            canvas.height_of(about, width, size, Face.TITLE) <= inner.height
            and canvas.height_of(text, rest, size) <= inner.height
            for about, text in tips
        )

    size = canvas.size_for(TIP, fits)
    width = about_width(size)
    return [TipShown(about, text, size, width) for about, text in tips]


def _inside(line: pygame.Rect, canvas: Canvas) -> pygame.Rect:
    return line.inflate(-2 * canvas.px(GAP), -canvas.px(4))


def _room(layout: ScreenPlaces, foot: AnyPart | None) -> tuple[pygame.Rect, pygame.Rect]:
    """The room for the card, and the place of the bar below it."""
    if foot is None:
        return layout.whole, layout.foot
    room = layout.whole.copy()
    high = max(LEAST_HIGH, layout.foot.height)
    room.height -= high + layout.gap
    return room, pygame.Rect(room.left, room.bottom + layout.gap, room.width, high)


def _head(
    title: str, steps: StepsView, area: pygame.Rect, canvas: Canvas
) -> tuple[AnyPart, AnyPart]:
    """The steps, and below them the title."""
    line = canvas.line_height(STEP, Face.TITLE)
    top = pygame.Rect(area.left, area.top, area.width, line)
    below = pygame.Rect(area.left, top.bottom, area.width, canvas.line_height(TITLE, Face.TITLE))
    shown = TextLine(title, TITLE, Ink.ACCENT, Face.TITLE)
    return Part(top, draw_steps, steps), Part(below, draw_line, shown)


def _below_head(area: pygame.Rect, canvas: Canvas) -> pygame.Rect:
    used = canvas.line_height(STEP, Face.TITLE) + canvas.line_height(TITLE, Face.TITLE)
    used += canvas.px(GAP)
    return pygame.Rect(area.left, area.top + used, area.width, area.height - used)


def _ways(steps: StepsView, bar: pygame.Rect, canvas: Canvas) -> list[AnyPart]:
    """A box for each way back, out and on."""
    places = columns(bar, len(steps.taps), canvas.px(GAP))
    return [Part(place, draw_tap, tap) for place, tap in zip(places, steps.taps, strict=True)]


def draw_steps(canvas: Canvas, area: pygame.Rect, steps: StepsView) -> None:
    """A dot for each step, filled as far as one has come, and the same in words."""
    dot, (left, middle) = canvas.px(DOT), area.midleft
    for number in range(steps.of):
        colour = canvas.theme.accent if number < steps.number else canvas.theme.line
        centre = (left + dot // 2 + number * dot * 3 // 2, middle)
        pygame.draw.circle(canvas.surface, colour, centre, dot // 2)
    used = (steps.of + 1) * dot * 3 // 2
    words = pygame.Rect(left + used, area.top, area.width - used, area.height)
    canvas.write(steps.text, words, canvas.theme.quiet, STEP, face=Face.TITLE, middle=True)


def draw_sentence(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    """The text, as large as fits; a touch goes on."""
    canvas.offer(area, Button.OK)
    canvas.write(text, area, canvas.theme.text, TEXT, face=Face.TITLE)


def draw_tip(canvas: Canvas, area: pygame.Rect, tip: TipShown) -> None:
    """What it is about at the left, and what to know at the right."""
    canvas.offer(area, Button.OK)
    canvas.box(area, canvas.theme.panel)
    inner, gap = _inside(area, canvas), canvas.px(GAP)
    about = pygame.Rect(inner.left, inner.top, tip.width, inner.height)
    text = pygame.Rect(about.right + gap, inner.top, inner.width - tip.width - gap, inner.height)
    canvas.write(tip.about, about, canvas.theme.accent, tip.size, face=Face.TITLE, middle=True)
    canvas.write(tip.text, text, canvas.theme.text, tip.size, middle=True)


# --- pictures ---


def draw_pictured(canvas: Canvas, area: pygame.Rect, shown: Pictured) -> None:
    """The table in a frame; nothing on it can be touched by itself: a touch goes on."""
    canvas.offer(area, Button.OK)
    canvas.box(area, canvas.theme.line, edge=2, corner=10)
    drawn = Canvas(canvas.surface, canvas.theme)
    clip = canvas.surface.get_clip()
    for part in shown.parts:
        canvas.surface.set_clip(part.area.clip(clip))
        part.draw(drawn, part.area, part.shows)
    canvas.surface.set_clip(clip)


def _parts_of(
    card: CardView, table: TableView, arriving: Arriving, area: pygame.Rect, canvas: Canvas
) -> list[AnyPart]:
    """The parts of the picture."""
    gap, board = canvas.px(GAP), BoardShown(table.board, arriving)
    question, judged = table.dialog.question, table.dialog.challenge
    parts: list[AnyPart] = []
    if card.taps:
        high = max(LEAST_HIGH, canvas.px(HIGH))
        *_, bar = rows(area, [area.height - high - gap], gap)
        area = pygame.Rect(area.left, area.top, area.width, bar.top - gap - area.top)
        places = columns(bar, len(card.taps), gap // 2)
        parts += [Part(p, draw_tap, tap) for p, tap in zip(places, card.taps, strict=True)]
    if question is not None and question.on_board:
        above, below = rows(area, [area.height // 4], gap)
        line = TextLine(question.text, TITLE, Ink.ACCENT, Face.TITLE, Align.MIDDLE)
        return [Part(above, draw_line, line), Part(below, draw_board, board)]
    if question is not None and table.board.asked:
        above, below = rows(area, [area.height * 11 // 20], gap)
        box = Part(above, draw_question, QuestionBox.of(question))
        return [box, Part(below, draw_board, board)]
    if question is not None:
        return [*parts, Part(area, draw_question, QuestionBox.of(question))]
    if judged is not None:
        return [*parts, *challenge_parts(area, judged, table.text.state, canvas)]
    if card.picture is Picture.TURN and table.play is not None:
        above, below = rows(area, [area.height * 2 // 5], gap)
        play = LastPlay(table.play, may_challenge=False)
        return [Part(above, draw_play, play), Part(below, draw_board, board)]
    sides, below = side_parts(area, table.sides, canvas)
    return [*sides, Part(below, draw_board, board)]
