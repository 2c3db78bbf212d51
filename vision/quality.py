"""Is a picture good enough to read at all: bright, sharp, evenly lit and large enough where the
board lies, and no hand over it?

Measured on the flattened board, never on the table round it. Each limit is where the reader
itself begins to fail on rendered boards, not a matter of taste: what is merely poor is read, and
doubted. Only a still is refused for a hand; a game goes on with what is seen round it. Knows no
letter. Tests: tests/vision/test_picture_quality.py, tests/vision/test_evenness.py,
tests/vision/test_hand_over.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ranks import ranked
from vision.reading import Crops, Grid, Picture, Refusal
from vision.square.warp import PIXELS_PER_SQUARE, flatten

_Whole: TypeAlias = NDArray[np.signedinteger[Any]]

DARKEST = 12.0
"""Least brightness (0 to 255) of the brightest tenth of the board: below it too few steps are
left between ink and tile, whatever the noise."""

LEAST_OVER_NOISE = 4.0
"""The same brightness against the noise (its sigma). At 4 a quarter of the letters that are read
right in good light are read wrong, with noise of 3, 8 and 12 steps alike."""

MOST_BLUR = 0.08
"""Most blur, in squares, as measured here (a true sigma of a tenth of a square): four letters in
ten that are read right in a sharp picture are read wrong then."""

FEWEST_PIXELS = 12.0
"""Least pixels a square: below it the letters read wrong begin to outnumber the doubts."""

MOST_NOISE, MOST_NOISE_RATIO = 40.0, 2.0
"""Noise (sigma) of half a square from which on nothing can be read in it, as of a sensor's broken
rows; and how many times that of the board's other squares it must be. Of 212 rendered boards, with
noise of up to 14, none has a square with 27; where there are but random pixels, all have 76."""

WASHED_OUT, DARK_PART = 0.7, 5
"""A square looks the same as a tile on it where a reflection has taken so much of what lay between
white and its darkest pixels (this percentile, lines and neighbours among them). A white tile on a
dark board isn't, for its edge. On rendered boards all blanks that were taken for bare squares lie
above; of more than a hundred photographs the glossiest has 0.68."""

FEWEST_COLOURS, FEWEST_GREYS = 256, 16
"""As many different colours a GIF's palette holds: with no more than that where the board lies,
letters are read wrongly without a doubt (L as E with two colours, one square in 800 with 16). Of
128 rendered boards, dark and pale ones too, the poorest shows 573; of photographs 29 000. A grey
picture has 256 levels at the most, and is refused only with these few."""

_SMOOTHING = 1.0  # pixels, against noise
_TO_SIGMA = 1 / 0.6745 / 6.0  # of a median of what that filter gives, for Gaussian noise
_ROWS = 120  # in which noise is measured
_PLACES = 12  # each way in a square, at which its own noise is measured: an even number
_WINDOW = 15  # pixels: about half a square, wide enough for the softest edge that matters


@dataclass(frozen=True)
class Quality:
    """`brightness`: of the brightest tenth of the board, 0 to 255. `noise`: its sigma, in the same
    steps. `blur`: how soft edges are, as the sigma of a Gaussian in squares, in the worse
    direction. `pixels`: of the shortest side of the grid, a square."""

    brightness: float
    noise: float
    blur: float
    pixels: float

    def refusal(self) -> Refusal | None:
        """Why the picture should not be read, if it should not; the plainest reason first."""
        if self.pixels < FEWEST_PIXELS:
            return Refusal.TOO_SMALL
        if self.brightness < max(DARKEST, LEAST_OVER_NOISE * self.noise):
            return Refusal.TOO_DARK
        if self.blur > MOST_BLUR:
            return Refusal.BLURRED
        return None


def picture_quality(picture: Picture, grid: Grid, flat: Picture | None = None) -> Quality:
    """How good the picture is where the grid lies; `flat`: the board flattened, if it is at hand,
    with `PIXELS_PER_SQUARE` and a rim."""
    if flat is None:
        flat = flatten(picture, grid, PIXELS_PER_SQUARE, 0.0)
    rim = (flat.shape[0] - grid.size * PIXELS_PER_SQUARE) // 2
    flat = flat[rim : flat.shape[0] - rim, rim : flat.shape[1] - rim]
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    blur = max(_blur(grey), _blur(cv2.transpose(grey)))
    return Quality(
        brightness(flat), _noise(picture, grid), blur / PIXELS_PER_SQUARE, grid.pixels_per_square
    )


def has_lost_colours(picture: Picture, grid: Grid) -> bool:
    """Whether the picture was made into one of a few colours, where the grid lies."""
    height, width = picture.shape[:2]
    for a_square in (4, 32):  # pixels each way: of a camera's picture few show colours enough
        steps = np.arange(0.0, grid.size, 1 / a_square)
        pixels = np.rint(grid.pixels_of(np.stack(np.meshgrid(steps, steps), axis=-1))).astype(int)
        x, y = pixels[..., 0].clip(0, width - 1), pixels[..., 1].clip(0, height - 1)
        shown = picture[y, x].reshape(-1, 3).astype(np.int32)
        colours = len(np.unique(shown @ np.array([1 << 16, 1 << 8, 1])))
        if colours > FEWEST_COLOURS:
            return False
    is_grey = bool((shown == shown[:, :1]).all())
    return colours <= (FEWEST_GREYS if is_grey else FEWEST_COLOURS)


def noisy_squares(picture: Picture, grid: Grid) -> NDArray[np.float32]:
    """1 for each square of the grid of which half or more is but noise, else 0: float32
    [size * size]. Measured in the picture as it came: made smaller, its noise is less."""
    n = grid.size
    steps = (np.arange(n * _PLACES) + 0.5) / _PLACES
    pixels = np.rint(grid.pixels_of(np.stack(np.meshgrid(steps, steps), axis=-1))).astype(int)
    height, width = picture.shape[:2]
    if min(height, width) < 3:
        return np.zeros(n * n, dtype=np.float32)
    x, y = pixels[..., 0].clip(1, width - 2), pixels[..., 1].clip(1, height - 2)
    every, green = picture.reshape(-1), (y * width + x) * 3 + 1
    left, middle, right = (
        _bend(*(every.take(green + 3 * (k * width + j)).astype(np.int16) for k in (-1, 0, 1)))
        for j in (-1, 0, 1)
    )
    noise = np.abs(_bend(left, middle, right))
    noise = noise.reshape(n, _PLACES, n, _PLACES).swapaxes(1, 2).reshape(n * n, _PLACES, _PLACES)
    half = _PLACES // 2
    halves = noise[:, :half], noise[:, half:], noise[:, :, :half], noise[:, :, half:]
    parts = np.stack([part.reshape(n * n, -1) for part in halves])
    at = parts.shape[-1] // 2  # the median, or the next above it
    worst = np.partition(parts, at, axis=-1)[..., at].max(axis=0) * _TO_SIGMA
    limit = max(MOST_NOISE, MOST_NOISE_RATIO * float(np.median(worst)))
    return np.asarray(worst > limit, dtype=np.float32)


def washed_squares(crops: Crops) -> NDArray[np.float32]:
    """1 for each of the squares [n, side, side, 3] that a reflection has washed out, with all that
    is around it, else 0: float32 [n]."""
    some = crops[:, ::2, ::2]  # a quarter of the pixels shows it as well
    channels = some[..., 0], some[..., 1], some[..., 2]  # much quicker than along the last axis
    least = np.minimum(np.minimum(channels[0], channels[1]), channels[2])
    least = least.reshape(len(crops), -1)
    at = round(DARK_PART / 100 * (least.shape[1] - 1))
    darkest = ranked(least, [at])[:, at].astype(np.float64)
    usual = float(np.median(darkest))
    share = (darkest - usual) / (255 - usual + 1e-6)
    return np.asarray(share >= WASHED_OUT, dtype=np.float32)


def percentile(values: NDArray[np.generic], of_100: float) -> float:
    """The value that so many of 100 lie below: `numpy.percentile` of many values, except for
    weighing neighbours, ten times as quickly."""
    at = round(of_100 / 100 * (values.size - 1))
    return float(np.partition(values, at, axis=None)[at])


def brightness(picture: Picture) -> float:
    """The brightest channel's value that a tenth of a picture reaches."""
    planes = cv2.split(np.ascontiguousarray(picture[::2]))
    blue, green, red = (plane[:, ::2] for plane in planes)
    return percentile(np.maximum(np.maximum(blue, green), red), 90)


