"""How high a camera hangs so that it sees the whole board, and how large a square is then.

Plain geometry of a camera straight above, as the table of docs/build-one.md shows it. Tests:
workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MARGIN = 2.0
"""Centimetres round the board on each side: no camera hangs to the millimetre."""

SQUARE = 1.8
"""Centimetres a square of a board of 15 squares has at least; most have 1.8 to 1.9."""

ENOUGH = 20.0
"""Pixels a square from which on the doctor calls the picture large enough
(`device/doctor/sight.py`)."""

BOARDS = (30, 35, 40)
"""Edges of boards in centimetres, frame and all."""


@dataclass(frozen=True)
class Lens:
    """A camera: the angle that it sees along the short side of its picture, in degrees, and that
    side's pixels as tilekeeper asks for them."""

    name: str
    angle: float
    pixels: int

    def height(self, board: float) -> float:
        """Centimetres from the board to the lens, so that the board and its margin fit."""
        return (board + 2 * MARGIN) / 2 / math.tan(math.radians(self.angle / 2))

    def square(self, height: float) -> float:
        """Pixels a square has from there."""
        seen = 2 * height * math.tan(math.radians(self.angle / 2))
        return self.pixels * SQUARE / seen

    def highest(self) -> float:
        """Centimetres up to which a square has enough pixels."""
        return self.square(1) / ENOUGH


LENSES = (
    Lens("Camera Module 2", 48.8, 1232),
    Lens("Camera Module 3", 41.0, 1296),
    Lens("Camera Module 3 Wide", 67.0, 1296),
    Lens("HQ Camera, 6 mm lens", 42.9, 1520),
    Lens("USB camera, 78° corner to corner, 16:9", 43.3, 1080),
)
"""Angles as their makers give them; of the HQ Camera from its sensor (4.71 mm high) and its lens,
of the USB camera from its diagonal."""


def table() -> str:
    """The rows in Markdown, a lens each: height and pixels a square for each board."""
    heads = [f"board of {board} cm" for board in BOARDS]
    lines = [f"| camera | {' | '.join(heads)} | at most |", "|---" * (len(BOARDS) + 2) + "|"]
    for lens in LENSES:
        cells = []
        for board in BOARDS:
            height = math.ceil(lens.height(board))
            cells.append(f"{height} cm, {math.floor(lens.square(height))} pixels")
        row = [lens.name, *cells, f"{math.floor(lens.highest())} cm"]
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"
