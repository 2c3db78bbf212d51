"""Things that are no tiles: hands with sleeves, and other objects that lie over squares.

For training (class *other*) and for rendered tables where hands come and go. Tests:
tests/vision/test_render.py.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture
from vision.render.look import Colour

Shading: TypeAlias = NDArray[np.float32]
"""[height, width], factors of brightness."""

SKINS: tuple[Colour, ...] = (
    (175, 200, 238), (150, 180, 225), (140, 160, 220), (120, 155, 205), (95, 130, 185),
    (85, 120, 190), (70, 100, 155), (55, 80, 130), (45, 65, 110), (35, 45, 75), (28, 34, 52),
)  # fmt: skip

_FLAT = (0.0, 0.25, 0.7, 1.3)
"""How far back each finger of a flat hand ends, in squares: the longest first."""
_FOLDED = 2.6


def lay_hand(
    picture: Picture,
    tip: tuple[float, float],
    direction: float,
    square: float,
    skin: Colour,
    sleeve: Colour,
    rng: np.random.Generator | None = None,
) -> NDArray[np.uint8]:
    """Draws an arm with a hand over a picture, in place; returns what it covers.

    `tip`: where the longest finger ends, in pixels; `direction`: where the arm comes from, in
    degrees (0 from the right, 90 from below); `square`: pixels a square (a hand is four wide).
    The mask is uint8 [height, width], 255 where the hand is. With `rng` the hand is flat,
    pointing, pinching or a fist, its skin creased and its sleeve patterned; without it flat and
    plain.
    """
    angle = np.deg2rad(direction)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-ahead[1], ahead[0]])

    def at(along: float, across: float) -> NDArray[np.float64]:
        return np.array(tip) + square * (along * ahead + across * aside)

    hand = np.zeros(picture.shape[:2], np.uint8)
    arm = np.zeros(picture.shape[:2], np.uint8)
    fingers, splay, thumb = _pose(rng)
    for number, start in enumerate(fingers):
        across = (number - 1.2) * 0.75
        _stroke(hand, at(start, across * splay), at(3.2, across), 0.72 * square)
    _stroke(hand, at(*thumb), at(4.4, 0.9), 0.8 * square)
    _stroke(hand, at(3.6, 0.0), at(5.2, 0.0), 2.7 * square)
    _stroke(hand, at(5.0, 0.0), at(8.0, 0.0), 2.1 * square)
    _stroke(arm, at(7.6, 0.0), at(40.0, 0.0), 3.0 * square)
    covered = np.maximum(hand, arm)
    _shade(picture, covered, 0.25 * square)
    _paint(picture, hand, skin, square, None if rng is None else _creases(hand, square, rng))
    _paint(picture, arm, sleeve, square, None if rng is None else _cloth(arm, square, rng))
    return covered


def lay_object(
    picture: Picture, rng: np.random.Generator, square: float, colour: Colour
) -> NDArray[np.uint8]:
    """Draws a thing of some shape over a picture, in place (a sleeve's end, a pen, a cup, paper,
    or one of THINGS); returns what it covers, uint8 [height, width]."""
    if rng.random() < 0.55:
        return lay_thing(picture, rng, square, str(rng.choice(THINGS)), colour)
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
    _paint(picture, mask, colour, square, _cloth(mask, square, rng))
    return mask


_WHITE = (255,)
THINGS = ("ring", "coin", "pen", "slip", "phone", "die", "glass", "glasses")
"""What lies about on a table where people play, and may look like a letter."""


def lay_thing(
    picture: Picture, rng: np.random.Generator, square: float, thing: str, colour: Colour
) -> NDArray[np.uint8]:
    """Draws one of THINGS somewhere over a picture, in place, as large as it is next to squares of
    this many pixels; returns what it covers, uint8 [height, width]."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    x, y = rng.uniform(0.12, 0.88, 2) * (width, height)
    middle = (int(x), int(y))
    turn = float(rng.uniform(0, 180))

    def box(long: float, wide: float) -> None:
        corners = cv2.boxPoints(((x, y), (long * square, wide * square), turn))
        cv2.fillConvexPoly(mask, corners.astype(np.int32), _WHITE, cv2.LINE_AA)

    if thing in ("ring", "coin", "glass"):
        size = {"ring": (0.4, 0.65), "coin": (0.45, 0.75), "glass": (1.4, 2.3)}[thing]
        radius = max(2, int(rng.uniform(*size) * square))
        flat = float(rng.uniform(0.75, 1.0))
        axes = (radius, max(1, int(radius * flat)))
        pen = -1 if thing == "coin" else max(1, int(float(rng.uniform(0.06, 0.16)) * square))
        cv2.ellipse(mask, middle, axes, turn, 0, 360, _WHITE, pen, cv2.LINE_AA)
    elif thing == "pen":
        box(rng.uniform(5, 8), rng.uniform(0.25, 0.5))
    elif thing == "slip":
        box(rng.uniform(1.5, 5), rng.uniform(0.8, 3))
        pale = int(rng.integers(200, 256))
        colour = (pale, pale, pale)
    elif thing == "phone":
        box(rng.uniform(6, 8.5), rng.uniform(3, 4))
        blue, green, red = (int(channel) for channel in rng.integers(5, 60, 3))
        colour = (blue, green, red)
    elif thing == "die":
        box(0.8, 0.8)
    else:  # glasses: two rims and a bridge
        radius = int(rng.uniform(1.1, 1.5) * square)
        ahead = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
        pen = max(1, int(0.12 * square))
        for side in (-1, 1):
            at = (np.array((x, y)) + side * ahead * radius * 1.25).astype(int).tolist()
            axes = (radius, int(radius * 0.8))
            cv2.ellipse(mask, at, axes, turn, 0, 360, _WHITE, pen, cv2.LINE_AA)
        start, end = (
            (np.array((x, y)) + side * ahead * radius * 0.25).astype(int).tolist()
            for side in (-1, 1)
        )
        cv2.line(mask, start, end, _WHITE, pen)
    _shade(picture, mask, 0.12 * square)
    _paint(picture, mask, colour, square, _cloth(mask, square, rng))
    _mark_thing(picture, rng, square, thing, (x, y), turn)
    # What a ring lies round is under it all the same; through glasses one sees.
    return _filled(mask) if thing == "ring" else mask


