"""What keeps a board's squares from being those of one plane seen through a straight lens: a lens
that bends lines, or the hinge of a folding board; and how to undo it. Knows no board.
Tests: tests/vision/test_lens.py, tests/vision/test_fold.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sampling import sample

ImagePoints = NDArray[np.float64]
"""float [..., 2]: x and y in pixels."""

Matrix = NDArray[np.float64]

# --- a lens: one number, Fitzgibbon's division model ---
# A wide-angle lens draws the far edges of a board as arcs. A point that a straight lens would show
# r from the picture's middle is seen at s, with r = s / (1 + strength * s * s) (A. Fitzgibbon,
# "Simultaneous linear estimation of multiple view geometry and lens distortion", 2001): both ways
# in closed form.

_NEARLY_FOLDED = 0.05  # of the lens's own radius: so near its edge nothing is seen straight


@dataclass(frozen=True)
class Lens:
    """`middle`: the point about which it bends, in pixels; `strength`: per square pixel, below 0
    for a barrel, as wide-angle lenses have."""

    middle: tuple[float, float]
    strength: float

    @classmethod
    def of(cls, width: int, height: int, bend: float) -> Lens:
        """The lens of a picture of that size; `bend`: about how far its corners are moved outwards
        (inwards below 0), as a share of half the diagonal."""
        half = float(np.hypot(width, height)) / 2
        return cls(((width - 1) / 2, (height - 1) / 2), bend / half**2)

    def bend(self, width: int, height: int) -> float:
        """The strength as `of` takes it."""
        return self.strength * (width**2 + height**2) / 4

    def straightened(self, points: ImagePoints) -> ImagePoints:
        """Where points of the picture would lie through a straight lens."""
        off = points - np.array(self.middle)
        square = (off * off).sum(axis=-1, keepdims=True)
        return np.asarray(
            off / np.maximum(1 + self.strength * square, _NEARLY_FOLDED) + self.middle
        )

    def bent(self, points: ImagePoints) -> ImagePoints:
        """Where points that a straight lens would show are in the picture."""
        off = points - np.array(self.middle)
        square = (off * off).sum(axis=-1, keepdims=True)
        root = 1 + np.sqrt(np.maximum(1 - 4 * self.strength * square, 0.0))
        return np.asarray(2 * off / root + self.middle)

    def rescaled(self, scale: float) -> Lens:
        """The same lens on a picture that was scaled; pixel centres are at whole numbers."""
        x, y = ((value + 0.5) * scale - 0.5 for value in self.middle)
        return Lens((x, y), self.strength / scale**2)

    def moved(self, x: float, y: float) -> Lens:
        """The same lens in a picture whose first pixel lies so far left and above."""
        return Lens((self.middle[0] + x, self.middle[1] + y), self.strength)


# --- a folding board whose halves don't lie flat: two planes that meet at the hinge ---
# The picture of a plane that is turned about a line is the plane's picture under a map that leaves
# that line where it is (R. Hartley, A. Zisserman, "Multiple View Geometry in Computer Vision",
# 2004, 13.3: the homographies of two planes, and their common line).


@dataclass(frozen=True)
class Fold:
    """`hinge`: the line (a, b, c) in the picture, a x + b y + c = 0 in pixels, on whose side above
    0 the other half lies; `rise`: by what, times how far from the hinge, homogeneous places (x, y,
    1) of that half lie off the first half's plane."""

    hinge: tuple[float, float, float]
    rise: tuple[float, float, float]

    def straightened(self, points: ImagePoints) -> ImagePoints:
        """Where points of the picture, [..., 2], would lie if the halves were one plane."""
        hinge, rise = np.array(self.hinge), np.array(self.rise)
        return _moved(points, hinge, -rise / (1 + float(hinge @ rise)))

    def bent(self, points: ImagePoints) -> ImagePoints:
        """Where points of the one plane are in the picture."""
        return _moved(points, np.array(self.hinge), np.array(self.rise))

    def rescaled(self, scale: float) -> Fold:
        """The same fold in a picture that was scaled; pixel centres are at whole numbers."""
        aside = 0.5 * scale - 0.5
        return self._seen_by(np.array([[scale, 0, aside], [0, scale, aside], [0, 0, 1]]))

    def moved(self, x: float, y: float) -> Fold:
        """The same fold in a picture whose first pixel lies so far left and above."""
        return self._seen_by(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))

    def _seen_by(self, view: Matrix) -> Fold:
        return Fold.of(np.array(self.hinge) @ np.linalg.inv(view), view @ np.array(self.rise))

    @classmethod
    def of(cls, hinge: Matrix, rise: Matrix) -> Fold:
        """The fold of a hinge [3] and a rise [3], as they are named above."""
        a, b, c = hinge.tolist()
        x, y, w = rise.tolist()
        return cls((a, b, c), (x, y, w))


def _moved(points: ImagePoints, hinge: Matrix, rise: Matrix) -> ImagePoints:
    places = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)
    far = np.maximum(places @ hinge, 0.0)
    seen = places + far[..., None] * rise
    return np.asarray(seen[..., :2] / seen[..., 2:])


Bend: TypeAlias = Lens | Fold

# --- a bent picture made flat ---

_COARSE = 8  # pixels; between them what bends is as good as straight


def warp_through(
    source: cv2.typing.MatLike, view: ImagePoints, bend: Bend, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """A window, (width, height), of a picture as it would be without its bend: `view` maps [3, 3]
    the window's pixels to straightened pixels of `source`. Black outside the picture."""
    step = _COARSE if min(size) >= 4 * _COARSE else 1
    across, down = (_samples(length, step) for length in size)
    x, y = np.meshgrid(across, down)
    seen = np.stack([x, y, np.ones_like(x)], axis=-1) @ view.T
    ahead = seen[..., 2] * (view @ (size[0] / 2, size[1] / 2, 1.0))[2] > 1e-9
    seen[~ahead] = (-1e6, -1e6, 1.0)
    places = bend.bent(seen[..., :2] / seen[..., 2:])
    if step > 1:
        fine = cv2.resize(places, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
        places = np.asarray(fine, dtype=np.float64)[step : step + size[1], step : step + size[0]]
    picture = np.asarray(source, dtype=np.uint8)
    return sample(picture, places[..., 0], places[..., 1])


def _samples(length: int, step: int) -> ImagePoints:
    """Every this many pixels, where enlarging by that step wants them, with one more at each
    end."""
    if step == 1:
        return np.arange(length, dtype=np.float64)
    count = -(-length // step)
    return np.arange(-1.0, count + 1) * step + (step - 1) / 2
