"""Boards with piles, seen from aside: each square is read at every height its pile may have.

The top of a pile lies up to a whole square off its foot then: it covers the square behind it, and
may look like a tile that lies there. A letter is promised only where it reads best from one square
alone, and an empty square only where nothing could hide it. Knows no rules of placing.
Tests: tests/vision/test_piles.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.reading import FIRST_LETTER, LABELS, Grid, Picture, Probabilities
from vision.square.classify import ClassifyAll
from vision.square.warp import cut_squares, raised, shift_at_middle

Places: TypeAlias = NDArray[np.float64]
"""Where middles of squares are seen: float [..., 2], columns and rows on the board's own plane."""

THICKEST_TILE = 0.26
"""In squares: 5 mm of 19."""

OBLIQUE = 0.4
"""A view in which the top of the highest pile lies this many squares off its foot, in the middle of
the board, is read at several heights: nearly half of it lies on the next square."""

PLANE_STEP = 0.15
"""Squares between the tops of neighbouring planes: about what training jitters its crops by, so
that no top is farther from a plane than half of that."""

SIGHTED = 0.5
"""A letter is sighted where it is likelier than everything else together."""

SAME_TILE = 0.5
"""Sightings nearer to each other than this (in squares) show the same tile: nearer than half a
square most of one lies on the other."""

TOPS_APART = 0.9
"""Tops that are both seen whole lie a square apart; a tenth for tiles that lie askew. What is
sighted nearer to a better sighting is cut by it, or made up of it and its neighbour."""

HIDDEN_WITHIN = 0.75
"""A square is hidden by a pile that is seen nearer to its middle than this: a quarter of it."""

BARE = 0.5
"""At a height where a square isn't even this likely empty something may stand on it. Not more: a
crop of bare ground may lie across the squares' lines, and such crops read less surely empty. 72
oblique rendered boards: nothing promised wrongly, with 0.9 neither, but a tenth more asked."""

_LIKELIER = 0.6


@dataclass(frozen=True)
class Planes:
    """What a picture shows on every plane, the board's own first.

    `read`: float32 [planes, n*n, len(LABELS)]; `covered`: float32 [planes, n*n]; `places`:
    [planes, n*n, 2].
    """

    read: Probabilities
    covered: NDArray[np.float32]
    places: Places


@dataclass(frozen=True)
class _Tile:
    square: int
    plane: int
    rivals: tuple[int, ...]
    cut: bool


def plane_grids(grid: Grid, picture_size: tuple[int, int], highest_pile: int) -> tuple[Grid, ...]:
    """The planes on which tops may lie, upwards from the board's own; none where it is seen so
    straight, or piles are so low, that the board's own plane does for all."""
    if highest_pile == 1:
        return ()
    highest = highest_pile * THICKEST_TILE
    shift = shift_at_middle(grid, raised(grid, picture_size, highest))
    if shift < OBLIQUE:
        return ()
    steps = math.ceil(shift / PLANE_STEP)
    heights = [highest * i / steps for i in range(1, steps + 1)]
    return (grid, *(raised(grid, picture_size, height) for height in heights))


def read_planes(picture: Picture, grids: tuple[Grid, ...], classify: ClassifyAll) -> Planes:
    """All squares on each of the planes."""
    n = grids[0].size
    middles = np.array([(c + 0.5, r + 0.5, 1.0) for r in range(n) for c in range(n)])
    to_board = np.linalg.inv(grids[0].to_picture())
    read, covered, places = [], [], []
    for grid in grids:
        probabilities, over = classify(cut_squares(picture, grid))
        read.append(probabilities)
        covered.append(over)
        seen = middles @ (to_board @ grid.to_picture()).T
        places.append(seen[:, :2] / seen[:, 2:])
    return Planes(np.stack(read), np.stack(covered), np.stack(places))


