"""A USB camera with a stand-in for OpenCV's capture: found, asked, held, pulled."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import pytest
from webcam_standin import Webcam

from hardware.cameras import auto, usb
from hardware.cameras.kinds import open_camera
from hardware.cameras.port import CameraError, Frame
from hardware.cameras.usb import SELECT_TIMEOUT, JpegFrame, UsbCamera, first_usb_camera
from hardware.machine import Pi

MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))


@pytest.fixture
def node(tmp_path: Path) -> Path:
    path = tmp_path / "usb-046d_HD_Pro_Webcam_C920-video-index0"
    path.touch()
    return path


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> Webcam:
    webcam = Webcam()

    def capture(path: str, backend: int) -> Webcam:
        assert backend == cv2.CAP_V4L2
        assert Path(path).is_absolute()
        assert os.environ[SELECT_TIMEOUT] == "1"
        return webcam

    monkeypatch.delenv(SELECT_TIMEOUT, raising=False)
    monkeypatch.setattr(usb.cv2, "VideoCapture", capture)
    return webcam


def opened(webcam: Webcam, node: Path) -> UsbCamera:
    return UsbCamera(node, webcam.clock, lambda _: None)


def run(frames: Iterator[Frame], webcam: Webcam, seconds: float) -> None:
    until = webcam.now + seconds
    while webcam.now < until:
        next(frames)


def test_it_is_asked_in_the_order_that_drivers_need(
    webcam: Webcam, node: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        opened(webcam, node)
    assert webcam.asked == [
        (cv2.CAP_PROP_FOURCC, MJPG),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
        (cv2.CAP_PROP_CONVERT_RGB, 0),
    ]
    assert "1920 x 1080 MJPG, 30 a second" in caplog.text


def test_what_it_gives_instead_is_read_back_and_logged(
    webcam: Webcam, node: Path, caplog: pytest.LogCaptureFixture
) -> None:
    webcam.refused = ((cv2.CAP_PROP_FRAME_WIDTH, 1920.0), (cv2.CAP_PROP_FRAME_HEIGHT, 1080.0))
    opened(webcam, node)
    assert "gives 640 x 480, not 1920 x 1080" in caplog.text


def test_a_device_decodes_fewer_frames_while_nothing_moves(webcam: Webcam, node: Path) -> None:
    camera = opened(webcam, node)
    frames = camera.frames()

    def gaps() -> list[float]:
        times = [next(frames).at for _ in range(6)]
        return [after - before for before, after in pairwise(times)]

    assert gaps() == pytest.approx([0.1] * 5, abs=0.034)
    camera.give_every(0.5)
    assert gaps() == pytest.approx([0.5] * 5, abs=0.034)
    camera.give_every(1.0)
    assert gaps() == pytest.approx([1.0] * 5, abs=0.034)
    camera.give_every(0.1)
    assert gaps() == pytest.approx([0.1] * 5, abs=0.034)
    assert webcam.decoded == 24


def test_a_press_in_a_lull_gets_the_next_frame_that_the_device_has(
    webcam: Webcam, node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = opened(webcam, node)
    frames = camera.frames()
    run(frames, webcam, 1.0)
    camera.give_every(1.0)
    shown = next(frames).at
    grab, pressed = webcam.grab, shown + 0.4

    def grab_until_pressed() -> bool:
        if webcam.now >= pressed:
            camera.give_every(0.1)
        return grab()

    monkeypatch.setattr(webcam, "grab", grab_until_pressed)
    assert next(frames).at - pressed < 2 / 30


def test_a_jpeg_is_decoded_as_far_as_it_is_looked_at(webcam: Webcam, node: Path) -> None:
    frame = next(opened(webcam, node).frames())
    assert isinstance(frame, JpegFrame)
    assert frame.glance is not None
    assert frame.glance.shape == (270, 480)
    assert frame.picture.shape == (1080, 1920, 3)
    assert frame.picture is frame.picture
    assert abs(float(frame.glance.mean()) - webcam.brightness) < 1
    assert abs(float(frame.picture.mean()) - webcam.brightness) < 1


def test_a_picture_that_cannot_be_decoded_though_its_glance_could_is_a_lost_camera(
    webcam: Webcam, node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = next(opened(webcam, node).frames())
    monkeypatch.setattr(usb.cv2, "imdecode", lambda *_: None)
    with pytest.raises(CameraError, match=r"No more pictures from .*C920"):
        _ = frame.picture


@pytest.mark.parametrize("refused", [cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_CONVERT_RGB])
def test_what_opencv_decodes_is_a_picture(webcam: Webcam, node: Path, refused: int) -> None:
    value = MJPG if refused == cv2.CAP_PROP_FOURCC else 0.0
    webcam.refused = ((refused, value),)
    frame = next(opened(webcam, node).frames())
    assert not isinstance(frame, JpegFrame)
    assert frame.glance is None
    assert frame.picture.shape == (1080, 1920, 3)


def test_torn_pictures_are_passed_over_for_as_long_as_any_other_gap(
    webcam: Webcam, node: Path
) -> None:
    def tear() -> None:
        webcam.torn = webcam.now < 101.0

    frames = UsbCamera(node, webcam.clock, lambda _: tear()).frames()
    webcam.torn = True
    assert next(frames).at == pytest.approx(101.0, abs=0.1)
    webcam.torn = True
    with pytest.raises(CameraError, match="No more pictures from "):
        list(UsbCamera(node, webcam.clock, lambda _: None).frames())


@pytest.mark.parametrize("still_there", [True, False])
def test_a_pulled_camera_is_lost_within_seconds(
    webcam: Webcam, node: Path, still_there: bool
) -> None:
    frames = opened(webcam, node).frames()
    run(frames, webcam, 1.0)
    pulled_at, webcam.pulled = webcam.now, True
    if not still_there:
        node.unlink()
    with pytest.raises(CameraError, match="unplugged"):
        next(frames)
    assert webcam.now - pulled_at <= (5.0 if still_there else 1.0)
    assert webcam.released


def test_an_old_frame_over_and_over_is_no_frame(webcam: Webcam, node: Path) -> None:
    frames = opened(webcam, node).frames()
    next(frames)
    webcam.repeats = True
    decoded = webcam.decoded
    with pytest.raises(CameraError, match="unplugged"):
        next(frames)
    assert webcam.decoded == decoded


def test_held_its_automatics_are_off_and_its_values_stay(webcam: Webcam, node: Path) -> None:
    camera = opened(webcam, node)
    frames = camera.frames()
    run(frames, webcam, 1.0)
    before = dict(webcam.values)
    camera.hold(True)
    run(frames, webcam, 2.0)
    off = {cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_AUTO_WB: 0}
    assert webcam.values == {**before, **off}
    camera.hold(False)
    run(frames, webcam, 0.2)
    assert webcam.values == before


def test_held_it_settles_again_when_the_room_goes_dark_with_its_lens_where_it_is(
    webcam: Webcam, node: Path
) -> None:
    camera = opened(webcam, node)
    camera.hold(True)
    frames = camera.frames()
    run(frames, webcam, 5.0)
    asked = len(webcam.asked)
    webcam.brightness = 60
    run(frames, webcam, 10.5)
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert webcam.values[cv2.CAP_PROP_AUTO_WB] == 1.0
    run(frames, webcam, 1.5)
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert (cv2.CAP_PROP_AUTOFOCUS, 1) not in webcam.asked[asked:]


class GoesBack(Webcam):
    """A webcam that goes back to an older exposure when its automatic is switched off."""

    def set(self, what: int, value: float) -> bool:
        done = super().set(what, value)
        if (what, value) == (cv2.CAP_PROP_AUTO_EXPOSURE, 1):
            self.values[cv2.CAP_PROP_EXPOSURE] = 50.0
        return done


def test_one_that_goes_back_to_an_older_exposure_is_set_to_the_one_in_force(
    node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam = GoesBack()
    monkeypatch.setattr(usb.cv2, "VideoCapture", lambda *_: webcam)
    camera = opened(webcam, node)
    camera.hold(True)
    run(camera.frames(), webcam, 2.0)
    assert webcam.values[cv2.CAP_PROP_EXPOSURE] == 250.0


def test_a_camera_left_manual_by_a_power_cut_chooses_again(webcam: Webcam, node: Path) -> None:
    webcam.values.update({cv2.CAP_PROP_AUTO_EXPOSURE: 1.0, cv2.CAP_PROP_AUTOFOCUS: 0.0})
    next(opened(webcam, node).frames())
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert webcam.values[cv2.CAP_PROP_AUTOFOCUS] == 1.0


def test_what_it_cannot_do_is_reported_once_and_play_goes_on(
    webcam: Webcam, node: Path, caplog: pytest.LogCaptureFixture
) -> None:
    del webcam.values[cv2.CAP_PROP_AUTOFOCUS]
    webcam.deaf = (cv2.CAP_PROP_AUTO_WB,)
    camera = opened(webcam, node)
    frames = camera.frames()
    for held in (True, False, True):
        camera.hold(held)
        run(frames, webcam, 2.0)
    assert [record.getMessage() for record in caplog.records] == [
        f"{node}: its focus can't be switched",
        f"{node}: its white balance can't be switched",
    ]
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


def test_a_plugged_in_camera_is_set_again(webcam: Webcam, node: Path) -> None:
    first = opened(webcam, node)
    first.hold(True)
    run(first.frames(), webcam, 2.0)
    again = opened(webcam, node)
    again.hold(True)
    frames = again.frames()
    next(frames)
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    run(frames, webcam, 2.0)
    assert webcam.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


def test_a_closed_camera_ends_its_frames_and_is_free(webcam: Webcam, node: Path) -> None:
    camera = opened(webcam, node)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    assert webcam.released


def test_one_that_is_not_there_or_in_use_says_so(webcam: Webcam, node: Path) -> None:
    webcam.opens = False
    with pytest.raises(CameraError, match="another program"):
        open_camera(f"v4l2:{node}")
    node.unlink()
    with pytest.raises(CameraError, match="plugged in"):
        open_camera(f"v4l2:{node}")


def test_the_first_camera_is_found_by_its_name_and_never_by_a_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    by_path.mkdir()
    (by_path / "platform-bcm2835-codec-video-index0").touch()
    (by_path / "platform-fe801000.csi-video-index0").touch()
    with pytest.raises(CameraError, match="No USB camera"):
        first_usb_camera(tmp_path)
    socket = by_path / "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.3:1.0-video-index0"
    socket.touch()
    assert first_usb_camera(tmp_path) == socket
    by_id.mkdir()
    for name in ("usb-B_Cam-video-index0", "usb-A_Cam-video-index1", "usb-A_Cam-video-index0"):
        (by_id / name).touch()
    assert first_usb_camera(tmp_path) == by_id / "usb-A_Cam-video-index0"
    assert "there are also usb-B_Cam-video-index0" in caplog.text


def test_usb_and_auto_open_the_camera_that_is_found(
    webcam: Webcam, node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    for module in (auto, usb):
        monkeypatch.setattr(module, "first_usb_camera", lambda: node)
    for name in ("usb", "auto"):
        assert isinstance(open_camera(name), UsbCamera)
    assert webcam.asked


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("Raspberry Pi 4 Model B Rev 1.5", r"plug in a USB one.*picamera2"),
        ("Another board", r"plug in a USB one.*push in the ribbon cable\.$"),
        (None, r"plug in a USB one.*push in the ribbon cable\.$"),
    ],
)
def test_auto_says_why_neither_can_be_had_where_that_can_be_mended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: str | None, expected: str
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr(auto, "first_usb_camera", lambda: first_usb_camera(tmp_path))
    monkeypatch.setattr(auto, "this_pi", lambda **_: Pi(model))
    with pytest.raises(CameraError, match=expected):
        open_camera("auto")
