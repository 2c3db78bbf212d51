"""A camera on the Pi's ribbon cable (CSI), through picamera2, and its settings in libcamera's
controls: focus, exposure and white balance.

picamera2 comes with the system, not with pip, so it is imported when a camera is opened. Which
automatics run is decided in held_light.py. Knows no board and no game.
Tests: tests/hardware/test_csi_camera.py, with a stand-in for picamera2.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import math
import os
import time
from collections.abc import Container, Iterator
from typing import Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.held_light import HeldLight, Order, stops
from hardware.cameras.mains import USUAL_HERTZ, period_microseconds
from hardware.cameras.port import (
    FRAMES_EVERY,
    CameraError,
    CameraHungError,
    CameraKind,
    Frame,
    MonotonicClock,
    RibbonCableError,
)
from hardware.sentences import Sentence

# --- controls ---
# Pure: a camera's list of controls and a frame's metadata go in, values come out. Controls that a
# camera, or its release of libcamera, doesn't know are left out. Numbers stand for libcamera's
# enums (control_ids_core.yaml).

Controls: TypeAlias = dict[str, object]
Metadata: TypeAlias = dict[str, object]

FRAME_MICROSECONDS = (50_000, 100_000)
"""Ten to twenty frames a second: no more than ten are looked at, and a dim room needs the time."""

MAINS_MICROSECONDS = period_microseconds(USUAL_HERTZ)
"""Lamps on 50 Hz flicker a hundred times a second: exposures are multiples of that by default."""

LEAST_GAIN = 1.0
"""Sensors know no less."""

AF_MANUAL, AF_CONTINUOUS = 0, 2
AF_SCANNING = 1
AUTO, MANUAL = 0, 1  # ExposureTimeMode, AnalogueGainMode
FLICKER_MANUAL = 1


def at_the_start(known: Container[str]) -> Controls:
    """What goes with the configuration: everything automatic, without flicker.

    Autofocus stays on until focus is held: the camera is moved about while it is set up.
    """
    return _of(
        known,
        FrameDurationLimits=FRAME_MICROSECONDS,
        AeFlickerMode=FLICKER_MANUAL,
        AeFlickerPeriod=MAINS_MICROSECONDS,
        AfMode=AF_CONTINUOUS,
    )


def hunts(metadata: Metadata) -> bool:
    """Whether the lens moves to and fro."""
    return metadata.get("AfState") == AF_SCANNING


def obeying(
    order: Order, metadata: Metadata, known: Container[str], period: int = MAINS_MICROSECONDS
) -> Controls:
    """What carries an order out, for a camera whose last frame has this metadata. `period`: of the
    lamps' flicker, in microseconds."""
    if order is Order.CHOOSE:
        return {**_exposure_chosen(known), **_of(known, AwbEnable=True, AfMode=AF_CONTINUOUS)}
    if order is Order.CHOOSE_LIGHT:
        return {**_exposure_chosen(known), **_of(known, AwbEnable=True)}
    held = {**_colours_held(metadata, known), **_focus_held(metadata, known)}
    if order is Order.HOLD_BUT_EXPOSURE:
        return {**held, **_exposure_chosen(known)}
    return {**held, **_exposure_held(metadata, known, period)}


def without_flicker(
    exposure: int, gain: float, period: int = MAINS_MICROSECONDS
) -> tuple[int, float]:
    """An exposure (microseconds) and a gain as bright as these, free of the mains where it can."""
    steady = round(exposure / period) * period
    if steady > exposure * gain / LEAST_GAIN:
        steady -= period
    return (steady, gain * exposure / steady) if steady > 0 else (exposure, gain)


def _exposure_chosen(known: Container[str]) -> Controls:
    # Releases of libcamera differ in which of these they hear (picamera2#1269).
    return _of(known, AeEnable=True, ExposureTimeMode=AUTO, AnalogueGainMode=AUTO)


def _exposure_held(metadata: Metadata, known: Container[str], period: int) -> Controls:
    if not {"ExposureTime", "AnalogueGain"} <= metadata.keys():
        return {}
    exposure, gain = without_flicker(
        cast(int, metadata["ExposureTime"]), cast(float, metadata["AnalogueGain"]), period
    )
    return _of(
        known,
        AeEnable=False,
        ExposureTimeMode=MANUAL,
        AnalogueGainMode=MANUAL,
        ExposureTime=exposure,
        AnalogueGain=gain,
    )


def _colours_held(metadata: Metadata, known: Container[str]) -> Controls:
    if "ColourGains" not in metadata:
        return {}
    return _of(known, AwbEnable=False, ColourGains=metadata["ColourGains"])


def _focus_held(metadata: Metadata, known: Container[str]) -> Controls:
    if "LensPosition" not in metadata:
        return {}
    return _of(known, AfMode=AF_MANUAL, LensPosition=metadata["LensPosition"])


def _of(known: Container[str], **controls: object) -> Controls:
    return {name: value for name, value in controls.items() if name in known}


# --- the camera ---

log = logging.getLogger(__name__)

