"""What speaks for a grid, and what the layout says before and after reading."""

import numpy as np
import pytest
from board_photos import CLASSIC, GAME, moved, photo

from engine.layouts import Layout
from vision.find import layout_share, lead_of_place
from vision.find.judge import Judgement, judge_flat, visible_squares
from vision.find.levels import Levels
from vision.find.shifts import best_ending, best_shift
from vision.find.snap import MARGIN, PIXELS, line_edges
from vision.reading import Grid
from workshop.rendered.photograph import Stance


def judge_grid(levels: Levels, grid: Grid, layout: Layout) -> Judgement:
    """How well a grid fits what the picture shows."""
    flat = levels.flat(grid, PIXELS, MARGIN)
    return judge_flat(flat, line_edges(flat), visible_squares(levels.picture, grid), layout)


@pytest.fixture(scope="module")
def seen():
    return photo(Stance(tilt=30, roll=10, azimuth=70), GAME)


def test_everything_speaks_for_the_right_grid(seen):
    picture, grid = seen
    right = judge_grid(Levels(picture), grid, CLASSIC)
    assert right.lines > 0.7
    assert right.ends > 0.8
    assert right.layout > 0.8
    assert right.visible == 1.0


@pytest.mark.parametrize("by", [(1, 0), (0, 1), (-1, 0), (0, -1), (2, 1)])
def test_a_grid_whole_squares_off_is_found_out_by_ends_and_layout(seen, by):
    picture, grid = seen
    wrong = judge_grid(Levels(picture), moved(grid, *by), CLASSIC)
    assert wrong.ends < 0.4
    assert wrong.layout < 0.4


def test_half_a_square_off_no_lines_stand_out(seen):
    picture, grid = seen
    assert judge_grid(Levels(picture), moved(grid, 0.5, 0.5), CLASSIC).lines < 0.3


def test_twice_as_many_squares_one_way_have_no_lines(seen):
    picture, grid = seen
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = grid.corners
    half = type(grid)(
        (grid.corners[0], ((ax + bx) / 2, (ay + by) / 2), ((cx + dx) / 2, (cy + dy) / 2),
         grid.corners[3]), 15,
    )  # fmt: skip
    assert judge_grid(Levels(picture), half, CLASSIC).lines < 0.5


def test_weights_leave_the_tiles_out(seen):
    picture, grid = seen
    empty = np.array([[letter == "." for letter in row] for row in GAME])
    assert layout_share(picture, grid, CLASSIC, empty) > 0.85
    assert layout_share(picture, moved(grid, 1, 0), CLASSIC, empty) < 0.4
    assert np.isnan(layout_share(picture, grid, CLASSIC, np.zeros((15, 15))))
    assert np.isnan(layout_share(picture, grid, Layout.plain(15)))


def test_a_lamp_at_one_side_takes_little_from_the_share(seen):
    picture, grid = seen
    empty = np.array([[letter == "." for letter in row] for row in GAME])
    lamp = np.linspace(0.2, 1.3, picture.shape[1])[None, :, None]
    lit = np.clip(picture * lamp, 0, 255).astype(np.uint8)
    share = layout_share(picture, grid, CLASSIC, empty)
    assert layout_share(lit, grid, CLASSIC, empty) > share - 0.1
    assert layout_share(lit, moved(grid, 1, 0), CLASSIC, empty) < 0.4


def test_the_share_is_the_same_for_every_turn_of_a_symmetrical_layout(seen):
    picture, grid = seen
    shares = [layout_share(picture, grid.turned(k), CLASSIC) for k in range(4)]
    assert max(shares) - min(shares) < 0.02


def test_a_walk_over_whole_squares_finds_the_first_line(seen):
    picture, grid = seen
    for by in ((2, -1), (-3, 3), (0, 0)):
        near = moved(grid, *by)
        by_colours = best_shift(Levels(picture), near, CLASSIC, 3)
        by_edges = best_ending(Levels(picture), near, 3)
        for found in (by_colours, by_edges):
            assert found is not None
            assert np.allclose(found.grid.corners, grid.corners, atol=0.5)
            assert found.margin > 0.3


def test_squares_outside_the_picture_are_not_visible(seen):
    picture, grid = seen
    assert visible_squares(picture, grid).all()
    assert visible_squares(picture, moved(grid, 40, 0)).sum() == 0


@pytest.mark.parametrize("faded", [0.0, 0.8])
def test_no_place_but_the_right_one_leads(seen, faded):
    picture, grid = seen
    empty = np.array([[letter == "." for letter in row] for row in GAME])
    white = faded * np.exp(-(np.linspace(0, 2, picture.shape[1]) ** 2))[None, :, None]
    picture = (picture * (1 - white) + 250 * white).astype(np.uint8)
    assert lead_of_place(picture, grid, CLASSIC, empty) > 0.2
    for by in ((1, 0), (0, -1), (2, 1), (-2, 0)):
        assert lead_of_place(picture, moved(grid, *by), CLASSIC, empty) == 0.0
    assert lead_of_place(picture, moved(grid, 0.5, 0.5), CLASSIC, empty) < 0.2
