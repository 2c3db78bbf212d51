"""Finds the grid of squares in a picture: proposers, whole squares, lines, judge.

Everything that proposes corners goes the same way: the layout says which line is the first, the
lines pull the grid into place, the judge decides. No grid is better than a wrong one. Which way up
the board lies the letters must say: here the picture's top is the board's top.
Tests: tests/vision/test_find.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from engine.layouts import Layout
from vision.find.judge import Judgement, has_premiums, judge
from vision.find.proposals import (
    Proposal,
    propose_at_a_glance,
    propose_from_lines,
    propose_in_quads,
    propose_in_tints,
)
from vision.find.shifts import Shifted, best_ending, best_shift
from vision.find.snap import bent_again, farthest_corner, snap, straightened, with_lens
from vision.lens import Lens
from vision.quality import DARKEST, FEWEST_PIXELS, brightness, picture_quality
from vision.reading import Grid, Picture, Point, Refusal

PLENTY = 0.2
"""Certainty (`FoundGrid.certainty`) from which on no other proposal is asked for. On rendered
boards and tables no wrong grid came near it; right ones fall below it on full boards alone."""

_WORK_SIDE = 960  # the longer side, in pixels, of the picture that proposers look at
_GLANCE_SIDE = 480  # of the one in which plain outlines are sought first
_SMALL_SIDE = 320  # of the one in which squares are mere spots of colour
_SHIFTS = 3
_TRIED = 8  # of one proposer's proposals
_SLIVER = 0.15  # of a square that a corner may lie outside the picture
_WORTH_SNAPPING = 0.1  # share of the layout; chance alone gives that much
_SNAPS = 0.3  # squares between corners; both lie within a snap's reach then
_WORST_REST = 0.08  # squares between lines and grid after the last snap
_ENOUGH = 0.1  # certainty; on rendered tables wrong grids reach 0.07
_FAINT = 0.03  # the same where the layout explains more than it does of any wrong grid (`_FALSE`)
_FALSE = 0.3  # share of the layout that wrong grids on rendered tables have at most
_BY_CHANCE = 0.5  # share of the layout, well above `_FALSE`
_MOST_BY_COLOURS = 0.3  # of support; not all that clear lines give
_ENOUGH_PLAIN = 0.3  # the same where lines alone speak
_PLENTY_PLAIN = 0.5
_AGREED = 5
"""Proposals that came to lie on one grid, none within `_SNAPS` of another to begin with: then that
one is enough, and where lines alone speak a third of their clearness will do. Of 150 rendered
tables the right grid was met by 4 to 16 where it was unsure, wrong ones of any certainty by 1 or 2
(one of 0.04 by 5)."""

_BENDS = (-0.15,)  # of lenses to be tried where nothing is found; a third of it is found without


def _propose_at_a_glance(work: Picture, n: int) -> Iterator[Proposal]:
    """Proposals from a smaller picture: lines pull them into place all the same."""
    small, scale = shrunk(work, _GLANCE_SIDE)
    for proposal in propose_at_a_glance(small, n):
        yield replace(proposal, grid=rescaled(proposal.grid, 1 / scale))


_PROPOSERS: tuple[tuple[Callable[[Picture, int], Iterable[Proposal]], bool], ...] = (
    (_propose_at_a_glance, False),
    (propose_in_quads, False),
    (propose_from_lines, False),
    (propose_in_tints, True),
)


@dataclass(frozen=True)
class FoundGrid:
    """A grid and how sure it is. `margin`: how much better it fits the layout than any other grid
    whole squares beside it; without premium squares, how much clearer lines end on its edges."""

    grid: Grid
    judgement: Judgement
    margin: float

    @property
    def score(self) -> float:
        return self.judgement.score

    @property
    def certainty(self) -> float:
        """Lines, their ends and the layout must all speak for a grid, so they are multiplied: 0
        to 1. Ends at least half as clear as all lines are no argument against it: tiles and
        borders cover them. Where lines are too faint to tell, premium squares that are clearly
        where the layout has them stand in for them, for chance explains none of their colours."""
        ends = min(2 * self.judgement.ends, 1.0)
        colours = (self.judgement.layout or 0.0) - _BY_CHANCE
        support = max(self.judgement.lines * ends, min(colours, _MOST_BY_COLOURS))
        return support * max(self.margin, 0.0)


def find_grid(picture: Picture, layout: Layout, last: Grid | None = None) -> FoundGrid | Refusal:
    """Where the board lies, or why that can't be said. `last`: where it lay before, if it did; its
    lens is taken to be this picture's too."""
    if min(picture.shape[:2]) < FEWEST_PIXELS * layout.size:
        return Refusal.TOO_SMALL
    work, scale = shrunk(picture, _WORK_SIDE)
    best = _search_through(work, layout, None if last is None else rescaled(last, scale))
    if best is None:
        return Refusal.TOO_DARK if brightness(work) < DARKEST else Refusal.NO_BOARD
    grid = upright(rescaled(best.grid, 1 / scale))
    if not lies_inside(picture, grid):
        return Refusal.CUT_OFF
    if scale < 1:
        grid = snap(picture, grid, 1).grid
    if (refusal := picture_quality(picture, grid).refusal()) is not None:
        return refusal
    return FoundGrid(grid, best.judgement, best.margin)


