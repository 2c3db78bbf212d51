"""Reading gives way to the table's loop, and asks for no rights: started with `nice`, too."""

from __future__ import annotations

import os
import threading

import numpy as np
from standins import CLASSIC

from device.session.core.inputs import PictureSettled
from device.table.reading_thread import READING_NICENESS, Context, ReadingThread
from vision.game.follow import Followed
from vision.reading import Grid, Picture, Refusal

POLITE = 5


def test_reading_is_nicer_than_the_loop_however_nice_that_is() -> None:
    niceness: list[int] = []

    def read(_picture: Picture, _last: Grid | None) -> Refusal:
        niceness.append(os.nice(0))
        return Refusal("no-board")

    def loop() -> None:
        niceness.append(os.nice(POLITE))  # of this thread, and of those that it starts
        thread = ReadingThread(read, CLASSIC, Context(0, Followed.start(15), None), lambda _: None)
        thread.start()
        thread.submit(PictureSettled(np.zeros((24, 32, 3), np.uint8), 1.0))
        thread.wait_until_idle()
        thread.close()

    runs = threading.Thread(target=loop)
    runs.start()
    runs.join()
    of_loop, of_reading = niceness
    assert of_reading == min(19, of_loop + READING_NICENESS)
