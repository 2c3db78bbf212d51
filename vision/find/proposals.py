"""Proposes grids, perhaps whole squares off, with how promising each looks: inside four-cornered
outlines, or from two families of straight lines where no outline can be seen.

Knows no layout and judges nothing: planks and keyboards give proposals too. Draws lots, but always
the same ones. Tests: tests/vision/test_find_proposers.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bend import ImagePoints
from vision.find.snap import edges
from vision.quality import percentile
from vision.reading import Grid, Picture

# --- a comb: evenly spaced lines, seen without perspective ---
# A comb of n + 1 teeth is laid over the sums of edges along columns and along rows; where its teeth
# fall on edges and the gaps between them don't, there may be a grid. Which of the lines is the
# first is left open by up to a few: the caller tries shifts by whole squares.

_PITCHES = 72  # 1 % apart over a factor of two: the last tooth is off by an eighth of a square
_PEAKS = 2
_OUTER_WEIGHT = 0.3  # a frame next to the grid draws the outermost lines elsewhere


@dataclass(frozen=True)
class Comb:
    """`first`: where the first line lies, `pitch`: from line to line, both in pixels;
    `score`: how far the lines stand out, in deviations of the profile."""

    first: float
    pitch: float
    score: float


def combs(
    profile: NDArray[np.float32], n: int, narrowest: float, widest: float, count: int = _PEAKS
) -> list[Comb]:
    """The best combs of n + 1 teeth in a profile (edge strength by position), best first, of which
    each has a pitch of its own between two bounds in pixels."""
    level = profile - cv2.blur(profile.reshape(1, -1), (2 * round(widest) + 1, 1)).ravel()
    level = level / (float(level.std()) + 1e-6)
    level = np.clip(level, -1.5, 3.0).astype(np.float32)
    pitches, kernels = _kernels(n, narrowest, widest)
    # The first line may lie a square before the profile, the last a square behind it.
    before = round(widest)
    padded = np.pad(level, (before, kernels.shape[1]))
    places = before + len(level) - round(n * narrowest) + before
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernels.shape[1])[:places]
    scores = kernels @ windows.T
    ends = np.arange(places)[None, :] - before + n * pitches[:, None]
    scores[ends > len(level) + widest] = -np.inf
    found: list[Comb] = []
    while len(found) < count:
        i, j = np.unravel_index(int(scores.argmax()), scores.shape)
        if not scores[i, j] > 0:
            break
        found.append(Comb(float(j - before), float(pitches[i]), float(scores[i, j])))
        scores[np.abs(np.log(pitches / pitches[i])) < 0.04] = -np.inf
    return found


@lru_cache(maxsize=8)
def _kernels(
    n: int, narrowest: float, widest: float
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Pitches, and for each a row that takes the mean on the teeth less the mean between them."""
    pitches = np.geomspace(narrowest, widest, _PITCHES)
    kernels = np.zeros((_PITCHES, round(n * widest) + 2), dtype=np.float32)
    weight = np.ones(n + 1)
    weight[[0, n]] = _OUTER_WEIGHT
    weight /= weight.sum()
    for row, pitch in zip(kernels, pitches, strict=True):
        np.add.at(row, np.rint(np.arange(n + 1) * pitch).astype(np.int64), weight)
        np.add.at(row, np.rint((np.arange(n) + 0.5) * pitch).astype(np.int64), -1.0 / n)
    return pitches, kernels


