"""The board on the screen: its squares and premiums, tiles and piles, and marks over them.

Everything has its own shape as well as its colour: premium squares have dots, bars, rings and
diamonds, a blank is round, each mark over a square has its own form. While a play arrives its tiles
come down to their squares. Draws rows of codes as a view holds them, and caches what it draws.
Tests: tests/device/test_board_drawn.py, tests/device/test_piles_in_view.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import pygame

from device.screen.drawing import Canvas, Face, Letters, font, ink_of
from device.themes import Colour
from device.views.table import BoardView
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import is_blank, letter_of

# --- tiles ---

LETTER_SIZE = 1.02
"""A font this many times as high as a tile: its letters fill about three fifths of that."""

POINTS = 1.5
"""A tile this many times as high as the smallest letters has room for its points."""

NARROWEST = 0.8
"""A letter too wide for its tile is condensed, down to this fraction of its width, and only then
made smaller: a low W among capitals reads as a small letter, which is a blank's."""


@dataclass(frozen=True)
class DrawnTile:
    """A tile as drawn: its letter (or two), its points (None: not shown), whether it is a blank,
    and whether it was laid last."""

    face: str
    points: int | None = None
    blank: bool = False
    lit: bool = False


class _Colours(NamedTuple):
    tile: Colour
    letter: Colour
    rim: Colour
    edge: Colour


def draw_tile(canvas: Canvas, place: pygame.Rect, look: DrawnTile) -> None:
    """Draws a tile into this place."""
    theme = canvas.theme
    colours = _Colours(
        theme.lit if look.lit else theme.tile,
        theme.blank if look.blank else theme.letter,
        theme.under,
        theme.lit_edge,
    )
    small = canvas.smallest
    if small * POINTS > place.height or look.blank:
        small = 0
    canvas.surface.blit(_tile_drawn(look, place.size, colours, small), place)


