"""From a press to its click while pictures are being read: python -m benchmarks.press_latency

The real loop with its camera's and reading threads, the real reader without a pause on a rendered
picture, a scoreboard drawn into memory. Budget: median 10 ms, worst of 1 000 presses 30 ms.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np

from benchmarks.budgets import BEFORE, photograph
from device.opening import Opening
from device.table import READING_THREADS, run_table
from device.texts import Texts
from engine.position import Position
from engine.variants import load_variant
from hardware.camera import Frame
from hardware.display import Display
from hardware.panel import Button, ScriptedPanel, Tone
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal

PRESSES = 1000
BUTTONS = (Button.OK, Button.SIDE_2, Button.NEXT, Button.PAUSE, Button.OK, Button.UNDO)


class TimedPanel(ScriptedPanel):
    """Keeps how long after its press each click came, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed = 0.0
        self.after: list[float] = []
        self.clicked = threading.Event()

    def sound(self, tone: Tone) -> None:
        if tone is Tone.CLICK and not self.clicked.is_set():
            self.after.append(1000 * (time.perf_counter() - self.pressed))
            self.clicked.set()


class BusyCamera:
    """Ten frames a second; a hand comes between them, so that there is always something to read."""

    turn_by_turn = False

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._hand = picture.copy()
        cv2.rectangle(self._hand, (0, 300), (500, 500), (90, 120, 180), -1)
        self.done = threading.Event()

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self.done.wait(0.1):
            number += 1
            yield Frame(self._hand if number % 20 < 3 else self._picture, time.monotonic())

    def close(self) -> None:
        self.done.set()


def main() -> None:
    game = load_variant("classic", "en")
    picture, grid = photograph(Position.from_rows(BEFORE))
    reader, camera, panel = (
        BoardReader(game.layout, game.tile_set),
        BusyCamera(picture),
        TimedPanel(),
    )
    reads = 0

    def read(_picture: Picture, _last: Grid | None) -> Reading | Refusal:
        """Reads until all presses are done: the reading thread never rests."""
        nonlocal reads
        while True:
            reading = reader.read(picture, last=grid)
            reads += 1
            if camera.done.is_set() or len(panel.after) >= PRESSES:
                return reading

    def press() -> None:
        chance = random.Random(1)
        while reads == 0:
            time.sleep(0.05)
        for number in range(PRESSES):
            time.sleep(chance.uniform(0.02, 0.05))
            panel.clicked.clear()
            panel.pressed = time.perf_counter()
            panel.press(BUTTONS[number % len(BUTTONS)], time.monotonic())
            panel.clicked.wait(2.0)
        camera.done.set()

    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    run_table(
        Opening.new(game, ("Ann", "Ben")),
        camera=camera,
        panel=panel,
        display=Display(headless=True),
        journal=None,
        texts=Texts("en"),
        say=lambda _: None,
        read=read,
    )
    presser.join()
    times = np.array(panel.after)
    print(f"{len(times)} presses during {reads} readings, {READING_THREADS} threads for OpenCV")
    print(f"press to click: median {statistics.median(times):.1f} ms of 10", end="")
    print(f", 99 of 100 within {np.percentile(times, 99):.1f} ms, worst {times.max():.1f} ms of 30")


if __name__ == "__main__":
    main()
