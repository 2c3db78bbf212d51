"""The board on the screen: premium squares, blanks, the last tiles and marks differ in shape, not
in colour alone; tiles arrive; a full board is drawn fast enough to be drawn often."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from play_moments import FULL

from device.screen import board as board_drawn
from device.screen.board import Arriving, BoardPlace, BoardShown, DrawnTile, draw_board
from device.screen.drawing import Canvas
from device.themes import DARK, LIGHT, Theme
from device.views.clocked import ClearingView
from device.views.table import BoardView
from engine.squares import Square
from engine.variants import load_variant

CLASSIC = load_variant("classic", "en")
CODES = ".dtqDTQ*c"
H8 = Square(7, 7)
THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
SIZES = pytest.mark.parametrize("size", [238, 416, 624])


def board(size: int = 15, rows: tuple[str, ...] = ()) -> BoardView:
    layout = CLASSIC.layout.rows if size == 15 else (("." * size,) * size)
    empty = ("." * size,) * size
    values = tuple(CLASSIC.tile_set.values.items())
    return BoardView(rows or empty, layout, values)


def with_tile(tile: str, size: int = 15) -> BoardView:
    shown = board(size)
    row = shown.rows[7][:7] + tile + shown.rows[7][8:]
    return replace(shown, rows=(*shown.rows[:7], row, *shown.rows[8:]))


def draw(
    shown: BoardView, size: int, theme: Theme = DARK, arriving: Arriving = ()
) -> tuple[pygame.Surface, BoardPlace]:
    surface = pygame.Surface((size, size))
    canvas = Canvas(surface, theme)
    # Lengths as on a screen that has a board of this size.
    canvas.unit = size / 416
    surface.fill(theme.ground)
    draw_board(canvas, surface.get_rect(), BoardShown(shown, arriving))
    return surface, BoardPlace.of(canvas, surface.get_rect(), len(shown.rows))


def shape(shown: BoardView, size: int, theme: Theme, square: Square) -> frozenset[tuple[int, int]]:
    """Where a square is brighter or darker than most of it."""
    surface, grid = draw(shown, size, theme)
    place = grid.place(square).inflate(4, 4).clip(surface.get_rect())
    greys = {
        (x, y): sum(surface.get_at((place.left + x, place.top + y))[:3]) // 3
        for x in range(place.width)
        for y in range(place.height)
    }
    middle = sorted(greys.values())[len(greys) // 2]
    return frozenset(at for at, grey in greys.items() if abs(grey - middle) > 40)


@THEMES
@SIZES
def test_every_premium_square_has_a_mark_of_its_own(size: int, theme: Theme) -> None:
    row = CODES.ljust(15, ".")
    shown = replace(board(), premiums=(row, *("." * 15,) * 14))
    shapes = [shape(shown, size, theme, Square(n, 0)) for n in range(len(CODES))]
    for one, other in combinations(shapes, 2):
        assert len(one ^ other) >= 3


@THEMES
@SIZES
def test_a_blank_and_a_tile_laid_last_differ_in_shape(size: int, theme: Theme) -> None:
    plain = with_tile("A")
    looks = (plain, with_tile("a"), replace(plain, lit=frozenset({H8})))
    shapes = [shape(look, size, theme, H8) for look in looks]
    for one, other in combinations(shapes, 2):
        assert len(one ^ other) >= 6


@THEMES
@SIZES
def test_every_mark_over_a_square_differs_in_shape(size: int, theme: Theme) -> None:
    plain = with_tile("A")
    looks = (
        plain,
        replace(plain, asked=frozenset({H8})),
        replace(plain, clearing=ClearingView(frozenset({H8}), ())),
        replace(board(), clearing=ClearingView(frozenset(), ((H8, "A"),))),
    )
    shapes = [shape(look, size, theme, H8) for look in looks]
    for one, other in combinations(shapes, 2):
        assert len(one ^ other) >= 6


def pixels(shown: BoardView, size: int = 416, arriving: Arriving = ()) -> bytes:
    return pygame.image.tostring(draw(shown, size, arriving=arriving)[0], "RGB")


def test_points_stand_on_tiles_where_there_is_room() -> None:
    assert pixels(with_tile("A")) != pixels(replace(with_tile("A"), values=()))
    assert pixels(with_tile("a")) == pixels(replace(with_tile("a"), values=()))


def top_of_letter(face: str, points: int | None, high: int, *, lit: bool) -> int:
    """The first row of a tile that shows ink of its letter, for which the points are too low."""
    surface = pygame.Surface((high, high))
    board_drawn.draw_tile(Canvas(surface), surface.get_rect(), DrawnTile(face, points, lit=lit))
    rows = range(high // 8, high)
    columns = range(high // 8, high - high // 8)
    return next(y for y in rows if any(sum(surface.get_at((x, y))[:3]) < 200 for x in columns))


@pytest.mark.parametrize("lit", [False, True])
@pytest.mark.parametrize("high", range(16, 41))
def test_points_of_two_digits_never_make_a_letter_small(high: int, lit: bool) -> None:
    for face in ("Y", "Q", "Qu"):
        alone = top_of_letter(face, None, high, lit=lit)
        assert top_of_letter(face, 10, high, lit=lit) - alone <= 1 + high // 14, face


@pytest.mark.parametrize("points", [None, 4])
@pytest.mark.parametrize("lit", [False, True])
@pytest.mark.parametrize("high", range(13, 41))
def test_wide_capitals_are_as_high_as_all_others(high: int, lit: bool, points: int | None) -> None:
    other = top_of_letter("H", points, high, lit=lit)
    for face in "WM":
        assert top_of_letter(face, points, high, lit=lit) == other, face


def test_a_tile_that_arrives_grows_smaller_till_it_lies_there() -> None:
    laid = replace(with_tile("Q"), lit=frozenset({H8}))
    seen = [pixels(laid, arriving=((H8, percent),)) for percent in (0, 40, 80)]
    assert len({*seen, pixels(laid)}) == 4
    settled, grid = draw(laid, 416, arriving=((H8, 100),))
    still, _ = draw(laid, 416)
    place = grid.place(H8).inflate(-8, -8)
    assert pygame.image.tostring(settled.subsurface(place), "RGB") == pygame.image.tostring(
        still.subsurface(place), "RGB"
    )
    assert pixels(board(), arriving=((H8, 50),)) == pixels(board())


@pytest.mark.parametrize("squares", [9, 10, 11, 13, 15, 21])
@SIZES
def test_boards_of_every_size_stay_in_their_area(squares: int, size: int) -> None:
    surface, grid = draw(board(squares), size)
    corners = grid.place(Square(0, 0)), grid.place(Square(squares - 1, squares - 1))
    assert all(surface.get_rect().contains(corner) for corner in corners)
    assert grid.cell * squares > size * 0.85
    assert corners[0].size == corners[1].size


def test_tiles_and_squares_that_were_drawn_before_are_not_drawn_again() -> None:
    shown = board(rows=FULL)
    draw(shown, 416)
    before = (
        board_drawn._tile_drawn.cache_info().misses,
        board_drawn._premium_drawn.cache_info().misses,
    )
    draw(replace(shown, asked=frozenset({H8})), 416)
    assert (
        board_drawn._tile_drawn.cache_info().misses,
        board_drawn._premium_drawn.cache_info().misses,
    ) == before
