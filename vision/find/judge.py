"""Judges whether a grid lies on a board: do its lines stand out, do its premium squares fit?

The judgement before reading looks at all squares; after reading `layout_share` is asked again with
weights that leave out the squares with tiles, and then separates right from wrong almost
perfectly. Turns can't be judged where the layout is symmetrical, as the classic one is: the
letters settle them. Tests: tests/vision/test_find_judge.py, tests/vision/test_find_layout_fit.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, Premium
from engine.squares import Square
from vision.find.snap import MARGIN, PIXELS, Lines
from vision.reading import Grid, Picture
from vision.square.warp import flatten

# --- how well colours fit a layout ---
# The share of the premium squares' colour distance to plain squares that "same kind, same colour"
# explains: near 1 on an empty board, near 0 for a grid that lies a square off. Every function takes
# any number of boards at once (leading axes).

BoardColours = NDArray[np.float32]
"""float32 [..., n, n, 3]: a colour a square, row first; lightness counts half (`LIGHTNESS`)."""

Weights = NDArray[np.float32]
"""float32 [..., n, n]: how much a square counts, 0 to 1."""

LIGHTNESS = 0.5
"""Light and shade change across a board far more than hues do."""

_FEWEST_PREMIUMS = 6.0
_FEWEST_PLAIN = 12.0
_BEYOND_NOISE = 3.0  # the 90th percentile of noise of three channels is 1.6 of its median
_ROUNDS = 3
_SMALLEST_STEP = 2.0  # of colour: below it sits the noise of a camera


def layout_shares(colours: BoardColours, layout: Layout, weights: Weights) -> NDArray[np.float32]:
    """The explained share for each board: float32 [...], up to 1; nan where too few premium or
    plain squares count for an answer."""
    lead, n = colours.shape[:-3], layout.size
    rest = (colours - light(colours, weights * (kinds_of(layout) == 0))).reshape(-1, n * n, 3)
    flat_weights = weights.reshape(-1, n * n)
    kinds = kinds_of(layout).ravel()
    total = np.zeros(len(rest), dtype=np.float32)
    explained = np.zeros(len(rest), dtype=np.float32)
    for kind in range(1, int(kinds.max(initial=0)) + 1):
        chosen = np.flatnonzero(kinds == kind)
        if not len(chosen):
            continue
        own, weight = rest[:, chosen], flat_weights[:, chosen]
        centre = weighted_median(own, weight)
        apart = _length(own)
        total += (weight * apart).sum(axis=-1)
        explained += (weight * (apart - _length(own - centre[:, None]))).sum(axis=-1)
    known = flat_weights[:, kinds > 0].sum(axis=-1) >= _FEWEST_PREMIUMS
    known &= flat_weights[:, kinds == 0].sum(axis=-1) >= _FEWEST_PLAIN
    shares = np.where(known, explained / np.maximum(total, 1e-6), np.nan)
    return shares.reshape(lead).astype(np.float32)


def shows_colours(colours: BoardColours, weights: Weights) -> bool:
    """Whether any squares of one board (those that count) differ from the rest by more than noise
    does: False where premium squares are marked by print alone. Needs no right grid."""
    counts = weights > 0
    apart = np.linalg.norm(colours - light(colours, weights), axis=-1)[counts]
    if not apart.size:
        return False
    usual = max(float(np.median(apart)), 1e-3)
    return bool(np.percentile(apart, 90) >= _BEYOND_NOISE * usual)


def has_premiums(layout: Layout) -> bool:
    """Whether the layout has enough premium squares to show where the board lies."""
    kinds = kinds_of(layout)
    return bool((kinds > 0).sum() >= _FEWEST_PREMIUMS and (kinds == 0).sum() >= _FEWEST_PLAIN)


@lru_cache(maxsize=8)
def kinds_of(layout: Layout) -> NDArray[np.int64]:
    """What is printed on each square, as numbers: int64 [n, n]. 0 is plain; -1 is the start, which
    says nothing (a lone square would always explain itself)."""
    codes = [p for p in Premium if p not in (Premium.NONE, Premium.START)]
    numbers = {Premium.NONE: 0, Premium.START: -1}
    numbers.update({premium: 1 + i for i, premium in enumerate(codes)})
    every = range(layout.size)
    return np.array([[numbers[layout.premium(Square(c, r))] for c in every] for r in every])


def light(colours: BoardColours, weights: Weights) -> BoardColours:
    """The colour that a plain square would have everywhere, as the light falls: a quadratic
    surface through the squares that count, on which tiles among them pull little; 0 where none
    does."""
    n = colours.shape[-2]
    every = weights.reshape(-1, n * n)
    chosen = np.flatnonzero(every.any(axis=0))
    if not len(chosen):
        return np.zeros_like(colours)
    terms, base = _terms(n)[chosen], every[:, chosen]
    pairs = (terms[:, :, None] * terms[:, None, :]).reshape(len(chosen), -1)
    values = colours.reshape(-1, n * n, 3)[:, chosen]
    start = weighted_median(values, base)[:, None]
    fitted = np.broadcast_to(start, values.shape)
    hold = np.diag([1e-6, 1, 1, 1, 1, 1]).astype(np.float32)
    holds = hold * (0.02 * base.sum(axis=-1) + 1e-3)[:, None, None]
    for _ in range(_ROUNDS):
        apart = _length(values - fitted)
        scale = 2 * weighted_median(apart[..., None], base)
        trust = base / (1 + (apart / np.maximum(scale, _SMALLEST_STEP)) ** 2)
        wanted = terms.T @ (trust[..., None] * (values - start))
        shape = np.linalg.solve((trust @ pairs).reshape(holds.shape) + holds, wanted)
        fitted = start + terms @ shape
    return (start + _terms(n) @ shape).reshape(colours.shape).astype(np.float32)


def _length(colours: BoardColours) -> NDArray[np.float32]:
    """How far colours [..., 3] are from none."""
    first, second, third = colours[..., 0], colours[..., 1], colours[..., 2]
    return np.asarray(np.sqrt(first * first + second * second + third * third), dtype=np.float32)


def weighted_median(values: BoardColours, weights: Weights) -> BoardColours:
    """The median of values [m, k, channels] along k, by weights [m, k]: [m, channels]."""
    counted = weights > 0
    if np.array_equal(weights, counted):
        return _median_of_counted(values, counted)
    order = np.argsort(values, axis=1)
    share = np.cumsum(np.take_along_axis(weights[..., None], order, axis=1), axis=1)
    place = np.argmax(share >= 0.5 * share[:, -1:], axis=1)[:, None]
    middle = np.take_along_axis(order, place, axis=1)
    return np.asarray(np.take_along_axis(values, middle, axis=1)[:, 0])


def _median_of_counted(values: BoardColours, counted: NDArray[np.bool]) -> BoardColours:
    """`weighted_median` where squares count or don't, which is much quicker: those that don't are
    sorted to the end. 0 where none counts."""
    ranked = np.where(counted[:, None], np.swapaxes(values, 1, 2), np.inf)
    ranked.sort(axis=-1)
    count = counted.sum(axis=1)[:, None]
    place = np.maximum((count + 1) // 2 - 1, 0)
    middle = np.take_along_axis(ranked, place[..., None], axis=-1)[..., 0]
    return np.asarray(np.where(count > 0, middle, 0), dtype=np.float32)


@lru_cache(maxsize=8)
def _terms(n: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:n, 0:n] / max(n - 1, 1) * 2 - 1
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    return terms.reshape(n * n, 6).astype(np.float32)


# --- the judgement ---

_LAYOUT_WEIGHT = 1.2
_CLEARLY, _NOISE = 1.25, 4.0  # how far an edge must outdo its neighbours, in steps of 255
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
    where it has too few premium squares. `visible`: share of the squares in the picture.
    """

    lines: float
    ends: float
    layout: float | None
    visible: float

    @property
    def score(self) -> float:
        return self.lines + _LAYOUT_WEIGHT * (self.layout or 0.0)


