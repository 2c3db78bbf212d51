"""The reliability plot: the reader's confidence against how often it was right, as a small picture.

Drawn with OpenCV; both axes are stretched towards 1, where the promises are.
Tests: workshop/tests/test_reliability.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.benchmarks.reading_sets.reliability import Reliability

TICKS = (0.5, 0.9, 0.97, 0.99, 0.999, 0.9999)
_SIDE, _LEFT, _TOP, _BETWEEN = 330, 62, 46, 74
_NEAREST = 1e-5  # what lies nearer to 1 is drawn there
_INK, _PALE, _GRID = (40, 40, 40), (120, 120, 120), (225, 225, 225)
_COLOURS = ((180, 90, 20), (40, 80, 210), (60, 140, 60))

Drawing = NDArray[np.uint8]


def drawn_plot(figures: Mapping[str, Reliability], kinds: Sequence[str]) -> Drawing:
    """A field a kind ("letters", ...), in each a line of points a source of figures, with how many
    squares stand behind each point; uint8 [height, width, 3], BGR."""
    width = _LEFT + len(kinds) * (_SIDE + _BETWEEN)
    height = _TOP + _SIDE + 62 + 16 * len(figures)
    picture: Drawing = np.full((height, width, 3), 255, np.uint8)
    for number, kind in enumerate(kinds):
        left = _LEFT + number * (_SIDE + _BETWEEN)
        _draw_field(picture, left, kind)
        for colour, (name, reliability) in zip(_COLOURS, figures.items(), strict=False):
            _draw_points(picture, left, reliability.lines(kind), colour)
            squares = sum(line[2] for line in reliability.lines(kind))
            wrong = sum(line[3] for line in reliability.lines(kind))
            line = list(figures).index(name)
            text = f"{name}: {squares} squares, {wrong} wrong, ECE {reliability.error(kind):.4f}"
            _write(picture, text, (left, _TOP + _SIDE + 50 + 16 * line), colour)
    return picture


def _draw_field(picture: Drawing, left: int, kind: str) -> None:
    _write(picture, kind, (left, _TOP - 24), _INK, 0.55)
    _write(picture, "how often it was so", (left, _TOP - 8), _PALE)
    for tick in TICKS:
        x, y = _place(left, tick, tick)
        cv2.line(picture, (x, _TOP), (x, _TOP + _SIDE), _GRID, 1)
        cv2.line(picture, (left, y), (left + _SIDE, y), _GRID, 1)
        text = f"{100 * tick:g}"
        _write(picture, text, (x - 4 * len(text), _TOP + _SIDE + 15), _PALE)
        _write(picture, text, (left - 8 * len(text) - 4, y + 4), _PALE)
    _write(picture, "what was said (%)", (left + _SIDE // 2 - 55, _TOP + _SIDE + 31), _PALE)
    cv2.rectangle(picture, (left, _TOP), (left + _SIDE, _TOP + _SIDE), _PALE, 1)
    cv2.line(picture, (left, _TOP + _SIDE), (left + _SIDE, _TOP), _PALE, 1, cv2.LINE_AA)


def _draw_points(
    picture: Drawing,
    left: int,
    lines: Sequence[tuple[float, float, int, int]],
    colour: tuple[int, int, int],
) -> None:
    """Points with the range (twice the standard deviation) in which the truth may lie."""
    before: tuple[int, int] | None = None
    for confidence, true, squares, wrong in lines:
        at = _place(left, confidence, true)
        # Wilson's interval, so that a bin without a mistake has one too.
        low, high = _interval(squares, wrong)
        top, bottom = _place(left, confidence, high), _place(left, confidence, low)
        cv2.line(picture, top, bottom, colour, 1, cv2.LINE_AA)
        radius = 2 + round(math.log10(max(1, squares)) / 1.5)
        cv2.circle(picture, at, radius, colour, -1, cv2.LINE_AA)
        if before is not None:
            cv2.line(picture, before, at, colour, 1, cv2.LINE_AA)
        before = at
        if wrong or squares > 100:
            _write(picture, str(squares), (at[0] + 5, at[1] + 11), colour, 0.3)


def _interval(squares: int, wrong: int, sigmas: float = 2.0) -> tuple[float, float]:
    """Where the true share of right ones may lie."""
    share, z2 = (squares - wrong) / squares, sigmas * sigmas
    middle = (share + z2 / (2 * squares)) / (1 + z2 / squares)
    reach = sigmas * math.sqrt(share * (1 - share) / squares + z2 / (4 * squares * squares))
    reach /= 1 + z2 / squares
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _place(left: int, confidence: float, true: float) -> tuple[int, int]:
    """Pixels of a point; both axes run with -log(1 - p)."""
    x, y = (_along(value) for value in (confidence, true))
    return left + round(x * _SIDE), _TOP + _SIDE - round(y * _SIDE)


def _along(value: float) -> float:
    near = -math.log10(max(_NEAREST, 1 - value))
    return min(1.0, max(0.0, near / -math.log10(_NEAREST)))


def _write(
    picture: Drawing,
    text: str,
    at: tuple[int, int],
    colour: tuple[int, int, int],
    size: float = 0.38,
) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
