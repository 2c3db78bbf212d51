"""What a computer's cameras are called, by what the kernel says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.cameras.plugged import plugged_cameras


def device(devices: Path, node: str, name: str, driver: str = "") -> None:
    folder = devices / node
    folder.mkdir(parents=True)
    (folder / "name").write_text(name + "\n")
    if driver:
        (devices / "drivers" / driver).mkdir(parents=True, exist_ok=True)
        (folder / "device").mkdir()
        (folder / "device/driver").symlink_to(devices / "drivers" / driver)


def test_a_camera_on_the_ribbon_cable_comes_first(tmp_path: Path) -> None:
    device(tmp_path, "video0", "rp1-cfe-csi2_ch0", "rp1-cfe")
    device(tmp_path, "video8", "HD Pro Webcam C920", "uvcvideo")
    device(tmp_path, "video9", "HD Pro Webcam C920", "uvcvideo")  # what describes its pictures
    device(tmp_path, "v4l-subdev0", "csi2")
    device(tmp_path, "v4l-subdev1", "dw9807 10-000c")
    device(tmp_path, "v4l-subdev2", "imx708_wide 10-001a")
    assert plugged_cameras(tmp_path) == ("Camera Module 3 Wide", "HD Pro Webcam C920")


@pytest.mark.parametrize(
    ("sensor", "called"),
    [
        ("imx708 4-001a", "Camera Module 3"),
        ("imx219 10-0010", "Camera Module 2"),
        ("ov5647 10-0036", "Camera Module 1"),
        ("imx477 10-001a", "HQ Camera"),
        ("imx296 10-001a", "Global Shutter Camera"),
    ],
)
def test_raspberry_pis_own_are_named_as_they_are_sold(
    tmp_path: Path, sensor: str, called: str
) -> None:
    device(tmp_path, "v4l-subdev0", sensor)
    assert plugged_cameras(tmp_path) == (called,)


def test_a_usb_cameras_name_is_said_once_and_can_be_printed(tmp_path: Path) -> None:
    device(tmp_path, "video0", "USB 2.0 Camera: USB 2.0 Camera", "uvcvideo")
    device(tmp_path, "video2", "Desk\x1b[31m Cam", "uvcvideo")
    assert plugged_cameras(tmp_path) == ("USB 2.0 Camera", "Desk[31m Cam")


def test_a_codec_is_no_camera_and_a_computer_may_have_none(tmp_path: Path) -> None:
    device(tmp_path, "video10", "bcm2835-codec-decode", "bcm2835-codec")
    assert plugged_cameras(tmp_path) == ()
    assert plugged_cameras(tmp_path / "nowhere") == ()