def judge_flat(flat: Picture, lines: Lines, visible: Weights, layout: Layout) -> Judgement:
    """The judgement of a flat board with `PIXELS` a square and a rim of `MARGIN` squares, and of
    its lines."""
    n, rim = layout.size, MARGIN * PIXELS
    share = float(layout_shares(middle_colours(flat[rim:-rim, rim:-rim], n), layout, visible))
    stand_out, ends = lines_and_ends(lines, n)
    return Judgement(stand_out, ends, None if np.isnan(share) else share, float(visible.mean()))


def layout_share(
    picture: Picture,
    grid: Grid,
    layout: Layout,
    weights: NDArray[np.floating | np.bool] | None = None,
) -> float:
    """Share of the premium squares' colour distance to plain squares that "same kind, same
    colour" explains, up to 1; nan if colours don't decide: the layout or the weights leave too few
    premium squares, or the board shows no colours at all.

    `weights`: [size, size], row first; how much a square counts (after reading: whether it is
    empty, or the probability of it).
    """
    flat = flatten(picture, grid, _SHARE_PIXELS, 0.0)
    counts = visible_squares(picture, grid)
    if weights is not None:
        counts = (counts * weights).astype(np.float32)
    as_seen = middle_colours(flat, grid.size)
    if not shows_colours(as_seen, counts):
        return float("nan")
    # With few plain squares in sight a surface of light fits anything: then what is seen counts.
    even = _in_even_light(flat, grid.size, counts * (kinds_of(layout) == 0))
    shares = layout_shares(np.stack([as_seen, even]), layout, np.stack([counts, counts]))
    return float(shares.max())