MOST_WIDE = 2304
"""Pixels: a Module 3 at half its size. A square of a board is then 100 pixels wide, and one buffer
9 MB, of which a Zero 2 W has few."""

BUFFERS = 2
"""One is filled while the other is looked at; the memory for cameras (CMA) is short."""

ANSWERS_WITHIN = 3.0
"""Seconds: a camera gives ten frames in one, and one with a loose cable gives none for ever."""

FULL_VIEW = 0.95
"""Share of the sensor, in each direction, that a mode has to show: the binned mode of a Module 1
leaves out 2 %, and a cropped one a quarter or more."""


class PicameraMissingError(CameraError):
    """picamera2 isn't installed, or doesn't run here."""


class CompletedRequest(Protocol):
    """picamera2.request.CompletedRequest."""

    def make_array(self, name: str) -> NDArray[np.uint8]: ...

    def get_metadata(self) -> Metadata: ...

    def release(self) -> None: ...


class Device(Protocol):
    """The part of picamera2.Picamera2 that is used here. `camera_num` is an index into
    what `global_camera_info` lists, whatever "Num" says there."""

    is_open: bool

    def __init__(self, camera_num: int) -> None: ...

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]: ...

    @property
    def camera_properties(self) -> dict[str, object]: ...

    @property
    def camera_controls(self) -> dict[str, tuple[object, object, object]]: ...

    def create_video_configuration(
        self,
        *,
        main: dict[str, object],
        raw: None,
        buffer_count: int,
        controls: Controls,
        sensor: dict[str, object],
    ) -> dict[str, object]: ...

    def configure(self, camera_config: dict[str, object]) -> None: ...

    def camera_configuration(self) -> dict[str, dict[str, object]]: ...

    def start(self) -> None: ...

    def set_controls(self, controls: Controls) -> None: ...

    def capture_request(self, wait: float) -> CompletedRequest: ...

    def cancel_all_and_flush(self) -> None: ...

    def close(self) -> None: ...


def csi_cameras() -> int:
    """How many cameras there are on ribbon cables, numbered from 0 in the order of
    `rpicam-hello --list-cameras`: libcamera lists USB cameras as well, which rpicam leaves out and
    picamera2 puts behind them.

    PicameraMissingError where picamera2 can't be used, CameraError where it can't list any.
    """
    opener = _picamera2()
    try:
        listed = opener.global_camera_info()
    except RuntimeError as error:
        raise CameraError(
            Sentence("Cameras on ribbon cables can’t be listed: {why}.", why=error)
        ) from error
    return sum("/usb" not in str(info["Id"]) for info in listed)


