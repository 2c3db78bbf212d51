"""A question on the screen: what is asked, its answers, and what the camera sees of it.

It takes the whole screen; its subject, the crop of its squares or the board, stands next to its
text and answers. Answers are rows, or a grid of cells for many letters. When pointing at a square,
players see the board large, with the square marked; a kept picture is shown as large as fits, and
its file is the only one that a screen reads.
Tests: tests/device/test_question_screen.py, tests/device/test_rows.py, tests/device/test_screen.py.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import pygame

from device.clock_and_dice.views import ClockView
from device.screen.board import BoardPlace, BoardShown, DrawnTile, draw_board, draw_tile
from device.screen.dice_and_clock import TimeLeft, draw_time, zone_parts
from device.screen.drawing import (
    GAP,
    PAD,
    Align,
    AnyPart,
    Canvas,
    Face,
    Letters,
    Part,
    ScreenPlaces,
    columns,
    draw_turning,
    fitted_in,
    rows,
    turn_wide,
)
from device.screen.sides import next_to_countdown, seconds_high, slim_parts
from device.screen.statistics import draw_standings
from device.session.core.inputs import TurnedTo
from device.themes import Colour
from device.views.crops import Crop
from device.views.dialogs import PointingView, QuestionView
from device.views.table import BoardView, PictureView, TableView
from device.views.turn import CountdownView
from engine.position import EMPTY
from engine.squares import Square
from hardware.picture_files import PictureFileError, read_picture

# --- rows to choose from ---

AnswerRow: TypeAlias = tuple[str, str]
"""The text at the left of a row, and in its second half, "" if the first may fill the row."""

ROW_LOWEST, ROW_HIGHEST = 30, 46
"""The least height of a row, and the greatest unless the caller sets one, for 800 x 480."""

CHOSEN = "› "
"""The mark before the chosen row; the others leave room for it."""


LEAST_PAGED = 3
"""Rows on the screen of which two at least turn pages, over the last one, which stays."""


def draw_rows(
    canvas: Canvas,
    area: pygame.Rect,
    rows: Sequence[AnswerRow],
    chosen: int,
    *,
    height: int | None = None,
    largest: float = Letters.LINE,
    highest: float = ROW_HIGHEST,
    most: int | None = None,
    first_answer: int = 0,
    greyed: Set[int] = frozenset(),
    last_stays: bool = False,
) -> None:
    """Draws the rows, the chosen one filled and with a mark before it.

    `height`: pixels from row to row, if not as high as there is room for, up to `highest`. `most`:
    the most rows on the screen at once, as high as that leaves room for. `first_answer`: the answer
    in the first row. `greyed`: rows that can't be chosen now. `last_stays`: the last row, the way
    out, is in view whichever of the others are.
    """
    if height is None:
        low = max(canvas.px(ROW_LOWEST), canvas.smallest + 6)
        share = area.height // max(1, min(len(rows), most or len(rows)))
        height = max(min(low, area.height), min(canvas.px(highest), share))
    fits = max(1, min(area.height // height, most or len(rows)))
    fixed = int(last_stays and LEAST_PAGED <= fits < len(rows))
    paged, room = len(rows) - fixed, fits - fixed
    first = min(max(0, chosen - room // 2), max(0, paged - room))
    width, gap = area.width, max(2, canvas.px(4))
    if fits < len(rows):
        width -= turn_wide(canvas) + gap
    seen = [*range(first, min(paged, first + room)), *range(paged, len(rows))[:fixed]]
    for place, number in enumerate(seen):
        row = pygame.Rect(area.left, area.top + place * height, width, height - gap)
        canvas.offer(row, first_answer + number)
        _draw_row(canvas, row, rows[number], number == chosen, largest, greyed=number in greyed)
    if fits < len(rows):
        marks = pygame.Rect(area.left + width + gap, area.top, turn_wide(canvas), fits * height)
        shown = range(first_answer + first, first_answer + first + room)
        draw_turning(canvas, marks, shown, range(first_answer, first_answer + paged))


def _draw_row(
    canvas: Canvas,
    area: pygame.Rect,
    row: AnswerRow,
    chosen: bool,
    largest: float,
    *,
    greyed: bool,
) -> None:
    if chosen or not greyed:
        canvas.box(area, canvas.theme.chosen if chosen else canvas.theme.panel)
    colour = canvas.theme.quiet if greyed else canvas.theme.text
    colour = canvas.theme.on_chosen if chosen else colour
    label, value = row
    face = Face.TITLE if chosen else Face.TEXT
    inner = area.inflate(-2 * canvas.px(PAD), -2)
    room = inner.width * 9 // 20 if value else inner.width
    indent = canvas.width_of(CHOSEN, largest, Face.TITLE)
    if chosen:
        place = pygame.Rect(inner.left, inner.top, room, inner.height)
        canvas.write(f"{CHOSEN}{label}", place, colour, largest, face=face, middle=True)
    else:
        place = pygame.Rect(inner.left + indent, inner.top, room - indent, inner.height)
        canvas.write(label, place, colour, largest, face=face, middle=True)
    if value:
        left = inner.left + room + canvas.px(8)
        rest = pygame.Rect(left, inner.top, inner.right - left, inner.height)
        canvas.write(value, rest, colour, largest, face=face, middle=True)


# --- many letters or numbers to choose from ---

CELL_HIGHEST, CELL_LOWEST = 54, 22
"""The heights of the cells, for 800 x 480; they are square, or wider where there is room. A single
row of them is as high as answers are elsewhere."""

MOST_BELOW = 3
"""Answers shown below the letters at once: those that end a play by hand have to be in reach of a
finger."""


@dataclass(frozen=True)
class LetterGrid:
    """Letters `across` side by side, the first `count` options, and answers below them; `used_up`:
    the places of those that are greyed."""

    options: tuple[str, ...]
    count: int
    across: int
    selected: int
    used_up: frozenset[int] = frozenset()


def draw_letters(canvas: Canvas, area: pygame.Rect, shown: LetterGrid) -> None:
    """The letters in lines, in reading order; the others as rows below."""
    letters, others = shown.options[: shown.count], shown.options[shown.count :]
    lines = -(-len(letters) // shown.across)
    highest = QUESTION_HIGHEST if lines == 1 else CELL_HIGHEST
    row = min(canvas.px(highest), max(canvas.smallest + 6, area.height // 6))
    below = row * min(MOST_BELOW, len(others)) + canvas.px(GAP) if others else 0
    room = pygame.Rect(area.left, area.top, area.width, area.height - below)
    lowest = max(canvas.px(CELL_LOWEST), canvas.smallest + 4)
    high = max(lowest, min(room.height // lines, canvas.px(highest)))
    fits = max(1, min(lines, room.height // high))
    line = shown.selected // shown.across if shown.selected < len(letters) else lines - 1
    first = min(max(0, line - fits // 2), lines - fits)
    shown_here = range(first * shown.across, min(len(letters), (first + fits) * shown.across))
    for number in shown_here:
        column, down = number % shown.across, number // shown.across - first
        left = room.left + room.width * column // shown.across
        right = room.left + room.width * (column + 1) // shown.across
        cell = pygame.Rect(left, room.top + down * high, right - left, high)
        canvas.offer(cell, number)
        chosen, greyed = number == shown.selected, number in shown.used_up
        _draw_letter(canvas, cell, letters[number], chosen=chosen, greyed=greyed)
    if others:
        top = room.top + fits * high + canvas.px(GAP)
        rest = pygame.Rect(area.left, top, area.width, area.bottom - top)
        draw_rows(
            canvas,
            rest,
            [(other, "") for other in others],
            shown.selected - len(letters),
            largest=ANSWER_LETTERS if lines == 1 else Letters.LINE,
            highest=QUESTION_HIGHEST if lines == 1 else ROW_HIGHEST,
            first_answer=len(letters),
            greyed=frozenset(number - len(letters) for number in shown.used_up),
        )


def _draw_letter(
    canvas: Canvas, cell: pygame.Rect, letter: str, *, chosen: bool, greyed: bool
) -> None:
    gap = max(2, canvas.px(4))
    place = cell.inflate(-gap, -gap)
    if chosen:
        # Larger than the others and framed: it stands out without its colour.
        place = cell.inflate(gap // 2, gap // 2)
        canvas.box(place, canvas.theme.chosen)
        canvas.box(place, canvas.theme.text, edge=3)
    elif not greyed:  # without a box: it is no key now, also to those who see no colours
        canvas.box(place, canvas.theme.panel)
    colour = canvas.theme.quiet if greyed else canvas.theme.text
    colour = canvas.theme.on_chosen if chosen else colour
    size = place.height / canvas.unit * (0.92 if chosen else 0.5 if greyed else 0.72)
    canvas.write(letter, place, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)


# --- the camera's view of a few squares ---

ROOM_FOR_BOARD = 110
"""With this much room next to a crop, the board is shown there, for 800 x 480 ..."""

LEGIBLE = 12
"""... with its letters, if its squares have this many pixels; else as a map."""

MAP_SHARE = 0.25
"""The map's side, as a share of the crop's shorter one: next to a single square in the middle."""

MAP_LEAST = 2
"""Pixels of a square on the map: with fewer there is none."""

MAP_CLEAR = 6
"""Squares of this many pixels are drawn to scale on a map; marks on smaller ones are enlarged."""

SQUARE_NAME = 40
"""The height of the square's name on the crop."""


