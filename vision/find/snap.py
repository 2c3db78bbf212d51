"""A grid that lies about right is moved until its lines lie on the lines of the board, and bends
with them where the lens does.

Edges of the flattened board are summed along every line, in a few stretches of it; where their
peaks lie says how far the grid is off there, and one homography is fitted through all of them.
Corrects a third of a square at most: which lines they are, others must know.
Tests: tests/vision/test_find_snap.py, tests/vision/test_find_bend.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens, warp_through
from vision.reading import Grid, Picture
from vision.square.warp import flatten

PIXELS = 20
"""Pixels a square when looking for lines: 0.05 square a pixel, and peaks are interpolated."""

MARGIN = 1
"""Squares shown round the grid."""

_BLUR = 0.12  # of a square: both rims of a line, or of the gap between framed squares, are one peak
_STRETCH = 3  # squares over which a line counts as straight
_OUTER_WEIGHT = 0.25  # the outermost lines: borders and frames beside them pull
# A little pull towards no change keeps what the lines don't say where it was.
_HOLD: tuple[float, ...] = (0.1, 1.0, 1.0, 0.1, 1.0, 1.0, 30.0, 30.0)
_HOLD_LENS = 10.0  # in `_lens_unit`: tiles and borders bend lines by chance, and seldom all of them
_REACHES = (0.35, 0.25, 0.2)  # how far a peak is looked for in each round, in squares


@dataclass(frozen=True)
class Snapped:
    """Where a grid came to lie; `moved`: the farthest any of its corners went, in squares;
    `rest`: how far the lines still lie beside the grid, the median in squares."""

    grid: Grid
    moved: float
    rest: float


def snap(picture: Picture, grid: Grid, rounds: int = 3, bending: bool = False) -> Snapped:
    """The grid, moved onto the lines near it; `bending`: and its lens bent as they are."""
    now, rest = grid, 1.0
    if bending and now.lens is None:
        height, width = picture.shape[:2]
        now = replace(now, lens=Lens.of(width, height, 0.0))
    for number in range(rounds):
        reach = _REACHES[min(number, len(_REACHES) - 1)]
        now, rest = nudge(flatten(picture, now, PIXELS, MARGIN), now, reach, bending)
    return Snapped(now, farthest_corner(grid, now), rest)


def farthest_corner(grid: Grid, other: Grid) -> float:
    """The greatest distance between like corners of two grids, in squares of the first."""
    apart = np.array(grid.corners) - np.array(other.corners)
    return float(np.linalg.norm(apart, axis=1).max() / max(grid.pixels_per_square, 1e-6))


def edges(flat: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How strongly colours change across (columns) and down (rows): two float32 arrays."""
    return _strongest(cv2.Sobel(flat, cv2.CV_16S, 1, 0)), _strongest(
        cv2.Sobel(flat, cv2.CV_16S, 0, 1)
    )


def _strongest(slopes: cv2.typing.MatLike) -> NDArray[np.float32]:
    """The steepest of the three channels' slopes; by channel, for OpenCV is much quicker at it."""
    blue, green, red = cv2.split(np.abs(slopes))
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32)


