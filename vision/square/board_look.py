"""The whole board at once: every square seen with its neighbours, tiles that lean into it included.

A fully convolutional network on the straightened board says of all squares what lies there; each
pixel is looked at once, where crops with margins look at it more than twice. Squares that it calls
surely bare are settled by that; the others get the first look too and, where these two don't
settle it, the close one, and all are weighed together. Where only a few squares are asked about,
only their part of the board is computed. Tests: tests/vision/test_whole_board.py.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture
from vision.square.classify import BOARD_LOOK, Classified, Description, SquareNetwork

RIM = 1
"""Squares that the network wants to see around those that it is asked about, on every side, as the
frame around a board."""

CONTEXT = 1
"""Squares around it whose looks a square's own answer takes in, in the last layers."""

AROUND = 49
"""Side, in pixels, of the surroundings that a pixel's brightness is compared with: about a square
and a half, less than most shades that fall on a board."""

BOARD_DEVIATION_FLOOR = 3.0
"""Added to their deviation (steps of 255), so that the noise of a bare board isn't blown up."""


OUTPUTS = ["logits"]
"""What the network says of each square: [1, classes, n, n]."""


STRIP = 3
"""Rows of a board that are computed together where not all are: what the network has computed of
fifteen at once it keeps, 40 MB in OpenCV, of three 15."""

_MEAN = np.full((1, 3), 1 / 3, np.float32)


class BoardNet(SquareNetwork):
    """The network that sees a whole board."""

    def __init__(
        self,
        onnx: bytes | None = None,
        description: Description | None = None,
        sparing: bool = False,
    ) -> None:
        super().__init__(onnx, description, BOARD_LOOK, sparing)

    def see(self, flat: Picture, squares: NDArray[np.intp]) -> Classified:
        """What lies on some squares of a board, by number row by row: at least one.

        `flat`: uint8 [(n + 2) * side, (n + 2) * side, 3], BGR, the board from straight above with a
        rim of one square; `side`: pixels a square, as `description` has it.
        """
        side = self.description.side
        n = flat.shape[0] // side - 2 * RIM
        rows, columns = np.divmod(squares, n)
        logits = np.empty((len(squares), len(self.description.classes)), np.float32)
        for part in self._parts(rows, columns):
            logits[part] = self._part(flat, rows[part], columns[part], n)
        return self.calibrated(logits)

    def _parts(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """The squares, by their places in these, that are computed together: in strips of the
        board, where that is less work than all at once or memory is to be spared."""
        strip = rows // STRIP
        strips = [np.flatnonzero(strip == number) for number in np.unique(strip)]
        everything = [np.arange(len(rows))]

        def work(parts: list[NDArray[np.intp]]) -> int:
            return sum(_reach(rows[part]) * _reach(columns[part]) for part in parts)

        return strips if self._sparing or work(strips) < work(everything) else everything

    def _part(
        self, flat: Picture, rows: NDArray[np.intp], columns: NDArray[np.intp], n: int
    ) -> NDArray[np.float32]:
        """What the network says of some squares, [n, classes], from as much of the board as they
        need."""
        side = self.description.side
        top, left = (max(0, int(each.min()) - CONTEXT) for each in (rows, columns))
        bottom, right = (min(n, int(each.max()) + 1 + CONTEXT) for each in (rows, columns))
        part = flat[top * side : (bottom + 2 * RIM) * side, left * side : (right + 2 * RIM) * side]
        return self.look(part)[:, rows - top, columns - left].T

    def look(self, flat: Picture) -> NDArray[np.float32]:
        """What the network says of a flat board, or a part of it, of h x w squares and a rim,
        before temperature: float32 [classes, h, w]."""
        (logits,) = self._opened(OUTPUTS)(board_input(flat))
        return np.asarray(logits[0])


def _reach(places: NDArray[np.intp]) -> int:
    """How many squares have to be computed, along a line, for those at these places."""
    return int(np.ptp(places)) + 1 + 2 * (CONTEXT + RIM)


def board_input(flat: Picture) -> NDArray[np.float32]:
    """A flat board [height, width, 3] as the network wants it, float32 [1, 3, height, width]: minus
    the brightness around each pixel, over its deviation there."""
    pixels = np.array(flat, dtype=np.float32, order="C")  # a turned board's order is another
    planes = cv2.split(pixels)
    mean = _around(cv2.transform(pixels, _MEAN))
    square = _around(cv2.transform(cv2.multiply(pixels, pixels, pixels), _MEAN))
    square -= mean * mean
    deviation = np.sqrt(np.maximum(square, 0, out=square), out=square)
    deviation += np.float32(BOARD_DEVIATION_FLOOR)
    x = np.empty((1, 3, *flat.shape[:2]), np.float32)
    for channel, plane in zip(x[0], planes, strict=True):
        np.subtract(plane, mean, out=channel)
    x /= deviation
    return x


def _around(brightness: cv2.typing.MatLike) -> NDArray[np.float32]:
    """The mean of what is around each pixel."""
    mean = cv2.blur(brightness, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT_101)
    return np.asarray(mean, np.float32)
