"""A grid that lies about right is moved until its lines lie on the lines of the board, and bends
with them where the lens does.

Edges of the flattened board are summed along every line, in a few stretches of it; where their
peaks lie says how far the grid is off there, and one homography is fitted through all of them.
Corrects a third of a square at most: which lines they are, others must know.
Tests: tests/vision/test_find_snap.py, tests/vision/test_find_bend.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bend import Lens, warp_through
from vision.find.levels import Levels
from vision.quality import percentile
from vision.reading import Grid, Picture

PIXELS = 20
"""Pixels a square when looking for lines: 0.05 square a pixel, and peaks are interpolated."""

COARSE = 10
"""The same where the grid need only come near them."""

MARGIN = 1
"""Squares shown round the grid."""

_BLUR = 0.12  # of a square: both rims of a line, or of the gap between framed squares, are one peak
_STRETCH = 3  # squares over which a line counts as straight
_OUTER_WEIGHT = 0.25  # the outermost lines: borders and frames next to them pull
# A little pull towards no change keeps what the lines don't say where it was.
HOLD: tuple[float, ...] = (0.1, 1.0, 1.0, 0.1, 1.0, 1.0, 30.0, 30.0)
_HOLD_LENS = 10.0  # in `_lens_unit`: tiles and borders bend lines by chance, and seldom all of them
_REACHES = (0.35, 0.25, 0.2)  # how far a peak is looked for in each round, in squares
_AT_REST = 0.01  # squares; a grid that moved by less has come to lie


@dataclass(frozen=True)
class Snapped:
    """Where a grid came to lie; `moved`: the farthest any of its corners went, in squares;
    `rest`: how far the lines still lie off the grid, the median in squares. `flat`: the board, a
    rim of `MARGIN` squares with it, where the grid lies or less than `_AT_REST` off; None where
    it moved farther in the last round."""

    grid: Grid
    moved: float
    rest: float
    flat: Picture | None = field(default=None, compare=False, repr=False)


def snap(
    levels: Levels, grid: Grid, rounds: int = 3, bending: bool = False, pixels: int = PIXELS
) -> Snapped:
    """The grid, moved onto the lines near it; `bending`: and its lens bent as they are. `pixels`:
    how finely it is looked at, a square."""
    now, rest, flat = grid, 1.0, None
    if bending and now.bend is None:
        height, width = levels.picture.shape[:2]
        now = replace(now, bend=Lens.of(width, height, 0.0))
    for number in range(rounds):
        reach = _REACHES[min(number, len(_REACHES) - 1)]
        before, seen = now, levels.flat(now, pixels, MARGIN)
        now, rest = nudge(line_edges(seen), now, reach, bending)
        flat = None
        if farthest_corner(before, now) < _AT_REST and not bending:
            flat = seen
            break
    return Snapped(now, farthest_corner(grid, now), rest, flat)


def farthest_corner(grid: Grid, other: Grid) -> float:
    """The greatest distance between like corners of two grids, in squares of the first."""
    apart = np.array(grid.corners) - np.array(other.corners)
    return float(np.linalg.norm(apart, axis=1).max() / max(grid.pixels_per_square, 1e-6))


def crossings_apart(grid: Grid, other: Grid) -> float:
    """The greatest distance between like crossings of two grids' lines, in squares."""
    line = np.arange(grid.size + 1.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    apart = np.linalg.norm(grid.pixels_of(places) - other.pixels_of(places), axis=-1)
    return float(apart.max() / max(grid.pixels_per_square, 1e-6))


def edges(flat: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How strongly colours change across (columns) and down (rows): two float32 arrays."""
    return _strongest(cv2.Sobel(flat, cv2.CV_16S, 1, 0)), _strongest(
        cv2.Sobel(flat, cv2.CV_16S, 0, 1)
    )


LinePlaces = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Where stretches of lines are, in squares: float [k, 2] of those crossed going across, and of
those crossed going down."""

Lines = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Edges of a flat board: across, and down with rows and columns exchanged, so that in both a line
of the board is a column."""


def line_edges(flat: Picture) -> Lines:
    """The edges in which a flat board's lines are sought."""
    across, down = edges(flat)
    return across, np.asarray(cv2.transpose(down), dtype=np.float32)


def _strongest(slopes: cv2.typing.MatLike) -> NDArray[np.float32]:
    """The steepest of the three channels' slopes; by channel, for OpenCV is much quicker at it."""
    blue, green, red = cv2.split(np.abs(slopes))
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32)


def nudge(lines: Lines, grid: Grid, reach: float, bending: bool = False) -> tuple[Grid, float]:
    """The grid moved once, by the lines of its flat board (with `MARGIN` round it) that lie at most
    `reach` squares off its own; and the median of what is left, in squares. `bending`:
    the strength of its lens may change too."""
    fit = _fitted(Profiles.of(lines, grid.size).measured(reach), grid, bending)
    return fit.grid, fit.rest


@dataclass(frozen=True)
class Offsets:
    """How far the lines of a flat board lie off the grid's: `along` [k], the middles of the
    stretches of a line; `off` (squares) and `weight` (how clear) [n + 1, k], of the lines that
    are crossed going across and going down."""

    along: NDArray[np.float64]
    off: tuple[NDArray[np.float64], NDArray[np.float64]]
    weight: tuple[NDArray[np.float64], NDArray[np.float64]]

    def flat(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """All that is off, and how clear it is, as `line_design` has its rows."""
        return (
            np.concatenate([off.ravel() for off in self.off]),
            np.concatenate([weight.ravel() for weight in self.weight]),
        )


@dataclass(frozen=True)
class _Profile:
    """`along` [k]: the middles of stretches of lines, in squares; `edge` float32 [k, pixels]: how
    strongly colours change in each; `pixels`: a square; `limit`: what an edge counts at most."""

    along: NDArray[np.float64]
    edge: NDArray[np.float32]
    pixels: int
    limit: float


@dataclass(frozen=True)
class Profiles:
    """How strongly colours change from pixel to pixel along a flat board of n x n squares, across
    it and down it, in a few stretches of its lines each."""

    across: _Profile
    down: _Profile
    n: int

    @classmethod
    def of(cls, lines: Lines, n: int) -> Profiles:
        """Those of a flat board with `MARGIN` round it."""
        across, down = lines
        return cls(_profile(across, n), _profile(down, n), n)

    def measured(
        self, reach: float, about: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
    ) -> Offsets:
        """How far lines lie off, sought at most `reach` squares from where they should be: on the
        grid, or so far (squares, [n + 1, k] of both ways) off it."""
        expected = (None, None) if about is None else about
        off_across, weight_across = _peaks(self.across, self.n, reach, expected[0])
        off_down, weight_down = _peaks(self.down, self.n, reach, expected[1])
        return Offsets(self.across.along, (off_across, off_down), (weight_across, weight_down))


def line_design(n: int, along: NDArray[np.float64]) -> tuple[NDArray[np.float64], LinePlaces]:
    """What each of a small homography's eight numbers (offset and stretch across, offset and
    stretch down, two of perspective) moves each stretch of a line by: [2 * (n + 1) * k, 8], the
    lines crossed going across first; and where these stretches are."""
    lines, middles = np.repeat(np.arange(n + 1.0), len(along)), np.tile(along, n + 1)
    one, none = np.ones_like(lines), np.zeros_like(lines)
    u, v = lines, middles
    for_x = np.stack([one, u, v, none, none, none, u * u, u * v], axis=1)
    u2, v2 = middles, lines
    for_y = np.stack([none, none, none, one, u2, v2, u2 * v2, v2 * v2], axis=1)
    places = np.stack([u, v], axis=1), np.stack([u2, v2], axis=1)
    return np.concatenate([for_x, for_y]), places


@dataclass(frozen=True)
class _Fit:
    """The grid that lies best on what was measured; how far the lines still lie off it, in squares:
    `rest`, the median, and `mean`, in which strays count no more than `_STRAY`."""

    grid: Grid
    rest: float
    mean: float


def _fitted(offsets: Offsets, grid: Grid, bending: bool) -> _Fit:
    n = grid.size
    design, (on_across, on_down) = line_design(n, offsets.along)
    hold = HOLD
    bend = grid.bend
    if bending and isinstance(bend, Lens):
        stretch_x = _lens_pull(grid, bend, on_across)[:, 0]
        stretch_y = _lens_pull(grid, bend, on_down)[:, 1]
        design = np.c_[design, np.concatenate([stretch_x, stretch_y])]
        hold = (*HOLD, _HOLD_LENS)
    wanted, weights = offsets.flat()
    solution = robust_fit(design, wanted, weights, hold)
    left = np.abs(wanted - design @ solution)
    if bending and isinstance(bend, Lens):
        bend = replace(bend, strength=bend.strength + float(solution[8]) * _lens_unit(grid))
    board = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)
    x, y = board[:, 0], board[:, 1]
    perspective = solution[6] * x + solution[7] * y
    moved_x = x + solution[0] + solution[1] * x + solution[2] * y + perspective * x
    moved_y = y + solution[3] + solution[4] * x + solution[5] * y + perspective * y
    seen = np.stack([moved_x, moved_y, np.ones(4)], axis=1) @ grid.to_picture().T
    points = seen[:, :2] / seen[:, 2:]
    if bend is not None:
        points = bend.bent(points)
    a, b, c, d = ((float(px), float(py)) for px, py in points)
    moved = Grid((a, b, c, d), n, bend)
    return _Fit(moved, _median(left, weights), strayed(left, weights))


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


def _profile(edge: NDArray[np.float32], n: int) -> _Profile:
    stretches = max(2, round(n / _STRETCH))
    pixels = edge.shape[0] // (n + 2 * MARGIN)
    first = MARGIN * pixels
    bounds = np.linspace(0, n, stretches + 1)
    limit = max(percentile(edge[::3, ::3], 90), 1.0)
    capped = np.minimum(edge, limit)  # letters must not outshine a thin line
    sharp = np.stack(
        [
            capped[first + round(a * pixels) : first + round(b * pixels)].mean(axis=0)
            for a, b in pairwise(bounds)
        ]
    )
    soft = cv2.GaussianBlur(sharp, (0, 0), sigmaX=_BLUR * pixels, sigmaY=1e-3)
    middles = (bounds[:-1] + bounds[1:]) / 2
    return _Profile(middles, np.asarray(soft, dtype=np.float32), pixels, limit)


def _peaks(
    seen: _Profile, n: int, reach: float, about: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every line and every stretch along it how far off the line its peak lies (squares), and
    how clear the peak is. `about`: how far off it is sought, [n + 1, stretches]."""
    profile, pixels = seen.edge, seen.pixels
    half = round(0.5 * pixels)
    at = MARGIN * pixels + np.arange(n + 1) * pixels
    # A line lies between two pixels: samples at half pixels from it, so that none is favoured.
    around = np.arange(-half, half)
    if about is None:
        padded = np.pad(profile, ((0, 0), (half, half)), mode="edge")
        windows = padded[:, at[:, None] + around[None, :] + half].transpose(1, 0, 2)
        aside: NDArray[np.float64] | float = 0.0
    else:
        moved = np.rint(about * pixels).astype(int)
        columns = np.clip((at[:, None] + moved)[..., None] + around, 0, profile.shape[1] - 1)
        windows = profile[np.arange(len(profile))[None, :, None], columns]
        aside = moved / pixels
    places = (around + 0.5) / pixels
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
    offset = places[best_in] + np.clip(fine, -0.5, 0.5) / pixels
    is_peak = inside & (mid >= left) & (mid >= right)
    clear = np.maximum(mid - windows.mean(axis=2), 0) / seen.limit
    weight = np.where(is_peak, clear, 0.0)
    weight[[0, n]] *= _OUTER_WEIGHT
    return (offset + aside).astype(np.float64), weight.astype(np.float64)


def robust_fit(
    design: NDArray[np.float64],
    wanted: NDArray[np.float64],
    weights: NDArray[np.float64],
    hold_by: tuple[float, ...],
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Least squares in which what lies far off the fit (at first off `start`, or off nothing moved)
    counts less and less (Tukey). `hold_by`: how firmly each number is held near 0."""
    solution = np.zeros(design.shape[1]) if start is None else start
    if weights.sum() <= 0:
        return solution
    hold = np.diag(hold_by) * 1e-3 * weights.sum()
    for width in (0.35, 0.25, 0.15, 0.1, 0.1):
        off = (wanted - design @ solution) / width
        trust = weights * np.clip(1 - off * off, 0, None) ** 2
        weighted = design * trust[:, None]
        solution = np.linalg.solve(design.T @ weighted + hold, weighted.T @ wanted)
    return solution


def _median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """By weight; 1 where nothing weighs anything."""
    if weights.sum() <= 0:
        return 1.0
    order = np.argsort(values)
    share = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][np.searchsorted(share, 0.5)])