def nudge(flat: Picture, grid: Grid, reach: float, bending: bool = False) -> tuple[Grid, float]:
    """The grid moved once, by what its flat board shows (`PIXELS` a square, `MARGIN` round it) at
    most `reach` squares beside its lines; and the median of what is left, in squares. `bending`:
    the strength of its lens may change too."""
    across, down = edges(flat)
    along, off_across, weight_across = _peaks(across, grid.size, reach)
    _, off_down, weight_down = _peaks(np.ascontiguousarray(down.T), grid.size, reach)
    # Unknowns of a small homography: offset and stretch in x, in y, and the two perspective terms.
    n = grid.size
    lines, middles = np.repeat(np.arange(n + 1.0), len(along)), np.tile(along, n + 1)
    one, none = np.ones_like(lines), np.zeros_like(lines)
    u, v = lines, middles
    for_x = np.stack([one, u, v, none, none, none, u * u, u * v], axis=1)
    u2, v2 = middles, lines
    for_y = np.stack([none, none, none, one, u2, v2, u2 * v2, v2 * v2], axis=1)
    design = np.concatenate([for_x, for_y])
    hold = _HOLD
    if bending and grid.lens is not None:
        stretch_x = _lens_pull(grid, grid.lens, np.stack([u, v], axis=1))[:, 0]
        stretch_y = _lens_pull(grid, grid.lens, np.stack([u2, v2], axis=1))[:, 1]
        design = np.c_[design, np.concatenate([stretch_x, stretch_y])]
        hold = (*_HOLD, _HOLD_LENS)
    wanted = np.concatenate([off_across.ravel(), off_down.ravel()])
    weights = np.concatenate([weight_across.ravel(), weight_down.ravel()])
    solution, rest = _robust_fit(design, wanted, weights, hold)
    lens = grid.lens
    if bending and lens is not None:
        lens = replace(lens, strength=lens.strength + float(solution[8]) * _lens_unit(grid))
    board = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)
    x, y = board[:, 0], board[:, 1]
    perspective = solution[6] * x + solution[7] * y
    moved_x = x + solution[0] + solution[1] * x + solution[2] * y + perspective * x
    moved_y = y + solution[3] + solution[4] * x + solution[5] * y + perspective * y
    seen = np.stack([moved_x, moved_y, np.ones(4)], axis=1) @ grid.to_picture().T
    points = seen[:, :2] / seen[:, 2:]
    if lens is not None:
        points = lens.bent(points)
    a, b, c, d = ((float(px), float(py)) for px, py in points)
    return Grid((a, b, c, d), n, lens), rest


def _lens_unit(grid: Grid) -> float:
    """A change of the lens's strength that moves points at the board's half side from the lens's
    middle by one square."""
    half = grid.size / 2 * grid.pixels_per_square
    return grid.pixels_per_square / max(half, 1.0) ** 3


