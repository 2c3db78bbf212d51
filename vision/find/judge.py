"""Judges whether a grid lies on a board: do its lines stand out, do its premium squares fit?

The judgement before reading looks at all squares; after reading `layout_share` is asked again with
weights that leave out the squares with tiles, and then separates right from wrong almost
perfectly. Turns can't be judged where the layout is symmetrical, as the classic one is: the
letters settle them. Tests: tests/vision/test_find_judge.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from vision.find.layout_fit import (
    LIGHTNESS,
    Colours,
    Weights,
    kinds_of,
    layout_shares,
    light,
    shows_colours,
)
from vision.find.snap import MARGIN, PIXELS, edges
from vision.reading import Grid, Picture
from vision.warp import flatten

_LAYOUT_WEIGHT = 1.2
_CLEARLY, _NOISE = 1.25, 4.0  # how far an edge must outdo those beside it, in steps of 255
_SHARE_PIXELS = 16  # a square, where only its colour counts
_BLACK = 0.01  # added to colours (0 to 1) before their logarithm: below that is noise


@dataclass(frozen=True)
class Judgement:
    """What speaks for a grid; everything from 0 to 1.

    `lines`: share of the line segments between squares that stand out; of every other line
    across and down the worst, for a grid of twice as many squares one way has half of its lines
    on the board's, and they must not speak for the rest. `ends`: the same in the outermost row or
    column where it is worst, against `lines`; lines end there, so it falls if a grid lies a
    square off. `layout`: share of the premium squares' colours that the layout explains; None
    where it has too few premium squares to tell. `visible`: share of the squares in the picture.
    """

    lines: float
    ends: float
    layout: float | None
    visible: float

    @property
    def score(self) -> float:
        return self.lines + _LAYOUT_WEIGHT * (self.layout or 0.0)


def judge(picture: Picture, grid: Grid, layout: Layout) -> Judgement:
    """How well a grid fits what the picture shows."""
    return judge_flat(
        flatten(picture, grid, PIXELS, MARGIN), visible_squares(picture, grid), layout
    )


def judge_flat(flat: Picture, visible: Weights, layout: Layout) -> Judgement:
    """The judgement of a flat board with `PIXELS` a square and a rim of `MARGIN` squares."""
    n, rim = layout.size, MARGIN * PIXELS
    share = float(layout_shares(square_colours(flat[rim:-rim, rim:-rim], n), layout, visible))
    lines, ends = lines_and_ends(flat, n)
    return Judgement(lines, ends, None if np.isnan(share) else share, float(visible.mean()))


def layout_share(
    picture: Picture,
    grid: Grid,
    layout: Layout,
    weights: NDArray[np.floating | np.bool] | None = None,
) -> float:
    """Share of the premium squares' colour distance to plain squares that "same kind, same
    colour" explains, up to 1; nan if colours can't tell: the layout or the weights leave too few
    premium squares, or the board shows no colours at all.

    `weights`: [size, size], row first; how much a square counts (after reading: whether it is
    empty, or the probability of it).
    """
    flat = flatten(picture, grid, _SHARE_PIXELS, 0.0)
    counts = visible_squares(picture, grid)
    if weights is not None:
        counts = (counts * weights).astype(np.float32)
    as_seen = square_colours(flat, grid.size)
    if not shows_colours(as_seen, counts):
        return float("nan")
    # With few plain squares in sight a surface of light fits anything: then what is seen counts.
    even = _in_even_light(flat, grid.size, counts * (kinds_of(layout) == 0))
    shares = layout_shares(np.stack([as_seen, even]), layout, np.stack([counts, counts]))
    return float(shares.max())


def _in_even_light(flat: Picture, n: int, plain: Weights) -> Colours:
    """`square_colours` as if the light on the plain squares (weights [n, n]) fell on all alike.

    Light multiplies: a red square in the dark is nearer to black than to the red one beside the
    lamp, and no surface that is subtracted mends that.
    """
    logs = 100 * np.log(_middle_of(flat.astype(np.float32), n) / 255 + _BLACK)
    lit = light(logs, plain)
    even = np.exp((logs - lit + np.median(lit, axis=(0, 1))) / 100) - _BLACK
    lab = cv2.cvtColor(np.clip(even, 0, 1).astype(np.float32), cv2.COLOR_BGR2LAB)
    scale = np.array([LIGHTNESS * 2.55, 1.0, 1.0], dtype=np.float32)
    return np.asarray(lab * scale, dtype=np.float32)


def visible_squares(picture: Picture, grid: Grid, beyond: int = 0) -> Weights:
    """1 for every square that lies wholly in the picture, else 0: float [n, n], with n the grid's
    size and `beyond` squares more on every side."""
    height, width = picture.shape[:2]
    line = np.arange(-beyond, grid.size + beyond + 1.0)
    board = np.stack([*np.meshgrid(line, line), np.ones((len(line), len(line)))], axis=-1)
    seen = board @ grid.to_picture().T
    ahead = seen[..., 2] * seen[len(line) // 2, len(line) // 2, 2] > 0
    depth = np.where(ahead, seen[..., 2], 1.0)
    points = seen[..., :2] / depth[..., None]
    if grid.lens is not None:
        points = grid.lens.bent(points)
    x, y = points[..., 0], points[..., 1]
    slack = 2.0
    node = ahead & (x > -slack) & (y > -slack)
    node &= (x < width - 1 + slack) & (y < height - 1 + slack)
    whole = node[:-1, :-1] & node[1:, :-1] & node[:-1, 1:] & node[1:, 1:]
    return np.asarray(whole, dtype=np.float32)


def square_colours(flat: Picture, n: int) -> Colours:
    """The middle colour of every square of a flat board of n x n squares without margin."""
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.asarray(_middle_of(lab, n) * np.array([LIGHTNESS, 1.0, 1.0], dtype=np.float32))


def _middle_of(flat: NDArray[np.float32], n: int) -> Colours:
    side = flat.shape[0] // n
    cells = flat[: n * side, : n * side].reshape(n, side, n, side, 3)
    rim = max(1, side // 6)
    middle = cells[:, rim : side - rim, :, rim : side - rim].mean(axis=(1, 3))
    return np.asarray(middle, dtype=np.float32)


def lines_and_ends(flat: Picture, n: int) -> tuple[float, float]:
    """`lines` and `ends` of the judgement on a flat board with `PIXELS` a square and a rim of
    `MARGIN` squares."""
    board, inner = slice(MARGIN, MARGIN + n), slice(MARGIN, MARGIN + n - 1)
    both = [segments[board, inner] for segments in standing_out(flat)]
    lines = min(segments[:, k::2].mean() for segments in both for k in (0, 1))
    outermost = min(segments[row].mean() for segments in both for row in (0, -1))
    return float(lines), float(min(outermost / max(lines, 1e-6), 1.0))


def standing_out(flat: Picture) -> tuple[NDArray[np.bool], NDArray[np.bool]]:
    """For a flat view of m x m squares, `PIXELS` a square: along which segments of the lines down
    and across (each as long as a square) colours change more than beside them. Two bool
    [m, m - 1], segment first: the lines between squares, without the view's edges."""
    across, down = edges(flat)
    return _segments(across), _segments(np.ascontiguousarray(down.T))


def _segments(edge: NDArray[np.float32]) -> NDArray[np.bool]:
    p = PIXELS
    m = edge.shape[0] // p
    rows = edge[: m * p].reshape(m, p, -1)[:, p // 8 : p - p // 8].mean(axis=1)
    at = np.arange(1, m) * p
    near, far = round(0.15 * p), p // 2
    offsets = np.arange(-far, far)
    windows = rows[:, at[:, None] + offsets[None, :]]
    on_line = np.abs(offsets + 0.5) <= near
    peak = windows[..., on_line].max(axis=-1)
    beside = np.sort(windows[..., ~on_line], axis=-1)
    rival = beside[..., round(0.85 * beside.shape[-1])]
    return np.asarray(peak > _CLEARLY * rival + _NOISE)
