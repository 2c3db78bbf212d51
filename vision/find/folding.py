"""Where a folding board's halves meet at an angle: the hinge that its lines show, if they do.

A grid of one plane lies well on one half of such a board, or badly on both, and is squares off at
the far side. So a plane is fitted to the lines of one half, and the other half is followed away
from the hinge, line by line, as a second plane that meets the first in the board's middle. Whether
the hinge is a line or the middle of a row of squares makes no difference that could be seen.
Tests: tests/vision/test_find_folding.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bend import Fold
from vision.find.levels import Levels
from vision.find.snap import (
    HOLD,
    MARGIN,
    PIXELS,
    Offsets,
    Profiles,
    crossings_apart,
    line_design,
    line_edges,
    robust_fit,
    strayed,
)
from vision.reading import Grid

_REACH = 0.3  # squares about where a line is expected
_STEPS = (3.0, 5.0, 8.0)  # squares from the hinge to which the other half is followed in turn
_STARTS = (
    (0.0, 0.0), (0.0, 0.15), (0.0, -0.15), (0.12, 0.0), (-0.12, 0.0), (0.25, 0.0), (-0.25, 0.0),
)  # fmt: skip
"""How much wider the other half's squares may look at first, and how its lines may lean along the
hinge, in squares a square: three squares on they lie nearer to other lines of the grid then. One of
11 degrees, seen from the side, leans by 0.18."""

_HOLD = (*HOLD, 1.0, 1.0, 10.0)
_ROUNDS = 3  # in which the folded grid comes to lie
_BETTER = 0.92
"""Of the lines' offset from a grid at most this share remains if it may fold, as with a lens."""

_NEAR, _FAR = 0.025, 0.04
"""A hinge isn't sought where lines are left off a grid by less, in squares (of flat rendered boards
nine in ten; folding ones that are found a quarter of a square off or more lie above); and where it
is more, most of them may be other lines, and the other half is followed from several starts."""

_HINTED = 0.85
"""Between these two a hinge is sought where with one this share of it remains, or less."""

_NOTABLE = 0.12  # squares a fold must move some crossing by: training jitters its crops by more
_STEEPEST = 0.5  # of a place's depth that a fold may change: more is a fit to something else
_FLAT = 1e12  # condition numbers from which on a plane is seen edge on

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class _Hinge:
    """A hinge in the middle of a board of n x n squares: `axis` 0 where it parts left from right,
    1 where it parts upper from lower; `far`: 1 where the half that is followed is the right or
    lower one, -1 where it is the other."""

    axis: int
    far: int
    n: int

    def line(self) -> Numbers:
        """Its line on the board [3], above 0 on the far side, in squares."""
        line = np.zeros(3)
        line[self.axis], line[2] = self.far, -self.far * self.n / 2
        return line

    def distance(self, places: Numbers) -> Numbers:
        """How far places [k, 2] lie beyond it, in squares; below 0 on the near half."""
        return np.asarray(places @ self.line()[:2] + self.line()[2])


def folded_grids(levels: Levels, grid: Grid, seen: Profiles) -> list[Grid]:
    """The folded grids that the lines near a grid may mean, those that lie best on them first; none
    if it lies about as well on them as it is. `seen`: of its flat board."""
    n = grid.size
    offsets = seen.measured(_REACH)
    left = _left(offsets, line_design(n, offsets.along)[0], HOLD)
    if left < _NEAR:
        return []
    flat = grid
    if grid.bend is not None:  # bent lines may be a fold's
        flat = replace(grid, bend=None)
        seen = _seen(levels, flat)
    hinges = [_Hinge(axis, far, n) for axis, far in product((0, 1), (1, -1))]
    starts: tuple[tuple[float, float], ...] = _STARTS
    if left < _FAR:
        starts, offsets = _STARTS[:1], seen.measured(_REACH)
        hinges = [
            hinge
            for hinge in hinges
            if _left(offsets, _design(n, offsets, hinge)[0], _HOLD) <= _HINTED * left
        ]
    found: list[tuple[float, Grid]] = []
    for hinge, start in product(hinges, starts):
        still, folded = _followed(seen, flat, hinge, start)
        for _ in range(_ROUNDS):
            if folded is None or still > _BETTER * left:
                break
            still, folded = _settled(levels, folded, hinge)
        if folded is None or still > _BETTER * left or crossings_apart(flat, folded) < _NOTABLE:
            continue
        found.append((still, folded))
    return [folded for _, folded in sorted(found, key=lambda each: each[0])]


def _seen(levels: Levels, grid: Grid) -> Profiles:
    return Profiles.of(line_edges(levels.flat(grid, PIXELS, MARGIN)), grid.size)


def _left(offsets: Offsets, design: Numbers, hold: tuple[float, ...]) -> float:
    """How far lines are left off a grid moved onto them as far as a design lets it."""
    wanted, weights = offsets.flat()
    return strayed(wanted - design @ robust_fit(design, wanted, weights, hold), weights)


