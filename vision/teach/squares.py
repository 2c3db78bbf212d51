"""What every square of an empty board looks like: its colour in even light, and what is printed.

Light is divided out first, so that squares of one kind look alike wherever they lie. Knows no
layout and no kind of square. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Grid, Picture
from vision.warp import flatten

PIXELS = 48
"""A side of a square in the flat board: what a camera over a table gives at best."""

RIM = 0.16
"""Left out on each side of a square: lines, ridges, and a grid that lies a tenth off."""

PATCH = 8
"""What is printed is looked at in so many spots each way: words blur to their place and weight."""

LIGHTNESS = 0.5
"""Light and shade change across a board far more than hues do, so lightness counts half."""

BLACK = 0.01
"""Added to colours (0 to 1) before their logarithm is taken: below that is noise."""

BRIGHT = 0.9
"""What the brightest squares are lifted to, so that dim light looks like day."""

LEAST_SPREAD = 2.0
"""Least deviation of a square's colour in steps of L*a*b*: 8-bit rounding and JPEG."""

LEAST_PRINT = 2.5
"""The same for the spots of a square, which a grid a twentieth of a square off already moves."""

REACH = 1.2
"""How far about a square (squares, as a sigma) the light on the plain ones is believed: a hard
shadow's edge is about as soft."""

Colours = NDArray[np.float64]


@dataclass(frozen=True)
class SquareLooks:
    """The squares of one board, row by row.

    `colours`: float [n * n, 3], L*a*b* less the plain squares' colour, lightness halved. `prints`:
    float [n * n, PATCH * PATCH], lightness of each spot less the square's own, halved too.
    `spread`, `print_spread`: their deviations on plain squares. `plain`: which look plain at first
    sight, bool [n * n]. `ground`: the plain squares' own L*a*b* colour. `size`: squares a side.
    """

    size: int
    colours: Colours
    prints: Colours
    spread: float
    print_spread: float
    plain: NDArray[np.bool_]
    ground: tuple[float, float, float]

    def apart(self, colours: Colours, prints: Colours) -> NDArray[np.float64]:
        """How far squares of such looks lie from each square: in deviations, [..., n * n]."""
        colour = np.linalg.norm(self.colours - colours[..., None, :], axis=-1) / self.spread
        spots = np.sqrt(((self.prints - prints[..., None, :]) ** 2).mean(axis=-1))
        return np.asarray(np.hypot(colour, spots / self.print_spread))

    def between(self, one: tuple[Colours, Colours], other: tuple[Colours, Colours]) -> float:
        """How far two looks (colour, print) lie apart, in deviations."""
        colour = np.linalg.norm(one[0] - other[0]) / self.spread
        spots = np.sqrt(((one[1] - other[1]) ** 2).mean()) / self.print_spread
        return float(np.hypot(colour, spots))


def look_at(picture: Picture, grid: Grid) -> SquareLooks:
    """The looks of an empty board's squares in a picture."""
    n = grid.size
    flat = flatten(picture, grid, PIXELS, 0.0)
    squares = flat.reshape(n, PIXELS, n, PIXELS, 3).swapaxes(1, 2).reshape(n * n, PIXELS, PIXELS, 3)
    rim = round(RIM * PIXELS)
    inner = squares[:, rim:-rim, rim:-rim].astype(np.float64) / 255
    middle = np.median(inner.reshape(n * n, -1, 3), axis=1)
    light = _light(middle, n)
    lit = (middle + BLACK) * np.exp(-light)
    lift = BRIGHT / np.percentile(lit.max(axis=1), 95)
    colours = _lab(lit * lift)
    ground = np.median(colours[_plain(colours)], axis=0)
    spots = np.stack(
        [cv2.resize(one, (PATCH, PATCH), interpolation=cv2.INTER_AREA) for one in inner]
    )
    spots = (spots + BLACK) * np.exp(-light)[:, None, None] * lift
    prints = LIGHTNESS * (_lab(spots.reshape(-1, 3))[:, 0].reshape(n * n, -1) - colours[:, :1])
    rest = (colours - ground) * np.array([LIGHTNESS, 1.0, 1.0])
    plain = _plain(colours)
    spread = max(1.4826 * float(np.median(np.linalg.norm(rest[plain], axis=1))), LEAST_SPREAD)
    middle_print = np.median(prints[plain], axis=0)
    beside = np.sqrt(((prints[plain] - middle_print) ** 2).mean(axis=1))
    print_spread = max(1.4826 * float(np.median(beside)), LEAST_PRINT)
    own = (float(ground[0]), float(ground[1]), float(ground[2]))
    return SquareLooks(n, rest, prints, spread, print_spread, plain, own)


def _light(middle: Colours, n: int) -> Colours:
    """The logarithm of the light on every square, as the plain ones show it: a smooth surface
    over the board, then what the plain squares nearby add to it."""
    logs = np.log(middle + BLACK)
    smooth = _surface(logs, n)
    rest = logs - smooth
    plain = _plain(_lab(np.clip(np.exp(rest - np.log(BRIGHT)), 0, 1)))
    weight = plain.reshape(n, n).astype(np.float32)
    field = (rest * plain[:, None]).reshape(n, n, 3).astype(np.float32)
    near = cv2.GaussianBlur(field, (0, 0), REACH, borderType=cv2.BORDER_CONSTANT)
    mass = cv2.GaussianBlur(weight, (0, 0), REACH, borderType=cv2.BORDER_CONSTANT)
    # Where hardly a plain square is near, the surface alone speaks.
    local = near / (mass[..., None] + 0.05)
    light = smooth + local.reshape(n * n, 3)
    return np.asarray(light - light[plain].mean(axis=0) if plain.any() else light)


def _surface(logs: Colours, n: int) -> Colours:
    """A quadratic surface through the logarithms of the colours that most squares share."""
    line = np.linspace(-1, 1, n)
    x, y = (part.ravel() for part in np.meshgrid(line, line))
    basis = np.stack([np.ones(n * n), x, y, x * x, x * y, y * y], axis=1)
    fitted = np.tile(np.median(logs, axis=0), (n * n, 1))
    for _ in range(12):
        apart = np.linalg.norm(logs - fitted, axis=1)
        scale = max(2 * float(np.median(apart)), 0.03)
        root = np.sqrt(1 / (1 + (apart / scale) ** 2) ** 2)[:, None]
        shape = np.linalg.lstsq(basis * root, logs * root, rcond=None)[0]
        fitted = basis @ shape
    return np.asarray(fitted)


def _plain(colours: Colours) -> NDArray[np.bool_]:
    """Which squares share the colour of most."""
    rest = (colours - np.median(colours, axis=0)) * np.array([LIGHTNESS, 1.0, 1.0])
    apart = np.linalg.norm(rest, axis=1)
    # Of the nearer half all are plain; three deviations from it hold nearly all that are.
    usual = max(1.4826 * float(np.percentile(apart, 35)), LEAST_SPREAD)
    return np.asarray(apart < 3 * usual)


def _lab(colours: Colours) -> Colours:
    flat = np.clip(colours, 0, 1).reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0], dtype=np.float64)
