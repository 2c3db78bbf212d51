"""workshop/benchmarks/reading_sets/columns.py: what of a picture is counted where."""

import numpy as np
import pytest

from engine.squares import Square
from vision.game.doubt import Doubt, Still
from vision.reading import LABELS, Grid, Reading, Refusal
from workshop.benchmarks.reading_sets.columns import Tally, compare, corners_off, matches

GRID = Grid(((10, 10), (40, 10), (40, 40), (10, 40)), 3)
TRUTH = ("AB.", "..c", "#..")


def answer(rows: tuple[str, ...], *doubted: str, grid: Grid = GRID) -> tuple[Reading, Still]:
    size = len(rows)
    seen = np.full((size, size, len(LABELS)), 1 / len(LABELS), np.float32)
    reading = Reading(grid, seen, np.zeros((size, size), np.float32))
    doubts = tuple(Doubt(Square.parse(name), ((".", 0.5), ("A", 0.5))) for name in doubted)
    return reading, Still(rows, doubts)


def test_a_picture_read_right_counts_its_tiles_and_empties() -> None:
    tally, mistakes = compare("x", TRUTH, GRID, answer(("AB.", "..?", "A..")))
    assert (tally.fit, tally.fit_of, tally.tiles, tally.right, tally.sure_right) == (1, 1, 3, 3, 3)
    assert (tally.empty, tally.phantom, tally.silent, tally.missed) == (5, 0, 0, 0)
    assert not mistakes


def test_what_is_promised_and_isnt_so_is_silent_missed_or_phantom() -> None:
    tally, mistakes = compare("x", TRUTH, GRID, answer(("QB.", "...", "..D")))
    assert (tally.silent, tally.missed, tally.phantom, tally.right) == (1, 1, 1, 1)
    assert [(m.square, m.true, m.read) for m in mistakes] == [
        ("A1", "A", "Q"), ("C2", "c", "."), ("C3", ".", "D")
    ]  # fmt: skip


def test_what_is_doubted_is_no_broken_promise() -> None:
    tally, mistakes = compare("x", TRUTH, GRID, answer(("QB.", "...", "..D"), "A1", "C2", "C3"))
    assert (tally.silent, tally.missed, tally.phantom, tally.doubts) == (0, 0, 0, 3)
    assert tally.sure == 1
    assert not mistakes


def test_a_grid_elsewhere_loses_the_tiles_of_the_picture() -> None:
    elsewhere = Grid(((20, 10), (50, 10), (50, 40), (20, 40)), 3)
    tally, _ = compare("x", TRUTH, GRID, answer(TRUTH, grid=elsewhere))
    assert (tally.wrong_fit, tally.lost, tally.tiles, tally.fit) == (1, 3, 0, 0)


def test_only_a_bare_board_may_lie_in_any_turn() -> None:
    turned = GRID.turned(1)
    bare = ("...", "...", "...")
    assert compare("x", bare, GRID, answer(bare, grid=turned))[0].fit == 1
    assert compare("x", TRUTH, GRID, answer(TRUTH, grid=turned))[0].wrong_fit == 1


def test_refusals_are_counted_apart_by_what_was_wanted() -> None:
    tally, _ = compare("x", TRUTH, GRID, Refusal.BLURRED)
    assert (tally.refused, tally.bad_refusal, tally.why) == (1, 0, {"blurred": 1})
    assert compare("x", None, None, Refusal.BLURRED, to_be_read=False)[0].bad_refusal == 0
    assert compare("x", None, None, answer(TRUTH), to_be_read=False)[0].bad_refusal == 1


@pytest.mark.parametrize(
    ("true", "read", "right"),
    [("A", "A", True), ("A", "a", False), ("a", "?", True), ("?", "b", True), ("?", ".", False),
     (".", ".", True), (".", "?", False)],
)  # fmt: skip
def test_a_blank_is_right_as_any_blank(true: str, read: str, right: bool) -> None:
    assert matches(true, read) is right


def test_corners_are_measured_in_squares() -> None:
    moved = Grid(((12, 10), (42, 10), (42, 40), (12, 40)), 3)
    assert corners_off(GRID, moved) == pytest.approx(0.2)
    assert corners_off(GRID, GRID.turned(2)) > 3
    assert corners_off(GRID, GRID.turned(2), any_turn=True) == pytest.approx(0, abs=1e-6)


def test_tallies_add_up() -> None:
    one = Tally(pictures=1, tiles=3, why={"blurred": 1})
    one.add(Tally(pictures=2, tiles=4, why={"blurred": 1, "covered": 2}))
    assert (one.pictures, one.tiles, one.why) == (3, 7, {"blurred": 2, "covered": 2})
