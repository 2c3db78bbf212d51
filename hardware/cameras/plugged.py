"""What the cameras of this computer are called, as a buyer knows them: “Camera Module 3”.

Only asks the kernel, and opens none: a table may be using it. No serial number is part of a name.
Tests: tests/hardware/test_plugged_cameras.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

SENSORS = {
    "imx708_wide": "Camera Module 3 Wide",
    "imx708_noir": "Camera Module 3 NoIR",
    "imx708_wide_noir": "Camera Module 3 Wide NoIR",
    "imx708": "Camera Module 3",
    "imx219": "Camera Module 2",
    "ov5647": "Camera Module 1",
    "imx477": "HQ Camera",
    "imx296": "Global Shutter Camera",
    "imx500": "AI Camera",
}
"""Raspberry Pi's cameras by their sensors, as its drivers name them (documentation of Raspberry Pi,
*Camera*)."""

DEVICES = Path("/sys/class/video4linux")

USB = "uvcvideo"


def plugged_cameras(devices: Path = DEVICES) -> tuple[str, ...]:
    """Those on a ribbon cable first, as `auto` looks for them."""
    return tuple(dict.fromkeys((*_on_ribbons(devices), *_on_usb(devices))))


def _on_ribbons(devices: Path) -> Iterator[str]:
    """A sensor is a device of its own, with its name and place: `imx708_wide 10-001a`."""
    for name in _names(devices, "v4l-subdev*"):
        if (sensor := name.partition(" ")[0]) in SENSORS:
            yield SENSORS[sensor]


def _on_usb(devices: Path) -> Iterator[str]:
    """`HD Pro Webcam C920`; some say the same twice: `USB Camera: USB Camera`."""
    for path in sorted(devices.glob("video*")):
        if (path / "device/driver").resolve().name == USB:
            for name in _names(path.parent, path.name):
                first, _, again = name.partition(": ")
                yield first if again.startswith(first) else name


def _names(devices: Path, pattern: str) -> Iterator[str]:
    for path in sorted(devices.glob(pattern)):
        try:
            name = (path / "name").read_text("utf-8", "replace").strip()
        except OSError:  # it was just unplugged
            continue
        yield "".join(letter for letter in name if letter.isprintable())