def edge_profiles(
    across: NDArray[np.float32], down: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Sums of edges along columns and along rows, softened by a pixel or so."""
    limit = max(*(percentile(edge[::3, ::3], 92) for edge in (across, down)), 1.0)
    columns = np.asarray(np.minimum(across, limit).mean(axis=0), dtype=np.float32)
    rows = np.asarray(np.minimum(down, limit).mean(axis=1), dtype=np.float32)
    return soft(columns), soft(rows)


def soft(profile: NDArray[np.float32]) -> NDArray[np.float32]:
    """The profile, blurred by a pixel or so: lines are never quite straight."""
    soft = cv2.GaussianBlur(profile.reshape(1, -1), (0, 0), sigmaX=1.2, sigmaY=1e-3)
    return np.asarray(soft.ravel(), dtype=np.float32)


# --- what a proposer hands on ---


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
    and widest square in the view; `round_`: this many pixels at its rim are left out of the sums.
    """
    across, down = edges(flat)
    height, width = across.shape
    columns, rows = edge_profiles(
        across[round_ : height - round_], down[:, round_ : width - round_]
    )
    found = [
        Proposal(
            grid_in_view(to_picture, u.first, u.pitch, v.first, v.pitch, n), min(u.score, v.score)
        )
        for u, v in product(combs(columns, n, *pitches), combs(rows, n, *pitches))
    ]
    return sorted(found, key=lambda proposal: -proposal.promise)


def grid_in_view(
    to_picture: NDArray[np.float64], u0: float, pitch_u: float, v0: float, pitch_v: float, n: int
) -> Grid:
    """The grid in the picture whose lines lie at even steps in a flat view of it."""
    u1, v1 = u0 + n * pitch_u, v0 + n * pitch_v
    flat = np.array([[u0, v0, 1], [u1, v0, 1], [u1, v1, 1], [u0, v1, 1]])
    seen = flat @ to_picture.T
    points = seen[:, :2] / seen[:, 2:]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return Grid((a, b, c, d), n)


# --- two families of lines ---
# Line segments that meet in one point far away are a family; two families give a view without
# perspective, in which the segments' places are combed.

_SEED = 20
_DRAWS = 600  # pairs of segments a family; of 10 draws 3 are of one family where it has half of all
_SHORTEST = 0.015  # of the picture's longer side, for a segment
_MOST_SEGMENTS = 900
_AIM = 0.025  # radians by which a segment may miss its family's meeting point
_FAMILIES = 3
_FEWEST = 12  # segments a family
_CROSSING = 0.5  # radians between two families, at least
_VIEW = 420  # pixels: the longer side of the view without perspective
_COMBS = 3


@dataclass(frozen=True)
class _Segments:
    """`ends` float [k, 2, 2], in pixels from the picture's middle; `middle`, `along` (unit
    vectors) [k, 2]; `length` [k]."""

    ends: ImagePoints
    middle: ImagePoints
    along: ImagePoints
    length: ImagePoints

    def __getitem__(self, chosen: NDArray[np.bool] | NDArray[np.intp]) -> _Segments:
        return _Segments(
            self.ends[chosen], self.middle[chosen], self.along[chosen], self.length[chosen]
        )


def propose_from_lines(picture: Picture, n: int) -> list[Proposal]:
    """Grids of n x n squares, the most promising first."""
    height, width = picture.shape[:2]
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    segments = _segments(picture, centre)
    rng = np.random.default_rng(_SEED)
    found: list[Proposal] = []
    if len(segments.length) < 2 * _FEWEST:
        return found
    for first in _meeting_points(segments, rng):
        of_first = _aim(segments, first) < _AIM
        for second in _meeting_points(segments[~of_first], rng, crossing=first):
            of_second = (_aim(segments, second) < _AIM) & ~of_first
            if of_second.sum() >= _FEWEST:
                found += _combed(segments[of_first], segments[of_second], first, second, centre, n)
    return sorted(found, key=lambda proposal: -proposal.promise)


def _segments(picture: Picture, centre: ImagePoints) -> _Segments:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    detected = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    # OpenCV's stubs don't say so, but where there is no line there is no array.
    lines = cast("cv2.typing.MatLike | None", detected)
    if lines is None:
        lines = np.empty((0, 1, 4))
    ends = np.asarray(lines, dtype=np.float64).reshape(-1, 2, 2) - centre
    way = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(way, axis=1)
    order = np.argsort(-length)[:_MOST_SEGMENTS]
    order = order[length[order] > _SHORTEST * max(picture.shape[:2])]
    along = way[order] / length[order, None]
    return _Segments(ends[order], ends[order].mean(axis=1), along, length[order])


def _meeting_points(
    segments: _Segments, rng: np.random.Generator, crossing: ImagePoints | None = None
) -> list[ImagePoints]:
    """Points (homogeneous, from the picture's middle) in which most length of segments meets, the
    best first, each with a family of its own; `crossing`: of lines that cross that point's."""
    count = len(segments.length)
    if count < _FEWEST:
        return []
    through = np.cross(
        np.c_[segments.ends[:, 0], np.ones(count)], np.c_[segments.ends[:, 1], np.ones(count)]
    )
    chance = segments.length / segments.length.sum()
    pairs = rng.choice(count, size=(_DRAWS, 2), p=chance)
    points = np.cross(through[pairs[:, 0]], through[pairs[:, 1]])
    points = points[np.linalg.norm(points[:, :2], axis=1) > 1e-9]
    points /= np.linalg.norm(points[:, :2], axis=1, keepdims=True)
    if crossing is not None:
        middle = np.average(segments.middle, axis=0, weights=segments.length)
        turn = (
            _directions(points, middle[None])[:, 0]
            @ _directions(crossing[None], middle[None])[0, 0]
        )
        points = points[np.abs(turn) < np.cos(_CROSSING)]
    found: list[ImagePoints] = []
    if not len(points):
        return found
    reach = np.minimum(segments.length, 4 * np.median(segments.length))
    fits = _aimed_at(segments, points)
    free = np.ones(count, dtype=bool)
    while len(found) < _FAMILIES:
        support = fits @ (reach * free)
        best = int(support.argmax())
        mine = fits[best] & free
        if mine.sum() < _FEWEST:
            break
        found.append(_refined(segments[mine], points[best]))
        free &= ~mine
    return found


def _directions(points: ImagePoints, places: ImagePoints) -> ImagePoints:
    """Unit vectors [points, places, 2] from places towards homogeneous points."""
    way = points[:, None, :2] - points[:, None, 2:] * places[None]
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-12))


