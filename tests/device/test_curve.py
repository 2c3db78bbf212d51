"""The drawn curve: names keep apart, dashes and marks differ, numbers are round."""

from __future__ import annotations

import math
from itertools import pairwise

import pygame
import pytest

from device.screen.drawing import Canvas
from device.screen.result import dashed, draw_curve, draw_marker, spread
from device.themes import THEMES
from device.views.turn import Curve, CurveView


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([50.0], [50.0]),
        ([50.0, 50.0], [50.0, 70.0]),
        ([95.0, 96.0, 10.0], [80.0, 100.0, 10.0]),
        ([0.0, 0.0, 0.0], [0.0, 20.0, 40.0]),
        ([100.0, 100.0, 100.0, 100.0], [40.0, 60.0, 80.0, 100.0]),
    ],
)
def test_names_keep_apart_and_within_their_place(wanted: list[float], places: list[float]) -> None:
    assert spread(wanted, 20, 0, 100) == places


def test_a_line_without_dashes_is_whole() -> None:
    points = [(0.0, 0.0), (10.0, 0.0)]
    assert list(dashed(points, ())) == [points]


def test_dashes_run_on_round_corners() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0)]
    pieces = list(dashed(points, (6.0, 2.0)))
    assert pieces[0] == [(0.0, 0.0), (6.0, 0.0)]
    assert pieces[1] == [(8.0, 0.0), (10.0, 0.0), (10.0, 4.0)]
    drawn = sum(math.dist(a, b) for piece in pieces for a, b in pairwise(piece))
    assert drawn == 6 + 6 + 6 + 6


def marker(number: int, theme: str = "dark") -> set[tuple[int, int]]:
    surface = pygame.Surface((40, 40))
    canvas = Canvas(surface, THEMES[theme])
    surface.fill(canvas.theme.panel)
    draw_marker(canvas, surface.get_rect(), number)
    ground = surface.get_at((0, 0))
    return {(x, y) for x in range(40) for y in range(40) if surface.get_at((x, y)) != ground}


def test_marks_differ_in_shape() -> None:
    shapes = [marker(number) for number in range(4)]
    for number, one in enumerate(shapes):
        assert len(one) > 100
        for other in shapes[:number]:
            assert len(one ^ other) > 60


@pytest.mark.parametrize("high", [1, 7, 250, 999, 1393])
@pytest.mark.parametrize("low", [0, -9, -300])
def test_the_numbers_at_the_side_are_few_and_round(low: int, high: int, written: list[str]) -> None:
    curves = (
        Curve("Ann", ((0, 0), (1, high)), 1, won=True),
        Curve("Ben", ((0, 0), (1, low)), 2, won=False),
    )
    surface = pygame.Surface((480, 320))
    shown = CurveView(curves, (0, 1), 1, settled=False, axis="Turns", end="", hint="")
    draw_curve(Canvas(surface), surface.get_rect(), shown)
    numbers = sorted(int(text.replace("−", "-")) for text in written if text.lstrip("−").isdigit())
    assert 0 in numbers
    assert 2 <= len(numbers) <= 8
    assert min(numbers) >= low