def _noise(picture: Picture, grid: Grid) -> float:
    """The sigma of the noise, from how often neighbouring pixels differ where nothing else does
    (J. Immerkaer, Fast Noise Variance Estimation, 1996; its median, as boards have many edges)."""
    middle = np.array(grid.corners).mean(axis=0)
    half = 3 * grid.pixels_per_square
    x0, y0 = np.maximum(np.rint(middle - half), 0).astype(int)
    x1, y1 = np.rint(middle + half).astype(int)
    part = picture[y0:y1, x0:x1, 1]
    if min(part.shape) < 3:
        return 0.0
    # In as many rows as it takes: a large picture has thousands.
    step = max(1, part.shape[0] // _ROWS)
    above, row, below = (part[k : k + part.shape[0] - 2 : step].astype(np.int32) for k in range(3))
    down = _bend(above, row, below)
    return percentile(np.abs(_bend(down[:, :-2], down[:, 1:-1], down[:, 2:])), 50) * _TO_SIGMA


def _bend(before: _Whole, here: _Whole, after: _Whole) -> _Whole:
    """Twice how far values lie from the middle between their neighbours."""
    return np.asarray(before - 2 * here + after, dtype=here.dtype)


def _blur(grey: cv2.typing.MatLike) -> float:
    """The softness of edges across the columns, as the sigma of a Gaussian in pixels.

    A step of height c blurred by sigma has a slope of c / (sigma * sqrt(2 pi)) in its middle: so
    height and steepest slope within a window give sigma, wherever the picture changes clearly.
    """
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _SMOOTHING)
    smooth = np.ascontiguousarray(smooth[::2])  # neighbouring rows show the same
    slope = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1)) / 2
    window = np.ones((1, _WINDOW), np.uint8)
    steepest = cv2.dilate(slope, window)
    height = cv2.dilate(smooth, window) - cv2.erode(smooth, window)
    clear = height >= percentile(height[:, ::2], 80)
    sigma = height[clear] / np.maximum(steepest[clear], 1e-3) / np.sqrt(2 * np.pi)
    return float(np.sqrt(max(percentile(sigma, 50) ** 2 - _SMOOTHING**2, 0.0)))