def _search_through(work: Picture, layout: Layout, last: Grid | None) -> FoundGrid | None:
    """The search in a straightened picture where the lens is known to bend lines, or where
    nothing is found without."""
    if last is not None and last.lens is not None:
        best = _search_behind(work, layout, last.lens)
    else:
        best = _search(work, layout, last)
    height, width = work.shape[:2]
    for bend in _BENDS:
        if best is not None:
            return best
        best = _search_behind(work, layout, Lens.of(width, height, bend), guessed=True)
        if best is not None:  # the lens was a guess
            best = replace(best, grid=snap(work, best.grid, 2, bending=True).grid)
    return best


def _search_behind(
    work: Picture, layout: Layout, lens: Lens, guessed: bool = False
) -> FoundGrid | None:
    """The search in the picture as a straight lens would show it; brief where it is `guessed`."""
    straight, zoom = straightened(work, lens)
    found = _search(straight, layout, None, brief=guessed)
    if found is None:
        return None
    return replace(found, grid=bent_again(replace(found.grid, lens=None), lens, zoom))


def lies_inside(picture: Picture, grid: Grid) -> bool:
    """Whether all four corners lie in the picture, but for a sliver."""
    height, width = picture.shape[:2]
    corners = np.array(grid.corners)
    sliver = _SLIVER * grid.pixels_per_square
    inside = (corners > -sliver) & (corners < np.array([width, height]) - 1 + sliver)
    return bool(inside.all())


def _search(
    work: Picture, layout: Layout, last: Grid | None, brief: bool = False
) -> FoundGrid | None:
    small, scale = shrunk(work, _SMALL_SIDE)

    def by_layout(at: Grid) -> Shifted | None:
        found = best_shift(small, rescaled(at, scale), layout, _SHIFTS)
        return None if found is None else replace(found, grid=rescaled(found.grid, 1 / scale))

    def by_ending(at: Grid) -> Shifted | None:
        return best_ending(work, at, _SHIFTS)

    grids: list[Grid] = []
    proposed = _proposed(work, layout.size, last)
    if has_premiums(layout):
        by_colours = _Settling(work, layout, by_layout, PLENTY, _is_enough)
        for grid, thorough in proposed:
            if thorough and (brief or by_colours.certainty >= _ENOUGH):
                break
            grids.append(grid)
            if by_colours.settle(grid):
                break
        if by_colours.found is not None or brief:
            return by_colours.found
    # No premium squares, or none that can be told by their colour: lines alone, and clear ones.
    by_lines = _Settling(work, layout, by_ending, _PLENTY_PLAIN, _is_enough_plain)
    for grid in chain(grids, (grid for grid, _ in proposed)):
        if by_lines.settle(grid):
            break
    return by_lines.found


def _is_enough(found: FoundGrid, _times: int) -> bool:
    """Whether a grid may be given out, by lines and layout."""
    if found.certainty >= _ENOUGH:
        return True
    return found.certainty >= _FAINT and (found.judgement.layout or 0.0) > _FALSE


def _is_enough_plain(found: FoundGrid, times: int) -> bool:
    """The same where lines alone speak, and so many proposals meant it."""
    return found.certainty >= (_ENOUGH if times >= _AGREED else _ENOUGH_PLAIN)


