"""The way up in which a board lies, decided by what is believed to lie on it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shown import EMPTY, board, shown

from engine.position import Position
from vision.reader import letters_alike, read_as_it_lies
from vision.reading import Grid, Picture, Reading, Refusal, Way, WayUp
from vision.way_up import Turns

PICTURE: Picture = np.zeros((4, 4, 3), np.uint8)
START = Grid(((0.0, 0.0), (15.0, 0.0), (15.0, 15.0), (0.0, 15.0)), 15)
BEFORE = board(across_F8="HORSE")
AFTER = board(across_F8="HORSE", H9="AT")


class TurningBoard:
    """Reads a board right the way up in which it lies, and as other letters otherwise."""

    def __init__(self, rows: tuple[str, ...], lies: int) -> None:
        self.right, self.wrong = rows, board(H6="ZWNCM")
        self.grid = START.turned(lies)
        self.asked: list[Grid | None] = []

    def __call__(self, _: Picture, last: Grid | None) -> Reading | Refusal:
        self.asked.append(last)
        grid = last or START
        seen = shown(self.right if grid == self.grid else self.wrong)
        return Reading(grid, seen.probabilities, seen.covered)


@pytest.mark.parametrize(("lies", "reads"), [(0, 1), (1, 2), (3, 3), (2, 4)])
def test_the_way_up_is_the_one_that_shows_what_is_believed(lies: int, reads: int) -> None:
    read = TurningBoard(AFTER, lies)
    reading = read_as_it_lies(read, PICTURE, START, Position.from_rows(BEFORE))
    assert isinstance(reading, Reading)
    assert reading.grid == START.turned(lies)
    assert len(read.asked) == reads


def test_seen_from_far_aside_the_way_up_with_clearly_more_letters_is_taken_as_it_is() -> None:
    read = TurningBoard(board(across_F8="HOXXX"), 2)
    reading = read_as_it_lies(read, PICTURE, START, Position.from_rows(BEFORE))
    assert isinstance(reading, Reading)
    assert reading.grid == START.turned(2)
    assert {grid.way_up for grid in read.asked[1:] if grid} == {WayUp.GIVEN}


def test_a_board_that_was_cleared_is_read_as_before() -> None:
    read = TurningBoard(EMPTY, 0)
    reading = read_as_it_lies(read, PICTURE, START, Position.from_rows(BEFORE))
    assert isinstance(reading, Reading)
    assert reading.grid == START


def test_nothing_is_turned_while_nothing_lies_there() -> None:
    read = TurningBoard(BEFORE, 1)
    reading = read_as_it_lies(read, PICTURE, None, Position(15))
    assert isinstance(reading, Reading)
    assert read.asked == [None]


def test_of_the_ways_up_that_are_left_the_one_is_taken_that_shows_what_is_believed() -> None:
    seen = shown(AFTER)
    ways = (Way(0, seen.probabilities), Way(2, shown(board(H6="ZWNCM")).probabilities))
    left = replace(seen, ways=ways)
    reading = read_as_it_lies(lambda *_: left, PICTURE, START, Position.from_rows(BEFORE))
    assert isinstance(reading, Reading)
    assert not reading.ways
    assert reading.grid.turns.decided


def test_a_word_that_reads_the_same_both_ways_up_leaves_it_open() -> None:
    oxo = board(across_G8="OXO")
    both = replace(shown(oxo), ways=tuple(Way(q, shown(oxo).probabilities) for q in (0, 2)))
    reading = read_as_it_lies(lambda *_: both, PICTURE, START, Position.from_rows(oxo))
    assert isinstance(reading, Reading)
    assert len(reading.ways) == 2


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_what_was_read_another_way_up_than_the_board_lies_is_to_be_turned(quarters: int) -> None:
    lies = board(across_H8="HORSE")
    now = shown(board(across_H8="HORSE", H9="AT"))
    now = replace(now, grid=replace(now.grid, turns=Turns.given()))
    before = Position.from_rows(lies)
    wrong = {s.turned(-quarters, 15): "X" for s in before.tiles}
    believed = Position(15, wrong)
    reads: list[Grid | None] = []

    def read(_: Picture, last: Grid | None) -> Reading:
        reads.append(last)
        return now

    reading = read_as_it_lies(read, PICTURE, START, believed)
    assert isinstance(reading, Reading)
    assert reading.overturns == quarters
    assert len(reads) == 1


def test_a_refusal_stays_one() -> None:
    believed = Position.from_rows(BEFORE)
    refused = read_as_it_lies(lambda *_: Refusal.BLURRED, PICTURE, None, believed)
    assert refused is Refusal.BLURRED


def test_blanks_show_nothing() -> None:
    believed = Position.from_rows(board(across_F8="HoRSE"))
    assert letters_alike(shown(board(across_F8="HoRSE")), believed) == 4
    assert letters_alike(shown(EMPTY), believed) == 0
