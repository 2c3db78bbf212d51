"""Every camera keeps the port's contract; what can't be opened says so in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import (
    CAMERAS,
    Camera,
    CameraError,
    FolderCamera,
    PacedCamera,
    VideoCamera,
    open_camera,
)


class Ticking:
    """A clock that moves on by a tenth of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (2, 1, 10):
        picture = np.full((48, 64, 3), 20 * number, dtype=np.uint8)
        assert cv2.imwrite(str(tmp_path / f"{number:02}.png"), picture)
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for number in range(5):
        writer.write(np.full((48, 64, 3), 40 * number, dtype=np.uint8))
    writer.release()
    return path


@pytest.fixture(params=["folder", "video"])
def camera(request: pytest.FixtureRequest) -> Iterator[Camera]:
    path = request.getfixturevalue(request.param)
    opened = open_camera(f"{request.param}:{path}", Ticking())
    yield opened
    opened.close()


def test_frames_are_colour_pictures_with_rising_times(camera: Camera) -> None:
    frames = list(camera.frames())
    assert len(frames) >= 2
    assert all(frame.picture.dtype == np.uint8 for frame in frames)
    assert all(frame.picture.shape == (48, 64, 3) for frame in frames)
    times = [frame.at for frame in frames]
    assert times == sorted(set(times))


def test_a_closed_camera_ends_its_frames(camera: Camera) -> None:
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []


def test_a_folder_goes_by_names_and_is_turn_by_turn(folder: Path) -> None:
    camera = FolderCamera(folder, Ticking())
    assert camera.turn_by_turn
    assert [frame.name for frame in camera.frames()] == ["01.png", "02.png", "10.png"]


def test_a_video_plays_at_its_own_speed(video: Path) -> None:
    slept: list[float] = []
    camera = VideoCamera(str(video), live=False, clock=lambda: 0.0, sleep=slept.append, every=0)
    assert not camera.turn_by_turn
    assert len(list(camera.frames())) == 5
    assert slept == pytest.approx([0.0, 0.04, 0.08, 0.12, 0.16])


def test_no_more_frames_are_decoded_than_are_looked_at(video: Path) -> None:
    slept: list[float] = []
    camera = VideoCamera(str(video), live=False, clock=lambda: 0.0, sleep=slept.append, every=0.1)
    shades = [int(frame.picture.mean()) for frame in camera.frames()]
    assert shades == pytest.approx([0, 120], abs=3)
    assert slept == pytest.approx([0.0, 0.12])


class PulledCapture:
    """An OpenCV capture that gives two frames and then, its cable pulled, nothing."""

    def __init__(self) -> None:
        self.left = 2
        self.released = False

    def grab(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def retrieve(self) -> tuple[bool, object]:
        return True, np.zeros((4, 4, 3), dtype=np.uint8)

    def release(self) -> None:
        self.released = True


class ThirtyASecond:
    """An OpenCV capture with thirty frames a second, and its clock."""

    def __init__(self) -> None:
        self.now, self.decoded = 0.0, 0

    def clock(self) -> float:
        return self.now

    def grab(self) -> bool:
        self.now += 1 / 30
        return True

    def retrieve(self) -> tuple[bool, object]:
        self.decoded += 1
        return True, np.zeros((4, 4, 3), dtype=np.uint8)

    def release(self) -> None:
        pass


def test_a_device_decodes_fewer_frames_while_nothing_moves(video: Path) -> None:
    device = ThirtyASecond()
    camera = VideoCamera(str(video), live=False, clock=device.clock)
    camera._capture.release()
    camera._capture, camera._live = device, True  # type: ignore[assignment]
    assert isinstance(camera, PacedCamera)
    frames = camera.frames()

    def gaps() -> list[float]:
        times = [next(frames).at for _ in range(6)]
        return [after - before for before, after in pairwise(times)]

    assert gaps() == pytest.approx([0.1] * 5, abs=0.034)
    camera.rest(True)
    assert gaps() == pytest.approx([0.25] * 5, abs=0.034)
    camera.rest(False)
    assert gaps() == pytest.approx([0.1] * 5, abs=0.034)
    assert device.decoded == 18


@pytest.mark.parametrize("still_there", [True, False])
def test_a_pulled_usb_camera_is_lost_with_a_sentence(video: Path, still_there: bool) -> None:
    camera = VideoCamera(str(video), live=False, clock=Ticking(), sleep=lambda _: None)
    capture = PulledCapture()
    camera._capture.release()
    camera._capture, camera._live = capture, True  # type: ignore[assignment]
    frames = camera.frames()
    assert next(frames).picture.shape == (4, 4, 3)
    if not still_there:
        video.unlink()
    with pytest.raises(CameraError, match="unplugged"):
        list(frames)
    assert capture.released


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "names no camera"),
        ("webcam", "names no camera"),
        ("radio:/dev/null", "folder:PATH"),
        ("folder:/nowhere/at/all", "no folder"),
        ("v4l2:/dev/video-none", "plugged in"),
        ("video:/nowhere/at/all.avi", "not there"),
    ],
)
def test_what_cannot_be_opened_says_so(source: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(source)


def test_an_empty_folder_and_a_false_picture_say_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no picture"):
        FolderCamera(tmp_path)
    (tmp_path / "fake.jpg").write_text("no picture")
    with pytest.raises(CameraError, match=r"fake\.jpg"):
        list(FolderCamera(tmp_path).frames())


def test_a_file_that_is_no_video_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no video")
    with pytest.raises(CameraError, match="can't be opened"):
        open_camera(f"video:{path}")


def test_every_registered_kind_opens_by_one_function() -> None:
    opener: Callable[..., Camera]
    for opener in CAMERAS.values():
        with pytest.raises(CameraError):
            opener("/nowhere/at/all", lambda: 0.0)