def _aimed_at(segments: _Segments, points: ImagePoints) -> NDArray[np.bool]:
    """Whether each segment points at each meeting point: bool [points, segments]."""
    (x, y), (along_x, along_y) = segments.middle.T, segments.along.T
    aside = points @ np.stack([along_y, -along_x, y * along_x - x * along_y])
    px, py, pw = points.T
    squares = np.stack([px * px + py * py, -2 * px * pw, -2 * py * pw, pw * pw], axis=1)
    far_squared = squares @ np.stack([np.ones_like(x), x, y, x * x + y * y])
    return np.asarray(aside * aside < _AIM * _AIM * far_squared)


def _aim(segments: _Segments, point: ImagePoints) -> ImagePoints:
    """How far (sine) each segment misses a meeting point."""
    towards = _directions(point[None], segments.middle)[0]
    along = segments.along
    return np.asarray(np.abs(towards[:, 0] * along[:, 1] - towards[:, 1] * along[:, 0]))


def _refined(segments: _Segments, point: ImagePoints) -> ImagePoints:
    """The point that the lines of all these segments miss least, weighted by their length."""
    scale = max(float(np.abs(segments.ends).max()), 1.0)
    for _ in range(3):
        trust = segments.length * np.clip(1 - (_aim(segments, point) / _AIM) ** 2, 0, None)
        ones = np.ones(len(trust))
        start = np.c_[segments.ends[:, 0] / scale, ones]
        end = np.c_[segments.ends[:, 1] / scale, ones]
        through = np.cross(start, end)
        through /= np.linalg.norm(through[:, :2], axis=1, keepdims=True)
        # How far a line misses a point far away grows with the distance: take it as an angle.
        far = np.linalg.norm(point[:2] / scale - point[2] * segments.middle / scale, axis=1)
        weight = (trust / np.maximum(far, 1e-9) ** 2)[:, None]
        values, vectors = np.linalg.eigh((through * weight).T @ through)
        best = vectors[:, int(values.argmin())] * np.array([scale, scale, 1.0])
        size = np.linalg.norm(best[:2])
        if size < 1e-9:
            return point
        point = best / size
    return point