@dataclass(frozen=True)
class SeenShown:
    """A crop, and the board that its squares are on."""

    crop: Crop
    board: BoardView


def draw_seen(canvas: Canvas, area: pygame.Rect, shown: SeenShown) -> None:
    """The crop as large as the area allows, and the board or a map of it."""
    image, gap = shown.crop.image, canvas.px(GAP)
    place = fitted_in((image.width, image.height), area)
    below, at_right = area.height - place.height - gap, area.width - place.width - gap
    least = canvas.px(ROOM_FOR_BOARD)
    if below >= least:
        place.top = area.top
        side = min(below, area.width)
        rest = pygame.Rect(0, area.bottom - side, side, side)
        rest.centerx = area.centerx
        _draw_whole(canvas, rest, shown.board)
    elif at_right >= least:
        place.left = area.left
        side = min(at_right, area.height)
        rest = pygame.Rect(area.right - side, 0, side, side)
        rest.centery = area.centery
        _draw_whole(canvas, rest, shown.board)
    framed = draw_crop(canvas, place, shown.crop, canvas.theme.asked)
    if below < least and at_right < least:
        _draw_map(canvas, place, framed, shown.board)


def _draw_whole(canvas: Canvas, area: pygame.Rect, board: BoardView) -> None:
    """The board in a square of its own."""
    cell = area.width // len(board.rows)
    if cell >= LEGIBLE:
        draw_board(canvas, area, BoardShown(board))
        return
    plan = pygame.Rect(0, 0, cell * len(board.rows), cell * len(board.rows))
    plan.center = area.center
    _draw_plan(canvas, plan, cell, board)


