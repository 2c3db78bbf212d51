"""Every camera keeps the port's contract; what can't be opened says so in a sentence."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from picamera2_standin import Pi
from webcam_standin import Webcam

from hardware.cameras import usb as usb_camera
from hardware.cameras.kinds import CAMERAS, is_recording, kinds_help, open_camera
from hardware.cameras.port import Camera, CameraError, CameraNameError, turned_back
from hardware.cameras.recordings import FolderCamera, VideoFileCamera


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


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    webcam, node = Webcam(), tmp_path / "usb-Cam-video-index0"
    size = {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}
    webcam.values |= size
    webcam.deaf = tuple(size)
    node.touch()
    monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda *_: webcam)
    return f"v4l2:{node}"


@pytest.fixture
def csi(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(sys.modules, "picamera2", Pi(sensor=(64, 48), crop=(0, 0, 64, 48)).module())
    return "csi"


@pytest.fixture(params=["folder", "video", "usb", "csi"])
def camera(request: pytest.FixtureRequest) -> Iterator[Camera]:
    where = request.getfixturevalue(request.param)
    source = where if isinstance(where, str) else f"{request.param}:{where}"
    opened = open_camera(source, Ticking())
    yield opened
    opened.close()


def test_frames_are_colour_pictures_with_rising_times(camera: Camera) -> None:
    frames = list(islice(camera.frames(), 5))
    assert len(frames) >= 2
    assert all(frame.picture.dtype == np.uint8 for frame in frames)
    assert all(frame.picture.shape == (48, 64, 3) for frame in frames)
    assert all(frame.picture.flags.c_contiguous for frame in frames)
    times = [frame.at for frame in frames]
    assert times == sorted(set(times))


def test_a_mirrors_frames_are_turned_back_glance_and_all(camera: Camera) -> None:
    as_seen = next(iter(camera.frames()))
    back = next(turned_back(iter([as_seen])))
    assert np.array_equal(back.picture, as_seen.picture[:, ::-1])
    assert back.picture.flags.c_contiguous
    assert (back.at, back.name) == (as_seen.at, as_seen.name)
    if as_seen.glance is None:
        assert back.glance is None
    else:
        assert back.glance is not None
        assert np.array_equal(back.glance, as_seen.glance[:, ::-1])


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
    camera = VideoFileCamera(video, clock=lambda: 0.0, sleep=slept.append, every=0)
    assert not camera.turn_by_turn
    assert len(list(camera.frames())) == 5
    assert slept == pytest.approx([0.0, 0.04, 0.08, 0.12, 0.16])


def test_no_more_frames_are_decoded_than_are_looked_at(video: Path) -> None:
    slept: list[float] = []
    camera = VideoFileCamera(video, clock=lambda: 0.0, sleep=slept.append, every=0.1)
    shades = [int(frame.picture.mean()) for frame in camera.frames()]
    assert shades == pytest.approx([0, 120], abs=3)
    assert slept == pytest.approx([0.0, 0.12])


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "isn’t a camera: use"),
        ("webcam", "isn’t a camera: use"),
        ("radio:/dev/null", "folder:PATH"),
        ("folder", "isn’t a camera: use"),
        ("video:", "isn’t a camera: use"),
        ("usb:/dev/video0", "isn’t a camera: use"),
        ("csi:", "isn’t a camera: use"),
        ("csi:left", "NUMBER"),
        ("folder:/nowhere/at/all", "isn’t a folder of pictures"),
        ("v4l2:/dev/video-none", "plugged in"),
        ("video:/nowhere/at/all.avi", "isn’t there"),
    ],
)
def test_what_cannot_be_opened_says_so(source: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(source)


def test_an_empty_folder_and_a_false_picture_say_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="has no pictures"):
        FolderCamera(tmp_path)
    (tmp_path / "fake.jpg").write_text("no picture")
    with pytest.raises(CameraError, match=r"fake\.jpg"):
        list(FolderCamera(tmp_path).frames())


def test_a_file_that_is_no_video_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no video")
    with pytest.raises(
        CameraError, match="isn’t a video that can be played: give an MP4, MKV or AVI file"
    ):
        open_camera(f"video:{path}")


@pytest.mark.parametrize("name", sorted(CAMERAS))
def test_every_kind_says_what_is_missing_here(name: str, tmp_path: Path) -> None:
    places = ("", f":{tmp_path / 'nothing'}", ":http://127.0.0.1:9/nothing")
    where = next(place for place in places if re.fullmatch(CAMERAS[name].fits, place))
    with pytest.raises(CameraError) as error:
        list(islice(open_camera(name + where).frames(), 1))
    assert not isinstance(error.value, CameraNameError)
    assert str(error.value).strip()


def test_a_kind_says_itself_whether_it_is_a_recording() -> None:
    assert is_recording("folder:somewhere")
    assert is_recording("video:somewhere")
    assert not any(map(is_recording, ("", "auto", "csi:1", "folder", "holder:somewhere")))


def test_the_page_of_cameras_names_every_kind() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cameras.md").read_text(encoding="utf-8")
    assert [name for name in CAMERAS if f"`{name}" not in page] == []


def test_every_kind_is_reported_with_what_follows_its_name() -> None:
    help_text = kinds_help()
    assert help_text.startswith("auto (the first there is), csi[:NUMBER], ")
    assert help_text.endswith(", folder:PATH (one picture per turn) or video:PATH")
    assert [name for name, kind in CAMERAS.items() if name + kind.where not in help_text] == []


def test_a_folder_shows_its_pictures_at_a_pace_and_a_close_ends_the_wait(folder: Path) -> None:
    camera = FolderCamera(folder, Ticking())
    waited: list[float] = []

    class Waits(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            if len(waited) == 2:
                camera.close()
            return self.is_set()

    camera.pace = 3.0
    camera._closed = Waits()
    assert len(list(camera.frames())) == 1
    assert waited == [0.0, 3.0]
    assert not camera.shown_all
