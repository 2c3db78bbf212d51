"""A camera over photographs, and fingers at a panel: what every photographed table has.

Each photograph is shown for as long as its people need, and a hand comes over the board before the
next. Who lays what, and when a button is pressed, is up to the tables.
Tests: workshop/tests/test_photographed_evenings.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from device.simulator.answers import PAGES_BEHIND, ReadScreen, page_towards
from device.simulator.camera import Sensor, Spoiling
from device.simulator.hands import Reach, draw_reach
from device.simulator.panel import MockPins
from engine.game import Game
from engine.squares import Square
from engine.tiles import Tile, letter_of
from hardware.cameras.port import Frame
from hardware.panel.port import Button
from vision.reading import Picture

FRAMES_A_SECOND = 8.0
HAND_SECONDS = 1.5
SENSOR = Spoiling(drift=0.0, noise=2.0, tremble=0.7, blur=0.0)
"""A photograph has its own light and blur: only what changes from frame to frame is added."""

Moment: TypeAlias = tuple[Picture, tuple[Reach, ...]]
"""What lies there, and the hands over it."""

Acting: TypeAlias = Iterator[Moment]


@dataclass(frozen=True)
class Seat:
    """What people at a table have: its panel, its time, and the game as it is `kept`, which they
    read off the score sheet. `put_right`: has the table go on from another game."""

    pins: MockPins
    kept: Callable[[], Game]
    clock: Callable[[], float]
    sleep: Callable[[float], None]
    put_right: Callable[[Game], None]


class TableInTime(ABC):
    """A live camera over photographs, and the people at its panel.

    `screen` is what they see; `notes` what went otherwise than they meant.
    """

    turn_by_turn = False

    def __init__(self, picture: Picture, seat: Seat, seed: int) -> None:
        """`picture`: what lies there at first; `seed`: the sensor's and the hands'."""
        self.screen: ReadScreen | None = None
        self.presses = 0
        self.notes: list[str] = []
        self._picture, self._seat = picture, seat
        self._kept, self._clock = seat.kept, seat.clock
        height, width = picture.shape[:2]
        self._sensor = Sensor((width, height), SENSOR, seed)
        self._rng = np.random.default_rng([seed, 9])
        self._closed = False

    @abstractmethod
    def _evening(self) -> Acting:
        """All that is done, frame by frame."""

    def frames(self) -> Iterator[Frame]:
        begun = self._clock()
        for picture, reaches in self._evening():
            if self._closed:
                return
            seen = picture
            if reaches:
                seen = picture.copy()
                for reach in reaches:
                    draw_reach(seen, reach)
            now = self._clock()
            yield Frame(self._sensor.expose(seen, now - begun, bool(reaches)), now)
            self._seat.sleep(1 / FRAMES_A_SECOND)

    def close(self) -> None:
        self._closed = True

    def _hand_over(self, picture: Picture) -> Acting:
        """An arm over the board, under which what lies there changes."""
        height, width = picture.shape[:2]
        elbow = (width * float(self._rng.uniform(0.2, 0.8)), height * 1.3)
        frames = int(HAND_SECONDS * FRAMES_A_SECOND)
        whose = int(self._rng.integers(4))
        for frame in range(frames):
            if frame == frames // 2:
                self._picture = picture
            share = 1 - abs(2 * frame / (frames - 1) - 1)
            tip = (elbow[0] + 30 * np.sin(frame), height * (1.0 - 0.6 * share))
            yield self._picture, (Reach((float(tip[0]), float(tip[1])), elbow, whose),)

    def _still(self, seconds: float) -> Acting:
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            yield self._picture, ()

    def _take(self, label: str) -> Acting:
        """Takes this answer, on whichever page of the menu it is."""
        for _ in range(PAGES_BEHIND):
            options = () if self.screen is None else self.screen.options
            if (page := page_towards(options, label)) is not None:
                yield from self._take_shown(page)
        yield from self._take_shown(label)

    def _take_shown(self, label: str) -> Acting:
        screen = self.screen
        if screen is None or label not in screen.options:
            self.notes.append(f"{label!r} is not offered: {self._shown()}")
            return
        forward = (screen.options.index(label) - screen.selected) % len(screen.options)
        back = len(screen.options) - forward
        button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
        for _ in range(times):
            self._press(button)
        yield from self._still(0.25)
        now = self.screen
        if now is None or now.question != screen.question:
            return  # it has gone by itself meanwhile, and OK would answer something else
        self._press(Button.OK)
        yield from self._still(0.25)

    def _press(self, button: Button) -> None:
        self.presses += 1
        self._seat.pins.press(button, self._clock())

    def _shown(self) -> str:
        screen = self.screen
        return "nothing" if screen is None else screen.question or screen.message


def letter_of_blank(screen: ReadScreen, lying: Mapping[Square, Tile]) -> str | None:
    """The true answer to which letter a blank is; None if that isn't asked."""
    asked = screen.question or ""
    if "Which letter is the blank" not in asked:
        return None
    letters = [letter_of(t) for s, t in lying.items() if f" {s.name}?" in asked]
    return next((one for one in letters if one in screen.options), screen.options[-1])
