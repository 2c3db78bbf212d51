"""A picture in several sizes, and a grid in each of them: what is judged on few pixels is looked at
in a small one.

Every level is half of the one before, which costs next to nothing, and none is made before it is
asked for. Knows no board. Tests: tests/vision/test_find_levels.py.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Grid, Picture
from vision.square.warp import flatten


class Levels:
    """A picture, and the same halved, halved again, and so on. Grids are always those of the
    picture itself."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]

    @property
    def picture(self) -> Picture:
        """As it came."""
        return self._levels[0]

    def flat(self, grid: Grid, pixels: int, margin: float) -> Picture:
        """`vision.square.warp.flatten`, out of the level that shows squares about so large."""
        times = _halvings(grid.pixels_per_square, pixels)
        return flatten(self._halved(times), rescaled(grid, 0.5**times), pixels, margin)

    def shrunk(self, longest: int) -> tuple[Picture, float]:
        """The picture, its longer side at most this many pixels, and the scale that made it so."""
        times = _halvings(max(self.picture.shape[:2]), longest)
        near = self._halved(times)
        height, width = near.shape[:2]
        scale = longest / max(height, width)
        if scale >= 1:
            return near, 0.5**times
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        # By less than half: neighbours weighed are as good as areas then, and far quicker.
        small = cv2.resize(near, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(small, dtype=np.uint8), scale * 0.5**times

    def _halved(self, times: int) -> Picture:
        while len(self._levels) <= times:
            finer = self._levels[-1]
            # A strip of one pixel stays one.
            height, width = max(1, finer.shape[0] // 2), max(1, finer.shape[1] // 2)
            half = cv2.resize(
                finer[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA
            )
            self._levels.append(np.asarray(half, dtype=np.uint8))
        return self._levels[times]


def _halvings(size: float, least: float) -> int:
    """How often a size can be halved and still be no less than another."""
    times = 0
    while size >= least * 2 ** (times + 1):
        times += 1
    return times


def rescaled(grid: Grid, scale: float) -> Grid:
    """The same grid in a picture that was scaled; pixel centres are at whole numbers."""
    if scale == 1:
        return grid
    a, b, c, d = (((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in grid.corners)
    return Grid((a, b, c, d), grid.size, grid.bend and grid.bend.rescaled(scale))
