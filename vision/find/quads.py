"""Proposes grids inside four-cornered outlines: a board's frame, its rim, the grid itself.

Knows no layout and judges nothing; an outline of something else gives a proposal too.
Tests: tests/vision/test_find_proposers.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.proposals import Proposal, proposals_in
from vision.reading import Picture

_SIDE = 320  # of the flattened outline, in pixels
_ROUND = 24  # pixels shown round it
_SMALLEST = 0.04  # of the picture: a smaller board can't be read
_MOST = 10
_EVEN_LIMIT = 4.0  # of the contrast that evening out may add

Quad = NDArray[np.float64]


def propose_in_quads(picture: Picture, n: int) -> list[Proposal]:
    """Grids of n x n squares, the most promising first."""
    found = [p for quad in outlines(picture) for p in _proposals(picture, quad, n)]
    return sorted(found, key=lambda proposal: -proposal.promise)


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
    found: list[tuple[float, Quad]] = []
    height, width = picture.shape[:2]
    for mask in _masks(picture):
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
    """The quadrangle that a contour's hull is, but for rounded corners; else None."""
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


def _proposals(picture: Picture, quad: Quad, n: int) -> list[Proposal]:
    whole = _SIDE + 2 * _ROUND
    end = float(_ROUND + _SIDE)
    box = np.array([[_ROUND, _ROUND], [end, _ROUND], [end, end], [_ROUND, end]], dtype=np.float32)
    to_picture = np.asarray(
        cv2.getPerspectiveTransform(box, quad.astype(np.float32)), dtype=np.float64
    )
    flat = cv2.warpPerspective(
        picture, to_picture, (whole, whole), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    pitches = (0.5 * _SIDE / n, 1.04 * _SIDE / n)
    return proposals_in(np.asarray(flat, dtype=np.uint8), to_picture, n, pitches, _ROUND)
