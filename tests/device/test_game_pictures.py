"""The pictures of the games: every game has one of its own, seen on either ground at any size."""

from __future__ import annotations

import pygame
import pytest

from device.screen.drawing import Canvas
from device.screen.game_pictures import PICTURES, draw_game
from device.session.lobby.lobby import FOR_WHOM
from device.themes import DARK, LIGHT, Theme
from engine.variants import GAMES


def drawn(name: str, side: int, theme: Theme) -> bytes:
    surface = pygame.Surface((side, side))
    surface.fill(theme.panel)
    draw_game(Canvas(surface, theme), surface.get_rect(), name)
    return pygame.image.tostring(surface, "RGB")


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("side", [24, 48, 200])
def test_no_two_pictures_look_alike(side: int, theme: Theme) -> None:
    looks = {drawn(name, side, theme) for name in PICTURES}
    assert len(looks) == len(PICTURES)
    assert bytes(theme.panel) * side * side not in looks


def test_every_game_has_a_picture_and_says_for_whom_it_is() -> None:
    assert set(GAMES) <= set(PICTURES)
    assert set(GAMES) == set(FOR_WHOM)
