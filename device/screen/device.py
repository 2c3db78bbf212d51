"""The camera's live picture on the screen with the grid found in it, and a check of the device.

Each verdict has a sign as well as a colour: a tick, a warning, a cross, three dots while it is
unknown. Draws what a view holds. Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from device.doctor.checks import CheckGrade
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Letters,
    Part,
    ScreenPlaces,
    TextLine,
    camera_off,
    draw_cross,
    draw_line,
    draw_tick,
    draw_turning,
    draw_warning,
    fitted_in,
    turn_wide,
)
from device.themes import Colour
from device.views.crops import Image, ShownGrid
from device.views.device import AimView, CheckLine, DoctorView, NoteView
from vision.reading import Point

# --- the picture and its grid ---

CORNER_NAME, FIRST_CORNER = Letters.SMALL, Letters.REMARK
"""The letters of a corner's name, for 800 x 480."""


@dataclass(frozen=True)
class LivePicture:
    """A picture, and the grid of the board in it; `waits`: one is about to come."""

    image: Image | None
    grid: ShownGrid | None
    waits: bool = False


def draw_live(canvas: Canvas, area: pygame.Rect, shown: LivePicture) -> None:
    """The picture as large as fits, or a note that there is none."""
    canvas.box(area, canvas.theme.panel)
    if shown.image is None:
        sign = pygame.Rect(0, 0, canvas.px(120), canvas.px(90))
        sign.center = area.center
        if not shown.waits:
            camera_off(canvas, sign, canvas.theme.quiet, canvas.theme.panel)
        return
    image = shown.image
    place = fitted_in((image.width, image.height), area)
    picture = pygame.image.frombuffer(image.rgb, (image.width, image.height), "RGB")
    if picture.get_size() != place.size:
        picture = pygame.transform.smoothscale(picture, place.size)
    canvas.surface.blit(picture, place)
    if shown.grid is not None:
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(place.clip(clip))
        _draw_grid(canvas, place, shown.grid)
        canvas.surface.set_clip(clip)


def _draw_grid(canvas: Canvas, place: pygame.Rect, grid: ShownGrid) -> None:
    surface, theme = canvas.surface, canvas.theme
    for line in grid.lines:
        # pygame's anti-aliased lines differ from one drawing to the next.
        pygame.draw.lines(surface, theme.pointed, False, _at(place, line))
    outline = _at(place, grid.outline)
    pygame.draw.lines(surface, theme.mark_edge, True, outline, canvas.px(5))
    pygame.draw.lines(surface, theme.pointed, True, outline, canvas.px(3))
    if not grid.turn_known:
        return
    middle = pygame.Vector2(_at(place, [_middle(grid.corners)])[0])
    for number, (corner, name) in enumerate(zip(grid.corners, grid.names, strict=True)):
        at = pygame.Vector2(_at(place, [corner])[0])
        _draw_name(canvas, place, at, (at - middle).normalize(), name, first=number == 0)


def _draw_name(
    canvas: Canvas,
    place: pygame.Rect,
    at: pygame.Vector2,
    outwards: pygame.Vector2,
    name: str,
    *,
    first: bool,
) -> None:
    """A corner's name in a box just outside it, if the picture reaches that far."""
    theme, size = canvas.theme, FIRST_CORNER if first else CORNER_NAME
    box = pygame.Rect(0, 0, 0, canvas.line_height(size, Face.TITLE) + canvas.px(2))
    box.width = canvas.width_of(name, size, Face.TITLE) + canvas.px(12)
    centre = at + outwards * max(box.size) * 0.7
    box.center = (round(centre.x), round(centre.y))
    box.clamp_ip(place)
    canvas.box(box, theme.chosen if first else theme.panel)
    colour = theme.on_chosen if first else theme.text
    canvas.write(name, box, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)


def _at(place: pygame.Rect, points: Sequence[Point]) -> list[Point]:
    return [(place.left + x * place.width, place.top + y * place.height) for x, y in points]


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


# --- signs of verdicts ---


def draw_verdict(
    canvas: Canvas,
    area: pygame.Rect,
    verdict: CheckGrade | None,
    ground: Colour,
    colour: Colour | None = None,
) -> None:
    """The sign of a verdict in the middle of the area, on that ground; in a contrasting colour if
    its own would not stand out."""
    theme = canvas.theme
    match verdict:
        case CheckGrade.GOOD:
            draw_tick(canvas, area, colour or theme.good)
        case CheckGrade.DOUBTFUL:
            side = min(area.size) * 4 // 5
            place = pygame.Rect(0, 0, side, side)
            place.center = area.center
            draw_warning(canvas, place, colour or theme.accent, ground)
        case CheckGrade.BAD:
            draw_cross(canvas, area, colour or theme.trouble)
        case None:
            _points(canvas, area, colour or theme.quiet)


