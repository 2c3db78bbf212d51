"""Decides when to read: frames go in, and a picture comes out when the table has settled again: the
sharpest of the frames in which nothing moved, or their mean where it is dark.

Motion, hands, blur and light are distinguished from a board at rest, on small grey frames. It must
not know what lies on a square, nor where the board is. Tests: tests/vision/test_watch.py,
tests/vision/test_still_frames.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Reading

SmallGrey: TypeAlias = NDArray[np.uint8]
"""A frame made small: uint8 [height, 320], grey."""

Decode: TypeAlias = Callable[[], Picture]
"""Gives a frame's picture, at some cost the first time."""

Contrast: TypeAlias = NDArray[np.uint8]
"""uint8 like the small frame: brightness in percent of its surroundings, so that neither
exposure nor a slow shade across the table changes it."""

SMALL_WIDTH = 320
"""A board that fills two thirds of it still has 14 pixels a square."""

STILL_SECONDS = 0.4
"""So long nothing moves before the board counts as settled; a hand that lays tile after tile
pauses for less."""

STILL_FRAMES = 3
"""At least this many frames lay still, however slow the camera."""

LIGHT_SECONDS = 1.0
"""So long to wait after the whole picture changed (a lamp, a knock): exposure and focus hunt."""

ARM_SECONDS = 3.0
"""A change that reaches in from the edge of the picture is taken for an arm, and waited for so
long; an arm that rests longer no longer holds up the reading, which will say what it covers."""

FURNITURE_SECONDS = 20.0
"""What has rested at the edge for so long is no arm but a cup: from then on it belongs there."""

BLUR_SECONDS = 2.0
"""So long to wait for a picture at least half as sharp as the last one (a lens that hunts)."""

CLOSER_SECONDS = 1.0
"""So long the table must lie still before it is looked at once more: other frames, another moment
of the lamp's flicker; and a question that would be spared can wait as long."""

MOST_FRAMES = 6
"""This many frames of one stillness are kept: as many as a camera gives until it counts as settled,
and two thirds of the noise are gone from their mean."""

MOST_FRAME_BYTES = 24_000_000
"""Frames of a large sensor are fewer: all that is kept has to fit next to the reader on a Pi."""

STUCK_SECONDS = 12.0
"""A sensor is never without noise: a camera whose frames are the same for so long shows an old
picture. (The frames of a recorded video may repeat until its next key frame, ten seconds.)"""

REFRESH_SECONDS = 5.0
"""So often what is compared with is renewed while nothing happens: shade wanders over a table."""

_SURROUNDINGS = 41  # pixels: about three squares, more than any one tile, less than a shade
_BLOCK = 4  # pixels: a square of the smallest board still holds two by two blocks
_MOVED_PERCENT = 5.0  # a cream tile on a beige square differs by about 7 and has darker edges
_CHANGED_PERCENT = 2.5  # after something moved: reading once too often costs nothing
_NOISE_TIMES = 4.0  # dark pictures are noisy: as many times their own noise is no motion
_MOVED_BLOCKS = 3  # a tile covers four or more; single ones flicker
_LIGHT_JUMP = 1.08  # within one spell of stillness: exposure drifts more slowly than that
_LIGHT_CHANGED = 1.35  # since the last settled picture: the same tiles deserve another look
_EVERYWHERE = 0.25  # share of blocks: an arm changes fewer, a lamp or a knock every edge
_SHARP_ENOUGH = 0.5


@dataclass(frozen=True)
class Settled:
    """A picture in which nothing moved, the sharpest of the latest `frames` of that stillness.

    `time`: seconds, of that frame; `sharpness` compares pictures of one camera only; `closer`: it
    shows what the settled picture before it showed, and was asked for.
    """

    picture: Picture
    time: float
    sharpness: float
    frames: tuple[Picture, ...] = ()
    closer: bool = False


