"""The thread that watches the camera: it reports when the table is still, when the camera is lost
or found, and, if a screen wants it, a live picture.

Settled pictures go to the reading thread, everything else to the loop's queue. It reads nothing and
knows no screen. Tests: tests/device/test_loop.py, tests/device/test_live_preview.py,
tests/device/test_camera_at_rest.py.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from device.doctor.sight import BoardQuality
from device.session.core.inputs import (
    BoardInView,
    CameraFound,
    CameraLost,
    CameraStuck,
    NothingMoves,
    PictureSettled,
    RecordingEnded,
    ThreadFailed,
)
from device.session.core.state import Explaining, Lobby, TableState, Trying
from device.table.reading_thread import Context, LastRead, Post, ReadingThread
from device.views.crops import Finding, PreviewFrame, ShownGrid, image_of
from engine.layouts import Layout
from engine.sentences import Sentence
from engine.squares import Square
from hardware.cameras.port import (
    FRAMES_EVERY,
    FRAMES_EVERY_AT_REST,
    FRAMES_EVERY_IN_A_LULL,
    Camera,
    CameraError,
    CameraHungError,
    Frame,
    HeldCamera,
    MonotonicClock,
    PacedCamera,
    RibbonCableError,
    turned_back,
)
from hardware.threads import watched
from vision.reading import Grid, Picture, Point, Reading, Refusal, WayUp
from vision.watch import Watcher

log = logging.getLogger(__name__)

Reopen: TypeAlias = Callable[[], Camera]
"""Reopens a lost camera; CameraError while it isn't there."""

REOPEN_SECONDS = 2.0
"""Seconds between two attempts to find a lost camera."""

SILENT_SECONDS = 20.0
"""Seconds a camera may give neither a picture nor an error before its driver counts as hung."""

STOPPED_SECONDS = 5.0
"""If the loop last checked longer ago than this, the whole process was suspended, camera thread
included, so silence meanwhile says nothing about the camera."""

REST_SECONDS = 5.0
"""Seconds without movement or requests after which a lower frame rate will do."""

LULL_SECONDS = 60.0
"""Seconds of the same after which a still lower one will: somebody is thinking."""


