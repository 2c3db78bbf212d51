"""Groups the squares of a board that look alike, with the board's symmetry as evidence.

Nearly every board looks the same in its mirror and after a quarter turn, so eight squares speak
for each other; where a board doesn't, fewer do. A square that doesn't look as its mirror squares do
is named, never outvoted in silence. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.teach.squares import SquareLooks

APART = 3.5
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
    # A square that looks otherwise than its mirror squares goes where it looks alike; like none,
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
        if apart[i, j] > APART:
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
