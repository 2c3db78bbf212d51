"""The way to the screens that look after the device and back, through the loop: a camera that sees
a drawn table, its real reader, and presses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from lobby_presses import OFFERS, TWO
from standins import board

from device.language.texts import Texts
from device.simulator.camera import household_table
from device.simulator.named_texts import named_text
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.run import run_table
from device.views.table import TableView
from engine.position import Position
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.port import Button, ScriptedPanel
from vision.reading import Grid, Picture

PATIENCE = 20.0
"""Seconds after which something is taken to come no more, also on a busy machine."""


def table_with_words() -> tuple[Picture, Grid, Picture, Grid]:
    """A table as a camera sees it, and as it sees it after somebody has turned it."""
    scene = household_table(3)
    words = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
    for square, tile in Position.from_rows(words).tiles.items():
        scene.lay(square, tile)
    picture, grid = scene.picture.copy(), scene.grid
    scene.push(70.0, -30.0, 4.0)
    return picture, grid, scene.picture.copy(), scene.grid


BEFORE, BEFORE_AT, AFTER, AFTER_AT = table_with_words()


class Turned:
    """A camera at 10 frames a second of its own time, whose `picture` can be changed."""

    turn_by_turn = False

    def __init__(self) -> None:
        self.picture, self._now, self._closed = BEFORE, 100.0, False
        noise = np.random.default_rng(1)
        self._noise = [noise.integers(0, 4, BEFORE.shape, dtype=np.uint8) for _ in range(3)]

    def clock(self) -> float:
        return self._now

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._closed:
            self._now, number = self._now + 0.1, number + 1
            time.sleep(0.02)  # so that the other threads come in between
            lit = np.minimum(self.picture, 250) + self._noise[number % 3]
            yield Frame(lit, self._now)

    def close(self) -> None:
        self._closed = True


class Evening:
    """A table in its lobby, and somebody who presses when what was awaited is shown."""

    def __init__(self, play: Callable[[Evening], None]) -> None:
        self.camera, self.panel = Turned(), ScriptedPanel()
        self.views: list[TableView] = []
        self._error: BaseException | None = None
        presser = threading.Thread(target=self._play, args=(play,), daemon=True)
        presser.start()
        run_table(
            replace(Opening(TWO.game(), offers=OFFERS), setup=TWO),
            Equipment(self.panel, Display(headless=True), self.camera, clock=self.camera.clock),
            Output(Texts("en"), lambda _: None, lambda view, _: self.views.append(view)),
        )
        presser.join()
        if self._error is not None:
            raise self._error

    def _play(self, play: Callable[[Evening], None]) -> None:
        try:
            self.until(lambda view: view.page.lobby is not None)
            play(self)
        except BaseException as error:  # noqa: BLE001  (raised again on the test's own thread)
            self._error = error
        self.camera.close()  # a recording that ends, ends the table

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.panel.press(button, self.camera.clock())

    def until(self, shown: Callable[[TableView], bool]) -> TableView:
        """The last view, once it shows this."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.views and shown(self.views[-1]):
                return self.views[-1]
            time.sleep(0.01)
        raise AssertionError(f"never shown; the last view is {self.views[-1:]}")


def found(view: TableView) -> bool:
    return view.page.aim is not None and view.page.aim.grid is not None


def lies_at(view: TableView, grid: Grid) -> bool:
    """Whether the grid that is shown is this one, as nearly as an eye can tell."""
    assert view.page.aim is not None
    assert view.page.aim.grid is not None
    height, width = BEFORE.shape[:2]
    seen = np.array(view.page.aim.grid.corners) * (width, height)
    return bool(np.abs(seen - np.array(grid.corners)).max() < 6.0)


def test_the_camera_is_aimed_and_the_device_checked_from_the_lobby() -> None:
    def play(evening: Evening) -> None:
        evening.press(*[Button.BACK] * 3, Button.OK, Button.BACK, Button.OK, Button.OK)
        view = evening.until(found)
        assert lies_at(view, BEFORE_AT)
        assert view.page.aim is not None
        assert view.page.aim.grid is not None
        assert view.page.aim.grid.turn_known
        assert view.page.aim.image is not None
        evening.camera.picture = AFTER
        evening.until(lambda view: view.page.aim is not None and view.page.aim.grid is None)
        moved = len(evening.views)
        assert lies_at(evening.until(found), AFTER_AT)
        assert all(lies_at(view, AFTER_AT) for view in evening.views[moved:] if found(view))
        evening.press(Button.OK)
        evening.until(lambda view: view.page.aim is None and view.dialog.question is not None)
        evening.press(Button.NEXT, Button.OK)
        view = evening.until(
            lambda view: view.page.doctor is not None and view.page.doctor.lines != ()
        )
        assert view.page.doctor is not None
        values = {line.name: line.value for line in view.page.doctor.lines}
        assert values["Board"] == "found"
        assert values["Games"] == named_text("are-not-kept")
        evening.press(Button.NEXT)
        evening.until(lambda view: view.page.doctor is not None and view.page.doctor.chosen == 1)
        evening.press(Button.OK)
        evening.until(lambda view: view.page.doctor is None and view.page.lobby is not None)

    assert Evening(play).views


def test_with_nobody_on_that_screen_no_live_picture_is_made() -> None:
    def play(evening: Evening) -> None:
        evening.press(Button.NEXT)
        evening.until(lambda view: view.page.lobby is not None and view.page.lobby.lines[1].chosen)
        time.sleep(0.3)

    assert all(view.page.aim is None for view in Evening(play).views)
