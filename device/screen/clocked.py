"""A turn with dice and clock on the screen: the time as large as fits, the zones, dice, the word.

While the clock matters everything else is small: people look at the time, across the room. The view
decides which parts there are; they share the room below the sides here. Tests:
tests/device/test_party_screen.py.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.clock_and_dice.views import ClockView, DiceView
from device.screen.button_hints import draw_hint, draw_hints
from device.screen.dice_and_clock import TimeLeft, die_parts, draw_time, zone_parts
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    TextLine,
    draw_line,
    gain_text,
    height_of,
)
from device.screen.turn import LastPlay, draw_play
from device.views.table import TableView
from device.views.turn import PlayView

FEW = 2
"""Up to this many dice stand next to their caption; more lie in a row below it."""

DIE, DICE = 92, 50
"""Heights of one die next to its words, and of a row of dice."""

ZONES, TIMER = 84, 40
"""Heights of a row of zones, and of the bar of a sand timer."""

SMALL = 54
"""Height of the clock once it has been stopped and the word counts."""

SMALLER = 0.7
"""The least share of the letters' size at which a line is kept from becoming two."""

WIDE = 1.4
"""An area this many times as wide as high has the die next to the time, not above it."""


def needs_room(shown: TableView) -> bool:
    """Whether people look at dice or a clock, because no word counts yet."""
    counted = shown.play is not None and shown.play.counted
    return shown.clock is None or not counted