def _points(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    step, radius = min(area.size) // 3, max(2, min(area.size) // 12)
    for way in (-1, 0, 1):
        centre = (area.centerx + way * step, area.centery)
        pygame.draw.circle(canvas.surface, colour, centre, radius)


# --- aiming the camera ---

AIM_TITLE, AIM_SIGN, NOTE_SIGN = 42, 44, 26
"""Heights of the title and of the signs next to the text and to a note, for 800 x 480."""

WORDS_WIDE = 0.33
"""Share of the width that the text next to the picture takes."""

PICTURE_HIGH = 0.54
"""Share of the height that the picture takes on upright screens."""

NOTE_NAME, NOTE_VALUE = Letters.SMALL, Letters.REMARK
"""The largest letters of a note's name and of its value, for 800 x 480."""


@dataclass(frozen=True)
class AimWords:
    """The text on the picture, its verdict, what to do, and how good the picture is."""

    text: str
    verdict: CheckGrade | None
    advice: str
    notes: tuple[NoteView, ...]


def aim_parts(shown: AimView, layout: ScreenPlaces, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, except for the foot."""
    area, gap = layout.whole, canvas.px(GAP)
    title = pygame.Rect(area.left, area.top, area.width, canvas.px(AIM_TITLE))
    top = title.bottom + gap // 2
    body = pygame.Rect(area.left, top, area.width, area.bottom - top)
    if layout.upright:
        picture = pygame.Rect(body.left, top, body.width, int(body.height * PICTURE_HIGH))
        said = pygame.Rect(body.left, picture.bottom + gap, body.width, 0)
        said.height = body.bottom - said.top
    else:
        wide = int(body.width * WORDS_WIDE)
        picture = pygame.Rect(body.left, top, body.width - wide - gap, body.height)
        said = pygame.Rect(picture.right + gap, top, wide, body.height)
    return (
        Part(title, draw_line, TextLine(shown.title, Letters.HEAD, face=Face.TITLE)),
        Part(picture, draw_live, LivePicture(shown.image, shown.grid, shown.waits)),
        Part(said, draw_said, AimWords(shown.said, shown.verdict, shown.advice, shown.notes)),
    )


def draw_said(canvas: Canvas, area: pygame.Rect, shown: AimWords) -> None:
    """A sign, the text, what to do, and below it how good the picture is."""
    theme, gap = canvas.theme, canvas.px(GAP)
    canvas.box(area, theme.panel)
    inner = area.inflate(-3 * gap, -2 * gap)
    bottom = _draw_notes(canvas, inner, shown.notes)
    sign = pygame.Rect(inner.left, inner.top, canvas.px(AIM_SIGN), canvas.px(AIM_SIGN))
    draw_verdict(canvas, sign, shown.verdict, theme.panel)
    words = pygame.Rect(sign.right + gap, inner.top, 0, bottom - inner.top)
    if area.width <= area.height:
        words = pygame.Rect(inner.left, sign.bottom, 0, bottom - sign.bottom)
    words.width = inner.right - words.left
    upper = words.copy()
    if shown.advice:
        upper.height = words.height // 2
    used = canvas.write(shown.text, upper, theme.text, Letters.HEAD, face=Face.TITLE)
    lower = pygame.Rect(words.left, words.top + used + gap // 2, words.width, 0)
    lower.height = words.bottom - lower.top
    canvas.write(shown.advice, lower, theme.text, Letters.LINE)


def _draw_notes(canvas: Canvas, area: pygame.Rect, notes: tuple[NoteView, ...]) -> int:
    """A line for each at the bottom of the area; returns where they begin."""
    names, values = canvas.line_height(NOTE_NAME), canvas.line_height(NOTE_VALUE, Face.TITLE)
    high, gap = names + values, canvas.px(GAP)
    bottom = area.bottom
    for note in reversed(notes):
        row = pygame.Rect(area.left, bottom - high, area.width, high)
        sign = pygame.Rect(row.left, 0, canvas.px(NOTE_SIGN), canvas.px(NOTE_SIGN))
        sign.centery = row.centery
        draw_verdict(canvas, sign, note.verdict, canvas.theme.panel)
        left = sign.right + gap
        name = pygame.Rect(left, row.top, row.right - left, names)
        canvas.write(note.name, name, canvas.theme.quiet, NOTE_NAME)
        value = pygame.Rect(left, name.bottom, name.width, values)
        canvas.write(note.value, value, canvas.theme.text, NOTE_VALUE, face=Face.TITLE)
        bottom = row.top - gap // 2
    if notes:
        edge = pygame.Rect(area.left, bottom - gap // 2, area.width, max(1, canvas.px(1)))
        canvas.box(edge, canvas.theme.line, corner=0)
        bottom = edge.top - gap // 2
    return bottom


# --- the check of the device ---

HEAD = 42
"""The height of the title, for 800 x 480."""

NAMES, VALUES = Letters.REMARK, Letters.REMARK
"""The largest letters of a row, for 800 x 480."""

SIGN = 28
"""The width of a row's sign, for 800 x 480."""

NAME_SHARE = 0.3
"""Share of a row's width that its name takes."""


@dataclass(frozen=True)
class CheckHead:
    """The title, and how it went."""

    title: str
    summary: str
    verdict: CheckGrade | None


@dataclass(frozen=True)
class CheckRows:
    """All checks, and the chosen one."""

    lines: tuple[CheckLine, ...]
    chosen: int


@dataclass(frozen=True)
class _Row:
    """The places in a row, from its top left corner."""

    sign: pygame.Rect
    name: pygame.Rect
    value: pygame.Rect
    advice: pygame.Rect
    height: int


def doctor_parts(shown: DoctorView, layout: ScreenPlaces, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, except for the foot."""
    area = layout.whole
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(HEAD))
    top = head.bottom + canvas.px(GAP) // 2
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    return (
        Part(head, draw_summary, CheckHead(shown.title, shown.summary, shown.verdict)),
        Part(rows, draw_checks, CheckRows(shown.lines, shown.chosen)),
    )


def draw_summary(canvas: Canvas, area: pygame.Rect, shown: CheckHead) -> None:
    """The title at the left, how it went at the right."""
    half = area.width // 2
    left = pygame.Rect(area.left, area.top, half, area.height)
    canvas.write(shown.title, left, canvas.theme.text, Letters.HEAD, face=Face.TITLE, middle=True)
    right = pygame.Rect(left.right, area.top, area.width - half - area.height, area.height)
    canvas.write(
        shown.summary,
        right,
        canvas.theme.text,
        Letters.LINE,
        face=Face.TITLE,
        align=Align.RIGHT,
        middle=True,
    )
    sign = pygame.Rect(right.right, area.top, area.height, area.height)
    draw_verdict(canvas, sign, shown.verdict, canvas.theme.ground)


def draw_checks(canvas: Canvas, area: pygame.Rect, shown: CheckRows) -> None:
    """The rows round the chosen one, and marks for more."""
    gap, width = max(2, canvas.px(4)), area.width - turn_wide(canvas) - canvas.px(GAP) // 2
    rows = [_row(canvas, width, line) for line in shown.lines]
    first, last = _seen([row.height + gap for row in rows], shown.chosen, area.height + gap)
    top = area.top
    for number in range(first, last):
        row, line = rows[number], shown.lines[number]
        place = pygame.Rect(area.left, top, width, min(row.height, area.bottom - top))
        canvas.offer(place, number)
        _draw_row(canvas, place, row, line, chosen=number == shown.chosen)
        top += row.height + gap
    if last - first < len(rows):
        marks = pygame.Rect(0, area.top, turn_wide(canvas), area.height)
        marks.right = area.right
        draw_turning(canvas, marks, range(first, last), range(len(rows)))


def _seen(heights: Sequence[int], chosen: int, room: int) -> tuple[int, int]:
    """The first row shown and the one after the last: as many as fit round the chosen one, with the
    next one if there is room, so that the way on is visible."""
    first = 0
    until = min(chosen + 2, len(heights))
    while first < chosen and sum(heights[first:until]) > room:
        first += 1
    last = min(first + 1, len(heights))
    while last < len(heights) and sum(heights[first : last + 1]) <= room:
        last += 1
    return first, last


def _row(canvas: Canvas, width: int, line: CheckLine) -> _Row:
    pad, gap = canvas.px(6), canvas.px(GAP)
    sign = pygame.Rect(gap, pad, canvas.px(SIGN), canvas.line_height(NAMES, Face.TITLE))
    name_width = int((width - sign.right - 3 * gap) * NAME_SHARE)
    name = pygame.Rect(sign.right + gap, pad, name_width, 0)
    name.height = canvas.height_of(line.name, name.width, NAMES, Face.TITLE)
    lower = (sign.height - canvas.line_height(VALUES)) // 2  # in the middle of the name's line
    value = pygame.Rect(name.right + gap, pad + lower, width - name.right - 2 * gap, 0)
    value.height = canvas.height_of(line.value, value.width, VALUES)
    advice = pygame.Rect(value.left, value.bottom, value.width, 0)
    if line.advice:
        advice.height = canvas.height_of(line.advice, advice.width, VALUES, Face.STRONG)
    return _Row(sign, name, value, advice, max(name.bottom, advice.bottom) + pad)


def _draw_row(
    canvas: Canvas, area: pygame.Rect, row: _Row, line: CheckLine, *, chosen: bool
) -> None:
    theme, at = canvas.theme, area.topleft
    ground = theme.chosen if chosen else theme.panel
    colour = theme.on_chosen if chosen else theme.text
    canvas.box(area, ground)
    sign = theme.on_chosen if chosen else None
    draw_verdict(canvas, row.sign.move(at), line.verdict, ground, sign)
    canvas.write(line.name, row.name.move(at), colour, NAMES, face=Face.TITLE)
    canvas.write(line.value, row.value.move(at), colour, VALUES)
    canvas.write(line.advice, row.advice.move(at), colour, VALUES, face=Face.STRONG)
