"""Motion: what is shown on the way to what is true, and that it ends there, soon."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins import Evening, board
from table_moments import MOMENTS, NOW

from device.language.texts import Texts
from device.screen.scoreboard import (
    ALL_ARRIVE,
    ARRIVES,
    COUNTS_DOWN,
    COUNTS_UP,
    FRAME,
    STILL,
    Motion,
    Scoreboard,
    moved,
)
from device.themes import DARK, LIGHT
from device.views.table import TableView, view
from engine.squares import Square
from hardware.panel.port import Button

SIZE = (800, 480)
QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)


def shown(evening: Evening) -> TableView:
    return view(evening.state, Texts("en"), NOW)


def table() -> Evening:
    return Evening(sides=("Ann", "Ben")).lay(EMPTY)


START = shown(table())
SEEN = shown(table().lay(ONE))
COUNTED = shown(table().lay(ONE).press(Button.SIDE_1))
UNDONE = shown(table().lay(ONE).press(Button.SIDE_1, Button.UNDO))
LETTERS = tuple(Square(column, 7) for column in range(6, 10))


def with_totals(*totals: int | None) -> TableView:
    sides = zip(START.sides, totals, strict=True)
    return replace(START, sides=tuple(replace(side, total=total) for side, total in sides))


def totals(motion: Motion, of: TableView, now: float) -> list[int | None]:
    return [side.total for side in motion.shown(of, now).sides]


def frames(motion: Motion, now: float) -> list[float]:
    """When frames are wanted from then on."""
    found = []
    while (due := motion.due(now)) is not None:
        assert due > now
        found.append(now := due)
    return found


# Scores


def test_a_score_counts_up_and_ends_on_its_new_total() -> None:
    motion = moved(SEEN, COUNTED, 10.0, STILL)
    assert totals(motion, COUNTED, 10.0) == [0, 0]
    seen = [totals(motion, COUNTED, at)[0] for at in frames(motion, 10.0)]
    assert all(a is not None and b is not None and a < b for a, b in pairwise(seen[:-1]))
    assert seen[-1] == 44
    assert motion.ends == 10.0 + COUNTS_UP
    assert motion.shown(COUNTED, motion.ends) is COUNTED
    assert motion.due(motion.ends) is None


def test_it_counts_down_where_a_play_is_taken_back_and_is_quicker() -> None:
    motion = moved(COUNTED, UNDONE, 10.0, STILL)
    assert totals(motion, UNDONE, 10.0) == [44, 0]
    assert 0 < (totals(motion, UNDONE, 10.1)[0] or 0) < 44
    assert motion.ends == 10.0 + COUNTS_DOWN < 10.0 + COUNTS_UP


def test_frames_come_no_more_often_than_twenty_a_second_and_only_for_a_change() -> None:
    many = frames(moved(START, with_totals(120, 0), 10.0, STILL), 10.0)
    assert all(b - a >= FRAME - 1e-9 for a, b in pairwise([10.0, *many[:-1]]))
    assert len(many) <= COUNTS_UP / FRAME + 1
    few = moved(START, with_totals(3, 0), 10.0, STILL)
    assert len([at for at in frames(few, 10.0) if at < few.ends]) <= 3


def test_nothing_counts_at_the_start_and_nothing_hidden() -> None:
    assert moved(None, COUNTED, 10.0, STILL) == STILL
    for before, after in (((None, None), (44, 0)), ((44, 0), (None, None))):
        assert moved(with_totals(*before), with_totals(*after), 10.0, STILL) == STILL


def test_nothing_moves_where_another_game_is_opened() -> None:
    lobby = view(MOMENTS["lobby"], Texts("en"), NOW)
    assert lobby.page.lobby is not None
    assert (
        moved(
            COUNTED, replace(START, page=replace(START.page, lobby=lobby.page.lobby)), 10.0, STILL
        )
        == STILL
    )
    assert (
        moved(
            replace(START, page=replace(START.page, lobby=lobby.page.lobby)), COUNTED, 10.0, STILL
        )
        == STILL
    )
    others = Evening(sides=("Cleo", "Dan", "Eve")).lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    assert moved(START, shown(others), 10.0, STILL) == STILL


def test_a_newer_total_wins_from_where_the_count_stands() -> None:
    first = moved(START, with_totals(40, 0), 10.0, STILL)
    at = totals(first, with_totals(40, 0), 10.3)[0]
    assert at is not None
    assert 0 < at < 40
    second = moved(with_totals(40, 0), with_totals(70, 5), 10.3, first)
    assert totals(second, with_totals(70, 5), 10.3) == [at, 0]
    assert totals(second, with_totals(70, 5), second.ends) == [70, 5]
    assert second.ends == 10.3 + COUNTS_UP


def test_what_else_changes_meanwhile_is_shown_at_once_and_the_count_goes_on() -> None:
    first = moved(SEEN, COUNTED, 10.0, STILL)
    longer_view = replace(COUNTED, text=replace(COUNTED.text, message="And the rest of it."))
    second = moved(COUNTED, longer_view, 10.2, first)
    assert second == first
    assert second.shown(longer_view, 10.2).text.message == longer_view.text.message
    assert second.ends == 10.0 + COUNTS_UP


# Tiles


def test_the_tiles_of_a_play_arrive_one_after_the_other() -> None:
    motion = moved(START, SEEN, 10.0, STILL)
    assert motion.arriving(10.0) == tuple((square, 0) for square in LETTERS)
    ways = [percent for _, percent in motion.arriving(10.1)]
    assert ways == sorted(ways, reverse=True)
    assert ways[0] == 40
    assert motion.arriving(10.0 + ARRIVES)[0][0] == LETTERS[1]
    assert motion.arriving(motion.ends) == ()
    assert motion.ends <= 10.0 + ALL_ARRIVE


def test_fifteen_tiles_have_arrived_as_soon_as_seven() -> None:
    lit = frozenset(Square(column, 3) for column in range(15))
    rows = (*START.board.rows[:3], "ABCDEFGHIJKLMNO", *START.board.rows[4:])
    motion = moved(
        START, replace(START, board=replace(START.board, lit=lit, rows=rows)), 10.0, STILL
    )
    assert len(motion.tiles) == 15
    assert motion.ends == pytest.approx(10.0 + ALL_ARRIVE)


def test_tiles_that_lie_there_already_dont_arrive_again() -> None:
    assert moved(SEEN, COUNTED, 10.0, STILL).tiles == ()
    # Undone: the play before is lit again.
    dark = replace(SEEN, board=replace(SEEN.board, lit=frozenset()))
    assert moved(dark, SEEN, 10.0, STILL).tiles == ()


def test_a_tile_on_a_pile_arrives_though_its_letter_lay_there() -> None:
    high = replace(SEEN, board=replace(SEEN.board, piles=((LETTERS[0], 2),)))
    motion = moved(replace(SEEN, board=replace(SEEN.board, lit=frozenset())), high, 10.0, STILL)
    assert [square for square, _ in motion.tiles] == [LETTERS[0]]


def test_a_tile_that_is_taken_up_meanwhile_is_gone() -> None:
    motion = moved(SEEN, START, 10.1, moved(START, SEEN, 10.0, STILL))
    assert motion.arriving(10.1) == ()


# All of it


@given(
    st.lists(st.tuples(st.integers(-50, 400), st.integers(-50, 400)), min_size=1, max_size=6),
    st.floats(0.0, 0.4),
)
def test_it_always_ends_on_the_truth(steps: list[tuple[int, int]], apart: float) -> None:
    now, motion, last = 100.0, STILL, START
    for pair in steps:
        now += apart
        after = with_totals(*pair)
        motion, last = moved(last, after, now, motion), after
    assert motion.ends <= now + COUNTS_UP
    times = frames(motion, now)
    assert len(times) <= COUNTS_UP / FRAME + 2
    assert motion.shown(last, now + COUNTS_UP) == last
    assert motion.arriving(now + COUNTS_UP) == ()


def pixels(board: Scoreboard, surface: pygame.Surface, what: TableView, at: float | None) -> bytes:
    board.draw(what, at)
    return pygame.image.tostring(surface, "RGB")


def test_the_scoreboard_ends_with_the_same_picture_as_one_on_which_nothing_moves() -> None:
    surface, other = pygame.Surface(SIZE), pygame.Surface(SIZE)
    moving, still = Scoreboard(surface), Scoreboard(other, motion=False)
    for one in (moving, still):
        one.draw(SEEN, 10.0)
    assert pixels(moving, surface, COUNTED, 11.0) != pixels(still, other, COUNTED, 11.0)
    now = 11.0
    while (due := moving.due(now)) is not None:
        now = due
        moving.draw(COUNTED, now)
    assert pixels(moving, surface, COUNTED, now) == pixels(still, other, COUNTED, now)
    assert still.due(11.0) is None


def test_a_frame_draws_the_score_and_nothing_else() -> None:
    surface = pygame.Surface(SIZE)
    screen = Scoreboard(surface)
    screen.draw(SEEN, 10.0)
    screen.draw(COUNTED, 11.0)
    changed = screen.draw(COUNTED, 11.1)
    assert changed
    assert sum(area.width * area.height for area in changed) < SIZE[0] * SIZE[1] // 4


def test_without_a_time_nothing_moves(written: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(SIZE))
    screen.draw(SEEN)
    screen.draw(COUNTED)
    assert screen.due(0.0) is None
    assert "44" in written


def test_a_view_that_asks_for_other_colours_is_drawn_whole_in_them() -> None:
    surface = pygame.Surface(SIZE)
    screen = Scoreboard(surface)
    screen.draw(START)
    assert surface.get_at((0, 0)) == pygame.Color(*DARK.ground)
    changed = screen.draw(replace(START, theme="light"))
    assert surface.get_at((0, 0)) == pygame.Color(*LIGHT.ground)
    assert surface.get_rect() in changed
    screen.draw(START)
    assert surface.get_at((0, 0)) == pygame.Color(*DARK.ground)
