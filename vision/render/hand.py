"""Things that are no tiles: hands with sleeves, and other objects that lie over squares.

For training (class *other*) and for the virtual table, where hands come and go. Tests:
tests/vision/test_render.py.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture
from vision.render.look import Colour

SKINS: tuple[Colour, ...] = (
    (150, 180, 225), (120, 155, 205), (95, 130, 185), (70, 100, 155), (45, 65, 110), (35, 45, 75),
)  # fmt: skip


def lay_hand(
    picture: Picture,
    tip: tuple[float, float],
    direction: float,
    square: float,
    skin: Colour,
    sleeve: Colour,
) -> NDArray[np.uint8]:
    """Draws an arm with a pointing hand over a picture, in place; returns what it covers.

    `tip`: where the longest finger ends, in pixels; `direction`: where the arm comes from, in
    degrees (0 from the right, 90 from below); `square`: pixels a square (a hand is four wide).
    The mask is uint8 [height, width], 255 where the hand is.
    """
    angle = np.deg2rad(direction)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-ahead[1], ahead[0]])

    def at(along: float, across: float) -> NDArray[np.float64]:
        return np.array(tip) + square * (along * ahead + across * aside)

    hand = np.zeros(picture.shape[:2], np.uint8)
    arm = np.zeros(picture.shape[:2], np.uint8)
    for number, start in enumerate((0.0, 0.25, 0.7, 1.3)):
        across = (number - 1.2) * 0.75
        _stroke(hand, at(start, across * 1.25), at(3.2, across), 0.72 * square)
    _stroke(hand, at(2.1, 2.2), at(4.4, 0.9), 0.8 * square)
    _stroke(hand, at(3.6, 0.0), at(5.2, 0.0), 2.7 * square)
    _stroke(hand, at(5.0, 0.0), at(8.0, 0.0), 2.1 * square)
    _stroke(arm, at(7.6, 0.0), at(40.0, 0.0), 3.0 * square)
    covered = np.maximum(hand, arm)
    _shade(picture, covered, 0.25 * square)
    _paint(picture, hand, skin, square)
    _paint(picture, arm, sleeve, square)
    return covered


def lay_object(
    picture: Picture, rng: np.random.Generator, square: float, colour: Colour
) -> NDArray[np.uint8]:
    """Draws a thing of some shape over a picture, in place (a sleeve's end, a pen, a cup, paper);
    returns what it covers, uint8 [height, width]."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    middle = rng.uniform(0.1, 0.9, 2) * (width, height)
    kind = rng.random()
    if kind < 0.35:
        angle = rng.uniform(0, np.pi)
        step = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(2, 8) * square
        _stroke(mask, middle - step, middle + step, rng.uniform(0.3, 2.5) * square)
    elif kind < 0.7:
        radius = max(2, int(rng.uniform(0.6, 2.5) * square))
        cv2.circle(mask, (int(middle[0]), int(middle[1])), radius, (255,), -1, cv2.LINE_AA)
    else:
        count = int(rng.integers(3, 7))
        corners = middle + rng.normal(0, 1.5 * square, (count, 2))
        hull = cv2.convexHull(corners.astype(np.float32))
        cv2.fillConvexPoly(mask, hull.astype(np.int32), (255,), cv2.LINE_AA)
    _shade(picture, mask, 0.2 * square)
    _paint(picture, mask, colour, square)
    return mask


def _stroke(
    mask: NDArray[np.uint8],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    width: float,
) -> None:
    """A thick line with round ends."""
    near = (int(start[0]), int(start[1]))
    far = (int(end[0]), int(end[1]))
    cv2.line(mask, near, far, (255,), max(1, int(width)), cv2.LINE_AA)


def _shade(picture: Picture, mask: NDArray[np.uint8], away: float) -> None:
    """The shadow of what hangs above the picture."""
    step = max(1, int(away))
    moved = np.zeros_like(mask)
    moved[step:, step:] = mask[:-step, :-step]
    soft = cv2.blur(moved, (2 * step + 1, 2 * step + 1)).astype(np.float32) / 255
    picture[:] = (picture * (1 - 0.45 * soft[..., None])).astype(np.uint8)


def _paint(picture: Picture, mask: NDArray[np.uint8], colour: Colour, square: float) -> None:
    """A rounded body: brighter in its middle than at its edge."""
    if not mask.any():
        return
    soft = cv2.blur(mask, (2 * max(1, int(0.35 * square)) + 1,) * 2).astype(np.float32) / 255
    body = np.array(colour, np.float32) * (0.45 + 0.6 * soft)[..., None]
    share = (mask.astype(np.float32) / 255)[..., None]
    picture[:] = np.clip(picture + (body - picture) * share, 0, 255).astype(np.uint8)
