"""Looking into a picture between its pixels, in the same way with every OpenCV.

OpenCV 5 weighs neighbouring pixels with more exact shares than OpenCV 4 did (up to 4 steps of 255
apart), and so would show the network other crops; maps of whole steps leave nothing to choose.
Knows no boards. Tests: tests/vision/test_sampling.py.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.float64]
"""float64 [height, width]: columns or rows of a picture; pixel centres are at whole numbers."""

STEPS = 32
"""Between two pixels: as fine as the fixed-point maps of every OpenCV are."""
_BITS = 5
_BESIDE, _FARTHEST = -2.0, 32_766.0  # beyond these all is black, and a map holds no more


def sample(source: NDArray[np.uint8], columns: Places, rows: Places) -> NDArray[np.uint8]:
    """The picture at these places, uint8 [height, width, 3], weighed from the four pixels about
    each; black outside it and where a place is no number."""
    u, v = (_in_steps(places) for places in (columns, rows))
    pixels = np.empty((*u.shape, 2), np.int16)
    pixels[..., 0], pixels[..., 1] = u >> _BITS, v >> _BITS
    between = ((v & (STEPS - 1)) * STEPS + (u & (STEPS - 1))).astype(np.uint16)
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
    x = np.arange(size[0], dtype=np.float64)[None]
    y = np.arange(size[1], dtype=np.float64)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):  # on the horizon; nothing is there
        per = 1 / (view[2, 0] * x + (view[2, 1] * y + view[2, 2]))
        columns = (view[0, 0] * x + (view[0, 1] * y + view[0, 2])) * per
        rows = (view[1, 0] * x + (view[1, 1] * y + view[1, 2])) * per
    return sample(source, columns, rows)


def _in_steps(places: Places) -> NDArray[np.int32]:
    """fmax and fmin rather than clip: what is no number lies beside the picture too."""
    within = np.fmin(np.fmax(places, _BESIDE), _FARTHEST)
    within *= STEPS
    return np.rint(within, out=within).astype(np.int32)
