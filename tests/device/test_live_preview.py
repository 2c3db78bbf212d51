"""The live picture: made small, only while it is wanted, never with a grid that isn't its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from standins import board, reading_of

from device.session.core.inputs import PictureSettled
from device.simulator.camera import household_table
from device.table.camera_thread import (
    HEIGHT,
    PREVIEW_EVERY,
    SEEK_EVERY,
    VERIFY_EVERY,
    WIDTH,
    LivePreview,
    made_small,
    shown_grid,
)
from device.views.crops import Finding, PreviewFrame
from engine.variants import load_variant
from hardware.cameras.port import Frame
from vision.bend import Lens
from vision.reading import Grid, Picture, Reading, Refusal

LAYOUT = load_variant("classic", "en").layout
TABLE = household_table(3)
ELSEWHERE = household_table(3)
ELSEWHERE.push(70.0, -30.0, 4.0)
WORDS = board((7, 6, "across", "QUIZ"))
SQUARE = Grid(((0.0, 0.0), (300.0, 0.0), (300.0, 300.0), (0.0, 300.0)), 15)


class Watched:
    """A preview, what was read last for it, and how often it asked for another look."""

    def __init__(self, reading: Reading | Refusal | None = None, at: float = 10.0) -> None:
        self.asked = 0
        self.read: tuple[PictureSettled, Reading | Refusal] | None = None
        if reading is not None:
            self.read = (PictureSettled(TABLE.picture, at), reading)
        self.preview = LivePreview(lambda: self.read, self._ask)
        self.preview.wants(LAYOUT)

    def _ask(self) -> None:
        self.asked += 1

    def sees(self, picture: Picture, at: float, settled_at: float | None = 10.0) -> PreviewFrame:
        self.preview.take_frame(Frame(picture, at), settled_at)
        assert self.preview.latest is not None
        return self.preview.latest


def read(rows: tuple[str, ...] = WORDS) -> Reading:
    seen = reading_of(rows)
    return replace(seen, grid=replace(TABLE.grid, turns=seen.grid.turns))


# Only while it is wanted, and not too often


def test_nothing_is_made_unless_somebody_wants_it() -> None:
    preview = LivePreview(lambda: pytest.fail("nothing is looked up"))
    preview.take_frame(Frame(TABLE.picture, 1.0), None)
    assert preview.latest is None


def test_what_isnt_wanted_any_more_is_dropped() -> None:
    watched = Watched(read())
    watched.sees(TABLE.picture, 11.0)
    watched.preview.wants(None)
    assert watched.preview.latest is None
    watched.preview.take_frame(Frame(TABLE.picture, 20.0), 10.0)
    assert watched.preview.latest is None


def test_there_are_no_more_pictures_than_can_be_shown() -> None:
    watched = Watched(read())
    first = watched.sees(TABLE.picture, 11.0)
    assert watched.sees(TABLE.picture, 11.0 + PREVIEW_EVERY / 2) is first
    assert watched.sees(TABLE.picture, 11.0 + PREVIEW_EVERY) is not first


@pytest.mark.parametrize("size", [(1080, 1920), (960, 1280), (1280, 720), (240, 320)])
def test_pictures_are_made_small_in_their_own_shape(size: tuple[int, int]) -> None:
    small = made_small(np.zeros((*size, 3), dtype=np.uint8))
    assert small.shape[0] <= HEIGHT
    assert small.shape[1] <= WIDTH
    assert small.shape[1] / small.shape[0] == pytest.approx(size[1] / size[0], rel=0.01)


def test_the_picture_is_the_one_that_is_seen() -> None:
    sight = Watched().sees(TABLE.picture, 11.0, None)
    small = made_small(TABLE.picture)
    assert (sight.image.width, sight.image.height) == (small.shape[1], small.shape[0])
    assert sight.image.rgb[:3] == bytes(small[0, 0, ::-1])


# What is known of the board in it


def test_a_board_that_was_read_is_found_where_it_lies() -> None:
    sight = Watched(read()).sees(TABLE.picture, 11.0)
    assert sight.finding is Finding.FOUND
    assert sight.grid is not None
    assert sight.quality is not None
    assert sight.grid.names == ("A1", "O1", "O15", "A15")
    height, width = TABLE.picture.shape[:2]
    for seen, reported in zip(sight.grid.corners, TABLE.grid.corners, strict=True):
        assert seen[0] * width == pytest.approx(reported[0], abs=3)
        assert seen[1] * height == pytest.approx(reported[1], abs=3)


def test_which_way_up_an_empty_board_lies_is_unknown() -> None:
    empty = Watched(read(board())).sees(TABLE.picture, 11.0)
    words = Watched(read()).sees(TABLE.picture, 11.0)
    assert empty.grid is not None
    assert words.grid is not None
    assert (empty.grid.turn_known, words.grid.turn_known) == (False, True)


def test_while_something_moves_no_grid_is_shown() -> None:
    watched = Watched(read())
    assert watched.sees(TABLE.picture, 11.0).grid is not None
    moving = watched.sees(TABLE.picture, 12.0, None)
    assert (moving.finding, moving.grid) == (Finding.MOVES, None)


def test_until_what_has_settled_is_read_no_grid_is_shown() -> None:
    sight = Watched(read(), at=10.0).sees(ELSEWHERE.picture, 13.0, settled_at=12.5)
    assert (sight.finding, sight.grid) == (Finding.SOUGHT, None)
    assert Watched(None).sees(TABLE.picture, 11.0).finding is Finding.SOUGHT


def test_a_grid_that_does_not_fit_the_picture_is_not_shown_though_nothing_seemed_to_move() -> None:
    watched = Watched(read())
    assert watched.sees(TABLE.picture, 11.0).finding is Finding.FOUND
    sight = watched.sees(ELSEWHERE.picture, 11.0 + VERIFY_EVERY)
    assert (sight.finding, sight.grid, sight.quality) == (Finding.GONE, None, None)
    assert watched.asked == 1, "the board is sought anew"


def test_a_board_that_is_not_to_be_found_is_not_sought_all_the_time() -> None:
    watched = Watched(read())
    for step in range(8):
        assert watched.sees(ELSEWHERE.picture, 11.0 + step).finding is Finding.GONE
    assert watched.asked == 2
    assert SEEK_EVERY < 8


@pytest.mark.parametrize("refusal", Refusal)
def test_why_a_picture_could_not_be_read_is_kept(refusal: Refusal) -> None:
    sight = Watched(refusal).sees(TABLE.picture, 11.0)
    assert (sight.finding, sight.refusal, sight.grid) == (Finding.REFUSED, refusal, None)


def test_another_games_board_is_none_of_this_one() -> None:
    watched = Watched(read())
    watched.preview.wants(load_variant("topword", "en").layout)
    assert watched.sees(TABLE.picture, 11.0).finding is Finding.SOUGHT


def test_a_lost_camera_leaves_no_picture_behind() -> None:
    watched = Watched(read())
    watched.sees(TABLE.picture, 11.0)
    watched.preview.lost()
    assert watched.preview.latest is None


# The grid as it is drawn


def test_all_lines_between_the_squares_are_there() -> None:
    grid = shown_grid(SQUARE, 300, 300, turn_known=True)
    assert len(grid.lines) == 28
    assert np.array(grid.lines[0]) == pytest.approx(
        np.array([[0.068, 0.0], [0.068, 1.0]]), abs=0.01
    )
    assert grid.corners[2] == pytest.approx((1.0, 1.0), abs=0.01)


def test_behind_a_bending_lens_lines_are_bent() -> None:
    bent = replace(SQUARE, bend=Lens.of(300, 300, -0.15))
    line = shown_grid(bent, 300, 300, turn_known=True).lines[0]
    assert len(line) > 2
    (x0, _), (x1, _), (x2, _) = line[0], line[len(line) // 2], line[-1]
    assert abs(x1 - (x0 + x2) / 2) > 0.003
