"""Opens a camera that no table has, looks until a picture lies still, and gives the camera back.

It looks on a thread of its own, since a camera may hang in its driver, and then only the end of the
program frees it. Reads nothing. Tests: tests/device/test_camera_look.py.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hardware.camera import Camera, CameraError, CameraHungError, Clock, Frame, turned_back
from vision.reading import Picture
from vision.watch import Watcher

SECONDS = 10.0
"""So long a picture that lies still is waited for."""

WARM_UP = 2.0
"""Seconds in which a camera that was just opened still seeks its light and its focus."""

HANGS_AFTER = 20.0
"""Seconds that a camera may take beyond that to open, to give a picture and to close: OpenCV waits
for one up to ten."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a camera showed. `picture`: the one that lay still, else (`still` false) the last one;
    `rate`: pictures a second. `trouble`: a sentence if there is none."""

    picture: Picture | None = None
    still: bool = False
    rate: float = 0.0
    trouble: str | None = None


def look(
    open_one: Callable[[], Camera],
    seconds: float = SECONDS,
    clock: Clock = time.monotonic,
    hangs_after: float = HANGS_AFTER,
    *,
    mirrored: bool = False,
) -> Look:
    """What the camera shows that `open_one` gives; turned back if it mirrors what it sees."""
    looked: queue.SimpleQueue[Look | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            looked.put(_look(open_one, seconds, clock, mirrored))
        except Exception as error:  # noqa: BLE001  (raised again on the thread that waits)
            looked.put(error)

    threading.Thread(target=run, name="looking", daemon=True).start()
    try:
        seen = looked.get(timeout=seconds + hangs_after)
    except queue.Empty:
        return Look(trouble="The camera hangs: it neither gives a picture nor closes.")
    if isinstance(seen, CameraError):
        return Look(trouble=str(seen))
    if isinstance(seen, Exception):
        raise seen
    return seen


def _look(open_one: Callable[[], Camera], seconds: float, clock: Clock, mirrored: bool) -> Look:
    camera = open_one()
    frames = turned_back(camera.frames()) if mirrored else camera.frames()
    try:
        looked = _settled(frames, seconds, clock, turns=camera.turn_by_turn)
    except CameraHungError:
        raise  # to close it would hang as well
    except BaseException:
        camera.close()
        raise
    camera.close()
    deque(frames, maxlen=0)  # a closed camera has no more, and is given back with the last of them
    return looked


def _settled(frames: Iterator[Frame], seconds: float, clock: Clock, *, turns: bool) -> Look:
    watcher, began, number = Watcher(), clock(), 0
    best = Look(trouble="The camera gives no picture.")
    for frame in frames:
        if turns:
            return Look(frame.picture, still=True)
        watcher, settled = watcher.see(frame.picture, frame.at)
        since, number = clock() - began, number + 1
        rate = number / since if since > 0 else 0.0
        if settled is not None:
            best, watcher = Look(settled.picture, still=True, rate=rate), Watcher()
        elif not best.still:
            best = Look(frame.picture, rate=rate)
        if since >= seconds or (best.still and since >= WARM_UP):
            break
    return best
