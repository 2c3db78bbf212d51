"""The sides on the screen: a box each, with its points as large as they can be.

A box has one of two forms, whichever gives larger points: name over points over the rest (clock,
target, pegs), or name and rest next to the points. Points of one digit and of four have one size
and one place, so that nothing jumps while they grow. Where a clock needs the room a side is one
slim row, and the seconds of a turn are at the right of the first line. Clocks are larger than
points: on the smallest screens they have figures of 5 mm, which are read from a metre. Tests:
tests/device/test_sides_drawn.py, tests/device/test_pegs.py, tests/device/test_turn_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Letters,
    Part,
    draw_arrow,
    draw_star,
    draw_warning,
    font,
    ink_of,
    points_text,
)
from device.views.turn import CountdownView, PegsView, SideView
from hardware.panel.port import SIDE_BUTTONS

# --- pegs in the score track (TOP-EQU-07) ---

PEG_LETTERS = Letters.LINE
"""The largest letters of a hole."""

MOST_PEGS = PegsView(300, 90, 9)
"""The widest numbers."""

PEGS_WIDE = 3
"""A place this many times as wide as high, or too low for three lines, has its pegs in a row,
others one below the other."""


def draw_pegs(canvas: Canvas, area: pygame.Rect, pegs: PegsView) -> None:
    """Writes the holes of the three pegs as a sum, hundreds first, in a row or one below the other;
    after a warning sign if they can't show the points."""
    colour = canvas.theme.quiet
    low = area.height < 3 * canvas.line_height(Letters.LEAST, Face.TITLE)
    in_a_row = low or area.width >= PEGS_WIDE * area.height
    if pegs.beyond:
        colour = canvas.theme.trouble
        wide = min(area.height, canvas.px(16))
        draw_warning(
            canvas, pygame.Rect(area.left, area.top, wide, area.height), colour, canvas.theme.panel
        )
        area = pygame.Rect(area.left + wide + 2, area.top, area.width - wide - 2, area.height)
    if not in_a_row:
        high = area.height // 3
        for number, hole in enumerate(pegs.holes):
            place = pygame.Rect(area.left, area.top + number * high, area.width, high)
            canvas.write(hole, place, colour, PEG_LETTERS, face=Face.TITLE, middle=True)
        return
    widest = replace(MOST_PEGS, label=pegs.label)
    if canvas.width_of(_in_a_row(widest), Letters.LEAST, Face.TITLE) > area.width:
        pegs, widest = replace(pegs, label=""), MOST_PEGS
    # All sides' pegs have letters of one size.
    wide = canvas.width_of(_in_a_row(widest), PEG_LETTERS, Face.TITLE)
    size = PEG_LETTERS * min(1.0, area.width / wide)
    canvas.write(_in_a_row(pegs), area, colour, size, face=Face.TITLE, middle=True)


def _in_a_row(pegs: PegsView) -> str:
    return " ".join((pegs.label, *pegs.holes)).strip()


# --- clock, target and pegs ---

REST_LETTERS, TARGET = Letters.HEAD, Letters.REMARK
"""The largest letters, and those of a target next to a large clock."""

LONGEST_TIME = "-000:00"
"""The longest time ever shown: its place is as wide, so that nothing moves while it runs."""


def has_rest(side: SideView) -> bool:
    """Whether there is anything besides name and points."""
    return bool(side.clock) or side.target is not None or side.pegs is not None


def rest_fits(canvas: Canvas, area: pygame.Rect, side: SideView) -> bool:
    """Whether clock and target, or pegs, are legible side by side in this line."""
    wide = 0
    if side.clock:
        time = canvas.width_of(LONGEST_TIME, Letters.LEAST, Face.TITLE)
        wide += _sign(canvas, area.height) + canvas.px(12) + time
    if side.target is not None:
        wide += canvas.width_of(_target(side), Letters.LEAST)
    if side.pegs is not None:
        wide += canvas.px(112)
    return wide <= area.width


def _target(side: SideView) -> str:
    """The points it plays to, as text; "" for none."""
    return "" if side.target is None else f"/ {side.target}"


