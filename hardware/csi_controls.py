"""What a CSI camera is told, in libcamera's controls: focus, exposure and white balance.

Pure: a camera's list of controls and a frame's metadata go in, values come out. Controls that a
camera, or its release of libcamera, doesn't know are left out. Numbers stand for libcamera's enums
(control_ids_core.yaml). Tests: tests/hardware/test_csi_camera.py.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TypeAlias, cast

from hardware.held_light import Order

Controls: TypeAlias = dict[str, object]
Metadata: TypeAlias = dict[str, object]

FRAME_MICROSECONDS = (50_000, 100_000)
"""Ten to twenty frames a second: no more than ten are looked at, and a dim room needs the time."""

MAINS_MICROSECONDS = 10_000
"""Lamps on 50 Hz flicker a hundred times a second: exposures are multiples of that."""

LEAST_GAIN = 1.0
"""Sensors know no less."""

AF_MANUAL, AF_CONTINUOUS = 0, 2
AF_SCANNING = 1
AUTO, MANUAL = 0, 1  # ExposureTimeMode, AnalogueGainMode
FLICKER_MANUAL = 1


def at_the_start(known: Container[str]) -> Controls:
    """What goes with the configuration: everything automatic, without flicker.

    The lens follows by itself until it is held: whoever sets the camera up moves it about.
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


def obeying(order: Order, metadata: Metadata, known: Container[str]) -> Controls:
    """What carries an order out, for a camera whose last frame has this metadata."""
    if order is Order.CHOOSE:
        return {**_exposure_chosen(known), **_of(known, AwbEnable=True, AfMode=AF_CONTINUOUS)}
    if order is Order.CHOOSE_LIGHT:
        return {**_exposure_chosen(known), **_of(known, AwbEnable=True)}
    held = {**_colours_held(metadata, known), **_focus_held(metadata, known)}
    if order is Order.HOLD_BUT_EXPOSURE:
        return {**held, **_exposure_chosen(known)}
    return {**held, **_exposure_held(metadata, known)}


def without_flicker(exposure: int, gain: float) -> tuple[int, float]:
    """An exposure (microseconds) and a gain as bright as these, free of the mains where it can."""
    steady = round(exposure / MAINS_MICROSECONDS) * MAINS_MICROSECONDS
    if steady > exposure * gain / LEAST_GAIN:
        steady -= MAINS_MICROSECONDS
    return (steady, gain * exposure / steady) if steady > 0 else (exposure, gain)


def _exposure_chosen(known: Container[str]) -> Controls:
    # Releases of libcamera differ in which of these they hear (picamera2#1269).
    return _of(known, AeEnable=True, ExposureTimeMode=AUTO, AnalogueGainMode=AUTO)


def _exposure_held(metadata: Metadata, known: Container[str]) -> Controls:
    if not {"ExposureTime", "AnalogueGain"} <= metadata.keys():
        return {}
    exposure, gain = without_flicker(
        cast(int, metadata["ExposureTime"]), cast(float, metadata["AnalogueGain"])
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
