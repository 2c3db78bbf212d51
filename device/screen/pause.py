"""Screens of a table that stands still: a pause, the device going off, a camera that is gone.

A pause and the question whether to switch off take the whole screen above the foot; the message
about a lost camera replaces the board. Draws what a view holds.
Tests: tests/device/test_phase_screens.py, tests/device/test_power_button.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.board import draw_board
from device.screen.button_hints import draw_hint
from device.screen.dice_and_clock import die_parts
from device.screen.drawing import (
    GAP,
    PAD,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    ScreenPlaces,
    TextLine,
    camera_off,
    draw_arrow,
    draw_line,
    draw_pause,
    points_text,
)
from device.screen.result import SMALLEST_BOARD
from device.screen.tap_bar import bar_parts, draw_next, next_height
from device.views.standing import CameraLostView, PausedView, PowerView
from device.views.table import TableView
from device.views.turn import SideView
from hardware.panel.port import SIDE_BUTTONS, Button

# --- a pause ---

ROW, LINE, TIME, DICE = 104, 44, 92, 56
"""Heights of a side, of a line of text, of a clock and of a row of dice, for 800 x 480."""

NAME, POINTS, CLOCK = Letters.CALL, Letters.LARGE, Letters.HEAD
"""The largest letters of a side's name, of its points and of its clock."""

FEW = 2
"""Up to this many dice lie next to the clock; more in a row above it."""


@dataclass(frozen=True)
class StandingClock:
    """The clock of the turn, which stands."""

    said: str
    time: str
    zone: str