def clocked_parts(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The state, the time, the zones, the dice, the tiles on the board, and what comes next."""
    gap = canvas.px(GAP)
    below = _lines(area, shown, canvas)
    bottom = below.area.top - gap if below.shows else area.bottom
    # The die keeps its place whatever text is below the clock.
    side_by_side = area.width > WIDE * area.height
    body = pygame.Rect(area.left, area.top, area.width, bottom - area.top)
    if shown.clock is None:
        return *_rolling(body, shown, canvas), below
    if needs_room(shown):
        return *_against_clock(body, shown, shown.clock, canvas, side_by_side=side_by_side), below
    return *_counted(body, shown, shown.clock, canvas), below


# --- what comes next ---


def _lines(area: pygame.Rect, shown: TableView, canvas: Canvas) -> Part[tuple[TextLine, ...]]:
    """Lost turns and promises, the next button if the foot doesn't show it, and anything else there
    is room for."""
    needed = [
        *(TextLine(note, Letters.REMARK, Ink.QUIET) for note in shown.text.notes),
        *(
            [TextLine(shown.text.open, Letters.REMARK, Ink.ACCENT, Face.STRONG)]
            if shown.text.open
            else []
        ),
        *(
            [TextLine(shown.text.hint, Letters.REMARK)]
            if shown.text.hint and shown.text.message
            else []
        ),
    ]
    room = area.height // 5 - _high(needed, area.width, canvas)
    more = []
    for text in filter(None, (shown.text.unseen, shown.text.bag)):
        line = TextLine(text, Letters.REMARK, Ink.QUIET)
        room -= height_of(canvas, line, area.width)
        if room >= 0:
            more.append(line)
    lines = (*more, *needed)
    high = min(area.height * 2 // 5, _high(lines, area.width, canvas))
    place = pygame.Rect(area.left, area.bottom - high, area.width, high)
    return Part(place, draw_hints, lines)


def _high(lines: list[TextLine] | tuple[TextLine, ...], width: int, canvas: Canvas) -> int:
    return sum(height_of(canvas, line, width) for line in lines)


def _state(shown: TableView, largest: float = Letters.HEAD) -> TextLine:
    over = shown.clock is not None and shown.clock.over
    return TextLine(shown.text.state, largest, Ink.TROUBLE if over else Ink.TEXT, Face.TITLE)


# --- without a clock ---


def _rolling(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """Dice tumbling or lying, as large as fits."""
    head, rest = _cut(area, _state(shown), canvas)
    dice = shown.dice
    if dice is None:
        return (head,)
    gap = canvas.px(GAP)
    title = TextLine(dice.title, Letters.REMARK, Ink.ACCENT, Face.TITLE, Align.MIDDLE)
    hint = TextLine(dice.hint, Letters.REMARK, Ink.QUIET, align=Align.MIDDLE)
    above, room = _cut(rest, title, canvas)
    if not dice.hint:
        return head, above, *die_parts(room, dice.dice, canvas)
    high = height_of(canvas, hint, room.width)
    foot = pygame.Rect(room.left, room.bottom - high, room.width, high)
    room.height -= high + gap
    return head, above, *die_parts(room, dice.dice, canvas), Part(foot, draw_hint, hint)


def _cut(area: pygame.Rect, line: TextLine, canvas: Canvas) -> tuple[AnyPart, pygame.Rect]:
    """A line at the top of the area, no more than a third of it, and what is left below."""
    line = _in_one_line(canvas, line, area.width)
    high = min(height_of(canvas, line, area.width), max(area.height // 3, 1))
    place = pygame.Rect(area.left, area.top, area.width, high)
    top = place.bottom + canvas.px(GAP)
    rest = pygame.Rect(area.left, top, area.width, max(0, area.bottom - top))
    return Part(place, draw_line, line), rest


def _in_one_line(canvas: Canvas, line: TextLine, width: int) -> TextLine:
    """A little smaller is better than in two lines."""
    for size in range(round(line.largest), round(line.largest * SMALLER), -1):
        if canvas.width_of(line.text, size, line.face) <= width:
            return replace(line, largest=size)
    return line


# --- against the clock ---


def _against_clock(
    area: pygame.Rect, shown: TableView, clock: ClockView, canvas: Canvas, *, side_by_side: bool
) -> tuple[AnyPart, ...]:
    """The time over the zones; the die above it, or next to it where the area is wide."""
    gap = canvas.px(GAP)
    seen: tuple[AnyPart, ...] = ()
    body = area.copy()
    if shown.play is not None:
        seen = _seen(body, shown.play, canvas)
        body.height = min(part.area.top for part in seen) - gap - body.top
    timer = len(clock.zones) == 1
    most = body.height * 3 // 20 if timer else body.height * 3 // 10
    high = min(canvas.px(TIMER if timer else ZONES), most)
    row = pygame.Rect(body.left, body.bottom - high, body.width, high)
    body.height -= high + 2 * gap
    head, time = _dice_and_words(body, shown, canvas, side_by_side=side_by_side)
    return (
        *head,
        Part(time, draw_time, TimeLeft.of(clock)),
        *zone_parts(row, clock.zones, canvas),
        *seen,
    )


def _dice_and_words(
    area: pygame.Rect, shown: TableView, canvas: Canvas, *, side_by_side: bool
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The state and what has to be laid; and the room left for the time."""
    dice, gap = shown.dice, canvas.px(GAP)
    if dice is None:
        part, rest = _cut(area, _state(shown), canvas)
        return (part,), rest
    if side_by_side:
        return _dice_next_to_time(area, shown, dice, canvas)
    if len(dice.dice) > FEW:
        head, rest = _cut(area, _state(shown), canvas)
        high = min(canvas.px(DICE), rest.height // 3)
        row = pygame.Rect(rest.left, rest.top, rest.width, high)
        top = row.bottom + gap
        time = pygame.Rect(rest.left, top, rest.width, rest.bottom - top)
        return (head, *die_parts(row, dice.dice, canvas)), time
    high = min(canvas.px(DIE), area.height * 2 // 5)
    row = pygame.Rect(area.left, area.top, area.width, high)
    wide = high * len(dice.dice)
    text = any(len(die.face) > 1 for die in dice.dice)
    die = pygame.Rect(row.left, row.top, row.width // 2 if text else wide, row.height)
    words = pygame.Rect(die.right + gap, row.top, row.right - die.right - gap, row.height)
    state = pygame.Rect(words.left, words.top, words.width, words.height * 3 // 5)
    about = pygame.Rect(words.left, state.bottom, words.width, words.bottom - state.bottom)
    parts = (
        *die_parts(die, dice.dice, canvas),
        Part(state, draw_line, _state(shown)),
        *_about(about, dice, canvas),
    )
    top = row.bottom + 2 * gap
    return parts, pygame.Rect(area.left, top, area.width, area.bottom - top)


def _about(area: pygame.Rect, dice: DiceView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """A die's name and its caption, side by side if there is room."""
    title = TextLine(dice.title, Letters.LINE, Ink.ACCENT, Face.TITLE)
    hint = TextLine(dice.hint, Letters.REMARK, Ink.QUIET)
    wide = canvas.width_of(title.text, title.largest, title.face) + canvas.px(10)
    left = canvas.width_of(hint.text, Letters.LEAST)
    if not dice.hint or wide + left > area.width:
        return (Part(area, draw_line, title),)
    name = pygame.Rect(area.left, area.top, wide, area.height)
    rest = pygame.Rect(name.right, area.top, area.right - name.right, area.height)
    return Part(name, draw_line, title), Part(rest, draw_hint, hint)


def _dice_next_to_time(
    area: pygame.Rect, shown: TableView, dice: DiceView, canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The state above; below it the dice with their words, and the time at their right."""
    head, rest = _cut(area, _state(shown), canvas)
    gap, many = canvas.px(GAP), len(dice.dice) > FEW
    share = 9 if many else 6
    block = pygame.Rect(rest.left, rest.top, rest.width * share // 20, rest.height)
    left = block.right + 2 * gap
    time = pygame.Rect(left, rest.top, rest.right - left, rest.height)
    if many or block.height < canvas.px(DIE):
        return (head, *die_parts(block, dice.dice, canvas)), time
    title = TextLine(dice.title, Letters.REMARK, Ink.ACCENT, Face.TITLE, Align.MIDDLE)
    hint = TextLine(dice.hint, Letters.SMALL, Ink.QUIET, align=Align.MIDDLE)
    above, room = _cut(block, title, canvas)
    if room.height < canvas.px(DICE):
        return (head, *die_parts(block, dice.dice, canvas)), time
    parts = [head, above]
    high = height_of(canvas, hint, room.width)
    if dice.hint and room.height - high - gap // 2 >= canvas.px(DICE):
        foot = pygame.Rect(room.left, room.bottom - high, room.width, high)
        room.height -= high + gap // 2
        parts.append(Part(foot, draw_hint, hint))
    return (*parts, *die_parts(room, dice.dice, canvas)), time


def _seen(area: pygame.Rect, play: PlayView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The tiles that lie there without counting yet, in a slim row at the bottom."""
    points = "" if play.points is None or not play.points else gain_text(play.points)
    mark = TextLine(play.note or points, Letters.LINE, Ink.ACCENT, Face.TITLE, Align.RIGHT)
    words = TextLine(" · ".join(play.lines), Letters.HEAD, Ink.TEXT, Face.TITLE)
    wide = canvas.width_of(mark.text, mark.largest, mark.face) + canvas.px(GAP) if mark.text else 0
    high = min(height_of(canvas, words, area.width - wide), canvas.px(52))
    row = pygame.Rect(area.left, area.bottom - high, area.width - wide, high)
    if not mark.text:
        return (Part(row, draw_line, words),)
    side = pygame.Rect(row.right, row.top, wide, high)
    return Part(row, draw_line, words), Part(side, draw_line, mark)


# --- the word counts ---


def _counted(
    area: pygame.Rect, shown: TableView, clock: ClockView, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The zone in which the clock was stopped and the roll, in a slim row; then the word's
    points."""
    gap = canvas.px(GAP)
    head, rest = _cut(area, _state(shown), canvas)
    parts = [head]
    dice = () if shown.dice is None else shown.dice.dice
    row = pygame.Rect(rest.left, rest.top, rest.width, min(canvas.px(SMALL), rest.height // 4))
    if any(len(die.face) > 1 for die in dice) or len(dice) > FEW:
        parts += die_parts(row, dice, canvas)
        row = row.move(0, row.height + gap)
    elif dice:
        die = pygame.Rect(row.left, row.top, row.height * len(dice), row.height)
        parts += die_parts(die, dice, canvas)
        left = die.right + 2 * gap
        row = pygame.Rect(left, row.top, row.right - left, row.height)
    time = pygame.Rect(row.left, row.top, row.width // 4, row.height)
    left = time.right + 2 * gap
    zones = pygame.Rect(left, row.top, row.right - left, row.height)
    parts += [
        Part(time.inflate(0, -row.height // 3), draw_time, TimeLeft.of(clock)),
        *zone_parts(zones, clock.zones, canvas),
    ]
    if shown.play is not None:
        place = pygame.Rect(area.left, row.bottom + gap, area.width, area.bottom - row.bottom - gap)
        parts.append(Part(place, draw_play, LastPlay(shown.play, shown.may_challenge)))
    return tuple(parts)
