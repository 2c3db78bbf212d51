"""How well the colours of a board's squares fit the layout of its premium squares.

The share of the premium squares' colour distance to plain squares that "same kind, same colour"
explains: near 1 on an empty board, near 0 for a grid that lies a square off. Every function takes
any number of boards at once (leading axes). Knows no picture.
Tests: tests/vision/test_find_layout_fit.py.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, Premium
from engine.squares import Square

Colours = NDArray[np.float32]
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


def layout_shares(colours: Colours, layout: Layout, weights: Weights) -> NDArray[np.float32]:
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
        apart = np.linalg.norm(own, axis=-1)
        total += (weight * apart).sum(axis=-1)
        explained += (weight * (apart - np.linalg.norm(own - centre[:, None], axis=-1))).sum(
            axis=-1
        )
    known = flat_weights[:, kinds > 0].sum(axis=-1) >= _FEWEST_PREMIUMS
    known &= flat_weights[:, kinds == 0].sum(axis=-1) >= _FEWEST_PLAIN
    shares = np.where(known, explained / np.maximum(total, 1e-6), np.nan)
    return shares.reshape(lead).astype(np.float32)


def shows_colours(colours: Colours, weights: Weights) -> bool:
    """Whether any squares of one board (those that count) differ from the rest by more than noise
    does: False where premium squares are marked by print alone. Needs no right grid."""
    counts = weights > 0
    apart = np.linalg.norm(colours - light(colours, weights), axis=-1)[counts]
    if not apart.size:
        return False
    usual = max(float(np.median(apart)), 1e-3)
    return bool(np.percentile(apart, 90) >= _BEYOND_NOISE * usual)


def has_premiums(layout: Layout) -> bool:
    """Whether the layout has premium squares enough to tell where the board lies."""
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


def light(colours: Colours, weights: Weights) -> Colours:
    """The colour that a plain square would have everywhere, as the light falls: a quadratic
    surface through the squares that count, on which tiles among them pull little."""
    n = colours.shape[-2]
    terms = _terms(n)
    values = colours.reshape(-1, n * n, 3)
    base = weights.reshape(-1, n * n)
    start = weighted_median(values, base)[:, None]
    fitted = np.broadcast_to(start, values.shape)
    hold = np.diag([1e-6, 1, 1, 1, 1, 1]).astype(np.float32)
    holds = hold * (0.02 * base.sum(axis=-1) + 1e-3)[:, None, None]
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(values - fitted, axis=-1)
        scale = 2 * weighted_median(apart[..., None], base)
        trust = base / (1 + (apart / np.maximum(scale, _SMALLEST_STEP)) ** 2)
        weighted = np.swapaxes(terms * trust[..., None], -1, -2)
        shape = np.linalg.solve(weighted @ terms + holds, weighted @ (values - start))
        fitted = start + terms @ shape
    return fitted.reshape(colours.shape).astype(np.float32)


def weighted_median(values: Colours, weights: Weights) -> Colours:
    """The median of values [m, k, channels] along k, by weights [m, k]: [m, channels]."""
    order = np.argsort(values, axis=1)
    share = np.cumsum(np.take_along_axis(weights[..., None], order, axis=1), axis=1)
    place = np.argmax(share >= 0.5 * share[:, -1:], axis=1)[:, None]
    middle = np.take_along_axis(order, place, axis=1)
    return np.asarray(np.take_along_axis(values, middle, axis=1)[:, 0])


@lru_cache(maxsize=8)
def _terms(n: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:n, 0:n] / max(n - 1, 1) * 2 - 1
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    return terms.reshape(n * n, 6).astype(np.float32)
