"""What every square of an empty board looks like, its colour in even light and what is printed, and
which squares look alike.

Light is divided out first, so that squares of one kind look alike wherever they lie. Nearly every
board looks the same in its mirror and after a quarter turn, so eight squares speak for each other;
where a board doesn't, fewer do. A square that doesn't look as its mirror squares do is named, never
outvoted in silence. Knows no layout and no kind of square. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.judge import LIGHTNESS
from vision.reading import Grid, Picture
from vision.square.board_colours import BLACK, LIFTED_TO
from vision.square.warp import flatten

PIXELS_A_SQUARE = 48
"""A side of a square in the flat board: what a camera over a table gives at best."""

LEFT_OUT_RIM = 0.16
"""Left out on each side of a square: lines, ridges, and a grid that lies a tenth off."""

PATCH = 8
"""What is printed is looked at in this many spots each way: words blur to their place and
weight."""

LEAST_SPREAD = 2.0
"""Least deviation of a square's colour in steps of L*a*b*: 8-bit rounding and JPEG."""

LEAST_PRINT = 2.5
"""The same for the spots of a square, which a grid a twentieth of a square off already moves."""

REACH = 1.2
"""How far about a square (squares, as a sigma) the light on the plain ones is believed: a hard
shadow's edge is about as soft."""

Shades = NDArray[np.float64]
"""float64 [..., 3], or [...] of lightness alone: logarithms of colours, or L*a*b*."""


@dataclass(frozen=True)
class SquareLooks:
    """The squares of one board, row by row.

    `colours`: float [n * n, 3], L*a*b* less the plain squares' colour, lightness halved. `prints`:
    float [n * n, PATCH * PATCH], lightness of each spot less the square's own, halved too.
    `spread`, `print_spread`: their deviations on plain squares. `plain`: which look plain at first
    sight, bool [n * n]. `ground`: the plain squares' own L*a*b* colour. `size`: squares a side.
    """

    size: int
    colours: Shades
    prints: Shades
    spread: float
    print_spread: float
    plain: NDArray[np.bool_]
    ground: tuple[float, float, float]

    def apart(self, colours: Shades, prints: Shades) -> NDArray[np.float64]:
        """How far squares of such looks lie from each square: in deviations, [..., n * n]."""
        colour = np.linalg.norm(self.colours - colours[..., None, :], axis=-1) / self.spread
        spots = np.sqrt(((self.prints - prints[..., None, :]) ** 2).mean(axis=-1))
        return np.asarray(np.hypot(colour, spots / self.print_spread))

    def between(self, one: tuple[Shades, Shades], other: tuple[Shades, Shades]) -> float:
        """How far two looks (colour, print) lie apart, in deviations."""
        colour = np.linalg.norm(one[0] - other[0]) / self.spread
        spots = np.sqrt(((one[1] - other[1]) ** 2).mean()) / self.print_spread
        return float(np.hypot(colour, spots))


def looks_of(picture: Picture, grid: Grid) -> SquareLooks:
    """The looks of an empty board's squares in a picture."""
    n = grid.size
    flat = flatten(picture, grid, PIXELS_A_SQUARE, 0.0)
    squares = (
        flat.reshape(n, PIXELS_A_SQUARE, n, PIXELS_A_SQUARE, 3)
        .swapaxes(1, 2)
        .reshape(n * n, PIXELS_A_SQUARE, PIXELS_A_SQUARE, 3)
    )
    rim = round(LEFT_OUT_RIM * PIXELS_A_SQUARE)
    inner = squares[:, rim:-rim, rim:-rim].astype(np.float64) / 255
    middle = np.median(inner.reshape(n * n, -1, 3), axis=1)
    light = _light(middle, n)
    lit = (middle + BLACK) * np.exp(-light)
    lift = LIFTED_TO / np.percentile(lit.max(axis=1), 95)
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
    off = np.sqrt(((prints[plain] - middle_print) ** 2).mean(axis=1))
    print_spread = max(1.4826 * float(np.median(off)), LEAST_PRINT)
    own = (float(ground[0]), float(ground[1]), float(ground[2]))
    return SquareLooks(n, rest, prints, spread, print_spread, plain, own)