def _combed(
    first: _Segments,
    second: _Segments,
    far_a: ImagePoints,
    far_b: ImagePoints,
    centre: ImagePoints,
    n: int,
) -> list[Proposal]:
    """Grids in the view in which the first family lies across and the second down."""
    if abs(_directions(far_a[None], np.zeros((1, 2)))[0, 0, 0]) < abs(
        _directions(far_b[None], np.zeros((1, 2)))[0, 0, 0]
    ):
        first, second, far_a, far_b = second, first, far_b, far_a
    middle = np.average(
        np.r_[first.middle, second.middle], axis=0, weights=np.r_[first.length, second.length]
    )
    at = np.array([middle[0], middle[1], 1.0])
    horizon = np.cross(far_a, far_b)
    if abs(horizon @ at) < 1e-12:
        return []
    horizon = horizon / (horizon @ at)
    to_view = np.stack([np.cross(far_b, at), np.cross(far_a, at), horizon])
    # Right and down stay right and down, and a pixel in the middle stays a pixel.
    for row, axis in ((0, 0), (1, 1)):
        slope = to_view[row, :2]
        to_view[row] /= np.copysign(max(float(np.linalg.norm(slope)), 1e-12), slope[axis])
    across, down = _placed(first, to_view), _placed(second, to_view)
    if across is None or down is None:
        return []
    box = np.concatenate([across.reshape(-1, 2), down.reshape(-1, 2)])
    low, high = np.percentile(box, 3, axis=0), np.percentile(box, 97, axis=0)
    scale = _VIEW / max(float((high - low).max()), 1e-6)
    if min(high - low) * scale < _VIEW / 5:
        return []
    shape = (high - low) * scale
    columns = _profile((down - low) * scale, shape, 0)
    rows = _profile((across - low) * scale, shape, 1)
    back = np.linalg.inv(to_view) @ np.array(
        [[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]]
    )
    back = np.array([[1, 0, centre[0]], [0, 1, centre[1]], [0, 0, 1]]) @ back
    narrowest, widest = 0.3 * _VIEW / n, 1.04 * _VIEW / n
    both = (combs(profile, n, narrowest, widest, _COMBS) for profile in (columns, rows))
    return [
        Proposal(grid_in_view(back, u.first, u.pitch, v.first, v.pitch, n), min(u.score, v.score))
        for u, v in product(*both)
    ]


def _placed(segments: _Segments, to_view: ImagePoints) -> ImagePoints | None:
    """The segments' ends in the view [k, 2, 2], of those on this side of the horizon."""
    ends = np.concatenate([segments.ends, np.ones((len(segments.length), 2, 1))], axis=2)
    seen = ends @ to_view.T
    ahead = (seen[..., 2] > 0.15).all(axis=1)
    if ahead.sum() < _FEWEST:
        return None
    return np.asarray(seen[ahead, :, :2] / seen[ahead, :, 2:])


def _profile(ends: ImagePoints, shape: ImagePoints, axis: int) -> NDArray[np.float32]:
    """How much length of segments lies at each pixel along an axis of the view."""
    place = ends[:, :, axis].mean(axis=1)
    extent = np.clip(ends[:, :, 1 - axis], 0, shape[1 - axis])
    length = np.abs(extent[:, 1] - extent[:, 0])
    profile, _ = np.histogram(place, np.arange(int(shape[axis]) + 2) - 0.5, weights=length)
    return soft(profile.astype(np.float32))


# --- four-cornered outlines: a board's frame, its rim, the grid itself ---

_SIDE = 320  # of the flattened outline, in pixels
_SIDE_AT_A_GLANCE = 240  # of outlines in a smaller picture
_ROUND = 24  # pixels shown round it
_SMALLEST = 0.04  # of the picture: a smaller board can't be read
_MOST = 10
_EVEN_LIMIT = 4.0  # of the contrast that evening out may add
_GLANCES = 2  # masks: on 10 rendered tables 8 of the 9 boards that are found by all of them

Quad = NDArray[np.float64]


def propose_in_quads(picture: Picture, n: int) -> list[Proposal]:
    """Grids of n x n squares, the most promising first."""
    found = [p for quad in outlines(picture) for p in _proposals(picture, quad, n)]
    return sorted(found, key=lambda proposal: -proposal.promise)


