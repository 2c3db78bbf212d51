"""The score sheet as pages of paper, and the final board as a picture: PNG, or PDF.

Drawn with the parts of the screen in the colours of the light theme. A page of the PDF is a picture
of it (Pillow, which is there already): nothing else has to be installed, and every letter looks as
it does on the screen. Knows no file. Tests: tests/device/test_paper.py.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from PIL import Image, PngImagePlugin

from device.language.numbers import signed
from device.language.texts import Texts
from device.score.sheet import ENGLISH, outcome_lines, story
from device.screen.board import BoardShown, draw_board
from device.screen.drawing import Align, Canvas, Face, points_text
from device.system.given_files import MADE_HERE
from device.themes import LIGHT
from device.views.table import board_of
from engine.course import best_play, many_tile_plays
from engine.sentences import Plural
from engine.state import Entry, State
from hardware.sdl import pygame

DOTS = 150
"""Pixels an inch: letters are sharp in print, and a page takes some 150 kB."""

PAGE = (1240, 1754)
"""A4 upright, at this resolution."""

MARGIN = 90
"""Pixels, as wide as printers need."""

BOARD = (1200, 1200)
"""The picture of the board."""

TITLE, TEXT = 36, 15
"""Letters, for 800 x 480 as everywhere."""


def sheet_pages(
    state: State, title: str, texts: Texts = ENGLISH, *, closed: bool = False
) -> list[pygame.Surface]:
    """The pages: who played, turn after turn with its arithmetic, the end; the board on the last
    one if there is room, else on one of its own. `closed`: as for the text sheet."""
    pages = [_Page(title)]
    pages[-1].heads(state)
    for cells, happened in _rows(state, texts):
        story_lines = pages[-1].broken(happened, len(cells))
        if not pages[-1].has_room(len(story_lines)):
            pages.append(_Page(title))
            pages[-1].heads(state)
        pages[-1].row(cells, story_lines)
    end = [*_highlights(state, texts), *outcome_lines(state, texts, closed=closed)]
    if not pages[-1].has_room(len(end) + 1):
        pages.append(_Page(title))
    pages[-1].end(state, end)
    if not pages[-1].board(state):
        pages.append(_Page(title))
        pages[-1].board(state)
    return [page.canvas.surface for page in pages]


def board_picture(state: State) -> pygame.Surface:
    """The board as it lay in the end."""
    canvas = Canvas(pygame.Surface(BOARD, depth=24), LIGHT)
    canvas.surface.fill(LIGHT.ground)
    area = canvas.surface.get_rect().inflate(-40, -40)
    draw_board(canvas, area, BoardShown(board_of(state)))
    return canvas.surface


def as_png(pages: Sequence[pygame.Surface]) -> bytes:
    """The pages one below the other."""
    width = max(page.get_width() for page in pages)
    whole = pygame.Surface((width, sum(page.get_height() for page in pages)), depth=24)
    top = 0
    for page in pages:
        whole.blit(page, (0, top))
        top += page.get_height()
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


def _rows(state: State, texts: Texts) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """For each entry its number with the points and total of every side, and what happened."""
    totals = dict.fromkeys(state.sides, 0)
    for number, entry in enumerate(state.entries, 1):
        totals[entry.side] += entry.points
        cells = (_cell(entry, totals[entry.side]) if s == entry.side else "" for s in state.sides)
        yield (str(number), *cells), [line.strip() for line in story(entry, texts)]


def _cell(entry: Entry, total: int) -> str:
    gain = signed(entry.points) if entry.reasons else "–"
    return f"{gain}  {points_text(total)}"


def _highlights(state: State, texts: Texts) -> Iterator[str]:
    best, many = best_play(state), many_tile_plays(state)
    if best is not None:
        yield texts("Best play: {word} {n} ({side})", word=best.word, n=best.points, side=best.side)
    if many:
        counts = ", ".join(f"{side} {n}" for side, n in many.items())
        yield texts(
            Plural("{n} tile at once: {sides}", "{n} tiles at once: {sides}"),
            n=state.variant.many_tiles or 0,
            sides=counts,
        )


class _Page:
    """A page that is filled from top to bottom."""

    def __init__(self, title: str) -> None:
        surface = pygame.Surface(PAGE, depth=24)
        self.canvas = Canvas(surface, LIGHT)
        surface.fill((255, 255, 255))
        self._area = surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN)
        self._line = self.canvas.line_height(TEXT)
        head = self._place(self.canvas.line_height(TITLE, Face.TITLE))
        self.canvas.write(title, head, LIGHT.text, TITLE, face=Face.TITLE)
        self._top = head.bottom + self._line // 2

    def _place(self, high: int) -> pygame.Rect:
        top = getattr(self, "_top", self._area.top)
        return pygame.Rect(self._area.left, top, self._area.width, high)

    def has_room(self, lines: int) -> bool:
        """Whether there is room for this many more lines."""
        return self._top + lines * self._line <= self._area.bottom

    def broken(self, lines: Sequence[str], cells: int) -> list[str]:
        """A text's lines, wrapped if one is wider than the room next to its cells: a word on a
        large board has more to add up than a page is wide."""
        room = self._area.right - self._story_left(cells)
        broken: list[str] = []
        for line in lines:
            rest = line
            while self.canvas.width_of(rest, TEXT) > room:
                ends = [n for n in range(1, len(rest)) if rest[n] in "+ "]
                fitting = [n for n in ends if self.canvas.width_of(rest[:n], TEXT) <= room]
                if not fitting:
                    break
                broken.append(rest[: fitting[-1]])
                rest = rest[fitting[-1] :].lstrip()
            broken.append(rest)
        return broken

    def _story_left(self, cells: int) -> int:
        """Where a text begins next to this many cells."""
        number, wide = self._cells_wide(cells)
        return self._area.left + number + wide * (cells - 1) + 16

    def _cells_wide(self, cells: int) -> tuple[int, int]:
        """The width of the cell for an entry's number, and of all others."""
        return self._area.width // 22, self._area.width // (4 + cells)

    def heads(self, state: State) -> None:
        """The names above their columns."""
        self._columns(("", *state.sides), Face.TITLE)
        self._rule()

    def row(self, cells: Sequence[str], story_lines: Sequence[str]) -> None:
        """An entry."""
        self._columns(cells, Face.TEXT, story_lines)

    def end(self, state: State, lines: Sequence[str]) -> None:
        """The totals, and how it ended."""
        self._rule()
        totals = state.totals
        self._columns(("", *(points_text(totals[s]) for s in state.sides)), Face.TITLE)
        self._top += self._line // 2
        for line in lines:
            self.canvas.write(line, self._place(self._line), LIGHT.text, TEXT)
            self._top += self._line

    def board(self, state: State) -> bool:
        """The final board below everything else, if there is room to make it readable."""
        room = self._area.bottom - self._top - self._line
        side = min(room, self._area.width)
        if side < self._area.width // 2:
            return False
        place = pygame.Rect(0, self._top + self._line, side, side)
        place.centerx = self._area.centerx
        draw_board(self.canvas, place, BoardShown(board_of(state)))
        return True

    def _columns(self, cells: Sequence[str], face: Face, lines: Sequence[str] = ()) -> None:
        number, wide = self._cells_wide(len(cells))
        left = self._area.left
        for place, cell in enumerate(cells):
            width = wide if place else number
            area = pygame.Rect(left, self._top, width - 8, self._line)
            self.canvas.write(cell, area, LIGHT.text, TEXT, face=face, align=Align.RIGHT)
            left += width
        for line in lines or ("",):
            begin = self._story_left(len(cells))
            area = pygame.Rect(begin, self._top, self._area.right - begin, self._line)
            self.canvas.write(line, area, LIGHT.text, TEXT)
            self._top += self._line

    def _rule(self) -> None:
        at = self._top + 4
        line = (self._area.left, at), (self._area.right, at)
        pygame.draw.line(self.canvas.surface, LIGHT.line, *line, 2)
        self._top += 10