def _light(middle: Shades, n: int) -> Shades:
    """The logarithm of the light on every square, as the plain ones show it: a smooth surface
    over the board, then what the plain squares nearby add to it."""
    logs = np.log(middle + BLACK)
    smooth = _surface(logs, n)
    rest = logs - smooth
    plain = _plain(_lab(np.clip(np.exp(rest - np.log(LIFTED_TO)), 0, 1)))
    weight = plain.reshape(n, n).astype(np.float32)
    field = (rest * plain[:, None]).reshape(n, n, 3).astype(np.float32)
    near = cv2.GaussianBlur(field, (0, 0), REACH, borderType=cv2.BORDER_CONSTANT)
    mass = cv2.GaussianBlur(weight, (0, 0), REACH, borderType=cv2.BORDER_CONSTANT)
    # Where hardly a plain square is near, the surface alone speaks.
    local = near / (mass[..., None] + 0.05)
    light = smooth + local.reshape(n * n, 3)
    return np.asarray(light - light[plain].mean(axis=0) if plain.any() else light)


def _surface(logs: Shades, n: int) -> Shades:
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


def _plain(colours: Shades) -> NDArray[np.bool_]:
    """Which squares share the colour of most."""
    rest = (colours - np.median(colours, axis=0)) * np.array([LIGHTNESS, 1.0, 1.0])
    apart = np.linalg.norm(rest, axis=1)
    # Of the nearer half all are plain; three deviations from it hold nearly all that are.
    usual = max(1.4826 * float(np.percentile(apart, 35)), LEAST_SPREAD)
    return np.asarray(apart < 3 * usual)


def _lab(colours: Shades) -> Shades:
    flat = np.clip(colours, 0, 1).reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0], dtype=np.float64)


# --- squares that look alike ---

GROUPS_APART = 3.5
"""Deviations: looks farther apart than this are two groups. Too many groups cost a question, too
few a wrong layout."""

ODD = 5.0
"""Deviations from the middle of its mirror squares at which a square is an odd one out."""

MOST_ODD = 0.04
"""Share of odd squares up to which a symmetry holds: a folded edge, a reflection, a few squares
that somebody pasted over."""

LEAST_GAIN = 2.5
"""A square belongs where it is that many deviations nearer than to any other group, or is asked
about."""

FAINT = 2.0
"""Deviations by which mirror squares together may lie off the plain ones and still be plain: the
middle of four or more is quieter than any of them."""

FEWEST_MIRRORS = 4

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Group:
    """Squares that look alike: their numbers (row by row), their middle colour, which of them might
    as well belong elsewhere, and how far every square of the board lies from it (deviations).
    `faint`: plain ones that together with their mirror squares seem to be a little otherwise."""

    squares: tuple[int, ...]
    colour: tuple[float, float, float]
    odd: tuple[int, ...]
    apart: tuple[float, ...]
    faint: tuple[int, ...] = ()


@dataclass(frozen=True)
class Groups:
    """`plain`: the squares without any mark; `marked`: the others, largest group first.
    `mirrors`: how many squares speak for each other, 8 to 1."""

    plain: Group
    marked: tuple[Group, ...]
    mirrors: int


def group_squares(looks: SquareLooks) -> Groups:
    """The squares of a board in groups of the same looks."""
    orbits = _symmetry(looks)
    middles = [_middle(looks, orbit) for orbit in orbits]
    labels = np.empty(looks.size**2, dtype=np.intp)
    clusters = _merged(looks, middles, [len(orbit) for orbit in orbits])
    for number, members in enumerate(clusters):
        for member in members:
            labels[orbits[member]] = number
    # A square that looks different from its mirror squares goes where it looks alike; like none,
    # it may be one of a group of its own.
    here, apart = _apart(looks, labels, len(clusters))
    strays = np.flatnonzero(here > ODD)
    labels[strays] = apart[:, strays].argmin(axis=0)
    lost = np.flatnonzero(apart.min(axis=0) > ODD)
    kinds = len(clusters)
    if len(lost):
        own = _merged(looks, [_middle(looks, np.array([s])) for s in lost], [1] * len(lost))
        for members in own:
            labels[lost[members]] = kinds
            kinds += 1
    here, apart = _apart(looks, labels, kinds)
    others = apart.copy()
    others[labels, np.arange(len(labels))] = np.inf
    unsure = (here > ODD) | (others.min(axis=0) - here < LEAST_GAIN)
    unsure[strays] = True
    faint = np.zeros(len(labels), dtype=bool)
    plain = int(np.bincount(labels, minlength=kinds).argmax())
    for orbit, (colour, spots) in zip(orbits, middles, strict=True):
        if len(orbit) >= FEWEST_MIRRORS and (labels[orbit] == plain).all():
            middle = _middle(looks, np.flatnonzero(labels == plain))
            faint[orbit] = looks.between((colour, spots), middle) > FAINT
    order = sorted(range(kinds), key=lambda k: -int((labels == k).sum()))
    order = [k for k in order if (labels == k).any()]
    groups = [
        Group(
            tuple(int(s) for s in np.flatnonzero(labels == k)),
            _triple(np.median(looks.colours[labels == k], axis=0)),
            tuple(int(s) for s in np.flatnonzero((labels == k) & unsure)),
            tuple(float(d) for d in apart[k]),
            tuple(int(s) for s in np.flatnonzero((labels == k) & faint)),
        )
        for k in order
    ]
    return Groups(groups[0], tuple(groups[1:]), max(len(orbit) for orbit in orbits))