def pause_parts(
    shown: TableView, paused: PausedView, layout: ScreenPlaces, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of the screen of a pause, without the foot."""
    whole, gap = layout.whole, layout.gap
    if layout.upright:
        head = pygame.Rect(whole.left, whole.top, whole.width, whole.height // 3)
        body = pygame.Rect(
            whole.left, head.bottom + gap, whole.width, whole.bottom - head.bottom - gap
        )
    else:
        head = pygame.Rect(whole.left, whole.top, whole.width * 2 // 5, whole.height)
        left = head.right + 2 * gap
        body = pygame.Rect(left, whole.top, whole.right - left, whole.height)
    line, row = canvas.px(LINE), canvas.px(ROW)
    low = line if shown.next_tap is None else next_height(canvas)
    with_clock = bool(paused.time or shown.dice)
    time = _height(shown, paused, canvas)
    rest = body.height - line - low - time - gap * (3 if with_clock else 2)
    row = min(row, rest // max(1, len(shown.sides)))
    rows = pygame.Rect(body.left, 0, body.width, row * len(shown.sides))
    free = rest - rows.height
    whose = pygame.Rect(body.left, body.top + free // 3, body.width, line)
    rows.top = whose.bottom + gap
    clock_at = pygame.Rect(body.left, rows.bottom + gap, body.width, time)
    how = pygame.Rect(body.left, 0, body.width, low)
    how.top = (clock_at.bottom if with_clock else rows.bottom) + gap
    parts: tuple[AnyPart, ...] = (
        Part(head, draw_paused, paused.title),
        Part(whose, draw_line, TextLine(paused.whose, Letters.CALL, Ink.ACCENT, Face.TITLE)),
        Part(rows, draw_standing, shown.sides),
        Part(how, draw_hint, TextLine(paused.how, Letters.LINE, Ink.QUIET))
        if shown.next_tap is None
        else Part(how, draw_next, shown.next_tap),
    )
    return (*parts, *_clock_parts(clock_at, shown, paused, canvas)) if with_clock else parts


def _clock_parts(
    area: pygame.Rect, shown: TableView, paused: PausedView, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The time left of the turn, next to the dice rolled for it, or below them."""
    gap = canvas.px(GAP)
    if shown.dice is None:
        return (Part(area, draw_clock, StandingClock(paused.clock, paused.time, paused.zone)),)
    time, lie = area.copy(), area.copy()
    if not paused.time:
        return die_parts(lie, shown.dice.dice, canvas)
    if len(shown.dice.dice) > FEW:
        lie.height = canvas.px(DICE)
        time.top, time.height = lie.bottom + gap, area.bottom - lie.bottom - gap
    else:
        lie.width = area.width // 4 * len(shown.dice.dice)
        time.left, time.width = lie.right + gap, area.right - lie.right - gap
    clock = StandingClock(paused.clock, paused.time, paused.zone)
    return *die_parts(lie, shown.dice.dice, canvas), Part(time, draw_clock, clock)


def _height(shown: TableView, paused: PausedView, canvas: Canvas) -> int:
    """Pixels for dice and clock."""
    many = shown.dice is not None and len(shown.dice.dice) > FEW
    dice = canvas.px(DICE) if many else 0
    if not paused.time:
        return dice or (canvas.px(TIME) if shown.dice is not None else 0)
    return canvas.px(TIME) + (dice + canvas.px(GAP) if many else 0)


def draw_paused(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """The sign of a pause over its name, in the middle; a touch ends it."""
    canvas.offer(area, Button.PAUSE)
    canvas.box(area, canvas.theme.panel, corner=8)
    line = min(canvas.px(80), area.height // 3)
    size = min(area.width * 3 // 5, area.height - line - canvas.px(70), canvas.px(150))
    top = area.top + (area.height - size - line) // 2
    sign = pygame.Rect(area.centerx - size // 2, top, size, size)
    draw_pause(canvas, sign, canvas.theme.accent)
    name = pygame.Rect(area.left, sign.bottom, area.width, line).inflate(-canvas.px(24), 0)
    canvas.write(
        title,
        name,
        canvas.theme.text,
        Letters.NAME,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def draw_standing(canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...]) -> None:
    """One row per side: an arrow for the one to move, its name, its clock, its points."""
    high, gap = area.height // max(1, len(sides)), canvas.px(6)
    totals = [points_text(side.total) for side in sides]
    wide = max((canvas.width_of(total, POINTS, Face.TITLE) for total in totals), default=0) + 1
    clock_wide = max((canvas.width_of(side.clock, CLOCK, Face.TITLE) for side in sides), default=0)
    for number, (side, total) in enumerate(zip(sides, totals, strict=True)):
        box = pygame.Rect(area.left, area.top + number * high, area.width, high - gap)
        canvas.offer(box, SIDE_BUTTONS[number])
        canvas.box(box, canvas.theme.panel, corner=8)
        if side.turn:
            canvas.box(box, canvas.theme.accent, edge=3, corner=8)
        inner = box.inflate(-2 * canvas.px(PAD), 0)
        sign = pygame.Rect(inner.left, inner.top, canvas.px(26), inner.height)
        colour = canvas.theme.accent if side.turn else canvas.theme.text
        if side.turn:
            draw_arrow(canvas, sign, colour)
        points = pygame.Rect(inner.right - wide, inner.top, wide, inner.height)
        canvas.write(total, points, colour, POINTS, face=Face.TITLE, align=Align.RIGHT, middle=True)
        right = points.left - 2 * gap
        if side.clock:
            clock = pygame.Rect(right - clock_wide - 1, inner.top, clock_wide + 1, inner.height)
            late = canvas.theme.trouble if side.overtime else canvas.theme.quiet
            canvas.write(
                side.clock, clock, late, CLOCK, face=Face.TITLE, align=Align.RIGHT, middle=True
            )
            right = clock.left - 2 * gap
        left = sign.right + gap
        name = pygame.Rect(left, inner.top, right - left, inner.height)
        canvas.write(side.name, name, colour, NAME, face=Face.TITLE, middle=True)


def draw_clock(canvas: Canvas, area: pygame.Rect, shown: StandingClock) -> None:
    """The clock's reading, below its name."""
    canvas.box(area, canvas.theme.panel, corner=8)
    inner = area.inflate(-2 * canvas.px(PAD), -2 * canvas.px(6))
    said = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 2 // 5)
    text = f"{shown.said}  {shown.zone}" if shown.zone else shown.said
    canvas.write(text, said, canvas.theme.quiet, Letters.REMARK, middle=True)
    time = pygame.Rect(
        inner.left, said.bottom, inner.width, inner.bottom - said.bottom - canvas.px(3)
    )
    canvas.write_large(shown.time, time, canvas.theme.text, align=Align.LEFT)


# --- switching off ---

POWER_TITLE, POWER_TEXT = Letters.NAME, Letters.HEAD
"""The largest letters, for 800 x 480."""


def power_parts(power: PowerView, layout: ScreenPlaces, canvas: Canvas) -> tuple[AnyPart, ...]:
    """Nothing else is on the screen: what is asked, and for fingers a place for each answer."""
    whole = layout.whole
    if not power.taps:
        return (Part(whole, draw_power, power),)
    high = next_height(canvas)
    taps = pygame.Rect(whole.left, whole.bottom - high, whole.width, high)
    asked = pygame.Rect(whole.left, whole.top, whole.width, whole.height - high - layout.gap)
    return (Part(asked, draw_power, power), *bar_parts(taps, power.taps, layout.gap))


def draw_power(canvas: Canvas, area: pygame.Rect, power: PowerView) -> None:
    """The title in the upper part, below it what becomes of the game, and what to do."""
    third = area.height // 3
    if not power.sure:
        canvas.offer(area, Button.BACK)  # a touch on anything but OK is any other button
    rows = [(power.title, POWER_TITLE, Face.TITLE, canvas.theme.text)]
    if power.game:
        rows.append((power.game, POWER_TEXT, Face.TEXT, canvas.theme.quiet))
    boxes = [
        pygame.Rect(area.left, area.top + place * third, area.width, third)
        for place in range(len(rows) + 1)
    ]
    for (text, size, face, colour), box in zip(rows, boxes, strict=False):
        canvas.write(text, box, colour, size, face=face, align=Align.MIDDLE, middle=True)
    if power.taps:
        return
    how = TextLine(power.how, POWER_TEXT, Ink.ACCENT, Face.STRONG, Align.MIDDLE)
    draw_hint(canvas, boxes[-1], how)


# --- a lost camera ---

LOST_HIGH, LOST_TITLE = 214, Letters.CALL
"""The height of the message above a board, and its largest letters, for 800 x 480."""


def in_place_of_board(
    parts: tuple[AnyPart, ...], lost: CameraLostView | None, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """These parts, with the board replaced by the message about a lost camera, if it is lost."""
    if lost is None:
        return parts
    return tuple(
        new
        for part in parts
        for new in (_lost(part, lost, canvas) if part.draw is draw_board else (part,))
    )


def _lost(board: AnyPart, lost: CameraLostView, canvas: Canvas) -> tuple[AnyPart, ...]:
    area = board.area
    panel = pygame.Rect(area.left, area.top, area.width, canvas.px(LOST_HIGH))
    gap = canvas.px(GAP)
    side = min(area.width, area.bottom - panel.bottom - gap)
    if side < SMALLEST_BOARD:
        return (Part(area, draw_lost, lost),)
    place = pygame.Rect(area.centerx - side // 2, area.bottom - side, side, side)
    return Part(panel, draw_lost, lost), Part(place, draw_board, board.shows)


def draw_lost(canvas: Canvas, area: pygame.Rect, shown: CameraLostView) -> None:
    """A crossed-out camera next to what is wrong, over what to do."""
    theme = canvas.theme
    canvas.box(area, theme.panel, corner=8)
    canvas.box(area, theme.trouble, edge=3, corner=8)
    inner = area.inflate(-2 * canvas.px(16), -2 * canvas.px(12))
    texts = ((shown.what_to_do, theme.text, Face.STRONG), (shown.meanwhile, theme.quiet, Face.TEXT))
    tall = area.height * 4 > area.width * 3
    align = Align.MIDDLE if tall else Align.LEFT
    if tall:
        sign = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 7 // 20)
        high = canvas.height_of(shown.title, inner.width, LOST_TITLE, Face.TITLE)
        title = pygame.Rect(inner.left, sign.bottom + canvas.px(8), inner.width, high)
    else:
        sign = pygame.Rect(inner.left, inner.top, 0, inner.height * 9 // 25)
        sign.width = sign.height * 4 // 3
        title = pygame.Rect(sign.right + canvas.px(14), sign.top, 0, sign.height)
        title.width = inner.right - title.left
    camera_off(canvas, sign, theme.trouble, theme.panel)
    canvas.write(
        shown.title, title, theme.trouble, LOST_TITLE, face=Face.TITLE, align=align, middle=True
    )
    top = max(sign.bottom, title.bottom) + canvas.px(6)
    gap = canvas.px(8)
    size = canvas.size_for(
        Letters.LINE,
        lambda size: (
            top
            + gap
            + sum(canvas.height_of(text, inner.width, size, face) for text, _, face in texts)
            <= inner.bottom
        ),
    )
    for text, colour, face in texts:
        place = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        top += canvas.write(text, place, colour, size, face=face, align=align) + gap
