"""Light and sensor of the virtual camera: slow drift, trembling, noise.

Takes the scene as it would be seen by a perfect camera and spoils it; it knows nothing of what it
shows. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture


@dataclass(frozen=True)
class Spoiling:
    """`drift`: how far the room's light wanders (share); `noise`: sigma in steps of 255 at medium
    brightness; `tremble`: pixels by which a touched table shakes the picture; `blur`: sigma of the
    lens in pixels."""

    drift: float = 0.07
    noise: float = 3.5
    tremble: float = 0.7
    blur: float = 0.6


NOTHING_SPOILT = Spoiling(0.0, 0.0, 0.0, 0.0)


class Sensor:
    """Turns scenes of one size into camera pictures; the same seed and calls give the same."""

    def __init__(self, size: tuple[int, int], spoiling: Spoiling, seed: int) -> None:
        self._spoiling = spoiling
        self._rng = np.random.default_rng([seed, 3])
        width, height = size
        # One sheet of noise, larger than the picture: every frame sees another part of it.
        sheet = self._rng.standard_normal((height + 64, width + 64, 3), dtype=np.float32)
        self._noise: NDArray[np.int8] = np.clip(sheet * spoiling.noise, -127, 127).astype(np.int8)
        self._phases = self._rng.uniform(0, 2 * math.pi, 4)

    def expose(self, scene: Picture, at: float, touched: bool) -> Picture:
        """The camera's picture of a scene at a time in seconds; `touched`: a hand shakes the table.

        The scene is left as it is; the picture is a new array.
        """
        spoiling = self._spoiling
        picture = scene
        if touched and spoiling.tremble > 0:
            right, down = self._rng.normal(0, spoiling.tremble / 2, 2)
            move = np.array([[1, 0, right], [0, 1, down]], np.float64)
            size = (scene.shape[1], scene.shape[0])
            picture = np.asarray(
                cv2.warpAffine(
                    scene, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
                ),
                np.uint8,
            )
        if spoiling.blur > 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (3, 3), spoiling.blur), np.uint8)
        if spoiling.drift > 0:
            picture = np.asarray(cv2.LUT(picture, self._curve(at)), np.uint8)
        if spoiling.noise > 0:
            x, y = self._rng.integers(0, 64, 2)
            grain = self._noise[y : y + picture.shape[0], x : x + picture.shape[1]]
            picture = np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
        return picture.copy() if picture is scene else picture

    def brightness(self, at: float) -> float:
        """How bright the room is at a time: 1 on average; clouds pass in half a minute."""
        a, b = self._phases[:2]
        wave = 0.7 * math.sin(2 * math.pi * at / 41 + a) + 0.3 * math.sin(2 * math.pi * at / 17 + b)
        return 1 + self._spoiling.drift * wave

    def _curve(self, at: float) -> NDArray[np.uint8]:
        """What each level becomes, uint8 [256, 1, 3]: brightness and a little warmth."""
        warmth = 0.25 * self._spoiling.drift * math.sin(2 * math.pi * at / 63 + self._phases[2])
        gains = self.brightness(at) * np.array([1 - warmth, 1.0, 1 + warmth])
        levels = np.arange(256)[:, None] * gains[None]
        return np.clip(np.round(levels), 0, 255).astype(np.uint8)[:, None, :]
