"""The score sheet on a page of paper, and the final board as a picture: PNG, or PDF.

A page has everybody's points, a column of turns for each side with the words in tiles, the board,
the best play and the curve; only a game of very many turns needs more than one. A page of the PDF
is a picture of it (Pillow, which is there already): nothing else has to be installed, and every
letter looks as it does on the screen. Knows no file. Tests: tests/device/test_paper.py.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, PngImagePlugin

from device.language.numbers import plain, signed
from device.language.texts import Texts
from device.paper.parts import (
    DOTS,
    Occasion,
    Paper,
    PrintedWord,
    best_words,
    draw_best_word,
    draw_final_board,
    draw_heading,
    draw_word,
    occasion_line,
    other_remarks,
    printed_words,
    write_lines,
)
from device.score.sheet import ENGLISH, outcome_lines, story
from device.screen.drawing import Align, Face
from device.screen.result import draw_curve, draw_marker
from device.system.given_files import MADE_HERE
from device.themes import LIGHT
from device.views.turn import extra_views, game_curve
from engine.events import Side
from engine.state import EntryKind, State
from hardware.sdl import pygame

PAGE = (1240, 1754)
"""A4 upright, at this resolution."""

WHITE = (255, 255, 255)

MARGIN = 72
"""Pixels, as wide as printers need."""

BOARD = (1200, 1200)
"""The picture of the board."""

GAP = 24
"""Between columns, and between the parts of a page."""

ROW, LEAST_ROW = 44, 25
"""The height of a turn, and the least in which its letters can be read ..."""

AIR = 4
"""... with what is left free between two of them."""

MOST_WITH_TOTALS = 2
"""With more sides, tiles need the room that running totals would take."""

HEADS, BELOW = 52, 600
"""The heights of the names above the columns, and of the board with what stands next to it."""


@dataclass(frozen=True)
class TurnRow:
    """A line of a side's column: where a play begins, its main word, the rest in words, its points
    (None: they don't change) and the total after it."""

    start: str
    word: PrintedWord | None
    rest: str
    points: int | None
    total: int


def turn_rows(state: State, texts: Texts) -> dict[Side, list[TurnRow]]:
    """The lines of each side's column."""
    columns: dict[Side, list[TurnRow]] = {side: [] for side in state.sides}
    totals = dict.fromkeys(state.sides, 0)
    for entry in state.entries:
        totals[entry.side] += entry.points
        points, scored = entry.points if entry.reasons else None, entry.scored
        start = "" if scored is None else scored.play.start
        if entry.kind is EntryKind.PLAY and scored is not None:
            word, *others = printed_words(scored, state.variant.tile_set)
            extras = (extra.line for extra in extra_views(scored, texts))
            words = ", ".join(other.text for other in others)
            rest = " · ".join(filter(None, (words, *extras)))
            row = TurnRow(start, word, rest, points, totals[entry.side])
        else:
            lines = (line.removeprefix(start).strip() for line in story(entry, texts))
            row = TurnRow(start, None, " ".join(lines), points, totals[entry.side])
        columns[entry.side].append(row)
    return columns


def sheet_pages(
    state: State,
    occasion: Occasion,
    texts: Texts = ENGLISH,
    *,
    closed: bool = False,
    rated: bool = False,
) -> list[pygame.Surface]:
    """The page, or pages for a game that doesn't fit on one. `closed`, `rated`: as for the text
    sheet."""
    columns = turn_rows(state, texts)
    left = max(map(len, columns.values()))
    pages, first = [_Page(state, occasion, texts)], 0
    while left > pages[-1].rows_above(BELOW):
        room = min(left, pages[-1].rows_above(0))
        pages[-1].turns(columns, first, room)
        pages.append(_Page(state, occasion, texts))
        first, left = first + room, left - room
    if left:
        pages[-1].turns(columns, first, left, above=BELOW)
    pages[-1].end(closed=closed, rated=rated)
    return [page.canvas.surface for page in pages]


def board_picture(state: State) -> pygame.Surface:
    """The board as it lay in the end."""
    canvas = Paper(BOARD, LIGHT.ground)
    draw_final_board(canvas, canvas.surface.get_rect().inflate(-40, -40), state)
    return canvas.surface


def as_png(pictures: Sequence[pygame.Surface]) -> bytes:
    """The pictures one below the other."""
    width = max(picture.get_width() for picture in pictures)
    high = sum(picture.get_height() for picture in pictures)
    whole = pygame.Surface((width, high), depth=24)
    top = 0
    for picture in pictures:
        whole.blit(picture, (0, top))
        top += picture.get_height()
    written = io.BytesIO()
    info = PngImagePlugin.PngInfo()
    info.add_text("Software", MADE_HERE)
    _image(whole).save(written, "PNG", optimize=True, dpi=(DOTS, DOTS), pnginfo=info)
    return written.getvalue()


def as_pdf(pages: Sequence[pygame.Surface]) -> bytes:
    """The pages as a document."""
    first, *others = map(_image, pages)
    written = io.BytesIO()
    undated = {"creationDate": None, "modDate": None}  # the same game is the same file
    metadata = {"producer": MADE_HERE, **undated}
    first.save(
        written, "PDF", save_all=True, append_images=others, resolution=float(DOTS), **metadata
    )
    return written.getvalue()


def _image(page: pygame.Surface) -> Image.Image:
    return Image.fromarray(pygame.surfarray.array3d(page).swapaxes(0, 1))


def trimmed(page: pygame.Surface) -> pygame.Surface:
    """A page cut off a margin below what stands on it: a picture needs no empty band."""
    written = (pygame.surfarray.array3d(page) != WHITE).any(axis=(0, 2))
    bottom = int(written.nonzero()[0].max(initial=0))
    high = min(page.get_height(), bottom + MARGIN)
    return page.subsurface((0, 0, page.get_width(), high))


class _Page:
    """A page that is filled from top to bottom."""

    def __init__(self, state: State, occasion: Occasion, texts: Texts) -> None:
        self.canvas = Paper(PAGE, WHITE)
        self._state, self._texts = state, texts
        self._area = self.canvas.surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN)
        head = pygame.Rect(self._area.left, self._area.top, self._area.width, 190)
        below = occasion_line(state, occasion, texts)
        self._top = draw_heading(self.canvas, head, state, below, largest=96) + GAP

    def rows_above(self, below: int) -> int:
        """How many turns fit above what takes this many pixels at the bottom."""
        return (self._area.bottom - self._top - HEADS - below) // LEAST_ROW

    def turns(
        self, columns: dict[Side, list[TurnRow]], first: int, count: int, above: int = 0
    ) -> None:
        """So many turns of each side from the first on, `above` this many pixels."""
        room = self._area.bottom - self._top - HEADS - above
        high = min(ROW, room // count)
        wide = (self._area.width - GAP * (len(columns) - 1)) // len(columns)
        for number, (side, rows) in enumerate(columns.items()):
            left = self._area.left + number * (wide + GAP)
            self._head(pygame.Rect(left, self._top, wide, HEADS), side, number)
            for place, row in enumerate(rows[first : first + count]):
                at = pygame.Rect(left, self._top + HEADS + place * high, wide, high - AIR)
                self._row(at, row, running=len(columns) <= MOST_WITH_TOTALS)
        self._top += HEADS + count * high + GAP

    def _head(self, area: pygame.Rect, side: Side, number: int) -> None:
        """A side's mark, its name and its points above its column."""
        mark = pygame.Rect(area.left, area.top, 26, area.height - 12)
        draw_marker(self.canvas, mark, number)
        points = plain(self._state.totals[side])
        end = self.canvas.width_of(points, 36, Face.TITLE) + 1
        name = pygame.Rect(mark.right + 8, mark.top, area.width - end - 50, mark.height)
        total = pygame.Rect(area.right - end, mark.top, end, mark.height)
        self._write(side, name, 36, face=Face.TITLE)
        self._write(points, total, 36, face=Face.TITLE, align=Align.RIGHT)
        line = area.bottom - 6
        ends = (area.left, line), (area.right, line)
        pygame.draw.line(self.canvas.surface, LIGHT.line, *ends, 2)

    def _row(self, area: pygame.Rect, row: TurnRow, *, running: bool) -> None:
        """A turn: where it begins, the word in tiles, the rest, its points, and the total after it
        where that is `running`."""
        size = min(24, area.height)
        widths = (self.canvas.width_of("15A", size), self.canvas.width_of("+100", size, Face.TITLE))
        total = pygame.Rect(area.right - widths[1], area.top, widths[1], area.height)
        points = total
        if running:
            points = total.move(-widths[1] - 4, 0)
            self._write(plain(row.total), total, size, align=Align.RIGHT)
        if row.points is not None:
            self._write(signed(row.points), points, size, face=Face.TITLE, align=Align.RIGHT)
        left = area.left
        if row.start:
            start = pygame.Rect(left, area.top, widths[0], area.height)
            self._write(row.start, start, min(20, size), quiet=True)
            left = start.right + 8
        if row.word is not None:
            tiles = pygame.Rect(left, area.top, points.left - 8 - left, area.height)
            # Two lines of the rest in the smallest letters need this, and some words break badly.
            side_words = 8 + self.canvas.width_of(row.rest, self.canvas.smallest) * 13 // 20
            tiles.width = max(tiles.width // 3, tiles.width - side_words)
            left = draw_word(self.canvas, tiles, row.word, largest=36) + 8
        rest = pygame.Rect(left, area.top, points.left - 8 - left, area.height)
        self._write(row.rest, rest, min(20, size), quiet=row.word is not None)

    def _write(
        self,
        text: str,
        area: pygame.Rect,
        size: int,
        *,
        face: Face = Face.TEXT,
        align: Align = Align.LEFT,
        quiet: bool = False,
    ) -> None:
        colour = LIGHT.quiet if quiet else LIGHT.text
        self.canvas.write(text, area, colour, size, face=face, align=align, middle=True)

    def end(self, *, closed: bool, rated: bool) -> None:
        """The board, and next to it the best play, how it ended and the curve."""
        state, texts = self._state, self._texts
        side = min(BELOW - GAP, self._area.bottom - self._top)
        board = pygame.Rect(self._area.left, self._top, side, side)
        draw_final_board(self.canvas, board, state)
        left = board.right + 2 * GAP
        right = pygame.Rect(left, self._top, self._area.right - left, side)
        for best in best_words(state)[:1]:
            title = texts("Best play: {n} ({side})", n=best.points, side=best.side)
            right.top = draw_best_word(self.canvas, right, title, best, largest=52) + GAP // 2
        curve = game_curve(state, texts)
        outcome = outcome_lines(state, texts, closed=closed, rated=rated)
        lines = [*other_remarks(state, curve), *outcome]
        right.top = write_lines(self.canvas, right, lines) + GAP
        right.height = board.bottom - right.top
        draw_curve(self.canvas, right, curve)
