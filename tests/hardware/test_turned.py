"""A turned screen: every pixel where players expect it, and only what has changed is copied."""

from __future__ import annotations

import pygame
import pytest

from hardware.display import Display, Rotation, turn_onto, turned_area, turned_size

SIZE = (30, 20)
MARK = pygame.Rect(3, 5, 4, 2)
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def marked() -> pygame.Surface:
    """A black picture with a white mark whose top left pixel is blue."""
    picture = pygame.Surface(SIZE)
    picture.fill(WHITE, MARK)
    picture.set_at(MARK.topleft, (0, 0, 255))
    return picture


@pytest.mark.parametrize("turn", Rotation)
def test_a_picture_turned_part_by_part_is_the_picture_turned_whole(turn: Rotation) -> None:
    picture = marked()
    screen = pygame.Surface(turned_size(SIZE, turn))
    left, right = pygame.Rect(0, 0, 11, 20), pygame.Rect(11, 0, 19, 20)
    turn_onto(screen, picture, [left, right], turn)
    whole = pygame.transform.rotate(picture, -int(turn))
    assert pygame.image.tostring(screen, "RGB") == pygame.image.tostring(whole, "RGB")


@pytest.mark.parametrize(
    ("turn", "corner"),
    [
        (Rotation.NONE, (3, 5)),
        (Rotation.RIGHT, (20 - 1 - 5, 3)),
        (Rotation.OVER, (30 - 1 - 3, 20 - 1 - 5)),
        (Rotation.LEFT, (5, 30 - 1 - 3)),
    ],
)
def test_it_turns_clockwise(turn: Rotation, corner: tuple[int, int]) -> None:
    screen = pygame.Surface(turned_size(SIZE, turn))
    [place] = turn_onto(screen, marked(), [MARK], turn)
    assert screen.get_at(corner) == pygame.Color(0, 0, 255)
    assert place.collidepoint(corner)
    assert place.size == turned_size(MARK.size, turn)


def test_only_the_areas_named_are_copied() -> None:
    screen = pygame.Surface(turned_size(SIZE, Rotation.RIGHT))
    turn_onto(screen, marked(), [pygame.Rect(20, 0, 10, 20)], Rotation.RIGHT)
    assert pygame.mask.from_threshold(screen, WHITE, (1, 1, 1)).count() == 0


@pytest.mark.parametrize("turn", Rotation)
def test_an_area_over_the_edge_is_cut_off(turn: Rotation) -> None:
    screen = pygame.Surface(turned_size(SIZE, turn))
    [place] = turn_onto(screen, marked(), [pygame.Rect(25, 15, 20, 20)], turn)
    assert screen.get_rect().contains(place)
    assert place == turned_area(pygame.Rect(25, 15, 5, 5), SIZE, turn)


@pytest.mark.parametrize("turn", Rotation)
def test_a_display_has_the_picture_as_players_see_it(
    turn: Rotation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    display = Display((320, 240), turn=turn)
    try:
        assert display.surface.get_size() == (320, 240)
        panel = pygame.display.get_surface()
        assert panel.get_size() == turned_size((320, 240), turn)
        display.surface.fill(WHITE, (0, 0, 40, 20))
        display.show([pygame.Rect(0, 0, 40, 20)])
        lit = pygame.mask.from_threshold(panel, WHITE, (1, 1, 1))
        assert lit.count() == 40 * 20
        area = turned_area(pygame.Rect(0, 0, 40, 20), (320, 240), turn)
        for corner in (area.topleft, (area.right - 1, area.bottom - 1)):
            assert lit.get_at(corner)
        display.surface.fill(BLACK)
        display.show()
        assert pygame.mask.from_threshold(panel, WHITE, (1, 1, 1)).count() == 0
    finally:
        display.close()
