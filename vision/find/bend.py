"""Whether the lens bends a grid's lines, and a search in a picture without the bend.

Most lenses bend lines by less than can be seen on a board, and those are left alone: a grid has a
lens only where its lines show clearly that it needs one, and a barrel, as wide-angle lenses have.
Found once, it is kept with the grid.
Tests: tests/vision/test_find_bend.py.
"""

from __future__ import annotations

import numpy as np

from vision.find.snap import snap
from vision.lens import Lens, warp_through
from vision.reading import Grid, Picture

_NOTABLE = 0.1  # squares that lines must bend; through straight lenses 0.08 was made up at most
_NO_WORSE = 1.1  # times what lay beside straight lines remains at most: medians of few lines jitter
_STRONGEST = 0.3  # bend; a stronger one is a fit to something else


def with_lens(picture: Picture, grid: Grid, rest: float) -> tuple[Grid, float]:
    """The grid with the lens that its lines show, and what its lines still lie beside it (median,
    squares); as it was if they are straight enough. `rest`: what they lie beside it now."""
    if grid.lens is not None:
        return grid, rest
    bent = snap(picture, grid, 2, bending=True)
    height, width = picture.shape[:2]
    lens = bent.grid.lens
    if lens is None or not -_STRONGEST < lens.bend(width, height) < 0:
        return grid, rest
    if bent.rest > _NO_WORSE * rest:
        return grid, rest
    straight = snap(picture, grid, 1).grid
    if _apart(straight, bent.grid) < _NOTABLE:
        return grid, rest
    settled = snap(
        picture, bent.grid, 1, bending=True
    )  # each round holds the strength back a little
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


def _apart(grid: Grid, other: Grid) -> float:
    """The greatest distance between like crossings of two grids' lines, in squares."""
    line = np.arange(grid.size + 1.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    apart = np.linalg.norm(grid.pixels_of(places) - other.pixels_of(places), axis=-1)
    return float(apart.max() / max(grid.pixels_per_square, 1e-6))