def _mark_thing(
    picture: Picture,
    rng: np.random.Generator,
    square: float,
    thing: str,
    middle: tuple[float, float],
    turn: float,
) -> None:
    """What is printed or cut into a thing, in place: a coin's rim and figure, a slip's text, a
    die's pips, a pen's clip."""
    ahead = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
    aside = np.array([-ahead[1], ahead[0]])

    def at(along: float, across: float) -> tuple[int, int]:
        x, y = np.array(middle) + square * (along * ahead + across * aside)
        return int(x), int(y)

    ink = tuple(int(c) for c in rng.integers(10, 120, 3))
    pen = max(1, int(0.05 * square))
    if thing == "coin":
        radius = int(float(rng.uniform(0.35, 0.55)) * square)
        cv2.circle(picture, at(0, 0), radius, ink, pen, cv2.LINE_AA)
        sign = str(rng.choice(list("12508EAMR")))
        size = 0.02 * square
        low = (at(0, 0)[0] - int(0.2 * square), at(0, 0)[1] + int(0.2 * square))
        cv2.putText(picture, sign, low, cv2.FONT_HERSHEY_DUPLEX, size, ink, pen, cv2.LINE_AA)
    elif thing == "slip":
        for line in np.arange(-1.2, 1.3, float(rng.uniform(0.18, 0.5))):
            reach = float(rng.uniform(0.3, 1.5))
            for start in np.arange(-reach, reach, 0.35):
                end = at(start + float(rng.uniform(0.1, 0.3)), line)
                cv2.line(picture, at(start, line), end, ink, pen, cv2.LINE_AA)
    elif thing == "die":
        pips = ((0, 0), (-0.22, -0.22), (0.22, 0.22), (-0.22, 0.22), (0.22, -0.22))
        for along, across in pips[int(rng.integers(2)) : int(rng.integers(2, 6))]:
            cv2.circle(picture, at(along, across), max(1, int(0.08 * square)), ink, -1, cv2.LINE_AA)
    elif thing == "pen":
        pale = tuple(int(c) for c in rng.integers(120, 256, 3))
        cv2.line(picture, at(-1.5, 0.05), at(0.5, 0.05), pale, pen, cv2.LINE_AA)


