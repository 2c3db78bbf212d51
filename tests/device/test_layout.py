"""The layout: on every screen its places lie within it, and none on another."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.screen.drawing import ScreenPlaces, columns, rows

SIZES = ((800, 480), (480, 320), (1280, 720), (1024, 600), (480, 800), (720, 1280), (320, 240))


@given(width=st.integers(320, 3840), height=st.integers(240, 2160))
def test_places_lie_on_the_screen_and_not_on_each_other(width: int, height: int) -> None:
    layout = ScreenPlaces.of((width, height))
    places = (layout.column, layout.board, layout.foot)
    assert all(pygame.Rect(0, 0, width, height).contains(place) for place in places)
    assert not any(one.colliderect(other) for one, other in combinations(places, 2))
    assert layout.whole.contains(layout.column)
    assert layout.whole.contains(layout.board)
    assert layout.board.width == layout.board.height
    assert layout.upright == (height > width)


@pytest.mark.parametrize("size", SIZES)
def test_board_and_column_each_get_their_share(size: tuple[int, int]) -> None:
    layout = ScreenPlaces.of(size)
    area = size[0] * size[1]
    assert 0.3 * area < layout.board.width**2
    assert 0.2 * area < layout.column.width * layout.column.height


def test_an_area_is_cut_without_rest() -> None:
    area = pygame.Rect(10, 20, 100, 90)
    cut = rows(area, [30, 10], gap=5)
    assert [tuple(row) for row in cut] == [(10, 20, 100, 30), (10, 55, 100, 10), (10, 70, 100, 40)]
    assert rows(area, [200])[-1].height == 0
    assert [column.left for column in columns(area, 3, gap=5)] == [10, 45, 80]
