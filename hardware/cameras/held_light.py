"""When a camera may choose focus, exposure and white balance, and when they stay as they are.

The one rule for every live camera; pure: wishes, brightness and time go in, orders come out. It
knows no driver. Tests: tests/hardware/test_held_light.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

SETTLE_SECONDS = 1.0
"""So long a camera chooses before what it has chosen is held (automatics need about ten frames)."""

FOCUS_SECONDS = 4.0
"""So long a lens that still hunts is waited for."""

TAKES_SECONDS = 0.5
"""After so long an order has reached the frames, whatever pipeline they come through."""

WRONG_SECONDS = 2.0
"""So long the frames must differ from what was to be held before it counts as not held."""

DARK_SECONDS = 10.0
"""So long held frames must be too dark or too bright: an arm or a tray is gone sooner, a lamp that
was switched on, and dusk, are not."""

STOPS_OFF = 0.5
"""Stops (factors of two in light) of the mean brightness that matter: half of one is easily seen,
and tiles laid in the course of a game change the mean by less than a fifth."""

MOST_TRIES = 2
"""A lamp may be switched at that very moment; after so many the camera can't hold its exposure."""

GAMMA = 2.2
"""Pictures store light to the power of 1/2.2 (sRGB, near enough for half a stop)."""


class Order(Enum):
    """What a camera is to do now."""

    CHOOSE = "choose focus, exposure and white balance by yourself"
    CHOOSE_LIGHT = "choose exposure and white balance by yourself, and leave the focus"
    HOLD = "hold them as they are"
    HOLD_BUT_EXPOSURE = "hold focus and white balance, and choose the exposure"


class _Phase(Enum):
    NEW = "just opened"
    FREE = "choosing, not to be held"
    SETTLING = "choosing, to be held soon"
    TRIED = "asked to hold, not yet confirmed"
    HELD = "held"
    IN_PART = "held but for the exposure"


def stops(picture: NDArray[np.uint8]) -> float:
    """The mean brightness of a picture (uint8 [height, width, 3], BGR, or grey) in stops, 0.0 at
    white."""
    seen = picture[::8, ::8, 1] if picture.ndim == 3 else picture
    return GAMMA * math.log2(max(float(seen.mean()), 1.0) / 255.0)


@dataclass(frozen=True)
class HeldLight:
    """Follows one opened camera; `see` takes what a frame shows and gives the next state.

    The rule: a camera chooses by itself until it is wanted held. Then it settles for a second
    (longer while its lens hunts, four at most) and holds. Held frames whose mean brightness is off
    by more than half a stop, either way, for ten seconds on end, are let go except for the focus,
    since a lens that moves shifts the board: the camera settles for a second and holds again. An
    exposure that jumps as it is held, twice, can't be held by this camera: it stays automatic, and
    the rest is held.
    """

    _phase: _Phase = _Phase.NEW
    _since: float = 0.0
    _light: float = 0.0
    _off_since: float | None = None
    _tries: int = 0

    def see(
        self, wanted: bool, light: float, at: float, *, hunts: bool = False
    ) -> tuple[HeldLight, Order | None]:
        """The state after a frame, and what the camera is to do before the next one.

        `light`: stops, as `stops` gives them; `at`: seconds, monotonic; `hunts`: its lens moves.
        """
        if self._phase is _Phase.NEW or (not wanted and self._phase is not _Phase.FREE):
            return HeldLight(_Phase.FREE), Order.CHOOSE
        if not wanted:
            return self, None
        match self._phase:
            case _Phase.FREE:
                return HeldLight(_Phase.SETTLING, at), None
            case _Phase.SETTLING:
                return self._settling(light, at, hunts)
            case _Phase.TRIED | _Phase.HELD:
                return self._watched(light, at)
        return self, None

    def _settling(self, light: float, at: float, hunts: bool) -> tuple[HeldLight, Order | None]:
        if at - self._since < (FOCUS_SECONDS if hunts else SETTLE_SECONDS):
            return self, None
        return replace(self, _phase=_Phase.TRIED, _since=at, _light=light), Order.HOLD

    def _watched(self, light: float, at: float) -> tuple[HeldLight, Order | None]:
        tried = self._phase is _Phase.TRIED
        if tried and at - self._since < TAKES_SECONDS:
            return self, None
        if abs(light - self._light) <= STOPS_OFF:
            return replace(self, _phase=_Phase.HELD, _off_since=None, _tries=0), None
        if self._off_since is None:
            return replace(self, _off_since=at), None
        if at - self._off_since < (WRONG_SECONDS if tried else DARK_SECONDS):
            return self, None
        tries = self._tries + tried
        if tries >= MOST_TRIES:
            return HeldLight(_Phase.IN_PART), Order.HOLD_BUT_EXPOSURE
        return HeldLight(_Phase.SETTLING, at, _tries=tries), Order.CHOOSE_LIGHT
