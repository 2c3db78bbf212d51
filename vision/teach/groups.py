"""Groups the squares of a board that look alike, with the board's symmetry as evidence.

Nearly every board looks the same in its mirror and after a quarter turn, so eight squares speak
for each other; where a board doesn't, fewer do. A square that doesn't look as its mirror squares do
is named, never outvoted in silence. Tests: tests/vision/test_teach_groups.py.
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

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Group:
    """Squares that look alike: their numbers (row by row), their middle looks, and which of them
    might as well belong elsewhere."""

    squares: tuple[int, ...]
    colour: tuple[float, float, float]
    odd: tuple[int, ...]


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
    kinds = len(clusters)
    centres = [_middle(looks, np.flatnonzero(labels == k)) for k in range(kinds)]
    apart = np.stack([looks.apart(colour, spots) for colour, spots in centres])
    # Squares like no group, though their mirror squares belong to one, may be one of their own.
    lost = np.flatnonzero(apart.min(axis=0) > ODD)
    if len(lost):
        own = _merged(looks, [_middle(looks, np.array([s])) for s in lost], [1] * len(lost))
        for members in own:
            labels[lost[members]] = kinds
            centres.append(_middle(looks, lost[members]))
            kinds += 1
        apart = np.stack([looks.apart(colour, spots) for colour, spots in centres])
    here = apart[labels, np.arange(len(labels))]
    others = apart.copy()
    others[labels, np.arange(len(labels))] = np.inf
    elsewhere = others.min(axis=0)
    unsure = (here > ODD) | (elsewhere - here < LEAST_GAIN)
    groups = [
        Group(
            tuple(int(s) for s in np.flatnonzero(labels == k)),
            _triple(centres[k][0]),
            tuple(int(s) for s in np.flatnonzero((labels == k) & unsure)),
        )
        for k in range(kinds)
        if (labels == k).any()
    ]
    groups.sort(key=lambda group: -len(group.squares))
    return Groups(groups[0], tuple(groups[1:]), max(len(orbit) for orbit in orbits))


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
