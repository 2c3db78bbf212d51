"""The foot: what is missing stands apart from what was said, and neither is cut."""

from __future__ import annotations

import pygame
import pytest
from screen_texts import TextsWritten

from device.screen.drawing import Canvas, ScreenPlaces
from device.screen.turn import Foot, draw_foot
from device.themes import DARK

SIZES = ((800, 480), (480, 320), (1280, 720), (480, 800))
TROUBLE = "This game isn’t being saved."
SHORT, LONG = "Maximiliane: QUIZ +44.", "Maximiliane: lay what is left in a row, then press. " * 2


def draw(size: tuple[int, int], message: str, trouble: str) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(DARK.ground)
    draw_foot(Canvas(surface), ScreenPlaces.of(size).foot, Foot(message, trouble))
    return surface


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("message", ["", SHORT, LONG])
@pytest.mark.parametrize("trouble", ["", TROUBLE])
def test_both_are_read_and_apart(
    trouble: str, message: str, size: tuple[int, int], texts_written: TextsWritten
) -> None:
    draw(size, message, trouble)
    assert texts_written.names == [text for text in (message, trouble) if text]
    assert texts_written.cut == []
    places = [pygame.Rect(text.place) for text in texts_written.placed]
    assert all(ScreenPlaces.of(size).foot.contains(place) for place in places)
    assert not (len(places) == 2 and places[0].inflate(0, -4).colliderect(places[1]))


@pytest.mark.parametrize("size", SIZES)
def test_trouble_has_a_sign_and_the_message_none(size: tuple[int, int]) -> None:
    def reds(surface: pygame.Surface) -> int:
        spots = ((x, y) for x in range(24) for y in range(size[1] - 60, size[1]))
        return sum(tuple(surface.get_at(spot))[:3] == DARK.trouble for spot in spots)

    assert reds(draw(size, SHORT, TROUBLE)) > 20
    assert reds(draw(size, SHORT, "")) == 0