class CameraThread:
    """Watches a camera on a thread of its own, and hands settled pictures to `reading_thread`.

    A camera that hangs in its driver is lost until this program ends, unless it recovers: it is
    neither closed nor reopened. `hung` is called, on any thread, after the loss was posted: usually
    only a new process can open the camera again.
    """

    def __init__(
        self,
        camera: Camera,
        reading_thread: ReadingThread,
        post: Post,
        clock: MonotonicClock,
        reopen: Reopen | None = None,
        hung: Callable[[], None] | None = None,
        *,
        mirrored: bool = False,
    ) -> None:
        self._camera, self._reading_thread = camera, reading_thread
        self._post, self._clock = post, clock
        self._reopen, self._when_hung, self._mirrored = reopen, hung, mirrored
        self._closing = threading.Event()
        self._watcher = Watcher()
        self._lost = self._stuck = self._held = self._hangs = False
        self._asked = threading.Event()
        self._closer = threading.Event()
        self._turn_done = threading.Event()
        self._settled_at, self._stirred = -math.inf, math.inf
        self._heard = math.inf
        self._listened, self._stopped_until = math.inf, -math.inf
        self.live = LivePreview(lambda: reading_thread.last_read, self.look_closer, self._wake)
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="camera", daemon=True
        )
        if not camera.turn_by_turn:
            reading_thread.ask_for_closer_looks(self.look_closer)

    def start(self) -> None:
        self._thread.start()

    def look_now(self) -> None:
        """Report as soon as the table is still, whether or not it looks different."""
        self._asked.set()
        self._wake()

    def look_closer(self) -> None:
        """Read the table once more as soon as it is still, whether or not it looks different."""
        self._closer.set()
        self._wake()

    def hold(self, held: bool) -> None:
        """From now on lock focus, exposure and white balance, or let the camera choose them."""
        if held != self._held:
            self._held = held
            self._hold_if_it_can(self._camera)

    def listen(self) -> None:
        """Reports if nothing has come from the camera for too long. Called on the loop's thread."""
        now = self._clock()
        if now - self._listened > STOPPED_SECONDS:
            self._stopped_until = now
        self._listened = now
        if not self._lost and now - max(self._heard, self._stopped_until) > SILENT_SECONDS:
            self._hung(CameraHungError(Sentence("The camera no longer responds.")))

    def turn_is_done(self) -> None:
        """The last picture of a recording with one picture per turn has been dealt with."""
        self._turn_done.set()

    def close(self) -> None:
        self._closing.set()
        if not self._hangs:
            self._camera.close()
        self._turn_done.set()
        # A camera may hang in its driver; a daemon thread can't keep the program from ending.
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        try:
            if self._camera.turn_by_turn:
                self._show_turns()
            else:
                self._watch()
            self._reading_thread.wait_until_idle()
            self._post(RecordingEnded(self._clock(), self._camera.turn_by_turn))
        except CameraHungError as error:
            self._hung(error)
        except CameraError as error:
            self.lost(error)
            if self._camera.turn_by_turn:
                # A recording is never plugged in again.
                self._post(RecordingEnded(self._clock()))

    def _died(self, error: Exception) -> None:
        self._post(ThreadFailed(error))  # raised again on the main thread

    def _frames(self) -> Iterator[Frame]:
        frames = self._camera.frames()
        return turned_back(frames) if self._mirrored else frames

    def _show_turns(self) -> None:
        for frame in self._frames():
            self._turn_done.clear()
            settled = PictureSettled(frame.picture, frame.at, frame.name, turn_over=True)
            self._post(settled)
            self._reading_thread.submit(settled)
            self.live.take_frame(frame, frame.at)
            self._turn_done.wait()

    def _watch(self) -> None:
        while True:
            try:
                self._heard = self._clock()
                for frame in self._frames():
                    self.take_frame(frame)
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
        """The camera once it is plugged in again; None if the table is closed first."""
        while not self._closing.wait(REOPEN_SECONDS):
            try:
                return reopen()
            except CameraHungError:
                raise
            except CameraError as error:
                log.debug("still no camera: %s", error)
        return None

    def take_frame(self, frame: Frame) -> None:
        """The next frame of a live camera."""
        if self._lost:
            self._lost, self._hangs, self._watcher = False, False, Watcher()
            self._post(CameraFound(frame.at))
        wanted = self._frames_wanted
        if self._closer.is_set():
            self._closer.clear()
            self._watcher = self._watcher.look_closer()
        self._watcher, settled = self._watcher.see(lambda: frame.picture, frame.at, frame.glance)
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
            self._reading_thread.submit(picture)
        shown = self.live.latest
        self.live.take_frame(frame, self._settled_at if self._watcher.current else None)
        seen = self.live.latest
        if seen is not None and seen is not shown:
            self._post(BoardInView(seen.finding is Finding.FOUND, frame.at))
        stuck = self._watcher.stuck(frame.at)
        if stuck and not self._stuck:
            self._post(CameraStuck(frame.at))
        self._stuck = stuck
        # A repeated frame may be older than the request.
        lies_still = self._watcher.current and self._watcher.fresh(frame.at)
        if lies_still and self._asked.is_set():
            self._asked.clear()
            self._post(NothingMoves(frame.at))
        if wanted or self._watcher.wanted or not self._watcher.current:
            self._stirred = frame.at
        every = frames_every(frame.at - self._stirred)
        self._give_every(every)
        if every > FRAMES_EVERY and self._frames_wanted:  # since `wanted`, by another thread
            self._wake()

    @property
    def _frames_wanted(self) -> bool:
        """Whether something waits for the next frames."""
        return self._asked.is_set() or self._closer.is_set() or self.live.wanted

    def _wake(self) -> None:
        self._give_every(FRAMES_EVERY)

    def _give_every(self, seconds: float) -> None:
        if isinstance(self._camera, PacedCamera):
            self._camera.give_every(seconds)

    def _hold_if_it_can(self, camera: Camera) -> None:
        if isinstance(camera, HeldCamera):
            camera.hold(self._held)

    def lost(self, error: CameraError) -> None:
        """The camera has stopped giving frames; the next frame reports that it is back."""
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


