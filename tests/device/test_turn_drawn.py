"""A turn on the screen: what is going on, the seconds of it, and the notes below."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from screen_texts import TextsWritten
from table_moments import MOMENTS, NOW

from device.language.texts import Texts
from device.screen.drawing import Canvas
from device.screen.sides import next_to_countdown
from device.screen.turn import NotesShown, draw_notes, notes_height, turn_parts
from device.simulator.named_texts import named_text
from device.themes import DARK, LIGHT, Theme
from device.views.table import TableView, TextView, view
from device.views.turn import CountdownView

NOTES = NotesShown(
    named_text("questions-open", n="2"),
    ("Bartholomew owes a turn",),
    "Not seen yet: T×6 U×4 V×2 W×2 X Y×2 Z ?×2",
    named_text("tiles-in-the-bag", n="2"),
    "OK rolls",
)


def shown(moment: str) -> TableView:
    return view(MOMENTS[moment], Texts("en"), NOW)


def draw_all(looked: TableView, area: pygame.Rect) -> list[pygame.Rect]:
    canvas = Canvas(pygame.Surface((800, 480)))
    parts = turn_parts(area, looked, canvas)
    for part in parts:
        part.draw(canvas, part.area, part.shows)
    return [part.area for part in parts]


@pytest.mark.parametrize("height", [150, 220, 300])
def test_the_parts_of_a_turn_share_its_area(height: int, cut: list[str]) -> None:
    area = pygame.Rect(8, 200, 336, height)
    for moment in ("start", "seen", "counted", "clocks", "unseen", "four"):
        places = draw_all(shown(moment), area)
        assert all(area.contains(place) for place in places)
        for number, place in enumerate(places):
            assert place.collidelist(places[:number]) < 0
    assert cut == []


def test_a_state_too_long_for_a_line_has_two(cut: list[str]) -> None:
    looked = shown("clocks")
    text = replace(looked.text, state="It is Bartholomew's turn to lay a long word. " * 2)
    looked = replace(looked, text=text)
    draw_all(looked, pygame.Rect(8, 200, 336, 220))
    assert cut == []


@pytest.mark.parametrize("width", [228, 336, 544])
def test_notes_take_the_room_they_say_and_nothing_is_cut(
    width: int, texts_written: TextsWritten
) -> None:
    canvas = Canvas(pygame.Surface((800, 480)))
    area = pygame.Rect(0, 0, width, notes_height(canvas, width, NOTES))
    draw_notes(canvas, area, NOTES)
    assert texts_written.cut == []
    assert set(texts_written.names) == {"?", *NOTES.lines}
    for text in texts_written.placed:
        assert area.contains(pygame.Rect(text.place))


def test_notes_of_a_view_stand_at_the_bottom(written: list[str]) -> None:
    area = pygame.Rect(0, 0, 336, 200)
    *_, above, notes = draw_all(shown("unseen"), area)
    assert above.bottom <= notes.top
    assert notes.top > 100
    assert notes.bottom == area.bottom
    assert named_text("tiles-in-the-bag", n="2") in written
    looked = shown("unseen")
    looked = replace(looked, text=TextView(looked.text.state, bag="", message=looked.text.message))
    assert len(draw_all(looked, area)) == len(draw_all(shown("unseen"), area)) - 1


def test_an_open_question_has_a_sign_as_well_as_its_colour(written: list[str]) -> None:
    draw_notes(
        Canvas(pygame.Surface((336, 40))), pygame.Rect(0, 0, 336, 40), replace(NOTES, notes=())
    )
    assert written[:2] == ["?", NOTES.open]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_last_seconds_stand_in_a_box_of_another_brightness(theme: Theme) -> None:
    bright = []
    for low in (False, True):
        surface = pygame.Surface((800, 480))
        line = pygame.Rect(0, 0, 336, 40)
        left = next_to_countdown(Canvas(surface, theme), line, CountdownView("0:09", low))
        assert left.right < 300
        bright.append(sum(surface.get_at((left.right + 14, 20))[:3]) // 3)
    assert abs(bright[0] - bright[1]) > 40


def test_without_seconds_all_the_room_is_left() -> None:
    area = pygame.Rect(0, 0, 336, 40)
    assert next_to_countdown(Canvas(pygame.Surface((336, 40))), area, None) == area
