"""A drawing as SVG: lines, shapes and words with one look, on a white card of its own.

White, so that it reads on a dark page too; any typeface without serifs will do. It knows nothing
of what is drawn. Tests: workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

INK = "#1a1a1a"
FAINT = "#6b6b6b"
PAPER = "#ffffff"
SIZE = 14.0
"""Height of the words, in the drawing's own pixels."""


class Drawing:
    """What has been drawn so far; `svg()` is the file. `about`: for who can't see it."""

    def __init__(self, width: int, height: int, title: str, about: str) -> None:
        self.width, self.height = width, height
        self._parts = [
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(about)}</desc>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        ]

    def line(self, *points: Point, ink: str = INK, thick: float = 1.5, dashes: str = "") -> None:
        """A line through points."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{ink}"'
            f' stroke-width="{_number(thick)}" stroke-linejoin="round"{dashed}/>'
        )

    def arrow(self, start: Point, end: Point, ink: str = INK) -> None:
        """A line with a head at its end."""
        self.line(start, end, ink=ink)
        along, across = _directions(start, end)
        x, y = end
        wings = [
            (x - 9 * along[0] + side * across[0], y - 9 * along[1] + side * across[1])
            for side in (4, -4)
        ]
        self.shape(end, *wings, fill=ink, ink=ink)

    def shape(self, *points: Point, fill: str = PAPER, ink: str = INK, thick: float = 1.5) -> None:
        """A closed shape."""
        self._parts.append(
            f'<polygon points="{_points(points)}" fill="{fill}" stroke="{ink}"'
            f' stroke-width="{_number(thick)}" stroke-linejoin="round"/>'
        )

    def box(
        self, corner: Point, size: Point, fill: str = PAPER, ink: str = INK, round_by: float = 0
    ) -> None:
        """A rectangle from its top left corner."""
        (x, y), (width, height) = corner, size
        self._parts.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}"'
            f' height="{_number(height)}" rx="{_number(round_by)}" fill="{fill}"'
            f' stroke="{ink}" stroke-width="1.5"/>'
        )

    def circle(self, middle: Point, radius: float, fill: str = PAPER, ink: str = INK) -> None:
        self._parts.append(
            f'<circle cx="{_number(middle[0])}" cy="{_number(middle[1])}" r="{_number(radius)}"'
            f' fill="{fill}" stroke="{ink}" stroke-width="1.5"/>'
        )

    def words(
        self,
        at: Point,
        text: str,
        *,
        anchor: str = "start",
        size: float = SIZE,
        bold: bool = False,
        ink: str = INK,
    ) -> None:
        """A line of words; `at` is its foot, `anchor` which end: start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_number(at[0])}" y="{_number(at[1])}" font-size="{_number(size)}"'
            f' text-anchor="{anchor}" fill="{ink}"{weight}>{escape(text)}</text>'
        )

    def svg(self) -> str:
        """The whole file, the same for the same drawing."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' width="{self.width}" height="{self.height}" font-family="sans-serif">'
        )
        return "\n".join([head, *self._parts, "</svg>\n"])


def _directions(start: Point, end: Point) -> tuple[Point, Point]:
    """Along a line and across it, each of length 1."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    return (dx / length, dy / length), (-dy / length, dx / length)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """To a tenth of a pixel, without a tail of zeros."""
    return f"{value:.1f}".removesuffix(".0")
