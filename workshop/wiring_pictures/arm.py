"""The camera's arm from the side: how high, how oblique, and where the lamp may stand.

Drawn to scale for one camera and one board of lenses.py; a lamp's reflection is where the law of
reflection puts it. Tests: workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

import math

from workshop.wiring_pictures.lenses import LENSES, MARGIN
from workshop.wiring_pictures.svg import FAINT, Drawing, Point

WIDTH, HEIGHT = 900, 480
PANEL = (430.0, 440.0)
TABLE = 350.0
"""How far the table's top lies below the panel's."""

SCALE = 4.0
"""Pixels a centimetre."""

BOARD = 35.0
LENS = LENSES[0]
MOST_OBLIQUE = 45.0
"""Degrees from straight above up to which the reader asks no more than from above
(docs/build-one.md has the figures)."""


def arm_drawing() -> str:
    """The SVG of both ways to hang a camera."""
    drawing = Drawing(
        WIDTH, HEIGHT, "The camera's arm",
        "Seen from the side: a camera straight above the board, and one at an angle.",
    )  # fmt: skip
    height = math.ceil(LENS.height(BOARD))
    above = _Side(drawing, (15, 20), 170)
    above.title("Straight above: best", f"{LENS.name}, a board of {BOARD:g} cm")
    above.post((-32, 0), (-32, height + 6), (0, height + 6), (0, height))
    above.sight((0, height))
    above.lamp((56, 62), (0, height))
    above.height((-26, 0), height, f"{height} cm")
    above.below(
        "The lamp is to the side: it’s reflected next to the board,",
        "at the cross, not on it.",
    )
    far = 1.1 * LENS.height(BOARD)
    angle = math.radians(MOST_OBLIQUE)
    eye = (-far * math.sin(angle), far * math.cos(angle))
    aside = _Side(drawing, (455, 20), 280)
    aside.title("From the side: up to here", "with the lamp on the camera’s side")
    aside.post((-48, 0), (-48, eye[1] + 5), eye)
    aside.sight(eye)
    aside.lamp((-58, 63), eye)
    aside.angle(eye, f"at most {MOST_OBLIQUE:g}°")
    aside.below(
        f"{round(far)} cm from the lens to the middle of the board:",
        "a tenth more than straight above.",
    )
    return drawing.svg()


class _Side:
    """One view; points are in centimetres from the middle of the board, upwards."""

    def __init__(self, drawing: Drawing, corner: Point, middle: float) -> None:
        self._drawing, self._corner, self._middle = drawing, corner, middle
        drawing.box(corner, PANEL, ink=FAINT, round_by=8)
        left, right = corner[0] + 10, corner[0] + PANEL[0] - 10
        table = corner[1] + TABLE
        drawing.box((left, table), (right - left, 8), "#d9b98a")
        ends = self._at((-BOARD / 2, 1.2)), self._at((BOARD / 2, 0))
        drawing.box(ends[0], (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]), "#2f6fde")

    def title(self, title: str, more: str) -> None:
        x, y = self._corner
        self._drawing.words((x + 16, y + 28), title, size=17, bold=True)
        self._drawing.words((x + 16, y + 49), more)

    def below(self, *lines: str) -> None:
        x, y = self._corner
        for number, line in enumerate(lines):
            self._drawing.words((x + 16, y + TABLE + 50 + 20 * number), line)

    def post(self, *points: Point) -> None:
        """The arm, from the table to the camera."""
        self._drawing.line(*map(self._at, points), ink="#6b6b6b", thick=6)

    def sight(self, eye: Point) -> None:
        """The camera, and what it sees: the board and its margin."""
        edge = BOARD / 2 + MARGIN
        for end in ((-edge, 0.0), (edge, 0.0)):
            self._drawing.line(self._at(eye), self._at(end), ink="#2f6fde", dashes="7 4")
        self._drawing.circle(self._at(eye), 8, "#1a1a1a")

    def lamp(self, lamp: Point, eye: Point) -> None:
        """A lamp, and the place on the table where this camera sees it reflected."""
        share = eye[1] / (eye[1] + lamp[1])
        spot = (eye[0] + share * (lamp[0] - eye[0]), 0.0)
        self._drawing.line(*map(self._at, (lamp, spot, eye)), ink="#b07d00", dashes="2 4")
        x, y = self._at(spot)
        self._drawing.line((x - 6, y - 6), (x + 6, y + 6), thick=2.5)
        self._drawing.line((x - 6, y + 6), (x + 6, y - 6), thick=2.5)
        x, y = self._at(lamp)
        shade = (x - 9, y - 16), (x + 9, y - 16), (x + 18, y), (x - 18, y)
        self._drawing.shape(*shade, fill="#f2b705")
        self._drawing.words((x, y - 22), "lamp", anchor="middle")

    def height(self, foot: Point, height: float, words: str) -> None:
        """How high the lens is."""
        top = self._at((foot[0], height))
        middle = self._at((foot[0], height / 2))
        self._drawing.arrow(middle, top)
        self._drawing.arrow(middle, self._at(foot))
        self._drawing.words((middle[0] + 8, middle[1]), words, bold=True)

    def angle(self, eye: Point, words: str) -> None:
        """How far the camera is from straight above."""
        self._drawing.line(self._at((0, 0)), self._at((0, 48)), ink=FAINT, dashes="4 4")
        self._drawing.line(self._at((0, 0)), self._at(eye), ink=FAINT, dashes="4 4")
        whole = math.atan2(-eye[0], eye[1])
        arc = [whole * step / 12 for step in range(13)]
        self._drawing.line(*(self._at((-30 * math.sin(a), 30 * math.cos(a))) for a in arc))
        x, y = self._at((1.5, 30))
        self._drawing.words((x, y), words, bold=True)

    def _at(self, point: Point) -> Point:
        x, y = self._corner
        return x + self._middle + SCALE * point[0], y + TABLE - SCALE * point[1]
