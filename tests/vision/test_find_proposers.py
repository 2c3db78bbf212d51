"""Proposers: at least one of their grids lies on the board's lines."""

import numpy as np
import pytest
from board_photos import CLASSIC, GAME, corners_off, photo

from vision.find.levels import Levels, rescaled
from vision.find.proposals import (
    combs,
    outlines,
    propose_at_a_glance,
    propose_from_lines,
    propose_in_quads,
    soft,
)
from vision.find.shifts import best_shift
from workshop.rendered.photograph import Stance


@pytest.mark.parametrize("propose", [propose_in_quads, propose_from_lines])
@pytest.mark.parametrize("stance", [Stance(tilt=35, roll=15, distance=1.8), Stance(roll=35)])
def test_a_proposal_leads_to_the_board(propose, stance):
    picture, grid = photo(stance, GAME)
    proposals = propose(picture, 15)
    assert proposals == sorted(proposals, key=lambda p: -p.promise)
    settled = [best_shift(Levels(picture), p.grid, CLASSIC, 3) for p in proposals[:8]]
    assert min(corners_off(grid, at.grid) for at in settled if at is not None) < 0.35


def test_a_plain_board_is_seen_at_a_glance():
    picture, grid = photo(Stance(tilt=20, roll=10, fill=0.8), GAME)
    levels = Levels(picture)
    small, scale = levels.shrunk(480)
    first = rescaled(next(propose_at_a_glance(small, 15)).grid, 1 / scale)
    at = best_shift(levels, first, CLASSIC, 3)
    assert at is not None
    assert corners_off(grid, at.grid) < 0.35


def test_where_nothing_is_to_be_seen_nothing_is_promised():
    wall = np.full((300, 400, 3), 90, np.uint8)
    assert propose_from_lines(wall, 15) == []
    assert all(proposal.promise < 0.5 for proposal in propose_in_quads(wall, 15))


def test_outlines_go_round_clockwise():
    picture, _ = photo(Stance(tilt=20, roll=30))
    for quad in outlines(picture):
        (ax, ay), (bx, by), (cx, cy), _ = quad
        assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0


def test_a_comb_falls_on_evenly_spaced_lines():
    profile = np.random.default_rng(4).uniform(0, 0.3, 300).astype(np.float32)
    profile[23 + 17 * np.arange(16)] += 3
    best = combs(soft(profile), 15, 10, 20)[0]
    assert best.pitch == pytest.approx(17, abs=0.15)
    assert best.first == pytest.approx(23, abs=1.5)
