"""Cameras that are not there yet, hang, or are found while the table is left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from standins import board, reading_of
from test_loop import BOARDS, CLASSIC, NEW, LiveTable, Run

from device.cli.play import command
from device.language.texts import Texts
from device.session.core.inputs import CameraFound, CameraLost, Input, RecordingEnded
from device.simulator.named_texts import named_text
from device.table.camera_thread import SILENT_SECONDS, CameraThread
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadingThread
from device.table.run import run_table
from hardware.cameras.port import (
    Camera,
    CameraError,
    CameraHungError,
    Frame,
    LateCamera,
    RibbonCableError,
)
from hardware.display import Display
from hardware.panel.port import Button
from vision.game.follow import Followed
from vision.reading import Refusal

PATIENCE = 10.0
"""Seconds on the wall after which a test gives up."""


def wait_for(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.fixture(autouse=True)
def _sought_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.table.camera_thread.REOPEN_SECONDS", 0.01)


def test_a_camera_that_is_plugged_in_later_is_found_and_sees_the_game() -> None:
    run = Run()
    table = LiveTable(run.panel, [(reading_of(board()), ()), (reading_of(BOARDS[0]), ())])
    tries = iter([CameraError("Not yet."), CameraError("Not yet."), None])

    def reopen() -> Camera:
        error = next(tries)
        if error is not None:
            raise error
        wait_for(lambda: any(view.board.lost is not None for view in run.views))
        run.panel.press(Button.SIDE_1, table.clock())  # the play that it sees is Ann's
        return table

    run_table(
        NEW,
        Equipment(
            run.panel,
            Display(headless=True),
            absent(CameraError(named_text("no-usb-camera-is-there"))),
            reopen,
            read=table.read,
            clock=table.clock,
        ),
        Output(Texts("en"), run.messages.append, run._shown),
    )
    assert [shown for shown in run.messages if "camera" in shown.lower()] == [
        named_text("no-usb-camera-is-there"),
        named_text("camera-back"),
    ]
    assert [side.total for side in run.views[-1].sides] == [44, 0]


def absent(why: CameraError) -> Camera:
    """A camera that isn't there."""

    def opened() -> Camera:
        raise why

    return LateCamera(opened)


class Hangs:
    """A camera that hangs, at its first frame or after one."""

    turn_by_turn = False

    def __init__(self) -> None:
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        raise CameraHungError(named_text("the-camera-doesnt-answer-any"))

    def close(self) -> None:
        self.closed = True


class Watching:
    """A camera thread with what it posts, and how often it called that its camera hangs."""

    def __init__(self, camera: Camera, **more: Callable[[], Camera]) -> None:
        self.posted: list[Input] = []
        self.calls = 0
        self.called = threading.Event()
        self.now = 5.0
        reading = ReadingThread(
            lambda _picture, _last: Refusal("no-board"),
            CLASSIC,
            Context(0, Followed.start(15), None),
            self.posted.append,
        )
        self.camera_thread = CameraThread(
            camera, reading, self.posted.append, lambda: self.now, hung=self._hung, **more
        )
        self.camera_thread.start()

    def _hung(self) -> None:
        self.calls += 1
        self.called.set()


def test_a_camera_that_hangs_is_lost_reported_once_and_left_alone() -> None:
    def reopen() -> Camera:
        pytest.fail("a camera that hangs is not sought")

    camera = Hangs()
    watching = Watching(camera, reopen=reopen)
    assert watching.called.wait(PATIENCE)
    watching.camera_thread.close()
    assert watching.posted == [
        CameraLost(named_text("the-camera-doesnt-answer-any"), 5.0, cable=True)
    ]
    assert watching.calls == 1
    assert not camera.closed


def test_a_camera_that_hangs_when_it_is_sought_is_no_camera_that_is_not_there() -> None:
    def reopen() -> Camera:
        raise CameraHungError("It hangs again.")

    watching = Watching(absent(CameraError("Unplugged.")), reopen=reopen)
    assert watching.called.wait(PATIENCE)
    watching.camera_thread.close()
    assert watching.posted == [
        CameraLost("Unplugged.", 5.0),
        CameraLost("It hangs again.", 5.0, cable=True),
    ]
    assert not any(isinstance(event, RecordingEnded) for event in watching.posted)


def test_a_camera_that_hangs_without_a_word_is_missed_and_may_come_to_itself() -> None:
    seen, goes_on = threading.Event(), threading.Event()

    class Silent(Hangs):
        def frames(self) -> Iterator[Frame]:
            grey = np.full((240, 320, 3), 120, np.uint8)
            yield Frame(grey, 5.0)
            seen.set()
            goes_on.wait(PATIENCE)
            yield Frame(grey, 26.5)

    camera = Silent()
    watching = Watching(camera)
    assert seen.wait(PATIENCE)
    watching.now += SILENT_SECONDS
    watching.camera_thread.listen()
    assert watching.posted == []
    watching.now += 1.0
    watching.camera_thread.listen()
    watching.camera_thread.listen()
    assert watching.posted == [
        CameraLost(named_text("the-camera-doesnt-answer-any"), 26.0, cable=True)
    ]
    assert watching.calls == 1
    goes_on.set()
    wait_for(lambda: CameraFound(26.5) in watching.posted)
    watching.camera_thread.close()
    assert camera.closed