def _proposed(work: Picture, n: int, last: Grid | None) -> Iterator[tuple[Grid, bool]]:
    """All grids that are worth a look, the quickest found and most promising first, and whether
    they come from proposers that are asked only where there is nothing else."""
    if last is not None:
        yield last, False
    for propose, thorough in _PROPOSERS:
        for proposal in _distinct(propose(work, n), _TRIED):
            yield proposal.grid, thorough


class _Settling:
    """Where proposals come to lie once they are moved to the whole squares and the lines that they
    must mean, and how sure that is; each place is judged once."""

    def __init__(
        self,
        work: Picture,
        layout: Layout,
        placed: Callable[[Grid], Shifted | None],
        plenty: float,
        is_enough: Callable[[FoundGrid, int], bool],
    ) -> None:
        """`placed` tells the whole squares. `plenty`: certainty from which on nothing else is
        tried; `is_enough`: whether a grid may be given out that so many proposals meant."""
        self._work, self._layout, self._placed = work, layout, placed
        self._plenty, self._is_enough = plenty, is_enough
        self._places: list[Grid] = []
        self._times: list[int] = []
        self._surest: tuple[FoundGrid, int] | None = None  # and its place's number

    @property
    def certainty(self) -> float:
        """Of the surest grid; 0 if there is none."""
        return 0.0 if self._surest is None else self._surest[0].certainty

    @property
    def found(self) -> FoundGrid | None:
        """The surest grid, if it may be given out."""
        if self._surest is None:
            return None
        grid, place = self._surest
        return grid if self._is_enough(grid, self._times[place]) else None

    def settle(self, grid: Grid) -> bool:
        """One more proposal; whether no other need be tried."""
        settled = self._judged(grid)
        if settled is not None and (self._surest is None or settled.certainty > self.certainty):
            self._surest = settled, len(self._places) - 1
        if self._surest is None:
            return False
        agreed = self._times[self._surest[1]] >= _AGREED
        return self.certainty >= self._plenty or (agreed and self.found is not None)

    def _judged(self, grid: Grid) -> FoundGrid | None:
        """The grid that a proposal means; None if it is nothing, or nothing new."""
        first = self._placed(grid)
        if first is None or first.share < _WORTH_SNAPPING or self._is_known(first.grid):
            return None
        second = self._placed(snap(self._work, first.grid).grid)
        if second is None or self._is_known(second.grid):
            return None
        settled = snap(self._work, second.grid, 1)
        self._places.append(settled.grid)
        self._times.append(1)
        at, rest = with_lens(self._work, settled.grid, settled.rest)
        if rest > _WORST_REST:
            return None
        return FoundGrid(at, judge(self._work, at, self._layout), second.margin)

    def _is_known(self, at: Grid) -> bool:
        """Whether it is one of the places, which then was meant once more."""
        for number, place in enumerate(self._places):
            if _same(place, at):
                self._times[number] += 1
                return True
        return False


def _distinct(proposals: Iterable[Proposal], count: int) -> Iterator[Proposal]:
    """The first proposals, at most so many, that don't mean the same grid."""
    kept: list[Proposal] = []
    for proposal in proposals:
        if not any(_same(other.grid, proposal.grid) for other in kept):
            kept.append(proposal)
            yield proposal
        if len(kept) == count:
            return


def _same(grid: Grid, other: Grid) -> bool:
    """Whether both would snap to the same lines, in any turn."""
    return any(farthest_corner(grid, other.turned(k)) < _SNAPS for k in range(4))


def shrunk(picture: Picture, longest: int) -> tuple[Picture, float]:
    """The picture, its longer side at most so many pixels, and the scale that made it so."""
    height, width = picture.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return picture, 1.0
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, dtype=np.uint8), scale


def rescaled(grid: Grid, scale: float) -> Grid:
    """The same grid in a picture that was scaled; pixel centres are at whole numbers."""
    a, b, c, d = (((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in grid.corners)
    return Grid((a, b, c, d), grid.size, grid.lens and grid.lens.rescaled(scale))


def upright(grid: Grid) -> Grid:
    """The turn of the grid in which its top side is the one nearest the picture's top."""
    return min((grid.turned(k) for k in range(4)), key=_tilt)


def _tilt(grid: Grid) -> float:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = grid.corners
    right: Point = (bx - ax + cx - dx, by - ay + cy - dy)
    return -right[0] / (abs(complex(*right)) + 1e-9)
