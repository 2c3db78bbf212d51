"""A stand-in for the package picamera2, as far as its camera is used.

Signatures, defaults and errors are picamera2's own (0.3.25 to 0.3.38; picamera2.py, controls.py,
request.py, job.py): cameras are listed by their Ids backwards, those on USB last, and opened by
their place in that list; one that can't be opened leaves a pipe behind; a number for `wait` is a
timeout, controls that a camera doesn't have are refused, a configuration takes only known keys,
RGB888 is B, G, R in memory, a request gives nothing once it is released, and `close` is registered
with atexit.
"""

from __future__ import annotations

import atexit
import os
import types
from concurrent.futures import CancelledError
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

Limits = tuple[object, object, object]

MODULE_3 = "/base/soc/i2c0mux/i2c@1/imx708@1a"
USB = "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.2:1.0-046d:0825"

LENS: dict[str, Limits] = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
EXPOSURE: dict[str, Limits] = {
    "AeEnable": (False, True, None),
    "ExposureTime": (26, 220_417_486, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (69_669, 220_535_845, 33_333),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
}
MODES: dict[str, Limits] = {"ExposureTimeMode": (0, 1, 0), "AnalogueGainMode": (0, 1, 0)}


@dataclass
class Pi:
    """What is plugged in, in libcamera's order, what it sees, and how it behaves."""

    cameras: list[dict[str, object]] = field(
        default_factory=lambda: [{"Model": "imx708", "Id": MODULE_3, "Num": 0}]
    )
    sensor: tuple[int, int] = (4608, 2592)
    crop: tuple[int, int, int, int] = (0, 0, 4608, 2592)
    controls: dict[str, Limits] = field(default_factory=lambda: {**EXPOSURE, **MODES, **LENS})
    red_green_blue: tuple[int, int, int] = (200, 100, 50)
    metadata: dict[str, object] = field(default_factory=dict)
    now: float = 100.0
    busy: bool = False
    unlisted: bool = False
    start_fails: bool = False
    capture_fails: bool = False
    reuse_fails: bool = False
    close_fails: bool = False
    hangs_after: float = float("inf")
    opened: list[Picamera2] = field(default_factory=list)

    def module(self) -> types.ModuleType:
        """The package, over this Pi."""
        pi = self

        class Here(Picamera2):
            def __init__(self, camera_num: int = 0) -> None:
                super().__init__(pi, camera_num)

            @staticmethod
            def global_camera_info() -> list[dict[str, object]]:
                if pi.unlisted:
                    raise RuntimeError("Failed to start camera manager")
                return sorted(
                    pi.cameras,
                    key=lambda camera: ("/usb" not in str(camera["Id"]), camera["Id"]),
                    reverse=True,
                )

        module = types.ModuleType("picamera2")
        module.Picamera2 = Here  # type: ignore[attr-defined]
        return module


class Picamera2:
    """One opened camera. `id`: which."""

    def __init__(self, pi: Pi, camera_num: int) -> None:
        notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(notifyme_r, "rb")
        self.is_open = False
        listed = self.global_camera_info()
        if camera_num >= len(listed):
            raise RuntimeError(f"No camera number {camera_num} found")
        if pi.busy:
            self.notifymeread.close()  # the object goes, and this with it; the other end stays
            try:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            except RuntimeError as error:
                raise RuntimeError("Camera __init__ sequence did not complete.") from error
        self.is_open = True
        self.pi, self.id = pi, listed[camera_num]["Id"]
        self.calls: list[dict[str, object]] = []
        self.configuration: dict[str, object] | None = None
        self.started = self.closed = self.cancelled = False
        self.held_requests = 0
        pi.opened.append(self)
        atexit.register(self.close)

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        raise NotImplementedError

    @property
    def camera_properties(self) -> dict[str, object]:
        return {"Model": "imx708", "PixelArraySize": self.pi.sensor}

    @property
    def camera_controls(self) -> dict[str, Limits]:
        if self.configuration is None:
            return self.pi.controls
        return {**self.pi.controls, "ScalerCrop": ((0, 0, 64, 64), self.pi.crop, self.pi.crop)}

    def create_video_configuration(
        self,
        main: dict[str, object] = {},  # noqa: B006  (as in picamera2)
        lores: dict[str, object] | None = None,
        raw: dict[str, object] | None = {},  # noqa: B006
        transform: object = None,
        colour_space: object = None,
        buffer_count: int = 6,
        controls: dict[str, object] = {},  # noqa: B006
        sensor: dict[str, object] = {},  # noqa: B006
        display: str = "main",
        encode: str = "main",
        queue: bool = True,
    ) -> dict[str, object]:
        assert set(main) <= {"format", "size", "stride", "preserve_ar"}
        return {
            "main": dict(main),
            "raw": raw,
            "buffer_count": buffer_count,
            "controls": {"FrameDurationLimits": (33333, 33333)} | controls,
            "sensor": {"bit_depth": 10, **sensor},
            "queue": queue,
        }

    def configure(self, camera_config: dict[str, object]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.configuration = camera_config
        sensor, controls = camera_config["sensor"], camera_config["controls"]
        assert isinstance(sensor, dict)
        if unknown := set(sensor) - {"output_size", "bit_depth"}:
            raise RuntimeError(f"Unexpected keys {unknown} in sensor configuration")
        assert isinstance(controls, dict)
        self.set_controls(controls)

    def camera_configuration(self) -> dict[str, object]:
        assert self.configuration is not None
        return self.configuration

    def start(self) -> None:
        if self.configuration is None:
            raise RuntimeError("Camera has not been configured")
        if self.pi.start_fails:
            raise RuntimeError("Failed to start camera: Device or resource busy")
        self.started = True

    def set_controls(self, controls: dict[str, object]) -> None:
        for name in controls:
            if name not in self.pi.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.calls.append(dict(controls))

    def capture_request(
        self, wait: float | bool | None = None, signal_function: object = None, flush: object = None
    ) -> Request:
        assert self.started
        assert not self.closed
        if self.cancelled:
            raise CancelledError
        self.pi.now += 0.05
        if self.pi.now >= self.pi.hangs_after:
            assert wait not in (None, True), "this waits for ever"
            raise TimeoutError
        if self.pi.capture_fails:
            raise RuntimeError("Could not create request")
        self.held_requests += 1
        assert self.held_requests < 2, "a request that isn't released stalls the camera"
        return Request(self)

    def cancel_all_and_flush(self) -> None:
        self.cancelled = True

    def close(self) -> None:
        atexit.unregister(self.close)
        if self.started and self.pi.now >= self.pi.hangs_after:
            pytest.fail("this waits for ever: stop() needs the camera's own thread")
        if self.is_open:
            self.notifymeread.close()
            os.close(self.notifyme_w)
        self.closed, self.started, self.is_open = True, False, False
        if self.pi.close_fails:
            raise RuntimeError("Failed to release camera: Invalid argument")


@dataclass
class Request:
    """A completed request: its buffer belongs to the camera until it is released."""

    camera: Picamera2
    released: bool = False

    def make_array(self, name: str) -> NDArray[np.uint8]:
        if self.released:
            raise RuntimeError(f"Stream {name!r} is not defined")
        configuration = self.camera.camera_configuration()
        stream = configuration[name]
        assert isinstance(stream, dict)
        (width, height), red_green_blue = stream["size"], self.camera.pi.red_green_blue
        order = {"RGB888": (2, 1, 0), "BGR888": (0, 1, 2)}[stream["format"]]
        pixel = np.array([red_green_blue[channel] for channel in order], dtype=np.uint8)
        return np.broadcast_to(pixel, (height, width, 3)).copy()

    def get_metadata(self) -> dict[str, object]:
        assert not self.released
        return self.camera.pi.metadata

    def release(self) -> None:
        if self.released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self.released = True
        self.camera.held_requests -= 1
        if self.camera.pi.reuse_fails:
            raise RuntimeError("Failed to queue request: Invalid argument")