def test_a_program_that_was_stopped_as_a_whole_does_not_blame_its_camera() -> None:
    seen, ends = threading.Event(), threading.Event()

    class Silent(Hangs):
        def frames(self) -> Iterator[Frame]:
            yield Frame(np.full((240, 320, 3), 120, np.uint8), 5.0)
            seen.set()
            ends.wait(PATIENCE)

    watching = Watching(Silent())
    assert seen.wait(PATIENCE)
    watching.camera_thread.listen()
    watching.now += 10 * SILENT_SECONDS
    watching.camera_thread.listen()
    assert watching.posted == []
    while watching.now < 5.0 + 11 * SILENT_SECONDS:
        watching.now += 0.25
        watching.camera_thread.listen()
    assert watching.posted == []
    watching.now += 0.25
    watching.camera_thread.listen()
    assert [type(event) for event in watching.posted] == [CameraLost]
    ends.set()
    watching.camera_thread.close()


def test_a_recording_that_has_ended_is_not_missed() -> None:
    camera = Endless()
    camera.close()
    watching = Watching(camera)
    wait_for(lambda: bool(watching.posted))
    watching.now += 10 * SILENT_SECONDS
    watching.camera_thread.listen()
    watching.camera_thread.close()
    assert watching.posted == [RecordingEnded(5.0)]


def test_a_camera_on_a_ribbon_cable_is_reported_as_such() -> None:
    watching = Watching(absent(RibbonCableError("There is no camera 0.")))
    wait_for(lambda: bool(watching.posted))
    watching.camera_thread.close()
    assert watching.posted == [CameraLost("There is no camera 0.", 5.0, cable=True)]


def test_a_camera_found_as_the_table_is_left_is_closed() -> None:
    found = Endless()
    begun, leaving = threading.Event(), threading.Event()

    def reopen() -> Camera:
        assert begun.wait(PATIENCE)  # it may be sought before there is a name for who seeks
        leaving.set()
        wait_for(lambda: watching.camera_thread._closing.is_set())
        return found

    watching = Watching(absent(CameraError("Unplugged.")), reopen=reopen)
    begun.set()
    assert leaving.wait(PATIENCE)
    watching.camera_thread.close()
    assert found.ended.wait(PATIENCE)


class Endless:
    """A camera without a frame that goes on until it is closed."""

    turn_by_turn = False

    def __init__(self) -> None:
        self._closed, self.ended = threading.Event(), threading.Event()

    def frames(self) -> Iterator[Frame]:
        self._closed.wait(PATIENCE)
        self.ended.set()
        return iter(())

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What `play` makes a table of; the table is never begun."""
    taken: dict[str, Any] = {}

    def table(opening: Opening, plugged: Equipment, *_: object, **more: object) -> None:
        taken.update(more, opening=opening, plugged=plugged)
        raise KeyboardInterrupt

    for kind in ("STATE", "CONFIGURATION", "RUNTIME"):
        monkeypatch.setenv(f"{kind}_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("device.cli.play.run_table", table)
    return taken


def test_play_begins_without_its_camera_and_says_so(taken: dict[str, Any], tmp_path: Path) -> None:
    source = f"v4l2:{tmp_path / 'usb-Cam-video-index0'}"
    CliRunner().invoke(command, ["--headless", "--camera", source])
    assert isinstance(taken["plugged"].camera, LateCamera)
    with pytest.raises(CameraError, match="plugged in"):
        next(taken["plugged"].camera.frames())
    with pytest.raises(CameraError, match="plugged in"):
        taken["plugged"].reopen()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("webcam", "isn’t a camera: use"),
        ("folder:/nowhere", "is a recording"),
        ("csi:left", "csi[:NUMBER]"),
    ],
)
def test_an_appliance_seeks_any_camera_where_its_own_cannot_be(
    taken: dict[str, Any], monkeypatch: pytest.MonkeyPatch, source: str, why: str
) -> None:
    found = Endless()
    monkeypatch.setattr("hardware.cameras.auto.csi_cameras", lambda: 0)
    CliRunner().invoke(command, ["--appliance", "--headless", "--camera", source])
    assert isinstance(taken["plugged"].camera, LateCamera)
    (reported,) = taken["opening"].troubles
    assert why in Texts("en").say(reported)
    assert taken["opening"].device.kept
    monkeypatch.setattr("hardware.cameras.auto.first_usb_camera", lambda: "its node")
    monkeypatch.setattr("hardware.cameras.auto.UsbCamera", lambda *_: found)
    assert taken["plugged"].reopen() is found
