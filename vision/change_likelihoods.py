"""How likely the colours of every square are if it is empty, if a blank lies there, or a letter:
by how it looked when it was last seen empty, in the light of now.

Knows colours, lamps, shades and reflections; what follows from the likelihoods is told in
vision/change_odds.py. Tests: tests/vision/test_seen_before.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.squares import Square
from vision.board_colours import BLACK, HEAVY_TAILS, LIGHT_SPREAD, SURE_LETTER
from vision.reading import Reading
from vision.seen_before import (
    FIRST_LETTER,
    Bare,
    Field,
    Marks,
    change_of_light,
    log_colours,
    neighbours,
    no_letter,
)

TILE_SPREAD = 0.12
"""Least deviation of a tile's colour from that of the tiles near it, in logarithms: vision/
board_colours.py's four steps of lightness, which are an eighth of the light at a tile's."""

UNKNOWN_SPREAD = 0.5
"""How far the colour of a tile nobody has seen yet lies from an empty square's."""

KIND_SPREAD = 0.06
"""Least deviation of an empty square's colour from those of its kind: print, grain, lines."""

NEAR = 3.0
"""Squares lend others their colour the more, the nearer they lie (a Gaussian, in squares): they
share their light."""

OTHER_LIGHT = math.log(0.01)
"""One square of a hundred lies in another light than its surroundings: in the edge of a shade, or
in a reflection."""

