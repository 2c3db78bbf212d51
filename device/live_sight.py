"""The camera's live picture for a screen: made small a few times a second, with the board found in
it; and nothing at all is done while no screen wants it.

Runs on the camera's thread. A grid is only given with a picture in which it was seen to fit: it was
read where the table lies still since, and it is looked at anew every other moment. Knows no state
and no screen. Tests: tests/device/test_live_sight.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.crops import image_of
from device.doctor.board_look import BoardLook
from device.reading_desk import LastRead
from device.shown_pictures import Finding, LiveSight, ShownGrid
from engine.layouts import Layout
from engine.squares import Square
from vision.reading import Grid, Picture, Point, Reading, Refusal

EVERY = 0.25
"""Seconds between two pictures: enough to see which way the camera turns."""

VERIFY_EVERY = 1.5
"""Seconds between two looks whether the grid still fits, which take as long as five pictures."""

SEEK_EVERY = 5.0
"""Seconds after which a board whose grid doesn't fit is sought anew, and no sooner: corners that
were told don't fit better the next time."""

WIDTH, HEIGHT = 640, 360
"""Pixels, at most: as large as the smaller screens show it."""

BENT = 9
"""Points on a line that a lens bends; two are enough for a straight one."""


@dataclass(frozen=True, eq=False)
class _Fit:
    """A reading whose grid was looked at anew at that moment: where it lies, None where it doesn't
    fit any more, and how good the picture is there."""

    reading: Reading
    at: float
    grid: ShownGrid | None = None
    look: BoardLook | None = None


class LiveEye:
    """Sees what the camera sees, for whoever wants it. `last_read` gives what was read last;
    `look_closer` asks for the board to be sought anew."""

    def __init__(
        self,
        last_read: Callable[[], LastRead | None],
        look_closer: Callable[[], None] | None = None,
    ) -> None:
        self._last_read, self._look_closer = last_read, look_closer
        self._layout: Layout | None = None
        self._due = self._seek_next = 0.0
        self._fit: _Fit | None = None
        self.latest: LiveSight | None = None

    @property
    def wanted(self) -> bool:
        """Whether a screen wants live pictures now."""
        return self._layout is not None

    def wants(self, layout: Layout | None) -> None:
        """From now on live pictures are wanted, with the board of this layout; None: no more."""
        if layout != self._layout:
            self._layout, self._due = layout, 0.0
        if layout is None:
            self.latest = self._fit = None

    def saw(self, picture: Picture, at: float, settled_at: float | None) -> None:
        """One more frame (BGR), which shows what the picture showed that settled at that moment;
        None while something moves."""
        layout = self._layout
        if layout is None or at < self._due:
            return
        self._due = at + EVERY
        seen = LiveSight(image_of(made_small(picture)), Finding.MOVES)
        if settled_at is not None:
            seen = self._found(seen, picture, at, settled_at, layout)
        if self._layout is layout:
            self.latest = seen

    def lost(self) -> None:
        """There is no camera any more."""
        self.latest = self._fit = None

    def _found(
        self, seen: LiveSight, picture: Picture, at: float, settled_at: float, layout: Layout
    ) -> LiveSight:
        """The same with what is known of the board in this picture."""
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
        return replace(seen, finding=Finding.FOUND, grid=fit.grid, look=fit.look)

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
            shown = shown_grid(grid, width, height, reading.lasting_grid is not None)
            fit = replace(fit, grid=shown, look=BoardLook.of(picture, grid))
        self._fit = fit
        return fit


def made_small(picture: Picture) -> Picture:
    """The picture (BGR), small enough to be shown."""
    height, width = picture.shape[:2]
    share = min(1.0, WIDTH / width, HEIGHT / height)
    if share == 1.0:
        return picture
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def shown_grid(grid: Grid, width: int, height: int, turn_known: bool) -> ShownGrid:
    """The grid as a screen draws it over a picture of these pixels."""
    n, points = grid.size, 2 if grid.lens is None else BENT
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