def draw_crop(
    canvas: Canvas, place: pygame.Rect, crop: Crop, colour: Colour, *, named: bool = True
) -> list[pygame.Rect]:
    """The crop over the place, its squares framed, and `named` if there is just one; returns their
    places."""
    image = crop.image
    drawn = pygame.image.frombuffer(image.rgb, (image.width, image.height), "RGB")
    canvas.surface.blit(pygame.transform.smoothscale(drawn, place.size), place)
    across, down = place.width / image.width, place.height / image.height
    framed = [
        pygame.Rect(
            place.left + round(box.left * across),
            place.top + round(box.top * down),
            round(box.width * across),
            round(box.height * down),
        )
        for box in crop.framed
    ]
    for frame in framed:
        wide = frame if len(framed) > 1 else frame.inflate(canvas.px(10), canvas.px(10))
        # The frame has an edge: it stands out on tiles and boards of any colour.
        canvas.box(wide.inflate(canvas.px(4), canvas.px(4)), canvas.theme.mark_edge, edge=8)
        canvas.box(wide, colour, edge=4)
    canvas.box(place, canvas.theme.line, edge=2, corner=1)
    if named and len(framed) == 1 and crop.names:
        _draw_name(canvas, place, framed[0], crop.names[0])
    return framed


def _draw_name(canvas: Canvas, place: pygame.Rect, frame: pygame.Rect, name: str) -> None:
    """The name of the one square, filling the corner."""
    high = min(canvas.px(SQUARE_NAME), (frame.top - place.top) - canvas.px(12))
    if high < canvas.smallest:
        return
    wide = canvas.width_of(name, high / canvas.unit, Face.TITLE) + canvas.px(14)
    sign = pygame.Rect(place.left, place.top, wide, high)
    canvas.box(sign, canvas.theme.ground, corner=1)
    canvas.write(
        name,
        sign,
        canvas.theme.text,
        high / canvas.unit,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _draw_map(
    canvas: Canvas, place: pygame.Rect, framed: list[pygame.Rect], board: BoardView
) -> None:
    """The board as a map in a corner where it hides none of the squares; else no map."""
    size = len(board.rows)
    for cell in range(int(MAP_SHARE * min(place.size)) // size, MAP_LEAST - 1, -1):
        plan = pygame.Rect(0, 0, cell * size, cell * size)
        for corner in ("bottomright", "bottomleft", "topright"):
            setattr(plan, corner, getattr(place, corner))
            if plan.collidelist(framed) < 0:
                _draw_plan(canvas, plan, cell, board)
                return


def _draw_plan(canvas: Canvas, plan: pygame.Rect, cell: int, board: BoardView) -> None:
    canvas.surface.fill(canvas.theme.ground, plan)
    pygame.draw.rect(canvas.surface, canvas.theme.line, plan, 1)

    def place(square: Square) -> pygame.Rect:
        return pygame.Rect(
            plan.left + square.column * cell, plan.top + square.row * cell, cell, cell
        )

    for row, tiles in enumerate(board.rows):
        for column, tile in enumerate(tiles):
            if tile != EMPTY:
                canvas.surface.fill(canvas.theme.quiet, place(Square(column, row)))
            elif cell >= MAP_CLEAR:
                ground = canvas.theme.squares[board.premiums[row][column]]
                canvas.surface.fill(ground, place(Square(column, row)).inflate(-1, -1))
    larger = cell if cell < MAP_CLEAR else cell // 4
    marks = [place(square).inflate(larger, larger) for square in sorted(board.asked)]
    for mark in marks:
        canvas.surface.fill(canvas.theme.mark_edge, mark.inflate(2, 2))
    for mark in marks:
        canvas.surface.fill(canvas.theme.asked, mark)


# --- the whole question ---

SMALL_SCREEN = 400
"""Pixels: on screens with a shorter side below this there is no room for the clocks above a
question."""

QUESTION_LETTERS = Letters.CALL
"""The largest letters of a question, for 800 x 480 ..."""

ANSWER_LETTERS, QUESTION_HIGHEST, MOST_ROWS = Letters.HEAD, 84, 6
"""... and of its answers, their greatest height, and how many are shown at once: more could not be
read from two metres."""


CLOCK_HIGH = 54
"""The height of a turn's clock above a question, for 800 x 480."""

FEW = 3
"""Answers that fit above a larger board."""


CODE_LIGHT, CODE_DARK = (255, 255, 255), (0, 0, 0)


@dataclass(frozen=True)
class QuestionBox:
    """A question without its picture, and the seconds left of the turn; `letters`: how many of its
    answers stand side by side, `across` of them in a row."""

    text: str
    options: tuple[str, ...]
    selected: int
    letters: int = 0
    across: int = 1
    countdown: CountdownView | None = None
    used_up: frozenset[int] = frozenset()

    @classmethod
    def of(cls, question: QuestionView, countdown: CountdownView | None = None) -> QuestionBox:
        """The box of this question."""
        return cls(
            question.text,
            question.options,
            question.selected,
            question.letters,
            question.across,
            countdown,
            question.used_up,
        )


def question_parts(
    shown: TableView, question: QuestionView, layout: ScreenPlaces, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a question's screen, except for the foot: all of it is the question's, except
    for a picture of its subject and for clocks that go on meanwhile."""
    roomy = min(canvas.surface.get_size()) >= SMALL_SCREEN or not question.letters
    above = shown.clock is not None and roomy
    shown = shown if roomy else replace(shown, clock=None)
    box = QuestionBox.of(question, None if above else shown.countdown)
    if question.code:
        column, place = question_places(layout, roomy=True)
        code = Part(place, draw_code, question.code)
        return code, Part(column, draw_question, box)
    if question.standings is not None:
        column, place = question_places(layout, roomy=True)
        clocks, below = clocks_above(shown, column, canvas)
        table = Part(place, draw_standings, question.standings)
        return table, *clocks, Part(below, draw_question, box)
    if question.crop is None and not question.on_board and not shown.board.asked:
        clocks, below = clocks_above(shown, layout.whole, canvas)
        return *clocks, Part(below, draw_question, box)
    roomy = len(question.options) <= FEW and not _clocks(shown)
    column, place = question_places(layout, roomy=roomy)
    seen: AnyPart = Part(place, draw_board, BoardShown(shown.board))
    if question.on_board:
        seen = Part(place, draw_pointed_board, shown.board)
    if question.crop is not None:
        seen = Part(place, draw_seen, SeenShown(question.crop, shown.board))
    clocks, below = clocks_above(shown, column, canvas)
    return seen, *clocks, Part(below, draw_question, box)


QUIET_ZONE = 4
"""Light modules round a QR code (ISO/IEC 18004)."""


def draw_code(canvas: Canvas, area: pygame.Rect, rows: tuple[str, ...]) -> None:
    """A QR code as large as whole pixels allow; dark on light in every theme, as scanners need
    it."""
    modules = len(rows) + 2 * QUIET_ZONE
    side = max(1, min(area.size) // modules)
    place = pygame.Rect(0, 0, side * modules, side * modules)
    place.center = area.center
    canvas.box(place, CODE_LIGHT, corner=4)
    for y, row in enumerate(rows, QUIET_ZONE):
        for x, module in enumerate(row, QUIET_ZONE):
            if module == "#":
                at = place.left + x * side, place.top + y * side, side, side
                canvas.surface.fill(CODE_DARK, at)


def question_places(layout: ScreenPlaces, *, roomy: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """The places of a question and of its subject: upright screens, where the board leaves little
    room above it, have a smaller board unless that room is `roomy` enough."""
    column, board = layout.column.copy(), layout.board.copy()
    if layout.upright:
        side = board.height * (11 if roomy else 9) // 10
        column.height += board.height - side
        board = pygame.Rect(column.left, board.bottom - side, column.width, side)
    return column, board


def clocks_above(
    shown: TableView, area: pygame.Rect, canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The turn's clock, or else the sides' clocks, if they have any and the screen has room for
    them, and the area left below them."""
    if shown.clock is not None:
        return _turn_clock_above(shown.clock, area, canvas)
    if not _clocks(shown) or min(canvas.surface.get_size()) < SMALL_SCREEN:
        return (), area
    return slim_parts(area, shown.sides, canvas, clocks=True)


def _turn_clock_above(
    clock: ClockView, area: pygame.Rect, canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The time left of a turn and its zones, in a row."""
    gap, high = canvas.px(GAP), canvas.px(CLOCK_HIGH)
    time = pygame.Rect(area.left, area.top, area.width // 4, high)
    zones = pygame.Rect(time.right + gap, area.top, area.right - time.right - gap, high)
    if len(clock.zones) == 1:
        zones = zones.inflate(0, -high // 3)
    used = high + gap
    below = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
    time_part = Part(time, draw_time, TimeLeft.of(clock))
    return (time_part, *zone_parts(zones, clock.zones, canvas)), below


def _clocks(shown: TableView) -> bool:
    return any(side.clock for side in shown.sides)


def draw_question(canvas: Canvas, area: pygame.Rect, asked: QuestionBox) -> None:
    """A question, and its answers as rows, or as a grid if they are many letters."""
    used = draw_text(canvas, area, asked.text, asked.countdown)
    top = area.top + used + canvas.px(GAP)
    rows = pygame.Rect(area.left, top, area.width, area.bottom - top)
    if asked.letters:
        grid = LetterGrid(asked.options, asked.letters, asked.across, asked.selected, asked.used_up)
        draw_letters(canvas, rows, grid)
    else:
        options = [(option, "") for option in asked.options]
        draw_rows(
            canvas,
            rows,
            options,
            asked.selected,
            largest=ANSWER_LETTERS,
            highest=QUESTION_HIGHEST,
            most=MOST_ROWS,
            greyed=asked.used_up,
            last_stays=True,
        )


def draw_text(canvas: Canvas, area: pygame.Rect, text: str, countdown: CountdownView | None) -> int:
    """The question, at the top of the area, next to the seconds; returns the height used."""
    place = pygame.Rect(area.left, area.top, area.width, area.height * 9 // 20)
    place_left = next_to_countdown(canvas, place, countdown)
    used = canvas.write(text, place_left, canvas.theme.text, QUESTION_LETTERS, face=Face.TITLE)
    return used if countdown is None else max(used, min(place.height, seconds_high(canvas)))


# --- pointing at a square ---

POINTED_LARGE, POINTED_SMALL = 96, Letters.REMARK
"""The square's name and its tile, and the text below them, for 800 x 480."""


@dataclass(frozen=True)
class Pointed:
    """The square being pointed at, and the seconds left of the turn."""

    view: PointingView
    countdown: CountdownView | None = None


def pointing_parts(
    shown: TableView, pointing: PointingView, layout: ScreenPlaces, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a screen for pointing at a square, except for the foot."""
    column, place = question_places(layout, roomy=False)
    clocks, below = clocks_above(shown, column, canvas)
    board = Part(place, draw_pointed_board, shown.board)
    countdown = shown.countdown if shown.clock is None else None
    return board, *clocks, Part(below, draw_pointing, Pointed(pointing, countdown))


def draw_pointed_board(canvas: Canvas, area: pygame.Rect, board: BoardView) -> None:
    """The board, with lines along the column and the row that lead to the square."""
    draw_board(canvas, area, BoardShown(board))
    if board.pointed is None:
        return
    grid = BoardPlace.of(canvas, area, len(board.rows))
    square, last = grid.place(board.pointed), len(board.rows) - 1
    whole = grid.place(Square(0, 0)).union(grid.place(Square(last, last)))
    thick, off = max(1, canvas.px(2)), grid.cell
    for column in (square.left - grid.gap, square.right):
        for top, bottom in ((whole.top, square.top - off), (square.bottom + off, whole.bottom)):
            if bottom > top:
                line = pygame.Rect(column, top, thick, bottom - top)
                canvas.surface.fill(canvas.theme.pointed, line)
    for row in (square.top - grid.gap, square.bottom):
        for left, right in ((whole.left, square.left - off), (square.right + off, whole.right)):
            if right > left:
                line = pygame.Rect(left, row, right - left, thick)
                canvas.surface.fill(canvas.theme.pointed, line)


def draw_pointing(canvas: Canvas, area: pygame.Rect, shown: Pointed) -> None:
    """What is wanted; below it the square, its tile, and the camera's view of it."""
    view, gap = shown.view, canvas.px(GAP)
    used = draw_text(canvas, area, view.text, shown.countdown)
    rest = pygame.Rect(area.left, area.top + used + gap, area.width, area.height - used - gap)
    if view.crop is None:
        rest.height = min(rest.height, rest.width // 2)
    else:
        side = min(rest.height, rest.width * 3 // 5)
        place = pygame.Rect(0, rest.top, side, side)
        place.right = rest.right
        draw_crop(canvas, place, view.crop, canvas.theme.pointed, named=False)
        rest.width -= side + gap
        rest.height = side
    _draw_square(canvas, rest, view)


def _draw_square(canvas: Canvas, area: pygame.Rect, view: PointingView) -> None:
    """The square's name and its number among the choices; the tile believed to be there."""
    line, gap = canvas.line_height(POINTED_SMALL), canvas.px(GAP)
    if area.width > area.height:
        name, tile = columns(area, 2, gap)
        high = area.height - line
    else:
        name, tile = rows(area, [(area.height - gap) // 2], gap)
        high = name.height - line
    high = min(high, name.width, canvas.px(POINTED_LARGE))
    top = pygame.Rect(name.left, name.top, name.width, high)
    canvas.write_large(view.square, top, canvas.theme.accent, largest=POINTED_LARGE)
    number = pygame.Rect(name.left, top.bottom, name.width, line)
    among = f"{view.place}/{view.among}"
    canvas.write(among, number, canvas.theme.quiet, POINTED_SMALL, align=Align.MIDDLE)
    if view.tile:
        place = pygame.Rect(0, tile.top, high, high)
        place.centerx = tile.centerx
        draw_tile(canvas, place, DrawnTile(view.tile, None, view.blank))
    note = pygame.Rect(tile.left, tile.top + high, tile.width, line)
    canvas.write(view.note, note, canvas.theme.text, POINTED_SMALL, align=Align.MIDDLE)


# --- a kept picture ---

PICTURE_CAPTION, PICTURE_ANSWERS = 38, 42
"""The heights of the lines below the picture, for 800 x 480."""

ABREAST, FEWER = 3, 2
"""How many answers are shown at once, and on screens no wider than NARROW, for 800 x 480."""

NARROW = 600

PICTURE_MORE = 44
"""The width of the marks for more answers, for 800 x 480."""


def draw_picture(
    canvas: Canvas, area: pygame.Rect, shown: tuple[PictureView, QuestionView | None]
) -> None:
    """The picture over the whole area; below it its caption and the answers."""
    picture, question = shown
    gap = canvas.px(GAP) // 2
    caption_height, answers = canvas.px(PICTURE_CAPTION), canvas.px(PICTURE_ANSWERS)
    below = caption_height + gap + (answers + gap if question is not None else 0)
    place = pygame.Rect(area.left, area.top, area.width, area.height - below)
    scaled = _load(picture.path, place.size)
    if scaled is None:
        middle = place.inflate(-canvas.px(80), -place.height // 2)
        canvas.write(
            picture.unreadable,
            middle,
            canvas.theme.trouble,
            Letters.HEAD,
            face=Face.STRONG,
            align=Align.MIDDLE,
            middle=True,
        )
    else:
        canvas.surface.blit(scaled, scaled.get_rect(center=place.center))
    inner = area.inflate(-2 * canvas.px(GAP), 0)
    caption = pygame.Rect(inner.left, place.bottom, inner.width, caption_height)
    canvas.write(
        picture.caption, caption, canvas.theme.text, Letters.LINE, face=Face.TITLE, middle=True
    )
    if question is not None:
        row = pygame.Rect(inner.left, caption.bottom + gap // 2, inner.width, answers)
        _draw_options(canvas, row, question)


@lru_cache(maxsize=1)
def _load(path: Path | None, size: tuple[int, int]) -> pygame.Surface | None:
    """The picture, scaled to fit that size; None if it can't be shown."""
    if path is None:
        return None
    try:
        picture = read_picture(path)
    except PictureFileError:
        return None  # `draw_picture` draws a message instead
    height, width = picture.shape[:2]
    loaded = pygame.image.frombuffer(picture[:, :, ::-1].tobytes(), (width, height), "RGB")
    share = min(size[0] / loaded.get_width(), size[1] / loaded.get_height())
    fitted = (max(1, int(loaded.get_width() * share)), max(1, int(loaded.get_height() * share)))
    return pygame.transform.smoothscale(loaded, fitted)


def _draw_options(canvas: Canvas, area: pygame.Rect, question: QuestionView) -> None:
    """The answers side by side, as many as fit round the chosen one, and marks for more."""
    options, gap = question.options, canvas.px(GAP)
    fits = min(ABREAST if area.width > canvas.px(NARROW) else FEWER, len(options))
    first = max(0, min(question.selected - fits // 2, len(options) - fits))
    mark = canvas.px(PICTURE_MORE)
    if first > 0:
        earlier = pygame.Rect(area.left, area.top, mark, area.height)
        _draw_more(canvas, earlier, -1)
        canvas.offer(earlier, TurnedTo(max(0, first - fits + fits // 2)))
    if first + fits < len(options):
        later = pygame.Rect(area.right - mark, area.top, mark, area.height)
        _draw_more(canvas, later, 1)
        canvas.offer(later, TurnedTo(min(len(options) - 1, first + fits + fits // 2)))
    if fits < len(options):
        area = area.inflate(-2 * (mark + gap), 0)
    for place, cell in enumerate(columns(area, fits, gap)):
        chosen = first + place == question.selected
        canvas.box(cell, canvas.theme.chosen if chosen else canvas.theme.panel)
        canvas.offer(cell, first + place)
        label = f"{CHOSEN}{options[first + place]}" if chosen else options[first + place]
        canvas.write(
            label,
            cell.inflate(-gap, -2),
            canvas.theme.on_chosen if chosen else canvas.theme.text,
            Letters.LINE,
            face=Face.TITLE if chosen else Face.TEXT,
            align=Align.MIDDLE,
            middle=True,
        )


def _draw_more(canvas: Canvas, area: pygame.Rect, way: int) -> None:
    """A triangle for more answers that way."""
    wide, high = area.width // 2, area.height // 4
    x, y = area.center
    tip, foot = x + way * wide // 2, x - way * wide // 2
    corners = [(tip, y), (foot, y - high), (foot, y + high)]
    pygame.draw.polygon(canvas.surface, canvas.theme.text, corners)
