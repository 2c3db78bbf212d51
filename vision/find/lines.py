"""Proposes grids from two families of straight lines, where no outline of the board can be seen.

Line segments that meet in one point far away are a family; two families give a view without
perspective, in which the segments' places are combed. Knows no layout and judges nothing: planks
and keyboards give proposals too. Draws lots, but always the same ones.
Tests: tests/vision/test_find_proposers.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.comb import combs, soft
from vision.find.proposals import Proposal, grid_of
from vision.reading import Picture

_SEED = 20
_DRAWS = 600  # pairs of segments a family; of 10 draws 3 are of one family where it has half of all
_SHORTEST = 0.015  # of the picture's longer side, for a segment
_MOST_SEGMENTS = 900
_AIM = 0.025  # radians that a segment may point beside its family's meeting point
_FAMILIES = 3
_FEWEST = 12  # segments a family
_CROSSING = 0.5  # radians between two families, at least
_VIEW = 420  # pixels: the longer side of the view without perspective
_COMBS = 3

Points = NDArray[np.float64]


@dataclass(frozen=True)
class _Segments:
    """`ends` float [k, 2, 2], in pixels from the picture's middle; `middle`, `along` (unit
    vectors) [k, 2]; `length` [k]."""

    ends: Points
    middle: Points
    along: Points
    length: Points

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


def _segments(picture: Picture, centre: Points) -> _Segments:
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
    segments: _Segments, rng: np.random.Generator, crossing: Points | None = None
) -> list[Points]:
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
    found: list[Points] = []
    if not len(points):
        return found
    reach = np.minimum(segments.length, 4 * np.median(segments.length))
    fits = _aim_of_all(segments, points) < _AIM
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


def _directions(points: Points, places: Points) -> Points:
    """Unit vectors [points, places, 2] from places towards homogeneous points."""
    way = points[:, None, :2] - points[:, None, 2:] * places[None]
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-12))


def _aim_of_all(segments: _Segments, points: Points) -> Points:
    """How far (sine) each segment points beside each meeting point: [points, segments]."""
    towards = _directions(points, segments.middle)
    along = segments.along[None]
    return np.abs(towards[..., 0] * along[..., 1] - towards[..., 1] * along[..., 0])


def _aim(segments: _Segments, point: Points) -> Points:
    return np.asarray(_aim_of_all(segments, point[None])[0])


def _refined(segments: _Segments, point: Points) -> Points:
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
    first: _Segments, second: _Segments, far_a: Points, far_b: Points, centre: Points, n: int
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
    found: list[Proposal] = []
    for u in combs(columns, n, narrowest, widest, _COMBS):
        for v in combs(rows, n, narrowest, widest, _COMBS):
            grid = grid_of(back, u.first, u.pitch, v.first, v.pitch, n)
            found.append(Proposal(grid, min(u.score, v.score)))
    return found


def _placed(segments: _Segments, to_view: Points) -> Points | None:
    """The segments' ends in the view [k, 2, 2], of those on this side of the horizon."""
    ends = np.concatenate([segments.ends, np.ones((len(segments.length), 2, 1))], axis=2)
    seen = ends @ to_view.T
    ahead = (seen[..., 2] > 0.15).all(axis=1)
    if ahead.sum() < _FEWEST:
        return None
    return np.asarray(seen[ahead, :, :2] / seen[ahead, :, 2:])


def _profile(ends: Points, shape: Points, axis: int) -> NDArray[np.float32]:
    """How much length of segments lies at each pixel along an axis of the view."""
    place = ends[:, :, axis].mean(axis=1)
    extent = np.clip(ends[:, :, 1 - axis], 0, shape[1 - axis])
    length = np.abs(extent[:, 1] - extent[:, 0])
    profile, _ = np.histogram(place, np.arange(int(shape[axis]) + 2) - 0.5, weights=length)
    return soft(profile.astype(np.float32))