def frames_every(still: float) -> float:
    """Seconds from one frame to the next when nothing has moved or been asked for so long."""
    if still < REST_SECONDS:
        return FRAMES_EVERY
    return FRAMES_EVERY_AT_REST if still < LULL_SECONDS else FRAMES_EVERY_IN_A_LULL


# --- the loop's side ---


class CameraPort:
    """The loop's port to the camera and reading threads, which may be absent: callers needn't
    check. Nothing is seen until they are connected."""

    def __init__(self) -> None:
        self._reading_thread: ReadingThread | None = None
        self._camera: CameraThread | None = None

    def connect(self, reading_thread: ReadingThread, camera: CameraThread) -> None:
        """Whether there is a camera, and something that reads its pictures."""
        self._reading_thread, self._camera = reading_thread, camera

    @property
    def last_read(self) -> LastRead | None:
        """The picture that was read last, and its reading, or why it couldn't be read."""
        return None if self._reading_thread is None else self._reading_thread.last_read

    @property
    def last_picture(self) -> Picture | None:
        """The picture that was read last."""
        return None if self._reading_thread is None else self._reading_thread.last_picture

    def know(self, state: TableState) -> None:
        """Readings are judged against this state. During a game the camera's settings are locked;
        in the lobby lamp and camera may still be adjusted."""
        in_lobby = isinstance(state.where, Lobby | Trying | Explaining)
        if self._camera is not None:
            self._camera.hold(not in_lobby)
        if self._reading_thread is None or in_lobby:
            return
        if not self._reading_thread.context.is_of(state):
            self._reading_thread.context = Context.of(state)

    def follow_again(self) -> None:
        """Judge the last reading again."""
        if self._reading_thread is not None:
            self._reading_thread.follow_again()

    def turn_board(self, reading: Reading) -> None:
        """Takes this reading of the last picture as how the board lies."""
        if self._reading_thread is not None:
            self._reading_thread.turn_board(reading)

    def look_now(self) -> None:
        """Report as soon as the table is still."""
        if self._camera is not None:
            self._camera.look_now()

    def look_closer(self) -> None:
        """Read the table once more."""
        if self._camera is not None:
            self._camera.look_closer()

    def listen(self) -> None:
        """Check whether the camera is still responding."""
        if self._camera is not None:
            self._camera.listen()

    def turn_is_done(self) -> None:
        """The last picture of a turn has been dealt with."""
        if self._camera is not None:
            self._camera.turn_is_done()


# --- the live preview ---

PREVIEW_EVERY = 0.25
"""Seconds between two pictures: enough to see which way the camera turns."""

VERIFY_EVERY = 1.5
"""Seconds between two checks that the grid still fits; each takes as long as five pictures."""

SEEK_EVERY = 5.0
"""Seconds after which a board whose grid doesn't fit is searched for again. Not sooner: corners
given by the settings won't fit better next time."""

WIDTH, HEIGHT = 640, 360
"""Pixels at most: as large as the smaller screens show it."""

BENT = 9
"""Points on a line that a lens bends; two are enough for a straight one."""


@dataclass(frozen=True, eq=False)
class _Fit:
    """A reading whose grid was checked again at that moment: where it lies (None if it no longer
    fits), and how good the picture is there."""

    reading: Reading
    at: float
    grid: ShownGrid | None = None
    quality: BoardQuality | None = None


