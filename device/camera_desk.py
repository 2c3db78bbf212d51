"""The camera desk: a thread of its own that watches the camera and says when the table lies still.

It hands settled pictures to the reading desk and says to the loop's queue what happens to the
camera: lost, found again, stuck. It reads nothing. Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterator
from typing import TypeAlias

from device.inputs import (
    CameraFound,
    CameraLost,
    CameraStuck,
    NothingMoves,
    PictureSettled,
    RecordingEnded,
    ThreadFailed,
)
from device.live_sight import LiveEye
from device.reading_desk import Post, ReadingDesk
from hardware.camera import (
    Camera,
    CameraError,
    CameraHungError,
    Clock,
    Frame,
    HeldCamera,
    PacedCamera,
    RibbonCableError,
    turned_back,
)
from vision.watch import Watcher

log = logging.getLogger(__name__)

Reopen: TypeAlias = Callable[[], Camera]
"""Opens the camera that was lost; CameraError while it isn't there."""

REOPEN_SECONDS = 2.0
"""So often a camera that was lost is sought."""

SILENT_SECONDS = 20.0
"""So long a camera may give neither a picture nor an error before its driver counts as hanging."""

REST_SECONDS = 5.0
"""So long nothing moves, and nobody asks, before fewer frames will do."""


class CameraDesk:
    """Watches a camera on a thread of its own, and hands settled pictures to the reading desk.

    A camera that hangs in its driver is lost for as long as this program runs, unless it comes to
    itself: it is neither closed nor sought. `hung` is called, on any thread, after that was posted:
    mostly only another program can have it again.
    """

    def __init__(
        self,
        camera: Camera,
        desk: ReadingDesk,
        post: Post,
        clock: Clock,
        reopen: Reopen | None = None,
        hung: Callable[[], None] | None = None,
        *,
        mirrored: bool = False,
    ) -> None:
        self._camera, self._desk, self._post, self._clock = camera, desk, post, clock
        self._reopen, self._when_hung, self._mirrored = reopen, hung, mirrored
        self._closing = threading.Event()
        self._watcher = Watcher()
        self._lost = self._stuck = self._held = self._hangs = False
        self._asked = threading.Event()
        self._closer = threading.Event()
        self._turn_done = threading.Event()
        self._settled_at, self._stirred = -math.inf, math.inf
        self._heard = math.inf
        self.live = LiveEye(lambda: desk.last_read, self.look_closer)
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        if not camera.turn_by_turn:
            desk.ask_for_closer_looks(self.look_closer)

    def start(self) -> None:
        self._thread.start()

    def look_now(self) -> None:
        """Say as soon as the table lies still, whether or not it looks different."""
        self._asked.set()
        self._rest(False)

    def look_closer(self) -> None:
        """Read the table once more as soon as it lies still, whether or not it looks different."""
        self._closer.set()
        self._rest(False)

    def hold(self, held: bool) -> None:
        """Pictures are to be taken alike from now on, or the camera may choose how."""
        if held != self._held:
            self._held = held
            self._hold_if_it_can(self._camera)

    def listen(self) -> None:
        """Says so if nothing has come from the camera for long. From the thread of the loop."""
        if not self._lost and self._clock() - self._heard > SILENT_SECONDS:
            self._hung(CameraHungError("The camera doesn't answer any more."))

    def turn_is_done(self) -> None:
        """The last picture of a recording with one picture a turn has been dealt with."""
        self._turn_done.set()

    def close(self) -> None:
        self._closing.set()
        if not self._hangs:
            self._camera.close()
        self._turn_done.set()
        # A camera may hang in its driver; the thread is a daemon, so it can't hold up the end.
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        try:
            if self._camera.turn_by_turn:
                self._show_turns()
            else:
                self._watch()
            self._desk.wait_until_idle()
            self._post(RecordingEnded(self._clock()))
        except CameraHungError as error:
            self._hung(error)
        except CameraError as error:
            self.lost(error)
            if self._camera.turn_by_turn:
                # Nobody plugs a recording in again.
                self._post(RecordingEnded(self._clock()))
        except Exception as error:  # noqa: BLE001  (raised again on the main thread)
            self._post(ThreadFailed(error))

    def _frames(self) -> Iterator[Frame]:
        frames = self._camera.frames()
        return turned_back(frames) if self._mirrored else frames

    def _show_turns(self) -> None:
        for frame in self._frames():
            self._turn_done.clear()
            settled = PictureSettled(frame.picture, frame.at, frame.name, turn_over=True)
            self._post(settled)
            self._desk.submit(settled)
            self.live.saw(frame.picture, frame.at, frame.at)
            self._turn_done.wait()

    def _watch(self) -> None:
        while True:
            try:
                self._heard = self._clock()
                for frame in self._frames():
                    self.saw(frame)
                    self._heard = self._clock()
                return
            except CameraError as error:
                if self._reopen is None or isinstance(error, CameraHungError):
                    raise
                self.lost(error)
                found = self._sought(self._reopen)
                if found is None:
                    return
                self._camera = found
                self._hold_if_it_can(found)
                if self._closing.is_set():
                    found.close()
            finally:
                self._heard = math.inf

    def _sought(self, reopen: Reopen) -> Camera | None:
        """The camera once it is plugged in again; None if the table is closed before."""
        while not self._closing.wait(REOPEN_SECONDS):
            try:
                return reopen()
            except CameraHungError:
                raise
            except CameraError as error:
                log.debug("still no camera: %s", error)
        return None

    def saw(self, frame: Frame) -> None:
        """One more frame of a live camera."""
        if self._lost:
            self._lost, self._hangs, self._watcher = False, False, Watcher()
            self._post(CameraFound(frame.at))
        wanted = self._asked.is_set() or self._closer.is_set() or self.live.wanted
        if self._closer.is_set():
            self._closer.clear()
            self._watcher = self._watcher.look_closer()
        self._watcher, settled = self._watcher.see(frame.picture, frame.at)
        if settled is not None:
            picture = PictureSettled(
                settled.picture,
                frame.at,
                frame.name,
                frames=settled.frames,
                closer=settled.closer,
            )
            self._settled_at = frame.at
            self._post(picture)
            self._desk.submit(picture)
        self.live.saw(frame.picture, frame.at, self._settled_at if self._watcher.current else None)
        stuck = self._watcher.stuck(frame.at)
        if stuck and not self._stuck:
            self._post(CameraStuck(frame.at))
        self._stuck = stuck
        if self._watcher.current and not stuck and self._asked.is_set():
            self._asked.clear()
            self._post(NothingMoves(frame.at))
        if wanted or self._watcher.wanted or not self._watcher.current:
            self._stirred = frame.at
        self._rest(frame.at - self._stirred >= REST_SECONDS)

    def _rest(self, resting: bool) -> None:
        if isinstance(self._camera, PacedCamera):
            self._camera.rest(resting)

    def _hold_if_it_can(self, camera: Camera) -> None:
        if isinstance(camera, HeldCamera):
            camera.hold(self._held)

    def lost(self, error: CameraError) -> None:
        """The camera gives no more frames; the next one says that it was found again."""
        self._lost = True
        self.live.lost()
        cable = isinstance(error, RibbonCableError | CameraHungError)
        self._post(CameraLost(str(error), self._clock(), cable))

    def _hung(self, error: CameraHungError) -> None:
        log.error("the camera hangs: %s", error)
        self._hangs = True
        self.lost(error)
        if self._when_hung is not None:
            self._when_hung()
