"""A camera that is opened by the thread that watches it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.cameras.port import Camera, CameraError, Frame, HeldCamera, LateCamera, PacedCamera

FRAME = Frame(np.zeros((4, 4, 3), np.uint8), 1.0)


class Webcam:
    """Two frames, and all its calls."""

    turn_by_turn = False

    def __init__(self) -> None:
        self.calls: list[object] = []

    def frames(self) -> Iterator[Frame]:
        self.calls.append("frames")
        yield FRAME
        yield FRAME

    def give_every(self, seconds: float) -> None:
        self.calls.append(("every", seconds))

    def hold(self, held: bool) -> None:
        self.calls.append(("hold", held))

    def close(self) -> None:
        self.calls.append("close")


class Plain:
    """A camera that can neither be held nor rest."""

    turn_by_turn = False

    def frames(self) -> Iterator[Frame]:
        yield FRAME

    def close(self) -> None: ...


def test_it_is_opened_when_its_frames_are_asked_for_and_not_before() -> None:
    opened: list[Webcam] = []

    def open_webcam() -> Camera:
        opened.append(Webcam())
        return opened[-1]

    camera = LateCamera(open_webcam)
    assert not opened
    assert [*camera.frames()] == [FRAME, FRAME]
    assert len(opened) == 1


def test_what_was_set_before_it_was_open_holds_afterwards_and_what_comes_later_too() -> None:
    webcam = Webcam()
    camera = LateCamera(lambda: webcam)
    assert isinstance(camera, HeldCamera)
    assert isinstance(camera, PacedCamera)
    camera.hold(True)
    frames = camera.frames()
    next(frames)
    assert webcam.calls == [("hold", True), ("every", 0.1), "frames"]
    camera.give_every(0.5)
    camera.hold(False)
    camera.close()
    assert webcam.calls[3:] == [
        *(("hold", True), ("every", 0.5)),
        *(("hold", False), ("every", 0.5)),
        "close",
    ]


def test_one_that_is_left_before_it_is_open_is_closed_as_soon_as_it_is() -> None:
    webcam = Webcam()

    def open_slowly() -> Camera:
        camera.close()
        return webcam

    camera = LateCamera(open_slowly)
    assert [*camera.frames()] == []
    assert webcam.calls[-1] == "close"
    assert "frames" not in webcam.calls


def test_one_that_is_not_there_says_so_where_it_is_watched() -> None:
    def open_none() -> Camera:
        raise CameraError("No USB camera is there.")

    with pytest.raises(CameraError, match="No USB camera"):
        next(LateCamera(open_none).frames())


def test_a_camera_that_can_do_less_is_asked_for_no_more() -> None:
    camera = LateCamera(Plain)
    camera.hold(True)
    frames = camera.frames()
    assert next(frames) is FRAME
    camera.give_every(0.5)
