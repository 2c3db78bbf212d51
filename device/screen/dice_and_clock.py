"""Dice and the clock of zones on the screen, by themselves or as parts of a turn.

A tumbling die is turned a little, one that lies is straight and framed; the angle follows from the
face it shows, so nothing gives the result away. A zone to come is full of its colour, the clock's
own is framed and runs empty, a past one is low and hollow: nothing depends on colour alone. Knows
no turn. Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import pygame

from device.clock_and_dice.party_timer import TimerView
from device.clock_and_dice.views import ClockView, DiceView, DieView, ZoneView
from device.screen.button_hints import draw_hint
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Held,
    Ink,
    Letters,
    OnText,
    Part,
    TextLine,
    draw_arrow,
    draw_changed,
    draw_line,
    fitted,
    font,
    height_of,
)
from device.screen.tap_bar import taps_below
from device.themes import DARK, Colour, Theme
from hardware.panel.port import SIDE_BUTTONS, Button

# --- dice ---

LARGEST_DIE = 260
"""The largest size of a die."""

TEXT_DIE, TEXT_DIE_WIDEST = 2.4, 6
"""A die with a text is this many times as wide as high, or wider where height is short ..."""

HIGHEST_DIE = 190
"""... and at most this high."""

BETWEEN_DICE = 12
"""The gap between dice."""

TEXT_LETTERS = Letters.LARGE
"""The largest letters of a text on a die."""

TILTS = (-13, 8, -6, 12, -9, 5, 10)
"""The angles of a tumbling die, in degrees: never straight, and never far."""

TURNED = 0.8
"""The share of its place that a die turned that far takes up ..."""

WIDE_TURNED = 0.7
"""... and of its height that a wide one does, which is turned a quarter as far."""


@dataclass(frozen=True)
class DieShown:
    """A die and its number among them."""

    face: str
    tumbles: bool
    number: int = 0


def dice_parts(area: pygame.Rect, shown: DiceView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The title, the dice as large as fits, and the hint below them."""
    title = TextLine(shown.title, Letters.HEAD, Ink.TEXT, Face.TITLE, Align.MIDDLE)
    hint = TextLine(shown.hint, Letters.REMARK, Ink.QUIET, align=Align.MIDDLE)
    gap = canvas.px(BETWEEN_DICE)
    head = pygame.Rect(area.left, area.top, area.width, height_of(canvas, title, area.width))
    if shown.taps is not None:
        taps, rest = taps_below(area, shown.taps, canvas)
        middle = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
        middle.height = rest.bottom - middle.top
        return Part(head, draw_line, title), *taps, *die_parts(middle, shown.dice, canvas)
    # The hint comes when the dice lie still: they stay where they are.
    high = 2 * canvas.line_height(hint.largest)
    foot = pygame.Rect(area.left, area.bottom - high, area.width, high)
    middle = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
    middle.height = foot.top - gap - middle.top
    texts = (Part(head, draw_line, title), Part(foot, draw_hint, hint))
    return *texts, *die_parts(middle, shown.dice, canvas)


def die_parts(area: pygame.Rect, dice: tuple[DieView, ...], canvas: Canvas) -> tuple[AnyPart, ...]:
    """The dice alone, a part each, in the middle of the area."""
    places = die_places(area, dice, canvas)
    shown = (DieShown(die.face, die.tumbles, number) for number, die in enumerate(dice))
    return tuple(Part(place, draw_die, die) for place, die in zip(places, shown, strict=True))