def _followed(
    seen: Profiles, grid: Grid, hinge: _Hinge, start: tuple[float, float]
) -> tuple[float, Grid | None]:
    """How far lines are left off the grid that lies on those of the near half and, followed farther
    and farther from the hinge, on those of the other; and that grid, None if there is none."""
    offsets = seen.measured(_REACH)
    design, distance = _design(grid.size, offsets, hinge)
    wanted, weights = offsets.flat()
    solution = np.zeros(design.shape[1])
    solution[:8] = robust_fit(design[:, :8], wanted, weights * (distance <= 0), HOLD)
    solution[8 + hinge.axis], solution[9 - hinge.axis] = hinge.far * start[0], start[1]
    for step in _STEPS:
        expected = (design @ solution).reshape(2, *offsets.off[0].shape)
        offsets = seen.measured(_REACH, (expected[0], expected[1]))
        wanted, weights = offsets.flat()
        solution = robust_fit(design, wanted, weights * (distance <= step), _HOLD, solution)
    return strayed(wanted - design @ solution, weights), _moved(grid, solution, hinge)


def _settled(levels: Levels, grid: Grid, hinge: _Hinge) -> tuple[float, Grid | None]:
    """The folded grid, moved once onto the lines near it, and how far these are left off it."""
    offsets = _seen(levels, grid).measured(_REACH)
    design, _ = _design(grid.size, offsets, hinge)
    wanted, weights = offsets.flat()
    solution = robust_fit(design, wanted, weights, _HOLD)
    return strayed(wanted - design @ solution, weights), _moved(grid, solution, hinge)


def _design(n: int, offsets: Offsets, hinge: _Hinge) -> tuple[Numbers, Numbers]:
    """`line_design` with three numbers more, by which places are moved times how far they lie
    beyond the hinge (across, down, in perspective); and that distance."""
    design, (on_across, on_down) = line_design(n, offsets.along)
    across, down = (
        np.maximum(hinge.distance(places), 0.0)[:, None] for places in (on_across, on_down)
    )
    none = np.zeros_like(across)
    fold = np.concatenate(
        [
            np.concatenate([across, none, across * on_across[:, :1]], axis=1),
            np.concatenate([none, down, down * on_down[:, 1:]], axis=1),
        ]
    )
    distance = hinge.distance(np.concatenate([on_across, on_down]))
    return np.concatenate([design, fold], axis=1), distance


def _moved(grid: Grid, solution: Numbers, hinge: _Hinge) -> Grid | None:
    """The grid whose crossings lie where a solution moves those of another to, as two planes; None
    where these would be seen edge on."""
    line = np.arange(grid.size + 1.0)
    crossings = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    x, y = crossings.T
    distance = hinge.distance(crossings)
    beyond = np.maximum(distance, 0.0)
    s = solution
    perspective = s[6] * x + s[7] * y + s[10] * beyond
    moved_x = x + s[0] + s[1] * x + s[2] * y + s[8] * beyond + perspective * x
    moved_y = y + s[3] + s[4] * x + s[5] * y + s[9] * beyond + perspective * y
    seen = grid.pixels_of(np.stack([moved_x, moved_y], axis=1))
    near, far = distance <= 0, distance > 0
    plane = _plane_through(crossings[near], seen[near])
    if plane is None:
        return None
    # Where the far half's crossings would lie on the near half's plane: the fold that moves them.
    at = np.concatenate([seen[far], np.ones((int(far.sum()), 1))], axis=1) @ np.linalg.inv(plane).T
    at = at[:, :2] / at[:, 2:]
    off = beyond[far, None]
    none = np.zeros_like(off)
    rows = np.concatenate(
        [
            np.concatenate([off, none, -off * at[:, :1]], axis=1),
            np.concatenate([none, off, -off * at[:, 1:]], axis=1),
        ]
    )
    rise = np.linalg.lstsq(rows, (at - crossings[far]).T.ravel(), rcond=None)[0]
    if abs(rise[2]) * grid.size / 2 > _STEEPEST:
        return None
    fold = Fold.of(hinge.line() @ np.linalg.inv(plane), plane @ rise)
    n = float(grid.size)
    corners = np.array([[0, 0, 1], [n, 0, 1], [n, n, 1], [0, n, 1]]) @ plane.T
    a, b, c, d = fold.bent(corners[:, :2] / corners[:, 2:]).tolist()
    return Grid(((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])), grid.size, fold)


def _plane_through(places: Numbers, seen: Numbers) -> Numbers | None:
    """The homography [3, 3] that sees places of the board there."""
    plane, _ = cv2.findHomography(places, seen)
    if plane is None or np.linalg.cond(plane) > _FLAT:
        return None
    return np.asarray(plane, dtype=np.float64)
