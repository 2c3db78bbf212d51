"""The automatics of a USB camera: exposure, focus and white balance, on and off.

Through OpenCV's V4L2 properties on the device that is open anyway: they stand for the controls'
numbers, which are the same under the kernel's older and newer names (exposure_auto is
auto_exposure). No other program is needed, and none competes for the device. What a camera can't
do is said once in the log. Tests: tests/hardware/test_usb_camera.py.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol

import cv2

from hardware.held_light import Order

log = logging.getLogger(__name__)


class Properties(Protocol):
    """The part of cv2.VideoCapture that is used here."""

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...


@dataclass(frozen=True)
class Automatic:
    """A thing that a camera chooses: the switch of its automatic and the value it chooses.

    `on`: what switches it on, the first that the camera takes.
    """

    name: str
    switch: int
    on: tuple[int, ...]
    off: int
    value: int


EXPOSURE = Automatic(
    # 3 is aperture priority, all that most webcams know; 0 is fully automatic (V4L2_EXPOSURE_…).
    "exposure",
    cv2.CAP_PROP_AUTO_EXPOSURE,
    (3, 0),
    1,
    cv2.CAP_PROP_EXPOSURE,
)
FOCUS = Automatic("focus", cv2.CAP_PROP_AUTOFOCUS, (1,), 0, cv2.CAP_PROP_FOCUS)
WHITE_BALANCE = Automatic(
    "white balance", cv2.CAP_PROP_AUTO_WB, (1,), 0, cv2.CAP_PROP_WB_TEMPERATURE
)
AUTOMATICS = (EXPOSURE, FOCUS, WHITE_BALANCE)

CHOSEN = {
    Order.CHOOSE: frozenset(AUTOMATICS),
    Order.CHOOSE_LIGHT: frozenset({EXPOSURE, WHITE_BALANCE}),
    Order.HOLD: frozenset[Automatic](),
    Order.HOLD_BUT_EXPOSURE: frozenset({EXPOSURE}),
}
"""What the camera chooses by itself, for each order; the rest is held."""


class UsbControls:
    """Switches the automatics of one opened camera. `name` names it in the log."""

    def __init__(self, camera: Properties, name: str) -> None:
        self._camera, self._name = camera, name
        self._unable: set[Automatic] = set()

    def obey(self, order: Order) -> None:
        """Switches what the order says; what the camera can't do is left as it is."""
        for automatic in AUTOMATICS:
            if automatic in self._unable:
                continue
            chooses = automatic in CHOSEN[order]
            if not (self._switched_on(automatic) if chooses else self._held(automatic)):
                self._unable.add(automatic)
                log.warning("%s: its %s can't be switched", self._name, automatic.name)

    def _switched_on(self, automatic: Automatic) -> bool:
        return any(self._set(automatic.switch, value) for value in automatic.on)

    def _held(self, automatic: Automatic) -> bool:
        """Off, at the value in force: most cameras stay where they are when their automatic is
        switched off, and one that goes back to an older value is told the one in force."""
        in_force = self._camera.get(automatic.value)
        if not self._set(automatic.switch, automatic.off):
            return False
        now = self._camera.get(automatic.value)
        if now != in_force and not self._set(automatic.value, in_force):
            log.warning("%s: its %s is %g, not %g", self._name, automatic.name, now, in_force)
        log.info("%s: %s held at %g", self._name, automatic.name, in_force)
        return True

    def _set(self, what: int, value: float) -> bool:
        """Whether the camera says yes, and then has it."""
        return self._camera.set(what, value) and self._camera.get(what) == value
