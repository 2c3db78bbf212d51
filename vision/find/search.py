"""Finds the grid of squares in a picture: proposers, whole squares, lines, judge.

Everything that proposes corners goes the same way: the layout says which line is the first, the
lines pull the grid into place, the judge decides. No grid is better than a wrong one. Which way up
the board lies the letters must say: here the picture's top is the board's top.
Tests: tests/vision/test_find.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, tee
from typing import TypeAlias

import numpy as np

from engine.layouts import Layout
from vision.bend import Lens
from vision.find.folding import folded_grids
from vision.find.judge import Judgement, has_premiums, judge_flat, visible_squares
from vision.find.levels import Levels, rescaled
from vision.find.proposals import (
    Proposal,
    propose_at_a_glance,
    propose_from_lines,
    propose_in_quads,
    propose_in_tints,
)
from vision.find.shifts import Shifted, best_ending, best_shift
from vision.find.snap import (
    COARSE,
    MARGIN,
    PIXELS,
    Profiles,
    bent_again,
    farthest_corner,
    line_edges,
    snap,
    straightened,
    with_lens,
)
from vision.quality import DARKEST, FEWEST_PIXELS, brightness, picture_quality
from vision.reading import Grid, Picture, Point, Refusal

PLENTY = 0.2
"""Certainty (`FoundGrid.certainty`) from which on no other proposal is asked for. On rendered
boards and tables no wrong grid came near it; right ones fall below it on full boards alone."""

_WORK_SIDE = 960  # the longer side, in pixels, of the picture that most proposers look at
_GLANCE_SIDE = 480  # of the one in which plain outlines are sought first
_SHIFTS = 3
_TRIED = 8  # of one proposer's proposals
_SLIVER = 0.15  # of a square that a corner may lie outside the picture
_WORTH_SNAPPING = 0.1  # share of the layout; chance alone gives that much
_CLEARLY_PLACED = 0.1
"""What fits the layout better than every other place whole squares off by less than this isn't
followed. On 600 rendered tables 5 in 100 of the proposals that meant the board do, of those that
meant something else 92; following these as well finds no board more, and more wrong ones."""

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


_Propose: TypeAlias = Callable[[Picture, int], Iterable[Proposal]]

_PROPOSERS: tuple[tuple[_Propose, int], ...] = (
    (propose_at_a_glance, _GLANCE_SIDE),
    (propose_in_quads, _WORK_SIDE),
    (propose_from_lines, _WORK_SIDE),
)
"""Who proposes, and in a picture of what size."""


@dataclass(frozen=True)
class FoundGrid:
    """A grid and how sure it is. `margin`: how much better it fits the layout than any other grid
    whole squares off; without premium squares, how much clearer lines end on its edges."""

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
        borders cover them. Where lines are too faint, premium squares that are clearly
        where the layout has them stand in for them, for chance explains none of their colours."""
        ends = min(2 * self.judgement.ends, 1.0)
        colours = (self.judgement.layout or 0.0) - _BY_CHANCE
        support = max(self.judgement.lines * ends, min(colours, _MOST_BY_COLOURS))
        return support * max(self.margin, 0.0)


def find_grid(picture: Picture, layout: Layout, last: Grid | None = None) -> FoundGrid | Refusal:
    """Where the board lies, or why it can't be found, or not be read there. `last`: where it lay
    before, if it did; its lens is taken to be this picture's too."""
    found = locate_grid(picture, layout, last)
    if isinstance(found, Refusal):
        return found
    return picture_quality(picture, found.grid).refusal() or found


def locate_grid(picture: Picture, layout: Layout, last: Grid | None = None) -> FoundGrid | Refusal:
    """The same, however badly the picture may be read there."""
    if min(picture.shape[:2]) < FEWEST_PIXELS * layout.size:
        return Refusal.TOO_SMALL
    levels = Levels(picture)
    best = _search_through(levels, layout, last)
    if best is None:
        work, _ = levels.shrunk(_WORK_SIDE)
        return Refusal.TOO_DARK if brightness(work) < DARKEST else Refusal.NO_BOARD
    grid = upright(best.grid)
    if not lies_inside(picture, grid):
        return Refusal.CUT_OFF
    return FoundGrid(grid, best.judgement, best.margin)


def _search_through(levels: Levels, layout: Layout, last: Grid | None) -> FoundGrid | None:
    """The search in a straightened picture where the lens is known to bend lines, or where
    nothing is found without."""
    if last is not None and isinstance(last.bend, Lens):
        best = _search_behind(levels, layout, last.bend)
    else:
        best = _search(levels, layout, last)
    height, width = levels.picture.shape[:2]
    for bend in _BENDS:
        if best is not None:
            return best
        best = _search_behind(levels, layout, Lens.of(width, height, bend), guessed=True)
        if best is not None:  # the lens was a guess
            best = replace(best, grid=snap(levels, best.grid, 2, bending=True).grid)
    return best