@dataclass(frozen=True)
class _Glance:
    """One frame as later ones are compared with it: the least and the most contrast within a
    pixel of each place, so that a camera that trembles sees no motion."""

    low: Contrast
    high: Contrast
    light: float

    def changes(
        self, contrast: Contrast, noise: float, percent: float = _MOVED_PERCENT
    ) -> NDArray[np.bool_]:
        """Which blocks of a frame differ: bool [height / 4, width / 4]."""
        over = cv2.subtract(contrast, self.high)
        under = cv2.subtract(self.low, contrast)
        size = (contrast.shape[1] // _BLOCK, contrast.shape[0] // _BLOCK)
        blocks = cv2.resize(cv2.add(over, under), size, interpolation=cv2.INTER_AREA)
        return np.asarray(blocks >= max(percent, _NOISE_TIMES * noise))


@dataclass(frozen=True)
class Watcher:
    """Watches one camera; `see` takes a frame and gives the next watcher.

    `still`: the sharpest frame since nothing has moved, None while something moves. `current`:
    nothing has moved since the last settled picture, which therefore still holds. `wanted`: it has
    to be looked at once more.
    """

    still: Settled | None = None
    current: bool = False
    wanted: bool = False
    _still_since: float = 0.0
    _still_frames: int = 0
    _refreshed: float = 0.0
    _settled_at: float = 0.0
    _differed: float = 0.0
    _previous: Contrast | None = None
    _moved_last: tuple[Decode, float] | None = None
    _sum: NDArray[np.uint16] | None = None
    _anchor: _Glance | None = None
    _last: _Glance | None = None
    _clear: _Glance | None = None
    _last_sharpness: float = 0.0

    def see(
        self, picture: Picture | Decode, time: float, glance: NDArray[np.uint8] | None = None
    ) -> tuple[Watcher, Settled | None]:
        """The watcher after a frame, and the settled picture if there is a new one to read.

        `time`: seconds, monotonic. `glance`: the same frame grey and small, SMALL_WIDTH or more
        wide, from a camera that gives this for less work; then `picture` may be what decodes it,
        and is only called where the picture itself is needed. The picture is kept, not copied: it
        must not change later.
        """
        decode = picture if callable(picture) else partial(np.asarray, picture)
        grey = small_grey(decode()) if glance is None else shrunk(glance)
        contrast = _contrast(grey)
        light = float(cv2.mean(grey)[0])
        previous = self._previous
        if previous is None or previous.shape != contrast.shape:
            return Watcher(_differed=time)._moved(contrast, light, decode, time), None
        if not np.array_equal(contrast, previous):
            self = replace(self, _differed=time)
        noise = _noise(contrast, previous)
        if self._anchor is None or self._moves(self._anchor, contrast, light, noise):
            return self._moved(contrast, light, decode, time), None
        lying = replace(
            self,
            still=self._kept(decode, time),
            _moved_last=None,
            _still_frames=self._still_frames + 1,
            _previous=contrast,
            _sum=self._sum if self.current or self._sum is None else self._sum + contrast,
        )
        if lying.current:
            return lying._refreshed_at(contrast, light, noise, time)._closer(time)
        return lying._settle(light, noise, time)

    def look_closer(self) -> Watcher:
        """One more picture of the table as it lies now is wanted, once it has lain still for
        CLOSER_SECONDS; a picture in which something is new comes in its place."""
        return replace(self, wanted=True, still=None, _moved_last=None)

    def fresh(self, time: float) -> bool:
        """Whether the frame of that time, the last, differs from the one before it in anything."""
        return self._differed == time

    def stuck(self, time: float) -> bool:
        """Whether the camera has given nothing but the same frame for STUCK_SECONDS."""
        return time - self._differed > STUCK_SECONDS

    def _kept(self, decode: Decode, time: float) -> Settled | None:
        """The sharpest and the latest of the frames that are needed."""
        if self.current and not self.wanted:
            return None
        picture, still = decode(), self.still
        if still is None and self._moved_last is not None:  # stillness began with that one
            first, at = self._moved_last[0](), self._moved_last[1]
            still = Settled(first, at, sharpness(first), (first,))
        before = () if still is None else still.frames
        frames = (*before, picture)[-_most_frames(picture) :]
        return replace(_sharper(still, picture, time), frames=frames)

    def _moves(self, anchor: _Glance, contrast: Contrast, light: float, noise: float) -> bool:
        if _ratio(light, anchor.light) > _LIGHT_JUMP:
            return True
        return int(np.count_nonzero(anchor.changes(contrast, noise))) >= _MOVED_BLOCKS

    def _moved(self, contrast: Contrast, light: float, decode: Decode, time: float) -> Watcher:
        """Stillness begins again with this frame, if the next one is like it."""
        return replace(
            self,
            still=None,
            _moved_last=(decode, time),
            current=False,
            _still_since=time,
            _still_frames=1,
            _refreshed=time,
            _previous=contrast,
            _sum=contrast.astype(np.uint16),
            _anchor=_glance(contrast, light),
        )

    def _settle(self, light: float, noise: float, time: float) -> tuple[Watcher, Settled | None]:
        """Whether what lies still now has to be read."""
        rested = time - self._still_since
        if (
            rested < STILL_SECONDS
            or self._still_frames < STILL_FRAMES
            or self.still is None
            or self._sum is None
        ):
            return self, None
        # All that was seen of this stillness together: in the dark noise hides a tile in each.
        contrast = np.asarray(np.rint(self._sum / self._still_frames), np.uint8)
        noise /= math.sqrt(self._still_frames)
        glance = _glance(contrast, light)
        reaches_in = False
        if self._last is not None and self._clear is not None:
            since_last = self._last.changes(contrast, noise, _CHANGED_PERCENT)
            new_light = _ratio(light, self._last.light) > _LIGHT_CHANGED
            if np.count_nonzero(since_last) < _MOVED_BLOCKS and not new_light:
                return replace(self, current=True, still=None), None
            since_clear = self._clear.changes(contrast, noise)
            if new_light or since_clear.mean() > _EVERYWHERE:
                if rested < LIGHT_SECONDS:
                    return self, None
            elif reaches_in := _touches_edge(since_clear):
                # What lay there in the last picture as well has been waited for.
                came = _touches_edge(self._last.changes(contrast, noise))
                if came and rested < ARM_SECONDS:
                    return self, None
        blurred = self.still.sharpness < _SHARP_ENOUGH * self._last_sharpness
        if blurred and rested < BLUR_SECONDS:
            return self, None
        after = replace(
            self,
            still=None,
            current=True,
            wanted=False,
            _refreshed=time,
            _settled_at=time,
            _last=glance,
            _clear=self._clear if reaches_in else glance,
            _last_sharpness=self.still.sharpness,
        )
        return after, self.still

    def _closer(self, time: float) -> tuple[Watcher, Settled | None]:
        """The second picture of a table that hasn't changed, if one is wanted and due."""
        if not self.wanted or self.still is None:
            return self, None
        if len(self.still.frames) < _most_frames(self.still.picture):
            return self, None
        if time - max(self._still_since, self._settled_at) < CLOSER_SECONDS:
            return self, None
        return replace(self, still=None, wanted=False), replace(self.still, closer=True)

    def _refreshed_at(self, contrast: Contrast, light: float, noise: float, time: float) -> Watcher:
        """While nothing happens: what later frames are compared with follows the light."""
        if time - self._refreshed < REFRESH_SECONDS or self._last is None or self._clear is None:
            return self
        glance = _glance(contrast, light)
        at_edge = _touches_edge(self._clear.changes(contrast, noise))
        kept = at_edge and time - self._still_since < FURNITURE_SECONDS
        return replace(
            self,
            _refreshed=time,
            _anchor=glance,
            _last=replace(glance, light=self._last.light),
            _clear=self._clear if kept else glance,
        )


def small_grey(picture: Picture) -> SmallGrey:
    """A camera's picture as the watcher looks at it: grey, 320 pixels wide."""
    height, width = picture.shape[:2]
    low = max(1, round(height * SMALL_WIDTH / width))
    if width > 2 * SMALL_WIDTH:
        # Every second or third pixel of a large picture will do, in a twentieth of the time.
        picture = np.asarray(
            cv2.resize(picture, (2 * SMALL_WIDTH, 2 * low), interpolation=cv2.INTER_NEAREST),
            np.uint8,
        )
    return shrunk(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))


