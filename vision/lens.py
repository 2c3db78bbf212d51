"""How a lens bends straight lines, and how to undo it: one number, Fitzgibbon's division model; and
looking into a picture between its pixels.

A wide-angle lens draws the far edges of a board as arcs. A point that a straight lens would show
r from the picture's middle is seen at s, with r = s / (1 + strength * s * s) (A. Fitzgibbon,
"Simultaneous linear estimation of multiple view geometry and lens distortion", 2001): both ways
in closed form. Knows no board. Tests: tests/vision/test_lens.py, tests/vision/test_sampling.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

# --- between the pixels ---
# OpenCV 5 weighs neighbouring pixels with more exact shares than OpenCV 4 did (up to 4 steps of 255
# apart), and so would show the network other crops; maps of whole steps, 32 from pixel to pixel,
# leave nothing to choose.

Coordinates = NDArray[np.float64]
"""float64 [height, width]: columns or rows of a picture; pixel centres are at whole numbers."""

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
    if _is_near(view, size):
        # What OpenCV reckons for a camera without a lens; thrice as quick as in Python.
        back, plain, straight = np.linalg.inv(view), np.eye(3), np.zeros(4)
        maps = cv2.initUndistortRectifyMap(plain, straight, back, plain, size, cv2.CV_16SC2)
        return _remapped(source, *maps)
    width, height = size
    x = np.arange(width, dtype=np.float64)[None]
    window = np.empty((height, width, 3), dtype=np.uint8)
    band = max(1, _AT_ONCE // width)
    with np.errstate(divide="ignore", invalid="ignore"):  # on the horizon; nothing is there
        for first in range(0, height, band):
            y = np.arange(first, min(first + band, height), dtype=np.float64)[:, None]
            per = 1 / (view[2, 0] * x + (view[2, 1] * y + view[2, 2]))
            columns = (view[0, 0] * x + (view[0, 1] * y + view[0, 2])) * per
            rows = (view[1, 0] * x + (view[1, 1] * y + view[1, 2])) * per
            window[first : first + band] = sample(source, columns, rows)
    return window


def _is_near(view: NDArray[np.float64], size: tuple[int, int]) -> bool:
    """Whether all of a window lies before the horizon, and no farther off than a map holds: so it
    does if its corners do. A view that shows all of it on one line has no way back."""
    width, height = size
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]])
    x, y, depth = (corners @ view.T).T
    if not (np.all(depth > _HORIZON) or np.all(depth < -_HORIZON)):
        return False
    farthest = max(np.abs(x / depth).max(), np.abs(y / depth).max())
    return bool(farthest < _FARTHEST and np.linalg.cond(view) < _FLAT)


def _within(places: Coordinates) -> NDArray[np.float32]:
    """fmax and fmin rather than clip: what is no number lies outside the picture too."""
    within = np.empty(places.shape, dtype=np.float32)
    return np.fmin(np.fmax(places, _OUTSIDE), _FARTHEST, out=within, casting="same_kind")


# --- the lens ---

ImagePoints = NDArray[np.float64]
"""float [..., 2]: x and y in pixels."""

_COARSE = 8  # pixels; between them bent lines are as good as straight
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


def warp_through(
    source: cv2.typing.MatLike, view: ImagePoints, lens: Lens, size: tuple[int, int]
) -> NDArray[np.uint8]:
    """A window, (width, height), of a picture seen as a straight lens would: `view` maps [3, 3]
    the window's pixels to straightened pixels of `source`. Black outside the picture."""
    step = _COARSE if min(size) >= 4 * _COARSE else 1
    across, down = (_samples(length, step) for length in size)
    x, y = np.meshgrid(across, down)
    seen = np.stack([x, y, np.ones_like(x)], axis=-1) @ view.T
    ahead = seen[..., 2] * (view @ (size[0] / 2, size[1] / 2, 1.0))[2] > 1e-9
    seen[~ahead] = (-1e6, -1e6, 1.0)
    places = lens.bent(seen[..., :2] / seen[..., 2:])
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