REFLECTION = (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
"""How much of a square's own colour a reflection may have washed out."""

SHADE_SPREAD = 0.06
"""A shade is tinted by what lights it still, and nobody knows its tint: half as much as tiles'."""

REFLECTION_SPREAD = 0.05
"""A reflection isn't white alone, nor even over a square; and half of a step of REFLECTION."""

WASHED = 0.2
"""A square whose neighbours have lost more of their colour than this lies in a reflection too."""

SAME = 11.3
"""Squared distance in spreads that only one of a hundred colours exceeds by chance."""


@dataclass(frozen=True, eq=False)
class Look:
    """The middles of all squares as BGR, 0 to 1, [size, size, 3]: `now`, and `bare` in the light
    of then; `light`: the logarithm of how much lighter it is now. `spread`: standard deviation of
    the logarithm of an empty square's. `known`: where all this is known, if only by other squares
    of the same kind, `seen`: by the square itself; `kind`: the colour of the empty squares of its
    kind."""

    now: Field
    rim: Field
    bare: Field
    light: Field
    spread: Field
    known: Marks
    seen: Marks
    kind: Field
    bare_rim: Field


def look_at(reading: Reading, bare: Bare, free: Marks, layout: Layout) -> Look:
    """How the squares look now, and how those that are believed to be `free` looked when bare."""
    assert reading.colours is not None
    now, rim = (reading.colours[:, :, part].astype(np.float64) for part in (0, 1))
    seen = bare.known & free
    ground = free & no_letter(reading)
    light = np.zeros_like(now)
    spread = np.broadcast_to(np.array(LIGHT_SPREAD), now.shape)
    then, rim_then = (np.where(seen[..., None], bare.colours[:, :, i], 1.0) for i in (0, 1))
    if (seen & ground).any():
        light = bare.light_now - bare.light + change_of_light(reading, bare, free)
        change = log_colours(now) - log_colours(then) - light
        even = 1.4826 * np.median(np.abs(change[seen & ground]), axis=0)
        spread = np.broadcast_to(np.maximum(LIGHT_SPREAD, even), now.shape)
    kind, of_kind, kind_spread = _own_kind(now, ground, layout)
    unseen = (of_kind & free & ~seen)[..., None]
    then = np.where(unseen, kind, then)
    light = np.where(unseen, 0.0, light)
    spread = np.where(unseen, np.maximum(kind_spread, spread), spread)
    kind = np.where(of_kind[..., None], kind, then)
    return Look(now, rim, then, light, spread, seen | unseen[..., 0], seen, kind, rim_then)


def likelihoods(reading: Reading, look: Look) -> tuple[Field, Field, Field]:
    """Log likelihoods [size, size] of the colours if the square is empty, if a blank lies there,
    and if a lettered tile does (of whose colours only the rim's says anything)."""
    tile, tile_spread = _tile_colours(reading, look)
    empty = _relit(look)
    washed = _washed(look, empty[0])
    lit = np.logaddexp.reduce([_log_density(log_colours(look.now) - e, look.spread) for e in empty])
    # In a shade that has come or gone the light of the rest of the board says nothing.
    as_empty = np.logaddexp.reduce(
        [
            lit - math.log(len(empty)),
            *(
                _in_other_light(look.now, light, look.spread, washed) - math.log(2)
                for light in (empty[0], log_colours(look.bare))
            ),
        ]
    )

    before = _share_before(look)

    def as_tile(colours: Field) -> Field:
        even = _log_density(log_colours(colours) - tile, tile_spread)
        as_then = _reflected(colours, tile, tile_spread, before)
        lit = np.logaddexp(even, as_then) - math.log(2)
        return np.asarray(np.logaddexp(lit, _in_other_light(colours, tile, tile_spread, washed)))

    return np.asarray(as_empty), as_tile(look.now), as_tile(look.rim)


def just_as_bare(reading: Reading, look: Look) -> Marks:
    """The squares that look as they did when bare, in their middle and along their rim, and whose
    rim is no tile's colour: print and tiles next door can make them read like letters."""
    assert reading.colours is not None
    tile, tile_spread = _tile_colours(reading, look)
    off = np.stack(
        [
            log_colours(look.now) - log_colours(look.bare),
            log_colours(look.rim) - log_colours(look.bare_rim),
        ]
    )
    off = (off - look.light) / look.spread
    unchanged = ((off**2).sum(axis=-1) < SAME).all(axis=0)
    no_tile = (((log_colours(look.rim) - tile) / tile_spread) ** 2).sum(axis=-1) > SAME
    return np.asarray(look.seen & unchanged & no_tile)


def _own_kind(now: Field, ground: Marks, layout: Layout) -> tuple[Field, Marks, Field]:
    """The colour every square would have by the empty ones of its kind near it in this picture,
    where there are three at least, and its spread."""
    size = layout.size
    kinds = np.array(
        [[layout.premium(Square(c, r)).value for c in range(size)] for r in range(size)]
    )
    colour, known = np.zeros_like(now), np.zeros(ground.shape, dtype=bool)
    spread = np.full_like(now, KIND_SPREAD)
    for kind in np.unique(kinds):
        peers = ground & (kinds == kind)
        if int(peers.sum()) < 3:
            continue
        logs = log_colours(now[peers])
        middle = np.median(logs, axis=0)
        colour[kinds == kind] = np.exp(middle) - BLACK
        spread[kinds == kind] = np.maximum(
            KIND_SPREAD, 1.4826 * np.median(np.abs(logs - middle), axis=0)
        )
        known |= kinds == kind
    return colour, known, spread


def _share_before(look: Look) -> Field:
    """The share [size, size, 1] that a reflection took of every square when it was remembered, by
    its colour against those of its kind."""
    rest = 1 - look.kind
    share = ((look.bare - look.kind) * rest).sum(axis=-1) / np.maximum((rest**2).sum(axis=-1), 1e-6)
    return np.asarray(np.clip(share, 0.0, max(REFLECTION))[..., None])


def _relit(look: Look) -> list[Field]:
    """The logarithms of the bare squares' colours in the light of now. A reflection stays as it
    was when a lamp or the exposure changes, and is at most as bright as the darkest channel."""
    darkest = look.bare.min(axis=-1, keepdims=True)
    factor = np.exp(look.light)
    return [
        log_colours((look.bare - w) * factor + w) for w in (0 * darkest, 0.5 * darkest, darkest)
    ]


def _washed(look: Look, empty: Field) -> Marks:
    """The squares whose neighbours lie in a reflection that their own expected colour doesn't know
    of yet: a new one, or any where only their kind is known."""
    shares = np.array((0.0, *REFLECTION))

    def about(expected: Field) -> Marks:
        fits = np.stack([_reflected(look.now, expected, look.spread, w) for w in shares])
        share = np.where(look.known & (fits.max(axis=0) > 0), shares[fits.argmax(axis=0)], 0.0)
        return np.asarray(np.median(neighbours(share), axis=0) >= WASHED)

    return np.where(look.seen, about(empty), about(log_colours(look.kind)))


def _tile_colours(reading: Reading, look: Look) -> tuple[Field, NDArray[np.float64]]:
    """The colour a tile would have on every square, [size, size, 3], and its spread [3]: that of
    the lettered tiles near it, or something about the empty square's where there are none."""
    sure = reading.probabilities[..., FIRST_LETTER:].max(axis=-1) >= SURE_LETTER
    if not sure.any():
        return _relit(look)[0], np.full(3, UNKNOWN_SPREAD)
    size = reading.size
    rows, columns = np.nonzero(sure)
    rims = log_colours(look.rim[sure])
    y, x = np.mgrid[:size, :size]
    away = (y[..., None] - rows) ** 2 + (x[..., None] - columns) ** 2
    # What a square reads like itself must not lend it a tile's colour.
    away = np.where(away == 0, 1e6, away)
    weight = np.exp(-(away - away.min(axis=-1, keepdims=True)) / (2 * NEAR**2))
    weight /= weight.sum(axis=-1, keepdims=True)
    tile = weight @ rims
    off = np.abs(rims - tile[rows, columns])
    spread = np.maximum(TILE_SPREAD, 1.4826 * np.median(off, axis=0))
    return np.asarray(tile), np.asarray(spread)


def _in_other_light(
    colours: Field, expected: Field, spread: NDArray[np.float64], washed: Marks
) -> Field:
    """Log likelihood [size, size] of colours in a shade or a reflection of their own."""
    off = log_colours(colours) - expected
    shaded = _log_density(off - off.mean(axis=-1, keepdims=True), np.maximum(spread, SHADE_SPREAD))
    bright = np.maximum.reduce([_reflected(colours, expected, spread, w) for w in REFLECTION])
    return np.asarray(
        np.logaddexp(shaded + OTHER_LIGHT, bright + np.where(washed, 0.0, OTHER_LIGHT))
    )


def _reflected(
    colours: Field, expected: Field, spread: NDArray[np.float64], share: float | Field
) -> Field:
    """Log likelihood of colours where a white reflection has taken a share of the expected."""
    seen = np.log(np.exp(expected) * (1 - share) + (1 + BLACK) * share)
    return _log_density(
        log_colours(colours) - seen, np.maximum(spread * (1 - share), REFLECTION_SPREAD)
    )


def _log_density(off: Field, spread: NDArray[np.float64]) -> Field:
    """Log of a t-distribution in three dimensions, but for a constant."""
    distance = ((off / spread) ** 2).sum(axis=-1)
    tails = -0.5 * (HEAVY_TAILS + 3) * np.log1p(distance / HEAVY_TAILS)
    return np.asarray(tails - np.log(spread).sum(axis=-1))
