"""People at a machine's table: what they lay lies under its camera, and points that aren't as laid
are found."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.simulator.camera import household_table
from device.simulator.script import read_evening
from hardware.panel.port import Button
from workshop.machine.evening import (
    CAMERA_HEIGHT,
    CAMERA_WIDTH,
    EveningFailedError,
    Fields,
    Lens,
    Players,
    jpeg_of,
    page_at,
    scene_of,
    shown,
)

SCRIPT = """game classic
sides Ann Ben

lay Ann 8G SIX
press Ann
lay Ben G8 SON
press Ben
"""


def test_the_camera_shows_the_table_in_the_middle() -> None:
    table = household_table(1).picture
    seen = cv2.imdecode(np.frombuffer(jpeg_of(table), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape == (CAMERA_HEIGHT, CAMERA_WIDTH, 3)
    top, left = (seen.shape[0] - table.shape[0]) // 2, (seen.shape[1] - table.shape[1]) // 2
    middle = seen[top : top + table.shape[0], left : left + table.shape[1]]
    assert float(np.abs(middle.astype(int) - table).mean()) < 5


class Page:
    """A table of two that counts a press by these points, in turn; a game has begun once OK was
    pressed twice."""

    def __init__(self, *points: tuple[int, int]) -> None:
        self._points, self._totals, self._oks = iter(points), (0, 0), 0
        self.pressed: list[Button] = []
        self._now = 0

    def time(self) -> float:
        self._now += 1
        return self._now

    def press(self, button: Button) -> None:
        self.pressed.append(button)
        if button is Button.OK:
            self._oks += 1
        else:
            self._totals = next(self._points)

    def __call__(self) -> Fields:
        ann, ben = self._totals
        state = "Ann’s turn" if self._oks > 1 else "What are you playing?"
        points = {"p1_score": str(ann), "p2_score": str(ben), "p3_score": ""}
        return points | {"p1_name": "Ann", "state": state}


def players(page: Page, script: str = SCRIPT) -> Players:
    evening, variant = read_evening(script, "trial")
    return Players(evening, variant, scene_of(variant), page, page, lambda _: None)


def test_an_evening_that_is_counted_as_it_was_laid() -> None:
    page, said = Page((20, 0), (20, 4)), list[str]()
    ours = players(page)
    assert ours.begin() == "after 2 presses"
    assert ours.play(said.append) == "5 tiles, 2 presses, every total as laid"
    assert page.pressed == [Button.OK, Button.OK, Button.SIDE_1, Button.SIDE_2]
    assert len(ours.scene.tiles) == 5
    assert [line.split(",")[0].strip() for line in said] == ["Ann: (20", "Ben: (20"]


def test_points_that_are_others_are_found() -> None:
    ours = players(Page((20, 0), (20, 5)))
    with pytest.raises(EveningFailedError, match=r"line 7: \(20, 5\) and not \(20, 4\)"):
        ours.play(lambda _: None)


def test_a_game_that_never_begins_is_given_up() -> None:
    page = Page()
    ours = players(page)
    ours.page = lambda: {"p1_name": "Ann", "state": "Which language?"}
    with pytest.raises(EveningFailedError, match="no game begins"):
        ours.begin()
    assert set(page.pressed) == {Button.OK}


def test_what_cant_be_played_is_refused_at_once() -> None:
    with pytest.raises(EveningFailedError, match=r"line 6: CallChallenge"):
        players(Page(), SCRIPT.replace("lay Ben G8 SON", "challenge Ben good"))


def test_a_page_that_isnt_there_says_nothing() -> None:
    assert page_at(9)() == {}
    assert shown({}) == ()


class Shown:
    """A camera that keeps what is in front of it."""

    def __init__(self) -> None:
        self.jpegs: list[bytes] = []

    def show(self, jpeg: bytes) -> None:
        self.jpegs.append(jpeg)


def test_no_two_pictures_are_the_same() -> None:
    camera = Shown()
    with Lens(camera, household_table(1)):
        while len(camera.jpegs) < 3:
            pass
    assert len(set(camera.jpegs)) == len(camera.jpegs)