def strayed(left: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """How far lines are left off a fit, in squares: the mean by weight, in which no line counts
    more than `_STRAY`."""
    return float(
        (np.minimum(np.abs(left), _STRAY) * weights).sum() / max(float(weights.sum()), 1e-9)
    )


# --- bent lines ---
# Most lenses bend lines by less than can be seen on a board, and those are left alone: a grid has a
# lens only where its lines show clearly that it needs one, and a barrel, as wide-angle lenses have.
# Found once, it is kept with the grid.

_NOTABLE = 0.1  # squares that lines must bend; through straight lenses 0.08 was made up at most
_BETTER = 0.92
"""Of the lines' offset from a grid at most this share remains if they may bend. On rendered boards
0.2 to 0.89 through lenses that bend, except for one of 20 whose bend is small; 0.96 and more
through straight ones, of which one in 25 was taken for bent when medians alone were compared."""

_STRAY = 0.2  # squares
_NO_WORSE = 1.1  # times the offset from straight lines remains at most: medians of few lines jitter
_STRONGEST = 0.3  # bend; a stronger one is a fit to something else


def with_lens(levels: Levels, grid: Grid, rest: float, seen: Profiles) -> tuple[Grid, float]:
    """The grid with the lens that its lines show, and how far its lines still lie off it (median,
    squares); as it was if they are straight enough. `rest`: how far they lie off it now; `seen`:
    of its flat board."""
    if grid.bend is not None:
        return grid, rest
    height, width = levels.picture.shape[:2]
    offsets = seen.measured(_REACHES[0])
    straight = _fitted(offsets, grid, bending=False)
    with_one = replace(grid, bend=Lens.of(width, height, 0.0))
    bent = _fitted(offsets, with_one, bending=True)
    if (
        bent.mean > _BETTER * straight.mean
        or crossings_apart(straight.grid, bent.grid) < _NOTABLE / 2
    ):
        return grid, rest
    again = snap(levels, bent.grid, 1, bending=True)
    lens = again.grid.bend
    if not isinstance(lens, Lens) or not -_STRONGEST < lens.bend(width, height) < 0:
        return grid, rest
    if again.rest > _NO_WORSE * rest or crossings_apart(straight.grid, again.grid) < _NOTABLE:
        return grid, rest
    settled = snap(levels, again.grid, 1, bending=True)  # each round holds the bend back a little
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