_ALL_OF_A_HALF, _FEW_OF_A_HALF = 0.9, 0.5


def halves_disagree(
    picture: Picture, grid: Grid, layout: Layout, weights: NDArray[np.bool]
) -> bool:
    """Whether a grid explains nearly all of one half of the board (left, right, upper, lower) by
    `layout_share`, and much less of the other: on a folding board that one was found some squares
    off. Where both were found, 0.88 and more of each is explained on rendered ones; where one was
    not, 0.94 and more of the one and 0.46 and less of the other. On a photograph whose colours fade
    on one side alone 0.57 is left."""
    n = layout.size
    first, second = slice(0, n // 2), slice(n - n // 2, n)
    for halves in (((first,), (second,)), ((slice(None), first), (slice(None), second))):
        shares = []
        for half in halves:
            counts = np.zeros_like(weights)
            counts[half] = weights[half]
            shares.append(layout_share(picture, grid, layout, counts))
        if max(shares) >= _ALL_OF_A_HALF and min(shares) < _FEW_OF_A_HALF:
            return True
    return False


def _in_even_light(flat: Picture, n: int, plain: Weights) -> BoardColours:
    """`middle_colours` as if the light on the plain squares (weights [n, n]) fell on all alike.

    Light multiplies: a red square in the dark is nearer to black than to the red one next to the
    lamp, and no surface that is subtracted mends that.
    """
    logs = 100 * np.log(_middle_of(flat, n) / 255 + _BLACK)
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
    if grid.bend is not None:
        points = grid.bend.bent(points)
    x, y = points[..., 0], points[..., 1]
    slack = 2.0
    node = ahead & (x > -slack) & (y > -slack)
    node &= (x < width - 1 + slack) & (y < height - 1 + slack)
    whole = node[:-1, :-1] & node[1:, :-1] & node[:-1, 1:] & node[1:, 1:]
    return np.asarray(whole, dtype=np.float32)


def middle_colours(flat: Picture, n: int) -> BoardColours:
    """The middle colour of every square of a flat board of n x n squares without margin."""
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), dtype=np.uint8)
    return np.asarray(_middle_of(lab, n) * np.array([LIGHTNESS, 1.0, 1.0], dtype=np.float32))


def _middle_of(flat: Picture, n: int) -> BoardColours:
    side = flat.shape[0] // n
    rim = max(1, side // 6)
    inner = slice(rim, side - rim)
    # Along whole rows first: sums along short axes are slow.
    rows = flat[: n * side, : n * side].reshape(n, side, n * side * 3)[:, inner]
    sums = rows.sum(axis=1, dtype=np.uint32).reshape(n, n, side, 3)[:, :, inner].sum(axis=2)
    return np.asarray(sums, dtype=np.float32) / np.float32((side - 2 * rim) ** 2)


def lines_and_ends(seen: Lines, n: int) -> tuple[float, float]:
    """`lines` and `ends` of the judgement, by the lines of a flat board with `PIXELS` a square and
    a rim of `MARGIN` squares."""
    board, inner = slice(MARGIN, MARGIN + n), slice(MARGIN, MARGIN + n - 1)
    both = [segments[board, inner] for segments in standing_out(seen)]
    lines = min(segments[:, k::2].mean() for segments in both for k in (0, 1))
    outermost = min(segments[row].mean() for segments in both for row in (0, -1))
    return float(lines), float(min(outermost / max(lines, 1e-6), 1.0))


def standing_out(seen: Lines) -> tuple[NDArray[np.bool], NDArray[np.bool]]:
    """For the lines of a flat view of m x m squares, `PIXELS` a square: along which segments of the
    lines down and across (each as long as a square) colours change more than next to them. Two bool
    [m, m - 1], segment first: the lines between squares, without the view's edges."""
    across, down = seen
    return _segments(across), _segments(down)


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
    off_line = np.sort(windows[..., ~on_line], axis=-1)
    rival = off_line[..., round(0.85 * off_line.shape[-1])]
    return np.asarray(peak > _CLEARLY * rival + _NOISE)
