"""How long a frame of the virtual table takes: `python -m workshop.benchmarks.virtual_frames`.

Ten frames a second have to be left over on a slow core, next to watching and reading them.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from device.simulator.camera import VirtualCamera, household_table
from device.simulator.hands import SEATS, Reach
from engine.squares import Square

FRAMES = 60


class Laying:
    """One arm over the board, or none; a tile is laid every tenth frame."""

    def __init__(self, arm: bool) -> None:
        self.scene = household_table(1)
        self.reaches = (Reach((640.0, 500.0), SEATS[0].elbow),) if arm else ()
        self.drawn = 0

    def act(self, _now: float) -> bool:
        self.drawn += 1
        if self.drawn % 10 == 0:
            self.scene.lay(Square(self.drawn // 10, 7), "E")
        return self.drawn <= FRAMES


def main() -> None:
    cv2.setNumThreads(1)
    for name, arm in (("nothing moves", False), ("an arm, trembling", True)):
        people = Laying(arm)
        camera = VirtualCamera(people.scene, people, seed=1, sleep=lambda _: None)
        spent, last = [], time.perf_counter()
        for _ in camera.frames():
            now = time.perf_counter()
            spent.append(1000 * (now - last))
            last = time.perf_counter()
        print(f"{name:20} median {np.median(spent):5.1f} ms   worst {max(spent):5.1f} ms a frame")


if __name__ == "__main__":
    main()