class LivePreview:
    """What the camera sees, scaled down a few times a second, with the board found in it; idle
    while no screen wants it. `last_read` gives the last reading; `look_closer` requests a new
    search for the board, `wake` more frames.

    A grid is only given with a picture in which it was seen to fit: it was read when the table
    settled, and is checked again every other moment.
    """

    def __init__(
        self,
        last_read: Callable[[], LastRead | None],
        look_closer: Callable[[], None] | None = None,
        wake: Callable[[], None] | None = None,
    ) -> None:
        self._last_read, self._look_closer, self._wake = last_read, look_closer, wake
        self._layout: Layout | None = None
        self._due = self._seek_next = 0.0
        self._fit: _Fit | None = None
        self.latest: PreviewFrame | None = None

    @property
    def wanted(self) -> bool:
        """Whether a screen wants live pictures now."""
        return self._layout is not None

    def wants(self, layout: Layout | None) -> None:
        """Live pictures are wanted from now on, with the board of this layout; None: no longer."""
        if layout != self._layout:
            self._layout, self._due = layout, 0.0
            if layout is not None and self._wake is not None:
                self._wake()
        if layout is None:
            self.latest = self._fit = None

    def take_frame(self, frame: Frame, settled_at: float | None) -> None:
        """Takes the next frame, which shows the same scene as the picture that settled at
        `settled_at`; None while something moves."""
        layout, at = self._layout, frame.at
        if layout is None or at < self._due:
            return
        self._due, picture = at + PREVIEW_EVERY, frame.picture
        seen = PreviewFrame(image_of(made_small(picture)), Finding.MOVES)
        if settled_at is not None:
            seen = self._found(seen, picture, at, settled_at, layout)
        if self._layout is layout:
            self.latest = seen

    def lost(self) -> None:
        """Camera lost."""
        self.latest = self._fit = None

    def _found(
        self, seen: PreviewFrame, picture: Picture, at: float, settled_at: float, layout: Layout
    ) -> PreviewFrame:
        """The picture with what is known of the board in it."""
        last = self._last_read()
        if last is None or last[0].at < settled_at:
            return replace(seen, finding=Finding.SOUGHT)
        reading = last[1]
        if isinstance(reading, Refusal):
            return replace(seen, finding=Finding.REFUSED, refusal=reading)
        if reading.size != layout.size or last[0].picture.shape != picture.shape:
            return replace(seen, finding=Finding.SOUGHT)
        fit = self._fitting(picture, at, reading, layout)
        if fit.grid is None:
            return replace(seen, finding=Finding.GONE)
        return replace(seen, finding=Finding.FOUND, grid=fit.grid, quality=fit.quality)

    def _fitting(self, picture: Picture, at: float, reading: Reading, layout: Layout) -> _Fit:
        fit = self._fit
        if fit is not None and fit.reading is reading and at < fit.at + VERIFY_EVERY:
            return fit
        from vision.find import verify_grid  # the finder isn't loaded before the first screen

        grid = verify_grid(picture, reading.grid, layout)
        if grid is None and self._look_closer is not None and at >= self._seek_next:
            self._seek_next = at + SEEK_EVERY
            self._look_closer()
        fit = _Fit(reading, at)
        if grid is not None:
            height, width = picture.shape[:2]
            shown = shown_grid(grid, width, height, reading.lasting_grid.way_up is WayUp.SEEN)
            fit = replace(fit, grid=shown, quality=BoardQuality.of(picture, grid))
        self._fit = fit
        return fit


def made_small(picture: Picture) -> Picture:
    """The picture (BGR), scaled down for a screen."""
    height, width = picture.shape[:2]
    share = min(1.0, WIDTH / width, HEIGHT / height)
    if share == 1.0:
        return picture
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def shown_grid(grid: Grid, width: int, height: int, turn_known: bool) -> ShownGrid:
    """The grid as a screen draws it over a picture of this size."""
    n, points = grid.size, 2 if grid.bend is None else BENT
    along = np.linspace(0.0, n, points)

    def line(places: list[tuple[float, float]]) -> tuple[Point, ...]:
        seen = grid.pixels_of(np.array(places, dtype=np.float64)) + 0.5
        return tuple((float(x) / width, float(y) / height) for x, y in seen)

    def down(column: float) -> tuple[Point, ...]:
        return line([(column, float(y)) for y in along])

    def across(row: float) -> tuple[Point, ...]:
        return line([(float(x), row) for x in along])

    inner = [line for k in range(1, n) for line in (down(k), across(k))]
    outline = (*across(0), *down(n), *reversed(across(n)), *reversed(down(0)))
    a, b, c, d = line([(0, 0), (n, 0), (n, n), (0, n)])
    ends = (Square(0, 0), Square(n - 1, 0), Square(n - 1, n - 1), Square(0, n - 1))
    e, f, g, h = (square.name for square in ends)
    return ShownGrid(tuple(inner), outline, (a, b, c, d), (e, f, g, h), turn_known)