@lru_cache(maxsize=1024)
def _tile_drawn(
    look: DrawnTile, size: tuple[int, int], colours: _Colours, small: int
) -> pygame.Surface:
    """A tile of that size; `small`: the size of its points, 0 for no room."""
    width, height = size
    picture = pygame.Surface(size, pygame.SRCALPHA, 32)
    area, deep = picture.get_rect(), max(1, height // 14)
    corner = min(size) * 9 // 20 if look.blank else min(size) // 7
    top = pygame.Rect(1, 1, width - 2, height - deep - 1)
    rim = colours.edge if look.lit else colours.rim
    pygame.draw.rect(picture, rim, area, border_radius=corner)
    if look.lit:
        edge = max(2, height // 11)
        top = area.inflate(-2 * edge, -2 * edge)
        corner = max(0, corner - edge)
    pygame.draw.rect(picture, colours.tile, top, border_radius=corner)
    room = max(4, top.width - height // 16)
    if look.points is not None and small:
        points = font(small, Face.TITLE).render(str(look.points), True, colours.letter)
        ink = points.get_bounding_rect()
        # A single letter leaves its corner free; several fill the width.
        taken = ink.width * 5 // 6 if len(look.face) == 1 else ink.width + deep
        narrower = pygame.Rect(top.left, top.top, top.width - taken, top.height)
        left = max(4, narrower.width - 2)
        # Two digits would make the letter on a small tile too small to read.
        if _letter_size(look.face, height, left) == _letter_size(look.face, height, room):
            picture.blit(points, (top.right - ink.right - deep, top.bottom - ink.bottom - deep))
            top, room = narrower, left
    _letter(picture, top, room, height, look.face, colours.letter)
    return picture


def _letter_size(face: str, height: int, room: int) -> int:
    """The size of a letter on a tile this high, with its points leaving this much room."""
    size = max(8, round(height * LETTER_SIZE))
    wide = math.ceil(ink_of(face, size).width * NARROWEST)
    return size if wide <= room else max(6, size * room // wide)


def _letter(
    picture: pygame.Surface, top: pygame.Rect, room: int, height: int, face: str, colour: Colour
) -> None:
    """The letter, on a common baseline with other tiles, in the middle of its room."""
    size = _letter_size(face, height, room)
    ink, line = ink_of(face, size), ink_of("H", size)
    drawn = font(size, Face.TITLE).render(face, True, colour)
    at = (top.centerx - ink.centerx, top.centery - line.centery)
    if ink.width <= room:
        picture.blit(drawn, at)
        return
    narrow = pygame.transform.smoothscale(drawn.subsurface(ink), (room, ink.height))
    picture.blit(narrow, (top.centerx - room // 2, at[1] + ink.top))


# --- premium squares ---

DOTS = {"d": 2, "t": 3, "q": 4}
BARS = {"D": 2, "T": 3, "Q": 4}
START, CHANCE = "*", "c"

SMALLEST_SQUARE = 8
"""Pixels: in a smaller square nothing could be distinguished."""


def draw_square(canvas: Canvas, place: pygame.Rect, code: str) -> None:
    """Draws an empty square with its print, by its code in layouts."""
    theme = canvas.theme
    drawn = _premium_drawn(code, place.size, theme.squares[code], theme.on_square, theme.ground)
    canvas.surface.blit(drawn, place)


@lru_cache(maxsize=64)
def _premium_drawn(
    code: str, size: tuple[int, int], colour: Colour, mark: Colour, ground: Colour
) -> pygame.Surface:
    picture = pygame.Surface(size, 0, 32)
    picture.fill(ground)
    area = picture.get_rect()
    pygame.draw.rect(picture, colour, area, border_radius=min(size) // 9)
    if min(size) >= SMALLEST_SQUARE:
        _mark(picture, area, code, mark)
    return picture


def _mark(picture: pygame.Surface, area: pygame.Rect, code: str, colour: Colour) -> None:
    side, (x, y) = min(area.size), area.center
    step = max(2, round(side * 0.17))
    if code in DOTS:
        radius = max(1, round(side * 0.07))
        # Three make a triangle and four a square: unlike two at a glance.
        places = [(-step, 0), (step, 0)]
        if DOTS[code] == 3:
            places = [(0, -step), (-step, step * 3 // 4), (step, step * 3 // 4)]
        elif DOTS[code] > len(places):
            places = [(-step, -step), (step, -step), (-step, step), (step, step)]
        for right, down in places:
            pygame.draw.circle(picture, colour, (x + right, y + down), radius)
    elif code in BARS:
        wide, high = max(1, round(side * 0.08)), round(side * 0.46)
        count = BARS[code]
        apart = max(wide + 2, round(side * min(0.2, 0.6 / count)))
        for number in range(count):
            bar = pygame.Rect(0, 0, wide, high)
            bar.center = (x + (2 * number - count + 1) * apart // 2, y)
            pygame.draw.rect(picture, colour, bar)
    elif code == START:
        pygame.draw.circle(picture, colour, (x, y), side * 3 // 10, max(1, side // 11))
        pygame.draw.circle(picture, colour, (x, y), max(1, side // 12))
    elif code == CHANCE:
        out = side * 3 // 10
        corners = [(x, y - out), (x + out, y), (x, y + out), (x - out, y)]
        pygame.draw.polygon(picture, colour, corners, max(1, side // 11))


# --- piles ---

NUMBER_SIZE = 0.42
"""The share of the tile's height that the number takes ..."""

NUMBER_LARGEST = 0.55
"""... at most: a larger number would hide the letter, and is left out."""


def draw_pile(canvas: Canvas, place: pygame.Rect, look: DrawnTile, height: int) -> None:
    """A pile of this many tiles, in this place."""
    step = max(1, place.width // 20)
    edge = (height - 1) * step
    for below in range(height - 1, 0, -1):
        shifted = pygame.Rect(
            place.left + below * step,
            place.top + below * step,
            place.width - edge,
            place.height - edge,
        )
        colour = canvas.theme.letter if below % 2 else canvas.theme.under
        pygame.draw.rect(canvas.surface, colour, shifted, border_radius=max(1, place.width // 9))
    top = pygame.Rect(place.left, place.top, place.width - edge, place.height - edge)
    draw_tile(canvas, top, look)
    _draw_height(canvas, place, height)


def _draw_height(canvas: Canvas, place: pygame.Rect, height: int) -> None:
    """The number in the lower right corner, where letters leave the most room."""
    size = max(canvas.smallest - 2, round(place.height * NUMBER_SIZE))
    if size > NUMBER_LARGEST * place.height:
        return
    number = font(size, Face.TITLE).render(str(height), True, canvas.theme.text)
    ink = number.get_bounding_rect()
    box = pygame.Rect(0, 0, ink.width + max(3, size // 3), ink.height + max(3, size // 3))
    box.bottomright = place.bottomright
    pygame.draw.rect(canvas.surface, canvas.theme.ground, box, border_radius=2)
    at = (box.centerx - ink.centerx, box.centery - ink.centery)
    canvas.surface.blit(number, at)


# --- marks over squares ---


def draw_asked(canvas: Canvas, place: pygame.Rect) -> None:
    """A frame round a square that a question is about."""
    thick, thin = max(2, place.width // 8), canvas.px(1)
    frame = place.inflate(2 * canvas.px(2), 2 * canvas.px(2))
    edge = frame.inflate(2 * thin, 2 * thin)
    pygame.draw.rect(canvas.surface, canvas.theme.mark_edge, edge, thick + 2 * thin)
    pygame.draw.rect(canvas.surface, canvas.theme.asked, frame, thick)


def draw_pointed(canvas: Canvas, place: pygame.Rect) -> None:
    """A wide frame with four notches pointing at the square."""
    thick, edge = max(2, place.width // 6), canvas.px(2)
    outer = place.inflate(4 * thick, 4 * thick)
    frame = outer.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(canvas.surface, canvas.theme.mark_edge, outer, thick + edge)
    pygame.draw.rect(canvas.surface, canvas.theme.pointed, frame, thick)
    for way_x, way_y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip = (
            place.centerx + way_x * place.width // 2,
            place.centery + way_y * place.height // 2,
        )
        foot = (tip[0] + way_x * 2 * thick, tip[1] + way_y * 2 * thick)
        corners = [
            tip,
            (foot[0] + way_y * thick, foot[1] + way_x * thick),
            (foot[0] - way_y * thick, foot[1] - way_x * thick),
        ]
        pygame.draw.polygon(canvas.surface, canvas.theme.pointed, corners)


def draw_lift(canvas: Canvas, place: pygame.Rect) -> None:
    """A cross over what has to be taken up, with an edge."""
    inset, thin = -2 * canvas.px(2), max(2, place.width // 9)
    box = place.inflate(inset, inset)
    for colour, width in ((canvas.theme.mark_edge, thin + 2), (canvas.theme.lift, thin)):
        pygame.draw.line(canvas.surface, colour, box.topleft, box.bottomright, width)
        pygame.draw.line(canvas.surface, colour, box.topright, box.bottomleft, width)
    pygame.draw.rect(canvas.surface, canvas.theme.lift, place, thin)


def draw_put_back(canvas: Canvas, place: pygame.Rect, tile: str) -> None:
    """The corners of what has to be put back, with its letter."""
    canvas.surface.fill(canvas.theme.mark_edge, place)
    corner, thick = place.width // 3, max(2, place.width // 9)
    for x, y, way_x, way_y in (
        (place.left, place.top, 1, 1),
        (place.right - 1, place.top, -1, 1),
        (place.left, place.bottom - 1, 1, -1),
        (place.right - 1, place.bottom - 1, -1, -1),
    ):
        colour = canvas.theme.put_back
        pygame.draw.line(canvas.surface, colour, (x, y), (x + way_x * corner, y), thick)
        pygame.draw.line(canvas.surface, colour, (x, y), (x, y + way_y * corner), thick)
    letters = font(max(8, place.height - 4), Face.TITLE)
    letter = letters.render(tile.upper(), True, canvas.theme.put_back)
    canvas.surface.blit(letter, letter.get_rect(center=place.center))


# --- the whole board ---

NAMES = Letters.LEAST
"""The size of the names of columns and rows."""

ARRIVING_LARGER = 0.6
"""A tile about to arrive is this many times its final size."""


Arriving: TypeAlias = tuple[tuple[Square, int], ...]
"""The squares whose tiles are on their way, with the percentage of the way done."""


@dataclass(frozen=True)
class BoardShown:
    """A board with its arriving tiles, whose squares are drawn as if they were empty."""

    board: BoardView
    arriving: Arriving = ()


@dataclass(frozen=True)
class BoardPlace:
    """The places of the squares of a board of that size: whole pixels, all of one size."""

    left: int
    top: int
    cell: int
    gap: int

    @classmethod
    def of(cls, canvas: Canvas, area: pygame.Rect, size: int) -> BoardPlace:
        """The largest in the middle of this area that leaves room for the names of columns and
        rows."""
        names = _names(canvas)
        cell = max(4, (min(area.size) - names) // size)
        spare = min(area.size) - names - size * cell
        left = area.left + names + spare // 2 + (area.width - min(area.size)) // 2
        return cls(left, area.top + names + spare // 2, cell, max(1, cell // 18))

    def place(self, square: Square) -> pygame.Rect:
        """The square without the gap next to it."""
        return pygame.Rect(
            self.left + square.column * self.cell,
            self.top + square.row * self.cell,
            self.cell - self.gap,
            self.cell - self.gap,
        )


def draw_board(canvas: Canvas, area: pygame.Rect, shown: BoardShown) -> None:
    """Draws the board as large as the area allows."""
    board, arriving = shown.board, dict(shown.arriving)
    grid = BoardPlace.of(canvas, area, len(board.rows))
    _draw_names(canvas, grid, len(board.rows))
    piles, drawn = dict(board.piles), looks(board)
    for row, tiles in enumerate(board.rows):
        for column, tile in enumerate(tiles):
            square = Square(column, row)
            place = grid.place(square)
            canvas.offer(place, square)
            if tile == EMPTY or (square in arriving and piles.get(square, 1) == 1):
                draw_square(canvas, place, board.premiums[row][column])
            elif piles.get(square, 1) > 1:
                draw_pile(canvas, place, drawn[square], piles[square])
            else:
                draw_tile(canvas, place, drawn[square])
    for square, percent in shown.arriving:
        if square in drawn:
            _draw_arriving(canvas, grid.place(square), drawn[square], percent)
    _draw_marks(canvas, grid, board)


def looks(board: BoardView) -> dict[Square, DrawnTile]:
    """The looks of the tiles on the board: with points only where these differ."""
    faces, values = dict(board.faces), dict(board.values)
    if len(set(values.values())) <= 1:
        values = {}
    found = {}
    for row, tiles in enumerate(board.rows):
        for column, tile in enumerate(tiles):
            if tile != EMPTY:
                square, letter = Square(column, row), letter_of(tile)
                face, points = faces.get(letter, letter), values.get(letter)
                found[square] = DrawnTile(face, points, is_blank(tile), square in board.lit)
    return found


def _draw_arriving(canvas: Canvas, place: pygame.Rect, look: DrawnTile, percent: int) -> None:
    """A tile over its square: larger and higher at the start of its way."""
    away = (100 - max(0, min(100, percent))) / 100
    larger = round(place.width * ARRIVING_LARGER * away)
    shadow = place.move(larger // 5, larger // 3)
    canvas.box(shadow, canvas.theme.letter, corner=4)
    draw_tile(canvas, place.inflate(larger, larger).move(0, -larger // 3), look)


def _draw_marks(canvas: Canvas, grid: BoardPlace, board: BoardView) -> None:
    for square in sorted(board.asked):
        draw_asked(canvas, grid.place(square))
    if board.clearing is not None:
        for square in sorted(board.clearing.lift):
            draw_lift(canvas, grid.place(square))
        for square, tile in board.clearing.put_back:
            draw_put_back(canvas, grid.place(square), tile)
    if board.pointed is not None:
        draw_pointed(canvas, grid.place(board.pointed))


def _names(canvas: Canvas) -> int:
    """Pixels for the names of columns and rows."""
    return canvas.steps(NAMES)[0]


def _draw_names(canvas: Canvas, grid: BoardPlace, size: int) -> None:
    letters, high = font(_names(canvas), Face.TITLE), _names(canvas)
    for number in range(size):
        place = grid.place(Square(number, number))
        for text, middle in (
            (chr(ord("A") + number), (place.centerx, grid.top - high // 2)),
            (str(number + 1), (grid.left - high // 2, place.centery)),
        ):
            name = letters.render(text, True, canvas.theme.quiet)
            canvas.surface.blit(name, name.get_rect(center=middle))