def _lens_pull(grid: Grid, lens: Lens, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far places of the board, [k, 2], would seem to move against its lines, in squares, if
    the lens were stronger by one `_lens_unit`: the derivative, [k, 2]."""
    at = grid.pixels_of(places)
    off = at - np.array(lens.middle)
    square = (off * off).sum(axis=1, keepdims=True)
    growth = -off * square / (1 + lens.strength * square) ** 2 * _lens_unit(grid)
    straight = lens.straightened(at)
    back = np.linalg.inv(grid.to_picture())
    ones = np.ones((len(at), 1))
    before, after = (
        np.concatenate([points, ones], axis=1) @ back.T for points in (straight, straight + growth)
    )
    return np.asarray(before[:, :2] / before[:, 2:] - after[:, :2] / after[:, 2:])


def _peaks(
    edge: NDArray[np.float32], n: int, reach: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """For every line across the columns of `edge` and every stretch along it: the middles of the
    stretches, how far beside the line its peak lies (squares), and how clear the peak is."""
    stretches = max(2, round(n / _STRETCH))
    first = round(MARGIN * PIXELS)
    bounds = np.linspace(0, n, stretches + 1)
    limit = max(float(np.percentile(edge[::3, ::3], 90)), 1.0)
    capped = np.minimum(edge, limit)  # letters must not outshine a thin line
    sharp = np.stack(
        [
            capped[first + round(a * PIXELS) : first + round(b * PIXELS)].mean(axis=0)
            for a, b in pairwise(bounds)
        ]
    )
    soft = cv2.GaussianBlur(sharp, (0, 0), sigmaX=_BLUR * PIXELS, sigmaY=1e-3)
    profile = np.asarray(soft, dtype=np.float32)
    half = round(0.5 * PIXELS)
    at = first + np.arange(n + 1) * PIXELS
    # A line lies between two pixels: samples at half pixels from it, so that none is favoured.
    around = np.arange(-half, half)
    padded = np.pad(profile, ((0, 0), (half, half)), mode="edge")
    windows = padded[:, at[:, None] + around[None, :] + half].transpose(1, 0, 2)
    places = (around + 0.5) / PIXELS
    near = np.abs(places) <= reach
    search = np.where(near, windows, -1.0)
    best = search.argmax(axis=2)
    inside = (best > 0) & (best < len(around) - 1)
    best_in = np.clip(best, 1, len(around) - 2)
    left, mid, right = (
        np.take_along_axis(windows, (best_in + k)[..., None], axis=2)[..., 0] for k in (-1, 0, 1)
    )
    bend = left - 2 * mid + right
    fine = np.where(bend < -1e-6, 0.5 * (left - right) / np.minimum(bend, -1e-6), 0.0)
    offset = places[best_in] + np.clip(fine, -0.5, 0.5) / PIXELS
    is_peak = inside & (mid >= left) & (mid >= right)
    clear = np.maximum(mid - windows.mean(axis=2), 0) / limit
    weight = np.where(is_peak, clear, 0.0)
    weight[[0, n]] *= _OUTER_WEIGHT
    middles = (bounds[:-1] + bounds[1:]) / 2
    return middles, offset.astype(np.float64), weight.astype(np.float64)


def _robust_fit(
    design: NDArray[np.float64],
    wanted: NDArray[np.float64],
    weights: NDArray[np.float64],
    hold_by: tuple[float, ...],
) -> tuple[NDArray[np.float64], float]:
    """Least squares in which what lies far beside the fit counts less and less (Tukey)."""
    solution = np.zeros(design.shape[1])
    if weights.sum() <= 0:
        return solution, 1.0
    hold = np.diag(hold_by) * 1e-3 * weights.sum()
    for width in (0.35, 0.25, 0.15, 0.1, 0.1):
        off = (wanted - design @ solution) / width
        trust = weights * np.clip(1 - off * off, 0, None) ** 2
        weighted = design * trust[:, None]
        solution = np.linalg.solve(design.T @ weighted + hold, weighted.T @ wanted)
    rest = np.abs(wanted - design @ solution)
    order = np.argsort(rest)
    share = np.cumsum(weights[order]) / weights.sum()
    return solution, float(rest[order][np.searchsorted(share, 0.5)])


# --- bent lines ---
# Most lenses bend lines by less than can be seen on a board, and those are left alone: a grid has a
# lens only where its lines show clearly that it needs one, and a barrel, as wide-angle lenses have.
# Found once, it is kept with the grid.

_NOTABLE = 0.1  # squares that lines must bend; through straight lenses 0.08 was made up at most
_NO_WORSE = 1.1  # times what lay beside straight lines remains at most: medians of few lines jitter
_STRONGEST = 0.3  # bend; a stronger one is a fit to something else


def with_lens(picture: Picture, grid: Grid, rest: float) -> tuple[Grid, float]:
    """The grid with the lens that its lines show, and what its lines still lie beside it (median,
    squares); as it was if they are straight enough. `rest`: what they lie beside it now."""
    if grid.lens is not None:
        return grid, rest
    bent = snap(picture, grid, 2, bending=True)
    height, width = picture.shape[:2]
    lens = bent.grid.lens
    if lens is None or not -_STRONGEST < lens.bend(width, height) < 0:
        return grid, rest
    if bent.rest > _NO_WORSE * rest:
        return grid, rest
    straight = snap(picture, grid, 1).grid
    if _apart(straight, bent.grid) < _NOTABLE:
        return grid, rest
    settled = snap(
        picture, bent.grid, 1, bending=True
    )  # each round holds the strength back a little
    return settled.grid, settled.rest


def straightened(picture: Picture, lens: Lens) -> tuple[Picture, float]:
    """The picture, of its own size, as a straight lens would show all of it, and by how much it
    was made smaller for that (about the lens's middle)."""
    height, width = picture.shape[:2]
    ends = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    middle = np.array(lens.middle)
    grown = np.linalg.norm(lens.straightened(ends) - middle, axis=1)
    zoom = float((grown / np.maximum(np.linalg.norm(ends - middle, axis=1), 1e-6)).max())
    view = np.array(
        [[zoom, 0, (1 - zoom) * middle[0]], [0, zoom, (1 - zoom) * middle[1]], [0, 0, 1]]
    )
    return warp_through(picture, view, lens, (width, height)), zoom


def bent_again(grid: Grid, lens: Lens, zoom: float) -> Grid:
    """A grid of a straightened picture in the picture itself."""
    middle = np.array(lens.middle)
    a, b, c, d = lens.bent((np.array(grid.corners) - middle) * zoom + middle).tolist()
    return Grid(((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])), grid.size, lens)


def _apart(grid: Grid, other: Grid) -> float:
    """The greatest distance between like crossings of two grids' lines, in squares."""
    line = np.arange(grid.size + 1.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    apart = np.linalg.norm(grid.pixels_of(places) - other.pixels_of(places), axis=-1)
    return float(apart.max() / max(grid.pixels_per_square, 1e-6))