def propose_at_a_glance(picture: Picture, n: int) -> Iterator[Proposal]:
    """The most promising grid inside the outlines of each of the first masks, mask by mask: a board
    that lies there plainly is in one of these, and the rest needn't be tried."""
    for mask in islice(_masks(picture), _GLANCES):
        quads = outlines_of([mask])
        found = [p for quad in quads for p in _proposals(picture, quad, n, _SIDE_AT_A_GLANCE)]
        if found:
            yield max(found, key=lambda proposal: proposal.promise)


def propose_in_tints(picture: Picture, n: int) -> list[Proposal]:
    """The same in a picture of hues alone, evened out: where the board's outline is no lighter and
    no darker than a restless table."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    even = cv2.createCLAHE(_EVEN_LIMIT, (8, 8))
    found: list[Proposal] = []
    for channel in cv2.split(lab)[1:]:
        tint = even.apply(cv2.GaussianBlur(channel, (3, 3), 0))
        found += propose_in_quads(np.asarray(cv2.cvtColor(tint, cv2.COLOR_GRAY2BGR), np.uint8), n)
    return sorted(found, key=lambda proposal: -proposal.promise)


def outlines(picture: Picture) -> list[Quad]:
    """Four-cornered outlines in the picture, clockwise, as float [4, 2]; largest first."""
    return outlines_of(_masks(picture))


def outlines_of(masks: Iterable[NDArray[np.uint8]]) -> list[Quad]:
    """The same in masks of the picture."""
    found: list[tuple[float, Quad]] = []
    for mask in masks:
        height, width = mask.shape
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if len(contour) < 4:
                continue
            _, _, w, h = cv2.boundingRect(contour)
            if w * h < _SMALLEST * width * height:
                continue
            quad = _four_corners(contour)
            if quad is None:
                continue
            area = float(cv2.contourArea(quad.astype(np.float32)))
            if area < _SMALLEST * width * height:
                continue
            if all(np.abs(quad - other).max() > 0.012 * np.sqrt(area) for _, other in found):
                found.append((area, quad))
    found.sort(key=lambda entry: -entry[0])
    return [quad for _, quad in found[:_MOST]]


def _masks(picture: Picture) -> Iterator[NDArray[np.uint8]]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    cross = np.ones((3, 3), dtype=np.uint8)
    for low, high in ((20, 60), (50, 120), (90, 220)):
        yield np.asarray(cv2.dilate(cv2.Canny(soft, low, high), cross), dtype=np.uint8)
    hsv = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_BGR2HSV)
    for channel in (soft, hsv[:, :, 1], hsv[:, :, 2]):
        _, mask = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), dtype=np.uint8))
        yield np.asarray(mask, dtype=np.uint8)
        yield np.asarray(255 - mask, dtype=np.uint8)


def _four_corners(contour: cv2.typing.MatLike) -> Quad | None:
    """The quadrangle that a contour's hull is, except for rounded corners; else None."""
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    area = cv2.contourArea(hull)
    for slack in (0.01, 0.02, 0.04, 0.07):
        outline = cv2.approxPolyDP(hull, slack * around, True)
        if len(outline) < 4:
            return None
        if len(outline) == 4:
            quad = outline.reshape(4, 2).astype(np.float64)
            if cv2.contourArea(outline) < 0.9 * area:
                return None
            sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
            if sides.min() < 0.2 * sides.max():
                return None
            return quad if _clockwise(quad) else quad[::-1].copy()
    return None


def _clockwise(quad: Quad) -> bool:
    x, y = quad[:, 0], quad[:, 1]
    return bool(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0)


def _proposals(picture: Picture, quad: Quad, n: int, side: int = _SIDE) -> list[Proposal]:
    whole = side + 2 * _ROUND
    end = float(_ROUND + side)
    box = np.array([[_ROUND, _ROUND], [end, _ROUND], [end, end], [_ROUND, end]], dtype=np.float32)
    to_picture = np.asarray(
        cv2.getPerspectiveTransform(box, quad.astype(np.float32)), dtype=np.float64
    )
    flat = cv2.warpPerspective(
        picture, to_picture, (whole, whole), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    pitches = (0.5 * side / n, 1.04 * side / n)
    return proposals_in(np.asarray(flat, dtype=np.uint8), to_picture, n, pitches, _ROUND)
