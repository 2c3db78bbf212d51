"""A CSI camera over a stand-in for picamera2: colours, controls, hanging, closing."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator

import pytest
from picamera2_standin import EXPOSURE, MODULE_3, USB, Pi

from hardware.cameras.csi import CsiCamera, csi_cameras, mode_and_size, without_flicker
from hardware.cameras.kinds import open_camera
from hardware.cameras.port import CameraError, CameraHungError, Frame, RibbonCableError

PI_5 = "/base/axi/pcie@1000120000/rp1"


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pi]:
    pi = Pi()
    monkeypatch.setitem(sys.modules, "picamera2", pi.module())
    yield pi
    pi.hangs_after, pi.close_fails = float("inf"), False
    for camera in pi.opened:
        camera.close()


def opened(pi: Pi) -> CsiCamera:
    camera = open_camera("csi", lambda: pi.now)
    assert isinstance(camera, CsiCamera)
    return camera


def run(frames: Iterator[Frame], pi: Pi, seconds: float) -> list[Frame]:
    """The frames of the next so many seconds."""
    until, seen = pi.now + seconds, []
    while pi.now < until:
        seen.append(next(frames))
    return seen


def test_a_red_card_is_red_in_blue_green_red_order(pi: Pi) -> None:
    frame = next(opened(pi).frames())
    assert frame.picture.shape == (1296, 2304, 3)
    assert frame.picture[0, 0].tolist() == [50, 100, 200]
    assert frame.at == pi.now


def test_it_is_configured_once_with_little_memory_and_its_controls(pi: Pi) -> None:
    opened(pi)
    (device,) = pi.opened
    configuration = device.configuration
    assert configuration is not None
    assert configuration["main"] == {"format": "RGB888", "size": (2304, 1296)}
    assert configuration["raw"] is None
    assert configuration["buffer_count"] == 2
    assert configuration["sensor"] == {"bit_depth": 10, "output_size": (2304, 1296)}
    assert configuration["controls"] == {
        "FrameDurationLimits": (50_000, 100_000),
        "AeFlickerMode": 1,
        "AeFlickerPeriod": 10_000,
        "AfMode": 2,
    }


@pytest.mark.parametrize(
    ("sensor", "mode", "size"),
    [
        ((2592, 1944), (1296, 972), (1296, 972)),  # v1
        ((3280, 2464), (1640, 1232), (1640, 1232)),  # v2
        ((4608, 2592), (2304, 1296), (2304, 1296)),  # Module 3
        ((4056, 3040), (2028, 1520), (2028, 1520)),  # HQ
        ((1456, 1088), (1456, 1088), (1456, 1088)),  # global shutter
        ((4656, 3496), (2328, 1748), (2304, 1728)),  # 16 megapixels
        ((9248, 6944), (2312, 1736), (2304, 1728)),  # 64 megapixels
    ],
)
def test_every_sensor_shows_its_full_view(
    sensor: tuple[int, int], mode: tuple[int, int], size: tuple[int, int]
) -> None:
    assert mode_and_size(*sensor) == (mode, size)


def test_a_mode_that_crops_is_logged(pi: Pi, caplog: pytest.LogCaptureFixture) -> None:
    pi.crop = (768, 432, 3072, 1728)
    opened(pi)
    assert "3072 x 1728 of 4608 x 2592 only" in caplog.text


def test_ten_frames_a_second_and_two_at_rest(pi: Pi) -> None:
    camera = opened(pi)
    frames = camera.frames()
    assert len(run(frames, pi, 2.0)) == pytest.approx(20, abs=2)
    camera.give_every(0.5)
    assert len(run(frames, pi, 2.0)) == pytest.approx(4, abs=1)


IN_FORCE: dict[str, object] = {
    "ExposureTime": 19_987,
    "AnalogueGain": 2.5,
    "ColourGains": (1.9, 1.7),
    "LensPosition": 1.68,
    "AfState": 2,
}


def test_held_it_keeps_what_is_in_force_and_let_go_it_chooses_again(pi: Pi) -> None:
    pi.metadata = dict(IN_FORCE)
    camera = opened(pi)
    frames = camera.frames()
    run(frames, pi, 3.0)
    camera.hold(True)
    run(frames, pi, 1.5)
    (device,) = pi.opened
    held = device.calls[-1]
    assert held.pop("AnalogueGain") == pytest.approx(2.5 * 0.99935)
    assert held == {
        "AeEnable": False,
        "ExposureTimeMode": 1,
        "AnalogueGainMode": 1,
        "ExposureTime": 20_000,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.7),
        "AfMode": 0,
        "LensPosition": 1.68,
    }
    camera.hold(False)
    run(frames, pi, 0.2)
    assert device.calls[-1] == {
        "AeEnable": True,
        "ExposureTimeMode": 0,
        "AnalogueGainMode": 0,
        "AwbEnable": True,
        "AfMode": 2,
    }


@pytest.mark.parametrize(
    ("exposure", "gain", "steady"),
    [
        (19_987, 2.0, (20_000, 1.9987)),
        (14_000, 1.0, (10_000, 1.4)),
        (16_000, 1.0, (10_000, 1.6)),
        (16_000, 4.0, (20_000, 3.2)),
        (7_000, 4.0, (10_000, 2.8)),
        (7_000, 1.2, (7_000, 1.2)),
        (300, 1.0, (300, 1.0)),
    ],
)
def test_an_exposure_is_as_bright_and_free_of_the_mains(
    exposure: int, gain: float, steady: tuple[int, float]
) -> None:
    assert without_flicker(exposure, gain) == pytest.approx(steady)


def test_without_a_lens_and_with_older_names_only_what_is_known_is_reported(pi: Pi) -> None:
    pi.controls = dict(EXPOSURE)
    pi.metadata = {key: IN_FORCE[key] for key in ("ExposureTime", "AnalogueGain", "ColourGains")}
    camera = opened(pi)
    camera.hold(True)
    run(camera.frames(), pi, 1.5)
    (device,) = pi.opened
    assert set(device.calls[-1]) == {
        "AeEnable",
        "ExposureTime",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
    }


def test_a_lens_that_hunts_is_not_held_where_it_happens_to_be(pi: Pi) -> None:
    pi.metadata = {**IN_FORCE, "AfState": 1, "LensPosition": 8.0}
    camera = opened(pi)
    camera.hold(True)
    frames = camera.frames()
    run(frames, pi, 2.0)
    pi.metadata = dict(IN_FORCE)
    run(frames, pi, 0.5)
    (device,) = pi.opened
    assert [
        reported["LensPosition"] for reported in device.calls if "LensPosition" in reported
    ] == [1.68]


def test_held_it_settles_again_when_the_room_goes_dark(pi: Pi) -> None:
    pi.sensor = (1456, 1088)
    pi.metadata = dict(IN_FORCE)
    camera = opened(pi)
    camera.hold(True)
    frames = camera.frames()
    run(frames, pi, 6.0)
    (device,) = pi.opened
    before = len(device.calls)
    pi.red_green_blue = (100, 50, 25)
    run(frames, pi, 9.0)
    assert len(device.calls) == before
    pi.metadata = {**IN_FORCE, "ExposureTime": 60_000}
    run(frames, pi, 4.0)
    chooses, holds = device.calls[before:]
    assert chooses["AeEnable"] is True
    assert "AfMode" not in chooses, "a lens that moves shifts the board"
    assert holds["ExposureTime"] == 60_000


def test_a_camera_that_gives_nothing_hangs_and_is_never_touched_again(
    pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[object] = []
    forget = atexit.unregister
    monkeypatch.setattr(atexit, "unregister", lambda call: (forgotten.append(call), forget(call)))
    camera = opened(pi)
    frames = camera.frames()
    next(frames)
    pi.hangs_after = pi.now
    with pytest.raises(CameraHungError, match="cable"):
        next(frames)
    camera.close()
    (device,) = pi.opened
    assert device.cancelled
    assert not device.closed
    assert forgotten == [device.close], "Python would close it at its end"


def test_a_camera_whose_frames_fail_is_lost_and_can_be_opened_again(pi: Pi) -> None:
    frames = opened(pi).frames()
    next(frames)
    pi.capture_fails = True
    with pytest.raises(CameraError, match="No more pictures from the camera: ") as lost:
        next(frames)
    assert not isinstance(lost.value, CameraHungError)
    assert pi.opened[0].closed
    pi.capture_fails = False
    assert next(opened(pi).frames()).picture.any()


def test_a_camera_that_fails_in_any_other_way_is_lost_too(
    pi: Pi, caplog: pytest.LogCaptureFixture
) -> None:
    frames = opened(pi).frames()
    next(frames)
    pi.reuse_fails = pi.close_fails = True
    with pytest.raises(CameraError, match="Failed to queue request"):
        next(frames)
    assert "can't be closed: Failed to release camera" in caplog.text


def test_a_closed_camera_ends_its_frames_and_is_free(pi: Pi) -> None:
    camera = opened(pi)
    frames = camera.frames()
    next(frames)
    camera.close()
    assert not pi.opened[0].closed, "the thread that takes frames closes it"
    assert list(frames) == []
    assert pi.opened[0].closed
    unused = opened(pi)
    unused.close()
    assert pi.opened[1].closed


@pytest.mark.parametrize("fault", ["busy", "start_fails"])
def test_a_busy_camera_says_so_and_is_had_later(pi: Pi, fault: str) -> None:
    setattr(pi, fault, True)
    with pytest.raises(CameraError, match=r"resource busy\): is another program"):
        opened(pi)
    assert all(device.closed for device in pi.opened)
    setattr(pi, fault, False)
    assert next(opened(pi).frames()).picture.any()


def test_a_camera_that_is_busy_all_evening_uses_no_files_up(pi: Pi) -> None:
    pi.busy = True
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        with pytest.raises(CameraError, match="another program"):
            opened(pi)
    assert len(os.listdir("/proc/self/fd")) < before + 5


def test_usb_cameras_are_no_cameras_on_a_ribbon_cable(pi: Pi) -> None:
    pi.cameras = [
        {"Model": "HD Pro Webcam C920", "Id": USB, "Num": 0},
        {"Model": "imx708", "Id": MODULE_3, "Num": 1},
    ]
    assert csi_cameras() == 1
    assert opened(pi) is not None
    assert pi.opened[0].id == MODULE_3
    with pytest.raises(RibbonCableError, match="no camera 1 on a ribbon cable"):
        open_camera("csi:1")


def test_two_ribbon_cables_are_counted_as_rpicam_lists_them(pi: Pi) -> None:
    first, second = f"{PI_5}/i2c@88000/imx708@1a", f"{PI_5}/i2c@80000/imx219@10"
    pi.cameras = [
        {"Model": "imx219", "Id": second, "Num": 0},
        {"Model": "HD Pro Webcam C920", "Id": USB, "Num": 1},
        {"Model": "imx708", "Id": first, "Num": 2},
    ]
    for source in ("csi", "csi:1", "auto"):
        open_camera(source)
    assert [camera.id for camera in pi.opened] == [first, second, first]


def test_without_a_camera_or_picamera2_it_says_what_to_do(
    pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi.cameras = []
    with pytest.raises(
        CameraError,
        match="on a ribbon cable: switch off, push in the cable at both ends, and start again",
    ):
        open_camera("csi")
    pi.unlisted = True
    with pytest.raises(CameraError, match="can’t be listed: Failed to start camera manager"):
        open_camera("csi")
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install"):
        open_camera("csi")


def test_auto_takes_the_ribbon_cable_first(pi: Pi) -> None:
    assert isinstance(open_camera("auto"), CsiCamera)
    pi.busy = True
    with pytest.raises(CameraError, match="another program"):
        open_camera("auto")
    assert len(pi.opened) == 1


def test_auto_takes_usb_where_ribbon_cables_cannot_be_listed(
    pi: Pi, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi.unlisted = True
    opened_here = object()
    monkeypatch.setattr("hardware.cameras.auto.first_usb_camera", lambda: "its node")
    monkeypatch.setattr("hardware.cameras.auto.UsbCamera", lambda *_: opened_here)
    assert open_camera("auto") is opened_here


def test_a_picamera2_for_another_numpy_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> object:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setattr("hardware.cameras.csi.importlib.import_module", broken)
    with pytest.raises(CameraError, match=r"doesn’t fit the numpy.*size changed"):
        open_camera("csi")