def _filled(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The mask with what its lines enclose."""
    edges, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), edges, -1, (255,), -1), dtype=np.uint8)


def _pose(
    rng: np.random.Generator | None,
) -> tuple[tuple[float, ...], float, tuple[float, float]]:
    """How far back each finger ends, how far they are spread, and where the thumb's tip is."""
    kind = 0.0 if rng is None else rng.random()
    if rng is None or kind < 0.4:
        spread = 1.25 if rng is None else float(rng.uniform(1.0, 1.7))
        return _FLAT, spread, (2.1, 2.2)
    if kind < 0.6:  # one finger points
        return (_FOLDED, 0.0, _FOLDED, _FOLDED), 1.1, (2.8, 1.4)
    if kind < 0.85:  # finger and thumb hold something
        return (0.3, 0.2, 0.9, 1.6), 0.8, (0.5, 0.9)
    return (_FOLDED,) * 4, 1.0, (2.6, 1.2)


def _creases(mask: NDArray[np.uint8], square: float, rng: np.random.Generator) -> Shading:
    """Skin: uneven light, knuckles, folds and lines across, [height, width], about 1."""
    shading = _uneven(mask, square, rng, 0.1)
    inside = np.argwhere(mask > 0)
    if len(inside) == 0:
        return shading
    for _ in range(max(2, int(len(inside) / square**2))):
        y, x = inside[int(rng.integers(len(inside)))]
        half = float(rng.uniform(0.1, 0.5)) * square
        angle = rng.uniform(0, np.pi)
        step = (int(half * np.cos(angle)), int(half * np.sin(angle)))
        dark = float(rng.uniform(0.6, 0.95))
        start, end = (int(x) - step[0], int(y) - step[1]), (int(x) + step[0], int(y) + step[1])
        cv2.line(shading, start, end, (dark,), max(1, int(0.04 * square)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):  # nails
        y, x = inside[int(rng.integers(len(inside)))]
        axes = (max(1, int(0.14 * square)), max(1, int(0.2 * square)))
        cv2.ellipse(shading, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, 360,
                    (float(rng.uniform(1.05, 1.3)),), -1, cv2.LINE_AA)  # fmt: skip
    return np.asarray(cv2.blur(shading, (3, 3)), dtype=np.float32)


def _cloth(mask: NDArray[np.uint8], square: float, rng: np.random.Generator) -> Shading:
    """Cloth or any surface: folds, now and then stripes or checks, [height, width], about 1."""
    shading = _uneven(mask, square, rng, float(rng.choice([0.03, 0.12, 0.25])))
    kind = rng.random()
    if kind < 0.35:
        height, width = mask.shape
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        angle, period = rng.uniform(0, np.pi), float(rng.uniform(0.15, 1.2)) * square
        deep = float(rng.uniform(0.1, 0.4))
        turns = 2 * np.pi / period
        wave = np.sign(np.sin(turns * (x * np.cos(angle) + y * np.sin(angle))))
        if kind < 0.12:
            wave = wave + np.sign(np.sin(turns * (y * np.cos(angle) - x * np.sin(angle))))
        shading = shading * (1 - deep * (wave > 0).astype(np.float32))
    return np.asarray(shading, dtype=np.float32)


def _uneven(
    mask: NDArray[np.uint8], square: float, rng: np.random.Generator, strength: float
) -> Shading:
    height, width = mask.shape
    cells = (max(3, int(width / (0.6 * square))), max(3, int(height / (0.6 * square))))
    coarse = rng.normal(0, 1, cells[::-1]).astype(np.float32)
    grown = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(1 + strength * grown, dtype=np.float32)


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


def _paint(
    picture: Picture,
    mask: NDArray[np.uint8],
    colour: Colour,
    square: float,
    shading: Shading | None = None,
) -> None:
    """A rounded body: brighter in its middle than at its edge, and shaded as given."""
    if not mask.any():
        return
    soft = cv2.blur(mask, (2 * max(1, int(0.35 * square)) + 1,) * 2).astype(np.float32) / 255
    if shading is not None:
        soft = soft * shading
    body = np.array(colour, np.float32) * (0.45 + 0.6 * soft)[..., None]
    share = (mask.astype(np.float32) / 255)[..., None]
    picture[:] = np.clip(picture + (body - picture) * share, 0, 255).astype(np.uint8)
