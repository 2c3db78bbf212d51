"""The sides on the screen: points as large as can be that don't jump, and all marked without
colour."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from screen_texts import TextsWritten

from device.screen.drawing import HIDDEN_MARK, Canvas, points_text
from device.screen.sides import next_to_countdown, side_parts
from device.themes import DARK, LIGHT, Theme
from device.views.turn import CountdownView, PegsView, SideView

NAMES = ("Maximiliane", "Bartholomew", "Clementine", "Dorothea")
COLUMNS = {
    (800, 480): (336, 416),
    (480, 320): (228, 264),
    (1280, 720): (544, 624),
    (480, 800): (464, 309),
}
BARE = SideView("", 87, turn=False)
BOXES = {
    "bare": BARE,
    "clock": replace(BARE, clock="23:51", clock_runs=True),
    "overtime": replace(BARE, clock="−10:01", overtime=True),
    "target": replace(BARE, target=160),
    "both": replace(BARE, clock="119:57", target=200),
    "pegs": replace(BARE, pegs=PegsView(300, 90, 9, beyond=True)),
}


def sides(count: int, total: int | None, box: SideView = BARE) -> tuple[SideView, ...]:
    return tuple(
        replace(box, name=name, total=total, turn=n == 0) for n, name in enumerate(NAMES[:count])
    )


def draw(
    shown: tuple[SideView, ...], screen: tuple[int, int] = (800, 480), theme: Theme = DARK
) -> tuple[pygame.Surface, list[pygame.Rect]]:
    surface = pygame.Surface(screen)
    canvas = Canvas(surface, theme)
    surface.fill(theme.ground)
    parts, below = side_parts(pygame.Rect((8, 8), COLUMNS[screen]), shown, canvas)
    for part in parts:
        part.draw(canvas, part.area, part.shows)
    assert below.height > 0
    return surface, [part.area for part in parts]


@pytest.mark.parametrize("screen", COLUMNS)
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_nothing_is_cut_or_overlaps_whatever_a_box_holds(
    count: int, box: str, screen: tuple[int, int], texts_written: TextsWritten
) -> None:
    for total in (None, 0, 1204, -123, -1204):
        texts_written.clear()
        _, boxes = draw(sides(count, total, BOXES[box]), screen)
        assert texts_written.cut == []
        assert len(texts_written.placed) >= 2 * count
        places = [pygame.Rect(text.place) for text in texts_written.placed]
        for number, place in enumerate(places):
            assert any(box.contains(place) for box in boxes)
            assert place.inflate(0, -4).collidelist([p.inflate(0, -4) for p in places[:number]]) < 0


def size_of(total: int, screen: tuple[int, int], texts: TextsWritten) -> tuple[int, int]:
    """The size of the points' letters, and the row they stand on."""
    texts.clear()
    draw(sides(2, total), screen)
    placed = next(text for text in texts.placed if text.text == points_text(total))
    return placed.size, placed.place[1] + placed.place[3]


@pytest.mark.parametrize("screen", COLUMNS)
def test_points_have_one_size_and_one_place_however_many_digits(
    screen: tuple[int, int], texts_written: TextsWritten
) -> None:
    looks = [size_of(total, screen, texts_written) for total in (9, 44, 386, -123, 1204)]
    assert len({size for size, _ in looks}) == 1
    # Round digits reach a little below the line.
    assert max(row for _, row in looks) - min(row for _, row in looks) <= screen[1] // 240


@pytest.mark.parametrize("screen", COLUMNS)
def test_points_are_the_largest_text(screen: tuple[int, int], texts_written: TextsWritten) -> None:
    for count in (1, 2, 3, 4):
        texts_written.clear()
        draw(sides(count, 386), screen)
        largest = max(texts_written.placed, key=lambda text: text.place[3])
        assert largest.text == "386"
        assert largest.place[3] >= min(screen) // 16


def test_two_sides_have_points_that_are_read_from_across_the_table(
    texts_written: TextsWritten,
) -> None:
    draw(sides(2, 386))
    points = [text.place[3] for text in texts_written.placed if text.text == "386"]
    assert min(points) >= 60


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_clocks_are_read_from_a_metre_on_the_smallest_screen(
    count: int, texts_written: TextsWritten
) -> None:
    """480 x 320 on 3.5 inches has 6.5 pixels in a millimetre, and figures of nearly 5 mm."""
    box = replace(BARE, clock="23:51", clock_runs=True)
    draw(sides(count, 386, box), (480, 320))
    clocks = [text.place[3] for text in texts_written.placed if text.text == "23:51"]
    assert len(clocks) == count
    assert min(clocks) >= (30 if count < 3 else 26)
    texts_written.clear()
    surface = pygame.Surface((480, 320))
    line = pygame.Rect(0, 0, 228, 40)
    next_to_countdown(Canvas(surface), line, CountdownView("0:48", low=False))
    (seconds,) = texts_written.placed
    assert seconds.place[3] >= 28


@pytest.mark.parametrize("screen", COLUMNS)
def test_a_clock_keeps_its_size_below_ten_minutes(
    screen: tuple[int, int], texts_written: TextsWritten
) -> None:
    looks = set()
    for clock in ("23:51", "10:00", "9:59", "0:07"):
        texts_written.clear()
        draw(sides(2, 386, replace(BARE, clock=clock)), screen)
        looks.add(next(text.size for text in texts_written.placed if text.text == clock))
    assert len(looks) == 1


def test_hidden_points_are_not_written(texts_written: TextsWritten) -> None:
    draw(sides(2, None))
    assert texts_written.names.count(HIDDEN_MARK) == 2


def brightness(surface: pygame.Surface, area: pygame.Rect) -> set[tuple[int, int]]:
    """Where something stands out, for whom colours look alike."""
    ground = sum(surface.get_at((area.left + area.width // 2, area.top + 6))[:3]) // 3
    return {
        (x, y)
        for x in range(area.width)
        for y in range(area.height)
        if abs(sum(surface.get_at((area.left + x, area.top + y))[:3]) // 3 - ground) > 60
    }


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_whose_turn_who_won_and_overtime_differ_in_shape(theme: Theme) -> None:
    plain = SideView("Ann", 87, turn=False, clock="1:00")
    looks = (
        plain,
        replace(plain, turn=True),
        replace(plain, won=True),
        replace(plain, clock_runs=True),
        replace(plain, overtime=True),
    )
    shapes = []
    for look in looks:
        surface, (first, _) = draw((look, plain), theme=theme)
        shapes.append(brightness(surface, first))
    for number, one in enumerate(shapes):
        for other in shapes[number + 1 :]:
            assert len(one ^ other) > 40


def test_no_sides_leave_all_the_room() -> None:
    area = pygame.Rect(8, 8, 300, 200)
    assert side_parts(area, (), Canvas(pygame.Surface((800, 480)))) == ((), area)