class CsiCamera:
    """The CSI camera with this number, counted from 0, with the full view of its sensor.

    Frames are BGR like every other camera's: picamera2 calls that order RGB888. A camera that gives
    no frame for three seconds hangs: it raises CameraHungError and is never touched again.
    """

    turn_by_turn = False

    def __init__(self, number: int = 0, clock: MonotonicClock = time.monotonic) -> None:
        if number >= csi_cameras():
            raise RibbonCableError(
                Sentence(
                    "There’s no camera {number} on a ribbon cable: switch off, push in "
                    "the cable at both ends, and start again.",
                    number=number,
                )
            )
        self._clock = clock
        self._period = MAINS_MICROSECONDS
        self._held = HeldLight()
        self._closed = self._wants_held = self._running = False
        self._every = FRAMES_EVERY
        try:
            self._device = _opened(_picamera2(), number)
        except (RuntimeError, OSError, IndexError) as error:
            raise _busy(error) from error
        try:
            self._configure()
            self._device.start()
        except (RuntimeError, OSError) as error:
            self._let_go()
            raise _busy(error) from error

    def _configure(self) -> None:
        device = self._device
        sensor = cast(tuple[int, int], device.camera_properties["PixelArraySize"])
        mode, size = mode_and_size(*sensor)
        configuration = device.create_video_configuration(
            main={"format": "RGB888", "size": size},
            raw=None,
            buffer_count=BUFFERS,
            controls=at_the_start(device.camera_controls),
            sensor={"output_size": mode},
        )
        device.configure(configuration)
        given = device.camera_configuration()
        main = given["main"]
        log.info(
            "%s gives %s %s from a mode of %s",
            device.camera_properties.get("Model", "the camera"),
            main["size"],
            main["format"],
            given["sensor"]["output_size"],
        )
        if main["format"] != "RGB888":
            raise RuntimeError(f"it gives {main['format']} where RGB888 was asked for")
        _, crop, _ = device.camera_controls.get("ScalerCrop", (None, (0, 0, *sensor), None))
        _, _, width, height = cast(tuple[int, int, int, int], crop)
        if width < FULL_VIEW * sensor[0] or height < FULL_VIEW * sensor[1]:
            log.warning("the camera shows %d x %d of %d x %d only", width, height, *sensor)

    def frames(self) -> Iterator[Frame]:
        shown = -math.inf
        self._running = True
        hangs = False
        try:
            while not self._closed:
                try:
                    frame = self._next(shown)
                except TimeoutError as error:
                    hangs = True
                    self._give_up()
                    raise CameraHungError(
                        Sentence(
                            "The camera no longer responds: switch off, and push in its ribbon "
                            "cable at both ends."
                        )
                    ) from error
                except (RuntimeError, OSError) as error:
                    raise CameraError(
                        Sentence("No more pictures from the camera: {why}.", why=error)
                    ) from error
                if frame is not None:
                    shown = frame.at
                    yield frame
        finally:
            if not hangs:
                self._let_go()

    def _next(self, shown: float) -> Frame | None:
        """The next frame; None if it comes too soon after that of `shown` to be worth showing.
        TimeoutError if none comes."""
        request = self._device.capture_request(wait=ANSWERS_WITHIN)
        try:
            now = self._clock()
            if now < shown + self._every:
                return None
            picture = np.asarray(request.make_array("main"), dtype=np.uint8)
            metadata = request.get_metadata()
        finally:
            request.release()
        frame = Frame(np.ascontiguousarray(picture), now)
        self._hold_or_let_go(frame, metadata)
        return frame

    def _give_up(self) -> None:
        """Lets go of what waits for a frame. picamera2 would close the camera when Python ends, and
        wait for it for ever."""
        log.error("no frame within %g s: the camera hangs", ANSWERS_WITHIN)
        atexit.unregister(self._device.close)
        self._device.cancel_all_and_flush()

    def _hold_or_let_go(self, frame: Frame, metadata: Metadata) -> None:
        self._held, order = self._held.see(
            self._wants_held, stops(frame.picture), frame.at, hunts=hunts(metadata)
        )
        if order is None:
            return
        controls = obeying(order, metadata, self._device.camera_controls, self._period)
        log.info("%s: %s", order.value, controls)
        if order is Order.HOLD_BUT_EXPOSURE:
            log.warning("the camera can't hold its exposure: it stays automatic")
        self._device.set_controls(controls)

    def give_every(self, seconds: float) -> None:
        self._every = seconds

    def under_mains(self, hertz: int) -> None:
        self._period = period_microseconds(hertz)
        if self._period != MAINS_MICROSECONDS:
            wanted = _of(self._device.camera_controls, AeFlickerPeriod=self._period)
            log.info("lamps here burn on %d Hz: %s", hertz, wanted)
            try:
                self._device.set_controls(wanted)
            except (RuntimeError, OSError) as error:
                log.warning("the camera doesn't take that: %s", error)

    def hold(self, held: bool) -> None:
        self._wants_held = held

    def close(self) -> None:
        """The thread that takes frames closes the device; here, if there is none yet."""
        self._closed = True
        if not self._running:
            self._let_go()

    def _let_go(self) -> None:
        try:
            self._device.close()
        except (RuntimeError, OSError) as error:
            log.warning("the camera can't be closed: %s", error)


def mode_and_size(width: int, height: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The mode of a sensor of this many pixels, and the size of its pictures: (width, height) each.

    Sensors show their full view in their full size and binned, two by two or four by four (v1
    1296 x 972, v2 1640 x 1232, Module 3 2304 x 1296, HQ 2028 x 1520); other modes crop. Pictures
    have the shape of the sensor, at most MOST_WIDE pixels in even numbers.
    """
    binned = next((b for b in (1, 2) if width <= (MOST_WIDE + MOST_WIDE // 16) * b), 4)
    mode = width // binned, height // binned
    scale = min(1.0, MOST_WIDE / mode[0])
    return mode, (int(mode[0] * scale) // 2 * 2, int(mode[1] * scale) // 2 * 2)


def _picamera2() -> type[Device]:
    try:
        return cast(type[Device], importlib.import_module("picamera2").Picamera2)
    except ImportError as error:
        raise PicameraMissingError(
            Sentence(
                "A camera on a ribbon cable needs picamera2 ({why}): sudo apt install"
                " --no-install-recommends python3-picamera2",
                why=error,
            )
        ) from error
    except ValueError as error:
        # "numpy.dtype size changed": another numpy than the system's lies in its way.
        raise PicameraMissingError(
            Sentence("picamera2 doesn’t fit the numpy that is installed: {why}.", why=error)
        ) from error


def _opened(opener: type[Device], number: int) -> Device:
    """picamera2's camera of that number; RuntimeError, OSError or IndexError where it can't be had.

    picamera2 leaves a pipe open then, and a camera that another program uses is tried every two
    seconds, an evening long: a thousand files are all that a program may have open.
    """
    device = opener.__new__(opener)
    try:
        opener.__init__(device, number)
    except (RuntimeError, OSError, IndexError):
        pipe = getattr(device, "notifyme_w", None)
        if pipe is not None and not device.is_open:
            os.close(pipe)
        raise
    return device


def _busy(error: BaseException) -> CameraError:
    """picamera2 says only that opening failed; the first error in its chain says why."""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    return CameraError(
        Sentence(
            "Can’t open the camera on the ribbon cable ({why}): is another program using it?",
            why=error,
        )
    )


KINDS = {
    "csi": CameraKind(
        lambda where, clock: CsiCamera(int(where or "0"), clock), "[:NUMBER]", "(:[0-9])?"
    ),
}
