"""The plane of the tiles' tops: where a grid lies that floats above the board.

Thick tiles seen obliquely lie up to half a square off their squares. The camera's pose follows
from the board's own corners, so one number, the height, says where every top is. Knows no letter.
Tests: tests/vision/test_planes.py.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import Grid

Matrix: TypeAlias = NDArray[np.float64]

# Between a wide-angle and a tele lens, as focal length over the picture's longer side; a
# household's camera is inside, a pose reckoned from poor corners may be far outside.
SHORTEST_LENS, LONGEST_LENS, USUAL_LENS = 0.5, 3.0, 0.95


def raised(grid: Grid, picture_size: tuple[int, int], height: float) -> Grid:
    """The grid as it would lie `height` squares above the board, towards the camera.

    `picture_size`: (width, height) in pixels. The lens is taken to be centred in the picture, its
    focal length reckoned from the grid (Zhang 2000, the two constraints of one view of a plane).
    """
    homography = _centred(grid, picture_size)
    focal = _focal_length(homography, max(picture_size))
    unprojected = np.diag([1 / focal, 1 / focal, 1.0]) @ homography
    scale = math.sqrt(float(np.linalg.norm(unprojected[:, 0]) * np.linalg.norm(unprojected[:, 1])))
    across, down, origin = (unprojected / scale).T
    up = np.cross(down, across) / math.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    if up[2] > 0:  # the third axis of the picture points away from the camera
        up = -up
    to_pixels = np.diag([focal, focal, 1.0])
    centre = np.array(picture_size, dtype=np.float64) / 2
    n = grid.size
    feet = np.array([(0, 0), (n, 0), (n, n), (0, n)], dtype=np.float64)
    tops = origin + feet[:, :1] * across + feet[:, 1:] * down + height * up
    seen = tops @ to_pixels.T
    points = seen[:, :2] / seen[:, 2:] + centre
    if grid.lens is not None:
        points = grid.lens.bent(points)
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return Grid((a, b, c, d), n, grid.lens)


def shift_at_middle(grid: Grid, above: Grid) -> float:
    """How far, in squares of `grid`, the middle of another grid lies from its own. Seen from
    straight above, raised tops spread outwards, but the middle stays."""
    x, y, w = np.linalg.inv(grid.to_picture()) @ above.to_picture() @ (*[grid.size / 2] * 2, 1.0)
    return math.hypot(x / w - grid.size / 2, y / w - grid.size / 2)


def _centred(grid: Grid, picture_size: tuple[int, int]) -> Matrix:
    width, height = picture_size
    to_centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    homography = to_centre @ grid.to_picture()
    # The board lies before the camera: its centre must have a positive depth.
    middle = np.array([grid.size / 2, grid.size / 2, 1.0])
    if float(homography[2] @ middle) < 0:
        homography = -homography
    return homography / float(np.linalg.norm(homography[:, 0]))


def _focal_length(homography: Matrix, longer_side: int) -> float:
    """In pixels; the usual one where the view is too straight to tell."""
    (a, b, c), (d, e, f) = homography[:, 0], homography[:, 1]
    # Equal lengths and a right angle of the two board axes, each weighted by what it can tell.
    pairs = ((-(a * d + b * e), c * f), (d * d + e * e - a * a - b * b, c * c - f * f))
    weight = sum(w * w for _, w in pairs)
    square = sum(v * w for v, w in pairs) / weight if weight > 0 else -1.0
    usual = USUAL_LENS * longer_side
    if square <= 0 or not math.isfinite(square):
        return usual
    focal = math.sqrt(square)
    if not SHORTEST_LENS * longer_side <= focal <= LONGEST_LENS * longer_side:
        return usual
    return focal