def _search_behind(
    levels: Levels, layout: Layout, lens: Lens, guessed: bool = False
) -> FoundGrid | None:
    """The search in the picture as a straight lens would show it; brief where it is `guessed`."""
    work, scale = levels.shrunk(_WORK_SIDE)
    on_work = lens.rescaled(scale)
    straight, zoom = straightened(work, on_work)
    found = _search(Levels(straight), layout, None, brief=guessed)
    if found is None:
        return None
    bent = bent_again(replace(found.grid, bend=None), on_work, zoom)
    at = snap(levels, rescaled(bent, 1 / scale), 1)
    return replace(found, grid=at.grid)


def lies_inside(picture: Picture, grid: Grid) -> bool:
    """Whether all four corners lie in the picture, except for a sliver."""
    height, width = picture.shape[:2]
    corners = np.array(grid.corners)
    sliver = _SLIVER * grid.pixels_per_square
    inside = (corners > -sliver) & (corners < np.array([width, height]) - 1 + sliver)
    return bool(inside.all())


def _search(
    levels: Levels, layout: Layout, last: Grid | None, brief: bool = False
) -> FoundGrid | None:
    def by_layout(at: Grid) -> Shifted | None:
        return best_shift(levels, at, layout, _SHIFTS)

    def by_ending(at: Grid) -> Shifted | None:
        return best_ending(levels, at, _SHIFTS)

    # Both ways of settling see the same proposals, which are made when one first asks for them.
    quick, quick_again = tee(_proposed(levels, layout.size, last))
    thorough, thorough_again = tee(_proposed_thoroughly(levels, layout.size))
    by_lines = _Settling(levels, layout, by_ending, _PLENTY_PLAIN, _is_enough_plain)
    faint: FoundGrid | None = None
    if has_premiums(layout):
        by_colours = _Settling(levels, layout, by_layout, PLENTY, _is_enough, _CLEARLY_PLACED)
        enough = by_colours.settle_any(quick) or by_colours.certainty >= _ENOUGH
        if not enough and not brief:
            # Tiles may cover the premium squares; then lines are all there is, and clear ones do.
            by_lines.settle_any(quick_again)
            if by_lines.certainty >= _PLENTY_PLAIN:
                by_lines.fold()
                return by_lines.found
            by_colours.settle_any(thorough)
        if not brief:
            by_colours.fold()
        faint = by_colours.found
        if brief or (faint is not None and (faint.certainty >= _ENOUGH or by_colours.agreed)):
            return faint
    # No premium squares, or none that stand out by colour: lines alone, and clear ones.
    # Where they are clearer than enough, they also outdo what colours say but faintly.
    if not by_lines.done:
        by_lines.settle_any(chain(quick_again, thorough_again))
    by_lines.fold()
    return by_lines.found if faint is None or by_lines.certainty >= _PLENTY_PLAIN else faint


def _is_enough(found: FoundGrid, _times: int) -> bool:
    """Whether a grid may be given out, by lines and layout."""
    if found.certainty >= _ENOUGH:
        return True
    return found.certainty >= _FAINT and (found.judgement.layout or 0.0) > _FALSE


def _is_enough_plain(found: FoundGrid, times: int) -> bool:
    """The same where lines alone speak, and this many proposals meant it."""
    return found.certainty >= (_ENOUGH if times >= _AGREED else _ENOUGH_PLAIN)


def _proposed(levels: Levels, n: int, last: Grid | None) -> Iterator[Grid]:
    """All grids that are worth a look, the quickest found and most promising first."""
    if last is not None:
        yield last
    for propose, side in _PROPOSERS:
        yield from _proposed_by(propose, levels, n, side)


def _proposed_thoroughly(levels: Levels, n: int) -> Iterator[Grid]:
    """Those that are worth one where there is nothing else."""
    return _proposed_by(propose_in_tints, levels, n, _WORK_SIDE)


def _proposed_by(propose: _Propose, levels: Levels, n: int, side: int) -> Iterator[Grid]:
    small, scale = levels.shrunk(side)
    for proposal in _distinct(propose(small, n), _TRIED):
        yield rescaled(proposal.grid, 1 / scale)


@dataclass(frozen=True)
class _Surest:
    """The surest grid so far, the number of its place, and what is seen of its lines."""

    found: FoundGrid
    place: int
    seen: Profiles


