"""The virtual table: a camera whose pictures are drawn, and the people who play under it.

It stands in for a real camera behind the same port. What its players know reaches the program only
as pictures, and as presses on the panel. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from device.virtual_table.around import light_and_lens, stand_things
from device.virtual_table.hands import Reach, draw_reach
from device.virtual_table.light import Sensor, Spoiling
from device.virtual_table.looks import game_look
from device.virtual_table.scene import SIZE, Scene
from engine.variants import Variant
from hardware.camera import CameraError, Clock, Frame
from vision.reading import Picture
from vision.render.look import Look, household_look

FRAMES_A_SECOND = 12.0


class People(Protocol):
    """Those who play at the table; `act` is called before every frame."""

    @property
    def reaches(self) -> tuple[Reach, ...]: ...

    def act(self, now: float) -> bool:
        """Does what has to be done by now; False once they have left the table for good."""


class VirtualCamera:
    """Yields drawn frames, at most so many a second, until the people leave or it is closed.

    The same seed and the same times give the same pictures. `last` is the latest of them.
    CameraError where it is unplugged; asked for `frames` again it waits until it is plugged in.
    """

    turn_by_turn = False

    def __init__(
        self,
        scene: Scene,
        people: People,
        *,
        seed: int,
        spoiling: Spoiling = Spoiling(),  # noqa: B008  (frozen)
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        frames_a_second: float = FRAMES_A_SECOND,
    ) -> None:
        self._scene, self._people = scene, people
        self._sensor = Sensor(SIZE, spoiling, seed)
        self._clock, self._sleep = clock, sleep
        self._step = 1.0 / frames_a_second
        self._closed = False
        self.last: Picture | None = None

    def frames(self) -> Iterator[Frame]:
        begun = due = self._clock()
        sees = False
        while not self._closed:
            now = self._clock()
            if not self._people.act(now):
                return
            if self._scene.around.unplugged:
                if sees:
                    raise CameraError("The virtual camera was unplugged.")
                self._sleep(self._step)
                continue
            sees = True
            if self.last is None or not self._scene.around.stuck:
                self.last = self._picture(now - begun)
            yield Frame(self.last, now)
            # A late frame delays the next ones: like a sensor, none is made up for.
            due = max(due + self._step, self._clock())
            self._sleep(max(0.0, due - self._clock()))

    def close(self) -> None:
        self._closed = True

    def _picture(self, at: float) -> Picture:
        around = self._scene.around
        picture = stand_things(self._scene.picture, around)
        if self._people.reaches:
            picture = picture.copy()
            for reach in self._people.reaches:
                draw_reach(picture, reach)
        picture = light_and_lens(picture, around)
        return self._sensor.expose(picture, at, touched=bool(self._people.reaches))


def household_table(
    seed: int, look: Look | None = None, *, variant: Variant | None = None
) -> Scene:
    """A table as one stands in many a household; `seed` varies its wood and how tiles lie.

    With the board and the tiles or dice of `variant`, as high as they may be piled there, the
    classic English game's if it isn't told; `look`: what they look like instead.
    """
    wood = int(np.random.default_rng(seed).integers(2**31))
    if variant is None:
        return Scene(look or household_look(), wood)
    return Scene(
        look or game_look(variant),
        wood,
        highest_pile=variant.highest_pile,
        racks=variant.rack_size > 0 and variant.letter_dice is None,
    )