# --- evenly lit? ---

PARTS_EACH_WAY = 3
"""The board is compared in this many parts each way."""

BRIGHTNESS_PIXELS = 6
"""A square: brightness needs no more."""

BRIGHT_PERCENTILE = 75
"""Percentile that counts as a part's brightness: neither its dark letters nor a reflection."""


def evenness(picture: Picture, grid: Grid) -> float:
    """The brightness of the darkest part of the board against the brightest: 0 to 1. Photographs
    of evenings at home have 0.6 to 0.95, one with a lamp close to the board 0.45."""
    light = flatten(picture, grid, BRIGHTNESS_PIXELS, 0.0).max(axis=2)
    parts = [
        float(np.percentile(part, BRIGHT_PERCENTILE))
        for row in np.array_split(light, PARTS_EACH_WAY, axis=0)
        for part in np.array_split(row, PARTS_EACH_WAY, axis=1)
    ]
    return min(parts) / max(1.0, *parts)


# --- a hand over the board? ---

MAYBE_COVERED = 0.2
"""From here on a square counts, if others next to it do."""

FEWEST_SQUARES = 10
"""A hand and its arm. Rendered boards, 50 with a hand and 350 without: 41 of 43 hands that hide ten
squares or more are noticed, and none but 2 of the boards without (all glare, most of it
guesswork)."""


def hand_over(covered: NDArray[np.float32]) -> bool:
    """Whether a hand seems to be over the board; `covered` as in Reading, [size, size]."""
    return covered_from_the_edge(covered) >= FEWEST_SQUARES


def covered_from_the_edge(covered: NDArray[np.float32]) -> int:
    """The squares of the largest region that is covered and reaches the board's edge: no hand
    comes from above."""
    maybe = np.asarray(covered > MAYBE_COVERED, dtype=np.uint8)
    count, regions = cv2.connectedComponents(maybe, connectivity=8)
    edge = np.concatenate([regions[0], regions[-1], regions[:, 0], regions[:, -1]])
    sizes = (int((regions == region).sum()) for region in range(1, count) if region in edge)
    return max(sizes, default=0)
