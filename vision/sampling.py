"""Looking into a picture between its pixels. Tests: tests/vision/test_sampling.py."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

# OpenCV 5 weighs neighbouring pixels with more exact shares than OpenCV 4 did (up to 4 steps of 255
# apart), and so would show the network other crops; maps of whole steps, 32 from pixel to pixel,
# leave nothing to choose.

Coordinates = NDArray[np.float64]
"""float64 [height, width]: columns or rows of a picture; pixel centres are at whole numbers."""

Views = NDArray[np.float64]
"""float64 [n, 3, 3]: each maps a window's pixels to the picture's."""

_AT_ONCE = 16_384  # places: what is reckoned with them stays in a small core's second cache
_OUTSIDE, _FARTHEST = -2.0, 32_766.0  # beyond these all is black, and a map holds no more
_HORIZON = 1e-9  # depths nearer to 0 are on it
_FLAT = 1e12  # condition numbers from which on a view can't be turned round exactly enough


def sample(source: NDArray[np.uint8], columns: Coordinates, rows: Coordinates) -> NDArray[np.uint8]:
    """The picture at these places, uint8 [height, width, 3], weighed from the four pixels about
    each; black outside it and where a place is no number."""
    return _remapped(source, *cv2.convertMaps(_within(columns), _within(rows), cv2.CV_16SC2))


def _remapped(
    source: NDArray[np.uint8], pixels: cv2.typing.MatLike, between: cv2.typing.MatLike
) -> NDArray[np.uint8]:
    seen = cv2.remap(
        source,
        pixels,
        between,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0, 0, 0),
    )
    return np.asarray(seen, dtype=np.uint8)


def sample_window(
    source: NDArray[np.uint8], view: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """A window, (width, height), of a picture: `view` maps [3, 3] its pixels to the picture's."""
    return next(_windows(source, view[None], size))


def sample_windows(
    source: NDArray[np.uint8], views: Views, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """Several windows, all of one size, (width, height): uint8 [n, height, width, 3]."""
    return np.stack(list(_windows(source, views, size)))


def _windows(
    source: NDArray[np.uint8], views: Views, size: tuple[int, int]
) -> Iterator[NDArray[np.uint8]]:
    plain, straight = np.eye(3), np.zeros(4)
    near = _are_near(views, size)
    ways_back = iter(np.linalg.inv(views[near]))
    for view, is_near in zip(views, near, strict=True):
        if is_near:
            # What OpenCV reckons for a camera without a lens; thrice as quick as in Python.
            maps = cv2.initUndistortRectifyMap(
                plain, straight, next(ways_back), plain, size, cv2.CV_16SC2
            )
            yield _remapped(source, *maps)
        else:
            yield _far_window(source, view, size)


def _far_window(
    source: NDArray[np.uint8], view: NDArray[np.float64], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """A window that reaches the horizon, or farther than a map holds."""
    width, height = size
    window = np.empty((height, width, 3), dtype=np.uint8)
    x = np.arange(width, dtype=np.float64)[None]
    band = max(1, _AT_ONCE // width)
    with np.errstate(divide="ignore", invalid="ignore"):  # on the horizon; nothing is there
        for first in range(0, height, band):
            y = np.arange(first, min(first + band, height), dtype=np.float64)[:, None]
            per = 1 / (view[2, 0] * x + (view[2, 1] * y + view[2, 2]))
            columns = (view[0, 0] * x + (view[0, 1] * y + view[0, 2])) * per
            rows = (view[1, 0] * x + (view[1, 1] * y + view[1, 2])) * per
            window[first : first + band] = sample(source, columns, rows)
    return window


def _are_near(views: Views, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether all of a window lies before the horizon, and no farther off than a map holds: so it
    does if its corners do; [n]. A view that shows all of it on one line has no way back."""
    width, height = size
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]])
    x, y, depth = np.moveaxis(corners @ np.swapaxes(views, 1, 2), -1, 0)  # [n, corners] each
    ahead = np.all(depth > _HORIZON, axis=1) | np.all(depth < -_HORIZON, axis=1)
    depth = np.where(ahead[:, None], depth, 1.0)
    farthest = np.maximum(np.abs(x / depth), np.abs(y / depth)).max(axis=1)
    near = np.asarray(ahead & (farthest < _FARTHEST))
    near[near] = np.linalg.cond(views[near]) < _FLAT
    return near


def _within(places: Coordinates) -> NDArray[np.float32]:
    """fmax and fmin rather than clip: what is no number lies outside the picture too."""
    within = np.empty(places.shape, dtype=np.float32)
    return np.fmin(np.fmax(places, _OUTSIDE), _FARTHEST, out=within, casting="same_kind")
