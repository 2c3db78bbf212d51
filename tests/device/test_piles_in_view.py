"""TopWord's board on the screen: the heights of its piles, and the tile of two letters."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from standins import Evening
from topword_evenings import ANN, BEN, F5, TOPWORD, played, rows, topword

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.board import BoardPlace, BoardShown, DrawnTile, draw_board, draw_pile
from device.screen.drawing import Canvas
from device.screen.scoreboard import Scoreboard
from device.themes import DARK
from device.views.table import TableView, view
from engine.squares import Square

ENGLISH = Texts("en")
G7 = Square(6, 6)
CLOU, QUOI = (4, 6, "down", "CLOU"), (6, 5, "across", "QOI")


def shown(evening: Evening) -> TableView:
    return view(evening.state, ENGLISH)


def with_qu() -> Evening:
    """Ann has laid QUOI over the O of CLOU, next to a pile of five."""
    evening = played("SAC", "SEC", "SIC", "SOC", "SUC")
    evening.lay(rows("SUC", CLOU)).press(BEN)
    return evening.lay(rows("SUC", CLOU, QUOI)).press(ANN)


@pytest.mark.rule("TOP-PLA-05")
def test_a_view_shows_how_high_piles_are() -> None:
    assert shown(topword()).board.piles == ()
    assert shown(played("SAC")).board.piles == ()
    assert shown(played("SAC", "SEC", "SIC")).board.piles == ((F5, 3),)
    assert shown(with_qu()).board.piles == ((F5, 5),)


def test_a_tile_seen_on_a_pile_is_counted_before_its_button_is_pressed() -> None:
    evening = played("SAC", "SEC")
    evening.lay(rows("SIC"))
    assert shown(evening).board.piles == ((F5, 3),)
    evening.lay(rows("SEC"))
    assert shown(evening).board.piles == ((F5, 2),)


@pytest.mark.rule("TOP-EQU-02")
def test_the_tile_of_two_letters_says_both_on_the_board_and_in_the_arithmetic() -> None:
    looked = shown(with_qu())
    assert looked.board.faces == (("Q", "Qu"),)
    assert looked.play is not None
    assert looked.play.lines == ("QUOI 2+2+2 = 6", "rare letter Qu +2")
    assert shown(Evening()).board.faces == ()


def drawn(looked: TableView, size: int) -> bytes:
    surface = pygame.Surface((size, size))
    draw_board(Canvas(surface), surface.get_rect(), BoardShown(looked.board))
    return pygame.image.tostring(surface, "RGB")


def grey_of(looked: TableView, size: int, square: Square) -> list[int]:
    """The square's brightness, as one sees it to whom colours look alike."""
    surface = pygame.Surface((size, size))
    canvas, area = Canvas(surface), surface.get_rect()
    draw_board(canvas, area, BoardShown(looked.board))
    place = BoardPlace.of(canvas, area, len(looked.board.rows)).place(square)
    return [
        sum(surface.get_at((x, y))[:3]) // 3
        for y in range(place.top, place.bottom)
        for x in range(place.left, place.right)
    ]


@pytest.mark.parametrize("size", [240, 420])
def test_every_height_looks_different_without_its_colour(size: int) -> None:
    flat = shown(played("SAC"))
    looks = [
        replace(flat, board=replace(flat.board, piles=((F5, n),) if n > 1 else ()))
        for n in range(1, 6)
    ]
    greys = [grey_of(look, size, F5) for look in looks]
    for n, one in enumerate(greys):
        for other in greys[n + 1 :]:
            clear = sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True))
            assert clear >= 8
    empty = [grey_of(look, size, Square(6, 4)) for look in looks]
    assert all(look == empty[0] for look in empty)


@pytest.mark.parametrize("size", [240, 420])
def test_two_letters_stay_on_their_tile(size: int) -> None:
    looked = shown(with_qu())
    one_letter = replace(looked, board=replace(looked.board, faces=()))
    assert drawn(looked, size) != drawn(one_letter, size)
    for nearby in (Square(4, 6), G7, Square(5, 7)):
        assert grey_of(looked, size, nearby) == grey_of(one_letter, size, nearby)


@pytest.mark.parametrize("size", [(320, 480), (480, 320), (800, 480)])
def test_boards_with_piles_are_drawn_on_every_screen(size: tuple[int, int]) -> None:
    state = with_qu().state
    assert state.game.state.variant == TOPWORD
    for language in TEXT_LANGUAGES:
        surface = pygame.Surface(size)
        Scoreboard(surface).draw(view(state, Texts(language)))
        assert len({surface.get_at((x, size[1] // 2))[:3] for x in range(size[0])}) > 3


@pytest.mark.parametrize(("high", "numbered"), [(26, False), (60, True)])
def test_a_number_that_would_hide_the_letter_is_left_out(high: int, numbered: bool) -> None:
    surface = pygame.Surface((1280, 720))
    place = pygame.Rect(0, 0, high, high)
    surface.fill(DARK.line)
    draw_pile(Canvas(surface, DARK), place, DrawnTile("U"), 5)
    seen = {tuple(surface.get_at((x, y))[:3]) for x in range(high) for y in range(high)}
    assert (DARK.ground in seen) is numbered