def draw_rest(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    """The clock at the left, the target or the pegs at the right; if alone, in the whole line."""
    line = area
    if side.clock:
        wide = min(_clock_width(canvas, area.height), area.width * 6 // 10)
        if side.target is None and side.pegs is None:
            wide = min(_clock_width(canvas, area.height), area.width)
        _draw_clock(canvas, pygame.Rect(area.left, area.top, wide, area.height), side)
        left = area.left + wide + canvas.px(4)
        line = pygame.Rect(left, area.top, area.right - left, area.height)
    if side.pegs is not None:
        draw_pegs(canvas, line, side.pegs)
    elif side.target is not None:
        align = Align.RIGHT if side.clock else Align.LEFT
        if not side.clock:
            # Below the name, which follows a sign.
            line = line.move(canvas.px(20), 0)
        canvas.write(
            _target(side), line, canvas.theme.quiet, REST_LETTERS, align=align, middle=True
        )


def _clock_width(canvas: Canvas, high: int) -> int:
    size = min(REST_LETTERS, high / canvas.unit)
    return _sign(canvas, high) + canvas.width_of(LONGEST_TIME, size, Face.TITLE) + canvas.px(10)


def _sign(canvas: Canvas, high: int) -> int:
    return min(canvas.px(16), high)


def _draw_clock(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    theme = canvas.theme
    colour = theme.text if side.clock_runs else theme.quiet
    if side.overtime:
        canvas.box(area, theme.trouble, corner=4)
        colour = theme.ground
    sign = pygame.Rect(area.left, area.top, _sign(canvas, area.height), area.height)
    if side.clock_runs:
        draw_arrow(canvas, sign, colour if side.overtime else theme.accent)
    elif side.overtime:
        draw_warning(canvas, sign.inflate(-2, 0), colour, theme.trouble)
    # As far from its sign as the name above it is.
    left = sign.right + canvas.px(4)
    time = pygame.Rect(left, area.top, area.right - left - 2, area.height)
    bold = side.clock_runs or side.overtime
    canvas.write(
        side.clock, time, colour, REST_LETTERS, face=Face.TITLE if bold else Face.TEXT, middle=True
    )


def draw_large_clock(canvas: Canvas, area: pygame.Rect, side: SideView) -> None:
    """The clock as large as fits, behind an arrow while it runs, or a warning in overtime; the
    target or the pegs at the right, small."""
    theme = canvas.theme
    colour = theme.text if side.clock_runs else theme.quiet
    room = _time_room(canvas, area)
    if side.target is not None or side.pegs is not None:
        wide = min(canvas.width_of(_target(side), TARGET) + 1 or area.width, area.width // 3)
        if side.pegs is not None:
            wide = area.width // 3
        place = pygame.Rect(area.right - wide, area.top, wide, area.height)
        room.width = place.left - canvas.px(4) - room.left
        if side.pegs is not None:
            draw_pegs(canvas, place, side.pegs)
        else:
            canvas.write(_target(side), place, theme.quiet, TARGET, align=Align.RIGHT, middle=True)
    size = _time_size(room.size)
    if side.overtime:
        wide = ink_of(side.clock, size).width + 2 * canvas.px(6)
        room.width = min(room.width, wide)
        box = pygame.Rect(area.left, area.top, room.right - area.left, area.height)
        canvas.box(box, theme.trouble, corner=4)
        room = room.inflate(-2 * canvas.px(2), -2 * canvas.px(3))
        colour = theme.ground
    sign = pygame.Rect(area.left, area.top, room.left - area.left, area.height)
    if side.clock_runs:
        draw_arrow(canvas, sign, colour if side.overtime else theme.accent)
    elif side.overtime:
        draw_warning(canvas, sign.inflate(-4, 0), colour, theme.trouble)
    canvas.write_large(
        side.clock,
        room,
        colour,
        largest=size / canvas.unit,
        align=Align.LEFT,
        figures=True,
    )


def _time_room(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    """The place of a large clock's figures, behind its sign."""
    wide = canvas.px(20)
    return pygame.Rect(area.left + wide, area.top, area.width - wide, area.height)


@lru_cache(maxsize=256)
def _time_size(room: tuple[int, int]) -> int:
    """The largest letters in which a usual time fits that width and height."""
    tried = 200
    ink = ink_of(USUAL_TIME, tried)
    return max(1, int(min(room[0] * tried / ink.width, room[1] * tried / ink.height)) - 1)


# --- boxes ---

WIDEST_POINTS = "0000"
"""Points no wider than this are all written in letters of one size."""

SHARE, UPRIGHT_SHARE, LARGE_SHARE = 0.46, 0.38, 0.52
"""The share of the column's height that the sides take: for few of them, on an upright screen,
where a turn has less height, and for more of them or for their clocks."""

FEW = 2

IN_ROWS = 1.2
"""Points one below the other are easier to compare: worth making them this much smaller."""

NAME_HIGHEST, REST, REST_LEAST = 40, 30, 18
"""Greatest and least heights of the name's line, and of the line of target, clock and pegs."""

NAME_SIZE = Letters.CALL
"""The largest letters of a name."""

NAME_LEAST = Letters.SMALL
"""The smallest letters next to the points: smaller points are better than smaller names."""

POINTS_SHARE = 0.5
"""The share of a box's width that points next to the name take ..."""

CLOCK_POINTS_SHARE, NARROW_SHARE, NARROW = 0.4, 0.3, 200
"""... and those over a clock: in a box narrower than that, for 800 x 480, the smaller one."""

USUAL_TIME = "00:00"
"""Times no longer than this are all written in figures of one size."""


@dataclass(frozen=True)
class BoxForm:
    """How all boxes are laid out: `rest`: with a line of target, clock or pegs;
    `points_at_right`: the points next to the name, not below it; `clock`: they are above a clock
    that takes the greater part; `name`: the size of the names, in pixels."""

    rest: bool
    points_at_right: bool
    clock: bool = False
    name: int = 0


@dataclass(frozen=True)
class SideBox:
    """The places in a side's box: the sign of whose turn it is, the name, the points, the rest;
    `size`: of the points' letters, in pixels."""

    sign: pygame.Rect
    name: pygame.Rect
    points: pygame.Rect
    rest: pygame.Rect
    size: int

    @classmethod
    def of(cls, canvas: Canvas, area: pygame.Rect, form: BoxForm) -> SideBox:
        """The places in a box of this size."""
        if form.clock:
            return _over_clock(canvas, area)
        return (_at_right if form.points_at_right else _over)(canvas, area, form.rest)


@dataclass(frozen=True)
class SideShown:
    """A side, the form of the boxes of all sides, and its `number`, from the first."""

    side: SideView
    form: BoxForm
    number: int


def side_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side in the upper part of the area, and the area left below them."""
    if not sides:
        return (), area
    gap = canvas.px(GAP)
    places, form = _chosen(canvas, tuple(area), tuple(map(_kind, sides)))
    parts = tuple(
        Part(place.copy(), draw_side, SideShown(side, form, number))
        for number, (place, side) in enumerate(zip(places, sides, strict=True))
    )
    top = max(place.bottom for place in places) + gap
    return parts, pygame.Rect(area.left, top, area.width, area.bottom - top)


def _kind(side: SideView) -> SideView:
    """The side without anything that changes during a game, so boxes don't depend on it."""
    pegs = None if side.pegs is None else PegsView(0, 0, 0)
    return SideView(
        side.name,
        None,
        turn=False,
        target=side.target,
        clock=side.clock and LONGEST_TIME,
        pegs=pegs,
    )


@lru_cache(maxsize=16)
def _chosen(
    canvas: Canvas, room: tuple[int, int, int, int], sides: tuple[SideView, ...]
) -> tuple[list[pygame.Rect], BoxForm]:
    """The boxes and their form in which the points are largest."""
    area = pygame.Rect(room)
    gap = canvas.px(GAP)
    rest = any(has_rest(side) for side in sides)
    clocks = any(side.clock for side in sides)
    wide, high = canvas.surface.get_size()
    few = UPRIGHT_SHARE if high > wide else SHARE
    tall = round(area.height * (few if len(sides) <= FEW and not clocks else LARGE_SHARE))
    forms = [BoxForm(rest, points_at_right=False), BoxForm(rest, points_at_right=True)]
    large = BoxForm(rest, points_at_right=True, clock=True)
    tried = [
        (places, form)
        for columns in sorted({1, 2, len(sides)})
        for places in (_places(area, len(sides), columns, tall, gap),)
        for form in ([large, *forms] if clocks else forms)
    ]
    fitting = [(places, form) for places, form in tried if _fits(canvas, places[0], sides, form)]
    fitting = [one for one in fitting if one[1].clock] or fitting
    places, form = max(fitting or tried, key=lambda tried: _worth(canvas, *tried))
    form = replace(form, name=_name_size(canvas, places[0], sides, form))
    return places, form


def _places(area: pygame.Rect, count: int, columns: int, tall: int, gap: int) -> list[pygame.Rect]:
    rows = (count + columns - 1) // columns
    height = (tall - (rows - 1) * gap) // rows
    width = (area.width - (columns - 1) * gap) // columns
    return [
        pygame.Rect(
            area.left + number % columns * (width + gap),
            area.top + number // columns * (height + gap),
            width,
            height,
        )
        for number in range(count)
    ]


def draw_side(canvas: Canvas, area: pygame.Rect, shown: SideShown) -> None:
    """A box with name, points, target, pegs and clock. A touch is the side's button."""
    canvas.offer(area, SIDE_BUTTONS[shown.number])
    side, form = shown.side, shown.form
    theme = canvas.theme
    canvas.box(area, theme.panel)
    box = SideBox.of(canvas, area, form)
    if side.turn or side.won:
        canvas.box(area, theme.accent, edge=3)
    if side.won:
        draw_star(canvas, box.sign, theme.accent)
    elif side.turn:
        draw_arrow(canvas, box.sign, theme.accent)
    colour = theme.accent if side.turn or side.won else theme.text
    size = form.name / canvas.unit if form.name else NAME_SIZE
    canvas.write(side.name, box.name, colour, size, face=Face.TITLE, middle=True)
    total = points_text(side.total)
    canvas.write_large(
        total,
        box.points,
        theme.text,
        largest=box.size / canvas.unit,
        align=Align.RIGHT if form.points_at_right else Align.MIDDLE,
    )
    if form.clock:
        draw_large_clock(canvas, box.rest, side)
    elif form.rest:
        draw_rest(canvas, box.rest, side)


def _worth(canvas: Canvas, places: list[pygame.Rect], form: BoxForm) -> float:
    """The size of the points, or of the clocks, as the layout's score: better for boxes one below
    the other, worse for an incomplete row."""
    box = SideBox.of(canvas, places[0], form)
    size = _time_size(_time_room(canvas, box.rest).size) if form.clock else box.size
    columns = len({place.left for place in places})
    if columns == 1:
        return size * IN_ROWS
    return size if len(places) % columns == 0 else size / IN_ROWS


def _fits(canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...], form: BoxForm) -> bool:
    """Whether names are large enough in such a box, and the line below them has room."""
    box = SideBox.of(canvas, area, form)
    on_one_line = form.points_at_right and not form.clock
    least = _line(canvas, NAME_LEAST) if on_one_line else canvas.smallest
    return (
        _name_size(canvas, area, sides, form) >= least
        and _inside(canvas, area).height >= box.name.height + box.rest.height
        and all(
            box.rest.height >= canvas.smallest if form.clock else rest_fits(canvas, box.rest, side)
            for side in sides
        )
    )


def _name_size(
    canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...], form: BoxForm
) -> int:
    """The size at which all names fit such a box; 0 if none is legible."""
    place = SideBox.of(canvas, area, form).name
    names = tuple(side.name for side in sides)
    return _largest(names, place.size, canvas.steps(NAME_SIZE))


@lru_cache(maxsize=256)
def _largest(names: tuple[str, ...], place: tuple[int, int], tried: tuple[int, ...]) -> int:
    """The first of these sizes in which each name fits that place; 0 if none does."""
    for size in tried:
        letters = font(size, Face.TITLE)
        wide, high = max(letters.size(name)[0] for name in names), letters.get_linesize()
        if wide <= place[0] and high <= place[1]:
            return size
    return 0


def _inside(canvas: Canvas, area: pygame.Rect) -> pygame.Rect:
    return area.inflate(-2 * canvas.px(9), -2 * canvas.px(6))


def _line(canvas: Canvas, length: float) -> int:
    """A line this high, but never too low for legible letters."""
    return max(canvas.px(length), canvas.smallest + 2)


def _over(canvas: Canvas, area: pygame.Rect, rest: bool) -> SideBox:
    """The name over the points over the rest."""
    inner, gap = _inside(canvas, area), canvas.px(3)
    name = max(canvas.smallest + 2, min(_line(canvas, NAME_HIGHEST), inner.height * 3 // 10))
    low = max(_line(canvas, REST_LEAST), min(_line(canvas, REST), inner.height // 4)) if rest else 0
    top = pygame.Rect(inner.left, inner.top, inner.width, name)
    sign, title = _signed(canvas, top)
    bottom = pygame.Rect(inner.left, inner.bottom - low, inner.width, low)
    high = max(1, bottom.top - top.bottom - gap * (2 if rest else 1))
    points = pygame.Rect(inner.left, top.bottom + gap, inner.width, high)
    return SideBox(sign, title, points, bottom, _size(points.size))


def _over_clock(canvas: Canvas, area: pygame.Rect) -> SideBox:
    """The name next to the points, over the clock."""
    inner, gap = _inside(canvas, area), canvas.px(3)
    high = max(_line(canvas, REST_LEAST), inner.height * 2 // 5)
    line = pygame.Rect(inner.left, inner.top, inner.width, high)
    narrow = inner.width < canvas.px(NARROW)
    wide = round(inner.width * (NARROW_SHARE if narrow else CLOCK_POINTS_SHARE))
    points = pygame.Rect(line.right - wide, line.top, wide, high)
    room = pygame.Rect(line.left, line.top, line.width - wide - canvas.px(4), high)
    bottom = pygame.Rect(inner.left, line.bottom + gap, inner.width, 0)
    bottom.height = max(1, inner.bottom - bottom.top)
    sign, title = _signed(canvas, room)
    if narrow:
        # The name needs the width: its sign stands where a running clock has the same one.
        left = _time_room(canvas, bottom).left
        sign, title = pygame.Rect(bottom.topleft, (left - bottom.left, bottom.height)), room
    return SideBox(sign, title, points, bottom, _size(points.size))


def _at_right(canvas: Canvas, area: pygame.Rect, rest: bool) -> SideBox:
    """The name and the rest next to the points."""
    inner = _inside(canvas, area)
    wide = round(inner.width * POINTS_SHARE)
    points = pygame.Rect(inner.right - wide, inner.top, wide, inner.height)
    points = points.inflate(0, -canvas.px(6))
    left = pygame.Rect(inner.left, inner.top, inner.width - wide - canvas.px(GAP), inner.height)
    low = max(_line(canvas, REST_LEAST), left.height * 9 // 20) if rest else 0
    sign, title = _signed(canvas, pygame.Rect(left.left, left.top, left.width, left.height - low))
    bottom = pygame.Rect(left.left, left.bottom - low, left.width, low)
    return SideBox(sign, title, points, bottom, _size(points.size))


def _signed(canvas: Canvas, line: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """The place of a sign at the left of a line, with or without a sign; and the rest."""
    wide = canvas.px(16)
    sign = pygame.Rect(line.left, line.top, wide, line.height)
    left = line.left + wide + canvas.px(4)
    return sign, pygame.Rect(left, line.top, line.right - left, line.height)


@lru_cache(maxsize=256)
def _size(room: tuple[int, int]) -> int:
    """The largest letters in which points of four digits fit that width and height."""
    tried = 200
    ink = ink_of(WIDEST_POINTS, tried)
    return max(1, int(min(room[0] * tried / ink.width, room[1] * tried / ink.height)) - 1)


# --- slim rows ---

SLIM_LOW, SLIM_HIGH = 46, 66
"""The height of a box with points next to the name, and of one with points below it."""

ONE_LINE = 136
"""A box this wide has room for name and points side by side."""

SLIM_NAME, SLIM_ENOUGH, SLIM_LEAST = Letters.LINE, Letters.SMALL, Letters.LEAST
"""Sizes of names: the largest, the largest in one row or next to a target, the smallest ..."""

SLIM_POINTS, SLIM_TARGET = Letters.HEAD, Letters.SMALL
"""... and of points, and of the target that a side plays to."""


@dataclass(frozen=True)
class SlimShown:
    """A side, its points or its clock's time, the size of all names, and its `number`, from the
    first."""

    side: SideView
    worth: str
    name: float = SLIM_NAME
    number: int = 0


def slim_parts(
    area: pygame.Rect, sides: tuple[SideView, ...], canvas: Canvas, *, clocks: bool = False
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """A part for each side, and the area left below them: all in one row if their names are legible
    in it, else two by two. `clocks`: they replace the points."""
    if clocks:
        sides = tuple(replace(side, target=None) for side in sides)
    gap, count = canvas.px(GAP), len(sides)
    worth = tuple(side.clock if clocks else points_text(side.total) for side in sides)
    columns, width = count, (area.width - (count - 1) * gap) // count
    if not _have_room(canvas, width, sides, worth):
        columns = min(count, 2)
        width = (area.width - (columns - 1) * gap) // columns
    high = canvas.px(SLIM_LOW if width >= canvas.px(ONE_LINE) else SLIM_HIGH)
    shown = _with_names(canvas, pygame.Rect(0, 0, width, high), sides, worth)
    parts = tuple(
        Part(
            pygame.Rect(
                area.left + number % columns * (width + gap),
                area.top + number // columns * (high + gap),
                width,
                high,
            ),
            draw_slim,
            each,
        )
        for number, each in enumerate(shown)
    )
    used = -(-count // columns) * (high + gap)
    return parts, pygame.Rect(area.left, area.top + used, area.width, area.height - used)


def _have_room(
    canvas: Canvas, width: int, sides: tuple[SideView, ...], worth: tuple[str, ...]
) -> bool:
    """Whether the sides' names are large enough in boxes of this width, and legible next to what
    stands at their right."""
    longest = max(canvas.width_of(side.name, SLIM_ENOUGH, Face.TITLE) for side in sides)
    if width < longest + canvas.px(40):
        return False
    room = width - canvas.px(16) - canvas.px(17)
    return width < canvas.px(ONE_LINE) or all(
        canvas.width_of(side.name, SLIM_LEAST, Face.TITLE) + _points_width(canvas, each) <= room
        for side, each in zip(sides, worth, strict=True)
    )


def draw_slim(canvas: Canvas, area: pygame.Rect, shown: SlimShown) -> None:
    """Name and points; the side to move has a frame and an arrow, and stands out. A touch is the
    side's button."""
    canvas.offer(area, SIDE_BUTTONS[shown.number])
    side, largest = shown.side, shown.name
    theme, ahead = canvas.theme, side.turn or side.won
    colour = theme.accent if ahead else theme.text
    canvas.box(area, theme.panel, corner=8)
    inner = area.inflate(-canvas.px(16), -canvas.px(4))
    if ahead:
        canvas.box(area, theme.accent, edge=3, corner=8)
        sign = pygame.Rect(inner.left - canvas.px(3), inner.top, canvas.px(14), inner.height)
        if area.height > canvas.px(SLIM_LOW):
            sign.height = inner.height * 2 // 5
        draw_arrow(canvas, sign, colour)
        left = sign.right + canvas.px(3)
        inner = pygame.Rect(left, inner.top, inner.right - left, inner.height)
    if area.height > canvas.px(SLIM_LOW):
        name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 2 // 5)
        points = pygame.Rect(area.left, name.bottom, area.width, inner.bottom - name.bottom)
        canvas.write(side.name, name, colour, largest, face=Face.TITLE, middle=True)
        canvas.write(
            shown.worth,
            points,
            colour,
            SLIM_POINTS,
            face=Face.TITLE,
            align=Align.MIDDLE,
            middle=True,
        )
        return
    target, beyond = _target(side), _target_width(canvas, side)
    room = _points_width(canvas, shown.worth)
    narrow = min(largest, SLIM_ENOUGH)
    if canvas.width_of(side.name, narrow, Face.TITLE) > inner.width - room - beyond:
        target, beyond = "", 0
    aim = pygame.Rect(inner.right - beyond, inner.top, beyond, inner.height)
    points = pygame.Rect(aim.left - room, inner.top, room, inner.height)
    name = pygame.Rect(inner.left, inner.top, points.left - inner.left, inner.height)
    canvas.write(target, aim, theme.quiet, SLIM_TARGET, align=Align.RIGHT, middle=True)
    canvas.write(side.name, name, colour, largest, face=Face.TITLE, middle=True)
    canvas.write(
        shown.worth, points, colour, SLIM_POINTS, face=Face.TITLE, align=Align.RIGHT, middle=True
    )


def _with_names(
    canvas: Canvas, area: pygame.Rect, sides: tuple[SideView, ...], worth: tuple[str, ...]
) -> tuple[SlimShown, ...]:
    """The sides with the largest letters at which each name has room between the sign and its
    points; without targets if these would leave too little."""
    room = area.width - canvas.px(16) - canvas.px(17)
    below = area.height > canvas.px(SLIM_LOW)
    points = [0 if below else _points_width(canvas, each) for each in worth]
    aims = [0 if below else _target_width(canvas, side) for side in sides]
    none = [0] * len(sides)
    tried = [(size, aims) for size in range(SLIM_NAME, SLIM_ENOUGH - 1, -1)]
    for size, beyond in (*tried, *((size, none) for size in range(SLIM_NAME, SLIM_LEAST, -1))):
        wide = [canvas.width_of(side.name, size, Face.TITLE) for side in sides]
        if all(sum(each) <= room for each in zip(wide, points, beyond, strict=True)):
            break
    else:
        size, beyond = SLIM_LEAST, none
    shown = sides if beyond is aims else tuple(replace(side, target=None) for side in sides)
    numbered = enumerate(zip(shown, worth, strict=True))
    return tuple(SlimShown(side, text, size, number) for number, (side, text) in numbered)


def _target_width(canvas: Canvas, side: SideView) -> int:
    text = _target(side)
    return canvas.width_of(text, SLIM_TARGET) + canvas.px(4) if text else 0


def _points_width(canvas: Canvas, worth: str) -> int:
    return canvas.width_of(worth, SLIM_POINTS, Face.TITLE) + canvas.px(6)


def points_place(canvas: Canvas, part: AnyPart, side: str) -> pygame.Rect | None:
    """Where that side's points stand in a part of the screen; None in any other part."""
    shown, area = part.shows, part.area
    if not isinstance(shown, SideShown | SlimShown) or shown.side.name != side:
        return None
    if isinstance(shown, SideShown):
        points = SideBox.of(canvas, area, shown.form).points
        if not shown.form.points_at_right:
            return points
        wide = min(points.width, points.height)  # of two digits, as most totals have
        return pygame.Rect(points.right - wide, points.top, wide, points.height)
    room = _points_width(canvas, shown.worth)
    return pygame.Rect(area.right - room, area.top, room, area.height)


# --- the seconds of a turn ---

SECONDS_WIDE, SECONDS_HIGH = 92, 40
"""The place of the seconds ..."""

SECONDS_LEAST = 38
"""... and the least pixels of its height: figures of 5 mm at 480 x 320 on 3.5 inches."""


def seconds_high(canvas: Canvas) -> int:
    """Pixels of the line that the seconds of a turn stand in."""
    return max(canvas.px(SECONDS_HIGH), SECONDS_LEAST)


def next_to_countdown(
    canvas: Canvas, area: pygame.Rect, countdown: CountdownView | None
) -> pygame.Rect:
    """The area next to the seconds of this turn, which are drawn at its right if there are any."""
    if countdown is None:
        return area
    high = min(area.height, seconds_high(canvas))
    share = SECONDS_WIDE / SECONDS_HIGH
    place = pygame.Rect(0, area.top, min(round(high * share), area.width * 3 // 8), high)
    place.right = area.right
    colour = canvas.theme.panel
    written = canvas.theme.text
    if countdown.low:
        colour, written = canvas.theme.trouble, canvas.theme.ground
    canvas.box(place, colour)
    canvas.write_large(
        countdown.left,
        place.inflate(-canvas.px(14), -canvas.px(10)),
        written,
        largest=100,
    )
    return pygame.Rect(area.left, area.top, area.width - place.width - canvas.px(GAP), area.height)
