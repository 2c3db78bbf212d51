"""The board on the screen: squares, premiums, tiles and piles, and the marks over them.

The tiles laid last are lit; while a play arrives its tiles come down to their squares. Draws rows
of codes as a view holds them. Tests: tests/device/test_board_drawn.py,
tests/device/test_piles_in_view.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.clocked_views import ClearingView
from device.screen.canvas import Canvas
from device.screen.lettering import Face, font
from device.screen.piles import draw_pile
from device.screen.premiums import draw_square
from device.screen.square_marks import draw_asked, draw_lift, draw_pointed, draw_put_back
from device.screen.tiles import TileLook, draw_tile
from device.views import TableView
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import Tile, is_blank, letter_of

NAMES = 15
"""The size of the names of columns and rows."""

HIGHEST = 0.6
"""A tile that is about to arrive is so much larger than in its place."""


@dataclass(frozen=True)
class BoardShown:
    """What the board shows of a view. `arriving`: tiles that are on their way to their squares, and
    how much of it they have come, in percent; these squares are drawn as they are without them."""

    rows: tuple[str, ...]
    premiums: tuple[str, ...]
    lit: frozenset[Square]
    asked: frozenset[Square]
    pointed: Square | None
    clearing: ClearingView | None
    piles: tuple[tuple[Square, int], ...]
    faces: tuple[tuple[Tile, str], ...]
    values: tuple[tuple[str, int], ...] = ()
    arriving: tuple[tuple[Square, int], ...] = ()

    @classmethod
    def of(cls, shown: TableView, arriving: tuple[tuple[Square, int], ...] = ()) -> BoardShown:
        """The board of this view."""
        return cls(
            shown.rows,
            shown.premiums,
            shown.lit,
            shown.asked,
            shown.pointed,
            shown.clearing,
            shown.piles,
            shown.faces,
            shown.values if len({points for _, points in shown.values}) > 1 else (),
            arriving,
        )


@dataclass(frozen=True)
class Grid:
    """Where the squares of a board of that size lie: whole pixels, all of one size."""

    left: int
    top: int
    cell: int
    gap: int

    @classmethod
    def of(cls, canvas: Canvas, area: pygame.Rect, size: int) -> Grid:
        """The largest in this area, in its middle, beside the names of its columns and rows."""
        names = _names(canvas)
        cell = max(4, (min(area.size) - names) // size)
        spare = min(area.size) - names - size * cell
        left = area.left + names + spare // 2 + (area.width - min(area.size)) // 2
        return cls(left, area.top + names + spare // 2, cell, max(1, cell // 18))

    def place(self, square: Square) -> pygame.Rect:
        """The square without the gap beside it."""
        return pygame.Rect(
            self.left + square.column * self.cell,
            self.top + square.row * self.cell,
            self.cell - self.gap,
            self.cell - self.gap,
        )


def draw_board(canvas: Canvas, area: pygame.Rect, shown: BoardShown) -> None:
    """Draws the board as large as the area allows."""
    grid = Grid.of(canvas, area, len(shown.rows))
    _draw_names(canvas, grid, len(shown.rows))
    piles, arriving, looks = dict(shown.piles), dict(shown.arriving), _looks(shown)
    for row, tiles in enumerate(shown.rows):
        for column, tile in enumerate(tiles):
            square = Square(column, row)
            place = grid.place(square)
            if tile == EMPTY or (square in arriving and piles.get(square, 1) == 1):
                draw_square(canvas, place, shown.premiums[row][column])
            elif piles.get(square, 1) > 1:
                draw_pile(canvas, place, looks[square], piles[square])
            else:
                draw_tile(canvas, place, looks[square])
    for square, percent in shown.arriving:
        if square in looks:
            _draw_arriving(canvas, grid.place(square), looks[square], percent)
    _draw_marks(canvas, grid, shown)


def _looks(shown: BoardShown) -> dict[Square, TileLook]:
    """How the tiles on the board look."""
    faces, values = dict(shown.faces), dict(shown.values)
    looks = {}
    for row, tiles in enumerate(shown.rows):
        for column, tile in enumerate(tiles):
            if tile != EMPTY:
                square, letter = Square(column, row), letter_of(tile)
                face, points = faces.get(letter, letter), values.get(letter)
                looks[square] = TileLook(face, points, is_blank(tile), square in shown.lit)
    return looks


def _draw_arriving(canvas: Canvas, place: pygame.Rect, look: TileLook, percent: int) -> None:
    """A tile over its square: the less it has come, the larger it is and the higher it floats."""
    away = (100 - max(0, min(100, percent))) / 100
    larger = round(place.width * HIGHEST * away)
    shadow = place.move(larger // 5, larger // 3)
    canvas.box(shadow, canvas.theme.letter, corner=4)
    draw_tile(canvas, place.inflate(larger, larger).move(0, -larger // 3), look)


def _draw_marks(canvas: Canvas, grid: Grid, shown: BoardShown) -> None:
    for square in sorted(shown.asked):
        draw_asked(canvas, grid.place(square))
    if shown.clearing is not None:
        for square in sorted(shown.clearing.lift):
            draw_lift(canvas, grid.place(square))
        for square, tile in shown.clearing.put_back:
            draw_put_back(canvas, grid.place(square), tile)
    if shown.pointed is not None:
        draw_pointed(canvas, grid.place(shown.pointed))


def _names(canvas: Canvas) -> int:
    """Pixels for the names of columns and rows."""
    return max(canvas.smallest, canvas.px(NAMES))


def _draw_names(canvas: Canvas, grid: Grid, size: int) -> None:
    letters, high = font(_names(canvas), Face.TITLE), _names(canvas)
    for number in range(size):
        place = grid.place(Square(number, number))
        for text, middle in (
            (chr(ord("A") + number), (place.centerx, grid.top - high // 2)),
            (str(number + 1), (grid.left - high // 2, place.centery)),
        ):
            name = letters.render(text, True, canvas.theme.quiet)
            canvas.surface.blit(name, name.get_rect(center=middle))