class _Settling:
    """Where proposals come to lie once they are moved to the whole squares and the lines that they
    must mean, and how sure that is; each place is judged once."""

    def __init__(
        self,
        levels: Levels,
        layout: Layout,
        placed: Callable[[Grid], Shifted | None],
        plenty: float,
        is_enough: Callable[[FoundGrid, int], bool],
        clearly: float = 0.0,
    ) -> None:
        """`placed` decides the whole squares. `plenty`: certainty from which on nothing else is
        tried; `is_enough`: whether a grid may be given out that so many proposals meant;
        `clearly`: by how much it must lead other places to be followed."""
        self._levels, self._layout, self._placed = levels, layout, placed
        self._plenty, self._is_enough, self._clearly = plenty, is_enough, clearly
        self._places: list[Grid] = []
        self._times: list[int] = []
        self._surest: _Surest | None = None

    @property
    def certainty(self) -> float:
        """Of the surest grid; 0 if there is none."""
        return 0.0 if self._surest is None else self._surest.found.certainty

    @property
    def found(self) -> FoundGrid | None:
        """The surest grid, if it may be given out."""
        if self._surest is None:
            return None
        found = self._surest.found
        return found if self._is_enough(found, self._times[self._surest.place]) else None

    @property
    def agreed(self) -> bool:
        """Whether enough proposals meant the surest grid."""
        return self._surest is not None and self._times[self._surest.place] >= _AGREED

    @property
    def done(self) -> bool:
        """Whether no other proposal need be tried."""
        if self._surest is None:
            return False
        return self.certainty >= self._plenty or (self.agreed and self.found is not None)

    def settle_any(self, grids: Iterable[Grid]) -> bool:
        """More proposals, one by one until no other need be tried; whether that is so."""
        return any(map(self.settle, grids))

    def settle(self, grid: Grid) -> bool:
        """One more proposal; whether no other need be tried."""
        placed = self._placed(grid)
        if placed is None or placed.share < _WORTH_SNAPPING or placed.margin < self._clearly:
            return self.done
        judged = None if self._is_known(placed.grid) else self._judged(placed.grid)
        if judged is not None and (self._surest is None or judged.found.certainty > self.certainty):
            self._surest = judged
        return self.done

    def _judged(self, placed: Grid) -> _Surest | None:
        """The grid that lies on the lines near one on whole squares; None if it is nothing, nothing
        new, or less sure than the surest."""
        second = self._placed(snap(self._levels, placed, pixels=COARSE).grid)
        if second is None or self._is_known(second.grid):
            return None
        if second.margin <= self.certainty:  # a certainty is never more than its margin
            self._note(second.grid)
            return None
        settled = snap(self._levels, second.grid, 2)
        self._note(settled.grid)
        flat = settled.flat
        if flat is None:
            flat = self._levels.flat(settled.grid, PIXELS, MARGIN)
        lines = line_edges(flat)
        seen = Profiles.of(lines, self._layout.size)
        at, rest = with_lens(self._levels, settled.grid, settled.rest, seen)
        if rest > _WORST_REST:
            return None
        if at is not settled.grid:
            flat = self._levels.flat(at, PIXELS, MARGIN)
            lines = line_edges(flat)
            seen = Profiles.of(lines, self._layout.size)
        visible = visible_squares(self._levels.picture, at)
        judgement = judge_flat(flat, lines, visible, self._layout)
        found = FoundGrid(at, judgement, second.margin)
        return _Surest(found, len(self._places) - 1, seen)

    def fold(self) -> None:
        """Takes the surest grid for a folding board's, if it is surer then."""
        if self._surest is None:
            return
        surest = self._surest
        for grid in folded_grids(self._levels, surest.found.grid, surest.seen):
            at = self._placed(grid)
            if at is None:
                continue
            flat = self._levels.flat(at.grid, PIXELS, MARGIN)
            visible = visible_squares(self._levels.picture, at.grid)
            judgement = judge_flat(flat, line_edges(flat), visible, self._layout)
            folded = FoundGrid(at.grid, judgement, at.margin)
            if folded.certainty > self.certainty:
                self._surest = replace(surest, found=folded)

    def _note(self, place: Grid) -> None:
        self._places.append(place)
        self._times.append(1)

    def _is_known(self, at: Grid) -> bool:
        """Whether it is one of the places, which then was meant once more."""
        for number, place in enumerate(self._places):
            if _same(place, at):
                self._times[number] += 1
                return True
        return False


def _distinct(proposals: Iterable[Proposal], count: int) -> Iterator[Proposal]:
    """The first proposals, at most this many, that don't mean the same grid."""
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


def upright(grid: Grid) -> Grid:
    """The turn of the grid in which its top side is the one nearest the picture's top."""
    return min((grid.turned(k) for k in range(4)), key=_tilt)


def _tilt(grid: Grid) -> float:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = grid.corners
    right: Point = (bx - ax + cx - dx, by - ay + cy - dy)
    return -right[0] / (abs(complex(*right)) + 1e-9)
