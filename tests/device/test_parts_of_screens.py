"""What every screen owes to the drawing of its parts: they don't overlap, are drawn by functions
that stay the same, and show small values; then whatever comes after whatever looks as if drawn
alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from types import FunctionType

import gallery
import pygame
import pytest

from device.language.texts import Texts
from device.screen.drawing import Canvas, ScreenPlaces
from device.screen.scoreboard import Scoreboard, parts_of
from device.session.core.state import TableState
from device.themes import THEMES
from device.views.table import TableView, view

SIZES = ((800, 480), (320, 240), (480, 800), (1920, 1080))
SOURCES = (
    gallery.plain,
    gallery.clocked,
    gallery.turns,
    gallery.phases,
    gallery.questions,
    gallery.names,
    gallery.services,
)


@cache
def views() -> dict[str, TableView]:
    """All that players see, in French, which takes more room."""
    return {
        f"{source.__name__}: {name}": view(seen.state, Texts("fr"), seen.now, seen.pictures)
        for source in SOURCES
        for name, seen in source().items()
    }


def within(value: object) -> Iterator[object]:
    """A value and all that it holds."""
    yield value
    held: list[object] = []
    if isinstance(value, tuple | frozenset):
        held = list(value)
    elif is_dataclass(value):
        held = [getattr(value, field.name) for field in fields(value)]
    for each in held:
        yield from within(each)


@pytest.mark.parametrize("size", SIZES)
def test_parts_lie_on_the_screen_and_not_on_each_other(size: tuple[int, int]) -> None:
    canvas, layout = Canvas(pygame.Surface(size)), ScreenPlaces.of(size)
    for name, shown in views().items():
        areas = [part.area for part in parts_of(shown, layout, canvas)]
        for number, area in enumerate(areas):
            assert layout.screen.contains(area), name
            assert area.collidelist(areas[:number]) < 0, name


def test_parts_are_drawn_by_functions_that_stay_the_same_and_show_small_values() -> None:
    """Else they would be drawn again each time, or compared for longer than drawn."""
    canvas, layout = Canvas(pygame.Surface((800, 480))), ScreenPlaces.of((800, 480))
    for name, shown in views().items():
        for part in parts_of(shown, layout, canvas):
            assert isinstance(part.draw, FunctionType), name
            assert part.draw.__qualname__.isidentifier(), name
            for value in within(part.shows):
                assert not isinstance(value, TableView | TableState | list | dict | set), name


@pytest.mark.parametrize("size", SIZES[:3])
def test_any_screen_after_any_other_looks_as_if_drawn_alone(size: tuple[int, int]) -> None:
    chance, surface = random.Random(1), pygame.Surface(size)
    board = Scoreboard(surface, motion=False)
    for name in chance.sample(sorted(views()), 60):
        shown = replace(views()[name], theme=chance.choice(sorted(THEMES)))
        board.draw(shown)
        alone = pygame.Surface(size)
        Scoreboard(alone, motion=False).draw(shown)
        seen = (pygame.image.tostring(each, "RGB") for each in (surface, alone))
        assert len(set(seen)) == 1, name