def _apart(
    looks: SquareLooks, labels: Indices, kinds: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far every square lies from its own group and from each: [n * n], [kinds, n * n]."""
    apart = np.full((kinds, len(labels)), np.inf)
    for k in range(kinds):
        members = np.flatnonzero(labels == k)
        if len(members):
            apart[k] = looks.apart(*_middle(looks, members))
    return apart[labels, np.arange(len(labels))], apart


def _symmetry(looks: SquareLooks) -> list[Indices]:
    """The squares that speak for each other, under the largest symmetry that holds."""
    for group in SYMMETRIES:
        orbits = _orbits(looks.size, group)
        odd = 0
        for orbit in orbits:
            colour, spots = _middle(looks, orbit)
            odd += int((looks.apart(colour, spots)[orbit] > ODD).sum())
        if odd <= MOST_ODD * looks.size**2:
            return orbits
    return _orbits(looks.size, ("same",))


def _middle(
    looks: SquareLooks, squares: Indices
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.median(looks.colours[squares], axis=0), np.median(looks.prints[squares], axis=0)


def _merged(
    looks: SquareLooks,
    middles: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
    weights: list[int],
) -> list[list[int]]:
    """Middles that lie together, as lists of their numbers: the two nearest groups become one
    until all lie APART."""
    clusters = [[i] for i in range(len(middles))]
    colours = np.array([colour for colour, _ in middles])
    prints = np.array([spots for _, spots in middles])
    mass = np.array(weights, dtype=np.float64)
    alive = np.ones(len(clusters), dtype=bool)
    colour = np.linalg.norm(colours[:, None] - colours[None], axis=-1) / looks.spread
    spots = np.sqrt(((prints[:, None] - prints[None]) ** 2).mean(axis=-1)) / looks.print_spread
    apart = np.hypot(colour, spots)
    np.fill_diagonal(apart, np.inf)
    while len(clusters) > 1:
        i, j = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[i, j] > GROUPS_APART:
            break
        share = mass[i] / (mass[i] + mass[j])
        clusters[i] += clusters[j]
        # Average linkage: groups lie apart as their members do on average.
        row = share * apart[i] + (1 - share) * apart[j]
        apart[i], apart[:, i] = row, row
        apart[i, i] = np.inf
        apart[j], apart[:, j] = np.inf, np.inf
        mass[i] += mass[j]
        alive[j] = False
    return [members for members, lives in zip(clusters, alive, strict=True) if lives]


def _triple(values: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


_TURNS = {
    "same": lambda board: board,
    "quarter": lambda board: np.rot90(board),
    "half": lambda board: np.rot90(board, 2),
    "three": lambda board: np.rot90(board, 3),
    "left-right": lambda board: board[:, ::-1],
    "up-down": lambda board: board[::-1],
    "falling": lambda board: board.T,
    "rising": lambda board: np.rot90(board, 2).T,
}

SYMMETRIES: tuple[tuple[str, ...], ...] = (
    tuple(_TURNS),
    ("same", "quarter", "half", "three"),
    ("same", "half", "left-right", "up-down"),
    ("same", "half", "falling", "rising"),
    ("same", "half"),
    ("same", "left-right"),
    ("same", "up-down"),
)
"""The ways in which boards are alike, most mirror squares first."""


@lru_cache(maxsize=32)
def _orbits(n: int, symmetry: tuple[str, ...]) -> list[Indices]:
    board = np.arange(n * n).reshape(n, n)
    images = np.stack([_TURNS[name](board).ravel() for name in symmetry])
    first = images.min(axis=0)
    return [np.unique(images[:, square]) for square in np.flatnonzero(first == np.arange(n * n))]
