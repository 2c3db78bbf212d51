"""Rows to choose from: the chosen one is always seen and marked, and whether there are more."""

from __future__ import annotations

import pygame
import pytest
from screen_texts import TextsWritten

from device.screen.drawing import Canvas
from device.screen.question import draw_rows
from device.themes import DARK

ROWS = [(f"row {number}", "") for number in range(40)]
AREA = pygame.Rect(10, 10, 300, 100)


def drawn(chosen: int, area: pygame.Rect = AREA, rows: list[tuple[str, str]] = ROWS) -> Canvas:
    canvas = Canvas(pygame.Surface((800, 480)))
    draw_rows(canvas, area, rows, chosen)
    return canvas


def has_mark(canvas: Canvas, top: int, bottom: int) -> bool:
    """Whether there is a triangle at the right of the area, between these heights."""
    return any(
        tuple(canvas.surface.get_at((x, y)))[:3] == DARK.text
        for x in range(AREA.right - 20, AREA.right)
        for y in range(top, bottom)
    )


@pytest.mark.parametrize("chosen", range(40))
def test_the_chosen_row_is_seen_and_marked(chosen: int, written: list[str]) -> None:
    drawn(chosen)
    assert [text for text in written if text.startswith("› ")] == [f"› row {chosen}"]
    assert len(written) == 3


def test_triangles_show_that_there_are_more() -> None:
    middle = AREA.centery
    assert not has_mark(drawn(0), AREA.top, middle)
    assert has_mark(drawn(0), middle, AREA.bottom)
    assert has_mark(drawn(20), AREA.top, middle)
    assert has_mark(drawn(20), middle, AREA.bottom)
    assert has_mark(drawn(39), AREA.top, middle)
    assert not has_mark(drawn(39), middle, AREA.bottom)
    assert not has_mark(drawn(0, rows=ROWS[:3]), AREA.top, AREA.bottom)


def test_labels_stand_in_one_line_whether_chosen_or_not(texts_written: TextsWritten) -> None:
    drawn(1, rows=[("Ann", ""), ("Ann", ""), ("Ann", "")])
    chosen, other = (
        next(text for text in texts_written.placed if text.text == name)
        for name in ("› Ann", "Ann")
    )
    mark = Canvas(pygame.Surface((800, 480))).width_of("› ", other.size)
    assert abs(chosen.place[0] + mark - other.place[0]) <= 6


def test_rows_share_the_room_and_stay_within_it(texts_written: TextsWritten) -> None:
    for high in (60, 120, 200, 400):
        for count in (1, 2, 3, 7):
            texts_written.clear()
            area = pygame.Rect(0, 0, 300, high)
            drawn(0, area, ROWS[:count])
            assert all(area.contains(pygame.Rect(text.place)) for text in texts_written.placed)
            assert texts_written.cut == []


def test_a_value_stands_next_to_its_label(texts_written: TextsWritten) -> None:
    drawn(0, rows=[("Language", "English"), ("Game", "Classic")])
    places = {text.text: text.place for text in texts_written.placed}
    assert places["English"][0] == places["Classic"][0] > places["Game"][0] + places["Game"][2]
