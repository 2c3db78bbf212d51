"""A scripted evening played at a table in a machine: tiles are laid under its camera, turn buttons
pressed, and after each press its page must say the points that the rules give.

Only laying and pressing are played as yet; other lines are refused by name.
Tests: workshop/tests/test_machine_evening.py.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType
from typing import Protocol, Self, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.camera import Sensor, Spoiling, household_table
from device.simulator.expected_game import game_laid
from device.simulator.lines import Evening, Expect, Lay, PressTurn
from device.simulator.scene import SIZE, Scene
from engine.variants import Variant
from hardware.panel.port import Button

SIDES = (Button.SIDE_1, Button.SIDE_2, Button.SIDE_3, Button.SIDE_4)

CAMERA_WIDTH, CAMERA_HEIGHT = SIZE
CAMERA_RATE = 2
"""Pictures a second: an emulated processor takes long for one."""

BEGINS_WITHIN, PRESSES_TO_BEGIN = 6.0, 20
"""Seconds after which OK is pressed again on the way from the first start to the first turn, and
how often at most. All seconds here are of the machine's own time."""

COUNTS_WITHIN = 60.0
"""Seconds after a press within which it counts: the board is read by an emulated processor."""

LOOKS_AFTER = 4.0
"""Seconds between laying and pressing: the camera has seen the hand go."""

Fields: TypeAlias = Mapping[str, str]
"""What the page says, by the names of docs/onlookers.md."""


class EveningFailedError(Exception):
    """What went otherwise, in a sentence."""


def jpeg_of(picture: NDArray[np.uint8]) -> bytes:
    """A picture as the camera gives it: in the middle of its own size."""
    height, width = picture.shape[:2]
    left, top = (CAMERA_WIDTH - width) // 2, (CAMERA_HEIGHT - height) // 2
    right, bottom = CAMERA_WIDTH - width - left, CAMERA_HEIGHT - height - top
    whole = cv2.copyMakeBorder(picture, top, bottom, left, right, cv2.BORDER_REPLICATE)
    return cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


class Pressing(Protocol):
    """Hands at a machine: workshop/machine/hands.py's Hands."""

    def press(self, button: Button, /) -> None: ...

    def time(self) -> float: ...


class Shows(Protocol):
    """What pictures are put in front of: workshop/machine/camera.py's Camera."""

    def show(self, jpeg: bytes) -> None: ...


class Lens:
    """In front of a camera that is plugged in, from `with` to its end: every picture of the scene
    has a noise of its own, as a sensor's, by which a camera that is stuck is known."""

    def __init__(self, camera: Shows, scene: Scene) -> None:
        self._camera, self.scene = camera, scene
        self._sensor = Sensor(SIZE, Spoiling(), seed=1)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._film, name="lens", daemon=True)

    def _film(self) -> None:
        began = time.monotonic()
        while not self._ended.wait(1 / CAMERA_RATE):
            at = time.monotonic() - began
            picture = self._sensor.expose(self.scene.picture, at, touched=False)
            self._camera.show(jpeg_of(picture))

    def __enter__(self) -> Self:
        self._camera.show(jpeg_of(self.scene.picture))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()


def scene_of(variant: Variant) -> Scene:
    """The table of a household that has this game."""
    return household_table(1, variant=variant)


def page_at(port: int, host: str = "127.0.0.1") -> Callable[[], Fields]:
    """Asks the page for all it says; an empty answer while it can't be reached."""

    def ask() -> Fields:
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/obs/now", timeout=20) as said:
                fields: Fields = json.load(said)
        except (OSError, urllib.error.URLError, ValueError):
            return {}
        return fields

    return ask


@dataclass
class Players:
    """Those of one evening: they see the page, lay on `scene`, and press by their hands."""

    evening: Evening
    variant: Variant
    scene: Scene
    hands: Pressing
    page: Callable[[], Fields]
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        for step in self.evening.steps:
            if not isinstance(step, Lay | PressTurn | Expect):
                what = type(step).__name__
                raise EveningFailedError(f"line {step.line}: {what} can't be played here yet")

    def begin(self) -> str:
        """Through what a first start shows, by OK alone, to the first turn."""
        for pressed in range(PRESSES_TO_BEGIN):
            if self._within(BEGINS_WITHIN, begun):
                return f"after {pressed} presses"
            self.hands.press(Button.OK)
        raise EveningFailedError("no game begins, however often OK is pressed")

    def play(self, say: Callable[[str], None]) -> str:
        """From the first tile to the last press; what was laid, pressed and counted."""
        laid = pressed = 0
        for number, step in enumerate(self.evening.steps):
            match step:
                case Lay(tiles=tiles):
                    for square, tile in tiles.items():
                        self.scene.lay(square, tile)
                    laid += len(tiles)
                    self._within(LOOKS_AFTER, lambda _: False)
                case PressTurn(side=side):
                    began = self.hands.time()
                    self.hands.press(SIDES[self.evening.sides.index(side)])
                    pressed += 1
                    totals = self._totals_after(number)
                    if not self._within(COUNTS_WITHIN, partial(says, totals)):
                        seen = self.page()
                        raise EveningFailedError(
                            f"line {step.line}: {shown(seen)} and not {totals}: {seen.get('state')}"
                        )
                    took = self.hands.time() - began
                    say(f"        {side}: {totals}, {took:.0f} s after the press")
        return f"{laid} tiles, {pressed} presses, every total as laid"

    def _totals_after(self, number: int) -> tuple[int, ...]:
        so_far = replace(self.evening, steps=self.evening.steps[: number + 1])
        totals = game_laid(so_far, self.variant).state.totals
        return tuple(totals[side] for side in self.evening.sides)

    def _within(self, seconds: float, holds: Callable[[Fields], bool]) -> bool:
        began = self.hands.time()
        while self.hands.time() - began < seconds:
            if holds(self.page()):
                return True
            self.sleep(1)
        return False


def begun(said: Fields) -> bool:
    """Whether the page shows the first side's turn, and not a lobby, or what comes before it."""
    return bool(said) and said["state"] == f"{said['p1_name']}’s turn"


def says(totals: tuple[int, ...], said: Fields) -> bool:
    """Whether the page has these points."""
    return shown(said) == totals


def shown(said: Fields) -> tuple[int, ...]:
    """The points on the page, in the sides' order."""
    points = (said.get(f"p{seat}_score", "") for seat in range(1, len(SIDES) + 1))
    return tuple(int(one) for one in points if one)