def weigh_planes(planes: Planes) -> tuple[Probabilities, NDArray[np.float32]]:
    """What lies on each square [n*n, len(LABELS)] and how likely it is covered [n*n]: sure only
    where no pile could hide or mimic it."""
    count = len(planes.read)
    near = [[max(k - 1, 0), k, min(k + 1, count - 1)] for k in range(count)]
    steady = np.stack([_mean(planes.read[ks]) for ks in near])
    tiles = _tiles(steady, planes.places)
    seen, covered = planes.read[0].copy(), planes.covered[0].copy()
    hidden = _hidden(planes, tiles)
    taken = {tile.square for tile in tiles}
    for square in range(len(seen)):
        if square not in taken:
            seen[square] = _bare(planes, steady, tiles, square, bool(hidden[square]))
    for tile in reversed(tiles):  # the surest last
        row = steady[tile.plane, tile.square].copy()
        if tile.cut or tile.rivals:
            row = _open(row, maybe_empty=1 - _LIKELIER)
        seen[tile.square] = row
        covered[tile.square] = planes.covered[tile.plane, tile.square]
    for tile in tiles:
        for rival in tile.rivals:
            if rival not in taken:
                seen[rival] = _open(steady[tile.plane, tile.square])
    return seen, covered


def _mean(looks: Probabilities) -> Probabilities:
    """What looks [looks, n, len(LABELS)] at neighbouring heights say together. They aren't looks at
    the same crop a little aside (vision/square/second_look.py), so agreeing makes them no surer."""
    logs = np.log(np.maximum(looks, 1e-9)).mean(axis=0)
    odds = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), dtype=np.float32)


def _tiles(steady: Probabilities, places: Places) -> list[_Tile]:
    """The tops that are seen, surest first, at most one a square."""
    letter = steady[..., FIRST_LETTER:].argmax(axis=-1)
    best = steady[..., FIRST_LETTER:].max(axis=-1)
    order = np.argsort(-best, axis=None, kind="stable")
    sightings = [divmod(int(i), best.shape[1]) for i in order if best.flat[i] > SIGHTED]
    tiles: list[_Tile] = []
    explained: set[tuple[int, int]] = set()
    squares: set[int] = set()
    for plane, square in sightings:
        if (plane, square) in explained or square in squares:
            continue
        here = places[plane, square]
        away = {(k, s): float(np.linalg.norm(places[k, s] - here)) for k, s in sightings}
        explained.update(sighting for sighting, far in away.items() if far < SAME_TILE)
        alike = {
            s
            for (k, s), far in away.items()
            if far < (TOPS_APART if letter[k, s] == letter[plane, square] else SAME_TILE)
        }
        cut = any(
            float(np.linalg.norm(places[t.plane, t.square] - here)) < TOPS_APART for t in tiles
        )
        squares.add(square)
        tiles.append(_Tile(square, plane, tuple(sorted(alike - {square})), cut))
    return tiles


def _hidden(planes: Planes, tiles: list[_Tile]) -> NDArray[np.bool_]:
    """Which squares' feet [n*n] a pile on another square hides."""
    feet = planes.places[0]
    hidden = np.zeros(len(feet), dtype=bool)
    for tile in tiles:
        away = _distance(feet, feet[tile.square], planes.places[tile.plane, tile.square])
        away[tile.square] = np.inf
        hidden |= away < HIDDEN_WITHIN
    return hidden


def _bare(
    planes: Planes, steady: Probabilities, tiles: list[_Tile], square: int, hidden: bool
) -> NDArray[np.float32]:
    """What a square shows on which no letter is sighted."""
    row: NDArray[np.float32] = planes.read[0, square]
    if hidden:
        return _open(row)
    feet = planes.places[0]
    for plane in range(len(planes.read)):
        here = planes.places[plane, square][None]
        if not any(
            _distance(here, feet[t.square], planes.places[t.plane, t.square])[0] < TOPS_APART
            for t in tiles
        ):
            other = steady[plane, square]
            row = other if other[0] < min(row[0], BARE) else row
    return row


def _open(row: NDArray[np.float32], maybe_empty: float = _LIKELIER) -> NDArray[np.float32]:
    """A row of probabilities for a square on which that may be seen, or that may be empty."""
    letters = row[FIRST_LETTER:] + 1e-3
    after = np.zeros(len(LABELS), dtype=np.float32)
    after[FIRST_LETTER:] = letters / letters.sum() * (1 - maybe_empty)
    after[0] = maybe_empty
    return after


def _distance(points: Places, start: Places, end: Places) -> NDArray[np.float64]:
    """From each of the points [n, 2] to the line from `start` to `end`, [n]."""
    along = end - start
    length = float(along @ along)
    share = np.clip((points - start) @ along / max(length, 1e-12), 0.0, 1.0)
    return np.asarray(np.linalg.norm(points - start - share[:, None] * along, axis=1))