def die_places(
    area: pygame.Rect, dice: tuple[DieView, ...], canvas: Canvas
) -> tuple[pygame.Rect, ...]:
    """The places of the dice, as large as fits: in one row or several. A text has a wide die."""
    count = len(dice)
    if not count:
        return ()
    gap = max(3, min(canvas.px(BETWEEN_DICE), area.width // 48))
    if any(len(die.face) > 1 for die in dice):
        across = count
        wide = (area.width - (count - 1) * gap) // count
        side = max(1, min(area.height, round(wide / TEXT_DIE), canvas.px(HIGHEST_DIE)))
        wide = min(
            wide, round(side * (TEXT_DIE if side == canvas.px(HIGHEST_DIE) else TEXT_DIE_WIDEST))
        )
    else:
        across = max(_even(count), key=lambda columns: _side(area, count, columns, gap))
        wide = side = min(_side(area, count, across, gap), canvas.px(LARGEST_DIE))
    rows = -(-count // across)
    top = area.centery - (rows * (side + gap) - gap) // 2
    places = []
    for number in range(count):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        left = area.centerx - (here * (wide + gap) - gap) // 2 + column * (wide + gap)
        places.append(pygame.Rect(left, top + row * (side + gap), wide, side))
    return tuple(places)


def _even(count: int) -> list[int]:
    """The number of columns in which the last row is at most one die short."""
    return [columns for columns in range(count, 0, -1) if -count % columns <= 1]


def _side(area: pygame.Rect, count: int, columns: int, gap: int) -> int:
    """The size of square dice in this many columns."""
    rows = -(-count // columns)
    across = (area.width - (columns - 1) * gap) // columns
    return max(1, min(across, (area.height - (rows - 1) * gap) // rows))


def draw_die(canvas: Canvas, place: pygame.Rect, die: DieShown) -> None:
    """A die as it lies or tumbles."""
    if die.tumbles:
        _draw_tumbling(canvas, place, die)
        return
    theme, edge = canvas.theme, max(3, min(place.size) // 8)
    depth = max(1, edge // 3)
    top = pygame.Rect(place.left, place.top, place.width, place.height - depth)
    pygame.draw.rect(canvas.surface, theme.line, top.move(0, depth), border_radius=edge)
    pygame.draw.rect(canvas.surface, theme.die, top, border_radius=edge)
    frame = max(2, edge // 3)
    pygame.draw.rect(canvas.surface, theme.accent, top, frame, border_radius=edge)
    inner = top if len(die.face) == 1 else top.inflate(-2 * edge, -edge)
    largest = top.height / canvas.unit if len(die.face) == 1 else TEXT_LETTERS
    canvas.write(
        die.face, inner, theme.pip, largest, face=Face.TITLE, align=Align.MIDDLE, middle=True
    )


def _draw_tumbling(canvas: Canvas, place: pygame.Rect, die: DieShown) -> None:
    """The die turned a little, and smaller, since it is in the air."""
    wide = place.width > place.height
    high = round(place.height * (WIDE_TURNED if wide else TURNED))
    size = (round(place.width * 0.9), high) if wide else (high, high)
    tilt = TILTS[(sum(map(ord, die.face)) + 3 * die.number) % len(TILTS)] / (4 if wide else 1)
    turned = pygame.transform.rotozoom(_face(canvas, size, die.face), tilt, 1.0)
    canvas.surface.blit(turned, turned.get_rect(center=place.center))


def _face(canvas: Canvas, size: tuple[int, int], face: str) -> pygame.Surface:
    """A die's face by itself."""
    theme, edge = canvas.theme, max(3, min(size) // 8)
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    box = drawn.get_rect()
    pygame.draw.rect(drawn, theme.die_tumbling, box, border_radius=edge)
    pygame.draw.rect(drawn, theme.line, box, max(1, edge // 4), border_radius=edge)
    letters = font(size[1], Face.TITLE)
    lines: tuple[str, ...] = (face,)
    if len(face) > 1:
        room = (size[0] - 2 * edge, size[1] - edge)
        setting = fitted(face, room, canvas.steps(TEXT_LETTERS), Face.TITLE)
        letters, lines = setting.letters, setting.lines
    high = letters.get_linesize()
    for number, line in enumerate(lines):
        text = letters.render(line, True, theme.pip)
        middle = box.centery + round((number - (len(lines) - 1) / 2) * high)
        drawn.blit(text, text.get_rect(center=(box.centerx, middle)))
    return drawn


# --- the clock of zones ---

ZONE_TALLEST = 1.8
"""A zone is at most this many times as high as wide."""

TIMER_HIGHEST = 72
"""The greatest height of a sand timer's bar."""

TO_COME, PAST = 0.78, 0.46
"""Heights of zones to come and past ones, where the clock's own is 1."""

LENGTH_FROM = 72
"""A zone this high has room for its length."""

LEVEL_MARK = 6
"""The marks of how far a zone has run, at both its edges, each this fraction of its width."""

ZONE_EDGE = 3
"""Between the edge of a zone and its text."""


@dataclass(frozen=True)
class TimeLeft:
    """The time left as text; `low`: the time or the zone is about to end."""

    text: str
    low: bool

    @classmethod
    def of(cls, clock: ClockView) -> TimeLeft:
        """The time of this clock."""
        return cls(clock.left, clock.over or any(zone.ending for zone in clock.zones))


def clock_parts(area: pygame.Rect, clock: ClockView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The clock alone: its state, the time left, the zones, and below them the hint, or what is
    touched."""
    gap = canvas.px(GAP)
    taps: list[AnyPart] = []
    if clock.taps is not None:
        taps, area = taps_below(area, clock.taps, canvas)
    ink = Ink.TROUBLE if clock.over else Ink.TEXT
    state = TextLine(clock.state, Letters.HEAD, ink, Face.TITLE, Align.MIDDLE)
    hint = TextLine(clock.hint, Letters.REMARK, Ink.QUIET, align=Align.MIDDLE)
    # Whether its state takes one line or two, the time keeps its place.
    high = 2 * canvas.line_height(state.largest, state.face) * 2 // 3
    head = pygame.Rect(area.left, area.top, area.width, high)
    foot = pygame.Rect(area.left, 0, area.width, height_of(canvas, hint, area.width))
    if taps:
        foot.height = 0
    foot.bottom = area.bottom
    body = pygame.Rect(area.left, head.bottom, area.width, foot.top - gap - head.bottom)
    if len(clock.zones) > 1:
        most = round(ZONE_TALLEST * body.width / len(clock.zones))
        high = min(body.height * 9 // 25, most)
    else:
        high = min(body.height // 5, canvas.px(TIMER_HIGHEST))
    row = pygame.Rect(body.left, 0, body.width, high)
    row.bottom = body.bottom
    time = pygame.Rect(body.left, body.top + gap, body.width, row.top - body.top - 4 * gap)
    return (
        Part(head, draw_line, state),
        Part(time, draw_timer_time, TimeLeft.of(clock)),
        *zone_parts(row, clock.zones, canvas),
        *(taps or [Part(foot, draw_hint, hint)]),
    )


def draw_time(canvas: Canvas, area: pygame.Rect, time: TimeLeft) -> None:
    """The time left, as large as fits without touching the edges; its figures stand still as it
    runs."""
    colour = canvas.theme.trouble if time.low else canvas.theme.text
    room = area.inflate(-2 * canvas.px(GAP), 0)
    canvas.write_large(time.text, room, colour, largest=480, figures=True)


def zone_parts(
    row: pygame.Rect, zones: tuple[ZoneView, ...], canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The zones side by side, a part each."""
    count = max(1, len(zones))
    gap = max(2, min(canvas.px(GAP), row.width // 60))
    width = (row.width - gap * (count - 1)) // count
    return tuple(
        Part(
            pygame.Rect(row.left + number * (width + gap), row.top, width, row.height),
            draw_zone,
            zone,
        )
        for number, zone in enumerate(zones)
    )


def draw_zone(canvas: Canvas, place: pygame.Rect, zone: ZoneView) -> None:
    """A zone that is past, current, or still to come."""
    if not zone.label:
        _draw_sand_timer(canvas, place, zone)
        return
    past = zone.left <= 0 and not zone.now
    box = place.copy()
    least = canvas.line_height(Letters.LEAST, Face.TITLE) + 2 * canvas.px(ZONE_EDGE)
    high = round(place.height * (1 if zone.now else PAST if past else TO_COME))
    box.height = min(place.height, max(high, least))
    box.bottom = place.bottom
    theme, corner = canvas.theme, canvas.px(8)
    if past:
        pygame.draw.rect(canvas.surface, theme.line, box, canvas.px(2), border_radius=corner)
        _write_in_zone(canvas, box, zone, Ink.QUIET.of(theme), length=False)
        return
    flashes = zone.ending and zone.lit
    ground = theme.trouble if flashes else theme.panel
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    tall = box.height >= canvas.px(LENGTH_FROM)
    if flashes:
        _write_in_zone(canvas, box, zone, theme.ground, length=tall)
        return
    level = pygame.Rect(box.left, 0, box.width, round(box.height * min(1.0, zone.left)))
    level.bottom = box.bottom
    if level.height < box.height:
        _write_in_zone(canvas, box, zone, theme.text, length=tall)
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(level.clip(clip))
    if level.height:
        pygame.draw.rect(canvas.surface, theme.zones[zone.colour], box, border_radius=corner)
        if zone.now and level.height < box.height:
            # The two backgrounds are too alike to be distinguished across a room; a line
            # across all of it would strike out the text in it.
            short = max(2, level.width // LEVEL_MARK)
            for left in (level.left, level.right - short):
                mark = pygame.Rect(left, level.top, short, canvas.px(3))
                canvas.surface.fill(theme.accent, mark)
        _write_in_zone(canvas, box, zone, theme.on_zone, length=tall)
    canvas.surface.set_clip(clip)
    if zone.now:
        colour = theme.trouble if zone.ending else theme.accent
        edge = max(3, canvas.px(4))
        pygame.draw.rect(canvas.surface, colour, box, edge, border_radius=corner)


def _write_in_zone(
    canvas: Canvas,
    box: pygame.Rect,
    zone: ZoneView,
    colour: Colour,
    *,
    length: bool,
) -> None:
    """The zone's text, and below it the time left."""
    inner = box.inflate(-min(canvas.px(8), box.width // 8), -2 * canvas.px(ZONE_EDGE))
    if length:
        line = canvas.line_height(Letters.REMARK)
        text = zone.seconds or zone.length
        place = pygame.Rect(inner.left, inner.bottom - line, inner.width, line)
        canvas.write(text, place, colour, Letters.REMARK, align=Align.MIDDLE, middle=True)
        inner.height -= line
    canvas.write(
        zone.label,
        inner,
        colour,
        Letters.POSTER if zone.now else Letters.HUGE,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _draw_sand_timer(canvas: Canvas, box: pygame.Rect, zone: ZoneView) -> None:
    """A bar that empties from its right, with a mark at each quarter."""
    theme, corner = canvas.theme, min(canvas.px(8), box.height // 3)
    flashes = zone.ending and zone.lit
    ground = theme.trouble if flashes else theme.panel
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    clip = canvas.surface.get_clip()
    if not flashes:
        level = pygame.Rect(box.left, box.top, round(box.width * zone.left), box.height)
        canvas.surface.set_clip(level.clip(clip))
        if level.width:
            pygame.draw.rect(canvas.surface, theme.zones[zone.colour], box, border_radius=corner)
            if level.width < box.width:
                end = pygame.Rect(level.right - canvas.px(3), box.top, canvas.px(3), box.height)
                canvas.surface.fill(theme.accent, end)
        canvas.surface.set_clip(clip)
    for quarter in (1, 2, 3):
        mark = pygame.Rect(0, box.top, canvas.px(2), box.height)
        mark.centerx = box.left + box.width * quarter // 4
        canvas.surface.fill(theme.ground, mark.clip(clip))
    colour = theme.trouble if zone.ending else theme.accent if zone.now else theme.line
    edge = max(2, canvas.px(4 if zone.now else 2))
    pygame.draw.rect(canvas.surface, colour, box, edge, border_radius=corner)


# --- Party's timer ---

TIMER_NAMES, TIMER_STATE, TIMER_WAYS = 46, Letters.HEAD, Letters.REMARK
"""The heights of the names, and the letters of the instructions and of the buttons, for 800 x
480."""


@dataclass(frozen=True)
class TimerSide:
    """A side's name, its place from the first, and whether it is its turn."""

    name: str
    number: int
    turn: bool


def timer_parts(area: pygame.Rect, shown: TimerView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """Party's timer on one screen: who plays, the instructions, the dice and the time side by side,
    the zones, and what the buttons do, or what is touched."""
    gap, upright = canvas.px(GAP), area.height > area.width
    taps: list[AnyPart] = []
    if shown.taps is not None:
        taps, area = taps_below(area, shown.taps, canvas)
    state = TextLine(shown.state, TIMER_STATE, Ink.TEXT, Face.TITLE, Align.MIDDLE)
    hint = TextLine(shown.hint, TIMER_WAYS, Ink.QUIET, align=Align.MIDDLE)
    across = min(len(shown.sides), 2 if upright else len(shown.sides))
    names = pygame.Rect(area.left, area.top, area.width, 0)
    names.height = -(-len(shown.sides) // across) * canvas.px(TIMER_NAMES)
    head = pygame.Rect(area.left, names.bottom + gap, area.width, 0)
    head.height = 2 * canvas.line_height(state.largest, state.face) * 5 // 6
    foot = pygame.Rect(area.left, 0, area.width, 2 * canvas.line_height(hint.largest))
    if taps:
        foot.height = height_of(canvas, hint, area.width) if shown.hint else 0
    foot.bottom = area.bottom
    body = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
    body.height = foot.top - gap - body.top
    row = pygame.Rect(body.left, 0, body.width, min(body.height * 2 // 5, body.width // 4))
    row.bottom = body.bottom
    middle = pygame.Rect(body.left, body.top, body.width, row.top - gap - body.top)
    return (
        *_timer_sides(names, shown, across, gap),
        Part(head, draw_line, state),
        *_timer_dice(middle, shown, canvas),
        *zone_parts(row, shown.clock.zones, canvas),
        *([] if taps and not shown.hint else [Part(foot, draw_hint, hint)]),
        *taps,
    )


def _timer_sides(area: pygame.Rect, shown: TimerView, across: int, gap: int) -> tuple[AnyPart, ...]:
    rows = -(-len(shown.sides) // across)
    wide, high = (area.width + gap) // across, area.height // rows
    return tuple(
        Part(
            pygame.Rect(
                area.left + number % across * wide,
                area.top + number // across * high,
                wide - gap,
                high - gap // 2,
            ),
            draw_timer_side,
            TimerSide(name, number, number == shown.turn),
        )
        for number, name in enumerate(shown.sides)
    )


def _timer_dice(area: pygame.Rect, shown: TimerView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The letter die at the left, the time at the right, and between them the chance die once
    rolled; on upright screens below the two."""
    gap = canvas.px(GAP)
    dice = area.copy()
    if shown.chance is not None and area.height > area.width // 2:
        below = pygame.Rect(area.left, 0, area.width, (area.height - gap) // 3)
        below.bottom = area.bottom
        dice.height -= below.height + gap
        chance = die_parts(below, (shown.chance,), canvas)
    elif shown.chance is not None:
        between = pygame.Rect(area.left + area.width // 4, area.top, area.width * 2 // 5, 0)
        between.height = area.height
        chance = die_parts(between, (shown.chance,), canvas)
    else:
        chance = ()
    letter = pygame.Rect(dice.left, dice.top, dice.width // 4 - gap, dice.height)
    left = letter.right if shown.chance is None or dice.height < area.height else 0
    time = pygame.Rect(left or dice.left + dice.width * 13 // 20, dice.top, 0, dice.height)
    time.left += gap
    time.width = dice.right - time.left
    rolled: tuple[AnyPart, ...] = ()
    if shown.letter.face:
        rolled = tuple(
            Part(part.area, draw_timer_die, part.shows)
            for part in die_parts(letter, (shown.letter,), canvas)
        )
    else:
        rolled = (Part(letter, draw_no_die, None),)
    return *rolled, *chance, Part(time, draw_timer_time, TimeLeft.of(shown.clock))


def draw_timer_side(canvas: Canvas, area: pygame.Rect, side: TimerSide) -> None:
    """The name of a side; the side to play has a frame and an arrow. A touch is its button."""
    canvas.offer(area, SIDE_BUTTONS[side.number])
    theme, gap = canvas.theme, canvas.px(GAP)
    canvas.box(area, theme.panel, corner=8)
    place = area.inflate(-2 * gap, 0)
    colour = theme.accent if side.turn else theme.text
    if side.turn:
        canvas.box(area, theme.accent, edge=3, corner=8)
        sign = pygame.Rect(place.left, place.top, canvas.px(26), place.height)
        draw_arrow(canvas, sign, colour)
        place.left, place.width = sign.right + gap, place.right - sign.right - gap
    canvas.write(side.name, place, colour, Letters.LINE, face=Face.TITLE, middle=True)


def draw_timer_time(canvas: Canvas, area: pygame.Rect, time: TimeLeft) -> None:
    """The time; a touch is the next step, like OK."""
    canvas.offer(area, Button.OK)
    draw_time(canvas, area, time)


def draw_timer_die(canvas: Canvas, area: pygame.Rect, die: DieShown) -> None:
    """The rolled letter; a touch is the next step, like OK."""
    canvas.offer(area, Button.OK)
    draw_die(canvas, area, die)


def draw_no_die(canvas: Canvas, area: pygame.Rect, _: None) -> None:
    """The place of the die before it is rolled; a touch is the next step, like OK."""
    canvas.offer(area, Button.OK)
    side = min(area.width, area.height, canvas.px(LARGEST_DIE))
    place = pygame.Rect(0, 0, side, side)
    place.center = area.center
    canvas.box(place, canvas.theme.line, edge=2, corner=8)


# --- on a surface of their own ---

T = TypeVar("T")

PartsOf: TypeAlias = Callable[[pygame.Rect, T, Canvas], tuple[AnyPart, ...]]
"""The parts that show a view within an area."""


class AloneScreen(Generic[T]):
    """Draws views on a surface, within a margin. `on_text` is called with each text written;
    `held`: buttons that are a long press of another one, each with that one."""

    def __init__(
        self,
        surface: pygame.Surface,
        parts_of: PartsOf[T],
        theme: Theme = DARK,
        on_text: OnText | None = None,
        *,
        held: Held = (),
    ) -> None:
        self._canvas, self._parts_of = Canvas(surface, theme, on_text), parts_of
        self._canvas.held = held
        margin = 4 * self._canvas.px(GAP)
        self._area = surface.get_rect().inflate(-margin, -margin)
        self._parts: tuple[AnyPart, ...] = ()
        surface.fill(theme.ground)

    def draw(self, shown: T) -> None:
        """Draws what differs from the view drawn before."""
        parts = self._parts_of(self._area, shown, self._canvas)
        draw_changed(self._canvas, self._parts, parts)
        self._parts = parts

    def touched(self, place: tuple[int, int]) -> Button | None:
        """The button touched at this place of the last drawing."""
        target = self._canvas.touched(place)
        return target if isinstance(target, Button) else None