def shrunk(grey: NDArray[np.uint8]) -> SmallGrey:
    """A grey picture, SMALL_WIDTH pixels wide if it is wider."""
    height, width = grey.shape
    if width <= SMALL_WIDTH:
        return grey
    size = SMALL_WIDTH, max(1, round(height * SMALL_WIDTH / width))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(picture: Picture) -> float:
    """How sharp the middle of a picture is, whatever its light: compares one scene with itself.

    Only the middle 640 x 480 pixels count: enough to compare by, and as quick on a large sensor.
    """
    height, width = picture.shape[:2]
    top, left = max(0, (height - 480) // 2), max(0, (width - 640) // 2)
    grey = cv2.cvtColor(picture[top : top + 480, left : left + 640], cv2.COLOR_BGR2GRAY)
    edges = cv2.norm(cv2.Laplacian(grey, cv2.CV_16S), cv2.NORM_L1) / grey.size
    return float(edges / (cv2.mean(grey)[0] + 1.0))


def _contrast(grey: SmallGrey) -> Contrast:
    # Eight levels more on both sides: the deepest shadows of a sensor are noise alone.
    lifted = cv2.add(grey, np.full_like(grey, 8))
    smooth = cv2.blur(lifted, (3, 3))
    around = cv2.blur(lifted, (_SURROUNDINGS, _SURROUNDINGS))
    percent = cv2.divide(smooth, around, scale=100.0)
    return np.asarray(percent, dtype=np.uint8)


def _glance(contrast: Contrast, light: float) -> _Glance:
    near = np.ones((3, 3), np.uint8)
    return _Glance(
        np.asarray(cv2.erode(contrast, near), dtype=np.uint8),
        np.asarray(cv2.dilate(contrast, near), dtype=np.uint8),
        light,
    )


def _noise(contrast: Contrast, previous: Contrast) -> float:
    """The median block's mean difference between two frames: what moves is less than half."""
    size = (contrast.shape[1] // 16, contrast.shape[0] // 16)
    difference = cv2.resize(cv2.absdiff(contrast, previous), size, interpolation=cv2.INTER_AREA)
    return float(np.median(difference))


def _most_frames(picture: Picture) -> int:
    return max(1, min(MOST_FRAMES, MOST_FRAME_BYTES // picture.nbytes))


def _sharper(best: Settled | None, picture: Picture, time: float) -> Settled:
    value = sharpness(picture)
    if best is not None and best.sharpness >= value:
        return best
    return Settled(picture, time, value)


def _touches_edge(blocks: NDArray[np.bool_]) -> bool:
    edge = np.concatenate([blocks[0], blocks[-1], blocks[:, 0], blocks[:, -1]])
    return int(np.count_nonzero(edge)) >= 2


def _ratio(a: float, b: float) -> float:
    low, high = sorted((a + 1.0, b + 1.0))
    return high / low


# --- several frames, one picture ---

Grey: TypeAlias = NDArray[np.uint8]
"""One channel of a part of a picture: uint8 [height, width]."""

NOISY_BELOW = 12.0
"""A picture whose brightness is less than so many times its noise is replaced by the mean of all
frames. On rendered tables the mean brings nothing above (at 13 and 17), and below (at 9 and 5) it
halves the doubts and spares the wrong letters; above, trembling would blur more than noise does."""

_PART = (480, 640)  # pixels of the picture's middle: enough to measure on, whatever the sensor


def one_picture(frames: Sequence[Picture], sharpest: Picture) -> Picture:
    """The picture to read: the sharpest, or the mean of all frames where noise spoils each."""
    if len(frames) < 2 or brightness_over_noise(frames[-2], frames[-1]) >= NOISY_BELOW:
        return sharpest
    return mean_picture(frames)


def mean_picture(frames: Sequence[Picture]) -> Picture:
    """The mean of frames (uint8 [height, width, 3]) of one size; at most 257."""
    total = np.zeros(frames[0].shape, np.uint16)
    for frame in frames:
        cv2.add(total, frame, dst=total, dtype=cv2.CV_16U)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / len(frames)), np.uint8)


def brightness_over_noise(one: Picture, other: Picture) -> float:
    """How many times brighter the brighter part of a scene is than its noise, from two frames of it
    in which nothing moved. (Half of all pixels may have moved: the median counts.)"""
    first, second = (_middle(picture) for picture in (one, other))
    difference = np.asarray(cv2.absdiff(first, second), np.uint8)
    # Two frames differ by sqrt(2) sigma; the median of a normal's magnitude is 0.6745 sigma.
    noise = _quantile(difference, 0.5) / 0.6745 / np.sqrt(2)
    return _quantile(first, 0.9) / max(float(noise), 0.25)


def mean_reading(first: Reading, second: Reading) -> Reading:
    """Two readings of the same table as one: the second's grid, the mean of what both saw.

    The second alone, if the board lies differently in it. A mean, not the surer of the two: who may
    choose the better of two answers is right less often than it says.
    """
    corners = np.array(first.grid.corners) - np.array(second.grid.corners)
    if first.size != second.size or np.abs(corners).max() > 0.5 * second.grid.pixels_per_square:
        return second
    return replace(
        second,
        probabilities=_mean(first.probabilities, second.probabilities),
        covered=_mean(first.covered, second.covered),
    )


def _mean(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((one + other) / 2, np.float32)


def _middle(picture: Picture) -> Grey:
    height, width = picture.shape[:2]
    top, left = max(0, (height - _PART[0]) // 2), max(0, (width - _PART[1]) // 2)
    return np.ascontiguousarray(picture[top : top + _PART[0], left : left + _PART[1], 1])


def _quantile(values: Grey, share: float) -> float:
    """Of whole numbers 0 to 255, to a fraction of a step: noise is often but one or two."""
    counts = cv2.calcHist([values], [0], None, [256], [0, 256]).ravel()
    below = np.cumsum(counts)
    wanted = share * float(below[-1])
    step = int(np.searchsorted(below, wanted))
    before = float(below[step - 1]) if step else 0.0
    return step - 0.5 + (wanted - before) / max(float(counts[step]), 1.0)
