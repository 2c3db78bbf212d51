"""Pictures of a screen: what is drawn, what differs, and which view one shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from device.language.texts import Texts
from device.table.opening import Opening
from device.views.crops import Box, Crop, Image
from device.views.dialogs import QuestionView
from device.views.table import TableView, view
from device.views.turn import CountdownView
from engine.variants import load_variant
from workshop.machine.screens import Screens, differs, drawn_area

SIZE = (320, 240)


def screen(width: int = 1280, height: int = 800, shade: int = 30) -> Any:
    return np.full((height, width, 3), shade, np.uint8)


def test_black_bars_arent_drawn_on() -> None:
    picture = screen(800, 600)
    assert drawn_area(picture) == 1
    picture[:60] = picture[540:] = 0
    assert drawn_area(picture) == pytest.approx(0.8)
    assert drawn_area(screen(shade=0)) == 0


def test_a_choice_that_moved_is_a_change_and_a_flicker_isnt() -> None:
    before, after = screen(), screen()
    after[0, 0] = 255
    assert not differs(before, after)
    after[100:140, 20:600] = (60, 190, 255)
    assert differs(before, after)
    assert differs(before, screen(800, 600))


def test_a_picture_shows_the_latest_view_that_looks_like_it() -> None:
    opening = Opening.new(load_variant("classic", "en"), ("Ann", "Ben"))
    first = view(opening.state(camera=True), Texts("en"), 0.0)
    second = replace(first, text=replace(first.text, message="Something else"))
    screens = Screens(SIZE)
    screens.show(first, 1.0)
    begun = screens.latest
    screens.show(second, 2.0)
    assert screens.find(screens.latest) == (second, None)
    assert screens.find(begun) == (first, 2.0)
    screens.show(first, 3.0)
    assert screens.find(begun) == (first, None)
    assert screens.find(np.zeros_like(begun)) is None


def asked(levels: Any) -> TableView:
    """A question with the camera's picture of a square: grey levels [90, 90]."""
    height, width = levels.shape
    rgb = np.repeat(levels[..., None], 3, axis=2).astype(np.uint8).tobytes()
    crop = Crop(Image(width, height, rgb), (Box(20, 20, 50, 50),), ("C1",))
    table = Opening.new(load_variant("classic", "en"), ("Ann", "Ben")).state(camera=True)
    shown = view(table, Texts("en"), 0.0)
    question = QuestionView("What is on C1?", ("N", "Z"), 0, crop)
    return replace(shown, dialog=replace(shown.dialog, question=question))


def test_two_cameras_pictures_of_the_same_are_the_same_screen() -> None:
    tile = np.full((90, 90), 60)
    tile[30:60, 30:60] = 220
    shifted = np.roll(tile, 2, axis=1)
    screens, machine = Screens(SIZE), Screens(SIZE)
    screens.show(asked(tile), 1.0)
    machine.show(asked(shifted), 1.0)
    assert differs(screens.latest, machine.latest)
    assert screens.find(machine.latest) == (asked(tile), None)
    machine.show(asked(np.full((90, 90), 220)), 2.0)
    assert screens.find(machine.latest) is None  # something else is seen there
    other = asked(shifted)
    question = replace(other.dialog.question or QuestionView("", (), 0), selected=1)
    machine.show(replace(other, dialog=replace(other.dialog, question=question)), 3.0)
    assert screens.find(machine.latest) is None


@pytest.mark.parametrize(("left", "same"), [("6:27", True), ("6:28", True), ("6:30", False)])
def test_a_clock_that_was_stopped_an_instant_later_is_the_same_screen(
    left: str, same: bool
) -> None:
    table = Opening.new(load_variant("classic", "en"), ("Ann", "Ben")).state(camera=True)
    shown = view(table, Texts("en"), 0.0)
    screens, machine = Screens(SIZE), Screens(SIZE)
    screens.show(replace(shown, countdown=CountdownView("6:27", low=False)), 1.0)
    machine.show(replace(shown, countdown=CountdownView(left, low=False)), 1.0)
    assert (screens.find(machine.latest) is not None) == same
