"""What a proposer hands on: a grid, perhaps whole squares off, and how promising it looks.

Tests: tests/vision/test_find_proposers.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.find.comb import combs, edge_profiles
from vision.find.snap import edges
from vision.reading import Grid, Picture


@dataclass(frozen=True)
class Proposal:
    """`promise`: how far the grid's lines stand out, in deviations; comparable between proposers.
    `lattice`: its lines are on lines of the board, or it is nothing; which is the first is open."""

    grid: Grid
    promise: float


def proposals_in(
    flat: Picture,
    to_picture: NDArray[np.float64],
    n: int,
    pitches: tuple[float, float],
    round_: int,
) -> list[Proposal]:
    """Grids of n x n squares in a view without perspective, best first.

    `to_picture`: the map [3, 3] from the view's pixels to the picture's; `pitches`: the narrowest
    and widest square in the view; `round_`: so many pixels at its rim are left out of the sums.
    """
    across, down = edges(flat)
    height, width = across.shape
    columns, rows = edge_profiles(
        across[round_ : height - round_], down[:, round_ : width - round_]
    )
    found = [
        Proposal(grid_of(to_picture, u.first, u.pitch, v.first, v.pitch, n), min(u.score, v.score))
        for u in combs(columns, n, *pitches)
        for v in combs(rows, n, *pitches)
    ]
    return sorted(found, key=lambda proposal: -proposal.promise)


def grid_of(
    to_picture: NDArray[np.float64], u0: float, pitch_u: float, v0: float, pitch_v: float, n: int
) -> Grid:
    """The grid in the picture whose lines lie at even steps in a flat view of it."""
    u1, v1 = u0 + n * pitch_u, v0 + n * pitch_v
    flat = np.array([[u0, v0, 1], [u1, v0, 1], [u1, v1, 1], [u0, v1, 1]])
    seen = flat @ to_picture.T
    points = seen[:, :2] / seen[:, 2:]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return Grid((a, b, c, d), n)
