"""Finds the evenly spaced lines of a grid in a picture that shows it without perspective.

A comb of n + 1 teeth is laid over the sums of edges along columns and along rows; where its teeth
fall on edges and the gaps between them don't, there may be a grid. Which of the lines is the
first is left open by up to a few: whoever asks walks over whole squares.
Tests: tests/vision/test_find_proposers.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

_PITCHES = 72  # 1 % apart over a factor of two: the last tooth is off by an eighth of a square
_PEAKS = 2
_OUTER_WEIGHT = 0.3  # a frame beside the grid draws the outermost lines elsewhere


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
    limit = max(*(float(np.percentile(edge[::3, ::3], 92)) for edge in (across, down)), 1.0)
    columns = np.asarray(np.minimum(across, limit).mean(axis=0), dtype=np.float32)
    rows = np.asarray(np.minimum(down, limit).mean(axis=1), dtype=np.float32)
    return soft(columns), soft(rows)


def soft(profile: NDArray[np.float32]) -> NDArray[np.float32]:
    """The profile, blurred by a pixel or so: lines are never quite straight."""
    soft = cv2.GaussianBlur(profile.reshape(1, -1), (0, 0), sigmaX=1.2, sigmaY=1e-3)
    return np.asarray(soft.ravel(), dtype=np.float32)
